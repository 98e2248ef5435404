import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditEntry, AuditQuery, AuditRow } from '#contract/audit.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { searchText } from '#domain/search-text.ts'
import { contains, wordsOf } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { pageWindow, readDirection } from '#server/db/page-window.ts'
import type { Db, Schema } from '#server/db/schema.ts'

const COLUMNS = ['id', 'vreme', 'korisnik', 'radnja', 'vrsta', 'predmet', 'opis', 'sazetak'] as const
const imaRazlike = sql<SqlBool>`(pre is not null or posle is not null)`.as('ima_razlike')

/** What no index narrows is read up to here from the newest entry on, and counted behind that: one walk in all. */
const WALKED_ENTRIES = 5000

/** A page of the audit trail, newest first, and how many entries there are in all. */
export async function findEntries(db: Db, query: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const walks = query.search || query.radnja || query.korisnik
  const find = walks && query.page * query.limit <= WALKED_ENTRIES ? readFromNewest : countThenRead
  const wanted = { ...query, where: await filters(db, query) }
  const { ids, total } = await find(db, wanted)
  if (ids.length === 0) return { rows: [], total }
  const rows = await db
    .selectFrom('dnevnik')
    .select([...COLUMNS, imaRazlike])
    .where('id', 'in', ids)
    .orderBy('vreme', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { rows: rows.map((row) => ({ ...row, ima_razlike: Boolean(row.ima_razlike) })), total }
}

/** `where`: what all of its entries fulfil. */
type Wanted = AuditQuery & { readonly where: Condition }
type Condition = (eb: Entries) => Expression<SqlBool>
type Entries = ExpressionBuilder<Schema, 'dnevnik'>
type Found = { readonly ids: number[]; readonly total: number }

async function readFromNewest(db: Db, query: Wanted): Promise<Found> {
  const reach = query.page * query.limit
  const rows = await db
    .selectFrom('dnevnik')
    .select(['vreme', 'id'])
    .where(query.where)
    .orderBy('vreme', 'desc')
    .orderBy('id', 'desc')
    .limit(reach)
    .execute()
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
  if (window.limit === 0) return { ids: [], total }
  const direction = readDirection(window, 'desc')
  const rows = await db
    .selectFrom('dnevnik')
    .select('id')
    .where(query.where)
    .orderBy('vreme', direction)
    .orderBy('id', direction)
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}

async function countEntries(db: Db, query: Wanted, bounds: readonly RawBuilder<SqlBool>[] = []): Promise<number> {
  const { vrsta, predmet, radnja, korisnik, datum_od, datum_do, search } = query
  const narrowed = predmet || radnja || korisnik || datum_od || datum_do || search
  const { total } = await db
    .selectFrom('dnevnik')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((eb) => (vrsta && !narrowed ? eb('vrsta', '=', vrsta) : eb.and([query.where(eb), ...bounds])))
    .executeTakeFirstOrThrow()
  return total
}

/** Days are those of the place where the server stands, as everywhere. */
async function filters(db: Db, query: AuditQuery): Promise<Condition> {
  const { vrsta, predmet, radnja, korisnik, datum_od, datum_do, search } = query
  const words = wordsOf(search ?? '')
  const accounts =
    korisnik || words.length > 0 ? await db.selectFrom('korisnik').select(['id', 'email']).orderBy('id').execute() : []
  return (eb) =>
    eb.and([
      // The index by thing is for one thing: along it, all of a kind would have to be sorted.
      ...(vrsta ? [predmet ? eb('vrsta', '=', vrsta) : sql<SqlBool>`vrsta || '' = ${vrsta}`] : []),
      ...(predmet ? [eb('predmet', '=', predmet)] : []),
      ...(radnja ? [eb('radnja', '=', radnja)] : []),
      ...(korisnik ? [by(eb, korisnik, accounts)] : []),
      ...(datum_od ? [eb('vreme', '>=', startOf(datum_od, 0))] : []),
      ...(datum_do ? [eb('vreme', '<', startOf(datum_do, 1))] : []),
      ...words.map((word) => eb.or([...byAccounts(db, word, accounts), contains('trazi', word)])),
    ])
}

type Account = { readonly id: number; readonly email: string }

/** The entries of somebody, who may be none of the accounts (contract: SISTEM). */
function by(eb: Entries, korisnik: string, accounts: readonly Account[]): Expression<SqlBool> {
  const account = accounts.find(({ email }) => email === korisnik)
  return account ? eb('korisnik_id', '=', account.id) : eb('korisnik_id', 'is', null).and('korisnik', '=', korisnik)
}

/** Comparing with so many ranges one after the other is quicker than looking a number up in a set. */
const MAX_RANGES = 8

/**
 * The entries of those whose e-mail contains a word, as no text of theirs does (server/audit/log.ts). Mostly these are
 * one, none or all, or some that follow one another.
 */
function byAccounts(db: Db, word: string, accounts: readonly Account[]): RawBuilder<SqlBool>[] {
  const runs: number[][] = [[]]
  for (const { id, email } of accounts)
    if (searchText(email).includes(word)) runs.at(-1)?.push(id)
    else runs.push([])
  const ranges = runs.filter(({ length }) => length > 0)
  if (ranges.length > MAX_RANGES) return [sql`korisnik_id in ${engineOf(db).list(ranges.flat())}`]
  return ranges.map((ids) => sql`korisnik_id between ${ids[0]} and ${ids.at(-1)}`)
}

/** The first moment of a day, or of the one so many days later. */
function startOf(day: CalendarDate, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

/** One entry with what was before and what is after; null when there is none. */
export async function findEntry(db: Db, id: number): Promise<AuditEntry | null> {
  const row = await db
    .selectFrom('dnevnik')
    .select([...COLUMNS, 'pre', 'posle'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const read = (json: string | null) => (json === null ? null : JSON.parse(json))
  return { ...row, ima_razlike: row.pre !== null || row.posle !== null, pre: read(row.pre), posle: read(row.posle) }
}
