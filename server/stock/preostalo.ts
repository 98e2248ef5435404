import { sql } from 'kysely'
import type { Micro } from '#domain/decimal.ts'

/**
 * What remains of a lot `l` whose material's totals are `s`. Lots are consumed in order (decisions §1), so of each
 * material one lot at most is begun, and its totals say how far: a draw changes one row, whatever it draws from. In the
 * queue of an authorisation (queues.ts) the begun lot says it itself.
 */
export const preostalo = sql<Micro>`
  case when l.utrosen is not null then 0 when l.id = s.zapocet_lot then s.zapocet_preostalo
    else coalesce(l.zapoceto, l.kolicina - l.izuzeto) end`
