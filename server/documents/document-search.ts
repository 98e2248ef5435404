import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { C1_TYPES } from '#contract/c1.ts'
import { C4_TYPES, CURRENCIES } from '#contract/c4.ts'
import { parseTypedDate, parseTypedMonth, parseTypedYear } from '#domain/calendar-date.ts'
import { COUNTRIES } from '#domain/countries.ts'
import { paraFromNumber, parseMicro, readings } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { isPartOf, sortKey } from '#domain/search-text.ts'
import { contains, containsWords, wordsOf } from '#server/db/contains.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** Columns that a list shows beside those of its table: the type, in the archive. */
type Shown = readonly string[]

type Table = 'c4' | 'c1'
type Searched = { readonly search?: string | undefined; readonly partner?: string | undefined }

/**
 * Conditions on a document: each word of `search` stands in one of the columns that lists show (spec §2, Shared
 * pieces), or all of it is the number of one of its invoices, if the table has it (`invoicedTables`); `partner` is
 * searched in the partner alone. Numbers and partners are compared letter by letter. Types, countries, currencies,
 * days, months, years and amounts are evaluated here, so that rows without such a word cost nothing more.
 */
export function textFilters(
  engine: Engine,
  table: Table,
  { search = '', partner }: Searched,
  { invoiced, shown = [] }: { readonly invoiced: boolean; readonly shown?: Shown },
): RawBuilder<SqlBool>[] {
  const found = containsWords(engine, ['broj_trazi', 'partner_trazi'], search, (word) => inColumns(table, word, shown))
  const either = invoiced
    ? [sql<SqlBool>`((${sql.join(found, sql` and `)}) or id in (${documentsOfInvoice(table, search)}))`]
    : found
  return partner ? [...either, contains(engine, 'partner_trazi', partner)] : either
}

/**
 * The tables in which the search is the full number of some invoice. It is looked up before the search itself: a search
 * that is no such number costs its documents nothing.
 */
export async function invoicedTables(db: Db, tables: readonly Table[], search = ''): Promise<ReadonlySet<Table>> {
  if (wordsOf(search).length === 0) return new Set()
  const known = tables.map(
    (table) => sql`select ${sql.lit(table)} as ime where exists (${documentsOfInvoice(table, search)})`,
  )
  const { rows } = await sql<{ ime: Table }>`${sql.join(known, sql` union all `)}`.execute(db)
  return new Set(rows.map(({ ime }) => ime))
}

/** The documents with an invoice of this full number, by ID. */
export function documentsOfInvoice(table: Table, search: string): RawBuilder<unknown> {
  return sql`select ${sql.ref(`${table}_id`)} from ${sql.table(`${table}_stavka`)}
    where faktura_kljuc = ${codeKey(search)}`
}

const TYPES = { c4: C4_TYPES, c1: C1_TYPES } as const

function inColumns(table: Table, word: string, shown: Shown): RawBuilder<SqlBool>[] {
  const named = (names: readonly string[]) => names.filter((name) => isPartOf(name, word))
  if (named(shown).length > 0) return [sql<SqlBool>`1 = 1`]
  const ways: RawBuilder<SqlBool>[] = []
  const oneOf = (column: string, values: readonly (string | number | null)[]) => {
    const known = values.filter((value) => value !== null)
    if (known.length > 0) ways.push(sql<SqlBool>`${sql.ref(column)} in (${sql.join(known)})`)
  }
  oneOf('tip_dokumenta', named(TYPES[table]))
  oneOf('valuta', named(CURRENCIES))
  oneOf('zemlja_red', named(COUNTRIES).map(sortKey))
  oneOf('datum', [parseTypedDate(word)])
  const [first, last] = parseTypedMonth(word) ?? parseTypedYear(word) ?? []
  if (first) ways.push(sql<SqlBool>`datum between ${first} and ${last}`)
  const plain = readings(word)
  oneOf('kolicina_total', plain.map(parseMicro))
  // An amount of money is shown with two places: a word without a comma cannot be one.
  oneOf('vrednost_total', word.includes(',') ? plain.map((text) => paraFromNumber(Number(text))) : [])
  return ways
}
