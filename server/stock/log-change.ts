import type { FactRow, Radnja } from '#contract/audit.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { microToNumber } from '#domain/decimal.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import type { Booked, Move } from './moves.ts'

type MovedC1 = { readonly id: number; readonly broj_c1: string; readonly datum: CalendarDate }

/**
 * Writes `entry`, about the document that a save changed, and one more for each other export whose lots the save moved;
 * answers those exports.
 */
export async function logChange(
  engine: Engine,
  tx: Tx,
  log: Log,
  { moved }: Booked,
  entry: LogEntry,
): Promise<MovedC1[]> {
  const others = entry.vrsta === 'c1' ? moved.filter(({ c1_id }) => c1_id !== entry.predmet) : moved
  if (others.length === 0) {
    await log([entry])
    return []
  }
  const exports = await movedC1(engine, tx, others)
  await log([...(await movedEntries(engine, tx, others, exports, entry)), entry])
  return exports
}

/** The moved exports, in date order. */
const movedC1 = (engine: Engine, tx: Tx, moved: readonly Move[]): Promise<MovedC1[]> =>
  tx
    .selectFrom('c1')
    .select(['id', 'broj_c1', 'datum'])
    .where('id', 'in', engine.list<number>([...new Set(moved.map(({ c1_id }) => c1_id))]))
    .orderBy('datum')
    .orderBy('id')
    .execute()

/**
 * What the lines of each export drew from which C4 before and what now, of those materials only whose lots changed.
 * `cause` is the entry about the document that moved them.
 */
async function movedEntries(
  engine: Engine,
  tx: Tx,
  moved: readonly Move[],
  exports: readonly MovedC1[],
  cause: LogEntry,
): Promise<LogEntry[]> {
  const lots = await lotsOf(engine, tx, moved)
  // A lot that is not there any more was one of the document that changed.
  const gone = { datum: '', c4_broj: cause.opis }
  const lotOf = (draw: { c4_stavka_id: number }) => lots.get(draw.c4_stavka_id) ?? gone
  const lineOf = await linesOf(engine, tx, moved)
  const sideOf = (moves: readonly Move[], side: 'pre' | 'posle'): FactRow[] =>
    moves.flatMap((move) => {
      const start = { ...lineOf.get(move.c1_stavka_id), materijal_id: move.materijal_id }
      const { draws, manjak } = move[side]
      const oldestFirst = draws.toSorted((a, b) => {
        const [day, other] = [lotOf(a).datum, lotOf(b).datum]
        return day === other ? a.c4_stavka_id - b.c4_stavka_id : day < other ? -1 : 1
      })
      const rows: FactRow[] = oldestFirst.map((draw) => ({
        ...start,
        c4_broj: lotOf(draw).c4_broj,
        ulaz_stavka_id: draw.c4_stavka_id,
        kolicina: microToNumber(draw.kolicina),
      }))
      return manjak > 0 ? [...rows, { ...start, manjak: microToNumber(manjak) }] : rows
    })
  const movesOf = Map.groupBy(moved, ({ c1_id }) => c1_id)
  return exports.map(({ id, broj_c1 }) => {
    const moves = movesOf.get(id) ?? []
    return {
      radnja: 'pomereno',
      vrsta: 'c1',
      predmet: id,
      opis: broj_c1,
      sazetak: causeText(cause),
      pre: { razduzenje: sideOf(moves, 'pre') },
      posle: { razduzenje: sideOf(moves, 'posle') },
    }
  })
}

const VERBS: Partial<Record<Radnja, string>> = { dodato: 'dodat', izmenjeno: 'izmenjen', obrisano: 'obrisan' }
const causeText = ({ radnja, vrsta, opis }: LogEntry) =>
  `Uzrok: ${VERBS[radnja]} ${vrsta === 'c4' ? 'ulazni' : 'izlazni'} dokument ${opis}`

/** Day and number of the C4 documents that the lots are of, by lot. */
async function lotsOf(engine: Engine, tx: Tx, moved: readonly Move[]) {
  const ids = new Set(
    moved.flatMap(({ pre, posle }) => [...pre.draws, ...posle.draws].map((draw) => draw.c4_stavka_id)),
  )
  const rows =
    ids.size === 0
      ? []
      : await tx
          .selectFrom('c4_stavka')
          .innerJoin('c4', 'c4.id', 'c4_id')
          .select(['c4_stavka.id', 'c4_stavka.datum', 'broj_c4 as c4_broj'])
          .where('c4_stavka.id', 'in', engine.list<number>([...ids]))
          .execute()
  return new Map<number, { datum: string; c4_broj: string }>(rows.map(({ id, ...lot }) => [id, lot]))
}

/** Invoice and number of the lines of the exports. */
async function linesOf(engine: Engine, tx: Tx, moved: readonly Move[]): Promise<Map<number, FactRow>> {
  const rows = await tx
    .selectFrom('c1_stavka')
    .select(['id', 'broj_fakture', 'redni_broj'])
    .where('id', 'in', engine.list<number>([...new Set(moved.map(({ c1_stavka_id }) => c1_stavka_id))]))
    .execute()
  return new Map(rows.map(({ id, ...line }) => [id, line]))
}
