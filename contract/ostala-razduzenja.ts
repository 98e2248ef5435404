import { z } from 'zod'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { KOLONA_RAZDUZENJA, PRE_POCETKA, type VrstaRazduzenja } from '#domain/named-draws.ts'
import { LINE_JCI } from './carina.ts'
import { movedC1, paperFile, pdfUpload, susedniDokumenti } from './documents.ts'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf } from './endpoint.ts'
import {
  dayReply,
  filters,
  idParam,
  micro,
  pageQuery,
  pageReply,
  para,
  pdfPath,
  queryDay,
  queryId,
  queryText,
  requiredText,
  whole,
} from './fields.ts'
import { codeField, dayField, enteredIn, field, numberField, optionalField, storedIn } from './form-fields.ts'
import { MAX_RAZDUZENJE_ITEMS, MAX_REASON_CHARACTERS, RECORD_PAGE_ROWS } from './limits.ts'
import { listFilters, recordCalls } from './record-calls.ts'

/** How goods leave a lot unprocessed. */
export const VRSTE_RAZDUZENJA = Object.keys(KOLONA_RAZDUZENJA) as [VrstaRazduzenja, ...VrstaRazduzenja[]]
/** The kinds that a person enters as documents; the other one stands on the lines of its import (`vec_razduzeno`). */
export const UNETE_VRSTE = VRSTE_RAZDUZENJA.filter((vrsta) => vrsta !== PRE_POCETKA) as [
  VrstaRazduzenja,
  ...VrstaRazduzenja[],
]

/** A line of an import as sentences name it, and its unit. */
export type LotName = {
  readonly redni_broj: number
  readonly broj_fakture: string
  readonly broj_c4: string
  readonly jedinica_mere: string
}

export const razduzenjeTexts = {
  added: 'Razduženje je sačuvano.',
  deleted: (broj: string) => `Razduženje ${broj} je obrisano.`,
  noLines: 'Razduženje mora imati barem jednu stavku.',
  noLot: (stavka: number) => `Stavka ${stavka}: stavka uvoza ne postoji.`,
  noImport: 'Stavka uvoza: obavezno polje.',
  repeated: (stavka: number) => `Stavka ${stavka}: ista stavka uvoza je već u ovom razduženju.`,
  beforeImport: (datum: CalendarDate) => `Datum razduženja ne može da bude pre datuma uvoza (${formatDate(datum)}).`,
  beyond: (lot: LotName, datum: CalendarDate, moguce: Micro, kolicina: Micro) =>
    `Na stavci ${lot.redni_broj} fakture ${lot.broj_fakture} (${lot.broj_c4}) na dan ${formatDate(datum)} ` +
    `ima ${formatMicro(moguce)} ${lot.jedinica_mere}; ne može da se razduži ${formatMicro(kolicina)} ${lot.jedinica_mere}.`,
  /** Why a line of an import stays as it is. */
  namedLine: (lot: Pick<LotName, 'redni_broj' | 'broj_fakture'>, brojevi: readonly string[]) =>
    `Stavka ${lot.redni_broj} fakture ${lot.broj_fakture} je razdužena i dokumentom ${brojevi.join(', ')}`,
  keepsLine: 'ne može da se ukloni.',
  keepsMaterial: 'materijal ne može da se promeni.',
  keepsQuantity: (izuzeto: Micro) => `količina ne može da bude manja od ${formatMicro(izuzeto)}.`,
  keepsDay: (datum: CalendarDate) => `datum uvoza ne može da bude posle ${formatDate(datum)}`,
  ofImport: (broj_c4: string) => `Ovo razduženje se menja u dokumentu ${broj_c4}, na njegovim stavkama.`,
  beforeBooks: 'Razduženo pre vođenja evidencije u ovom programu',
  keepsQueue: 'dok svako odobrenje ima svoj red, uvoz ne može da pređe u drugi.',
  there: 'Ovo razduženje postoji, pa nema šta da se vrati.',
} as const

/** The head of a document by which goods leave named lots, not inside an exported product. */
export const RAZDUZENJE = {
  broj: codeField('Broj razduženja'),
  datum: dayField('Datum razduženja'),
  vrsta: field('choice', 'Vrsta razduženja', {
    entered: z.enum(UNETE_VRSTE, {
      error: ({ input }) =>
        input ? `Vrsta razduženja: dozvoljeno je ${UNETE_VRSTE.join(', ')}.` : 'Vrsta razduženja je obavezna.',
    }),
    stored: z.string(),
    choices: UNETE_VRSTE,
  }),
  broj_jci: optionalField('code', 'Broj JCI'),
  carinski_organ: optionalField('text', 'Carinski organ'),
  razlog: field('text', 'Razlog', {
    entered: requiredText('Razlog', MAX_REASON_CHARACTERS, 'Razlog je obavezan.'),
    stored: z.string(),
  }),
}

const NO_LOT = razduzenjeTexts.noImport
/** A line: the lot, and how much of it is taken. */
export const RAZDUZENJE_LINE = {
  ulaz_stavka_id: field('reference', 'Stavka uvoza', {
    entered: z.number(NO_LOT).int(NO_LOT).positive(NO_LOT),
    stored: whole,
  }),
  kolicina: numberField('Količina'),
  ...LINE_JCI,
}

export const razduzenjeBody = z
  .object({
    ...enteredIn(RAZDUZENJE),
    pdf_fajl: pdfPath,
    stavke: z
      .array(z.object(enteredIn(RAZDUZENJE_LINE)).meta({ id: 'RazduzenjeStavkaUnos' }), {
        error: razduzenjeTexts.noLines,
      })
      .min(1, razduzenjeTexts.noLines)
      .max(MAX_RAZDUZENJE_ITEMS, `Razduženje može imati najviše ${MAX_RAZDUZENJE_ITEMS} stavki.`),
  })
  .meta({ id: 'OstaloRazduzenjeUnos' })

/** A line of an import, as it is shown to be chosen. */
const lot = {
  ulaz_stavka_id: whole,
  c4_id: whole,
  broj_c4: z.string(),
  c4_datum: dayReply,
  broj_fakture: z.string(),
  redni_broj: whole,
  materijal_id: z.string(),
  materijal_naziv: z.string(),
  jedinica_mere: z.string(),
  tarifni_broj: z.string(),
  zemlja_porekla: z.string(),
}

const stavka = z
  .object({
    ...storedIn(RAZDUZENJE_LINE),
    ...lot,
    vrednost_rsd: para,
    iznos_carine: para.nullable(),
    iznos_pdv: para.nullable(),
  })
  .meta({ id: 'OstaloRazduzenjeStavka' })
export type RazduzenjeStavka = z.output<typeof stavka>

export const ostaloRazduzenjeHead = z
  .object({
    id: whole,
    ...storedIn(RAZDUZENJE),
    pdf_fajl: z.string().nullable(),
    broj_stavki: whole,
    verzija: whole,
    /** The import whose lines say this discharge; null where it is a document of its own. */
    c4_id: whole.nullable(),
  })
  .meta({ id: 'OstaloRazduzenjeRed' })
export type OstaloRazduzenjeHead = z.output<typeof ostaloRazduzenjeHead>

const razduzenje = ostaloRazduzenjeHead.extend({ stavke: z.array(stavka) }).meta({ id: 'OstaloRazduzenje' })
const saved = razduzenje.extend({ promenjeni_c1: z.array(movedC1) }).meta({ id: 'OstaloRazduzenjeSnimljeno' })

/** A 'Manjak po popisu' that a count proposes: its shortages, each from the oldest lots of its material (customs §4.9). */
export const predlogManjka = z
  .object({
    datum: dayReply,
    razlog: z.string(),
    stavke: z.array(stavka),
    /**
     * The materials whose shortage a document of that day has already, the lots do not cover, or one document cannot
     * hold; null for none.
     */
    upozorenje: z.string().nullable(),
  })
  .meta({ id: 'PredlogManjka' })
export type PredlogManjka = z.output<typeof predlogManjka>

/** Most lots that are offered at once. */
export const MAX_MOGUCNOSTI = 1000

/** A lot of a material with how much of it may still be taken on a day (customs §4.3). */
const mogucnost = z
  .object({ ...lot, kolicina: micro, preostalo: micro, moguce: micro })
  .meta({ id: 'MogucnostRazduzenja' })
export type MogucnostRazduzenja = z.output<typeof mogucnost>

const calls = recordCalls('/ostala-razduzenja', {
  one: saved,
  body: razduzenjeBody,
  params: idParam,
  example: {
    broj: 'OR-001/26',
    datum: '2026-04-15',
    vrsta: 'Povraćaj neprerađene robe',
    broj_jci: 'JCI-2',
    carinski_organ: null,
    razlog: 'Neispravna roba',
    stavke: [{ ulaz_stavka_id: 41, kolicina: 40 }],
  },
})

export const ostalaRazduzenjaEndpoints = endpoints({
  listRazduzenja: {
    method: 'GET',
    path: '/ostala-razduzenja',
    summary: 'Daje stranu ostalih razduženja po filterima, najnovija prva.',
    query: filters({
      vrsta: queryText,
      materijal_id: queryText,
      datum_od: queryDay('Datum od'),
      datum_do: queryDay('Datum do'),
      ...pageQuery(RECORD_PAGE_ROWS),
      ...listFilters(['broj', 'datum', 'vrsta']),
    }),
    reply: pageReply(ostaloRazduzenjeHead),
  },
  mogucnostiRazduzenja: {
    method: 'GET',
    path: '/ostala-razduzenja/mogucnosti',
    summary: 'Daje uvozne stavke materijala sa kojih se na taj dan može razdužiti, najstarije prve.',
    query: z.object({
      materijal_id: queryText,
      datum: queryDay('Datum'),
      bez_dokumenta: queryId('Bez dokumenta'),
      bez_c1: queryId('Bez C1'),
      red_odobrenja: queryId('Red odobrenja'),
    }),
    reply: z.object({ results: z.array(mogucnost) }),
  },
  predlogRazduzenja: {
    method: 'GET',
    path: '/ostala-razduzenja/predlog',
    summary: 'Daje sledeći slobodan broj za godinu datuma; ništa kad se iz poslednjeg ne vidi kako se broji.',
    query: z.object({ datum: queryDay('Datum') }),
    reply: z.object({ broj: z.string() }).partial().meta({ id: 'PredlogRazduzenja' }),
  },
  uploadRazduzenjePdf: {
    method: 'POST',
    path: '/ostala-razduzenja/upload',
    summary: 'Prima PDF i daje putanju koju dokument preuzima; odbija ga kad je popunjen prostor za sve PDF fajlove.',
    file: pdfUpload,
    reply: z.object({ filePath: z.string() }),
  },
  downloadRazduzenjePdf: {
    method: 'GET',
    path: '/ostala-razduzenja/{id}/pdf',
    summary: 'Daje PDF ostalog razduženja.',
    params: idParam,
    reply: 'file',
  },
  getRazduzenje: { ...calls.get('Daje ostalo razduženje sa stavkama.'), reply: razduzenje },
  razduzenjeSusedni: {
    method: 'GET',
    path: '/ostala-razduzenja/{id}/susedni',
    summary: 'Daje razduženja pre i posle njega po danima; null gde ih nema.',
    params: idParam,
    reply: susedniDokumenti,
  },
  razduzenjeFiles: {
    method: 'GET',
    path: '/ostala-razduzenja/{id}/files',
    summary: 'Daje razduženje sa njegovim stavkama kao PDF.',
    params: idParam,
    reply: z.object({ files: z.array(paperFile) }),
  },
  createRazduzenje: calls.create(
    'Upisuje ostalo razduženje; odbija više nego što stavka ima i ono zbog čega bi izvoz ostao bez pokrića.',
  ),
  updateRazduzenje: calls.update('Menja ostalo razduženje.'),
  deleteRazduzenje: {
    ...calls.remove('Briše ostalo razduženje i vraća materijal u uvozne stavke.'),
    reply: z.object({ message: z.string(), promenjeni_c1: z.array(movedC1) }),
  },
  restoreRazduzenje: calls.restore('Vraća obrisano ostalo razduženje do 30 dana posle brisanja.'),
})
export type RazduzenjeQuery = QueryOf<(typeof ostalaRazduzenjaEndpoints)['listRazduzenja']>
export type RazduzenjeBody = BodyOf<(typeof ostalaRazduzenjaEndpoints)['createRazduzenje']>
export type OstaloRazduzenje = ReplyOf<(typeof ostalaRazduzenjaEndpoints)['getRazduzenje']>
export type SavedRazduzenje = z.output<typeof saved>
