import { namesIn } from '#contract/form-fields.ts'
import {
  PODESAVANJA,
  PODESAVANJA_AT_FIRST,
  type Podesavanja,
  type PodesavanjaSacuvana,
  type podesavanjaEndpoints,
} from '#contract/podesavanja.ts'
import { zakljucenjeTexts } from '#contract/zakljucenje.ts'
import { dayAfter } from '#domain/calendar-date.ts'
import { type StopaPdv, sameStopaPdv, withStopaPdv } from '#domain/stopa-pdv.ts'
import { entriesAbout, factsOf, type Log, type LogEntry } from '#server/audit/log.ts'
import { holdSaves } from '#server/db/closing.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { consequencesOf, newShortagesOf, provera } from '#server/documents/provera.ts'
import { stopePdvIn } from '#server/documents/stopa-pdv.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { assertVersion, Refusal } from '#server/refusal.ts'
import { zakljucenoDo } from '#server/stock/closed.ts'
import { writeExportTotals } from '#server/stock/export-totals.ts'
import { book, type Ledger } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import { refuseLostWaste } from '#server/stock/lost-waste.ts'
import { intoQueues, releaseQueues } from '#server/stock/requeue.ts'
import { onlyRow } from './nasa-firma-handlers.ts'

/** As it is stored: the rates before the present one are JSON. */
type Stored = Omit<Podesavanja, 'ranije_stope_pdv'> & { readonly ranije_stope_pdv: string }

const AT_FIRST: Stored = { ...PODESAVANJA_AT_FIRST, ranije_stope_pdv: '[]', verzija: 0 }
const row = onlyRow<Stored>('podesavanja', [...namesIn(PODESAVANJA), 'ranije_stope_pdv'], {
  atFirst: AT_FIRST,
  flags: ['red_po_odobrenju'],
})
const answered = (stored: Stored): Podesavanja => ({
  ...stored,
  ranije_stope_pdv: JSON.parse(stored.ranije_stope_pdv),
})

/** The calls of the settings of the books. */
export const podesavanjaHandlers = ({ read }: Store): Handlers<typeof podesavanjaEndpoints> => ({
  getPodesavanja: async () => answered((await row.find(read)) ?? AT_FIRST),

  async savePodesavanja(call) {
    if (!call.query.dryRun) return call.write((tx, log) => save(tx, log, call))
    const pre = (await row.find(read)) ?? AT_FIRST
    assertVersion(pre.verzija, call.ifVersion)
    const sent = Object.entries(call.body).filter(([name, value]) => value !== undefined && name !== 'stopa_pdv_od')
    const { razduzenje: _, ...moved } = await provera<never>(call, async (tx, log, found) => {
      await save(tx, log, call, found)
    })
    return { ...answered(pre), ...Object.fromEntries(sent), ...moved }
  },
})

type SettingsBody = Call<typeof podesavanjaEndpoints.savePodesavanja>['body']

/** Saves the settings and answers them with the moved exports, which `found` gets before any refusal. */
async function save(
  tx: Tx,
  log: Log,
  { body, ifVersion }: Pick<Call<typeof podesavanjaEndpoints.savePodesavanja>, 'body' | 'ifVersion'>,
  found?: (moved: Consequences) => void,
): Promise<PodesavanjaSacuvana> {
  // Every save reads the setting once: it must stay the same until the save ends.
  if (body.red_po_odobrenju !== undefined) await holdSaves(tx)
  const before = (await row.find(tx)) ?? AT_FIRST
  const pre = answered(before)
  const ledger =
    (body.red_po_odobrenju ?? pre.red_po_odobrenju) === pre.red_po_odobrenju ? null : await releaseQueues(tx)
  const { posle } = await row.save(tx, { ...body, ...(await ratesAfter(tx, before, body)) }, ifVersion)
  const saved = answered(posle)
  const told = entry(pre, saved)
  if (ledger) return { ...saved, ...(await changeQueues(ledger, log, { entry: told, ...(found && { found }) })) }
  await log([told])
  return { ...saved, ...NOTHING_MOVES }
}

/** The rates of tax as they are stored after the body; refuses (409) another rate for a day of the closed period. */
async function ratesAfter(tx: Tx, before: Stored, { stopa_pdv = before.stopa_pdv, stopa_pdv_od }: SettingsBody) {
  const isOther = stopa_pdv !== before.stopa_pdv
  if (!isOther && (stopa_pdv_od ?? before.stopa_pdv_od) === before.stopa_pdv_od)
    return { stopa_pdv_od: before.stopa_pdv_od }
  const zakljuceno_do = await zakljucenoDo(tx)
  const proposed = isOther ? zakljuceno_do && dayAfter(zakljuceno_do) : before.stopa_pdv_od
  const old = stopePdvIn(before)
  const stope = withStopaPdv(old, { od: stopa_pdv_od ?? proposed, stopa: stopa_pdv })
  if (zakljuceno_do && !sameStopaPdv(old, stope, zakljuceno_do)) {
    const message = zakljucenjeTexts.otherRate(zakljuceno_do)
    throw new Refusal('conflict', message, 'stopa_pdv_od')
  }
  const newest = stope.at(-1) as StopaPdv
  return {
    stopa_pdv,
    stopa_pdv_od: newest.od,
    // Books without an earlier rate have nothing before the first one.
    ranije_stope_pdv: JSON.stringify(stope.slice(0, -1).filter(({ od, stopa }) => od !== null || stopa !== null)),
  }
}

const entry = entriesAbout<Podesavanja>({
  vrsta: 'podesavanja',
  predmet: () => 1,
  opis: () => '',
  facts: (podesavanja) => factsOf(podesavanja, namesIn(PODESAVANJA)),
  sazetak: () => '',
})

// The setting `red_po_odobrenju` (customs §4.5): the documents of each authorisation get a queue of their own, or all share
// one again. All that this moves is booked in the transaction of the setting.

type Consequences = Pick<PodesavanjaSacuvana, 'manjak' | 'promenjeni_c1' | 'promenjenih_c1' | 'odbijeno'>
export const NOTHING_MOVES: Consequences = { manjak: [], promenjeni_c1: [], promenjenih_c1: 0, odbijeno: null }

/**
 * Books the draws that `releaseQueues` released in the queues of the new setting, which is stored by now. Writes
 * `entry`, about the setting, to the trail. `found` gets the moved exports before any refusal.
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
