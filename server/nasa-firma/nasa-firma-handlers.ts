import { namesIn } from '#contract/form-fields.ts'
import { NASA_FIRMA, type NasaFirma, type nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import type { Store } from '#server/db/open.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import type { Handlers } from '#server/http/call.ts'
import { onlyRow } from './only-row.ts'

const NOT_SET: NasaFirma = { naziv: '', pib: '', mb: '', adresa: null, grad: '', drzava: '', verzija: 0 }
const row = onlyRow<NasaFirma>('nasa_firma', namesIn(NASA_FIRMA))

/** The calls of the company that keeps these books. */
export const nasaFirmaHandlers = ({ read }: Store): Handlers<typeof nasaFirmaEndpoints> => ({
  getNasaFirma: async () => (await nasaFirma(read)) ?? NOT_SET,

  saveNasaFirma: ({ body, ifVersion, write }) =>
    write(async (tx, log) => {
      const { pre, posle } = await row.save(tx, body, ifVersion)
      await log([entry(pre, posle)])
      return posle
    }),
})

const entry = entriesAbout<NasaFirma>({
  vrsta: 'firma',
  predmet: () => 1,
  opis: ({ naziv }) => naziv,
  facts: (firma) => factsOf(firma, namesIn(NASA_FIRMA)),
  sazetak: ({ naziv, grad }) => `${naziv}, ${grad}`,
})
