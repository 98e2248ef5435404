import { namesIn } from '#contract/form-fields.ts'
import {
  PODESAVANJA,
  PODESAVANJA_AT_FIRST,
  type Podesavanja,
  type podesavanjaEndpoints,
} from '#contract/podesavanja.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import { holdSaves } from '#server/db/closing.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { assertVersion } from '#server/refusal.ts'
import { onlyRow } from './only-row.ts'
import { changeQueues, foreseeQueues, NOTHING_MOVES } from './queue-change.ts'

const AT_FIRST: Podesavanja = { ...PODESAVANJA_AT_FIRST, verzija: 0 }
const row = onlyRow<Podesavanja>('podesavanja', namesIn(PODESAVANJA), {
  atFirst: AT_FIRST,
  flags: ['red_po_odobrenju'],
})

/** The calls of the settings of the books. */
export const podesavanjaHandlers = ({ read, readLong }: Store): Handlers<typeof podesavanjaEndpoints> => ({
  getPodesavanja: async () => (await row.find(read)) ?? AT_FIRST,

  savePodesavanja: ({ body, query, ifVersion, write }) =>
    query.dryRun
      ? readLong(async (db) => {
          const pre = (await row.find(db)) ?? AT_FIRST
          assertVersion(pre.verzija, ifVersion)
          const sent = Object.entries(body).filter(([, value]) => value !== undefined)
          const posle: Podesavanja = { ...pre, ...Object.fromEntries(sent) }
          return { ...posle, ...(await foreseeQueues(db, posle)) }
        })
      : write(async (tx, log) => {
          // Every save reads the setting once: it must be the same until it ends.
          if (body.red_po_odobrenju !== undefined) await holdSaves(tx)
          const { pre, posle } = await row.save(tx, body, ifVersion)
          const told = entry(pre ?? AT_FIRST, posle)
          if ((pre ?? AT_FIRST).red_po_odobrenju !== posle.red_po_odobrenju)
            return { ...posle, ...(await changeQueues(tx, log, posle, told)) }
          await log([told])
          return { ...posle, ...NOTHING_MOVES }
        }),
})

const entry = entriesAbout<Podesavanja>({
  vrsta: 'podesavanja',
  predmet: () => 1,
  opis: () => '',
  facts: (podesavanja) => factsOf(podesavanja, namesIn(PODESAVANJA)),
  sazetak: () => '',
})
