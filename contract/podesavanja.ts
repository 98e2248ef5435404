import { z } from 'zod'
import { OSNOVI_OTPADA } from '#domain/bom.ts'
import { consequences } from './documents.ts'
import { endpoints, type ReplyOf } from './endpoint.ts'
import { dayReply, micro, oneOf, querySwitch, whole } from './fields.ts'
import { dayField, enteredIn, field, orNothing, storedIn, wholeField } from './form-fields.ts'
import { MAX_DEADLINE_DAYS } from './limits.ts'
import { optionalPercent } from './optional-fields.ts'

const STOPA_PDV = 'Stopa PDV (%)'
const RED = 'Svako odobrenje ima svoj red za razduženje'
const OSNOV = 'Procenti otpada i gubitka su od količine'

/** The settings of the books. One that is not sent stays as it is. */
export const PODESAVANJA = {
  upozorenje_roka_dana: wholeField('Upozori N dana pre roka', [0, MAX_DEADLINE_DAYS]),
  osnov_otpada: field('choice', OSNOV, {
    entered: oneOf(OSNOV, OSNOVI_OTPADA).optional(),
    stored: z.enum(OSNOVI_OTPADA),
    choices: OSNOVI_OTPADA,
    empty: 'neto',
  }),
  /** Without it no duty or tax is reckoned anywhere. */
  stopa_pdv: field('percent', STOPA_PDV, {
    entered: optionalPercent('Stopa PDV').optional(),
    stored: micro.nullable(),
    optional: true,
  }),
  /** The first day of a changed rate; if absent, the beginning or the day after the closed period. */
  stopa_pdv_od: orNothing(dayField('Stopa PDV važi od')),
  /** Whether documents of an authorisation discharge its lots alone (customs §4.5). */
  red_po_odobrenju: field('flag', RED, {
    entered: z.boolean({ error: `${RED}: očekuje se da ili ne.` }).optional(),
    stored: z.boolean(),
  }),
}
/** The settings until somebody changes them. */
export const PODESAVANJA_AT_FIRST = {
  upozorenje_roka_dana: 30,
  osnov_otpada: 'neto',
  stopa_pdv: null,
  stopa_pdv_od: null,
  red_po_odobrenju: false,
} as const

const stopaPdv = z
  .object({
    od: dayReply.nullable().describe('Od kog dana je važila; null od početka.'),
    stopa: micro.nullable().describe('Stopa PDV u procentima; null kad se nije računao.'),
  })
  .meta({ id: 'StopaPdv' })

const podesavanja = z
  .object({
    ...storedIn(PODESAVANJA),
    ranije_stope_pdv: z.array(stopaPdv).describe('Stope pre sadašnje, po danu od kog su važile.'),
    verzija: whole.describe('0 dok podešavanja nisu menjana.'),
  })
  .meta({ id: 'Podesavanja' })

/** The saved settings, and the effects on exports where the queues change; these are empty otherwise. */
const sacuvana = podesavanja.extend(consequences.shape).meta({ id: 'PodesavanjaSacuvana' })

export const podesavanjaEndpoints = endpoints({
  getPodesavanja: {
    method: 'GET',
    path: '/podesavanja',
    summary: 'Daje podešavanja; početna dok ih niko nije menjao.',
    reply: podesavanja,
  },
  savePodesavanja: {
    method: 'PUT',
    path: '/podesavanja',
    summary: 'Menja podešavanja za sve korisnike.',
    needs: 'admin',
    query: z.object({
      /** `true` answers what would move and writes nothing. */
      dryRun: querySwitch('dryRun'),
    }),
    body: z.object(enteredIn(PODESAVANJA)).meta({ id: 'PodesavanjaUnos' }),
    reply: sacuvana,
  },
})
export type Podesavanja = ReplyOf<(typeof podesavanjaEndpoints)['getPodesavanja']>
export type PodesavanjaSacuvana = ReplyOf<(typeof podesavanjaEndpoints)['savePodesavanja']>
