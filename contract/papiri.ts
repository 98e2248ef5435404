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
    summary: 'Broji dokumente perioda, njihove papire i fajlove, pre nego što se preuzmu.',
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
    summary:
      'Daje zip: folder za svaki dokument i popis sa našim papirima, PDF-om i prilozima, podnete obračune i sadržaj; pravi se dok se preuzima, po jedan u isto vreme.',
    query,
    reply: 'file',
    fileType: 'application/zip',
  },
})
export type PapiriQuery = QueryOf<(typeof papiriEndpoints)['papiriZip']>
