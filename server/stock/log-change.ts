import type { Radnja } from '#contract/audit.ts'
import type { Manjak, MovedC1 } from '#contract/documents.ts'
import { add, type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import { type MovedDraw, type MovedExports, type MovedLine, PACKED, packMoved } from '#server/audit/moved-exports.ts'
import { indexMoved } from '#server/audit/moved-index.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Booked, Move } from './decide-draws.ts'
import { NO_LOT } from './ledger-sql.ts'
import type { BookedLine } from './read-ledger.ts'

/** The entry about moved exports names this many by their numbers. */
const MAX_NAMED = 10

/**
 * Writes `entry`, about the document that a save changed, and one more about all other exports whose lots the save
 * moved. Answers those exports.
 */
export async function logChange(tx: Tx, log: Log, booked: Booked, entry: LogEntry): Promise<MovedC1[]> {
  const movesOf = movesByExport(booked, (c1_id) => entry.vrsta === 'c1' && entry.predmet === c1_id)
  const exports = movesOf.size > 0 ? await movedExports(tx, movesOf, booked) : []
  if (exports.length > 0) await tellMoved(tx, log, entry, { ...booked, exports })
  await log([entry])
  return exports
}

/** The moves of all exports except those that `isChanged`. */
export const movesByExport = ({ moved }: Booked, isChanged: (c1_id: number) => boolean): Map<number, Move[]> =>
  Map.groupBy(
    moved.filter(({ c1_id }) => !isChanged(c1_id)),
    ({ c1_id }) => c1_id,
  )

/** The moved exports, in date order. */
export async function movedExports(
  tx: Db,
  movesOf: ReadonlyMap<number, readonly Move[]>,
  { lines }: Pick<Booked, 'lines'>,
): Promise<MovedC1[]> {
  const changes = new Map<number, Map<string, Micro>>()
  const changed = new Set<string>()
  const rows: Pick<MovedC1, 'id' | 'broj_c1' | 'datum'>[] = []
  for (const [id, moves] of movesOf) {
    const ofExport = shortageChanges(moves)
    if (ofExport.size > 0) changes.set(id, ofExport)
    for (const material of ofExport.keys()) changed.add(material)
    const { broj_c1, datum } = lines.get((moves[0] as Move).c1_stavka_id) as BookedLine
    rows.push({ id, broj_c1, datum })
  }
  const materials = await materialsById(tx, changed)
  rows.sort((a, b) => (a.datum === b.datum ? a.id - b.id : a.datum < b.datum ? -1 : 1))
  return rows.map((row) => {
    if (!changes.has(row.id)) return { ...row, novi_manjak: [], pokriveno: [] }
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

/** The growth of the shortage of each material by these moves; below 0 it shrank. */
function shortageChanges(moves: readonly Move[]): Map<string, Micro> {
  const changes = new Map<string, Micro>()
  for (const { materijal_id, pre, posle } of moves.filter((move) => move.pre.manjak !== move.posle.manjak))
    changes.set(materijal_id, add(changes.get(materijal_id) ?? NO_QUANTITY, subtract(posle.manjak, pre.manjak)))
  return new Map([...changes].filter(([, more]) => more !== 0))
}

/** Names and units of these materials, by id. */
export async function materialsById(tx: Db, ids: ReadonlySet<string>): Promise<Omit<Manjak, 'kolicina'>[]> {
  if (ids.size === 0) return []
  return tx
    .selectFrom('materijal')
    .select(['id as materijal_id', 'naziv', 'jedinica_mere'])
    .where('id', 'in', engineOf(tx).list([...ids]))
    .orderBy('id')
    .execute()
}

/** Writes one entry about these exports, which the change in `cause` has moved. */
async function tellMoved(tx: Tx, log: Log, cause: LogEntry, booked: Booked & { exports: readonly MovedC1[] }) {
  const { exports } = booked
  const ids = new Set(exports.map(({ id }) => id))
  const numbers = exports.slice(0, MAX_NAMED).map(({ broj_c1 }) => broj_c1)
  const rest = exports.length - numbers.length
  await log([
    {
      radnja: 'pomereno',
      vrsta: 'c1',
      predmet: exports.length === 1 ? (exports[0] as MovedC1).id : '',
      opis: rest > 0 ? `${numbers.join(', ')} i još ${rest}` : numbers.join(', '),
      sazetak: causeText(cause),
      posle: { [PACKED]: await packMoved(movedLines(ids, cause, booked)) },
    },
  ])
  await indexMoved(tx, ids)
}

/** The draws of these exports before and now, of the materials whose lots changed. */
function movedLines(ids: ReadonlySet<number>, cause: LogEntry, { moved, lines, lots }: Booked): MovedExports {
  // A lot that is gone was one of the document that changed.
  const gone = { datum: '', c4_broj: cause.opis }
  const lotOf = (c4_stavka_id: number) => lots.get(c4_stavka_id) ?? gone
  const rowsOf = ({ draws, manjak }: Move['pre']): MovedDraw[] => {
    const oldestFirst = draws.toSorted((a, b) => {
      const [day, other] = [lotOf(a.c4_stavka_id).datum, lotOf(b.c4_stavka_id).datum]
      return day === other ? a.c4_stavka_id - b.c4_stavka_id : day < other ? -1 : 1
    })
    return manjak > 0 ? [...oldestFirst, { c4_stavka_id: NO_LOT, kolicina: manjak }] : oldestFirst
  }
  const found: MovedLine[] = []
  for (const { c1_id, c1_stavka_id, materijal_id, pre, posle } of moved) {
    if (!ids.has(c1_id)) continue
    const { broj_fakture, redni_broj } = lines.get(c1_stavka_id) as BookedLine
    found.push({ c1_id, materijal_id, broj_fakture, redni_broj, pre: rowsOf(pre), posle: rowsOf(posle) })
  }
  return { lines: found, c4Of: (id) => lotOf(id).c4_broj }
}

const VERBS: Partial<Record<Radnja, string>> = {
  dodato: 'dodat',
  izmenjeno: 'izmenjen',
  obrisano: 'obrisan',
  vraceno: 'vraćen',
}

/** 'Uzrok: dodat izlazni dokument A'. */
function causeText({ radnja, vrsta, opis }: LogEntry): string {
  if (vrsta === 'ostalo_razduzenje') return `Uzrok: ${VERBS[radnja]}o razduženje ${opis}`
  if (vrsta === 'podesavanja') return 'Uzrok: izmenjen red za razduženje po odobrenju'
  return `Uzrok: ${VERBS[radnja]} ${vrsta === 'c4' ? 'ulazni' : 'izlazni'} dokument ${opis}`
}
