import type { RazlikaRow } from '#contract/figures/carina.ts'
import { VRSTE_U_RECI } from '#contract/usaglasavanje.ts'
import type { Db } from '#server/db/schema.ts'
import { type KeptRazlika, razlikeOf } from '#server/documents/razlike.ts'

/** Of which comparison, and which kind of difference; all of them where nothing is said. */
export type UsaglasavanjeQuery = { readonly usaglasavanje_id?: number | undefined; readonly vrsta?: string | undefined }

/** What was found in a comparison, or in all of them, both sides in one row; null where there are more than `limit`. */
export async function usaglasavanjeRows(
  db: Db,
  { usaglasavanje_id, vrsta }: UsaglasavanjeQuery,
  limit: number,
): Promise<readonly RazlikaRow[] | null> {
  const found = await razlikeOf(db, { id: usaglasavanje_id, vrsta, limit })
  return found?.map(rowOf) ?? null
}

const rowOf = ({ razlika: { vrsta, nas, njihov }, objasnjenje }: KeptRazlika): RazlikaRow => ({
  ...nas,
  vrsta: VRSTE_U_RECI[vrsta],
  red: njihov?.red,
  njihov_broj: njihov?.broj,
  njihov_datum: njihov?.datum,
  njihov_redni_broj: njihov?.redni_broj,
  njihov_tarifni_broj: njihov?.tarifni_broj,
  njihova_kolicina: njihov?.kolicina,
  njihova_jedinica_mere: njihov?.jedinica_mere,
  njihova_vrednost: njihov?.vrednost,
  objasnjenje,
})
