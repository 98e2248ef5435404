import { MAX_PROVERA_ROWS, type Manjak, type Pokrice, type Provera, type ProverenC1 } from '#contract/documents.ts'
import { add, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import type { Log } from '#server/audit/log.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Call } from '#server/http/call.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { Booked, Move } from '#server/stock/decide-draws.ts'
import { materialsById, movedExports, movesByExport } from '#server/stock/log-change.ts'

// A preview before saving (customs §4.12): the save itself, reported and taken back.

/**
 * The question: `dokument` in place of the document with `id`, or as a new one; without `dokument`, that document is
 * deleted.
 */
export type PreviewQuestion<Body> = {
  readonly id?: number | null | undefined
  readonly dokument?: Body | null | undefined
}

/** Gets the result of a save of the document `id`, before the save refuses its effects on others. */
export type Look = (booked: Booked, id: number) => Promise<void>

/**
 * A preview: runs `save`, takes it back and answers what it has `found`. If the save is refused, the answer has the
 * sentence, and what was found before. It also refuses (404) a document that does not exist.
 */
export async function provera<Row>(
  { tryOut }: Pick<Call, 'tryOut'>,
  save: (tx: Tx, log: Log, found: (part: Partial<Provera<Row>>) => void) => Promise<void>,
): Promise<Provera<Row>> {
  const nothing = { razduzenje: [], manjak: [], promenjeni_c1: [], promenjenih_c1: 0, odbijeno: null }
  let answer: Provera<Row> = nothing
  try {
    await tryOut((tx, log) => {
      answer = nothing
      return save(tx, log, (part) => {
        answer = { ...answer, ...part }
      })
    })
    return answer
  } catch (error) {
    const isOfSave = error instanceof Refusal && !(error instanceof TryAgain)
    if (!isOfSave || error.code === 'not_found' || error.code === 'unauthorized') throw error
    const { message, errors = [] } = error
    return { ...answer, odbijeno: { message, errors: [...errors] } }
  }
}

/** The name of a lot; an unsaved lot has no id. */
type CalledLot = { readonly id: number | null; readonly c4_broj: string | null }

/** The moved exports except `own`, with their cover before and after. `lotOf` names lots of a C4 that is saved. */
export async function consequencesOf(
  tx: Tx,
  booked: Booked,
  { own = null, lotOf }: { own?: number | null; lotOf?: (id: number) => CalledLot | undefined } = {},
): Promise<Pick<Provera<never>, 'promenjeni_c1' | 'promenjenih_c1'>> {
  const movesOf = movesByExport(booked, (c1_id) => c1_id === own)
  const exports = movesOf.size > 0 ? await movedExports(tx, movesOf, booked) : []
  const called = (id: number) => lotOf?.(id) ?? { id, c4_broj: booked.lots.get(id)?.c4_broj ?? null }
  const told = exports.slice(0, MAX_PROVERA_ROWS).map((moved): ProverenC1 => {
    const moves = movesOf.get(moved.id) ?? []
    return { ...moved, pre: coverOf(moves, 'pre', called), posle: coverOf(moves, 'posle', called) }
  })
  return { promenjeni_c1: told, promenjenih_c1: exports.length }
}

/** The quantity of each material from each lot, over all lines; the shortage comes last. */
function coverOf(moves: readonly Move[], side: 'pre' | 'posle', called: (id: number) => CalledLot): Pokrice[] {
  const found = new Map<string, Pokrice>()
  const note = (materijal_id: string, { id, c4_broj }: CalledLot, kolicina: Micro) => {
    const key = `${materijal_id} ${id} ${c4_broj}`
    const known = found.get(key)?.kolicina ?? NO_QUANTITY
    found.set(key, { materijal_id, ulaz_stavka_id: id, c4_broj, kolicina: add(known, kolicina) })
  }
  for (const { materijal_id, [side]: cover } of moves)
    for (const { c4_stavka_id, kolicina } of cover.draws) note(materijal_id, called(c4_stavka_id), kolicina)
  for (const { materijal_id, [side]: cover } of moves)
    if (cover.manjak > NO_QUANTITY) note(materijal_id, { id: null, c4_broj: null }, cover.manjak)
  return [...found.values()]
}

/** Shortages of other exports, by material, that are larger than before. */
export async function newShortagesOf(tx: Tx, { newShortages }: Booked): Promise<Manjak[]> {
  const lacks = new Map<string, Micro>()
  for (const { materijal_id, kolicina } of newShortages)
    lacks.set(materijal_id, add(lacks.get(materijal_id) ?? NO_QUANTITY, kolicina))
  const materials = await materialsById(tx, new Set(lacks.keys()))
  return materials.map((material) => ({ ...material, kolicina: lacks.get(material.materijal_id) ?? NO_QUANTITY }))
}
