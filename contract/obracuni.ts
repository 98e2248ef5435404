import { z } from 'zod'
import { counted } from '#domain/count-words.ts'
import { STANJA_PODNOSENJA } from '#domain/za-podnosenje.ts'
import { paperFile } from './documents.ts'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf, XLSX_TYPE } from './endpoint.ts'
import {
  BACKWARDS,
  day,
  dayReply,
  filters,
  idParam,
  moment,
  oneOfOr,
  optionalText,
  pageQuery,
  pageReply,
  queryId,
  whole,
} from './fields.ts'
import { codeField, dayField, enteredIn, field } from './form-fields.ts'
import { MAX_CODE_CHARACTERS } from './limits.ts'
import { type Delovi, OBRACUN_DELOVI, obracunScope, shortagesText } from './obracun.ts'

/** Most imports that are named in the scope of one account; more of them are an authorisation, or all. */
export const MAX_OBRACUN_C4 = 500
/** Changes after an account was handed in that are listed one by one; the others are counted. */
export const MAX_TOLD_CHANGES = 500
/** Rows of a page of accounts. */
export const OBRACUNI_PAGE_ROWS = 50

/** The number of quarters in 'Za podnošenje', with the present one: two years. */
export const KVARTALA_UNAZAD = 8

/** The states of an account; of a draft nothing is frozen. */
export const STANJA_OBRACUNA = ['nacrt', 'podnet', 'prihvaćen', 'ispravljen'] as const
export type StanjeObracuna = (typeof STANJA_OBRACUNA)[number]

export const obracuniTexts = {
  exists: 'Obračun sa ovim brojem već postoji.',
  oneScope: 'Obračun je ili za izabrane C4 ili za odobrenje.',
  emptyC4: 'Lista C4 je prazna; bez nje je obračun za sve uvoze.',
  tooManyC4: `Obračun može da nabroji najviše ${MAX_OBRACUN_C4} dokumenata C4.`,
  noC4: (id: number) => `C4 sa ID ${id} ne postoji.`,
  noOdobrenje: 'Izabrano odobrenje ne postoji.',
  uncovered: (bez_pokrica: Delovi['bez_pokrica']) =>
    `Obračun ima ${shortagesText(bez_pokrica)} bez pokrića. Podnošenje je moguće tek posle potvrde.`,
  changed: (dan: string, redova: number) =>
    `Obračun je podnet ${dan}; od tada je promenjeno ${redova} ${counted(redova, 'red', 'reda', 'redova')}.`,
  draftsOnly: 'Podnet obračun ne može da se obriše.',
  deleted: (broj: string) => `Nacrt obračuna ${broj} je obrisan.`,
  noWay: (je: StanjeObracuna, postaje: StanjeObracuna) => `Obračun je ${je}; ne može da postane ${postaje}.`,
  noPrethodni: 'Obračun koji se ispravlja ne postoji.',
  draftCorrected: 'Nacrt se ne ispravlja.',
  correctedAlready: (broj: string) => `Obračun ${broj} je već ispravljen.`,
  draftHasNoAct: 'Nacrt nema broj akta.',
  booksMove: 'Dokumenti se upravo menjaju, pa obračun nije podnet. Pokušajte ponovo za nekoliko sekundi.',
  noSheet: 'Uz obračune podnete pre verzije 1.1.0 Excel fajl nije sačuvan.',
  notDrawn: 'PDF fajl trenutno ne može da se napravi, pa obračun nije podnet.',
} as const

const c4Id = z.number({ error: 'C4: očekuje se ID.' }).int('C4: očekuje se ID.').positive('C4: očekuje se ID.')

const potvrda_manjka = z.boolean({ error: 'Potvrda manjka: očekuje se da ili ne.' }).default(false)

/** The fields of an account that a user types. */
export const OBRACUN_POLJA = {
  broj: codeField('Broj obračuna'),
  datum_od: dayField('Datum od'),
  datum_do: dayField('Datum do'),
  rok_podnosenja: field('day', 'Rok za obračun', {
    entered: day('Rok za obračun').nullish(),
    stored: dayReply.nullable(),
    optional: true,
  }),
}

const unos = z
  .object({
    ...enteredIn(OBRACUN_POLJA),
    c4_ids: z
      .array(c4Id, { error: 'C4: očekuje se lista.' })
      .min(1, obracuniTexts.emptyC4)
      .max(MAX_OBRACUN_C4, obracuniTexts.tooManyC4)
      .nullish(),
    odobrenje_id: z.number({ error: 'Odobrenje: očekuje se ID.' }).int('Odobrenje: očekuje se ID.').nullish(),
    stanje: oneOfOr('Stanje', ['nacrt', 'podnet'], 'podnet'),
    prethodni_id: z.number({ error: 'Prethodni: očekuje se ID.' }).int('Prethodni: očekuje se ID.').nullish(),
    potvrda_manjka,
  })
  .superRefine(({ datum_od, datum_do, c4_ids, odobrenje_id }, context) => {
    if (datum_od && datum_do && datum_od > datum_do)
      context.addIssue({ code: 'custom', message: BACKWARDS, path: ['datum_do'] })
    if (c4_ids?.length && odobrenje_id)
      context.addIssue({ code: 'custom', message: obracuniTexts.oneScope, path: ['odobrenje_id'] })
  })
  .meta({ id: 'PodnetObracunUnos' })

/** The next state of an account: a draft is handed in; customs decide about the others. */
const izmena = z
  .object({
    stanje: z.enum(STANJA_OBRACUNA, { error: `Stanje: dozvoljeno je ${STANJA_OBRACUNA.join(', ')}.` }).optional(),
    broj_akta: optionalText('Broj akta', MAX_CODE_CHARACTERS).optional(),
    potvrda_manjka,
  })
  .meta({ id: 'PodnetObracunIzmena' })

/** An account as it was handed in, or the draft of one. */
const obracunRed = z.object({
  id: whole,
  broj: z.string(),
  c4_ids: z.array(whole).nullable(),
  /** The present numbers of the first of these imports. */
  c4_brojevi: z.array(z.string()),
  odobrenje_id: whole.nullable(),
  odobrenje_broj: z.string().nullable(),
  datum_od: dayReply,
  datum_do: dayReply,
  rok_podnosenja: dayReply.nullable(),
  stanje: z.enum(STANJA_OBRACUNA),
  datum_podnosenja: dayReply.nullable(),
  broj_akta: z.string().nullable(),
  prethodni_id: whole.nullable(),
  prethodni_broj: z.string().nullable(),
  sha256: z.string().nullable(),
  napravljen: moment,
  korisnik: z.string(),
  verzija: whole,
})
const podnetRed = obracunRed.meta({ id: 'PodnetObracunRed' })
export type PodnetRed = z.output<typeof podnetRed>

const vrednost = z.union([z.string(), z.number(), z.boolean(), z.null()])
const promenjen = z
  .object({
    deo: z
      .enum(['stavke', 'izvoz', 'normativi', 'otpad', 'bez_pokrica', 'ostala_razduzenja', 'produzenja'])
      .describe('Deo obračuna.'),
    promena: z.enum(['izmenjen', 'nestao', 'dodat']).describe('Šta se sa redom desilo.'),
    red: z.string().describe('Koji je red, rečima.'),
    c4_id: whole.nullable(),
    c1_id: whole.nullable(),
    polja: z
      .array(
        z.object({
          polje: z.string().describe('Ime polja.'),
          pre: vrednost.describe('Kako je podneto.'),
          posle: vrednost.describe('Kako je sada.'),
        }),
      )
      .describe('Polja koja se razlikuju.'),
  })
  .meta({ id: 'PodnetPromenjen' })
export type Promenjen = z.output<typeof promenjen>

const podnet = obracunRed
  .extend({
    ...OBRACUN_DELOVI,
    promenjeno: z.array(promenjen).describe(`Redovi koji se sada razlikuju, najviše ${MAX_TOLD_CHANGES}.`),
    broj_promenjenih: whole.describe('Koliko ih je.'),
  })
  .meta({ id: 'PodnetObracun' })
export type Podnet = z.output<typeof podnet>

/** A quarter of an authorisation whose account is due, runs, or is handed in. */
const zaPodnosenje = z
  .object({
    odobrenje_id: whole.nullable(),
    odobrenje_broj: z
      .string()
      .nullable()
      .describe('Broj odobrenja; null kad knjige nemaju nijedno, pa je za sve uvoze.'),
    naziv: z.string().describe("Kako se period zove: '3. kvartal 2026.'"),
    datum_od: dayReply,
    datum_do: dayReply,
    rok_podnosenja: dayReply.nullable(),
    stanje: z.enum(STANJA_PODNOSENJA).describe('Da li je obračun za kvartal podnet, i da li kasni.'),
    obracun_id: whole.nullable().describe('ID podnetog obračuna; null dok nije podnet.'),
    obracun_broj: z.string().nullable().describe('Broj podnetog obračuna; null dok nije podnet.'),
  })
  .meta({ id: 'ZaPodnosenje' })
export type ZaPodnosenje = z.output<typeof zaPodnosenje>

export const obracuniEndpoints = endpoints({
  zaPodnosenje: {
    method: 'GET',
    path: '/obracuni/za-podnosenje',
    summary:
      'Daje kvartale poslednje dve godine u kojima je odobrenje imalo robu, one koji kasne prve. Bez ijednog odobrenja kvartali su svih uvoza.',
    reply: z.object({ results: z.array(zaPodnosenje) }),
  },
  predlogObracuna: {
    method: 'GET',
    path: '/obracuni/predlog',
    summary:
      'Daje rok za obračun: za C4 njegov, za odobrenje toliko dana posle perioda koliko u njemu piše. Ništa ne upisuje.',
    query: filters(obracunScope),
    reply: z
      .object({
        rok_podnosenja: dayReply.nullable(),
        podneti: z.array(podnetRed).describe('Podneti obračuni istog obima, ili svih uvoza, sa nekim od istih dana.'),
      })
      .meta({ id: 'PredlogObracuna' }),
  },
  listObracuni: {
    method: 'GET',
    path: '/obracuni',
    summary: 'Daje podnete obračune i nacrte, najnoviji prvo, bez njihovih redova.',
    query: z.object({ ...pageQuery(OBRACUNI_PAGE_ROWS), odobrenje_id: queryId('Odobrenje') }),
    reply: pageReply(podnetRed),
  },
  createObracun: {
    method: 'POST',
    path: '/obracuni',
    summary: 'Podnosi obračun: redovi i papir se čuvaju kakvi su u tom trenutku, sa kontrolnim zbirom redova.',
    body: unos,
    reply: podnetRed,
    status: 201,
  },
  getPodnet: {
    method: 'GET',
    path: '/obracuni/{id}',
    summary: 'Daje obračun sa redovima kako su podneti, i redove koji se sada razlikuju.',
    params: idParam,
    reply: podnet,
  },
  updateObracun: {
    method: 'PUT',
    path: '/obracuni/{id}',
    summary: 'Podnosi nacrt, ili upisuje šta je carina rekla o podnetom obračunu.',
    params: idParam,
    body: izmena,
    reply: podnetRed,
  },
  deleteObracun: {
    method: 'DELETE',
    path: '/obracuni/{id}',
    summary: 'Briše nacrt; podnet obračun se ne briše.',
    params: idParam,
    reply: z.object({ message: z.string() }),
  },
  podnetFiles: {
    method: 'GET',
    path: '/obracuni/{id}/files',
    summary: 'Daje papir kako je podnet.',
    params: idParam,
    reply: z.object({ files: z.array(paperFile) }),
  },
  podnetSheet: {
    method: 'GET',
    path: '/obracuni/{id}/sheet',
    summary: 'Daje Excel fajl kako je podnet; obračuni iz verzije 1.0.0 ga nemaju (404).',
    params: idParam,
    reply: 'file',
    fileType: XLSX_TYPE,
  },
})
export type ObracunUnos = BodyOf<(typeof obracuniEndpoints)['createObracun']>
export type ObracunIzmena = BodyOf<(typeof obracuniEndpoints)['updateObracun']>
export type PredlogObracuna = ReplyOf<(typeof obracuniEndpoints)['predlogObracuna']>
export type ObracuniQuery = QueryOf<(typeof obracuniEndpoints)['listObracuni']>
