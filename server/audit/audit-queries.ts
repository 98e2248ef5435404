import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { AuditEntry, AuditQuery, AuditRow } from '#contract/audit.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { containsWords } from '#server/db/contains.ts'
import type { Db } from '#server/db/open.ts'
import { inOrder, type PageWindow, pageWindow, readDirection } from '#server/db/page-window.ts'
import type { Schema } from '#server/db/schema.ts'

const COLUMNS = ['id', 'vreme', 'korisnik', 'radnja', 'vrsta', 'predmet', 'opis', 'sazetak'] as const
const imaRazlike = sql<SqlBool>`(pre is not null or posle is not null)`.as('ima_razlike')

/** A page of the audit trail, newest first, and how many entries there are in all. */
export async function findEntries(db: Db, query: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const matching = filters(query)
  const read = async (window: PageWindow) => {
    const direction = readDirection(window, 'desc')
    const rows = await db
      .selectFrom('dnevnik')
      .select([...COLUMNS, imaRazlike])
      .where(matching)
      .orderBy('vreme', direction)
      .orderBy('id', direction)
      .limit(window.limit)
      .offset(window.offset)
      .execute()
    return inOrder(window, rows).map((row) => ({ ...row, ima_razlike: Boolean(row.ima_razlike) }))
  }
  if (query.search && query.page === 1) {
    // Where all of it is on the first page, nothing needs to be counted.
    const rows = await read({ backwards: false, limit: query.limit, offset: 0 })
    if (rows.length < query.limit) return { rows, total: rows.length }
  }
  const { total } = await db
    .selectFrom('dnevnik')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow()
  return { rows: await read(pageWindow(total, query)), total }
}

/** Days are those of the place where the server stands, as everywhere. */
const filters =
  ({ vrsta, predmet, radnja, korisnik, datum_od, datum_do, search }: AuditQuery) =>
  (eb: ExpressionBuilder<Schema, 'dnevnik'>) =>
    eb.and([
      ...(vrsta ? [eb('vrsta', '=', vrsta)] : []),
      ...(predmet ? [eb('predmet', '=', predmet)] : []),
      ...(radnja ? [eb('radnja', '=', radnja)] : []),
      ...(korisnik ? [eb('korisnik', '=', korisnik)] : []),
      ...(datum_od ? [eb('vreme', '>=', startOf(datum_od, 0))] : []),
      ...(datum_do ? [eb('vreme', '<', startOf(datum_do, 1))] : []),
      ...containsWords('trazi', search ?? ''),
    ])

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
