import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_HITS, type Pretraga, type pretragaEndpoints } from '#contract/pretraga.ts'
import { numberParts, numberRank } from '#domain/number-rank.ts'
import { codeKey } from '#domain/one-form.ts'
import { nearest } from '#server/catalogue/catalogue-search.ts'
import { containsWords, wordsOf } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { NUMBERED, type Numbered } from '#server/documents/document-list.ts'
import { documentsOfInvoice } from '#server/documents/document-search.ts'
import type { Handlers } from '#server/http/call.ts'

/**
 * The number of newest documents of each kind in which words are looked for; a full number is looked for in all of
 * them.
 */
export const SEARCHED_DOCUMENTS = 15_000
/** The number of newest ones that are ranked of those that hold every part of a typed number. */
const RANKED_DOCUMENTS = 500
/** More parts than any number has are looked for as words alone. */
const MAX_NUMBER_PARTS = 5
/** The number of newest notes that are searched. */
const SEARCHED_NOTES = 10_000

const NOTHING: Pretraga = { dokumenti: [], partneri: [], materijali: [], proizvodi: [], odobrenja: [], beleske: [] }

/** One search over everything that has a page, for who goes somewhere by keys. */
export const pretragaHandlers = ({ readAtOnce }: Store): Handlers<typeof pretragaEndpoints> => ({
  pretraga: ({ query: { q = '' } }) =>
    wordsOf(q).length === 0 ? Promise.resolve(NOTHING) : readAtOnce((db) => find(db, q)),
})

/** Documents, partners, the nearest goods, authorisations and notes that show every word; a few of each, uncounted. */
async function find(db: Db, q: string): Promise<Pretraga> {
  const numbered = [
    ...(await numberedIn(db, 'c4', q)),
    ...(await numberedIn(db, 'c1', q)),
    ...(await numberedIn(db, 'ostalo_razduzenje', q)),
    ...(await namedByNumber(db, q)),
  ]
  const others = [
    ...(await documentsIn(db, 'c4', q)),
    ...(await documentsIn(db, 'c1', q)),
    ...(await documentsIn(db, 'ostalo_razduzenje', q)),
  ]
  return {
    dokumenti: onceEach([...numbered, ...others.toSorted((a, b) => b.datum.localeCompare(a.datum))]).slice(0, MAX_HITS),
    partneri: await partneriIn(db, q),
    materijali: await goodsIn(db, 'materijal', q),
    proizvodi: await goodsIn(db, 'proizvod', q),
    odobrenja: await odobrenjaIn(db, q),
    beleske: await beleskeIn(db, q),
  }
}

/** The documents, each at its first place. */
const onceEach = (documents: Pretraga['dokumenti']): Pretraga['dokumenti'] =>
  documents.filter(({ vrsta, id }, at) => documents.findIndex((one) => one.vrsta === vrsta && one.id === id) === at)

/** The column in the place of a document's partner; a discharge of named lots shows its kind. */
const PARTNER = { c4: 'posiljalac_naziv', c1: 'primalac_naziv', ostalo_razduzenje: 'vrsta' } as const

/**
 * The columns in which words are looked for, the number first; on SQLite all but the last stand in the index of days.
 */
const SOUGHT = {
  c4: ['broj_trazi', 'partner_trazi'],
  c1: ['broj_trazi', 'partner_trazi'],
  ostalo_razduzenje: ['trazi'],
} as const

/** The documents of this very number, or of an invoice of it, newest first: found by steps of indexes, however old. */
async function numberedIn(db: Db, table: Numbered, q: string): Promise<Pretraga['dokumenti']> {
  const { rows: ends } = await sql<{ first: string | null; last: string | null }>`
    select (select datum from ${sql.table(table)} order by datum limit 1) as first,
      (select datum from ${sql.table(table)} order by datum desc limit 1) as last`.execute(db)
  const [first, last] = [ends[0]?.first, ends[0]?.last].map((day) => Number(day?.slice(0, 4) ?? 0)) as [number, number]
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const { rows } = await sql<Pretraga['dokumenti'][number]>`
    select ${facts(table)} from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where godina in (${sql.join(years)}) and broj_kljuc = ${codeKey(q)}
      ${table === 'ostalo_razduzenje' ? sql`` : sql`union all ${documentsOfInvoice(table, q)}`})
    order by datum desc limit ${MAX_HITS}`.execute(db)
  return rows
}

const facts = (table: Numbered) =>
  sql`${sql.lit(table)} as vrsta, id, ${sql.ref(NUMBERED[table])} as broj, datum, ${sql.ref(PARTNER[table])} as partner`

/** Those among the newest documents whose number or JCI number the text names, the best match first. */
async function namedByNumber(db: Db, q: string): Promise<Pretraga['dokumenti']> {
  const parts = numberParts(q)
  if (!/\d/.test(q) || parts.length > MAX_NUMBER_PARTS) return []
  const engine = engineOf(db)
  const named: { rank: number; row: Pretraga['dokumenti'][number] }[] = []
  for (const table of ['c4', 'c1', 'ostalo_razduzenje'] as const) {
    const [broj] = SOUGHT[table]
    const jci = table === 'ostalo_razduzenje' ? sql`null` : sql.ref('broj_jci')
    const hasAll = parts.map((part) => engine.contains(sql.ref(broj), part))
    const { rows } = await sql<Pretraga['dokumenti'][number] & { broj_jci: string | null }>`
      select ${facts(table)}, ${jci} as broj_jci from ${sql.table(table)}
      where id in (${newestWith(table, [broj], hasAll, RANKED_DOCUMENTS)})`.execute(db)
    for (const { broj_jci, ...row } of rows) {
      const rank = Math.min(numberRank(row.broj, q) ?? UNNAMED, numberRank(broj_jci ?? '', q) ?? UNNAMED)
      if (rank < UNNAMED) named.push({ rank, row })
    }
  }
  return named
    .toSorted((a, b) => a.rank - b.rank || b.row.datum.localeCompare(a.row.datum) || b.row.id - a.row.id)
    .slice(0, MAX_HITS)
    .map(({ row }) => row)
}

const UNNAMED = 9

/** Among the newest, newest first; a few are read in full. Quantities and amounts name no document here. */
async function documentsIn(db: Db, table: Numbered, q: string): Promise<Pretraga['dokumenti']> {
  const { rows } = await sql<Pretraga['dokumenti'][number]>`
    select ${facts(table)} from ${sql.table(table)}
    where id in (${newestWith(table, SOUGHT[table], containsWords(engineOf(db), SOUGHT[table], q), MAX_HITS)})
    order by datum desc, id desc`.execute(db)
  return rows
}

/** The first ids, newest first, of those among the newest documents whose texts are as `found` says. */
const newestWith = (table: Numbered, texts: readonly string[], found: RawBuilder<SqlBool>[], limit: number) => sql`
  select id from (select id, datum, ${sql.join(texts.map((text) => sql.ref(text)))} from ${sql.table(table)}
    order by datum desc, id desc limit ${SEARCHED_DOCUMENTS}) d
  where ${sql.join(found, sql` and `)} order by datum desc, id desc limit ${limit}`

/** By any of their spellings. */
const partneriIn = (db: Db, q: string): Promise<Pretraga['partneri']> =>
  db
    .selectFrom('partner')
    .select(['id', 'naziv', 'grad'])
    .where(({ and }) => and(containsWords(engineOf(db), 'trazi', q)))
    .orderBy('naziv_red')
    .orderBy('id')
    .limit(MAX_HITS)
    .execute()

const goodsIn = (db: Db, table: 'materijal' | 'proizvod', q: string): Promise<Pretraga['materijali']> =>
  db
    .selectFrom(table)
    .select(['id', 'naziv'])
    .where(({ and }) => and(containsWords(engineOf(db), 'trazi', q)))
    .orderBy(nearest(q))
    .orderBy(sql`naziv_red`)
    .orderBy('id')
    .limit(MAX_HITS)
    .execute()

const odobrenjaIn = (db: Db, q: string): Promise<Pretraga['odobrenja']> =>
  db
    .selectFrom('odobrenje')
    .select(['id', 'broj', 'vrsta_postupka'])
    .where(({ and }) => and(containsWords(engineOf(db), 'trazi', q)))
    .orderBy('id', 'desc')
    .limit(MAX_HITS)
    .execute()

/** The newest notes that hold every word, of what is still there, each with the number or name of its thing. */
async function beleskeIn(db: Db, q: string): Promise<Pretraga['beleske']> {
  const numbered = (vrsta: 'c4' | 'c1' | 'ostalo_razduzenje' | 'odobrenje', number: string) => sql`
    (select ${sql.ref(number)} from ${sql.table(vrsta)} d
      where d.id = case when b.vrsta = ${sql.lit(vrsta)} then cast(b.predmet as bigint) end)`
  const named = (vrsta: 'materijal' | 'proizvod') => sql`
    (select naziv from ${sql.table(vrsta)} d where b.vrsta = ${sql.lit(vrsta)} and d.id = b.predmet)`
  const { rows } = await sql<Pretraga['beleske'][number]>`
    select id, vrsta, predmet, naziv, tekst from (
      select n.id, b.vrsta, b.predmet, b.tekst, coalesce(${numbered('c4', 'broj_c4')}, ${numbered('c1', 'broj_c1')},
        ${numbered('ostalo_razduzenje', 'broj')}, ${numbered('odobrenje', 'broj')},
        ${named('materijal')}, ${named('proizvod')}) as naziv
      from (select id, trazi from beleska order by id desc limit ${SEARCHED_NOTES}) n
        cross join beleska b
      where b.id = n.id and ${sql.join(containsWords(engineOf(db), 'n.trazi', q), sql` and `)}) found
    where naziv is not null order by id desc limit ${MAX_HITS}`.execute(db)
  return rows
}
