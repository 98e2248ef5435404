import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { NasaFirma, NasaFirmaBody, nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { NASA_FIRMA_COLUMNS, nasaFirma } from '#server/documents/nasa-firma.ts'
import type { Handlers } from '#server/http/call.ts'
import { assertVersion, Refusal } from '#server/refusal.ts'

const NOT_SET: NasaFirma = { naziv: '', pib: '', mb: '', grad: '', drzava: '', verzija: 0 }
const ID = 1

/** The calls of the company that keeps these books. */
export const nasaFirmaHandlers = ({ read }: Store): Handlers<typeof nasaFirmaEndpoints> => ({
  getNasaFirma: async () => (await nasaFirma(read)) ?? NOT_SET,

  saveNasaFirma: ({ body, ifVersion, write }) =>
    write(async (tx, log) => {
      const stored = await locked(tx)
      assertVersion(stored?.verzija ?? 0, ifVersion)
      const saved = stored ? await change(tx, body) : await add(tx, body)
      await log([entry(stored ?? null, saved)])
      return saved
    }),
})

const locked = (tx: Tx) =>
  tx.selectFrom('nasa_firma').select(NASA_FIRMA_COLUMNS).modifyEnd(engineOf(tx).forUpdate).executeTakeFirst()

const change = (tx: Tx, body: NasaFirmaBody): Promise<NasaFirma> =>
  tx
    .updateTable('nasa_firma')
    .set({ ...body, verzija: sql`verzija + 1` })
    .returning(NASA_FIRMA_COLUMNS)
    .executeTakeFirstOrThrow()

/** A row that was not there could not be locked: somebody else may have added it meanwhile. */
async function add(tx: Tx, body: NasaFirmaBody): Promise<NasaFirma> {
  const added = await tx
    .insertInto('nasa_firma')
    .values({ id: ID, ...body })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(NASA_FIRMA_COLUMNS)
    .executeTakeFirst()
  if (!added) throw new Refusal('conflict', sentences.changedMeanwhile)
  return added
}

const entry = entriesAbout<NasaFirma>({
  vrsta: 'firma',
  predmet: () => ID,
  opis: ({ naziv }) => naziv,
  facts: (firma) => factsOf(firma, ['naziv', 'pib', 'mb', 'grad', 'drzava']),
  sazetak: ({ naziv, grad }) => `${naziv}, ${grad}`,
})
