import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ObracunIzvoz, ObracunStavka } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { trailMark } from '#server/audit/trail-mark.ts'
import { breathe } from '#server/breathe.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { NO_LOT } from '#server/stock/no-lot.ts'
import { accountsOf, documentsIn, lotsIn } from './obracun.ts'
import { pageOfDraws } from './obracun-izvoz.ts'
import type { Scope } from './obracun-scope.ts'

type Page = { readonly page: number; readonly limit: number }
/** How many rows of a list are dated on each day, the oldest first. */
type Days = { readonly datum: CalendarDate; readonly broj: number }[]

/** Lists of which the days are remembered. */
const KEPT_LISTS = 20
/** Days that are counted at once; on SQLite nothing else is done meanwhile. */
const LOT_DAYS = 60
const DRAW_DAYS = 10
const DAY_MS = 86_400_000

/**
 * Pages of an account of any number of lots. A list is counted by day, some days at a time, and the counts are kept as
 * long as the audit trail says that nothing was changed: a page, wherever it is, begins on its day and passes over no
 * more than that day has.
 */
export function obracunPages() {
  const kept = new Map<string, { mark: number; days: Days }>()

  async function daysOf(db: Db, key: string, count: () => Promise<Days>): Promise<Days> {
    const mark = await trailMark(db)
    const known = kept.get(key)
    if (known?.mark === mark) return known.days
    const days = await count()
    kept.delete(key)
    kept.set(key, { mark, days })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_LISTS && oldest !== undefined) kept.delete(oldest)
    return days
  }

  return {
    /** A page of part A, lots in the order in which they are drawn from, and how many there are. */
    async stavke(db: Db, scope: Scope, page: Page): Promise<{ rows: ObracunStavka[]; total: number }> {
      const found = lotsIn(db, scope)
      const days = await daysOf(db, keyOf('stavke', scope), () =>
        countByDay(db, { scope, table: 'c4', column: 'l.datum', days: LOT_DAYS }, (when) => {
          return sql`c4_stavka l where ${found} and ${when}`
        }),
      )
      const { since, before, total } = placeOf(days, page)
      if (since === null) return { rows: [], total }
      const { rows } = await sql<{ id: number }>`
        select l.id from c4_stavka l where ${found} and l.datum >= ${since}
        order by l.datum, l.c4_id, l.id limit ${page.limit} offset ${before}`.execute(db)
      const { stavke } = await accountsOf(
        db,
        rows.map(({ id }) => id),
        scope,
      )
      return { rows: stavke, total }
    },

    /** A page of part B, in the order of the exports, and how many rows there are; of one lot, where it is named. */
    async izvoz(
      db: Db,
      scope: Scope,
      { ulaz_stavka_id, ...page }: Page & { ulaz_stavka_id?: number | undefined },
    ): Promise<{ rows: ObracunIzvoz[]; total: number }> {
      const documents = documentsIn(db, scope)
      const conditions = [sql<SqlBool>`r.c4_stavka_id <> ${sql.lit(NO_LOT)}`, ...bounds(scope, 'c1.datum')]
      if (ulaz_stavka_id !== undefined) conditions.push(sql<SqlBool>`r.c4_stavka_id = ${ulaz_stavka_id}`)
      if (documents.length > 0) {
        const lots = sql`(select l.id from c4_stavka l where ${sql.join(documents, sql` and `)})`
        conditions.push(sql<SqlBool>`r.c4_stavka_id in ${lots}`)
      }
      const found = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
      const narrow = documents.length > 0 || ulaz_stavka_id !== undefined
      const days = await daysOf(db, keyOf('izvoz', scope, ulaz_stavka_id), () =>
        countByDay(db, { scope, table: 'c1', column: 'c1.datum', days: narrow ? Infinity : DRAW_DAYS }, (when) => {
          return sql`c1 join c1_stavka i on i.c1_id = c1.id join razduzenje r on r.c1_stavka_id = i.id
            where ${found} and ${when}`
        }),
      )
      const { since, before, total } = placeOf(days, page)
      if (since === null) return { rows: [], total }
      const when = sql<SqlBool>`${found} and c1.datum >= ${since}`
      return { rows: await pageOfDraws(db, when, { limit: page.limit, before }), total }
    },
  }
}

const keyOf = (list: string, { datum_od, datum_do, c4_ids, odobrenje_id }: Scope, lot?: number) =>
  JSON.stringify([list, datum_od, datum_do, c4_ids, odobrenje_id, lot])

type Counted = {
  readonly scope: Scope
  /** The documents whose days the rows have. */
  readonly table: 'c4' | 'c1'
  readonly column: string
  readonly days: number
}

/** Counts rows by day, so many days at a time, and lets others in between. */
async function countByDay(
  db: Db,
  { scope, table, column, days }: Counted,
  from: (when: RawBuilder<SqlBool>) => RawBuilder<unknown>,
): Promise<Days> {
  const { rows: ends } = await sql<{ first: CalendarDate | null; last: CalendarDate | null }>`
    select min(datum) as first, max(datum) as last from ${sql.table(table)}`.execute(db)
  const { first = null, last = null } = ends[0] ?? {}
  const counted: Days = []
  if (first === null || last === null) return counted
  const end = scope.datum_do && scope.datum_do < last ? scope.datum_do : last
  // What exports took lies in the period; imports of before it may have something left.
  let since: CalendarDate = table === 'c1' && scope.datum_od && scope.datum_od > first ? scope.datum_od : first
  while (since <= end) {
    const next = later(since, days)
    const when = sql<SqlBool>`${sql.ref(column)} >= ${since}
      and ${next === null ? sql`${sql.ref(column)} <= ${end}` : sql`${sql.ref(column)} < ${next}`}`
    const { rows } = await sql<Days[number]>`
      select ${sql.ref(column)} as datum, count(*) as broj from ${from(when)}
      group by ${sql.ref(column)} order by ${sql.ref(column)}`.execute(db)
    counted.push(...rows)
    if (next === null) return counted
    since = next
    await breathe()
  }
  return counted
}

/** The day so many days later; null where that is beyond all. */
const later = (day: CalendarDate, days: number) =>
  days === Infinity ? null : (new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10) as CalendarDate)

/** The day on which a page begins, null behind the end, how many rows of that day stand before it, and how many there are. */
function placeOf(days: Days, { page, limit }: Page): { since: CalendarDate | null; before: number; total: number } {
  const total = days.reduce((sum, { broj }) => sum + broj, 0)
  let before = (page - 1) * limit
  for (const { datum, broj } of days) {
    if (before < broj) return { since: datum, before, total }
    before -= broj
  }
  return { since: null, before, total }
}
