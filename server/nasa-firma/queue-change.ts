import type { Podesavanja, PodesavanjaSacuvana } from '#contract/podesavanja.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import type { Tx } from '#server/db/schema.ts'
import { consequencesOf, newShortagesOf } from '#server/documents/provera.ts'
import { writeExportTotals } from '#server/stock/export-totals.ts'
import { book, releaseInBook } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import { refuseLostWaste } from '#server/stock/lost-waste.ts'
import { type Ledger, openLedger } from '#server/stock/open-ledger.ts'
import { FROM_THE_START, materialsInQueues, writeQueues } from '#server/stock/requeue.ts'

// The setting `red_po_odobrenju` (customs §4.5): the documents of each authorisation get a queue of their own, or all share
// one again. All that this moves is booked in the transaction of the setting.

export type Consequences = Pick<PodesavanjaSacuvana, 'manjak' | 'promenjeni_c1' | 'promenjenih_c1' | 'odbijeno'>
export const NOTHING_MOVES: Consequences = { manjak: [], promenjeni_c1: [], promenjenih_c1: 0, odbijeno: null }

/**
 * Books everything again in the queues of the setting, which is stored by now; tells `entry`, about it, to the trail,
 * and what it moves to `found`, before it refuses that.
 */
export async function changeQueues(
  tx: Tx,
  log: Log,
  { red_po_odobrenju }: Pick<Podesavanja, 'red_po_odobrenju'>,
  { entry, found }: { readonly entry: LogEntry; readonly found?: (moved: Consequences) => void },
): Promise<Consequences> {
  const materials = await materialsInQueues(tx)
  const ledger = requeued(await openLedger(tx, materials), materials, red_po_odobrenju)
  await writeQueues(tx)
  let consequences = NOTHING_MOVES
  const booked = await book(ledger, [], async (all) => {
    consequences = { manjak: await newShortagesOf(tx, all), ...(await consequencesOf(tx, all)), odbijeno: null }
    found?.(consequences)
  })
  await refuseLostWaste(tx, null, booked, [])
  await writeExportTotals(ledger, booked, null, [])
  await logChange(tx, log, booked, entry)
  return consequences
}

function requeued(ledger: Ledger, materials: readonly string[], poRedu: boolean): Ledger {
  Object.assign(ledger, { poRedu, requeued: true })
  releaseInBook(ledger, new Map(materials.map((materijal_id) => [materijal_id, FROM_THE_START])))
  return ledger
}
