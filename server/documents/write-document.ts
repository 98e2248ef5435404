import { sql } from 'kysely'
import type { FactName } from '#contract/audit.ts'
import { sentences } from '#contract/errors.ts'
import { type FieldTable, nothingIn, optionalIn } from '#contract/form-fields.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatPara, type Micro, type Para } from '#domain/decimal.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'
import { ANSWERED_FIELDS, type derivedColumns } from './document-columns.ts'

/** Which stored document a save rewrites, and the version that its editor saw (null: whatever is stored). */
export type Rewrite = { readonly id: number; readonly ifVersion: number | null }

/** A deleted document that comes back with the identity, version and rate that it had. */
export type Back = { readonly id: number; readonly verzija: number; readonly kurs: Micro }

type Named<T extends FieldTable> = { readonly [K in keyof T]: unknown }
type Entered<H extends FieldTable, L extends FieldTable> = Named<H> & {
  readonly pdf_fajl: string | null
  readonly stavke: readonly (Named<L> & { readonly id: number; readonly broj_fakture: string })[]
}

/** What its user entered of a stored document, with the ids of its lines, as a save takes it. */
export const bodyOf = <H extends FieldTable, L extends FieldTable>(head: H, line: L, document: Entered<H, L>) => ({
  ...fieldsOf(head, document),
  pdf_fajl: document.pdf_fajl,
  stavke: document.stavke.map((one) => ({ ...fieldsOf(line, one), id: one.id, broj_fakture: one.broj_fakture })),
})

/** What was kept of a body; a deletion from before an optional field was there has none of it. */
export const bodyFrom = <B extends { readonly stavke: readonly object[] }>(
  head: FieldTable,
  line: FieldTable,
  kept: B,
) => {
  const nothing = nothingIn(optionalIn(line))
  return { ...nothingIn(optionalIn(head)), ...kept, stavke: kept.stavke.map((one) => ({ ...nothing, ...one })) }
}

/** What C4 and C1 alike store of a document beside what its user says of it. */
const STORED = [
  ...ANSWERED_FIELDS,
  'godina',
  'broj_kljuc',
  'broj_trazi',
  'partner_trazi',
  'partner_red',
  'zemlja_red',
] as const
type Stored = ReturnType<typeof derivedColumns> & { pdf_fajl: string | null; kurs: Micro }

/**
 * Answers a function that writes the row of a document, as a new one, as one that comes `back` or over the one that is
 * `stored`, and answers its id. `fields` are what a user says of it. A number that is taken (decisions §3) is refused at
 * `numberField`.
 */
export function documentWriter<Field extends string>(
  table: 'c4' | 'c1',
  fields: readonly Field[],
  numberField: NoInfer<Field>,
) {
  const names = [...fields, ...STORED]
  const insert = statement<{ id: number }, unknown[]>(
    () => sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map(() => null))}) returning id`,
  )
  return async (
    tx: Tx,
    stored: { id: number; verzija: number } | null,
    columns: { readonly [K in Field]: unknown } & Stored,
    back: Back | null = null,
  ): Promise<number> => {
    const row: Record<string, unknown> = { ...columns, verzija: back?.verzija ?? (stored?.verzija ?? 0) + 1 }
    try {
      if (back) {
        const all = ['id', ...names]
        await sql`
          insert into ${sql.table(table)} (${sql.join(all.map((name) => sql.ref(name)))})
          values (${sql.join([back.id, ...names.map((name) => row[name])])})`.execute(tx)
        return back.id
      }
      if (stored) {
        const set = names.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
        await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${stored.id}`.execute(tx)
        return stored.id
      }
      const [inserted] = await insert(tx, ...names.map((name) => row[name]))
      return (inserted as { id: number }).id
    } catch (error) {
      throw engineOf(tx).isUniqueViolation(error) ? numberTaken(numberField) : error
    }
  }
}

const numberTaken = (field: string) =>
  new Refusal('conflict', sentences.documentExists, [{ field, message: sentences.documentExists }])

/** Refuses a number that another document than `id` has in its year, as writing it would. */
export async function refuseTakenNumber(
  db: Db,
  table: 'c4' | 'c1',
  { godina, broj_kljuc }: Pick<Stored, 'godina' | 'broj_kljuc'>,
  id: number | null,
): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where godina = ${godina} and broj_kljuc = ${broj_kljuc} and id <> ${id ?? 0}`.execute(db)
  if (rows.length > 0) throw numberTaken(`broj_${table}`)
}

const NEWEST_RATE = statement<{ kurs: Micro }, [valuta: string, datum: CalendarDate]>(
  () => sql`select kurs from kurs where valuta = ${''} and vazi_od <= ${''} order by vazi_od desc limit 1`,
)

type Dated = { readonly valuta: string; readonly datum: CalendarDate }

/**
 * The rate that a document is saved with: its own while currency and date stay, else the newest of the table not after
 * its day (decisions §2). Refuses a currency without any.
 */
export async function rateFor(
  tx: Tx,
  { valuta, datum }: Dated,
  stored: (Dated & { readonly kurs: Micro }) | null,
): Promise<Micro> {
  if (stored && stored.valuta === valuta && stored.datum === datum) return stored.kurs
  const [newest] = await NEWEST_RATE(tx, valuta, datum)
  if (newest) return newest.kurs
  const message = `Za valutu ${valuta} nema kursa.`
  throw new Refusal('invalid', message, [{ field: 'valuta', message }])
}

type Told = {
  readonly id: number
  readonly datum: CalendarDate
  readonly valuta: string
  readonly vrednost_total: Para
  readonly stavke: readonly object[]
}

/**
 * Answers a function that makes the entry of the audit trail about a document before and after; null is a document that is
 * not there. `fields` and `line` name the facts of head and lines; of a removed document the `name` in each line is kept too.
 */
export function documentEntry<T extends Told>(about: {
  readonly vrsta: 'c4' | 'c1'
  readonly opis: (document: T) => string
  readonly partner: (document: T) => string
  readonly fields: readonly FactName[]
  readonly line: readonly FactName[]
  readonly name: FactName
}) {
  // Of an authorisation people know the number.
  const fields = about.fields.map((name) => (name === 'odobrenje_id' ? 'odobrenje_broj' : name))
  const head: FactName[] = [...fields, 'kurs', 'kolicina_total', 'vrednost_total', 'pdf_fajl']
  const factsWith = (document: T, line: readonly FactName[]) => ({
    ...factsOf(document as Partial<Record<FactName, unknown>>, head),
    stavke: document.stavke.map((stavka) => factsOf(stavka as Partial<Record<FactName, unknown>>, line)),
  })
  return entriesAbout<T>({
    vrsta: about.vrsta,
    predmet: ({ id }) => id,
    opis: about.opis,
    facts: (document) => factsWith(document, about.line),
    lastFacts: (document) => factsWith(document, [...about.line, about.name]),
    sazetak: (document) => {
      const { datum, stavke, vrednost_total, valuta } = document
      const value = `${formatPara(vrednost_total)} ${valuta}`
      return [formatDate(datum), about.partner(document), `stavki: ${stavke.length}`, value].join(' · ')
    },
  })
}
