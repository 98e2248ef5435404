import { z } from 'zod'
import { PRAVILA_POREKLA } from '#domain/poreklo.ts'
import { paperFile } from './documents.ts'
import { type BodyOf, endpoints, type ReplyOf } from './endpoint.ts'
import { dayReply, idParam, micro, para, whole } from './fields.ts'
import { choiceField, enteredIn, percentField, priceField } from './form-fields.ts'

/** Facts that a person adds to an exported line for its origin sheet (customs §4.10). Each rule has its own limit. */
export const POREKLO = {
  cena_ex_works: priceField('Cena franko fabrika (EUR)', { said: 'Cena franko fabrika' }),
  pravilo: choiceField('Pravilo', PRAVILA_POREKLA),
  granica: percentField('Granica (%)', { said: 'Granica' }),
  tolerancija: percentField('Tolerancija (%)', { said: 'Tolerancija' }),
}

/** The field of the percentage that belongs to a rule. */
export const LIMIT_OF = { 'udeo vrednosti': 'granica', 'promena tarifnog broja': 'tolerancija' } as const

const NO_LINE = 'Stavka: očekuje se ID.'

export const porekloBody = z
  .object({
    c1_stavka_id: z.number(NO_LINE).int(NO_LINE).positive(NO_LINE),
    ...enteredIn(POREKLO),
  })
  .superRefine((body, context) => {
    const name = LIMIT_OF[body.pravilo]
    if (body[name] === null)
      context.addIssue({ code: 'custom', message: `${POREKLO[name].said} je obavezna.`, path: [name] })
  })
  .meta({ id: 'PorekloUnos' })

/** A draw of the line from one lot, by FIFO or as it directed; `uracunato` when the rule counts it. */
const stavka = z
  .object({
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    ulaz_stavka_id: whole,
    c4_id: whole,
    broj_c4: z.string(),
    datum_c4: dayReply,
    broj_fakture: z.string(),
    redni_broj: whole,
    tarifni_broj: z.string(),
    zemlja_porekla: z.string(),
    dokazuje_poreklo: z.boolean(),
    kolicina: micro,
    usmereno: z.boolean(),
    cena_po_jedinici: micro,
    valuta: z.string(),
    kurs: micro,
    vrednost_rsd: para,
    uracunato: z.boolean(),
  })
  .meta({ id: 'PorekloStavka' })

const poreklo = z
  .object({
    c1_id: whole,
    broj_c1: z.string(),
    datum: dayReply,
    c1_stavka_id: whole,
    broj_fakture: z.string(),
    redni_broj: whole,
    proizvod_id: z.string(),
    proizvod_naziv: z.string(),
    hs_code: z.string(),
    jedinica_mere: z.string(),
    kolicina: micro,
    cena_ex_works: micro,
    kurs: micro.describe('Kurs evra na dan izvoza.'),
    vrednost_rsd: para.describe('Vrednost stavke po ceni franko fabrika.'),
    pravilo: z.enum(PRAVILA_POREKLA),
    dozvoljeno: micro.describe('Granica ili tolerancija pravila, u procentima.'),
    uracunato_rsd: para.describe(
      'Vrednost materijala koje pravilo računa: bez porekla, a kod promene tarifnog broja samo iz tarifnog broja proizvoda.',
    ),
    udeo: micro.nullable().describe('U procentima; null ako za neki materijal nema uvoza.'),
    u_granici: z.boolean().nullable(),
    odgovor: z.string(),
    stavke: z.array(stavka),
  })
  .meta({ id: 'Poreklo' })

export const porekloEndpoints = endpoints({
  c1Poreklo: {
    method: 'POST',
    path: '/c1/{id}/poreklo',
    summary:
      'Računa radni list porekla izvozne stavke iz onog što je stvarno razdužila; ne upisuje ništa i ne daje ocenu porekla.',
    needs: 'read',
    params: idParam,
    body: porekloBody,
    reply: poreklo,
  },
  c1PorekloFiles: {
    method: 'POST',
    path: '/c1/{id}/poreklo/files',
    summary: 'Daje radni list porekla izvozne stavke kao PDF.',
    needs: 'read',
    params: idParam,
    body: porekloBody,
    reply: z.object({ files: z.array(paperFile) }),
  },
})
export type PorekloBody = BodyOf<(typeof porekloEndpoints)['c1Poreklo']>
export type Poreklo = ReplyOf<(typeof porekloEndpoints)['c1Poreklo']>
