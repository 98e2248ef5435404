import { z } from 'zod'
import {
  C4_CARINA,
  drawMarkFields,
  LINE_CARINA,
  odobrenjeBroj,
  produzenje,
  produzenjeBody,
  promenjenRok,
  rokQuery,
  rokRow,
} from './carina.ts'
import { c4ImportQuery, importedAtOnce, importedByLines, skippedDocumentsOf } from './document-import.ts'
import {
  brojFakture,
  documentQuery,
  enteredStavke,
  firm,
  invoiceSheet,
  KOLICINA,
  movedC1,
  PARTNERS,
  paperFile,
  pdfUpload,
  predlogQuery,
  proveraBody,
  proveraReply,
  REDNI_BROJ,
  repricedC1,
  storedDocument,
  susedniDokumenti,
  uobicajeno,
  uobicajenoBody,
} from './documents.ts'
import { type BodyOf, endpoints, type ReplyOf, XLSX_TYPE } from './endpoint.ts'
import { dayReply, idParam, lineId, micro, pageQuery, pageReply, para, pdfPath, queryText, whole } from './fields.ts'
import {
  choiceField,
  choiceOr,
  codeField,
  countryField,
  dayField,
  enteredIn,
  flagField,
  goodsField,
  priceField,
  storedIn,
} from './form-fields.ts'
import { fileNote, restoreQuery, sheetReading, skippedOf } from './imports.ts'
import { DISCHARGE_PAGE_ROWS } from './limits.ts'

export const C4_TYPES = ['Carinska deklaracija', 'Uvozna deklaracija', 'Privremeni uvoz'] as const
export const CURRENCIES = ['RSD', 'EUR', 'USD'] as const
export const PARITIES = ['EXW', 'CIF', 'DAP', 'FOB'] as const
export const C4_FILTER_COUNTRIES = [
  'Srbija',
  'Nemačka',
  'Italija',
  'Francuska',
  'Poljska',
  'Turska',
  'Španija',
  'Bugarska',
] as const

/** The head of an import document, above its invoices. */
export const C4_HEAD = {
  tip_dokumenta: choiceField('Tip dokumenta', C4_TYPES),
  broj_terminala: codeField('Broj terminala'),
  broj_c4: codeField('C4 broj', { said: 'Broj C4' }),
  datum: dayField('Datum'),
  ...PARTNERS,
  valuta: choiceOr('Valuta', CURRENCIES, 'RSD'),
  paritet: choiceOr('Paritet', PARITIES, 'EXW'),
  ...C4_CARINA,
}

/** A line of an import document. A new one has quantity 1 and price 1 (spec §9). */
export const C4_LINE = {
  redni_broj: REDNI_BROJ,
  materijal_id: goodsField('Materijal', {
    headings: ['materijal', 'id_materijala', 'sifra_materijala', 'sifra', 'id'],
  }),
  kolicina: KOLICINA,
  cena_po_jedinici: priceField('Cena po jedinici', {
    empty: '1',
    headings: ['cena_po_jed', 'jedinicna_cena', 'cena'],
  }),
  dokazuje_poreklo: flagField('Dokazuje poreklo', { headings: ['poreklo'] }),
  tarifni_broj: codeField('Tarifni broj', { headings: ['tarifa', 'tarifni_br'] }),
  zemlja_porekla: countryField('Zemlja porekla', { headings: ['zemlja'] }),
  ...LINE_CARINA,
}

/** One line of an invoice; when stored it is a lot. `id` keeps the lot's identity through an edit (decisions §1). */
export const c4Stavka = z
  .object({ id: lineId, broj_fakture: brojFakture, ...enteredIn(C4_LINE) })
  .meta({ id: 'C4StavkaUnos' })

export const c4Body = z
  .object({ ...enteredIn(C4_HEAD), pdf_fajl: pdfPath, stavke: enteredStavke(c4Stavka) })
  .meta({ id: 'C4Unos' })

const storedStavka = z
  .object({
    id: whole,
    broj_fakture: z.string(),
    ...storedIn(C4_LINE),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    iznos: para,
    kolicina_razduzena: micro,
    preostalo: micro,
  })
  .meta({ id: 'C4Stavka' })

/** A row of the list: the document without its lines. Types and currencies of old data are shown as they are. */
export const c4Row = z.object({ ...storedDocument, ...storedIn(C4_HEAD), ...rokRow }).meta({ id: 'C4Red' })

const c4Document = c4Row
  .extend({
    rok_obracuna: dayReply.nullable(),
    /** Sentences about the deadline and the authorisation, which refuse nothing. */
    upozorenja: z.array(z.string()),
    stavke: z.array(storedStavka),
  })
  .meta({ id: 'C4' })
const c4Saved = c4Document
  .extend({ promenjeni_c1: z.array(movedC1), promenjen_trosak_c1: z.array(repricedC1), ...promenjenRok })
  .meta({ id: 'C4Snimljen' })

/** The quantity that a line of an export took from a line of an import, with its waste and loss (customs §4.2). */
const taken = {
  c1_id: whole,
  broj_c1: z.string(),
  c1_datum: dayReply,
  primalac_naziv: z.string(),
  c1_stavka_id: whole,
  broj_fakture: z.string(),
  redni_broj: whole,
  proizvod_id: z.string(),
  proizvod_naziv: z.string(),
  kolicina: micro,
  ...drawMarkFields,
}
const named = { broj: z.string(), datum: dayReply, vrsta: z.string(), kolicina: micro }
const deo = { ugradjeno: micro, otpad: micro, gubitak: micro }

/** The ways out of a line of an import: the question of customs, asked from the import's side. */
export const c4RazduzenjeRow = z
  .object({
    ulaz_stavka_id: whole,
    broj_fakture: z.string(),
    redni_broj: whole,
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    tarifni_broj: z.string(),
    zemlja_porekla: z.string(),
    dokazuje_poreklo: z.boolean(),
    kolicina: micro,
    kolicina_razduzena: micro,
    preostalo: micro,
    /** The quantities that this line of an export took; null in a row without an export. */
    izvoz: z.object({ ...taken, ...deo }).nullable(),
    /** The draw of a document that names the line; null in any other row. */
    ostalo_razduzenje: z.object({ id: whole, ...named }).nullable(),
  })
  .meta({ id: 'RazduzenjeC4' })
export type C4RazduzenjeRow = z.output<typeof c4RazduzenjeRow>

/** The lines of the invoice Excel, before the user takes them into the form (decisions §5: preview first). */
const invoicePreview = z
  .object({
    ...sheetReading,
    fakture: z.array(
      z.object({
        broj_fakture: z.string(),
        stavke: z.array(
          z.object({
            red: whole,
            ...storedIn(C4_LINE),
            upozorenja: z.array(z.string()),
            /** The warnings about a number that became 1 because its cell holds none, by its field. */
            pogodjeno: z.object({ kolicina: z.string(), cena_po_jedinici: z.string() }).partial(),
          }),
        ),
      }),
    ),
    preskoceni: z.array(
      z.object({
        red: whole,
        broj_fakture: z.string(),
        materijal_id: z.string(),
        materijal_naziv: z.string(),
        razlog: z.string(),
      }),
    ),
    broj_faktura: whole,
    broj_stavki: whole,
    message: z.string(),
    napomena: fileNote,
    /** The facts of the document to customs in the sheet, the same in every row that says them. */
    dokument: z.object({ ...storedIn(C4_CARINA), ...odobrenjeBroj }),
  })
  .meta({ id: 'PregledFaktura' })

/** The proposal for a new document: the next number, and the values of its partner's last one. */
const predlog = z
  .object(storedIn(C4_HEAD))
  .pick({
    broj_c4: true,
    tip_dokumenta: true,
    broj_terminala: true,
    zemlja_otpreme: true,
    valuta: true,
    paritet: true,
    primalac_naziv: true,
    primalac_pib: true,
    primalac_mb: true,
    primalac_grad: true,
  })
  .partial()
  .meta({ id: 'PredlogC4' })
export type PredlogC4 = z.output<typeof predlog>
export const C4_PROPOSED = Object.keys(predlog.shape) as (keyof PredlogC4)[]

export const c4Query = documentQuery(rokQuery)
export type C4Query = z.output<typeof c4Query>

export const c4Endpoints = endpoints({
  listC4: {
    method: 'GET',
    path: '/c4',
    summary: 'Daje stranu ulaznih dokumenata po filterima, najnovije prve.',
    query: c4Query,
    reply: pageReply(c4Row, 'documents'),
  },
  c4Firms: {
    method: 'GET',
    path: '/c4/firms',
    summary: 'Daje firme iz ulaznih dokumenata kako ih registar partnera ima, kao predlog pri unosu.',
    reply: z.array(firm),
  },
  c4Template: {
    method: 'GET',
    path: '/c4/template',
    summary: 'Daje šablon za učitavanje faktura.',
    reply: 'file',
    fileType: XLSX_TYPE,
  },
  importInvoices: {
    method: 'POST',
    path: '/c4/import',
    summary: 'Čita fakture iz Excel fajla i ne upisuje ništa.',
    ...{ needs: 'read', file: invoiceSheet },
    reply: invoicePreview,
  },
  preskoceniFaktura: skippedOf('/c4/import/preskoceni', invoiceSheet),
  importC4: {
    method: 'POST',
    path: '/c4/documents/import',
    summary: 'Upisuje ulazne dokumente iz tabele, red po stavki, ili sa dryRun samo pokazuje šta bi upisao.',
    query: c4ImportQuery,
    ...importedAtOnce,
  },
  preskoceniC4: { ...skippedDocumentsOf('/c4/documents/import/preskoceni'), query: c4ImportQuery },
  importC4Tok: {
    method: 'POST',
    path: '/c4/documents/import/tok',
    summary:
      'Čita fajl, pa odgovara u redovima od kojih je svaki JSON: { obradjeno, od_ukupno } dok upisuje, na kraju isto što daje POST /c4/documents/import, ili { message } kad ne uspe. Ako se veza prekine, upis ide dalje; isti fajl poslat ponovo ne menja ništa.',
    query: c4ImportQuery,
    ...importedByLines,
  },
  c4DocumentsTemplate: {
    method: 'GET',
    path: '/c4/documents/template',
    summary: 'Daje šablon za učitavanje ulaznih dokumenata.',
    reply: 'file',
    fileType: XLSX_TYPE,
  },
  uploadC4Pdf: {
    method: 'POST',
    path: '/c4/upload',
    summary: 'Prima PDF i daje putanju koju dokument preuzima; odbija ga kad je popunjen prostor za sve PDF fajlove.',
    file: pdfUpload,
    reply: z.object({ filePath: z.string() }),
  },
  c4Stavke: {
    method: 'GET',
    path: '/c4/{id}/stavke',
    summary: 'Daje stavke ulaznog dokumenta redom kojim su upisane.',
    params: idParam,
    reply: z.array(storedStavka),
  },
  c4Razduzenje: {
    method: 'GET',
    path: '/c4/{id}/razduzenje',
    summary: 'Daje u kojim su izvozima otišle stavke ovog uvoza.',
    params: idParam,
    query: z.object({ ...pageQuery(DISCHARGE_PAGE_ROWS), search: queryText }),
    reply: pageReply(c4RazduzenjeRow),
  },
  c4Susedni: {
    method: 'GET',
    path: '/c4/{id}/susedni',
    summary: 'Daje dokumente pre i posle njega po danima; null gde ih nema.',
    params: idParam,
    reply: susedniDokumenti,
  },
  c4Produzenja: {
    method: 'GET',
    path: '/c4/{id}/produzenja',
    summary: 'Daje sva produženja roka razduženja ovog uvoza; važi poslednje.',
    params: idParam,
    reply: z.array(produzenje),
  },
  addProduzenje: {
    method: 'POST',
    path: '/c4/{id}/produzenja',
    summary: 'Produžava rok razduženja; odbija rok koji nije posle dosadašnjeg.',
    params: idParam,
    body: produzenjeBody,
    reply: produzenje.extend(promenjenRok),
    status: 201,
  },
  c4Files: {
    method: 'GET',
    path: '/c4/{id}/files',
    summary: 'Daje razduženje uvoza kao PDF.',
    params: idParam,
    reply: z.object({ files: z.array(paperFile) }),
  },
  downloadC4Pdf: {
    method: 'GET',
    path: '/c4/download/{id}',
    summary: 'Daje PDF ulaznog dokumenta.',
    params: idParam,
    reply: 'file',
  },
  c4Predlog: {
    method: 'GET',
    path: '/c4/predlog',
    summary: 'Daje sledeći broj i šta je imao poslednji ulazni dokument tog pošiljaoca, kao predlog pri unosu.',
    query: predlogQuery,
    reply: predlog,
  },
  c4Uobicajeno: {
    method: 'POST',
    path: '/c4/uobicajeno',
    summary: 'Daje poslednju cenu i uobičajenu količinu materijala iz drugih dokumenata; ne upisuje ništa.',
    needs: 'read',
    body: uobicajenoBody,
    reply: z.array(uobicajeno),
  },
  c4Provera: {
    method: 'POST',
    path: '/c4/provera',
    summary: 'Kaže šta bi uradilo čuvanje ili brisanje ulaznog dokumenta: čuva i poništava, ne ostaje ništa.',
    needs: 'read',
    body: proveraBody(c4Body),
    reply: proveraReply(
      c4RazduzenjeRow.extend({
        ulaz_stavka_id: whole.nullable(),
        izvoz: z.object(taken).nullable(),
        /** A line of the import itself has no id before it is saved. */
        ostalo_razduzenje: z.object({ id: whole.nullable(), ...named }).nullable(),
      }),
    ).meta({ id: 'ProveraC4' }),
  },
  getC4: {
    method: 'GET',
    path: '/c4/{id}',
    summary: 'Daje ulazni dokument sa stavkama.',
    params: idParam,
    reply: c4Document,
  },
  createC4: {
    method: 'POST',
    path: '/c4',
    summary: 'Upisuje ulazni dokument sa stavkama i razdužuje izvoze koji čekaju na njega.',
    body: c4Body,
    reply: c4Saved,
    status: 201,
  },
  updateC4: {
    method: 'PUT',
    path: '/c4/{id}',
    summary: 'Menja ulazni dokument; odbija izmenu kojom bi izvoz ostao bez pokrića.',
    params: idParam,
    body: c4Body,
    reply: c4Saved,
  },
  deleteC4: {
    method: 'DELETE',
    path: '/c4/{id}',
    summary: 'Briše ulazni dokument; odbija brisanje kojim bi izvoz ostao bez pokrića.',
    params: idParam,
    reply: z.object({ message: z.string(), promenjeni_c1: z.array(movedC1) }),
  },
  restoreC4: {
    method: 'POST',
    path: '/vrati/c4/{id}',
    summary: 'Vraća obrisan ulazni dokument onakav kakav je bio, ili ono što je promenilo učitavanje, do 30 dana.',
    params: idParam,
    query: restoreQuery,
    reply: c4Saved,
  },
})

export type C4Body = BodyOf<(typeof c4Endpoints)['createC4']>
export type C4StavkaBody = C4Body['stavke'][number]
export type C4Row = z.output<typeof c4Row>
export type C4Stavka = z.output<typeof storedStavka>
export type ProveraC4 = ReplyOf<(typeof c4Endpoints)['c4Provera']>
export type C4Document = ReplyOf<(typeof c4Endpoints)['getC4']>
export type SavedC4 = z.output<typeof c4Saved>
export type InvoicePreview = z.output<typeof invoicePreview>
