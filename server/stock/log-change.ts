import type { FactRow, Radnja } from '#contract/audit.ts'
import type { Manjak, MovedC1 } from '#contract/documents.ts'
import { add, type Micro, microToNumber, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import type { MovedLine } from './moved-lines.ts'
import type { Booked, Move } from './moves.ts'

/** A document that was changed: what is told of it, by whom, and whether a move is its work. */
export type Cause = { readonly entry: LogEntry; readonly log: Log; readonly causedBy: (move: Move) => boolean }

/**
 * Writes `entry`, about the document that a save changed, and one more for each other export whose lots the save moved;
 * answers those exports.
 */
export async function logChange(tx: Tx, log: Log, booked: Booked, entry: LogEntry): Promise<MovedC1[]> {
  const cause = { entry, log, causedBy: () => true }
  return (await logChanges(tx, booked, [cause])).get(cause) ?? []
}

/**
 * The same for documents that were saved together: answers for each which exports it moved. An export that several of
 * them moved has one entry, which names them all.
 */
export async function logChanges(tx: Tx, booked: Booked, causes: readonly Cause[]): Promise<Map<Cause, MovedC1[]>> {
  const changed = new Set(causes.flatMap(({ entry }) => (entry.vrsta === 'c1' ? [entry.predmet] : [])))
  const movesOf = Map.groupBy(
    booked.moved.filter(({ c1_id }) => !changed.has(c1_id)),
    ({ c1_id }) => c1_id,
  )
  const exports = movesOf.size > 0 ? await movedC1(tx, movesOf, booked) : []
  const reasons = new Map(
    exports.map(({ id }) => [id, causes.filter(({ causedBy }) => movesOf.get(id)?.some(causedBy))]),
  )
  const entries = movedEntries(movesOf, exports, reasons, booked)
  for (const cause of causes) {
    // Told by whoever moved it last.
    const told = entries.filter(({ id }) => reasons.get(id)?.at(-1) === cause).map(({ entry }) => entry)
    await cause.log([...told, cause.entry])
  }
  return new Map(causes.map((cause) => [cause, exports.filter(({ id }) => reasons.get(id)?.includes(cause))]))
}

/** The moved exports, in date order. */
async function movedC1(tx: Tx, movesOf: ReadonlyMap<number, readonly Move[]>, { lines }: Booked): Promise<MovedC1[]> {
  const changes = new Map([...movesOf].map(([id, moves]) => [id, shortageChanges(moves)]))
  const materials = await materialsOf(tx, new Set([...changes.values()].flatMap((of) => [...of.keys()])))
  const rows = [...movesOf].map(([id, [move]]) => {
    const { broj_c1, datum } = lines.get((move as Move).c1_stavka_id) as MovedLine
    return { id, broj_c1, datum }
  })
  rows.sort((a, b) => (a.datum === b.datum ? a.id - b.id : a.datum < b.datum ? -1 : 1))
  return rows.map((row) => {
    const ofExport = materials.map((material) => {
      const more = changes.get(row.id)?.get(material.materijal_id) ?? NO_QUANTITY
      return { ...material, kolicina: more }
    })
    const novi_manjak = ofExport.filter(({ kolicina }) => kolicina > 0)
    const covered = ofExport.filter(({ kolicina }) => kolicina < 0)
    const pokriveno = covered.map((less) => ({ ...less, kolicina: subtract(NO_QUANTITY, less.kolicina) }))
    return { ...row, novi_manjak, pokriveno }
  })
}

/** By how much more (less than 0: by how much less) of each material is not covered after these moves than before. */
function shortageChanges(moves: readonly Move[]): Map<string, Micro> {
  const changes = new Map<string, Micro>()
  for (const { materijal_id, pre, posle } of moves)
    changes.set(materijal_id, add(changes.get(materijal_id) ?? NO_QUANTITY, subtract(posle.manjak, pre.manjak)))
  return new Map([...changes].filter(([, more]) => more !== 0))
}

/** Names and units of these materials, by id. */
async function materialsOf(tx: Tx, ids: ReadonlySet<string>): Promise<Omit<Manjak, 'kolicina'>[]> {
  if (ids.size === 0) return []
  return tx
    .selectFrom('materijal')
    .select(['id as materijal_id', 'naziv', 'jedinica_mere'])
    .where('id', 'in', engineOf(tx).list([...ids]))
    .orderBy('id')
    .execute()
}

/**
 * What the lines of each export drew from which C4 before and what now, of those materials only whose lots changed.
 * `reasons` are the documents that moved them.
 */
function movedEntries(
  movesOf: ReadonlyMap<number, readonly Move[]>,
  exports: readonly MovedC1[],
  reasons: ReadonlyMap<number, readonly Cause[]>,
  { lines, lots }: Booked,
): { id: number; entry: LogEntry }[] {
  // A lot that is not there any more was one of the document that changed.
  const gone = { datum: '', c4_broj: [...reasons.values()][0]?.[0]?.entry.opis ?? '' }
  const lotOf = (draw: { c4_stavka_id: number }) => lots.get(draw.c4_stavka_id) ?? gone
  const sideOf = (moves: readonly Move[], side: 'pre' | 'posle'): FactRow[] =>
    moves.flatMap((move) => {
      const { broj_fakture, redni_broj } = lines.get(move.c1_stavka_id) as MovedLine
      const start = { broj_fakture, redni_broj, materijal_id: move.materijal_id }
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
  return exports.map(({ id, broj_c1 }) => {
    const moves = movesOf.get(id) ?? []
    const entry: LogEntry = {
      radnja: 'pomereno',
      vrsta: 'c1',
      predmet: id,
      opis: broj_c1,
      sazetak: causeText(reasons.get(id) ?? []),
      pre: { razduzenje: sideOf(moves, 'pre') },
      posle: { razduzenje: sideOf(moves, 'posle') },
    }
    return { id, entry }
  })
}

const VERBS: Partial<Record<Radnja, string>> = { dodato: 'dodat', izmenjeno: 'izmenjen', obrisano: 'obrisan' }

/** 'Uzrok: dodat izlazni dokument A', 'Uzrok: dodati izlazni dokumenti A, B'. */
function causeText(causes: readonly Cause[]): string {
  const numbers = causes.map(({ entry }) => entry.opis).join(', ')
  const { radnja, vrsta } = (causes[0] as Cause).entry
  const many = causes.length > 1 ? 'i' : ''
  return `Uzrok: ${VERBS[radnja]}${many} ${vrsta === 'c4' ? 'ulazni' : 'izlazni'} dokument${many} ${numbers}`
}
