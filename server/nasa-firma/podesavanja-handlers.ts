import { namesIn } from '#contract/form-fields.ts'
import {
  PODESAVANJA,
  PODESAVANJA_AT_FIRST,
  type Podesavanja,
  type podesavanjaEndpoints,
} from '#contract/podesavanja.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { onlyRow } from './only-row.ts'

const AT_FIRST: Podesavanja = { ...PODESAVANJA_AT_FIRST, verzija: 0 }
const row = onlyRow<Podesavanja>('podesavanja', namesIn(PODESAVANJA), AT_FIRST)

/** The calls of the settings of the books. */
export const podesavanjaHandlers = ({ read }: Store): Handlers<typeof podesavanjaEndpoints> => ({
  getPodesavanja: async () => (await row.find(read)) ?? AT_FIRST,

  savePodesavanja: ({ body, ifVersion, write }) =>
    write(async (tx, log) => {
      const { pre, posle } = await row.save(tx, body, ifVersion)
      await log([entry(pre ?? AT_FIRST, posle)])
      return posle
    }),
})

const entry = entriesAbout<Podesavanja>({
  vrsta: 'podesavanja',
  predmet: () => 1,
  opis: () => '',
  facts: (podesavanja) => factsOf(podesavanja, namesIn(PODESAVANJA)),
  sazetak: () => '',
})
