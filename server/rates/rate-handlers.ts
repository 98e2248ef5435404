import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { RateBody, rateEndpoints, StoredRate } from '#contract/rates.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { DEFAULT_RATES, ONE_TO_ONE } from '#domain/currency.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { restore } from '#server/records/restore.ts'
import { assertVersion, Refusal } from '#server/refusal.ts'
import { COLUMNS, type KeptRate, rateEntry } from './rate-entry.ts'
import { importRates, skippedRates } from './rate-import.ts'

const texts = {
  dinarIsOne: 'Kurs za RSD je uvek 1.',
  defaultStays: 'Početni kurs ne može da se obriše. Možete uneti novi kurs za kasniji datum.',
  deleted: 'Kurs je obrisan.',
} as const

/** The calls of the dated table of rates, whose first rows are the constants of spec §9 (decisions §2). */
export const rateHandlers = ({ read }: Store): Handlers<typeof rateEndpoints> => ({
  // Newest first; of one day, in the order of the currencies.
  listRates: () => read.selectFrom('kurs').select(COLUMNS).orderBy('vazi_od', 'desc').orderBy('valuta').execute(),

  async saveRate({ body, ifVersion, write }) {
    assertDinarIsOne(body)
    return write(async (tx, log) => {
      const stored = await locked(tx, body)
      assertVersion(stored?.verzija ?? 0, ifVersion)
      const saved = stored ? await changeRate(tx, body) : await addRate(tx, body)
      await log([rateEntry(stored ?? null, saved)])
      return saved
    })
  },

  importRates: (call) => importRates(read, call),
  preskoceniRates: (call) => skippedRates(read, call),

  restoreRate: ({ params, query: { izmena }, write, now }) =>
    write((tx, log) => {
      const { valuta, vazi_od } = params
      return restore<KeptRate, StoredRate>(
        tx,
        { vrsta: 'kurs', predmet: `${valuta} ${vazi_od}`, izmena, now },
        async ({ rate, verzija }) => {
          const stored = await locked(tx, rate)
          assertVersion(stored?.verzija ?? 0, verzija + 1)
          const saved = await changeRate(tx, rate)
          await log([rateEntry(stored ?? null, saved, 'vraceno')])
          return saved
        },
      )
    }),

  deleteRate: ({ params, ifVersion, write }) =>
    write(async (tx, log) => {
      const { valuta } = params
      const vazi_od = params.vazi_od as CalendarDate
      if (DEFAULT_RATES.some((rate) => rate.valuta === valuta && rate.vazi_od === vazi_od)) {
        throw new Refusal('conflict', texts.defaultStays)
      }
      const stored = await locked(tx, { valuta, vazi_od })
      if (!stored) throw new Refusal('not_found', sentences.notFound)
      assertVersion(stored.verzija, ifVersion)
      await tx.deleteFrom('kurs').where('valuta', '=', valuta).where('vazi_od', '=', vazi_od).execute()
      await log([rateEntry(stored, null)])
      return { message: texts.deleted }
    }),
})

const locked = (tx: Tx, { valuta, vazi_od }: Pick<StoredRate, 'valuta' | 'vazi_od'>) =>
  tx
    .selectFrom('kurs')
    .select(COLUMNS)
    .where('valuta', '=', valuta)
    .where('vazi_od', '=', vazi_od)
    .modifyEnd(engineOf(tx).forUpdate)
    .executeTakeFirst()

const changeRate = (tx: Tx, { valuta, vazi_od, kurs }: Omit<StoredRate, 'verzija'>): Promise<StoredRate> =>
  tx
    .updateTable('kurs')
    .set({ kurs, verzija: sql`verzija + 1` })
    .where('valuta', '=', valuta)
    .where('vazi_od', '=', vazi_od)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** A missing row cannot be locked: somebody else may have added it meanwhile. */
async function addRate(tx: Tx, rate: RateBody): Promise<StoredRate> {
  const added = await tx
    .insertInto('kurs')
    .values(rate)
    .onConflict((conflict) => conflict.columns(['valuta', 'vazi_od']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!added) throw new Refusal('conflict', sentences.changedMeanwhile)
  return added
}

/** Refuses another rate than 1 for dinars, into which all amounts are converted. */
function assertDinarIsOne({ valuta, kurs }: RateBody) {
  if (valuta === 'RSD' && kurs !== ONE_TO_ONE) {
    throw new Refusal('invalid', texts.dinarIsOne, 'kurs')
  }
}
