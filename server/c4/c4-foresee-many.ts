import type { C4Body } from '#contract/c4.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { breathe, isDue } from '#server/breathe.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type Asked, type Foreseen, foreseenOf, refusals } from '#server/documents/foresee-many.ts'
import { adoptablePdf } from '#server/files/pdfs.ts'
import { existing } from '#server/refusal.ts'
import { refuseLostCover } from '#server/stock/consequences.ts'
import { decide, handOver, release } from '#server/stock/ledger.ts'
import { movedC1, movesByExport } from '#server/stock/log-change.ts'
import { affectedBy, planLots } from '#server/stock/lots.ts'
import { refuseNamed } from '#server/stock/named-lots.ts'
import { readLedger, redOf } from '#server/stock/open-ledger.ts'
import { refuseStartBeyond } from './c4-pocetak.ts'
import { headOfC4 } from './c4-queries.ts'
import { asReleased, changedPlaces, checkC4, materialsOf, refuseClosedC4, refuseUnknownMaterials } from './c4-save.ts'

/** What saving all these imports would do, by the save's own decisions on one moment of the database. */
export async function foreseeC4s(db: Db, documents: readonly Asked<C4Body>[]): Promise<Foreseen> {
  const tx = db as Tx
  const { refused, unlessRefused } = refusals()
  const checked: { at: number; one: Awaited<ReturnType<typeof checkC4>> }[] = []
  for (const [at, { body, rewrite }] of documents.entries()) {
    await unlessRefused(at, async () => {
      const stored = rewrite && (await existing(headOfC4(tx, rewrite.id).executeTakeFirst()))
      checked.push({ at, one: await checkC4(tx, stored, body, adoptablePdf) })
    })
    if (isDue()) await breathe()
  }
  const ledger = await readLedger(tx, [...new Set(checked.flatMap(({ one }) => materialsOf(one)))])
  for (const { at, one } of checked)
    await unlessRefused(at, async () => {
      refuseUnknownMaterials(ledger, one.body.stavke)
      await refuseClosedC4(ledger, one)
      await refuseNamed(tx, { datum: one.body.datum, red: redOf(ledger, one.body.odobrenje_id) }, one)
      await refuseStartBeyond(tx, one.body, one.changed)
    })
  const open = checked.filter(({ at }) => !refused.has(at)).map(({ one }) => one)
  return foreseenOf({ refused, manjak: new Map() }, async (found) => {
    await release(
      ledger,
      await affectedBy(
        ledger,
        open.flatMap((one) => changedPlaces(ledger, one)),
      ),
    )
    // Behind all that are stored, in the order of the sheet.
    let last = LAST_ID - open.reduce((count, { added }) => count + added.length, 0)
    for (const [index, one] of open.entries()) {
      const { stored, body, kurs, old, added } = one
      const red = redOf(ledger, body.odobrenje_id)
      const document = { c4_id: stored?.id ?? LAST_ID - open.length + index, datum: body.datum, kurs, red }
      last += added.length
      await planLots(ledger, document, asReleased(handOver(ledger, old), one), last)
      if (isDue()) await breathe()
    }
    const decided = await decide(ledger, [])
    const movesOf = await movesByExport(decided, () => false)
    if (movesOf.size > 0) found(await movedC1(tx, movesOf, decided))
    await refuseLostCover(tx, decided, 'edit')
  })
}
