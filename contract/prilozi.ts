import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { idParam, moment, whole } from './fields.ts'
import { dayField, enteredIn, field, optionalField, orNothing, storedIn, textField } from './form-fields.ts'
import { MAX_PRILOG_BYTES, MAX_PRILOGA } from './limits.ts'
import { recordCalls } from './record-calls.ts'

export const prilogTexts = {
  missing: 'Izaberite fajl priloga.',
  unknownKind: 'Prilog ne može da stoji uz ovu vrstu zapisa.',
  noDocument: 'Nema dokumenta uz koji bi prilog stajao.',
  wrongType: 'Prilog može biti PDF, JPEG, PNG, Excel fajl (.xlsx) bez makroa ili elektronska faktura (XML).',
  cut: 'Fajl nije ceo ili je oštećen. Preuzmite ga ili skenirajte ponovo.',
  objects:
    'Excel fajl ima ugrađene objekte ili veze sa drugim programima (OLE, DDE), pa ne može da bude prilog. ' +
    'Sačuvajte ga bez njih.',
  macros: 'Excel fajl ima makroe ili kontrole, pa ne može da bude prilog. Sačuvajte ga kao običan .xlsx.',
  tooLarge: 'Prilog ne sme biti veći od 10MB.',
  tooMany: `Dokument može imati najviše ${MAX_PRILOGA} priloga.`,
  changed: 'Prilog je izmenjen.',
  deleted: 'Prilog je obrisan.',
  there: 'Ovaj prilog postoji, pa nema šta da se vrati.',
} as const

/** The documents that can have attachments. */
export const SA_PRILOZIMA = ['c4', 'c1', 'ostalo_razduzenje'] as const
export type SaPrilozima = (typeof SA_PRILOZIMA)[number]

/** The usual kinds of attachments; any other text may stand instead. */
export const VRSTE_PRILOGA = ['Faktura', 'EUR.1', 'CMR', 'Pakovna lista', 'JCI', 'Ostalo'] as const

/** The formats that are taken, as their bytes tell, each with its type. */
export const PRILOG_TYPES = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
} as const
export type PrilogFormat = keyof typeof PRILOG_TYPES
const FORMATS = Object.keys(PRILOG_TYPES) as [PrilogFormat, ...PrilogFormat[]]

const vrsta = textField('Vrsta priloga')
/** The fields of an attachment. */
export const PRILOG = {
  vrsta: field('text', vrsta.label, { entered: vrsta.entered, stored: vrsta.stored, choices: VRSTE_PRILOGA }),
  broj: optionalField('code', 'Broj', { said: 'Broj priloga' }),
  datum: orNothing(dayField('Datum', { said: 'Datum priloga' })),
}

/** The kind of the document and its id. */
const uz = {
  uz: z.enum(SA_PRILOZIMA, { error: prilogTexts.unknownKind }),
  predmet: z.preprocess(
    (text) => (/^[1-9]\d*$/.test(String(text)) ? Number(text) : text),
    z.number({ error: prilogTexts.noDocument }).int().positive().max(Number.MAX_SAFE_INTEGER),
  ),
}

const prilog = z
  .object({
    id: whole,
    uz: z.enum(SA_PRILOZIMA),
    predmet: whole,
    ...storedIn(PRILOG),
    naziv: z.string(),
    format: z.enum(FORMATS),
    velicina: whole,
    uneto: moment,
    korisnik: z.string(),
  })
  .meta({ id: 'Prilog' })
export type Prilog = z.output<typeof prilog>

const calls = recordCalls('/prilozi', {
  one: prilog,
  body: z.object(enteredIn(PRILOG)).meta({ id: 'PrilogUnos' }),
  params: idParam,
  example: { vrsta: 'EUR.1', broj: 'A 123456', datum: '2026-03-02' },
})

/** Attachments beside the PDF of a document. They belong to no book: no lock and no version of the document concerns them. */
export const priloziEndpoints = endpoints({
  listPrilozi: {
    method: 'GET',
    path: '/prilozi',
    summary: 'Daje sve priloge jednog dokumenta (najviše 20), redom kako su dodati.',
    query: z.object(uz),
    reply: z.object({ results: z.array(prilog) }),
  },
  createPrilog: {
    method: 'POST',
    path: '/prilozi',
    summary:
      'Dodaje prilog uz dokument: PDF, JPEG, PNG, xlsx bez makroa ili XML fakture; zaključavanje perioda ga se ne tiče.',
    query: z.object({ ...uz, ...enteredIn(PRILOG) }),
    file: { maxBytes: MAX_PRILOG_BYTES, tooLarge: prilogTexts.tooLarge, missing: prilogTexts.missing },
    reply: prilog,
    status: 201,
  },
  updatePrilog: calls.update('Menja vrstu, broj i datum priloga; fajl ostaje isti.'),
  prilogFile: {
    method: 'GET',
    path: '/prilozi/{id}/file',
    summary: 'Daje fajl priloga za preuzimanje, pod imenom pod kojim je poslat.',
    params: idParam,
    reply: 'file',
    fileType: 'application/octet-stream',
  },
  deletePrilog: calls.remove('Briše prilog; 30 dana može da se vrati.'),
  restorePrilog: calls.restore('Vraća obrisani prilog uz njegov dokument.'),
})
