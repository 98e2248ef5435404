import { C4_HEAD } from '#contract/c4.ts'
import { IMPORT_FIELDS } from '#contract/import-fields.ts'
import { searchText } from '#domain/search-text.ts'
import type { SheetDocument, SheetFields } from '#domain/sheet-documents.ts'
import type { Db } from '#server/db/schema.ts'
import type { FoundValue } from '#server/sheets/columns-kept.ts'
import { nasaFirma } from './nasa-firma.ts'
import type { Prepared } from './prepare-import.ts'

type Kind = { readonly vrsta: 'c4' | 'c1' }

/**
 * Fills the gaps of a new document from the books: the values for the file, our firm as the receiver of imports and the
 * sender of exports, city and country of a partner of the register, and the sender's country as the country of
 * dispatch.
 */
export async function fillerOf(
  db: Db,
  { vrsta }: Kind,
  documents: readonly SheetDocument[],
  zadato: SheetFields,
): Promise<(fields: SheetFields) => SheetFields> {
  const firma = await nasaFirma(db)
  const own: SheetFields = !firma
    ? {}
    : vrsta === 'c4'
      ? { primalac_naziv: firma.naziv, primalac_pib: firma.pib, primalac_mb: firma.mb, primalac_grad: firma.grad }
      : { posiljalac_naziv: firma.naziv, posiljalac_grad: firma.grad, posiljalac_drzava: firma.drzava }
  const [name] = Object.keys(own)
  const lacks = documents.some(
    ({ fields }) => !fields.posiljalac_grad || !fields.primalac_grad || !fields.posiljalac_drzava,
  )
  const partners = lacks ? await partnersByName(db) : new Map<string, Partner>()
  return (said) => {
    const fields = { ...zadato, ...said }
    // Our own facts are added all or none: the city of another receiver is not ours.
    const withOwn = name && fields[name] === undefined ? { ...own, ...fields } : fields
    const sender = partners.get(searchText(String(withOwn.posiljalac_naziv ?? '')))
    const receiver = partners.get(searchText(String(withOwn.primalac_naziv ?? '')))
    const filled = {
      ...(sender && { posiljalac_grad: sender.grad, posiljalac_drzava: sender.drzava }),
      ...(receiver && { primalac_grad: receiver.grad }),
      ...withOwn,
    }
    const { posiljalac_drzava } = filled as SheetFields
    return posiljalac_drzava ? { zemlja_otpreme: posiljalac_drzava, ...filled } : filled
  }
}

type Partner = { readonly naziv: string; readonly grad: string; readonly drzava: string }

/** Partners with a name that no other partner has, and with city and country. */
async function partnersByName(db: Db): Promise<Map<string, Partner>> {
  const rows = await db.selectFrom('partner').select(['naziv', 'grad', 'drzava']).execute()
  const named = Map.groupBy(rows, ({ naziv }) => searchText(naziv))
  return new Map(
    [...named].flatMap(([key, [one, ...others]]): [string, Partner][] =>
      one?.drzava && one.grad && others.length === 0 ? [[key, { ...one, drzava: one.drzava }]] : [],
    ),
  )
}

/**
 * Values from the books for new documents of a sheet without them: our firm, the country of dispatch, and of an import
 * its currency, as a new form has it, and the rate.
 */
export function foundFor(
  { vrsta }: Kind,
  prepared: readonly Pick<Prepared<unknown>, 'sheet' | 'stored'>[],
  kolone: ReadonlySet<string>,
  zadato: SheetFields,
): FoundValue[] {
  const fresh = prepared.flatMap(({ sheet, stored }) => (stored === null ? [sheet.fields] : []))
  const isOpen = (polje: string) => fresh.length > 0 && !kolone.has(polje) && !(polje in zadato)
  const told = (polje: string, several: string): FoundValue[] => {
    const texts = new Set(
      isOpen(polje) ? fresh.flatMap((fields) => (fields[polje] ? [String(fields[polje])] : [])) : [],
    )
    const [one] = texts
    return one === undefined ? [] : [{ polje, vrednost: texts.size > 1 ? several : one }]
  }
  const ours = vrsta === 'c4' ? 'primalac_naziv' : 'posiljalac_naziv'
  const valuta = vrsta === 'c4' && isOpen('valuta') ? [{ polje: 'valuta', vrednost: C4_HEAD.valuta.empty }] : []
  const kurs = vrsta === 'c4' && fresh.length > 0 ? [{ polje: 'kurs', naziv: 'Kurs', vrednost: BY_RATE_LIST }] : []
  return [...told(ours, ''), ...told('zemlja_otpreme', BY_SENDER), ...valuta, ...kurs]
}
const BY_SENDER = 'država pošiljaoca'
const BY_RATE_LIST = 'po kursnoj listi na dan dokumenta'

/** The fields that a new document lacks: the sheet has no column for them, and the user gave no value. */
export function lackingIn(
  { vrsta }: Kind,
  prepared: readonly Pick<Prepared<unknown>, 'sheet' | 'stored'>[],
  kolone: ReadonlySet<string>,
): string[] {
  const fresh = prepared.filter(({ stored }) => stored === null)
  const goods = vrsta === 'c4' ? 'materijal_id' : 'proizvod_id'
  return IMPORT_FIELDS[vrsta].flatMap(({ polje, obavezno }) => {
    if (!obavezno || kolone.has(polje)) return []
    const isLacking = fresh.some(
      ({ sheet: { fields, stavke } }) =>
        !(polje in fields) &&
        stavke.some(
          (line) =>
            !(polje in line.fields) && !(polje in line.iz_kataloga) && (polje === goods || goods in line.fields),
        ),
    )
    return isLacking ? [polje] : []
  })
}
