import type { Podesavanja, PodesavanjaSacuvana } from '#contract/podesavanja.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { writeExportTotals } from '#server/stock/export-totals.ts'
import { consequencesOf, foresee, newShortagesOf } from '#server/stock/foreseen.ts'
import { book, decide, releaseInBook } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import { refuseLostWaste } from '#server/stock/lost-waste.ts'
import { type Ledger, openLedger, readLedger } from '#server/stock/open-ledger.ts'
import { isPoRedu } from '#server/stock/queues.ts'
import { FROM_THE_START, materialsInQueues, writeQueues } from '#server/stock/requeue.ts'

// The setting `red_po_odobrenju` (customs §4.5): the documents of each authorisation get a queue of their own, or all share
// one again. All that this moves is booked in the transaction of the setting.

type Consequences = Pick<PodesavanjaSacuvana, 'manjak' | 'promenjeni_c1' | 'promenjenih_c1' | 'odbijeno'>
export const NOTHING_MOVES: Consequences = { manjak: [], promenjeni_c1: [], promenjenih_c1: 0, odbijeno: null }

/** What the setting would move, by the save's own decisions on one moment of the database, without its writing. */
export async function foreseeQueues(db: Db, { red_po_odobrenju }: Podesavanja): Promise<Consequences> {
  if ((await isPoRedu(db)) === red_po_odobrenju) return NOTHING_MOVES
  const { razduzenje: _, ...told } = await foresee<never>(db, async (tx, found) => {
    const materials = await materialsInQueues(tx)
    const ledger = requeued(await readLedger(tx, materials), materials, red_po_odobrenju)
    const decided = await decide(ledger, [])
    found({ manjak: await newShortagesOf(tx, decided), ...(await consequencesOf(tx, decided, {})) })
    await refuseLostWaste(tx, null, decided, [], false)
  })
  return told
}

/** Books everything anew in the queues of the setting, which is stored by now; tells `entry`, about it, to the trail. */
export async function changeQueues(
  tx: Tx,
  log: Log,
  { red_po_odobrenju }: Podesavanja,
  entry: LogEntry,
): Promise<Consequences> {
  const materials = await materialsInQueues(tx)
  const ledger = requeued(await openLedger(tx, materials), materials, red_po_odobrenju)
  await writeQueues(tx, materials)
  const booked = await book(ledger, [])
  await refuseLostWaste(tx, null, booked, [], true)
  await writeExportTotals(ledger, booked, null, [])
  const manjak = await newShortagesOf(tx, booked)
  const consequences = await consequencesOf(tx, booked, {})
  await logChange(tx, log, booked, entry)
  return { manjak, ...consequences, odbijeno: null }
}

function requeued(ledger: Ledger, materials: readonly string[], poRedu: boolean): Ledger {
  Object.assign(ledger, { poRedu, requeued: true })
  releaseInBook(ledger, new Map(materials.map((materijal_id) => [materijal_id, FROM_THE_START])))
  return ledger
}
