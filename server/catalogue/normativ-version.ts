import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'

/** The version of a product's normativ that is in force on a day. */
export const versionOn = (proizvod_id: string, day: CalendarDate): RawBuilder<number> =>
  sql<number>`coalesce((select v.verzija from normativ_verzija v
    where v.proizvod_id = ${sql.ref(proizvod_id)} and v.vazi_od <= ${day} order by v.vazi_od desc limit 1), 1)`
