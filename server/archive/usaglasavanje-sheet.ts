import { VRSTE_U_RECI } from '#contract/usaglasavanje.ts'
import type { Db } from '#server/db/schema.ts'
import { amount, type Column, day, quantity, text, UNIT, WIDE, whole } from '#server/sheets/sheet-columns.ts'
import { type KeptRazlika, razlikeOf } from '#server/stock/razlike.ts'

/** Of which comparison, and which kind of difference; all of them where nothing is said. */
export type UsaglasavanjeQuery = { readonly usaglasavanje_id?: number | undefined; readonly vrsta?: string | undefined }

const nas = (row: KeptRazlika) => row.razlika.nas
const njih = (row: KeptRazlika) => row.razlika.njihov

/** Both sides of each difference, and its explanation. */
export const usaglasavanjeColumns: readonly Column<KeptRazlika>[] = [
  text('Razlika', ({ razlika }) => VRSTE_U_RECI[razlika.vrsta]),
  text('Broj C4', (row) => nas(row)?.broj ?? null),
  text('JCI', (row) => nas(row)?.broj_jci ?? null),
  day('Datum', (row) => nas(row)?.datum ?? null),
  text('Faktura', (row) => nas(row)?.broj_fakture ?? null),
  whole('St.', (row) => nas(row)?.redni_broj ?? null),
  text('ID materijala', (row) => nas(row)?.materijal_id ?? null),
  text('Materijal', (row) => nas(row)?.materijal_naziv ?? null, WIDE),
  text('Tarifni broj', (row) => nas(row)?.tarifni_broj ?? null),
  quantity('Količina', (row) => nas(row)?.kolicina ?? null),
  text('JM', (row) => nas(row)?.jedinica_mere ?? null, UNIT),
  amount('Vrednost', (row) => nas(row)?.vrednost ?? null),
  text('Valuta', (row) => nas(row)?.valuta ?? null, UNIT),
  amount('Vrednost (RSD)', (row) => nas(row)?.vrednost_rsd ?? null),
  whole('Red u fajlu', (row) => njih(row)?.red ?? null),
  text('Broj kod špeditera', (row) => njih(row)?.broj ?? null),
  day('Datum kod špeditera', (row) => njih(row)?.datum ?? null),
  whole('R. br. kod špeditera', (row) => njih(row)?.redni_broj ?? null),
  text('Tarifni broj kod špeditera', (row) => njih(row)?.tarifni_broj ?? null),
  quantity('Količina kod špeditera', (row) => njih(row)?.kolicina ?? null),
  text('JM kod špeditera', (row) => njih(row)?.jedinica_mere ?? null, UNIT),
  amount('Vrednost kod špeditera', (row) => njih(row)?.vrednost ?? null),
  text('Objašnjenje', ({ objasnjenje }) => objasnjenje, WIDE),
]

/** What was found in a comparison, or in all of them; null where there are more than `limit`. */
export const usaglasavanjeRows = (
  db: Db,
  { usaglasavanje_id, vrsta }: UsaglasavanjeQuery,
  limit: number,
): Promise<readonly KeptRazlika[] | null> => razlikeOf(db, { id: usaglasavanje_id, vrsta, limit })
