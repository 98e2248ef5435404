import { sql } from 'kysely'
import type { FactName } from '#contract/audit.ts'
import { sentences } from '#contract/errors.ts'
import { type FieldTable, nothingIn, optionalIn } from '#contract/form-fields.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatPara, type Micro, type Para } from '#domain/decimal.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'
import { ANSWERED_FIELDS, type derivedColumns } from './document-columns.ts'
import { type NamedFirms, registerFirms, STRANE, textsOf, zapisId, zapisiOf } from './partners.ts'

/** A document that is restored, with its identity and rate; a deleted one also with its version. */
export type Back = { readonly id: number; readonly verzija: number; readonly kurs: Micro }

type Named<T extends FieldTable> = { readonly [K in keyof T]: unknown }
type Entered<H extends FieldTable, L extends FieldTable> = Named<H> & {
  readonly pdf_fajl: string | null
  readonly stavke: readonly (Named<L> & { readonly id: number; readonly broj_fakture: string })[]
}

/** The fields that a user entered in a stored document, with the ids of its lines, in the form that a save takes. */
export const bodyOf = <H extends FieldTable, L extends FieldTable>(head: H, line: L, document: Entered<H, L>) => ({
  ...fieldsOf(head, document),
  pdf_fajl: document.pdf_fajl,
  stavke: document.stavke.map((one) => ({ ...fieldsOf(line, one), id: one.id, broj_fakture: one.broj_fakture })),
})

/** The body that was kept; a deletion from before an optional field existed does not have it. */
export const bodyFrom = <B extends { readonly stavke: readonly object[] }>(
  head: FieldTable,
  line: FieldTable,
  kept: B,
) => {
  const nothing = nothingIn(optionalIn(line))
  return { ...nothingIn(optionalIn(head)), ...kept, stavke: kept.stavke.map((one) => ({ ...nothing, ...one })) }
}

/** The stored columns that C4 and C1 share, beside those that the user enters. */
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
 * Answers a function that writes the row of a document and answers its id: over the `stored` one, as one that comes
 * `back`, or as a new one. `fields` are its values from the user. A taken number (decisions §3) is refused at
 * `numberField`.
 */
export function documentWriter<Field extends string>(
  table: 'c4' | 'c1',
  fields: readonly Field[],
  numberField: NoInfer<Field>,
) {
  const names = [...fields, ...STORED]
  // The statement itself finds the spellings of known firms; only a new one takes more.
  const inserted = (
    row: readonly unknown[],
    firms: readonly string[][],
    all: readonly string[] = names,
  ) => sql<Written>`
    insert into ${sql.table(table)} (${sql.join([...all, ...STRANE].map((name) => sql.ref(name)))})
    values (${sql.join([...row.map((value) => sql`${value}`), ...firms.map(zapisId)])})
    returning id, ${sql.join(STRANE.map((name) => sql.ref(name)))}`
  const insert = statement<Written, unknown[]>(() =>
    inserted(
      names.map(() => null),
      STRANE.map(() => []),
    ),
  )
  return async (
    tx: Tx,
    stored: { id: number; verzija: number } | null,
    columns: { readonly [K in Field]: unknown } & Stored & NamedFirms,
    back: Back | null = null,
  ): Promise<number> => {
    const row: Record<string, unknown> = { ...columns, verzija: versionAfter(stored, back) }
    const values = names.map((name) => row[name])
    const named = zapisiOf(columns)
    const firms = STRANE.map((name) => textsOf(named[name]))
    const write = async (): Promise<Written | undefined> => {
      if (!stored && back) return (await inserted([back.id, ...values], firms, ['id', ...names]).execute(tx)).rows[0]
      if (!stored) return (await insert(tx, ...values, ...firms.flat()))[0]
      const set = names.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
      const ties = STRANE.map((name, at) => sql`${sql.ref(name)} = ${zapisId(firms[at] ?? [])}`)
      const { rows } = await sql<Written>`
        update ${sql.table(table)} set ${sql.join([...set, ...ties])} where id = ${stored.id}
        returning id, ${sql.join(STRANE.map((name) => sql.ref(name)))}`.execute(tx)
      return rows[0]
    }
    const written = await write().catch((error) => {
      throw engineOf(tx).isUniqueViolation(error) ? numberTaken(numberField) : error
    })
    const { id } = written as Written
    if (STRANE.some((name) => written?.[name] === null)) await registerFirms(tx, table, id, columns)
    return id
  }
}

/** The version that a document has once it is saved. */
export const versionAfter = (stored: { readonly verzija: number } | null, back: Back | null): number =>
  stored ? stored.verzija + 1 : (back?.verzija ?? 1)

type Written = { readonly id: number } & Readonly<Record<(typeof STRANE)[number], number | null>>

const numberTaken = (field: string) =>
  new Refusal('conflict', sentences.documentExists, [{ field, message: sentences.documentExists }])

const NEWEST_RATE = statement<{ kurs: Micro }, [valuta: string, datum: CalendarDate]>(
  () => sql`select kurs from kurs where valuta = ${''} and vazi_od <= ${''} order by vazi_od desc limit 1`,
)

type Dated = { readonly valuta: string; readonly datum: CalendarDate }

/**
 * The rate for saving a document: its own while currency and date stay, else the newest of the table not after its day
 * (decisions §2). Refuses a currency without any.
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
  throw new Refusal('invalid', message, 'valuta')
}

type Told = {
  readonly id: number
  readonly datum: CalendarDate
  readonly valuta: string
  readonly vrednost_total: Para
  readonly stavke: readonly object[]
}

/**
 * Answers a function that makes the entry of the audit trail about a document before and after; null stands for no
 * document. `fields` and `line` name the facts of head and lines; of a removed document the entry keeps the `name` in
 * each line too.
 */
export function documentEntry<T extends Told>(about: {
  readonly vrsta: 'c4' | 'c1'
  readonly opis: (document: T) => string
  readonly partner: (document: T) => string
  readonly fields: readonly FactName[]
  readonly line: readonly FactName[]
  readonly name: FactName
}) {
  // People know the number of an authorisation, not its id.
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
