import { z } from 'zod'
import { OSNOVI_OTPADA } from '#domain/bom.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { C1_CARINA, carinaQuery, drawMarkFields, odobrenjeBroj } from './carina.ts'
import { documentImportQuery, importedAtOnce, importedByLines, skippedDocumentsOf } from './document-import.ts'
import {
  brojFakture,
  documentQuery,
  enteredStavke,
  firm,
  KOLICINA,
  manjak,
  movedC1,
  PARTNERS,
  paperFile,
  pdfUpload,
  predlogQuery,
  proveraBody,
  proveraReply,
  REDNI_BROJ,
  storedDocument,
  susedniDokumenti,
  uobicajeno,
  uobicajenoBody,
} from './documents.ts'
import { type BodyOf, endpoints, type ReplyOf, XLSX_TYPE } from './endpoint.ts'
import {
  dayReply,
  idParam,
  lineId,
  micro,
  pageReply,
  para,
  pathText,
  pdfPath,
  positiveMicro,
  querySwitch,
  requiredId,
  requiredText,
  whole,
} from './fields.ts'
import { choiceField, codeField, dayField, enteredIn, goodsField, priceField, storedIn } from './form-fields.ts'
import { restoreQuery } from './imports.ts'
import { MAX_CODE_CHARACTERS, MAX_REASON_CHARACTERS, MAX_USMERENJA } from './limits.ts'
import { razduzenjeTexts } from './ostala-razduzenja.ts'

export const C1_TYPES = ['Izvozna deklaracija', 'Privremeni izvoz', 'Reeksport'] as const
export const C1_CURRENCY = 'EUR'
export const C1_FILTER_COUNTRIES = [
  'Srbija',
  'Hrvatska',
  'Slovenija',
  'Bosna i Hercegovina',
  'Crna Gora',
  'Makedonija',
  'Albanija',
  'Bugarska',
] as const

/** The head of an export document, above its invoices. */
export const C1_HEAD = {
  tip_dokumenta: choiceField('Tip dokumenta', C1_TYPES),
  broj_c1: codeField('C1 broj', { said: 'Broj C1' }),
  datum: dayField('Datum'),
  ...PARTNERS,
  ...C1_CARINA,
}

/** A line of an export document. A new one has quantity 1 and price 1 (spec §9). */
export const C1_LINE = {
  redni_broj: REDNI_BROJ,
  proizvod_id: goodsField('Proizvod', {
    headings: ['proizvod', 'id_proizvoda', 'sifra_proizvoda', 'sifra', 'id'],
  }),
  kolicina: KOLICINA,
  cena: priceField('Cena po jedinici', {
    said: 'Cena',
    empty: '1',
    headings: ['cena_po_jedinici', 'cena_po_jed', 'jedinicna_cena'],
  }),
}

export const c1Texts = {
  otherMaterial: (materijal_id: string) => `Stavka uvoza nije od materijala ${materijal_id}.`,
  beyondNeed: (usmereno: Micro, potrebno: Micro) =>
    `Usmerena količina (${formatMicro(usmereno)}) je veća od potrebne (${formatMicro(potrebno)}).`,
  directedTwice: (stavka: number) => `Stavka ${stavka}: ista stavka uvoza je već usmerena.`,
  otherQueue: (lot: { redni_broj: number; broj_fakture: string; broj_c4: string }) =>
    `Stavka ${lot.redni_broj} fakture ${lot.broj_fakture} (${lot.broj_c4}) nije u redu ovog izvoza: ` +
    'dok svako odobrenje ima svoj red, usmerava se samo na uvoz po istom odobrenju.',
  directedFixed: 'Izvoz ima usmerena razduženja, kojih u tabeli nema; izmenite ga u njegovoj formi.',
} as const

/** A directed draw: how much of a material a line takes from a lot that it names, in place of FIFO (customs §4.4). */
const usmerenje = z
  .object({
    materijal_id: requiredId('Materijal', MAX_CODE_CHARACTERS),
    ulaz_stavka_id: z.number(razduzenjeTexts.noImport).int(razduzenjeTexts.noImport).positive(razduzenjeTexts.noImport),
    kolicina: positiveMicro('Usmerena količina'),
    razlog: requiredText('Razlog', MAX_REASON_CHARACTERS, 'Razlog je obavezan.'),
  })
  .meta({ id: 'UsmerenjeUnos' })

export const c1Stavka = z
  .object({
    id: lineId,
    broj_fakture: brojFakture,
    ...enteredIn(C1_LINE),
    usmerenja: z
      .array(usmerenje, { error: 'Usmerenja: očekuje se lista.' })
      .max(MAX_USMERENJA, `Stavka može imati najviše ${MAX_USMERENJA} usmerenja.`)
      .optional(),
  })
  .meta({ id: 'C1StavkaUnos' })

export const c1Body = z
  .object({ ...enteredIn(C1_HEAD), pdf_fajl: pdfPath, stavke: enteredStavke(c1Stavka) })
  .meta({ id: 'C1Unos' })

/** The normativ as it was copied onto the item when the export was saved. */
const kopiraniNormativ = z
  .object({
    materijal_id: z.string(),
    naziv: z.string(),
    jedinica_mere: z.string(),
    potrebna_kolicina: micro,
    otpad_procenat: micro,
    gubitak_procenat: micro,
    osnov_otpada: z.enum(OSNOVI_OTPADA),
    kolicina: micro,
    manjak: micro,
  })
  .meta({ id: 'KopiraniNormativ' })

const storedStavka = z
  .object({
    id: whole,
    broj_fakture: z.string(),
    ...storedIn(C1_LINE),
    proizvod_naziv: z.string(),
    hs_code: z.string(),
    jedinica_mere: z.string(),
    iznos: para,
    /** Which version of the product's normativ was copied; null: the one without a day. */
    normativ_verzija: whole.nullable(),
    normativ: z.array(kopiraniNormativ),
    usmerenja: z.array(
      z
        .object({
          materijal_id: z.string(),
          ulaz_stavka_id: whole,
          kolicina: micro,
          razlog: z.string(),
          c4_id: whole,
          broj_c4: z.string(),
          broj_fakture: z.string(),
          redni_broj: whole,
        })
        .meta({ id: 'Usmerenje' }),
    ),
  })
  .meta({ id: 'C1Stavka' })

export const c1Row = z
  .object({
    ...storedDocument,
    ...storedIn(C1_HEAD),
    ...odobrenjeBroj,
    /** True when some material of this export is not covered by any import. */
    ima_manjak: z.boolean(),
    /** True when the draws of the export changed after its papers were last given out. */
    papiri_zastareli: z.boolean(),
  })
  .meta({ id: 'C1Red' })

const c1Document = c1Row.extend({ stavke: z.array(storedStavka), manjak: z.array(manjak) }).meta({ id: 'C1' })
const c1Saved = c1Document
  .extend({
    promenjeni_c1: z.array(movedC1),
    files: z.array(paperFile).optional(),
    /** The reason why the papers could not be drawn, and the seconds until they may be asked for, if ever. */
    papiri_poruka: z.string().optional(),
    papiri_posle: whole.optional(),
  })
  .meta({ id: 'C1Snimljen' })

/** The parts of a drawn quantity: in the product, waste, lost (customs §4.2). */
const deo = { ugradjeno: micro, otpad: micro, gubitak: micro }

/** Which imported line went out in this export: the question of customs, answered row by row. */
export const razduzenjeRow = z
  .object({
    c1_stavka_id: whole,
    broj_fakture: z.string(),
    redni_broj: whole,
    proizvod_id: z.string(),
    proizvod_naziv: z.string(),
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    kolicina: micro,
    ...deo,
    ...drawMarkFields,
    /** Null on a shortage row. */
    lot: z
      .object({
        ulaz_stavka_id: whole,
        c4_id: whole,
        c4_broj: z.string(),
        c4_datum: dayReply,
        rok: dayReply.nullable(),
        broj_fakture: z.string(),
        redni_broj: whole,
        tarifni_broj: z.string(),
        zemlja_porekla: z.string(),
        dokazuje_poreklo: z.boolean(),
        cena_po_jedinici: micro,
        valuta: z.string(),
        preostalo: micro,
      })
      .nullable(),
  })
  .meta({ id: 'RazduzenjeC1' })

/** The filters of both lists of documents, and whether some material of the export is not covered. */
export const c1Query = documentQuery({
  ...carinaQuery,
  ima_manjak: z.enum(['true', 'false']).optional().catch(undefined),
})
export type C1Query = z.output<typeof c1Query>

/** With `jedan_pdf` the papers of the export come as one file, one after the other. */
const papersQuery = z.object({ jedan_pdf: querySwitch('jedan_pdf') })

/** The proposal for a new document: the next number, and the values of its partner's last one. */
const predlog = z
  .object(storedIn(C1_HEAD))
  .pick({
    broj_c1: true,
    tip_dokumenta: true,
    zemlja_otpreme: true,
    posiljalac_naziv: true,
    posiljalac_grad: true,
    posiljalac_drzava: true,
  })
  .partial()
  .meta({ id: 'PredlogC1' })
export type PredlogC1 = z.output<typeof predlog>
export const C1_PROPOSED = Object.keys(predlog.shape) as (keyof PredlogC1)[]

export const c1Endpoints = endpoints({
  listC1: {
    method: 'GET',
    path: '/c1',
    summary: 'Daje stranu izlaznih dokumenata po filterima, najnovije prve.',
    query: c1Query,
    reply: pageReply(c1Row, 'documents'),
  },
  c1Firms: {
    method: 'GET',
    path: '/c1/firms',
    summary: 'Daje firme iz izlaznih dokumenata kako ih registar partnera ima, kao predlog pri unosu.',
    reply: z.array(firm),
  },
  importC1: {
    method: 'POST',
    path: '/c1/documents/import',
    summary: 'Upisuje izlazne dokumente iz tabele, red po stavki, ili sa dryRun samo pokazuje šta bi upisao.',
    query: documentImportQuery,
    ...importedAtOnce,
  },
  preskoceniC1: { ...skippedDocumentsOf('/c1/documents/import/preskoceni'), query: documentImportQuery },
  importC1Tok: {
    method: 'POST',
    path: '/c1/documents/import/tok',
    summary:
      'Čita fajl, pa odgovara u redovima od kojih je svaki JSON: { obradjeno, od_ukupno } dok upisuje, na kraju isto što daje POST /c1/documents/import, ili { message } kad ne uspe. Ako se veza prekine, upis ide dalje; isti fajl poslat ponovo ne menja ništa.',
    query: documentImportQuery,
    ...importedByLines,
  },
  c1DocumentsTemplate: {
    method: 'GET',
    path: '/c1/documents/template',
    summary: 'Daje šablon za učitavanje izlaznih dokumenata.',
    reply: 'file',
    fileType: XLSX_TYPE,
  },
  uploadC1Pdf: {
    method: 'POST',
    path: '/c1/upload',
    summary: 'Prima PDF i daje putanju koju dokument preuzima; odbija ga kad je popunjen prostor za sve PDF fajlove.',
    file: pdfUpload,
    reply: z.object({ filePath: z.string() }),
  },
  pdfByBrojC1: {
    method: 'GET',
    path: '/documents/pdf/{brojC1}',
    summary: 'Daje PDF najnovijeg izlaznog dokumenta sa tim brojem koji ga ima.',
    params: z.object({ brojC1: pathText }),
    reply: 'file',
  },
  c1Stavke: {
    method: 'GET',
    path: '/c1/{id}/stavke',
    summary: 'Daje stavke izlaznog dokumenta redom kojim su upisane.',
    params: idParam,
    reply: z.array(storedStavka),
  },
  c1Razduzenje: {
    method: 'GET',
    path: '/c1/{id}/razduzenje',
    summary: 'Daje koje su uvozne stavke otišle u ovom izvozu, i šta mu nedostaje.',
    params: idParam,
    reply: z.array(razduzenjeRow),
  },
  c1Susedni: {
    method: 'GET',
    path: '/c1/{id}/susedni',
    summary: 'Daje dokumente pre i posle njega po danima; null gde ih nema.',
    params: idParam,
    reply: susedniDokumenti,
  },
  c1Files: {
    method: 'GET',
    path: '/c1/{id}/files',
    summary: 'Daje specifikaciju i razduženje izvoza kao PDF-ove, ili sa jedan_pdf kao jedan.',
    params: idParam,
    query: papersQuery,
    reply: z.object({ files: z.array(paperFile) }),
  },
  downloadC1Pdf: {
    method: 'GET',
    path: '/c1/download/{id}',
    summary: 'Daje PDF izlaznog dokumenta.',
    params: idParam,
    reply: 'file',
  },
  c1Predlog: {
    method: 'GET',
    path: '/c1/predlog',
    summary: 'Daje sledeći broj i šta je imao poslednji izlazni dokument tog primaoca, kao predlog pri unosu.',
    query: predlogQuery,
    reply: predlog,
  },
  c1Uobicajeno: {
    method: 'POST',
    path: '/c1/uobicajeno',
    summary: 'Daje poslednju cenu i uobičajenu količinu proizvoda iz drugih dokumenata; ne upisuje ništa.',
    needs: 'read',
    body: uobicajenoBody,
    reply: z.array(uobicajeno),
  },
  c1Provera: {
    method: 'POST',
    path: '/c1/provera',
    summary: 'Kaže šta bi uradilo čuvanje ili brisanje izlaznog dokumenta: čuva i poništava, ne ostaje ništa.',
    needs: 'read',
    body: proveraBody(c1Body),
    reply: proveraReply(razduzenjeRow.extend({ c1_stavka_id: whole.nullable() })).meta({ id: 'ProveraC1' }),
  },
  getC1: {
    method: 'GET',
    path: '/c1/{id}',
    summary: 'Daje izlazni dokument sa stavkama.',
    params: idParam,
    reply: c1Document,
  },
  createC1: {
    method: 'POST',
    path: '/c1',
    summary: 'Upisuje izlazni dokument i razdužuje materijal po FIFO.',
    query: papersQuery,
    body: c1Body,
    reply: c1Saved,
    status: 201,
  },
  updateC1: {
    method: 'PUT',
    path: '/c1/{id}',
    summary: 'Menja izlazni dokument i razdužuje ga ponovo.',
    params: idParam,
    query: papersQuery,
    body: c1Body,
    reply: c1Saved,
  },
  deleteC1: {
    method: 'DELETE',
    path: '/c1/{id}',
    summary: 'Briše izlazni dokument i vraća materijal u uvozne stavke.',
    params: idParam,
    reply: z.object({ message: z.string(), promenjeni_c1: z.array(movedC1) }),
  },
  restoreC1: {
    method: 'POST',
    path: '/vrati/c1/{id}',
    summary: 'Vraća obrisan izlazni dokument, ili ono što je promenilo učitavanje, do 30 dana, i razdužuje ga ponovo.',
    params: idParam,
    query: restoreQuery,
    reply: c1Saved,
  },
})

export type C1Body = BodyOf<(typeof c1Endpoints)['createC1']>
export type C1StavkaBody = C1Body['stavke'][number]
export type C1Row = z.output<typeof c1Row>
export type C1Stavka = z.output<typeof storedStavka>
export type C1Document = ReplyOf<(typeof c1Endpoints)['getC1']>
/** The answer to the save of a C1. */
export type SavedC1 = z.output<typeof c1Saved>
export type ProveraC1 = ReplyOf<(typeof c1Endpoints)['c1Provera']>
export type RazduzenjeRow = z.output<typeof razduzenjeRow>
