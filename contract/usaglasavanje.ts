import { z } from 'zod'
import { formatMicro, formatWhole, type Micro } from '#domain/decimal.ts'
import { MAX_DECIMALA, POLJA_RAZLIKE, VRSTE_RAZLIKE } from '#domain/usaglasavanje.ts'
import { paperFile } from './documents.ts'
import { type BodyOf, endpoints, LINES_TYPE, type QueryOf, type ReplyOf } from './endpoint.ts'
import { errorBody } from './errors.ts'
import {
  dayReply,
  filters,
  idParam,
  micro,
  moment,
  optionalText,
  pageQuery,
  pageReply,
  para,
  queryDay,
  queryId,
  queryWhole,
  requiredText,
  whole,
} from './fields.ts'
import { fileNote, importFile, sheetReading, skippedOf } from './imports.ts'
import {
  MAX_CODE_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_OBJASNJENJA,
  MAX_TOLERANCIJA,
  MAX_USAGLASENIH,
} from './limits.ts'

export const usaglasavanjeTexts = {
  noPeriod: 'Izaberite period, jer fajl nema datume.',
  noRows: 'Nijedan red fajla nije mogao da se pročita.',
  tooMany: `U periodu ima više od ${formatWhole(MAX_USAGLASENIH)} uvoznih stavki. Izaberite kraći period ili odobrenje.`,
  noOdobrenje: 'Izabrano odobrenje ne postoji.',
  unknown: 'Ova razlika više ne postoji; uporedite fajl ponovo.',
  deleted: (fajl: string) => `Usaglašavanje sa fajlom ${fajl} je obrisano.`,
} as const

/** The kinds of difference in words. */
export const VRSTE_U_RECI: Readonly<Record<(typeof VRSTE_RAZLIKE)[number], string>> = {
  isto: 'Isto',
  'samo kod nas': 'Samo kod nas',
  'samo kod špeditera': 'Samo kod špeditera',
  'JM ×1000': 'JM ×1000',
  'JM ÷1000': 'JM ÷1000',
  količina: 'Količina',
  'tarifni broj (druga glava)': 'Tarifni broj, druga glava',
  'tarifni broj': 'Tarifni broj',
  vrednost: 'Vrednost',
  datum: 'Datum',
}

/** The quantity of a side: `2.500 kom`; `2,5 × 1000 kom`, since two numbers beside each other would be read as one. */
export const quantityOf = ({ kolicina, jedinica_mere }: { kolicina: Micro; jedinica_mere: string }): string =>
  `${formatMicro(kolicina)}${/^\d/.test(jedinica_mere) ? ' ×' : ''} ${jedinica_mere}`.trim()

const nas = z
  .object({
    c4_id: whole,
    ulaz_stavka_id: whole,
    broj: z.string(),
    broj_jci: z.string().nullable(),
    datum: dayReply,
    broj_fakture: z.string(),
    redni_broj: whole,
    tarifni_broj: z.string(),
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    kolicina: micro,
    jedinica_mere: z.string(),
    vrednost: para.describe('Vrednost stavke u valuti dokumenta.'),
    valuta: z.string(),
    vrednost_rsd: para,
    carinska_vrednost_rsd: para.nullable(),
  })
  .meta({ id: 'UsaglasavanjeNas' })
export type NasaStavka = z.output<typeof nas>

const njihov = z
  .object({
    red: whole.describe('Red u fajlu.'),
    broj: z.string(),
    datum: dayReply.nullable(),
    redni_broj: whole.nullable(),
    tarifni_broj: z.string(),
    kolicina: micro,
    jedinica_mere: z.string(),
    vrednost: para.nullable().describe('Vrednost u fajlu; null ako je nema.'),
  })
  .meta({ id: 'UsaglasavanjeNjihov' })
export type NjihovaStavka = z.output<typeof njihov>

/** A row of ours beside one of theirs, or one of them alone. */
const red = z
  .object({
    kljuc: z.string().describe('Oznaka razlike, ista pri svakom upoređivanju; prazna kad razlike nema.'),
    razlika: z
      .object({
        vrsta: z.enum(VRSTE_RAZLIKE).describe('Šta se razlikuje.'),
        polja: z.array(z.enum(POLJA_RAZLIKE)).describe('Sva polja koja se razlikuju.'),
        nas: nas.nullable().describe('Naša uvozna stavka.'),
        njihov: njihov.nullable().describe('Red špeditera ili carine.'),
      })
      .meta({ id: 'Razlika' }),
    objasnjenje: z.string().nullable(),
  })
  .meta({ id: 'UsaglasenRed' })
export type UsaglasenRed = z.output<typeof red>

/** One comparison: what was laid beside what. */
const usaglasavanje = z.object({
  id: whole,
  fajl: z.string(),
  datum_od: dayReply,
  datum_do: dayReply,
  odobrenje_id: whole.nullable(),
  odobrenje_broj: z.string().nullable(),
  nasih: whole.describe('Koliko je naših uvoznih stavki upoređeno.'),
  njihovih: whole.describe('Koliko je redova fajla upoređeno.'),
  tolerancija_vrednosti: whole,
  decimale_kolicine: whole,
  istih: whole.describe('Koliko ih se slaže.'),
  broj_razlika: whole.describe('Koliko je razlika.'),
  objasnjenih: whole.describe('Koliko njih je objašnjeno.'),
  vreme: moment,
  korisnik: z.string(),
})
const zaglavlje = usaglasavanje.meta({ id: 'UsaglasavanjeRed' })
export type UsaglasavanjeRed = z.output<typeof zaglavlje>

const celo = usaglasavanje.extend({ redovi: z.array(red) }).meta({ id: 'Usaglasavanje' })

const objasnjenje = z.object({
  kljuc: requiredText('Ključ', MAX_CODE_CHARACTERS),
  objasnjenje: optionalText('Objašnjenje', MAX_NOTE_CHARACTERS),
})

/** An absent limit is that of the last table with the same headings. */
const upTo = (name: string, most: number) =>
  queryWhole(name).refine((value) => value === undefined || value <= most, `${name}: najviše ${formatWhole(most)}.`)

const period = filters({
  datum_od: queryDay('Datum od'),
  datum_do: queryDay('Datum do'),
  odobrenje_id: queryId('Odobrenje'),
  tolerancija_vrednosti: upTo('Tolerancija vrednosti', MAX_TOLERANCIJA),
  decimale_kolicine: upTo('Decimale količine', MAX_DECIMALA),
})

const napomenutRed = z
  .object({ red: whole, broj: z.string(), razlog: z.string() })
  .meta({ id: 'PreskocenRedUsaglasavanja' })

/** Parts that are answered only once: the rows that are the same, and the rows of the file that were not compared. */
export const ishodUsaglasavanja = celo
  .extend({
    napomena: fileNote,
    ...sheetReading,
    preskoceni: z.array(napomenutRed).describe('Redovi fajla koji nisu mogli da se pročitaju.'),
    sumnje: z.array(napomenutRed).describe('Pročitani redovi u kojima nešto treba proveriti.'),
    van_perioda: whole.describe('Koliko redova fajla nije iz izabranog perioda.'),
  })
  .meta({ id: 'IshodUsaglasavanja' })

/** The progress of a comparison; at last its result, or the reason why there is none. */
const tokUsaglasavanja = z
  .union([z.object({ procenat: z.number().int().min(0).max(100) }), ishodUsaglasavanja, errorBody])
  .meta({ id: 'TokUsaglasavanja' })

export const usaglasavanjeEndpoints = endpoints({
  listUsaglasavanja: {
    method: 'GET',
    path: '/usaglasavanje',
    summary: 'Daje stranu upoređivanja sa špediterom ili carinom, najnovija prva.',
    query: z.object(pageQuery(10)),
    reply: pageReply(zaglavlje),
  },
  citajKolone: {
    method: 'POST',
    path: '/usaglasavanje/kolone',
    summary: 'Čita fajl i kaže šta je u kojoj koloni i šta mora da se izabere; ne upisuje ništa.',
    needs: 'read',
    file: importFile,
    reply: z
      .object({
        napomena: fileNote,
        ...sheetReading,
        redova: whole.describe('Koliko redova bi se poredilo.'),
        tolerancija_vrednosti: whole.describe('Kao za prošlu tabelu istog zaglavlja.'),
        decimale_kolicine: whole,
      })
      .meta({ id: 'ProcitaneKolone' }),
  },
  preskoceniUsaglasavanja: skippedOf('/usaglasavanje/preskoceni', importFile),
  usaglasi: {
    method: 'POST',
    path: '/usaglasavanje',
    summary:
      'Poredi fajl sa uvozom izabranog perioda, ili od prvog do poslednjeg datuma fajla; uz fajl se u polju kolone šalje JSON sa naslovom ili slovom svake kolone. Pamti razlike i kolone; nijedan dokument se ne menja.',
    query: period,
    file: importFile,
    reply: ishodUsaglasavanja,
    status: 201,
  },
  usaglasiTok: {
    method: 'POST',
    path: '/usaglasavanje/tok',
    summary:
      'Čita fajl, pa odgovara u redovima od kojih je svaki JSON: { procenat } dok poredi i pamti, na kraju isto što daje POST /usaglasavanje, ili { message } kad ne uspe.',
    query: period,
    file: importFile,
    reply: 'file',
    fileType: LINES_TYPE,
    line: tokUsaglasavanja,
    // A proxy that collects an answer before it passes it on would keep the progress back.
    headers: { 'x-accel-buffering': 'no' },
  },
  getUsaglasavanje: {
    method: 'GET',
    path: '/usaglasavanje/{id}',
    summary: 'Daje razlike jednog upoređivanja; redovi koji se slažu se ne pamte.',
    params: idParam,
    reply: celo,
  },
  usaglasavanjeFiles: {
    method: 'GET',
    path: '/usaglasavanje/{id}/files',
    summary: 'Daje razlike jednog upoređivanja sa objašnjenjima i mestom za potpise kao PDF.',
    params: idParam,
    reply: z.object({ files: z.array(paperFile) }),
  },
  deleteUsaglasavanje: {
    method: 'DELETE',
    path: '/usaglasavanje/{id}',
    summary: 'Briše upoređivanje sa razlikama; objašnjenja ostaju za sledeće.',
    params: idParam,
    reply: z.object({ message: z.string() }),
  },
  objasni: {
    method: 'PUT',
    path: '/usaglasavanje/objasnjenja',
    summary: 'Upisuje objašnjenja razlika; prazno briše. Važe i za sledeća upoređivanja i štampaju se uz obračun.',
    body: z
      .object({
        objasnjenja: z
          .array(objasnjenje, { error: 'Objašnjenja: očekuje se lista.' })
          .max(MAX_OBJASNJENJA, `Odjednom se može upisati najviše ${MAX_OBJASNJENJA} objašnjenja.`),
      })
      .meta({ id: 'ObjasnjenjaUnos' }),
    reply: z.object({
      objasnjenja: z.array(
        z.object({ kljuc: z.string(), objasnjenje: z.string().nullable() }).meta({ id: 'Objasnjenje' }),
      ),
    }),
  },
})
export type UsaglasiQuery = QueryOf<(typeof usaglasavanjeEndpoints)['usaglasi']>
export type Usaglasavanje = ReplyOf<(typeof usaglasavanjeEndpoints)['getUsaglasavanje']>
export type IshodUsaglasavanja = ReplyOf<(typeof usaglasavanjeEndpoints)['usaglasi']>
export type ProcitaneKolone = ReplyOf<(typeof usaglasavanjeEndpoints)['citajKolone']>
export type ObjasnjenjaBody = BodyOf<(typeof usaglasavanjeEndpoints)['objasni']>
