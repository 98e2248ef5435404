import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { each } from '#server/breathe.ts'
import { statement } from '#server/db/statement.ts'
import type { Move } from './moves.ts'
import type { Ledger } from './open-ledger.ts'

/** A line of an export that stood there before, and the document that it is of. */
export type MovedLine = {
  readonly c1_id: number
  readonly broj_c1: string
  readonly datum: CalendarDate
  readonly proizvod_id: string
  readonly broj_fakture: string
  readonly redni_broj: number
}
/** Day and number of the C4 that a lot is of. */
export type MovedLot = { readonly datum: CalendarDate; readonly c4_broj: string }

/** What is told of moves, by the ids of lines and lots. Lots that are removed are not in it. */
export type MovedNames = {
  readonly lines: ReadonlyMap<number, MovedLine>
  readonly lots: ReadonlyMap<number, MovedLot>
}

/**
 * Reads the lines that moved, or whose material costs something else though they draw as before, without the `added`
 * ones; and the lots that those which moved draw from and drew from. Asked for before `book` writes: PostgreSQL is
 * writing then while the trail is told.
 */
export async function readMoved(
  { tx, costs }: Ledger,
  added: readonly { c1_stavka_id: number }[],
  moved: readonly Move[],
): Promise<MovedNames> {
  const lineIds = new Set<number>()
  const lotIds = new Set<number>()
  await each(costs, ([id, trosak]) => {
    if (trosak !== 0n) lineIds.add(id)
  })
  await each(moved, ({ c1_stavka_id, pre, posle }) => {
    lineIds.add(c1_stavka_id)
    for (const { c4_stavka_id } of pre.draws) lotIds.add(c4_stavka_id)
    for (const { c4_stavka_id } of posle.draws) lotIds.add(c4_stavka_id)
  })
  for (const { c1_stavka_id } of added) lineIds.delete(c1_stavka_id)
  const lines = new Map<number, MovedLine>()
  const lots = new Map<number, MovedLot>()
  if (lineIds.size > 0)
    await each(await LINES(tx, JSON.stringify([...lineIds])), ({ id, ...line }) => lines.set(id, line))
  if (lotIds.size > 0) await each(await LOTS(tx, JSON.stringify([...lotIds])), ({ id, ...lot }) => lots.set(id, lot))
  return { lines, lots }
}

const LINES = statement<MovedLine & { id: number }, [ids: string]>(
  (engine) => sql`
    select s.id, s.c1_id, d.broj_c1, d.datum, s.proizvod_id, s.broj_fakture, s.redni_broj
    from c1_stavka s join c1 d on d.id = s.c1_id where s.id in ${engine.list([0])}`,
  { long: true },
)
const LOTS = statement<MovedLot & { id: number }, [ids: string]>(
  (engine) => sql`
    select l.id, l.datum, d.broj_c4 as c4_broj
    from c4_stavka l join c4 d on d.id = l.c4_id where l.id in ${engine.list([0])}`,
  { long: true },
)
