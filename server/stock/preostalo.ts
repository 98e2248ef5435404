import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'

/**
 * What remains of a lot `l` whose material's totals are `s`. Lots are consumed in order (decisions §1), so of each
 * material one lot at most is begun, and its totals say how far: a draw changes one row, whatever it draws from. In the
 * queue of an authorisation (queues.ts) the begun lot says it itself.
 */
export const preostalo = sql<Micro>`
  case when l.utrosen is not null then 0 when l.id = s.zapocet_lot then s.zapocet_preostalo
    else coalesce(l.zapoceto, l.kolicina - l.izuzeto) end`

/** The day of change-over of a lot `l` of a `c4`, where something of it had left before (customs §3.13). */
export const danPrelaska = sql<CalendarDate | null>`case when l.vec_razduzeno is not null then c4.dan_prelaska end`
