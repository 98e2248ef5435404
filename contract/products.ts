import { z } from 'zod'
import { isWaste, OSNOVI_OTPADA } from '#domain/bom.ts'
import { counted } from '#domain/count-words.ts'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf } from './endpoint.ts'
import {
  codeParam,
  dayReply,
  filters,
  idParam,
  micro,
  optionalText,
  pageQuery,
  pageReply,
  percent,
  positiveMicro,
  queryDay,
  querySwitch,
  requiredCode,
  requiredId,
  requiredText,
  susedniPoNazivu,
  whole,
} from './fields.ts'
import { catalogueId, dayField, enteredIn, field, orNothing, storedIn } from './form-fields.ts'
import { importFile, importQuery, importReply, restoreQuery, skippedOf } from './imports.ts'
import { MAX_CODE_CHARACTERS, MAX_NAME_CHARACTERS, MAX_NORMATIV_ITEMS, PRODUCT_PAGE_ROWS } from './limits.ts'
import { listFilters, recordCalls } from './record-calls.ts'

export const productTexts = {
  added: 'Proizvod uspešno dodat.',
  changed: 'Proizvod uspešno ažuriran.',
  deleted: 'Proizvod uspešno obrisan.',
  deletedMany: (n: number) => `${n} proizvoda uspešno obrisano.`,
  imported: 'Proizvodi uspešno učitani iz Excela',
  exists: 'Proizvod sa ovim ID-jem već postoji.',
  inUse: (naziv: string, uses: readonly string[]) =>
    `Proizvod "${naziv}" ne može da se obriše, jer se koristi: ${uses.join('; ')}.`,
  noNormativ: 'Morate dodati barem jedan materijal u normativ',
  itemMaterial: (n: number) => `Materijal je obavezan za stavku ${n}`,
  itemPositive: (n: number) => `Količina mora biti veća od 0 za stavku ${n}`,
  itemNumber: (n: number) => `Količina mora biti validan broj za stavku ${n}`,
  unknownMaterial: (materijal_id: string, n: number) => `Materijal ${materijal_id} za stavku ${n} ne postoji`,
  wasteTooLarge: 'Otpad i gubitak zajedno moraju biti od 0 do manje od 100 %.',
  versionExists: 'Verzija normativa sa tim datumom već postoji.',
  versionDeleted: (verzija: number) => `Verzija normativa ${verzija} je obrisana.`,
  versionInUse: (verzija: number, izvoza: number) =>
    `Verzija normativa ${verzija} je na ${izvoza} ${counted(izvoza, 'izvozu', 'izvoza', 'izvoza')}; ne može da se obriše.`,
  otherInForce: 'Ne može da se vrati, jer sada važi druga verzija normativa.',
  undatedStays: 'Normativ bez datuma se ne briše.',
  duplicateMaterial: (materijal_id: string) => `Materijal ${materijal_id} se ponavlja u normativu`,
} as const

export const normativStavka = z
  .object({
    materijal_id: requiredId('Materijal', MAX_CODE_CHARACTERS, 'Materijal je obavezan'),
    potrebna_kolicina: positiveMicro('Količina', {
      missing: 'Količina mora biti validan broj',
      invalid: 'Količina mora biti validan broj',
      positive: 'Količina mora biti veća od 0',
    }),
    otpad_procenat: percent('Otpad'),
    gubitak_procenat: percent('Gubitak'),
  })
  .refine(isWaste, { message: productTexts.wasteTooLarge, path: ['otpad_procenat'] })
  .meta({ id: 'NormativStavkaUnos' })
export type NormativStavka = z.output<typeof normativStavka>

const normativi = z
  .array(normativStavka, { error: productTexts.noNormativ })
  .min(1, productTexts.noNormativ)
  .max(MAX_NORMATIV_ITEMS, `Normativ može imati najviše ${MAX_NORMATIV_ITEMS} stavki.`)
  .superRefine((items, context) => {
    const seen = new Set<string>()
    for (const { materijal_id } of items) {
      if (seen.has(materijal_id)) {
        context.addIssue({ code: 'custom', message: productTexts.duplicateMaterial(materijal_id), input: items })
      }
      seen.add(materijal_id)
    }
  })

/** The fields of a product that an edit can change, beside its normativ. */
export const PRODUCT_CHANGE = {
  naziv: field('text', 'Naziv', {
    entered: requiredText('Naziv', MAX_NAME_CHARACTERS, 'Naziv je obavezan'),
    stored: z.string(),
  }),
  hs_code: field('code', 'HS kod', {
    entered: requiredCode('HS kod', MAX_CODE_CHARACTERS, 'HS kod je obavezan'),
    stored: z.string(),
  }),
  jedinica_mere: field('text', 'Jedinica mere', {
    entered: requiredText('Jedinica mere', MAX_CODE_CHARACTERS, 'Jedinica mere je obavezna'),
    stored: z.string(),
  }),
}
/** The fields of a product. */
export const PRODUCT = { id: catalogueId('ID proizvoda', 'ID proizvoda je obavezan'), ...PRODUCT_CHANGE }

const changed = {
  ...enteredIn(PRODUCT_CHANGE),
  /** Sent, it is saved with the product in one transaction; absent, the stored list stays (decisions §4). */
  normativi: normativi.optional(),
}

export const productBody = z.object({ id: PRODUCT.id.entered, ...changed }).meta({ id: 'ProizvodUnos' })
/** The fields of a version of a normativ beside its materials. */
export const VERZIJA = {
  vazi_od: dayField('Važi od'),
  broj_akta: field('code', 'Broj akta', {
    entered: optionalText('Broj akta', MAX_CODE_CHARACTERS),
    stored: z.string().nullable(),
    optional: true,
  }),
}

/** Fields that make the normativ of an edit a version of its own; without a day the version in force is written. */
export const NOVA_VERZIJA = {
  nova_verzija_od: orNothing(dayField('Nova verzija od dana')),
  broj_akta: VERZIJA.broj_akta,
}

/** An edit may send `id` too; the path says which product, and the ID never changes. */
export const productChange = z.object({ ...changed, ...enteredIn(NOVA_VERZIJA) }).meta({ id: 'ProizvodIzmena' })

export const productRow = z
  .object({
    ...storedIn(PRODUCT),
    /** The old client reads the product's number under this name. */
    sifra: z.string(),
    normativ_count: whole,
    verzija: whole,
  })
  .meta({ id: 'Proizvod' })
export type ProductRow = z.output<typeof productRow>

const normativReply = z
  .object({
    normativ: z.array(
      z.object({
        materijal_id: z.string(),
        naziv: z.string(),
        jedinica_mere: z.string(),
        potrebna_kolicina: micro,
        otpad_procenat: micro,
        gubitak_procenat: micro,
        osnov_otpada: z.enum(OSNOVI_OTPADA),
        /** `totalQuantity` of the material: negative where exports need what no import has brought. */
        na_stanju: micro,
      }),
    ),
    /** The version of the product: its normativ has none of its own. */
    verzija: whole,
  })
  .meta({ id: 'Normativ' })

export const verzijaBody = z.object({ ...enteredIn(VERZIJA), items: normativi }).meta({ id: 'NormativVerzijaUnos' })

const verzijaParam = codeParam.extend({ verzija: idParam.shape.id })

/** A version of a normativ; the one without a day is version 1. */
const normativVerzija = z
  .object({
    verzija: whole,
    vazi_od: dayReply.nullable(),
    broj_akta: z.string().nullable(),
    /** Whether exports of today take it. */
    u_snazi: z.boolean(),
    stavke: z.array(
      z.object({
        materijal_id: z.string(),
        naziv: z.string(),
        jedinica_mere: z.string(),
        potrebna_kolicina: micro,
        otpad_procenat: micro,
        gubitak_procenat: micro,
      }),
    ),
    /** The exports that it was copied onto: their count (null for a normativ without days) and the newest ones. */
    broj_izvoza: whole.nullable(),
    izvozi: z.array(z.object({ c1_id: whole, broj_c1: z.string(), datum: dayReply })),
  })
  .meta({ id: 'NormativVerzija' })
export type NormativVerzija = z.output<typeof normativVerzija>

const productSaved = productRow.extend(normativReply.shape).meta({ id: 'ProizvodSaNormativom' })

const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5 }]
const example = { naziv: 'Snop kablova', hs_code: '8544.30', jedinica_mere: 'kom', normativi: items }
const calls = recordCalls('/proizvodi', {
  one: productSaved,
  body: productBody,
  params: codeParam,
  example: { id: 'SNOP1', ...example },
})

export const productEndpoints = endpoints({
  listProducts: {
    method: 'GET',
    path: '/proizvodi',
    summary: 'Daje stranu proizvoda.',
    query: z.object({
      ...pageQuery(PRODUCT_PAGE_ROWS),
      ...listFilters(['id', 'naziv', 'hs_code', 'jedinica_mere', 'normativ_count']),
    }),
    reply: pageReply(productRow, 'products'),
  },
  importProducts: {
    method: 'POST',
    path: '/proizvodi/import',
    summary: 'Upisuje proizvode i normative iz Excel fajla, ili sa dryRun samo pokazuje šta bi upisao.',
    query: importQuery,
    file: importFile,
    reply: importReply,
  },
  preskoceniProducts: skippedOf('/proizvodi/import/preskoceni', importFile),
  createProduct: calls.create('Upisuje nov proizvod, i normativ ako je poslat.'),
  productNeighbours: {
    method: 'GET',
    path: '/proizvodi/{id}/susedni',
    summary: 'Daje proizvode pre i posle njega po nazivu; null gde ih nema.',
    params: codeParam,
    reply: susedniPoNazivu,
  },
  getProduct: calls.get('Daje proizvod sa normativom.'),
  updateProduct: {
    ...calls.update('Menja proizvod, i normativ ako je poslat.'),
    body: productChange,
    example,
  },
  deleteProduct: {
    ...calls.remove('Briše proizvod koji se nigde ne koristi, ili sa dryRun samo kaže da li bi.'),
    query: z.object({ dryRun: querySwitch('dryRun') }),
  },
  restoreProduct: {
    ...calls.restore('Vraća obrisan proizvod sa normativom, do 30 dana posle brisanja.'),
    query: restoreQuery,
  },
  getNormativ: {
    method: 'GET',
    path: '/normativ/{id}',
    summary: 'Daje normativ proizvoda koji je u snazi na dan datum; bez njega današnji.',
    params: codeParam,
    query: filters({ datum: queryDay('Datum') }),
    reply: normativReply,
  },
  replaceNormativ: {
    method: 'POST',
    path: '/normativ/{id}',
    summary: 'Zamenjuje normativ proizvoda koji je danas u snazi; stari izvozi zadržavaju svoj.',
    params: codeParam,
    body: z.object({ items: normativi }),
    example: { items },
    reply: normativReply,
  },
  normativVerzije: {
    method: 'GET',
    path: '/normativ/{id}/verzije',
    summary: 'Daje verzije normativa po danima i izvoze na koje je svaka prepisana.',
    params: codeParam,
    reply: z.object({ results: z.array(normativVerzija) }),
  },
  addNormativVerzija: {
    method: 'POST',
    path: '/normativ/{id}/verzije',
    summary: 'Upisuje verziju normativa koja važi od dana; izvozi od tog dana je uzimaju, stari zadržavaju svoj.',
    params: codeParam,
    body: verzijaBody,
    example: { vazi_od: '2026-03-01', broj_akta: '148-I-08/26', items },
    reply: normativVerzija,
    status: 201,
  },
  deleteNormativVerzija: {
    method: 'DELETE',
    path: '/normativ/{id}/verzije/{verzija}',
    summary: 'Briše verziju normativa koju nijedan izvoz nije uzeo.',
    params: verzijaParam,
    reply: z.object({ message: z.string() }),
  },
})

export type VerzijaBody = BodyOf<(typeof productEndpoints)['addNormativVerzija']>
export type ProductQuery = QueryOf<(typeof productEndpoints)['listProducts']>
export type NormativReply = z.output<typeof normativReply>
export type ProductBody = BodyOf<(typeof productEndpoints)['createProduct']>
export type ProductChange = BodyOf<(typeof productEndpoints)['updateProduct']>
export type ProductSaved = ReplyOf<(typeof productEndpoints)['createProduct']>
