import { z } from 'zod'
import { UNITS } from '#domain/codes.ts'
import { counted } from '#domain/count-words.ts'
import { ROK_DO_KRAJA, type RokDoKraja } from '#domain/rok.ts'
import { promenjenRok } from './carina.ts'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf } from './endpoint.ts'
import { dayReply, idParam, micro, oneOfOr, optionalText, whole } from './fields.ts'
import {
  choiceField,
  codeField,
  dayField,
  enteredIn,
  field,
  flagField,
  numberField,
  optionalField,
  orNothing,
  storedIn,
  wholeField,
} from './form-fields.ts'
import { MAX_DEADLINE_DAYS, MAX_DEADLINE_MONTHS, MAX_NOTE_CHARACTERS, MAX_ODOBRENJE_ITEMS } from './limits.ts'
import { listFilters, recordCalls } from './record-calls.ts'

export const odobrenjeTexts = {
  added: 'Odobrenje je uneto.',
  changed: 'Odobrenje je izmenjeno.',
  deleted: (broj: string) => `Odobrenje ${broj} je obrisano.`,
  there: 'Ovo odobrenje postoji, pa nema šta da se vrati.',
  exists: 'Odobrenje sa ovim brojem već postoji.',
  inUse: (documents: number) =>
    `Odobrenje ima ${documents} ${counted(documents, 'dokument', 'dokumenta', 'dokumenata')}; ne može da se obriše.`,
  endsBeforeItBegins: 'Važi do: ne može da bude pre datuma od kog važi.',
  lineOfNothing: 'Upišite tarifni broj ili opis.',
} as const

/** The usual names of procedures; any other text may stand instead. */
export const VRSTE_POSTUPKA = [
  'Aktivno oplemenjivanje – odlaganje',
  'Aktivno oplemenjivanje – povraćaj',
  'Privremeni uvoz',
] as const

/** A deadline is moved to the end of one of these; forms and papers use these words. */
export const ROK_DO_KRAJA_TEXTS: Readonly<Record<RokDoKraja, string>> = {
  dan: 'dana',
  mesec: 'meseca',
  kvartal: 'kvartala',
  polugodiste: 'polugodišta',
}

/** The head of an authorisation of customs, above its lines. */
export const ODOBRENJE = {
  broj: codeField('Broj odobrenja'),
  vrsta_postupka: optionalField('text', 'Vrsta postupka'),
  carinski_organ: optionalField('text', 'Carinski organ'),
  nadzorni_organ: optionalField('text', 'Nadzorni organ'),
  vazi_od: dayField('Važi od'),
  vazi_do: orNothing(dayField('Važi do')),
  rok_meseci: orNothing(wholeField('Rok u mesecima', [1, MAX_DEADLINE_MONTHS])),
  rok_do_kraja: field('choice', 'Rok do kraja', {
    entered: oneOfOr('Rok do kraja', ROK_DO_KRAJA, 'dan'),
    stored: z.enum(ROK_DO_KRAJA),
    choices: ROK_DO_KRAJA,
    choiceTexts: ROK_DO_KRAJA_TEXTS,
    empty: 'dan',
  }),
  rok_obracuna_dana: wholeField('Rok za obračun u danima', [0, MAX_DEADLINE_DAYS], 30),
  napomena: field('text', 'Napomena', {
    entered: optionalText('Napomena', MAX_NOTE_CHARACTERS),
    stored: z.string().nullable(),
    optional: true,
  }),
}

/** A line of an authorisation: goods that it allows, read for warnings alone. */
export const ODOBRENJE_LINE = {
  tarifni_broj: optionalField('code', 'Tarifni broj'),
  opis: optionalField('text', 'Opis'),
  najvise_kolicina: orNothing(numberField('Najviše', { said: 'Najveća količina' })),
  jedinica_mere: orNothing(choiceField('Jedinica mere', UNITS)),
  sporedni: flagField('Sporedni proizvod'),
}

const stavka = z.object(enteredIn(ODOBRENJE_LINE)).superRefine(({ tarifni_broj, opis }, context) => {
  if (!tarifni_broj && !opis)
    context.addIssue({ code: 'custom', message: odobrenjeTexts.lineOfNothing, path: ['tarifni_broj'] })
})

export const odobrenjeBody = z
  .object({
    ...enteredIn(ODOBRENJE),
    stavke: z
      .array(stavka.meta({ id: 'OdobrenjeStavkaUnos' }))
      .max(MAX_ODOBRENJE_ITEMS, `Odobrenje može imati najviše ${MAX_ODOBRENJE_ITEMS} stavki.`)
      .default([]),
  })
  .superRefine(({ vazi_od, vazi_do }, context) => {
    if (vazi_do && vazi_do < vazi_od)
      context.addIssue({ code: 'custom', message: odobrenjeTexts.endsBeforeItBegins, path: ['vazi_do'] })
  })
  .meta({ id: 'OdobrenjeUnos' })

export const odobrenjeRow = z
  .object({
    id: whole,
    ...storedIn(ODOBRENJE),
    broj_c4: whole.describe('Koliko ulaznih dokumenata ima.'),
    /** The imports that have a lot with a remainder. */
    otvoreno_c4: whole,
    /** The nearest deadline of these imports; null where none has any. */
    najblizi_rok: dayReply.nullable(),
    verzija: whole,
  })
  .meta({ id: 'OdobrenjeRed' })
export type OdobrenjeRow = z.output<typeof odobrenjeRow>

const odobrenje = odobrenjeRow
  .extend({ stavke: z.array(z.object(storedIn(ODOBRENJE_LINE)).meta({ id: 'OdobrenjeStavka' })) })
  .meta({ id: 'Odobrenje' })

const izmenjeno = odobrenje.extend(promenjenRok).meta({ id: 'OdobrenjeIzmenjeno' })

/** Quantities on its C4: imported, and still open. */
const came = { uvezeno: micro, preostalo: micro }
const kolicine = z
  .object({
    stavke: z.array(z.object({ ...storedIn(ODOBRENJE_LINE), ...came }).meta({ id: 'StanjeStavkeOdobrenja' })),
    ostalo: z
      .array(z.object({ tarifni_broj: z.string(), jedinica_mere: z.string(), ...came }).meta({ id: 'VanOdobrenja' }))
      .describe('Šta je uvezeno po odobrenju, a da nijedna njegova stavka nije o tome.'),
  })
  .meta({ id: 'KolicineOdobrenja' })
export type KolicineOdobrenja = z.output<typeof kolicine>

const calls = recordCalls('/odobrenja', {
  one: odobrenje,
  body: odobrenjeBody,
  params: idParam,
  example: {
    broj: '148-I-08-483-03-12/2026',
    vrsta_postupka: 'Aktivno oplemenjivanje – odlaganje',
    carinski_organ: 'Carinarnica Kragujevac',
    nadzorni_organ: null,
    vazi_od: '2026-01-01',
    vazi_do: '2027-12-31',
    rok_meseci: 6,
    rok_do_kraja: 'mesec',
    rok_obracuna_dana: 30,
    napomena: null,
    stavke: [{ tarifni_broj: '8544.49', opis: 'Kabl', najvise_kolicina: 10000, jedinica_mere: 'm', sporedni: false }],
  },
})

export const odobrenjaEndpoints = endpoints({
  listOdobrenja: calls.list(
    'Daje stranu odobrenja; bez redosleda ono koje najkasnije važi prvo.',
    odobrenjeRow,
    listFilters(['broj', 'vrsta_postupka', 'vazi_od', 'vazi_do']),
  ),
  createOdobrenje: calls.create('Upisuje novo odobrenje sa stavkama.'),
  getOdobrenje: calls.get('Daje odobrenje sa stavkama.'),
  kolicineOdobrenja: {
    method: 'GET',
    path: '/odobrenja/{id}/kolicine',
    summary: 'Daje koliko je po svakoj stavci odobrenja uvezeno i koliko je još otvoreno.',
    params: idParam,
    reply: kolicine,
  },
  updateOdobrenje: { ...calls.update('Menja odobrenje.'), reply: izmenjeno },
  deleteOdobrenje: calls.remove('Briše odobrenje na koje se nijedan dokument i obračun ne pozivaju.'),
  restoreOdobrenje: calls.restore('Vraća obrisano odobrenje, do 30 dana posle brisanja.'),
})
export type OdobrenjeQuery = QueryOf<(typeof odobrenjaEndpoints)['listOdobrenja']>
export type OdobrenjeBody = BodyOf<(typeof odobrenjaEndpoints)['createOdobrenje']>
export type Odobrenje = ReplyOf<(typeof odobrenjaEndpoints)['getOdobrenje']>
export type OdobrenjeIzmenjeno = ReplyOf<(typeof odobrenjaEndpoints)['updateOdobrenje']>
