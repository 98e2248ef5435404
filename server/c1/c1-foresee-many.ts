import type { C1Body } from '#contract/c1.ts'
import type { Manjak } from '#contract/documents.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { breathe, isDue } from '#server/breathe.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type Asked, type Foreseen, foreseenOf, leftOutOf, refusals } from '#server/documents/foresee-many.ts'
import { adoptablePdf } from '#server/files/pdfs.ts'
import { existing, refusalOf } from '#server/refusal.ts'
import { decide, forgetRequirements, release, releaseInBook } from '#server/stock/ledger.ts'
import { movedC1, movesByExport } from '#server/stock/log-change.ts'
import { refuseLostWaste, wasteAtRisk } from '#server/stock/lost-waste.ts'
import { requirementKey } from '#server/stock/moves.ts'
import { type Ledger, readLedger } from '#server/stock/open-ledger.ts'
import { productsOf, savedLines } from './c1-plan.ts'
import { shortagesOf } from './c1-queries.ts'
import { checkC1, firstPositions, headOf, productIds, refuseClosedC1, requirementsOf } from './c1-save.ts'

type Checked = { readonly at: number; readonly one: Awaited<ReturnType<typeof checkC1>> }

/**
 * What saving all these exports would do, by the save's own decisions on one moment of the database. One with which more
 * waste would be gone than is disposed of is refused by itself.
 */
export async function foreseeC1s(db: Db, documents: readonly Asked<C1Body>[]): Promise<Foreseen> {
  const tx = db as Tx
  const products = await productsOf(tx, productIds(documents.map(({ body }) => body)))
  const { refused, unlessRefused } = refusals()
  const checked: Checked[] = []
  for (const [at, { body, rewrite }] of documents.entries()) {
    await unlessRefused(at, async () => {
      const stored = rewrite && (await existing(headOf(tx, rewrite.id).executeTakeFirst()))
      checked.push({ at, one: await checkC1(tx, products, stored, body, adoptablePdf) })
    })
    if (isDue()) await breathe()
  }
  const materials = [...new Set(checked.flatMap(({ one }) => [...one.touched]))]
  const ledger = await readLedger(tx, materials)
  for (const { at, one } of checked) await unlessRefused(at, () => refuseClosedC1(ledger, one))
  const manjak = new Map<number, Manjak[]>()
  return foreseenOf({ refused, manjak }, async (found) => {
    let looked: Awaited<ReturnType<typeof decideAll>> | null = null
    const out = await leftOutOf(
      checked.filter(({ at }) => !refused.has(at)),
      (some) =>
        refusalOf(async () => {
          looked = await decideAll(await readLedger(tx, materials), some)
          await refuseLostWaste(tx, looked.waste, looked.decided, looked.given, false)
        }),
    )
    for (const [{ at }, refusal] of out) refused.set(at, refusal)
    const { planned, decided } = looked as unknown as Awaited<ReturnType<typeof decideAll>>
    const covered = new Map(
      decided.moved.map((move) => [requirementKey(move.c1_stavka_id, move.materijal_id), move.posle]),
    )
    for (const { at, lines, touched, oldNeeds } of planned) {
      // What others of the file move of an export that itself needs no more of a material.
      const needs = oldNeeds.map((need) => ({
        ...need,
        manjak: covered.get(requirementKey(need.c1_stavka_id, need.materijal_id))?.manjak ?? need.manjak,
      }))
      manjak.set(at, shortagesOf(savedLines(lines, touched, decided, needs)))
    }
    const own = new Set(planned.map(({ c1_id }) => c1_id))
    const movesOf = await movesByExport(decided, (c1_id) => own.has(c1_id))
    if (movesOf.size > 0) found(await movedC1(tx, movesOf, decided))
  })
}

/** Books these documents into the ledger, which is as it was read; nothing is written. */
async function decideAll(ledger: Ledger, open: readonly Checked[]) {
  const needs = open.flatMap(({ one }) => one.oldNeeds)
  const waste = await wasteAtRisk(ledger.tx, needs, new Set(open.flatMap(({ one }) => [...one.touched])))
  const from = firstPositions(open.map(({ one }) => one))
  if (open.some(({ one }) => one.stored)) await release(ledger, from)
  else releaseInBook(ledger, from)
  for (const { one } of open) if (one.stored) forgetRequirements(ledger, one.stored.id, one.touched)
  // Behind all that are stored, in the order of the sheet.
  let line = LAST_ID - open.reduce((count, { one }) => count + one.plan.length, 0)
  const planned = open.map(({ at, one }, index) => {
    const c1_id = one.stored?.id ?? LAST_ID - open.length + index
    return { at, ...one, c1_id, lines: one.plan.map((row) => ({ ...row, id: row.stored?.id ?? line++ })) }
  })
  const decided = await decide(
    ledger,
    planned.flatMap((one) => requirementsOf(ledger, one)),
  )
  return { planned, waste, decided, given: planned.map(({ body: { datum }, lines }) => ({ datum, lines })) }
}
