import { MAX_PROVERA_ROWS, type Manjak, type Pokrice, type Provera, type ProverenC1 } from '#contract/documents.ts'
import { add, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { capacityOf } from '#domain/named-draws.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import type { Bookings } from './ledger.ts'
import { materialsById, movedC1, movesByExport } from './log-change.ts'
import type { Booked, Move } from './moves.ts'
import type { Ledger, PricedLot } from './open-ledger.ts'

// Looking before saving (customs §4.12): what `decide` found, told without writing.

/** What is asked about: `dokument` over the one of `id`, or as a new one; without it, that one goes. */
export type Asked<Body> = { readonly id?: number | null | undefined; readonly dokument?: Body | null | undefined }

/** What a save would do to others. */
type Consequences = Pick<Provera<never>, 'promenjeni_c1' | 'promenjenih_c1'>

const NO_CONSEQUENCES = { razduzenje: [], manjak: [], promenjeni_c1: [], promenjenih_c1: 0 }

/** The exports that would move but for `own`; the lots of a C4 that is not saved yet are called `c4_broj`. */
export async function consequencesOf(
  tx: Tx,
  decided: Booked,
  { own = null, c4_broj = null }: { own?: number | null; c4_broj?: string | null },
): Promise<Consequences> {
  const movesOf = await movesByExport(decided, (c1_id) => c1_id === own)
  const exports = movesOf.size > 0 ? await movedC1(tx, movesOf, decided) : []
  const told = exports.slice(0, MAX_PROVERA_ROWS).map((moved): ProverenC1 => {
    const moves = movesOf.get(moved.id) ?? []
    const cover = (side: 'pre' | 'posle') => coverOf(moves, side, decided.lots, c4_broj)
    return { ...moved, pre: cover('pre'), posle: cover('posle') }
  })
  return { promenjeni_c1: told, promenjenih_c1: exports.length }
}

/** Of each material what comes from which lot, over all lines; the shortage last. */
function coverOf(
  moves: readonly Move[],
  side: 'pre' | 'posle',
  lots: Booked['lots'],
  c4_broj: string | null,
): Pokrice[] {
  const found = new Map<string, Pokrice>()
  const note = (materijal_id: string, ulaz_stavka_id: number | null, broj: string | null, kolicina: Micro) => {
    const key = `${materijal_id} ${ulaz_stavka_id} ${broj}`
    const known = found.get(key)
    found.set(key, {
      materijal_id,
      ulaz_stavka_id,
      c4_broj: broj,
      kolicina: add(known?.kolicina ?? NO_QUANTITY, kolicina),
    })
  }
  for (const { materijal_id, [side]: cover } of moves)
    for (const { c4_stavka_id, kolicina } of cover.draws) {
      const lot = lots.get(c4_stavka_id)
      note(materijal_id, lot ? c4_stavka_id : null, lot?.c4_broj ?? c4_broj, kolicina)
    }
  for (const { materijal_id, [side]: cover } of moves)
    if (cover.manjak > NO_QUANTITY) note(materijal_id, null, null, cover.manjak)
  return [...found.values()]
}

/** Answers what is left of a lot, which is as it was read or planned, after all that was decided. */
export function remainsAfter({ totals }: Ledger, { turned }: Bookings) {
  const after = new Map(turned.map((lot) => [lot.id, lot]))
  return (lot: Pick<PricedLot, 'id' | 'materijal_id' | 'kolicina' | 'izuzeto' | 'utrosen' | 'zapoceto'>): Micro => {
    const { zapocet_lot = null, zapocet_preostalo = null } = totals.get(lot.materijal_id) ?? {}
    const { utrosen, zapoceto } = after.get(lot.id) ?? lot
    if (utrosen !== null) return NO_QUANTITY
    return zapocet_lot === lot.id ? (zapocet_preostalo ?? NO_QUANTITY) : (zapoceto ?? capacityOf(lot))
  }
}

/** What other exports would lack of each material, more than now. */
export async function newShortagesOf(tx: Tx, { newShortages }: Booked): Promise<Manjak[]> {
  const lacks = new Map<string, Micro>()
  for (const { materijal_id, kolicina } of newShortages)
    lacks.set(materijal_id, add(lacks.get(materijal_id) ?? NO_QUANTITY, kolicina))
  const materials = await materialsById(tx, new Set(lacks.keys()))
  return materials.map((material) => ({ ...material, kolicina: lacks.get(material.materijal_id) ?? NO_QUANTITY }))
}

/**
 * Answers what `look` has found on `db`, which shows one moment and takes no writes. Where the save would be refused, the
 * answer has its sentence, and what was found before. A document that is not there is refused here too (404).
 */
export async function foresee<Row>(
  db: Db,
  look: (tx: Tx, found: (part: Partial<Provera<Row>>) => void) => Promise<void>,
): Promise<Provera<Row>> {
  let answer: Provera<Row> = { ...NO_CONSEQUENCES, odbijeno: null }
  try {
    await look(db as Tx, (part) => {
      answer = { ...answer, ...part }
    })
    return answer
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error
    const { message, errors = [] } = error
    return { ...answer, odbijeno: { message, errors: [...errors] } }
  }
}
