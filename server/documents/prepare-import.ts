import { sql } from 'kysely'
import type { z } from 'zod'
import { documentImportTexts, type ImportedDocument, sheetColumns } from '#contract/document-import.ts'
import type { FieldTable } from '#contract/form-fields.ts'
import { MAX_REDNI_BROJ } from '#contract/limits.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import { type Micro, NO_QUANTITY, type Para } from '#domain/decimal.ts'
import { documentTotals, lineAmount } from '#domain/invoice.ts'
import { codeKey } from '#domain/one-form.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { CatalogueMaterial } from '#domain/sheet-catalogue.ts'
import type { DocumentColumns, SheetDocument, SheetFields } from '#domain/sheet-documents.ts'
import { breathe, isDue } from '#server/breathe.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { parseBody } from '#server/http/parse.ts'
import { Refusal } from '#server/refusal.ts'
import { fillerOf } from './found-values.ts'
import { changesOf, isNothing, type Merged, type MergedLine, mergeSheet, type Stored } from './import-merge.ts'

export type AnyBody = {
  readonly datum: CalendarDate
  readonly pdf_fajl?: string | null | undefined
  readonly stavke: readonly (MergedLine & { readonly id?: number | null })[]
}
export type AnyStored = Stored & {
  readonly id: number
  readonly verzija: number
  readonly datum: CalendarDate
  readonly pdf_fajl?: string | null | undefined
}
/**
 * The way to merge sheets with stored documents: their columns, and whether each replaces its document; `zadato` are
 * values for new documents that have none themselves.
 */
export type How = { readonly kolone: ReadonlySet<string>; readonly replace: boolean; readonly zadato: SheetFields }

/** The fields and rules of C4 or of C1 that the import needs. */
export type DocumentFields<Body extends AnyBody> = {
  readonly vrsta: 'c4' | 'c1'
  readonly head: FieldTable
  readonly line: FieldTable
  readonly schema: z.ZodType<Body>
  /** The example in the template, by the names of the fields. */
  readonly example: { readonly head: SheetFields; readonly lines: readonly SheetFields[] }
  readonly priceOf: (line: Body['stavke'][number]) => Micro
  readonly valutaOf: (body: Body) => string
  readonly find: (db: Db, id: number) => Promise<AnyStored | null>
  /** The reason why a sheet may not change a stored document: it would lose facts that have no column. */
  readonly fixed?: (stored: AnyStored) => string | null
}

/** A document of the sheet, its outcome and its stored document. */
export type Prepared<Body> = {
  readonly sheet: SheetDocument
  readonly body: Body | null
  /** The row of each line, as in `Merged`. */
  readonly redovi: readonly (number | null)[]
  readonly stored: AnyStored | null
  readonly shown: ImportedDocument
}

/**
 * The columns of a sheet of these documents. `catalogue`: values that a line takes from its material, null for
 * products; `jedinice`: the unit of each material or product.
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

/** The outcome of these documents against the stored ones at this moment; it writes nothing. */
export async function prepare<Body extends AnyBody>(
  db: Db,
  kind: DocumentFields<Body>,
  documents: readonly SheetDocument[],
  how: How,
): Promise<Prepared<Body>[]> {
  const storedIds = await storedBy(db, kind.vrsta, documents)
  const odobrenja = await odobrenjaBy(db, documents, how.zadato)
  const filledIn = await fillerOf(db, kind, documents, how.zadato)
  const prepared: Prepared<Body>[] = []
  for (const sheet of documents) {
    const id = storedIds.get(keyOf(sheet)) ?? null
    const stored = id === null ? null : await kind.find(db, id)
    const said = stored ? sheet : { ...sheet, fields: filledIn(sheet.fields) }
    prepared.push(await preparedOf(kind, said, stored, { ...how, odobrenja }))
    if (isDue()) await breathe()
  }
  return prepared
}

async function preparedOf<Body extends AnyBody>(
  kind: DocumentFields<Body>,
  sheet: SheetDocument,
  stored: AnyStored | null,
  { odobrenja, ...how }: How & { readonly odobrenja: ReadonlyMap<string, number> },
): Promise<Prepared<Body>> {
  const { red, broj, datum, stavke } = sheet
  const nothing = { kolicina_total: null, vrednost_total: null, valuta: null, manjak: [], izmene: null }
  const day = (datum as CalendarDate | null) ?? stored?.datum ?? null
  const shown = { red, id: stored?.id ?? null, broj, datum: day, broj_stavki: stavke.length }
  const skipped = (faults: readonly string[]): Prepared<Body> => {
    const said = { ...shown, ...nothing, ishod: 'preskocen' as const, razlog: reasonOf(faults) }
    return { sheet, body: null, redovi: [], stored, shown: said }
  }
  if (sheet.greske.length > 0) return skipped(sheet.greske)
  const { odobrenje_id: number } = sheet.fields
  const odobrenje = number ? odobrenja.get(codeKey(String(number))) : null
  if (odobrenje === undefined) return skipped([documentImportTexts.unknownOdobrenje(String(number))])
  const fields = { ...sheet.fields, ...('odobrenje_id' in sheet.fields ? { odobrenje_id: odobrenje } : {}) }
  const merged = mergeSheet(kind, stored, { ...sheet, fields }, how)
  if (merged.greske.length > 0) return skipped(merged.greske)
  const { redovi } = merged
  try {
    const { fields: head, stavke: lines } = merged.sent
    const body = await parseBody(kind.schema, { ...head, pdf_fajl: stored?.pdf_fajl ?? null, stavke: lines })
    const named = { odobrenje: number ? String(number) : null, ostaje: merged.ostaje }
    const izmene = stored && changesOf(kind, stored, body, named)
    const ishod = !stored ? 'nov' : isNothing(izmene) ? 'nepromenjen' : 'izmenjen'
    const fixed = ishod === 'izmenjen' && stored && kind.fixed?.(stored)
    if (fixed) return skipped([fixed])
    const totals = documentTotals(
      body.stavke.map((line) => ({
        kolicina: line.kolicina,
        iznos: lineAmount(line.kolicina, kind.priceOf(line)) ?? (0 as Para),
      })),
    )
    const sums = {
      broj_stavki: body.stavke.length,
      kolicina_total: totals?.kolicina_total ?? NO_QUANTITY,
      vrednost_total: totals?.vrednost_total ?? null,
      valuta: kind.valutaOf(body),
    }
    const razlog = reasonOf([...sheet.upozorenja, ...merged.upozorenja])
    return { sheet, body, redovi, stored, shown: { ...shown, ...nothing, ...sums, izmene, ishod, razlog } }
  } catch (error) {
    if (error instanceof Refusal) return skipped(reasonsIn(error, redovi))
    throw error
  }
}

/**
 * The reasons why a document is refused, with the rows of the sheet in place of its lines. A reason for all lines is
 * one sentence.
 */
export function reasonsIn({ message, errors = [] }: Refusal, redovi: Merged['redovi']): string[] {
  if (errors.every(({ field }) => field === 'stavke')) return [message]
  return errors.map((error) => {
    const [, at] = /^stavke\.(\d{1,6})\./.exec(error.field) ?? []
    const red = at === undefined ? undefined : redovi[Number(at)]
    return red == null ? error.message : `Red ${red}: ${error.message.replace(/^Stavka \d{1,6}: /, '')}`
  })
}

const keyOf = ({ broj, datum }: Pick<SheetDocument, 'broj' | 'datum'>) =>
  `${datum ? yearOf(datum as CalendarDate) : ''}\n${codeKey(broj)}`

/**
 * The ids of the stored documents with these numbers in these years. Without a year, a document is found if it alone
 * has the number.
 */
async function storedBy(db: Db, table: 'c4' | 'c1', documents: readonly SheetDocument[]): Promise<Map<string, number>> {
  const keys = documents.map(({ broj, datum }) => ({
    godina: datum ? yearOf(datum as CalendarDate) : 0,
    broj_kljuc: codeKey(broj),
  }))
  if (keys.length === 0) return new Map()
  const asked = engineOf(db).rows({ godina: 'int', broj_kljuc: 'text' }, keys)
  const { rows } = await sql<{ id: number; godina: number; broj_kljuc: string }>`
    select d.id, d.godina, d.broj_kljuc from ${asked} g
    join ${sql.table(table)} d on d.godina = g.godina and d.broj_kljuc = g.broj_kljuc
    union all
    select min(d.id), 0, d.broj_kljuc from ${asked} g join ${sql.table(table)} d on d.broj_kljuc = g.broj_kljuc
    where g.godina = 0 group by d.broj_kljuc having count(*) = 1`.execute(db)
  return new Map(rows.map(({ id, godina, broj_kljuc }) => [`${godina || ''}\n${broj_kljuc}`, id]))
}

/** The authorisations that the documents name, by their numbers. */
async function odobrenjaBy(
  db: Db,
  documents: readonly SheetDocument[],
  zadato: SheetFields,
): Promise<Map<string, number>> {
  const numbers = new Set(
    [{ fields: zadato }, ...documents].flatMap(({ fields: { odobrenje_id } }) =>
      odobrenje_id ? [codeKey(String(odobrenje_id))] : [],
    ),
  )
  if (numbers.size === 0) return new Map()
  const rows = await db
    .selectFrom('odobrenje')
    .select(['id', 'broj_kljuc'])
    .where('broj_kljuc', 'in', engineOf(db).list([...numbers]))
    .execute()
  return new Map(rows.map(({ id, broj_kljuc }) => [broj_kljuc, id]))
}
