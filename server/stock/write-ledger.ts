import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { portions } from '#server/breathe.ts'
import { insertion, update, type Write } from '#server/db/engine.ts'
import { type Booked, type Bookings, inPlace } from './moves.ts'
import { isFound, NEVER_DRAWN, NO_LOT } from './no-lot.ts'
import type { Ledger, QueuedRequirement, StoredDraw } from './open-ledger.ts'
import { firstOpen, queues } from './queues.ts'

// The third step of the ledger: what was decided (ledger.ts) becomes rows.

const DRAW_KEY = { c1_stavka_id: 'int', materijal_id: 'text', c4_stavka_id: 'int' } as const
const DRAW = { ...DRAW_KEY, c1_id: 'int', kolicina: 'int', datum: 'text' } as const
const TOTALS = {
  total_input: 'int',
  total_consumed: 'int',
  manjak: 'int',
  vrednost: 'text',
  broj_c4: 'int',
  poslednji_uvoz: 'text',
  poslednji_izvoz: 'text',
} as const
const insertDraws = insertion('razduzenje', DRAW)
const changeDraws = update('razduzenje', { ...DRAW_KEY, usmereno: 'int' }, { kolicina: 'int' })
// By two verbs: a draw that ends no lot writes no index of lots.
const drawLots = update('c4_stavka', { id: 'int' }, { preostalo: 'int' })
const turnLots = update('c4_stavka', { id: 'int' }, { preostalo: 'int', utrosen: 'text' })
const updateTotals = update('stanje', { materijal_id: 'text' }, TOTALS)

/** Writes draws, shortages, what remains of lots, and totals. */
export async function writeBooked(
  ledger: Ledger,
  added: readonly QueuedRequirement[],
  { inserted, updated, deleted, remains, moved, lastDays, left }: Bookings & Booked,
): Promise<void> {
  const rows = inPlace([...added, ...moved], inserted)
  const changed = updated.map((draw) => ({ ...draw, usmereno: 0 }))
  const { drawn = [], turned = [] } = Object.groupBy(remains, ({ turns }) => (turns ? 'turned' : 'drawn'))
  const writes = [insertDraws(rows), changeDraws(changed), drawLots(drawn), turnLots(turned)]
  await deleteDraws(ledger, deleted)
  await ledger.engine.write(ledger.tx, [...writes, totalsWrite(ledger, lastDays)])
  await findLastAgain(ledger, left)
}

/** Some 10 ms on SQLite. */
const DELETED_AT_ONCE = 500

/** Removes these draws; those that are gone already are passed over. */
export async function deleteDraws({ engine, tx }: Ledger, draws: readonly StoredDraw[]): Promise<void> {
  const names = sql.join(Object.keys(DRAW_KEY).map((name) => sql.ref(name)))
  for (const some of portions(draws, DELETED_AT_ONCE))
    await sql`
      delete from razduzenje as r
      where (${names}) in (select ${names} from ${engine.rows(DRAW_KEY, some)} g) and ${isFound}`.execute(tx)
}

function totalsWrite(ledger: Ledger, lastDays: ReadonlyMap<string, CalendarDate>): Write {
  const rows = [...ledger.totals].map(([materijal_id, totals]) => {
    const poslednji_izvoz = lastDays.get(materijal_id) ?? totals.poslednji_izvoz
    return { materijal_id, ...totals, poslednji_izvoz, vrednost: totals.vrednost.toString() }
  })
  return updateTotals(rows)
}

/**
 * Looks up `poslednji_izvoz` for materials that no released or new requirement needs any more. This is rare; otherwise
 * the last one in the queue says it. The last draw is from the first open lot of a queue or from the lot that was used up
 * last.
 */
async function findLastAgain({ tx, engine }: Ledger, left: readonly string[]) {
  if (left.length === 0) return
  await sql`
    update stanje set poslednji_izvoz = (select max(datum) from (
      select max(r.datum) as datum from razduzenje r
      where r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.materijal_id = stanje.materijal_id
      union all select (select max(r.datum) from razduzenje r
        where ${isFound} and r.c4_stavka_id = ${firstOpen(sql`stanje.materijal_id`, sql`q.red`)}) from ${queues(engine)}
      union all select max(l.utrosen) from c4_stavka l
      where l.materijal_id = stanje.materijal_id and l.utrosen > ${NEVER_DRAWN}) d)
    where materijal_id in ${engine.list(left)}`.execute(tx)
}
