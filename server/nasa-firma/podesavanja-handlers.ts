import { namesIn } from '#contract/form-fields.ts'
import {
  PODESAVANJA,
  PODESAVANJA_AT_FIRST,
  type Podesavanja,
  type PodesavanjaSacuvana,
  type podesavanjaEndpoints,
} from '#contract/podesavanja.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import type { Log } from '#server/audit/log.ts'
import { holdSaves } from '#server/db/closing.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { provera } from '#server/documents/provera.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { assertVersion } from '#server/refusal.ts'
import { onlyRow } from './only-row.ts'
import { type Consequences, changeQueues, NOTHING_MOVES } from './queue-change.ts'

const AT_FIRST: Podesavanja = { ...PODESAVANJA_AT_FIRST, verzija: 0 }
const row = onlyRow<Podesavanja>('podesavanja', namesIn(PODESAVANJA), {
  atFirst: AT_FIRST,
  flags: ['red_po_odobrenju'],
})

/** The calls of the settings of the books. */
export const podesavanjaHandlers = ({ read }: Store): Handlers<typeof podesavanjaEndpoints> => ({
  getPodesavanja: async () => (await row.find(read)) ?? AT_FIRST,

  async savePodesavanja(call) {
    if (!call.query.dryRun) return call.write((tx, log) => save(tx, log, call))
    const pre = (await row.find(read)) ?? AT_FIRST
    assertVersion(pre.verzija, call.ifVersion)
    const sent = Object.entries(call.body).filter(([, value]) => value !== undefined)
    const { razduzenje: _, ...moved } = await provera<never>(call, async (tx, log, found) => {
      await save(tx, log, call, found)
    })
    return { ...pre, ...Object.fromEntries(sent), ...moved }
  },
})

/** Saves the settings and answers them with what that moves, which `found` hears before it may be refused. */
async function save(
  tx: Tx,
  log: Log,
  { body, ifVersion }: Pick<Call<typeof podesavanjaEndpoints.savePodesavanja>, 'body' | 'ifVersion'>,
  found?: (moved: Consequences) => void,
): Promise<PodesavanjaSacuvana> {
  // Every save reads the setting once: it must be the same until it ends.
  if (body.red_po_odobrenju !== undefined) await holdSaves(tx)
  const { pre, posle } = await row.save(tx, body, ifVersion)
  const told = entry(pre ?? AT_FIRST, posle)
  if ((pre ?? AT_FIRST).red_po_odobrenju !== posle.red_po_odobrenju)
    return { ...posle, ...(await changeQueues(tx, log, posle, { entry: told, ...(found && { found }) })) }
  await log([told])
  return { ...posle, ...NOTHING_MOVES }
}

const entry = entriesAbout<Podesavanja>({
  vrsta: 'podesavanja',
  predmet: () => 1,
  opis: () => '',
  facts: (podesavanja) => factsOf(podesavanja, namesIn(PODESAVANJA)),
  sazetak: () => '',
})
