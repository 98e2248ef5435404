import { sql } from 'kysely'
import { z } from 'zod'
import { documentImportTexts, type ImportedDocument, sheetColumns } from '#contract/document-import.ts'
import { DEFAULT_BROJ_FAKTURE } from '#contract/documents.ts'
import { type FieldTable, namesIn } from '#contract/form-fields.ts'
import { MAX_REDNI_BROJ } from '#contract/limits.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import { type Micro, NO_QUANTITY, type Para } from '#domain/decimal.ts'
import { documentTotals, inOneSpelling, lineAmount } from '#domain/invoice.ts'
import { codeKey } from '#domain/one-form.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { CatalogueMaterial } from '#domain/sheet-catalogue.ts'
import type { DocumentColumns, SheetDocument, SheetFields } from '#domain/sheet-documents.ts'
import { breathe, isDue } from '#server/breathe.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Db } from '#server/db/schema.ts'
import { parseBody } from '#server/http/parse.ts'
import { Refusal } from '#server/refusal.ts'

type Line = { readonly broj_fakture: string; readonly redni_broj: number; readonly kolicina: Micro }
export type AnyBody = {
  readonly datum: CalendarDate
  readonly pdf_fajl?: string | null | undefined
  readonly stavke: readonly Line[]
}
type AnyStored = {
  readonly id: number
  readonly verzija: number
  readonly pdf_fajl?: string | null | undefined
  readonly stavke: readonly Line[]
}

/** What the import knows of C4 or of C1. */
export type DocumentFields<Body extends AnyBody> = {
  readonly vrsta: 'c4' | 'c1'
  readonly head: FieldTable
  readonly line: FieldTable
  readonly schema: z.ZodType<Body>
  /** What the template shows, by the names of the fields. */
  readonly example: { readonly head: SheetFields; readonly lines: readonly SheetFields[] }
  readonly priceOf: (line: Body['stavke'][number]) => Micro
  readonly valutaOf: (body: Body) => string
  readonly find: (db: Db, id: number) => Promise<AnyStored | null>
  /** Why a stored document is not changed by a sheet, which would lose what no column says. */
  readonly fixed?: (stored: AnyStored) => string | null
}

/** A document of the sheet, what it comes to and over which stored one it goes. */
export type Prepared<Body> = {
  readonly sheet: SheetDocument
  readonly body: Body | null
  readonly stored: { readonly id: number; readonly verzija: number } | null
  readonly shown: ImportedDocument
}

/**
 * The columns of a sheet of these documents; `catalogue`: what a line of a material takes over, null for products;
 * `jedinice`: in which unit each of either is kept.
 */
export const columnsFor = (
  { vrsta, head, line }: Pick<DocumentFields<AnyBody>, 'vrsta' | 'head' | 'line'>,
  catalogue: readonly CatalogueMaterial[] | null,
  jedinice: DocumentColumns['jedinice'],
): DocumentColumns => ({
  head: sheetColumns(head),
  line: sheetColumns(line),
  broj: `broj_${vrsta}`,
  catalogue,
  jedinice,
  maxOrdinal: MAX_REDNI_BROJ,
})

/** What becomes of these documents by what is stored at this moment; nothing is written. */
export async function prepare<Body extends AnyBody>(
  db: Db,
  kind: DocumentFields<Body>,
  documents: readonly SheetDocument[],
  kolone: ReadonlySet<string>,
): Promise<Prepared<Body>[]> {
  const storedIds = await storedBy(db, kind.vrsta, documents)
  const odobrenja = await odobrenjaBy(db, documents)
  const prepared: Prepared<Body>[] = []
  for (const sheet of documents) {
    const id = storedIds.get(keyOf(sheet)) ?? null
    const stored = id === null ? null : await kind.find(db, id)
    prepared.push(await preparedOf(kind, sheet, kolone, stored, odobrenja))
    if (isDue()) await breathe()
  }
  return prepared
}

async function preparedOf<Body extends AnyBody>(
  kind: DocumentFields<Body>,
  sheet: SheetDocument,
  kolone: ReadonlySet<string>,
  stored: AnyStored | null,
  odobrenja: ReadonlyMap<string, number>,
): Promise<Prepared<Body>> {
  const { red, broj, datum, greske, upozorenja, stavke } = sheet
  const nothing = { kolicina_total: null, vrednost_total: null, valuta: null, manjak: [] }
  const shown = { red, id: stored?.id ?? null, broj, datum: datum as CalendarDate | null, broj_stavki: stavke.length }
  const skipped = (faults: readonly string[]): Prepared<Body> => {
    const said = { ...shown, ...nothing, ishod: 'preskocen' as const, razlog: reasonOf(faults) }
    return { sheet, body: null, stored, shown: said }
  }
  if (greske.length > 0) return skipped(greske)
  const { odobrenje_id: number } = sheet.fields
  const odobrenje = number ? odobrenja.get(codeKey(String(number))) : null
  if (odobrenje === undefined) return skipped([documentImportTexts.unknownOdobrenje(String(number))])
  try {
    const sent = sentAs(
      kind,
      { ...sheet, fields: { ...sheet.fields, ...('odobrenje_id' in sheet.fields ? { odobrenje_id: odobrenje } : {}) } },
      kolone,
      stored,
    )
    const body = await parseBody(kind.schema, sent)
    const ishod = !stored ? 'nov' : isSame(kind, stored, body) ? 'nepromenjen' : 'izmenjen'
    const fixed = ishod === 'izmenjen' && stored && kind.fixed?.(stored)
    if (fixed) return skipped([fixed])
    const totals = documentTotals(
      body.stavke.map((line) => ({
        kolicina: line.kolicina,
        iznos: lineAmount(line.kolicina, kind.priceOf(line)) ?? (0 as Para),
      })),
    )
    const sums = {
      kolicina_total: totals?.kolicina_total ?? NO_QUANTITY,
      vrednost_total: totals?.vrednost_total ?? null,
      valuta: kind.valutaOf(body),
    }
    return { sheet, body, stored, shown: { ...shown, ...nothing, ...sums, ishod, razlog: reasonOf(upozorenja) } }
  } catch (error) {
    if (error instanceof Refusal) return skipped(reasonsIn(error, sheet))
    throw error
  }
}

/** Why a document is refused, with the rows of the sheet in place of its lines. What is said of all lines is one sentence. */
export function reasonsIn({ message, errors = [] }: Refusal, { stavke }: SheetDocument): string[] {
  if (errors.every(({ field }) => field === 'stavke')) return [message]
  return errors.map((error) => {
    const [, at] = /^stavke\.(\d{1,6})\./.exec(error.field) ?? []
    const red = at === undefined ? undefined : stavke[Number(at)]?.red
    return red === undefined ? error.message : `Red ${red}: ${error.message.replace(/^Stavka \d{1,6}: /, '')}`
  })
}

/** The document as it would be sent to the API. What the sheet has no column for stays as it is stored. */
function sentAs(
  { head, line }: Pick<DocumentFields<AnyBody>, 'head' | 'line'>,
  { fields, stavke }: Pick<SheetDocument, 'fields' | 'stavke'>,
  kolone: ReadonlySet<string>,
  stored: AnyStored | null,
) {
  const place = ({ broj_fakture, redni_broj }: Pick<Line, 'broj_fakture' | 'redni_broj'>) =>
    `${codeKey(broj_fakture)}\n${redni_broj}`
  const storedAt = new Map(stored?.stavke.map((one) => [place(one), one]))
  return {
    ...(stored && keptIn(head, stored, kolone)),
    ...fields,
    pdf_fajl: stored?.pdf_fajl ?? null,
    stavke: stavke.map(({ broj_fakture, redni_broj, fields: said }) => {
      const invoice = broj_fakture || null
      const before = storedAt.get(place({ broj_fakture: broj_fakture || DEFAULT_BROJ_FAKTURE, redni_broj }))
      return { ...(before && keptIn(line, before, kolone)), ...said, broj_fakture: invoice, redni_broj }
    }),
  }
}

/** What is stored of the fields that the sheet has no column for, as it is sent. */
function keptIn(table: FieldTable, stored: object, kolone: ReadonlySet<string>): SheetFields {
  const record = stored as Readonly<Record<string, unknown>>
  const absent = namesIn(table).filter((name) => !kolone.has(name))
  return Object.fromEntries(
    absent.map((name) => {
      const encoded = z.safeEncode((table[name] as FieldTable[string]).entered, record[name])
      // Old data may hold what is no choice any more.
      return [name, (encoded.success ? encoded.data : record[name]) as string]
    }),
  )
}

function isSame<Body extends AnyBody>({ head, line }: DocumentFields<Body>, stored: AnyStored, body: Body): boolean {
  const factsOf = (document: { readonly stavke: readonly Line[] }) =>
    JSON.stringify([
      fieldsOf(head, document as unknown as Record<string, unknown>),
      inOneSpelling(document.stavke).map((one) => [
        one.broj_fakture,
        fieldsOf(line, one as unknown as Record<string, unknown>),
      ]),
    ])
  return factsOf(stored) === factsOf(body)
}

const keyOf = ({ broj, datum }: Pick<SheetDocument, 'broj' | 'datum'>) =>
  `${datum ? yearOf(datum as CalendarDate) : ''}\n${codeKey(broj)}`

/** Whether any of these documents is stored already. */
export const isAnyStored = async (db: Db, vrsta: 'c4' | 'c1', documents: readonly SheetDocument[]): Promise<boolean> =>
  (await storedBy(db, vrsta, documents)).size > 0

/** The ids of the stored documents with these numbers in these years. */
async function storedBy(db: Db, table: 'c4' | 'c1', documents: readonly SheetDocument[]): Promise<Map<string, number>> {
  const keys = documents.flatMap(({ broj, datum }) =>
    datum ? [{ godina: yearOf(datum as CalendarDate), broj_kljuc: codeKey(broj) }] : [],
  )
  if (keys.length === 0) return new Map()
  const asked = engineOf(db).rows({ godina: 'int', broj_kljuc: 'text' }, keys)
  const { rows } = await sql<{ id: number; godina: number; broj_kljuc: string }>`
    select d.id, d.godina, d.broj_kljuc from ${asked} g
    join ${sql.table(table)} d on d.godina = g.godina and d.broj_kljuc = g.broj_kljuc`.execute(db)
  return new Map(rows.map(({ id, godina, broj_kljuc }) => [`${godina}\n${broj_kljuc}`, id]))
}

/** The authorisations that the documents name, by their numbers. */
async function odobrenjaBy(db: Db, documents: readonly SheetDocument[]): Promise<Map<string, number>> {
  const numbers = new Set(
    documents.flatMap(({ fields: { odobrenje_id } }) => (odobrenje_id ? [codeKey(String(odobrenje_id))] : [])),
  )
  if (numbers.size === 0) return new Map()
  const rows = await db
    .selectFrom('odobrenje')
    .select(['id', 'broj_kljuc'])
    .where('broj_kljuc', 'in', engineOf(db).list([...numbers]))
    .execute()
  return new Map(rows.map(({ id, broj_kljuc }) => [broj_kljuc, id]))
}
