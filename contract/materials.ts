import { z } from 'zod'
import { isTariffNumber, UNITS } from '#domain/codes.ts'
import { type BodyOf, endpoints, type QueryOf } from './endpoint.ts'
import {
  codeParam,
  dayReply,
  filters,
  micro,
  pageQuery,
  pageReply,
  para,
  queryDay,
  queryId,
  querySwitch,
  requiredCode,
  requiredCountry,
  requiredText,
  susedniPoNazivu,
  whole,
} from './fields.ts'
import { catalogueId, enteredIn, field, storedIn } from './form-fields.ts'
import { importFile, importQuery, importReply, restoreQuery, skippedOf } from './imports.ts'
import { MATERIAL_PAGE_ROWS, MAX_CODE_CHARACTERS, MAX_NAME_CHARACTERS, TRANSACTION_PAGE_ROWS } from './limits.ts'
import { listFilters, recordCalls } from './record-calls.ts'

export const materialTexts = {
  added: 'Materijal uspešno dodat.',
  changed: 'Materijal uspešno izmenjen.',
  deleted: (naziv: string) => `Materijal "${naziv}" uspešno obrisan.`,
  imported: 'Materijali uspešno importovani iz Excel fajla',
  exists: 'Materijal sa ovim ID-jem već postoji.',
  inUse: (naziv: string, uses: readonly string[]) =>
    `Materijal "${naziv}" ne može da se obriše, jer se koristi: ${uses.join('; ')}.`,
  unitFixed: 'Jedinica mere ne može da se promeni, jer se materijal već koristi.',
} as const

const name = requiredText('Naziv', MAX_NAME_CHARACTERS, 'Naziv je obavezan')
const country = requiredCountry('Zemlja porekla', 'Zemlja porekla je obavezna')
const unit = z.enum(UNITS, {
  error: (issue) => (issue.input ? `Jedinica mere: dozvoljeno je ${UNITS.join(', ')}.` : 'Jedinica mere je obavezna'),
})
const tariff = requiredCode('Tarifni broj', MAX_CODE_CHARACTERS, 'Tarifni broj je obavezan').refine(
  (text) => text === '' || isTariffNumber(text),
  'Tarifni broj mora biti u formatu: 1234.56.78',
)

/** The fields of a material that an edit can change. */
export const MATERIAL_CHANGE = {
  naziv: field('text', 'Naziv', { entered: name, stored: z.string() }),
  zemlja_porekla: field('country', 'Zemlja porekla', { entered: country, stored: z.string() }),
  jedinica_mere: field('choice', 'Jedinica mere', { entered: unit, stored: z.string(), choices: UNITS }),
  tarifni_broj: field('code', 'Tarifni broj', { entered: tariff, stored: z.string() }),
}
/** The fields of a material. */
export const MATERIAL = { id: catalogueId('ID materijala', 'ID materijala je obavezan'), ...MATERIAL_CHANGE }

export const materialBody = z.object(enteredIn(MATERIAL)).meta({ id: 'MaterijalUnos' })
/** An edit sends the same without `id`; an `id` in its body is not read, because the path has it. */
export const materialChange = z.object(enteredIn(MATERIAL_CHANGE)).meta({ id: 'MaterijalIzmena' })

/** `totalQuantity` is `preostalo` less `manjak`: an import after the export does not hide its shortage. */
const coverage = { preostalo: micro, manjak: micro }

export const materialRow = z
  .object({
    ...storedIn(MATERIAL),
    totalQuantity: micro,
    totalInput: micro,
    totalConsumed: micro,
    ...coverage,
    vrednost_rsd: para,
    verzija: whole,
  })
  .meta({ id: 'Materijal' })
export type MaterialRow = z.output<typeof materialRow>

const transaction = z
  .object({
    type: z.enum(['INPUT', 'OUTPUT']),
    document_id: whole,
    document_number: z.string(),
    date: dayReply,
    quantity: micro,
    /** RSD; null on a shortage, which has no lot and so no price. */
    unit_price: micro.nullable(),
    total_value: para.nullable(),
    proves_origin: z.boolean().nullable(),
    partner_name: z.string(),
    /** The lot behind the row; null on a shortage. */
    ulaz_stavka_id: whole.nullable(),
    c4_broj: z.string().nullable(),
    manjak: z.boolean(),
    /** The import of the lot; null on a shortage. */
    c4_id: whole.nullable(),
    /** The export and its line; null on an input. */
    c1_id: whole.nullable(),
    c1_stavka_id: whole.nullable(),
    /** The document that took it from a named lot; `partner_name` is then its kind. */
    ostalo_razduzenje_id: whole.nullable(),
  })
  .meta({ id: 'Promet' })
export type MaterialTransaction = z.output<typeof transaction>

export const remainingEntry = z
  .object({
    c4_id: whole,
    c4_broj: z.string(),
    c4_datum: dayReply,
    valuta: z.string(),
    kurs: micro,
    materijal_id: z.string(),
    ulaz_stavka_id: whole,
    kolicina: micro,
    kolicina_razduzena: micro,
    preostalo: micro,
    cena_po_jedinici: micro,
    vrednost_rsd: para,
    zemlja_porekla: z.string(),
    tarifni_broj: z.string(),
    dokazuje_poreklo: z.boolean(),
  })
  .meta({ id: 'PreostaloPoC4' })
export type RemainingEntry = z.output<typeof remainingEntry>

const transactionQuery = filters({
  ...pageQuery(TRANSACTION_PAGE_ROWS),
  datum_od: queryDay('Datum od'),
  datum_do: queryDay('Datum do'),
  type: z.enum(['INPUT', 'OUTPUT']).optional().catch(undefined),
  c4_id: queryId('C4'),
  c1_id: queryId('C1'),
})
export type TransactionQuery = z.output<typeof transactionQuery>

const example = { naziv: 'Kabl 2,5 mm', zemlja_porekla: 'Nemačka', jedinica_mere: 'm', tarifni_broj: '8544.49' }
const calls = recordCalls('/materials', {
  one: materialRow,
  body: materialBody,
  params: codeParam,
  example: { id: 'KABL1', ...example },
})

export const materialEndpoints = endpoints({
  listMaterials: {
    method: 'GET',
    path: '/materials',
    summary: 'Daje stranu materijala sa stanjem.',
    query: z.object({
      ...pageQuery(MATERIAL_PAGE_ROWS),
      ...listFilters(['id', 'naziv', 'zemlja_porekla', 'jedinica_mere', 'totalQuantity', 'tarifni_broj']),
    }),
    reply: pageReply(materialRow, 'materials'),
  },
  allMaterials: {
    method: 'GET',
    path: '/materials/all',
    summary: 'Daje sve materijale sa stanjem, po nazivu.',
    reply: z.array(materialRow),
  },
  importMaterials: {
    method: 'POST',
    path: '/materials/import',
    summary: 'Upisuje materijale iz Excel fajla, ili sa dryRun samo pokazuje šta bi upisao.',
    query: importQuery,
    file: importFile,
    reply: importReply,
  },
  preskoceniMaterials: skippedOf('/materials/import/preskoceni', importFile),
  createMaterial: calls.create('Upisuje nov materijal.'),
  materialNeighbours: {
    method: 'GET',
    path: '/materials/{id}/susedni',
    summary: 'Daje materijale pre i posle njega po nazivu; null gde ih nema.',
    params: codeParam,
    reply: susedniPoNazivu,
  },
  getMaterial: calls.get('Daje materijal sa stanjem.'),
  updateMaterial: {
    ...calls.update('Menja materijal; jedinica mere materijala koji se koristi ostaje.'),
    body: materialChange,
    example,
  },
  deleteMaterial: {
    ...calls.remove('Briše materijal koji se nigde ne koristi, ili sa dryRun samo kaže da li bi.'),
    query: z.object({ dryRun: querySwitch('dryRun') }),
  },
  restoreMaterial: {
    ...calls.restore('Vraća obrisan materijal, ili njegovo stanje pre učitavanja iz fajla, do 30 dana posle toga.'),
    query: restoreQuery,
  },
  materialStock: {
    method: 'GET',
    path: '/materials/{id}/stock',
    summary: 'Daje stanje materijala.',
    params: codeParam,
    reply: z.object({ totalQuantity: micro, totalInput: micro, totalConsumed: micro, ...coverage }),
  },
  materialTransactions: {
    method: 'GET',
    path: '/materials/{id}/transactions',
    summary: 'Daje stranu prometa materijala, najnovije prvo.',
    params: codeParam,
    query: transactionQuery,
    reply: pageReply(transaction, 'transactions'),
  },
  materialRemaining: {
    method: 'GET',
    path: '/materials/{id}/remaining',
    summary: 'Daje uvozne stavke materijala koje imaju ostatak, najstarije prve.',
    params: codeParam,
    reply: z.array(remainingEntry),
  },
})

export type MaterialQuery = QueryOf<(typeof materialEndpoints)['listMaterials']>
export type MaterialBody = BodyOf<(typeof materialEndpoints)['createMaterial']>
