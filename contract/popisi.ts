import { z } from 'zod'
import { MAX_ENTERED, type Micro, microFromNumber, microToNumber } from '#domain/decimal.ts'
import { paperFile } from './documents.ts'
import { type BodyOf, endpoints, type ReplyOf } from './endpoint.ts'
import {
  day,
  idParam,
  inner,
  micro,
  moment,
  optionalText,
  pageQuery,
  pageReply,
  queryText,
  requiredId,
  whole,
} from './fields.ts'
import { dayField, enteredIn, field, optionalField, storedIn } from './form-fields.ts'
import { fileNote, importFile, sheetReading, skippedOf } from './imports.ts'
import { MAX_CODE_CHARACTERS, MAX_NOTE_CHARACTERS, MAX_POPIS_ITEMS, POPIS_PAGE_ROWS } from './limits.ts'
import { predlogManjka } from './ostala-razduzenja.ts'
import { recordCalls } from './record-calls.ts'

export const popisTexts = {
  added: 'Popis je sačuvan.',
  there: 'Ovaj popis postoji, pa nema šta da se vrati.',
  deleted: (datum: string) => `Popis od ${datum} je obrisan.`,
  noLines: 'Popis mora imati barem jedan materijal.',
  afterToday: 'Datum popisa ne može da bude posle današnjeg dana.',
  noMaterial: (stavka: number, id: string) => `Stavka ${stavka}: materijal ${id} ne postoji.`,
  repeated: (stavka: number, id: string) => `Stavka ${stavka}: materijal ${id} se ponavlja.`,
  noShortage: 'Popis nema manjkova.',
  reason: (datum: string) => `Popis od ${datum}`,
  notCovered: (materials: string) => `Stavke uvoza na dan popisa nemaju ceo manjak materijala ${materials}.`,
  again: (brojevi: string, materials: string) =>
    `Manjak po popisu od tog dana već je unet za materijal ${materials} (razduženje ${brojevi}); proverite da nije isti.`,
  tooMany: (materials: string) => `U jedan dokument nisu stali manjkovi materijala ${materials}.`,
} as const

/** The fields of a count beside its lines. */
export const POPIS = {
  datum: dayField('Datum'),
  komisija: optionalField('text', 'Komisija'),
  napomena: field('text', 'Napomena', {
    entered: optionalText('Napomena', MAX_NOTE_CHARACTERS),
    stored: z.string().nullable(),
    optional: true,
  }),
}

const NOT_COUNTED = 'Izbrojano: broj od 0 do 1.000.000.000, sa najviše 6 decimala.'
/** A counted quantity; zero where nothing was found. */
const izbrojano = z
  .codec(z.number({ error: NOT_COUNTED }), inner<Micro>(), {
    decode: (value, context) => {
      const counted = microFromNumber(value)
      if (counted !== null && counted >= 0 && counted <= MAX_ENTERED) return counted
      context.issues.push({ code: 'custom', message: NOT_COUNTED, input: value })
      return 0 as Micro
    },
    encode: microToNumber,
  })
  .meta({ type: 'number', minimum: 0, maximum: microToNumber(MAX_ENTERED) })

export const popisBody = z
  .object({
    ...enteredIn(POPIS),
    stavke: z
      .array(
        z
          .object({ materijal_id: requiredId('Materijal', MAX_CODE_CHARACTERS), izbrojano })
          .meta({ id: 'PopisStavkaUnos' }),
        { error: popisTexts.noLines },
      )
      .min(1, popisTexts.noLines)
      .max(MAX_POPIS_ITEMS, `Popis može imati najviše ${MAX_POPIS_ITEMS} materijala.`),
  })
  .meta({ id: 'PopisUnos' })

/** A counted material beside its quantity in the books; the difference is the counted less the booked quantity. */
const stavka = z
  .object({
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    izbrojano: micro,
    knjigovodstveno: micro,
    razlika: micro,
  })
  .meta({ id: 'PopisStavka' })
export type PopisStavka = z.output<typeof stavka>

export const popisRow = z
  .object({
    id: whole,
    ...storedIn(POPIS),
    broj_materijala: whole.describe('Koliko je materijala izbrojano.'),
    manjkova: whole.describe('Koliko ih ima manje nego u knjigama.'),
    viskova: whole.describe('Koliko ih ima više nego u knjigama.'),
    uneto: moment,
    korisnik: z.string(),
    verzija: whole,
  })
  .meta({ id: 'PopisRed' })
export type PopisRow = z.output<typeof popisRow>

/** A count in the list: with the line of the material whose counts are asked for. */
const listed = popisRow.extend({ stavka: stavka.nullable() }).meta({ id: 'PopisListe' })
export type ListedPopis = z.output<typeof listed>

const popis = popisRow.extend({ stavke: z.array(stavka) }).meta({ id: 'Popis' })

/** A row of the filled sheet that cannot be taken. */
const preskocen = z
  .object({ red: whole, id: z.string(), naziv: z.string(), razlog: z.string() })
  .meta({ id: 'PreskocenRedPopisa' })

const calls = recordCalls('/popisi', {
  one: popis,
  body: popisBody,
  params: idParam,
  example: {
    datum: '2026-03-31',
    komisija: 'Ana, Petar',
    napomena: null,
    stavke: [{ materijal_id: 'KABL1', izbrojano: 97.5 }],
  },
})

export const popisiEndpoints = endpoints({
  listPopisi: {
    method: 'GET',
    path: '/popisi',
    summary: 'Daje stranu popisa, najnovije prve; za jedan materijal i šta je od njega izbrojano.',
    query: z.object({ ...pageQuery(POPIS_PAGE_ROWS), materijal_id: queryText }),
    reply: pageReply(listed),
  },
  readPopis: {
    method: 'POST',
    path: '/popisi/import',
    summary: 'Čita popunjenu popisnu listu i poredi je sa knjigama na kraju dana; ne upisuje ništa.',
    needs: 'read',
    query: z.object({ datum: day('Datum') }),
    file: importFile,
    reply: z
      .object({
        napomena: fileNote,
        ...sheetReading,
        stavke: z.array(stavka.extend({ red: whole, upozorenja: z.array(z.string()) }).meta({ id: 'ProcitanaStavka' })),
        preskoceni: z.array(preskocen),
        nebrojanih: whole.describe('Koliko redova nema izbrojanu količinu.'),
      })
      .meta({ id: 'ProcitanPopis' }),
  },
  preskoceniPopisa: skippedOf('/popisi/import/preskoceni', importFile),
  getPopis: calls.get('Daje popis sa izbrojanim količinama i razlikama.'),
  popisFiles: {
    method: 'GET',
    path: '/popisi/{id}/files',
    summary: 'Daje popis sa razlikama, komisijom i mestom za potpise kao PDF.',
    params: idParam,
    reply: z.object({ files: z.array(paperFile) }),
  },
  createPopis: calls.create('Upisuje popis sa stanjem knjiga na kraju tog dana; knjige se ne menjaju.'),
  manjakPopisa: {
    method: 'POST',
    path: '/popisi/{id}/manjak',
    summary: 'Predlaže razduženje manjkova sa najstarijih stavki uvoza; ne upisuje ništa.',
    needs: 'read',
    params: idParam,
    reply: predlogManjka,
  },
  deletePopis: calls.remove('Briše popis; 30 dana može da se vrati.'),
  restorePopis: calls.restore('Vraća obrisan popis sa svim izbrojanim količinama.'),
})
export type PopisBody = BodyOf<(typeof popisiEndpoints)['createPopis']>
export type Popis = ReplyOf<(typeof popisiEndpoints)['getPopis']>
export type ReadPopis = ReplyOf<(typeof popisiEndpoints)['readPopis']>
