import { z } from 'zod'
import { formatWhole } from '#domain/decimal.ts'
import { c1Query } from './c1.ts'
import { c4Query } from './c4.ts'
import { endpoints, XLSX_TYPE } from './endpoint.ts'
import {
  dayReply,
  filters,
  micro,
  pageQuery,
  pageReply,
  para,
  queryCountry,
  queryDay,
  queryId,
  querySwitch,
  queryText,
  whole,
} from './fields.ts'
import { ARCHIVE_PAGE_ROWS, MAX_SHEET_ROWS, REMAINING_PAGE_ROWS, SUMMARY_PAGE_ROWS } from './limits.ts'
import { partnerFilters } from './partneri.ts'

export const sheetFileTexts = {
  tooManyRows: `Tabela bi imala više od ${formatWhole(MAX_SHEET_ROWS)} redova. Izaberite kraći period ili uže filtere.`,
  tooSlow: 'Tabela nije napravljena u dozvoljenom vremenu. Izaberite kraći period i pokušajte ponovo.',
  busy: 'Server trenutno pravi druge tabele. Pokušajte ponovo za nekoliko sekundi.',
  noImport: 'vrsta: takvog učitavanja nema.',
} as const

const period = {
  datum_od: queryDay('Datum od'),
  dateStart: queryDay('Datum od'),
  datum_do: queryDay('Datum do'),
  dateEnd: queryDay('Datum do'),
}

/** A C4 or C1 as one line of the archive. */
export const archiveDocument = z
  .object({
    vrsta: z.enum(['c4', 'c1']),
    id: whole,
    broj: z.string(),
    tip: z.enum(['Dolazni', 'Odlazni']),
    tip_dokumenta: z.string(),
    datum: dayReply,
    partner: z.string(),
    zemlja_otpreme: z.string(),
    valuta: z.string(),
    kurs: micro,
    vrednost_total: para,
    vrednost_rsd: para,
    kolicina_total: micro,
    pdf_fajl: z.string().nullable(),
    ima_manjak: z.boolean(),
  })
  .meta({ id: 'DokumentArhive' })
export type ArchiveDocument = z.output<typeof archiveDocument>

const remainingStavka = z
  .object({
    ulaz_stavka_id: whole,
    materijal_id: z.string(),
    naziv: z.string(),
    zemlja_porekla: z.string(),
    jedinica_mere: z.string(),
    kolicina: micro,
    kolicina_razduzena: micro,
    preostalo: micro,
    vrednost_rsd: para,
  })
  .meta({ id: 'PreostalaStavka' })

/** A C4 with a remainder at the end of the period (now, without a period), and the lots that have one. */
export const remainingC4 = z
  .object({
    c4_id: whole,
    c4_broj: z.string(),
    c4_datum: dayReply,
    tip_dokumenta: z.string(),
    posiljalac_naziv: z.string(),
    valuta: z.string(),
    kurs: micro,
    stavke: z.array(remainingStavka),
  })
  .meta({ id: 'PreostaliC4' })
export type RemainingC4 = z.output<typeof remainingC4>

export const materialSummary = z
  .object({
    materijal_id: z.string(),
    naziv: z.string(),
    jedinica_mere: z.string(),
    /** The stock before the period; 0 without one. With `totalInput` less `totalConsumed` it makes `totalQuantity`. */
    pocetno_stanje: micro,
    totalInput: micro,
    totalConsumed: micro,
    /** The remainder at the end of the period, the shortage of exports then, their difference, and its value. */
    preostalo: micro,
    manjak: micro,
    totalQuantity: micro,
    vrednost_rsd: para,
    /** C4 dated in the period; and the day of the last C4 up to its end, even if that is before its start. */
    broj_c4: whole,
    poslednji_uvoz: dayReply.nullable(),
  })
  .meta({ id: 'RezimeMaterijala' })
export type MaterialSummary = z.output<typeof materialSummary>

export const productSummary = z
  .object({
    proizvod_id: z.string(),
    naziv: z.string(),
    jedinica_mere: z.string(),
    kolicina: micro,
    broj_c1: whole,
    vrednost_eur: para,
    vrednost_rsd: para,
    /** The cost of the material used, from its lots, in RSD; a shortage has no cost yet. */
    trosak_rsd: para,
    razlika_rsd: para,
    ima_manjak: z.boolean(),
  })
  .meta({ id: 'RezimeProizvoda' })
export type ProductSummary = z.output<typeof productSummary>

const topMaterial = z
  .object({
    materijal_id: z.string(),
    naziv: z.string(),
    jedinica_mere: z.string(),
    totalQuantity: micro,
    /** The remainder in its lots, with its value in `vrednost_rsd`; a shortage makes it exceed `totalQuantity`. */
    preostalo: micro,
    vrednost_rsd: para,
  })
  .meta({ id: 'TopMaterijal' })

const sought = { ...period, search: queryText }

/** Lots of these days of import and of this country. With `datum_do` they are as they were at the end of that day. */
const remainingFilters = {
  ...sought,
  uvoz_od: queryDay('Uvoz od'),
  uvoz_do: queryDay('Uvoz do'),
  zemlja_porekla: queryCountry,
}

const documentFilters = {
  ...sought,
  tip: z.enum(['Dolazni', 'Odlazni']).optional().catch(undefined),
  tip_dokumenta: queryText,
  documentType: queryText,
  partner: queryText,
  zemlja_otpreme: queryCountry,
  countryOfDispatch: queryCountry,
}

const documentsQuery = {
  ...documentFilters,
  sort: z
    .enum(['broj', 'tip', 'tip_dokumenta', 'datum', 'partner', 'zemlja_otpreme', 'vrednost_rsd', 'kolicina_total'])
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
}

/** A list comes as a workbook, or as text. */
const format = { format: z.enum(['xlsx', 'csv']).default('xlsx').catch('xlsx') }
/** `sablon`: the headings alone, to be filled in and imported. */
const forImport = { ...format, sablon: querySwitch('sablon'), search: queryText }
export type SheetFormat = z.output<typeof format.format>

/** The spreadsheets of the archive: the ledger itself, and each of its views. */
const sheetOf = <const N extends string, Q extends z.ZodRawShape>(name: N, summary: string, query: Q) =>
  ({
    method: 'GET',
    path: `/archive/sheets/${name}`,
    summary,
    query: filters(query),
    reply: 'file',
    fileType: XLSX_TYPE,
  }) as const

export const archiveSheets = {
  razduzenje: sheetOf(
    'razduzenje',
    'Daje red po red šta je iz kog uvoza otišlo u kom izvozu perioda; filteri i pretraga važe za oba.',
    documentFilters,
  ),
  documents: sheetOf(
    'documents',
    'Daje sve strane liste dokumenata kao Excel fajl, sa njenim filterima i redosledom.',
    documentsQuery,
  ),
  remaining: sheetOf(
    'remaining',
    'Daje svaku uvoznu stavku sa ostatkom na kraju perioda kao Excel fajl.',
    remainingFilters,
  ),
  materials: sheetOf('materials', 'Daje rezime materijala perioda kao Excel fajl.', sought),
  products: sheetOf('products', 'Daje rezime proizvoda perioda kao Excel fajl.', sought),
  popis: sheetOf('popis', 'Daje popisnu listu sa knjigovodstvenim stanjem na kraju dana kao Excel fajl.', {
    datum_do: queryDay('Datum do'),
    search: queryText,
  }),
  'popis-bez-stanja': sheetOf('popis-bez-stanja', 'Daje popisnu listu bez knjigovodstvenog stanja kao Excel fajl.', {
    search: queryText,
  }),
  materijali: sheetOf(
    'materijali',
    'Daje materijale kao Excel fajl, ili uz `format=csv` kao tekst; učitavanje materijala ih čita.',
    forImport,
  ),
  c4: sheetOf(
    'c4',
    'Daje uvoze filtera, svaki sa svim stavkama, najraniji prvi, u kolonama koje čita njihovo učitavanje; uz `format=csv` kao tekst.',
    {
      ...c4Query.shape,
      ...format,
    },
  ),
  c1: sheetOf(
    'c1',
    'Daje izvoze filtera, svaki sa svim stavkama, najraniji prvi, u kolonama koje čita njihovo učitavanje; uz `format=csv` kao tekst. Usmerena razduženja se ne prenose.',
    {
      ...c1Query.shape,
      ...format,
    },
  ),
  sablon: sheetOf(
    'sablon',
    'Daje nazive kolona jednog učitavanja (vrsta: materijali, proizvodi, c4, c1, fakture, popis, kursevi, faktura) kao tabelu za popunjavanje.',
    { ...format, vrsta: queryText },
  ),
  partneri: sheetOf(
    'partneri',
    'Daje partnere koje pretraga nalazi, redom liste, kao Excel fajl, ili uz `format=csv` kao tekst.',
    { ...partnerFilters, ...format },
  ),
  normativi: sheetOf('normativi', 'Daje proizvode sa današnjim normativima kao Excel fajl koji uvoz proizvoda čita.', {
    ...forImport,
    proizvod_id: queryText,
  }),
  usaglasavanje: sheetOf('usaglasavanje', 'Daje razlike jednog upoređivanja, ili svih, kao Excel fajl.', {
    usaglasavanje_id: queryId('Usaglašavanje'),
    vrsta: queryText,
  }),
  'ostala-razduzenja': sheetOf(
    'ostala-razduzenja',
    'Daje stavke ostalih razduženja sa vrednošću kao Excel fajl, najnovija prva.',
    {
      ...sought,
      vrsta: queryText,
      materijal_id: queryText,
    },
  ),
}
export type ArchiveSheet = keyof typeof archiveSheets

export const archiveEndpoints = endpoints({
  archiveOverview: {
    method: 'GET',
    path: '/archive/overview',
    summary: 'Daje brojeve, vrednost i najnovije dokumente perioda.',
    query: filters(period),
    reply: z.object({
      ukupno_dokumenata: whole,
      ukupno_c4: whole,
      ukupno_c1: whole,
      /** Documents of the period in RSD, imports and exports together. */
      vrednost_rsd: para,
      nedavni: z.array(archiveDocument),
      top_materijali: z.array(topMaterial),
    }),
  },
  archiveDocuments: {
    method: 'GET',
    path: '/archive/documents',
    summary: 'Daje stranu svih dokumenata, najnovije prve.',
    query: filters({ ...pageQuery(ARCHIVE_PAGE_ROWS), ...documentsQuery }),
    reply: pageReply(archiveDocument),
  },
  archiveRemaining: {
    method: 'GET',
    path: '/archive/remaining',
    summary: 'Daje ulazne dokumente koji na kraju perioda imaju ostatak, najstarije prve.',
    query: filters({ ...pageQuery(REMAINING_PAGE_ROWS), ...remainingFilters }),
    reply: pageReply(remainingC4),
  },
  archiveMaterials: {
    method: 'GET',
    path: '/archive/materials',
    summary: 'Daje po materijalu šta je bilo, ušlo, izašlo i ostalo u periodu.',
    query: filters({ ...pageQuery(SUMMARY_PAGE_ROWS), ...sought }),
    reply: pageReply(materialSummary).extend({
      /** The exact values of all materials of the query, on every page, added up and rounded once. */
      vrednost_rsd: para,
    }),
  },
  archiveProducts: {
    method: 'GET',
    path: '/archive/products',
    summary: 'Daje po proizvodu šta je izvezeno u periodu i koliko je koštao materijal.',
    query: filters({ ...pageQuery(SUMMARY_PAGE_ROWS), ...sought }),
    reply: pageReply(productSummary),
  },
  archiveLedgerSheet: archiveSheets.razduzenje,
  archiveDocumentsSheet: archiveSheets.documents,
  archiveRemainingSheet: archiveSheets.remaining,
  archiveMaterialsSheet: archiveSheets.materials,
  archiveProductsSheet: archiveSheets.products,
  archivePopisSheet: archiveSheets.popis,
  archivePopisBezStanjaSheet: archiveSheets['popis-bez-stanja'],
  archiveNormativiSheet: archiveSheets.normativi,
  archiveMaterijaliSheet: archiveSheets.materijali,
  archiveC4Sheet: archiveSheets.c4,
  archiveC1Sheet: archiveSheets.c1,
  archiveSablonSheet: archiveSheets.sablon,
  archivePartneriSheet: archiveSheets.partneri,
  archiveUsaglasavanjeSheet: archiveSheets.usaglasavanje,
  archiveOstalaRazduzenjaSheet: archiveSheets['ostala-razduzenja'],
})
