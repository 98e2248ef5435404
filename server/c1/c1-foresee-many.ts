import type { C1Body } from '#contract/c1.ts'
import type { Manjak } from '#contract/documents.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { breathe, isDue } from '#server/breathe.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type Asked, type Foreseen, foreseenOf, refusals } from '#server/documents/foresee-many.ts'
import { adoptablePdf } from '#server/files/pdfs.ts'
import { existing } from '#server/refusal.ts'
import { decide, forgetRequirements, release, releaseInBook } from '#server/stock/ledger.ts'
import { movedC1, movesByExport } from '#server/stock/log-change.ts'
import { refuseLostWaste, wasteAtRisk } from '#server/stock/lost-waste.ts'
import { readLedger } from '#server/stock/open-ledger.ts'
import { productsOf, savedLines } from './c1-plan.ts'
import { shortagesOf } from './c1-queries.ts'
import { checkC1, firstPositions, headOf, productIds, refuseClosedC1, requirementsOf } from './c1-save.ts'

/** What saving all these exports would do, by the save's own decisions on one moment of the database. */
export async function foreseeC1s(db: Db, documents: readonly Asked<C1Body>[]): Promise<Foreseen> {
  const tx = db as Tx
  const products = await productsOf(tx, productIds(documents.map(({ body }) => body)))
  const { refused, unlessRefused } = refusals()
  const checked: { at: number; one: Awaited<ReturnType<typeof checkC1>> }[] = []
  for (const [at, { body, rewrite }] of documents.entries()) {
    await unlessRefused(at, async () => {
      const stored = rewrite && (await existing(headOf(tx, rewrite.id).executeTakeFirst()))
      checked.push({ at, one: await checkC1(tx, products, stored, body, adoptablePdf) })
    })
    if (isDue()) await breathe()
  }
  const ledger = await readLedger(tx, [...new Set(checked.flatMap(({ one }) => [...one.touched]))])
  for (const { at, one } of checked) await unlessRefused(at, () => refuseClosedC1(ledger, one))
  const open = checked.filter(({ at }) => !refused.has(at))
  const needs = open.flatMap(({ one }) => one.oldNeeds)
  const waste = await wasteAtRisk(tx, needs, new Set(open.flatMap(({ one }) => [...one.touched])))
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
  const manjak = new Map<number, Manjak[]>()
  return foreseenOf({ refused, manjak }, async (found) => {
    const decided = await decide(
      ledger,
      planned.flatMap((one) => requirementsOf(ledger, one)),
    )
    for (const { at, lines, touched, oldNeeds } of planned)
      manjak.set(at, shortagesOf(savedLines(lines, touched, decided, oldNeeds)))
    const own = new Set(planned.map(({ c1_id }) => c1_id))
    const movesOf = await movesByExport(decided, (c1_id) => own.has(c1_id))
    if (movesOf.size > 0) found(await movedC1(tx, movesOf, decided))
    const given = planned.map(({ body: { datum }, lines }) => ({ datum, lines }))
    await refuseLostWaste(tx, waste, decided, given, false)
  })
}
