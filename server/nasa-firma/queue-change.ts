import type { PodesavanjaSacuvana } from '#contract/podesavanja.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import { consequencesOf, newShortagesOf } from '#server/documents/provera.ts'
import { writeExportTotals } from '#server/stock/export-totals.ts'
import { book, type Ledger } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import { refuseLostWaste } from '#server/stock/lost-waste.ts'
import { intoQueues } from '#server/stock/requeue.ts'

// The setting `red_po_odobrenju` (customs §4.5): the documents of each authorisation get a queue of their own, or all share
// one again. All that this moves is booked in the transaction of the setting.

export type Consequences = Pick<PodesavanjaSacuvana, 'manjak' | 'promenjeni_c1' | 'promenjenih_c1' | 'odbijeno'>
export const NOTHING_MOVES: Consequences = { manjak: [], promenjeni_c1: [], promenjenih_c1: 0, odbijeno: null }

/**
 * Books what `releaseQueues` released in the queues of the setting, which is stored by now. Tells `entry`, about the
 * setting, to the trail, and what moves to `found`, before it refuses that.
 */
export async function changeQueues(
  ledger: Ledger,
  log: Log,
  { entry, found }: { readonly entry: LogEntry; readonly found?: (moved: Consequences) => void },
): Promise<Consequences> {
  const { tx } = ledger
  await intoQueues(ledger)
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
