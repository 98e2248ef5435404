import { sentences } from '#contract/errors.ts'
import type { Rate, RateBody, rateEndpoints } from '#contract/rates.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { DEFAULT_RATES, ONE_TO_ONE } from '#domain/currency.ts'
import { formatMicro } from '#domain/decimal.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { Refusal } from '#server/http/refusal.ts'
import { loadRates } from '#server/stock/rate-table.ts'

const texts = {
  dinarIsOne: 'Kurs za RSD je uvek 1.',
  defaultStays: 'Početni kurs ne može da se obriše. Možete uneti novi kurs za kasniji datum.',
  deleted: 'Kurs je obrisan.',
} as const

export const rateHandlers = ({ read }: Store): Handlers<typeof rateEndpoints> => ({
  listRates: () => loadRates(read),

  async saveRate({ body, write }) {
    assertDinarIsOne(body)
    return write(async (tx, log) => {
      const stored = await tx
        .selectFrom('kurs')
        .select(['valuta', 'vazi_od', 'kurs'])
        .where('valuta', '=', body.valuta)
        .where('vazi_od', '=', body.vazi_od)
        .executeTakeFirst()
      await tx
        .insertInto('kurs')
        .values(body)
        .onConflict((conflict) => conflict.columns(['valuta', 'vazi_od']).doUpdateSet({ kurs: body.kurs }))
        .execute()
      await log([rateEntry(stored ?? null, body)])
      return body
    })
  },

  deleteRate: ({ params: { valuta, vazi_od }, write }) =>
    write(async (tx, log) => {
      if (DEFAULT_RATES.some((rate) => rate.valuta === valuta && rate.vazi_od === vazi_od)) {
        throw new Refusal('conflict', texts.defaultStays)
      }
      const deleted = await tx
        .deleteFrom('kurs')
        .where('valuta', '=', valuta)
        .where('vazi_od', '=', vazi_od as CalendarDate)
        .returning(['valuta', 'vazi_od', 'kurs'])
        .executeTakeFirst()
      if (!deleted) throw new Refusal('not_found', sentences.notFound)
      await log([rateEntry(deleted, null)])
      return { message: texts.deleted }
    }),
})

const rateEntry = entriesAbout<Rate>({
  vrsta: 'kurs',
  predmet: ({ valuta, vazi_od }) => `${valuta} ${vazi_od}`,
  opis: ({ valuta, vazi_od }) => `${valuta} od ${formatDate(vazi_od)}`,
  facts: (rate) => factsOf(rate, ['valuta', 'vazi_od', 'kurs']),
  sazetak: ({ valuta, kurs }) => `1 ${valuta} = ${formatMicro(kurs)} RSD`,
})

/** Amounts in dinars are what all others are converted to. */
function assertDinarIsOne({ valuta, kurs }: RateBody) {
  if (valuta === 'RSD' && kurs !== ONE_TO_ONE) {
    throw new Refusal('invalid', texts.dinarIsOne, [{ field: 'kurs', message: texts.dinarIsOne }])
  }
}
