import { z } from 'zod'
import { MICRO_PLACES, type Micro, PARA_PLACES, type Para } from '#domain/decimal.ts'
import { errorBody, type FieldError } from './errors.ts'
import {
  dayReply,
  filters,
  micro,
  pageQuery,
  para,
  queryCountry,
  queryDay,
  queryNumber,
  queryText,
  requiredCode,
  whole,
} from './fields.ts'
import { countryField, numberField, optionalField, ordinalField, textField } from './form-fields.ts'
import { IMPORT_CHOICES } from './imports.ts'
import {
  DOCUMENT_PAGE_ROWS,
  MAX_CODE_CHARACTERS,
  MAX_DOCUMENT_ITEMS,
  MAX_INVOICE_SHEET_BYTES,
  MAX_PDF_BYTES,
} from './limits.ts'

/** Texts that C4 and C1 share. */
export const documentTexts = {
  noInvoice: 'Morate dodati barem jednu fakturu sa stavkama',
  emptyInvoice: 'Ova faktura mora imati barem jednu stavku',
  bannerTitle: 'Sva obavezna polja moraju da budu popunjena',
  bannerText: 'Molimo vas da popunite sva obavezna polja koja su označena crvenim okvirom.',
  checkItems:
    'Molimo proverite sve stavke. Količina i cena moraju biti validni brojevi i veći od 0, a proizvod mora biti izabran.',
  pdfOnly: 'Molimo vas da odaberete PDF fajl.',
  pdfNoRoom:
    'PDF nije primljen: popunjen je prostor za sve PDF fajlove zajedno. Administrator ga povećava (PDF_TOTAL_MB).',
  pdfCut: 'PDF fajl nije ceo: nedostaje mu kraj. Preuzmite ga ili skenirajte ponovo.',
  pdfTooLarge: 'PDF fajl ne sme biti veći od 10MB.',
  excelOnly: 'Molimo vas da odaberete Excel fajl (.xlsx, .xls, .ods)',
  excelTooLarge: 'Excel fajl ne sme biti veći od 5MB.',
  excelEmpty: 'Excel fajl je prazan ili nema podataka.',
} as const

/**
 * Why an import stays, or a lot has nothing more to name. `errors` name each material that would lack and its exports.
 */
export const lostCoverTexts = {
  edit: 'Izmena nije moguća, jer bi izvoz ostao bez pokrića',
  removal: 'Brisanje nije moguće, jer bi izvoz ostao bez pokrića',
  discharge: 'Razduženje nije moguće, jer bi izvoz ostao bez pokrića',
} as const

/** A sheet of invoices for the form. */
export const invoiceSheet = {
  maxBytes: MAX_INVOICE_SHEET_BYTES,
  tooLarge: documentTexts.excelTooLarge,
  fields: IMPORT_CHOICES,
} as const

/** The number of an invoice without one (decisions §3). */
export const DEFAULT_BROJ_FAKTURE = 'Faktura-1'

/** The invoice that a line stands on. */
export const brojFakture = z.codec(
  z.string({ error: 'Broj fakture: očekuje se tekst.' }).nullish(),
  requiredCode('Broj fakture', MAX_CODE_CHARACTERS),
  { decode: (text) => text ?? DEFAULT_BROJ_FAKTURE, encode: (text) => text },
)

/** The lines of a document as they are sent. */
export const enteredStavke = <T extends z.ZodType>(stavka: T) =>
  z
    .array(stavka, { error: documentTexts.noInvoice })
    .min(1, documentTexts.noInvoice)
    .max(MAX_DOCUMENT_ITEMS, `Dokument može imati najviše ${MAX_DOCUMENT_ITEMS} stavki.`)

/** The place and the quantity of a line, in every document. A new line has quantity 1 (spec §9). */
export const REDNI_BROJ = ordinalField('Redni broj', { said: 'R. br.', headings: ['rb', 'r_br', 'rbr', 'redni_br'] })
export const KOLICINA = numberField('Količina', { empty: '1', headings: ['kol'] })

/** The sender and the receiver of a document. */
export const PARTNERS = {
  posiljalac_naziv: textField('Pošiljalac', { said: 'Naziv pošiljaoca' }),
  posiljalac_grad: textField('Grad pošiljaoca'),
  posiljalac_drzava: countryField('Država pošiljaoca'),
  primalac_naziv: textField('Primalac', { said: 'Naziv primaoca' }),
  primalac_pib: optionalField('code', 'PIB', { said: 'PIB primaoca' }),
  primalac_mb: optionalField('code', 'MB', { said: 'MB primaoca' }),
  primalac_grad: textField('Grad primaoca'),
  zemlja_otpreme: countryField('Zemlja otpreme'),
}

/** Partners are suggested from what stands in the documents. */
export const firm = z
  .object({
    posiljalac_naziv: z.string().nullable(),
    posiljalac_grad: z.string().nullable(),
    posiljalac_drzava: z.string().nullable(),
    primalac_naziv: z.string().nullable(),
    primalac_pib: z.string().nullable(),
    primalac_mb: z.string().nullable(),
    primalac_grad: z.string().nullable(),
  })
  .meta({ id: 'Firma' })
export type Firm = z.output<typeof firm>

/** The partner chosen in the form of a new document, and its day; the year of the day counts for the number. */
export const predlogQuery = z.object({ partner: queryText, datum: queryDay('Datum') })
export type PredlogQuery = z.output<typeof predlogQuery>

/** The number of the document may stand beside the file, under any of its names (decisions §3). */
export const pdfUpload = {
  maxBytes: MAX_PDF_BYTES,
  tooLarge: documentTexts.pdfTooLarge,
  fields: ['documentId', 'brojC1', 'broj_c1', 'brojC4', 'broj_c4'],
} as const

/** The names under which lists are filtered; each has a second name that older clients use (decisions §4). */
const documentFilters = {
  ...pageQuery(DOCUMENT_PAGE_ROWS),
  search: queryText,
  c4Number: queryText,
  c1Number: queryText,
  tip_dokumenta: queryText,
  documentType: queryText,
  datum_od: queryDay('Datum od'),
  dateStart: queryDay('Datum od'),
  datum_do: queryDay('Datum do'),
  dateEnd: queryDay('Datum do'),
  posiljalac: queryText,
  sender: queryText,
  primalac: queryText,
  receiver: queryText,
  zemlja_otpreme: queryCountry,
  countryOfDispatch: queryCountry,
  vrednost_min: queryNumber<Para>('Vrednost', PARA_PLACES, 'od'),
  valueMin: queryNumber<Para>('Vrednost', PARA_PLACES, 'od'),
  vrednost_max: queryNumber<Para>('Vrednost', PARA_PLACES, 'do'),
  valueMax: queryNumber<Para>('Vrednost', PARA_PLACES, 'do'),
  kolicina_min: queryNumber<Micro>('Količina', MICRO_PLACES, 'od'),
  quantityMin: queryNumber<Micro>('Količina', MICRO_PLACES, 'od'),
  kolicina_max: queryNumber<Micro>('Količina', MICRO_PLACES, 'do'),
  quantityMax: queryNumber<Micro>('Količina', MICRO_PLACES, 'do'),
  sort: z
    .enum(['broj', 'tip_dokumenta', 'datum', 'partner', 'zemlja_otpreme', 'vrednost_total', 'kolicina_total'])
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
}
export const documentQuery = <T extends z.ZodRawShape>(own: T) => filters({ ...documentFilters, ...own })
export type DocumentQuery = z.output<z.ZodObject<typeof documentFilters>>

/** A shortage: the quantity that no lot covers. */
export const manjak = z
  .object({
    materijal_id: z.string(),
    naziv: z.string(),
    jedinica_mere: z.string(),
    kolicina: micro,
  })
  .meta({ id: 'Manjak' })
export type Manjak = z.output<typeof manjak>

/**
 * Effects of a save on other exports: their lots changed because this document came before them. `novi_manjak` is the
 * cover that they lost: nothing loses it silently (decisions §1). `pokriveno` is their former shortage, covered now.
 */
export const movedC1 = z
  .object({
    id: whole,
    broj_c1: z.string(),
    datum: dayReply,
    novi_manjak: z.array(manjak),
    pokriveno: z.array(manjak),
  })
  .meta({ id: 'PomerenC1' })
export type MovedC1 = z.output<typeof movedC1>

/** An export with the same draws but another cost: a save changed price, currency or rate of its lots. */
export const repricedC1 = movedC1.pick({ id: true, broj_c1: true, datum: true }).meta({ id: 'C1DrugogTroska' })
export type RepricedC1 = z.output<typeof repricedC1>

const susedni = z.object({ id: whole, broj: z.string() }).meta({ id: 'SusedniDokument' })
/** The documents on either side of one, in the order of days in which lists stand: the earlier and the later one. */
export const susedniDokumenti = z.object({ prethodni: susedni.nullable(), sledeci: susedni.nullable() })
export type SusedniDokumenti = z.output<typeof susedniDokumenti>

const NO_DOCUMENT = 'ID dokumenta nije ispravan.'
/** The materials (C4) or products (C1) whose usual values are asked for, without this document. */
export const uobicajenoBody = z.object({
  ids: z
    .array(requiredCode('ID', MAX_CODE_CHARACTERS), { error: 'ids: očekuje se lista.' })
    .max(MAX_DOCUMENT_ITEMS, `ids: najviše ${MAX_DOCUMENT_ITEMS}.`),
  bez_dokumenta: z.number(NO_DOCUMENT).int(NO_DOCUMENT).positive(NO_DOCUMENT).nullish(),
})

/** The last price of a material or product in other documents, and the median of its last quantities. */
export const uobicajeno = z
  .object({
    id: z.string(),
    naziv: z.string(),
    jedinica_mere: z.string(),
    poslednja_cena: micro,
    valuta: z.string(),
    kurs: micro,
    uobicajena_kolicina: micro,
  })
  .meta({ id: 'Uobicajeno' })
export type Uobicajeno = z.output<typeof uobicajeno>

/** A draw of an export of a material from a lot. A lot that is not saved yet has no id; a shortage has no C4 either. */
const pokrice = z
  .object({
    materijal_id: z.string(),
    ulaz_stavka_id: whole.nullable(),
    c4_broj: z.string().nullable(),
    kolicina: micro,
  })
  .meta({ id: 'Pokrice' })
export type Pokrice = z.output<typeof pokrice>

const proverenC1 = movedC1.extend({ pre: z.array(pokrice), posle: z.array(pokrice) }).meta({ id: 'ProverenC1' })
export type ProverenC1 = z.output<typeof proverenC1>

/** Most rows of each list that looking before saving answers. */
export const MAX_PROVERA_ROWS = 1000

/** The body of a preview (customs §4.12): `dokument` as it is saved; without it the one of `id` is removed. */
export const proveraBody = <T extends z.ZodType>(dokument: T) =>
  z
    .object({
      id: z.number(NO_DOCUMENT).int(NO_DOCUMENT).positive(NO_DOCUMENT).nullish(),
      dokument: dokument.nullish(),
    })
    .refine((asked) => asked.id || asked.dokument, 'Očekuje se id ili dokument.')

/** Effects of a change on exports. */
export const consequences = z.object({
  manjak: z.array(manjak),
  promenjeni_c1: z.array(proverenC1).describe(`Drugi izvozi koji bi se pomerili, najviše ${MAX_PROVERA_ROWS}.`),
  promenjenih_c1: whole.describe('Koliko ih je ukupno.'),
  odbijeno: errorBody.required().nullable().describe('Rečenica kojom bi čuvanje bilo odbijeno; null kad ne bi.'),
})

/** `row` is one of the document's own razduženje. */
export const proveraReply = <T extends z.ZodType>(row: T) =>
  z.object({
    razduzenje: z.array(row).describe(`Šta bi se razdužilo, najviše ${MAX_PROVERA_ROWS} redova.`),
    ...consequences.shape,
  })
/** The same as a type. */
export type Provera<Row> = {
  razduzenje: Row[]
  manjak: Manjak[]
  promenjeni_c1: ProverenC1[]
  promenjenih_c1: number
  odbijeno: { message: string; errors: FieldError[] } | null
}

/** A PDF that the server draws, base64 (decisions §3). */
export const paperFile = z.object({ name: z.string(), data: z.string() }).meta({ id: 'PdfFajl' })
export type PaperFile = z.output<typeof paperFile>

/** Facts of every stored document, beside those that its user enters and its lines. */
export const storedDocument = {
  id: whole,
  valuta: z.string(),
  pdf_fajl: z.string().nullable(),
  kurs: micro,
  vrednost_total: para,
  vrednost_rsd: para,
  kolicina_total: micro,
  broj_stavki: whole,
  /** Raised by every change; send it back as If-Match. */
  verzija: whole,
}
