import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type AuditEntry,
  type AuditQuery,
  type AuditRow,
  type auditEndpoints,
  type FactRow,
  PRIJAVE,
  SISTEM,
} from '#contract/audit.ts'
import { microToNumber } from '#domain/decimal.ts'
import { searchText } from '#domain/search-text.ts'
import { KEPT } from '#server/audit/log.ts'
import { PACKED, unpackMoved } from '#server/audit/moved-exports.ts'
import { movedExport } from '#server/audit/moved-index.ts'
import { SEALED } from '#server/audit/sealed.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import { type Filters, type PageWindow, pageWindow, readDirection, walked, whereOf } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf, startOfDay, timeOf } from '#server/local-time.ts'
import { pageOf } from '#server/records/page.ts'
import { markRestorable } from '#server/records/restore.ts'
import { existing } from '#server/refusal.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { findChanges } from './changes.ts'

/** The calls of the audit trail, of which the specification knows nothing (docs/decisions/audit-trail.md). */
export const auditHandlers = ({ read, readAtOnce }: Store): Handlers<typeof auditEndpoints> => ({
  async listAudit({ query, now }) {
    return pageOf(await readAtOnce((db) => findEntries(db, query, now)), query)
  },

  async auditUsers() {
    const users = await read.selectFrom('korisnik').select('email').orderBy('email_kljuc').execute()
    return [...users.map(({ email }) => email), SISTEM]
  },

  getAudit: ({ params, query, now }) => existing(readAtOnce((db) => findEntry(db, params.id, now, query.predmet))),

  async changes({ query: { since, izmene: named }, now }) {
    const { cursor, vrste, izmene, sve } = await findChanges(read, since, now)
    return { cursor, vrste, ...(named && { izmene, sve }) }
  },
})

const COLUMNS = ['id', 'vreme', 'korisnik', 'radnja', 'vrsta', 'predmet', 'opis', 'sazetak'] as const
const imaRazlike = sql<SqlBool>`(pre is not null or posle is not null)`.as('ima_razlike')

/** Queries without an index read this many entries from the newest on and count the rest: one walk in all. */
const WALKED_ENTRIES = 5000

/** A page of the audit trail, newest first, and how many entries there are in all. */
async function findEntries(db: Db, query: AuditQuery, now: number): Promise<{ rows: AuditRow[]; total: number }> {
  const walks = query.search || query.radnja || query.korisnik
  const find = walks && query.page * query.limit <= WALKED_ENTRIES ? readFromNewest : countThenRead
  const wanted = { ...query, filters: await filtersOf(db, query) }
  const { ids, total } = await find(db, wanted)
  if (ids.length === 0) return { rows: [], total }
  const rows = await db
    .selectFrom('dnevnik')
    .select([...COLUMNS, imaRazlike])
    .where('id', 'in', ids)
    .orderBy('vreme', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const named = await markRestorable(db, await nameMoved(db, rows, query), now)
  return { rows: named.map((row) => ({ ...row, ...momentOf(row), ima_razlike: Boolean(row.ima_razlike) })), total }
}

/** The day and time of an entry in the zone of the books, as the filter by days has it. */
const momentOf = ({ vreme }: { readonly vreme: number }) => ({ dan: dayOf(vreme), sat: timeOf(vreme) })

/** The export of a query for its history; undefined for any other query. */
const exportOf = ({ vrsta, predmet }: Pick<AuditQuery, 'vrsta' | 'predmet'>): number | undefined =>
  vrsta === 'c1' && predmet && /^\d{1,15}$/.test(predmet) ? Number(predmet) : undefined

/** In the history of one export, an entry about all that a document moved is about that export. */
async function nameMoved<Row extends { id: number; radnja: string; predmet: string; opis: string }>(
  db: Db,
  rows: readonly Row[],
  query: AuditQuery,
): Promise<readonly Row[]> {
  const c1_id = exportOf(query)
  if (c1_id === undefined || !rows.some(isMoved)) return rows
  const numberAt = await numbersOf(db, [c1_id])
  return rows.map((row) => (isMoved(row) ? { ...row, predmet: String(c1_id), opis: numberAt(c1_id, row.id) } : row))
}

const isMoved = ({ radnja }: { readonly radnja: string }) => radnja === 'pomereno'

/** Answers the number of an export at the time of an entry, from the last entry about the export before it. */
async function numbersOf(db: Db, ids: readonly number[]): Promise<(c1_id: number, entry: number) => string> {
  const list = engineOf(db).list
  const own = await db
    .selectFrom('dnevnik')
    .select(['id', 'predmet', 'opis'])
    .where('vrsta', '=', 'c1')
    .where('predmet', 'in', list(ids.map(String)))
    .orderBy('id')
    .execute()
  const stored = await db.selectFrom('c1').select(['id', 'broj_c1']).where('id', 'in', list(ids)).execute()
  const entries = Map.groupBy(own, ({ predmet }) => predmet)
  const now = new Map(stored.map(({ id, broj_c1 }) => [id, broj_c1]))
  return (c1_id, entry) =>
    entries.get(String(c1_id))?.findLast(({ id }) => id < entry)?.opis ?? now.get(c1_id) ?? String(c1_id)
}

type Wanted = AuditQuery & { readonly filters: Filters }
type Found = { readonly ids: number[]; readonly total: number }
type Place = { readonly id: number; readonly vreme: number }

const NEWEST_FIRST = sql`vreme desc, id desc`

async function readFromNewest(db: Db, query: Wanted): Promise<Found> {
  const reach = query.page * query.limit
  const { rows } = await sql<Place>`
    select vreme, id ${walked(db, 'dnevnik', query.filters, NEWEST_FIRST)}
    order by ${NEWEST_FIRST} limit ${reach}`.execute(db)
  const ids = rows.slice(reach - query.limit).map(({ id }) => id)
  const last = rows.at(-1)
  if (!last || rows.length < reach) return { ids, total: rows.length }
  const sameMoment = await countEntries(db, query, [sql`vreme = ${last.vreme}`, sql`id < ${last.id}`])
  const before = await countEntries(db, query, [sql`vreme < ${last.vreme}`])
  return { ids, total: rows.length + sameMoment + before }
}

async function countThenRead(db: Db, query: Wanted): Promise<Found> {
  const total = await countEntries(db, query)
  const window = pageWindow(total, query)
  return { ids: window.limit === 0 ? [] : await idsIn(db, query, window), total }
}

async function idsIn(db: Db, { filters }: Wanted, window: PageWindow): Promise<number[]> {
  const direction = sql.raw(readDirection(window, 'desc'))
  const { rows } = await sql<Place>`
    select id from dnevnik ${whereOf(filters)} order by vreme ${direction}, id ${direction}
    limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows.map(({ id }) => id)
}

async function countEntries(db: Db, query: Wanted, bounds: readonly RawBuilder<SqlBool>[] = []): Promise<number> {
  const { vrsta, predmet, radnja, korisnik, datum_od, datum_do, search, bez_prijava, filters } = query
  const narrowed = predmet || radnja || korisnik || datum_od || datum_do || search || bez_prijava
  if (bez_prijava && !(vrsta || predmet || radnja || korisnik || datum_od || datum_do || search) && bounds.length === 0)
    return countWithoutLogins(db)
  const counted =
    vrsta && !narrowed
      ? sql`where vrsta = ${vrsta}`
      : whereOf({ ...filters, conditions: [...filters.conditions, ...bounds] })
  const { rows } = await sql<{ total: number }>`select count(*) as total from dnevnik ${counted}`.execute(db)
  return rows[0]?.total ?? 0
}

const LOGINS = sql`(${sql.join(PRIJAVE.map((radnja) => sql.lit(radnja)))})`

/** The number of entries but the logins, which the index by kind finds: no other entry has to be read. */
async function countWithoutLogins(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (select count(*) from dnevnik)
    - (select count(*) from dnevnik where vrsta = 'nalog' and radnja in ${LOGINS}) as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** The conditions of a query; days are those of the zone of the books (server/local-time.ts). */
async function filtersOf(db: Db, query: AuditQuery): Promise<Filters> {
  const { vrsta, predmet, radnja, korisnik, datum_od, datum_do, search, bez_prijava } = query
  const accounts =
    korisnik || search ? await db.selectFrom('korisnik').select(['id', 'email']).orderBy('id').execute() : []
  return {
    texts: containsWords(engineOf(db), 'trazi', search ?? '', (word) => byAccounts(db, word, accounts)),
    conditions: [
      // `|| ''` avoids the index by thing: along it, all things of a kind would have to be sorted.
      ...(vrsta ? [predmet ? sql<SqlBool>`vrsta = ${vrsta}` : sql<SqlBool>`vrsta || '' = ${vrsta}`] : []),
      ...(predmet ? [about(db, query, predmet)] : []),
      ...(radnja ? [sql<SqlBool>`radnja = ${radnja}`] : []),
      ...(bez_prijava ? [sql<SqlBool>`radnja not in ${LOGINS}`] : []),
      ...(korisnik ? [by(korisnik, accounts)] : []),
      ...(datum_od ? [sql<SqlBool>`vreme >= ${startOfDay(datum_od)}`] : []),
      ...(datum_do ? [sql<SqlBool>`vreme < ${startOfDay(datum_do, 1)}`] : []),
    ],
  }
}

/** The entries of a thing; of an export also those that moved it. */
function about(db: Db, query: AuditQuery, predmet: string): RawBuilder<SqlBool> {
  const c1_id = exportOf(query)
  return c1_id === undefined
    ? sql`predmet = ${predmet}`
    : sql`((vrsta = 'c1' and predmet = ${predmet}) or ${movedExport(db, c1_id)})`
}

type Account = { readonly id: number; readonly email: string }

/** The entries of somebody, who may be none of the accounts (contract: SISTEM). */
function by(korisnik: string, accounts: readonly Account[]): RawBuilder<SqlBool> {
  const account = accounts.find(({ email }) => email === korisnik)
  return account ? sql`korisnik_id = ${account.id}` : sql`(korisnik_id is null and korisnik = ${korisnik})`
}

/** Up to this number of ranges, comparisons are quicker than a look-up in a set. */
const MAX_RANGES = 8

/**
 * The entries of accounts whose e-mail contains a word: the texts of entries do not hold it (server/audit/log.ts).
 * Mostly these are one, none or all, or some that follow one another.
 */
function byAccounts(db: Db, word: string, accounts: readonly Account[]): RawBuilder<SqlBool>[] {
  const runs: number[][] = [[]]
  for (const { id, email } of accounts)
    if (searchText(email).includes(searchText(word))) runs.at(-1)?.push(id)
    else runs.push([])
  const ranges = runs.filter(({ length }) => length > 0)
  if (ranges.length > MAX_RANGES) return [sql`korisnik_id in ${engineOf(db).list(ranges.flat())}`]
  return ranges.map((ids) => sql`korisnik_id between ${ids[0]} and ${ids.at(-1)}`)
}

/** The number of moved rows that an entry shows where the query names no export. */
const MAX_MOVED_ROWS = 500

/**
 * One entry with the facts before and after; null when there is none. An entry about moved exports shows the export
 * `predmet`, or the first ones with their numbers.
 */
async function findEntry(db: Db, id: number, now: number, predmet?: string): Promise<AuditEntry | null> {
  const row = await db
    .selectFrom('dnevnik')
    .select([...COLUMNS, 'pre', 'posle'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const read = (json: string | null) => (json === null ? null : JSON.parse(json))
  const pre = read(row.pre)
  const posle = read(row.posle)
  if (pre) delete pre[KEPT]
  if (posle) delete posle[SEALED]
  const [marked] = await markRestorable(db, [row], now)
  const entry = {
    ...row,
    ...momentOf(row),
    ima_razlike: row.pre !== null || row.posle !== null,
    moze_vratiti: marked?.moze_vratiti ?? false,
    pre,
    posle,
  }
  const packed = entry.posle?.[PACKED]
  return packed ? { ...entry, ...(await movedFacts(db, id, packed, predmet)) } : entry
}

async function movedFacts(db: Db, entry: number, packed: string, predmet?: string) {
  const c1_id = exportOf({ vrsta: 'c1', predmet })
  const { lines, c4Of } = await unpackMoved(packed, c1_id)
  const shown = c1_id === undefined ? lines.slice(0, MAX_MOVED_ROWS) : lines
  const numberAt = c1_id === undefined ? await numbersOf(db, [...new Set(shown.map((line) => line.c1_id))]) : null
  const side = (name: 'pre' | 'posle'): FactRow[] =>
    shown.flatMap((line) => {
      const { broj_fakture, redni_broj, materijal_id } = line
      const start = {
        ...(numberAt ? { broj_c1: numberAt(line.c1_id, entry) } : {}),
        broj_fakture,
        redni_broj,
        materijal_id,
      }
      return line[name].map(({ c4_stavka_id, kolicina }) =>
        c4_stavka_id === NO_LOT
          ? { ...start, manjak: microToNumber(kolicina) }
          : { ...start, c4_broj: c4Of(c4_stavka_id), ulaz_stavka_id: c4_stavka_id, kolicina: microToNumber(kolicina) },
      )
    })
  return { pre: { razduzenje: side('pre') }, posle: { razduzenje: side('posle') } }
}
