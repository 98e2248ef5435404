import { z } from 'zod'
import { SA_BELESKAMA } from './beleske.ts'
import { endpoints, type ReplyOf } from './endpoint.ts'
import { dayReply, queryText, whole } from './fields.ts'

/** Most answers of each kind. */
export const MAX_HITS = 5

const vrsta = z.enum(['c4', 'c1'])
const goods = z.object({ id: z.string(), naziv: z.string() }).meta({ id: 'NadjenaRoba' })

export const pretragaEndpoints = endpoints({
  pretraga: {
    method: 'GET',
    path: '/pretraga',
    summary: 'Daje najviše po pet dokumenata, partnera, materijala, proizvoda i odobrenja u kojima su sve reči.',
    query: z.object({ q: queryText }),
    reply: z
      .object({
        dokumenti: z.array(
          z
            .object({
              vrsta: vrsta.or(z.literal('ostalo_razduzenje')),
              id: whole,
              broj: z.string(),
              datum: dayReply,
              partner: z.string(),
            })
            .meta({ id: 'NadjenDokument' })
            .describe('Kod ostalog razduženja je `partner` njegova vrsta.'),
        ),
        partneri: z.array(z.object({ id: whole, naziv: z.string(), grad: z.string() }).meta({ id: 'NadjenPartner' })),
        materijali: z.array(goods),
        proizvodi: z.array(goods),
        odobrenja: z.array(
          z
            .object({ id: whole, broj: z.string(), vrsta_postupka: z.string().nullable() })
            .meta({ id: 'NadjenoOdobrenje' }),
        ),
        beleske: z.array(
          z
            .object({
              id: whole,
              vrsta: z.enum(SA_BELESKAMA),
              predmet: z.string(),
              naziv: z.string(),
              tekst: z.string(),
            })
            .meta({ id: 'NadjenaBeleska' })
            .describe('`naziv` je broj ili naziv onoga uz šta beleška stoji.'),
        ),
      })
      .meta({ id: 'Pretraga' }),
  },
})
export type Pretraga = ReplyOf<(typeof pretragaEndpoints)['pretraga']>
