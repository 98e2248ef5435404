import { type SqlBool, sql } from 'kysely'
import type { ObracuniQuery, PodnetRed } from '#contract/obracuni.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'
import { type Found, pageFrom } from '#server/records/page.ts'
import { brojeviOf, NAMED_C4 } from './obracun-scope.ts'

const COLUMNS = [
  'obracun.id',
  'obracun.broj',
  'obracun.c4_ids',
  'obracun.odobrenje_id',
  'obracun.datum_od',
  'obracun.datum_do',
  'obracun.rok_podnosenja',
  'obracun.stanje',
  'obracun.datum_podnosenja',
  'obracun.broj_akta',
  'obracun.prethodni_id',
  'obracun.sha256',
  'obracun.napravljen',
  'obracun.korisnik',
  'obracun.verzija',
] as const

const rowsOf = (db: Db) =>
  db
    .selectFrom('obracun')
    .leftJoin('odobrenje', 'odobrenje.id', 'obracun.odobrenje_id')
    .leftJoin('obracun as p', 'p.id', 'obracun.prethodni_id')
    .select([...COLUMNS, 'odobrenje.broj as odobrenje_broj', 'p.broj as prethodni_broj'])

type Row = Omit<PodnetRed, 'c4_ids' | 'c4_brojevi'> & { c4_ids: string | null }

/** A page of the accounts, of all or of one authorisation, the newest first, and how many there are. */
export async function listObracuni(db: Db, { odobrenje_id, ...page }: ObracuniQuery): Promise<Found<PodnetRed>> {
  const where = odobrenje_id === undefined ? [] : [sql<SqlBool>`obracun.odobrenje_id = ${odobrenje_id}`]
  const { rows, total } = await pageFrom(db, 'obracun', rowsOf(db), { ...page, where })
  return { rows: await withNumbers(db, rows), total }
}

/** The accounts that are handed in and not corrected, with any of these days, by their first day. */
export async function listHandedIn(db: Db, days: { od: CalendarDate; do: CalendarDate }): Promise<PodnetRed[]> {
  const rows = await rowsOf(db)
    .where('obracun.stanje', 'in', ['podnet', 'prihvaćen'])
    .where('obracun.datum_od', '<=', days.do)
    .where('obracun.datum_do', '>=', days.od)
    .orderBy('obracun.datum_od')
    .orderBy('obracun.id')
    .execute()
  return withNumbers(db, rows)
}

/** One account without its rows; undefined where there is none. */
export async function findObracun(db: Db, id: number): Promise<PodnetRed | undefined> {
  const row = await rowsOf(db).where('obracun.id', '=', id).executeTakeFirst()
  return row && (await withNumbers(db, [row]))[0]
}

/** The imports of a scope as the column holds them. */
const idsIn = (c4_ids: string | null): number[] | null => (c4_ids === null ? null : JSON.parse(c4_ids))

async function withNumbers(db: Db, rows: readonly Row[]): Promise<PodnetRed[]> {
  const listed = rows.map((row) => ({ ...row, c4_ids: idsIn(row.c4_ids) }))
  const numbers = await brojeviOf(db, [...new Set(listed.flatMap(({ c4_ids }) => c4_ids?.slice(0, NAMED_C4) ?? []))])
  return listed.map((row) => ({
    ...row,
    c4_brojevi: (row.c4_ids ?? []).slice(0, NAMED_C4).flatMap((id) => numbers.get(id) ?? []),
  }))
}
