import { z } from 'zod'
import { CURRENCIES } from './c4.ts'
import { type BodyOf, endpoints } from './endpoint.ts'
import { day, dayReply, micro, oneOf, pathText, positiveMicro, whole } from './fields.ts'

/** A row of the dated rate table: from this day on, one unit of the currency is so many RSD (decisions §2). */
export const rate = z
  .object({ valuta: z.string(), vazi_od: dayReply, kurs: micro, verzija: whole })
  .meta({ id: 'Kurs' })
export type Rate = z.output<typeof rate>

export const rateBody = z
  .object({
    valuta: oneOf('Valuta', CURRENCIES),
    vazi_od: day('Važi od'),
    kurs: positiveMicro('Kurs', {
      positive: 'Kurs mora biti veći od 0',
      invalid: 'Kurs mora biti broj sa najviše 6 decimala.',
    }),
  })
  .meta({ id: 'KursUnos' })

export const rateEndpoints = endpoints({
  listRates: { method: 'GET', path: '/rates', summary: 'Kursevi, najnoviji prvi', reply: z.array(rate) },
  saveRate: {
    method: 'POST',
    path: '/rates',
    summary: 'Nov ili izmenjen kurs; stari dokumenti zadržavaju svoj',
    body: rateBody,
    reply: rate,
    status: 201,
  },
  deleteRate: {
    method: 'DELETE',
    path: '/rates/{valuta}/{vazi_od}',
    summary: 'Brisanje kursa',
    params: z.object({ valuta: pathText, vazi_od: pathText }),
    reply: z.object({ message: z.string() }),
  },
})
export type RateBody = BodyOf<(typeof rateEndpoints)['saveRate']>
