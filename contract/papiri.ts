import { z } from 'zod'
import { endpoints, type QueryOf } from './endpoint.ts'
import { filters, queryDay, whole } from './fields.ts'

export const papiriTexts = {
  busy: 'Papiri se već pripremaju za nekog drugog. Pokušajte ponovo za minut.',
} as const

/** Both ends may be left out. */
const query = filters({ datum_od: queryDay('Datum od'), datum_do: queryDay('Datum do') })

/** All papers of a period as one file. */
export const papiriEndpoints = endpoints({
  papiriObim: {
    method: 'GET',
    path: '/archive/papiri',
    summary: 'Koliko papira ima u periodu',
    query,
    reply: z
      .object({
        uvoza: whole,
        izvoza: whole,
        razduzenja: whole,
        popisa: whole,
        obracuna: whole,
        papira: whole.describe('Koliko se papira pravi.'),
        fajlova: whole.describe('Koliko je PDF-ova, priloga i podnetih obračuna.'),
        bajtova: whole.describe('Koliko ti fajlovi zajedno imaju.'),
      })
      .meta({ id: 'PapiriObim' }),
  },
  papiriZip: {
    method: 'GET',
    path: '/archive/papiri.zip',
    summary: 'Svi papiri perioda kao zip',
    query,
    reply: 'file',
    fileType: 'application/zip',
  },
})
export type PapiriQuery = QueryOf<(typeof papiriEndpoints)['papiriZip']>
