import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { dayReply, para, whole } from './fields.ts'

const recentDocument = z
  .object({
    id: whole,
    broj: z.string(),
    partner: z.string(),
    valuta: z.string(),
    vrednost_total: para,
    datum: dayReply,
    ima_manjak: z.boolean(),
  })
  .meta({ id: 'NedavniDokument' })
export type RecentDocument = z.output<typeof recentDocument>

/** RSD per month (`YYYY-MM`), the last twelve of the calendar; those without a document are zero. */
const month = z.object({ mesec: z.string(), uvoz_rsd: para, izvoz_rsd: para }).meta({ id: 'Mesec' })

export const dashboardEndpoints = endpoints({
  dashboard: {
    method: 'GET',
    path: '/dashboard',
    summary: 'Daje brojeve i najnovije dokumente početnog ekrana.',
    reply: z.object({
      ukupno_materijala: whole,
      materijala_ispod_nule: whole,
      materijala_sa_manjkom: whole,
      ukupno_proizvoda: whole,
      proizvoda_bez_normativa: whole,
      ukupno_c4: whole,
      ukupno_c1: whole,
      c1_sa_manjkom: whole,
      vrednost_zaliha_rsd: para,
      nedavni_c4: z.array(recentDocument),
      nedavni_c1: z.array(recentDocument),
    }),
  },
  dashboardCharts: {
    method: 'GET',
    path: '/dashboard/charts',
    summary: 'Daje podatke za grafikone početnog ekrana.',
    reply: z.object({
      po_mesecima: z.array(month),
      po_materijalu: z.array(z.object({ materijal_id: z.string(), naziv: z.string(), vrednost_rsd: para })),
      po_zemlji: z.array(z.object({ zemlja_porekla: z.string(), vrednost_rsd: para })),
      /** The stock by age, with the days of import of each age; null where an age has no first or last day. */
      po_starosti: z.array(
        z.object({
          meseci: z.enum(['0-3', '3-6', '6-12', '12+']),
          uvoz_od: dayReply.nullable(),
          uvoz_do: dayReply.nullable(),
          vrednost_rsd: para,
          lotova: whole,
        }),
      ),
    }),
  },
})
