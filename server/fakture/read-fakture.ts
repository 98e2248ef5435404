import { PARITIES } from '#contract/c4.ts'
import {
  type FakturaDobavljaca,
  type faktureEndpoints,
  faktureTexts,
  type OdbijenaFaktura,
  type ProcitanaTabela,
  type ProcitaneFakture,
} from '#contract/fakture.ts'
import { MAX_DOCUMENT_ITEMS } from '#contract/limits.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { divideHalfUp, MICRO, type Micro, multiplyMicro } from '#domain/decimal.ts'
import { invoiceTexts, type ReadInvoice } from '#domain/e-invoice.ts'
import type { Seller } from '#domain/e-invoice-standards.ts'
import { firmKey, firmOf } from '#domain/partneri.ts'
import { lookupOf, type MaterialLookup } from '#domain/sheet-catalogue.ts'
import { codesOf, findLine } from '#domain/supplier-lines.ts'
import { saveSifre, sifreOfMaterial, sifreOfPartner } from '#server/catalogue/sifre.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { likePartners } from '#server/documents/partners.ts'
import { unusualMaterials } from '#server/documents/usual-values.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { keepChoice, knownColumns, readingOf, type SheetColumns } from '#server/sheets/columns-kept.ts'
import { kindOfBytes } from '#server/sheets/e-invoice-file.ts'
import type { ReadColumns } from '#server/sheets/sheet-child.ts'
import { readUploadedInvoice, readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'

/** The calls of suppliers' invoices, and of the codes by which these name our materials. */
export const faktureHandlers = ({ read, readAtOnce }: Store): Handlers<typeof faktureEndpoints> => ({
  readFakture: (call) => readFakture({ read, readAtOnce }, call),

  listSifreMaterijala: ({ params: { id } }) =>
    readAtOnce(async (db) => {
      await existing(db.selectFrom('materijal').select('id').where('id', '=', id).executeTakeFirst())
      return sifreOfMaterial(db, id)
    }),

  saveSifreMaterijala: ({ params: { id }, body, write }) => write((tx, log) => saveSifre(tx, log, id, body)),

  listSifrePartnera: async ({ params: { id } }) => {
    await existing(read.selectFrom('partner').select('id').where('id', '=', id).executeTakeFirst())
    return sifreOfPartner(read, id)
  },
})

type ReadCall = Call<typeof faktureEndpoints.readFakture>

/**
 * The invoices of the files, each with its partner and the materials of its lines as the books know them, or with the
 * reason why it cannot be taken. No document is written; the choice of columns is stored at once.
 */
export async function readFakture(
  { read: db, readAtOnce }: Pick<Store, 'read' | 'readAtOnce'>,
  { file, now, ...call }: ReadCall,
): Promise<ProcitaneFakture> {
  const partner_id = partnerIn(file.fields.partner_id)
  if (partner_id !== null) await knownPartner(db, partner_id)
  const columns = await knownColumns(db, file, 'faktura', partner_id)
  const told: Told = { tabele: [], read: [] }
  const read: (Untied | OdbijenaFaktura)[] = []
  // One after the other: each has a process of its own, and others wait for these too.
  for (const one of [file, ...file.more]) read.push(...(await invoicesIn(one, columns, told)))
  await keepChoice(call, columns, told.read, OF_ONE_FILE)
  const fakture = await readAtOnce(async (moment) => {
    const books = await booksOf(moment)
    const tied: ProcitaneFakture['fakture'] = []
    for (const one of read) tied.push('message' in one ? one : await tiedTo(moment, books, one, dayOf(now)))
    return tied
  })
  const { tabele } = told
  const ofAll = <T>(of: (tabela: ProcitanaTabela) => readonly T[]) =>
    tabele.flatMap((tabela) => of(tabela).map((one) => ({ fajl: tabela.fajl, ...one })))
  return { fakture, kolone: ofAll(({ kolone }) => kolone), pitanja: ofAll(({ pitanja }) => pitanja), tabele }
}

/** `partner_id`: the partner chosen for the file. */
type Untied = { fajl: string; vrsta: FakturaDobavljaca['vrsta']; partner_id: number | null } & ReadInvoice
type Told = { readonly tabele: ProcitanaTabela[]; readonly read: ReadColumns[] }
type Sent = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

async function invoicesIn(file: Sent, columns: SheetColumns, told: Told): Promise<(Untied | OdbijenaFaktura)[]> {
  const fajl = file.name
  try {
    if (kindOfBytes(file.bytes) === null) return await tableIn(file, columns, told)
    const invoice = await readUploadedInvoice(file.bytes, MAX_DOCUMENT_ITEMS)
    if ('fault' in invoice) return [{ fajl, message: invoice.fault }]
    return [{ fajl, partner_id: columns.known.partner_id, ...invoice }]
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unavailable') return [{ fajl, message: error.message }]
    throw error
  }
}

/** The invoices of a spreadsheet. `told` gets its columns and the open questions about them. */
async function tableIn(file: Sent, columns: SheetColumns, told: Told): Promise<(Untied | OdbijenaFaktura)[]> {
  const fajl = file.name
  const accepted = { formats: ['xlsx', 'xls', 'ods', 'csv'], wrongType: invoiceTexts.none } as const
  const uploaded = await readUploadedSheet(
    { ...file, fields: {}, more: [] },
    { ...accepted, columns },
    'supplier',
    NOTHING,
  )
  const { list, napomena } = uploaded
  const reading = readingOf(columns, uploaded, [])
  // No column is offered for these: the heading or the values would have shown it.
  const pitanja = reading.pitanja.map((one) => (OF_WHOLE_FILE.includes(one.polje) ? { ...one, kolone: [] } : one))
  const partner_id = columns.known.partner_id ?? uploaded.columns.zapamceno?.partner_id ?? null
  told.read.push(uploaded.columns)
  told.tabele.push({ fajl, partner_id: partner_id || null, ...reading, pitanja })
  const lines = list.fakture.filter(({ stavke }) => stavke.length > 0)
  if (lines.length === 0) {
    const missing = pitanja.map(({ naziv }) => naziv)
    return [{ fajl, message: missing.length > 0 ? faktureTexts.noColumns(missing) : faktureTexts.noRows }]
  }
  const note = napomena === null ? [] : [napomena]
  return lines.map((invoice) => ({
    ...{ fajl, vrsta: 'tabela', partner_id, ...invoice },
    sumnje: [...note, ...invoice.sumnje],
  }))
}

const NOTHING = async () => null
/** Facts that a column of a supplier's sheet has only by its name. */
const OF_WHOLE_FILE = ['valuta']
/** Facts of one file alone: values of last month would be wrong. */
const OF_ONE_FILE = ['broj_fakture', 'datum']

function partnerIn(sent: string | undefined): number | null {
  if (sent === undefined || sent.trim() === '') return null
  if (!/^[1-9]\d{0,15}$/.test(sent.trim())) throw unknownPartner()
  return Number(sent)
}
const unknownPartner = () => new Refusal('invalid', faktureTexts.unknownPartner, 'partner_id')

async function knownPartner(db: Db, id: number) {
  if (!(await db.selectFrom('partner').select('id').where('id', '=', id).executeTakeFirst())) throw unknownPartner()
}

/** The catalogue, for all files of a call. */
const booksOf = async (db: Db): Promise<MaterialLookup> =>
  lookupOf(
    await db
      .selectFrom('materijal')
      .select(['id', 'naziv', 'jedinica_mere', 'tarifni_broj', 'zemlja_porekla'])
      .orderBy('id')
      .execute(),
  )

async function tiedTo(
  db: Db,
  books: MaterialLookup,
  { partner_id: chosen, ...invoice }: Untied,
  today: CalendarDate,
): Promise<FakturaDobavljaca> {
  const partner_id = chosen || (await partnerOf(db, invoice.prodavac))
  const prodavac = chosen ? { ...(await namedAs(db, chosen)), ...known(invoice.prodavac) } : invoice.prodavac
  const codes = codesOf(partner_id === null ? [] : await sifreOfPartner(db, partner_id))
  const sumnje = [...invoice.sumnje]
  const stavke = invoice.stavke.map((line) => {
    const { sumnje: doubts, ...found } = findLine(line, books, codes)
    sumnje.push(...doubts)
    return { ...line, ...found }
  })
  const kept = stavke.flatMap(({ materijal_id, cinilac, redni_broj, kolicina, cena }) => {
    const quantity = Number(multiplyMicro(kolicina, cinilac)) as Micro
    const price = Number(divideHalfUp(BigInt(cena) * BigInt(MICRO), BigInt(cinilac))) as Micro
    const goods = { roba_id: materijal_id ?? '', kolicina: quantity, cena: price }
    return materijal_id === null ? [] : [{ id: null, broj_fakture: invoice.broj_fakture, redni_broj, ...goods }]
  })
  const unusual = { datum: invoice.datum ?? today, valuta: invoice.valuta, kurs: null, lines: kept }
  sumnje.push(...(await unusualMaterials(db, unusual)).flat())
  const { paritet } = invoice
  const isKnown = (PARITIES as readonly string[]).includes(paritet)
  if (paritet !== '' && !isKnown) sumnje.push(faktureTexts.noParity(paritet, PARITIES))
  if (!(await hasRate(db, invoice.valuta, invoice.datum ?? today))) sumnje.push(faktureTexts.noRate(invoice.valuta))
  return {
    ...invoice,
    paritet: isKnown ? paritet : null,
    prodavac: { ...prodavac, partner_id },
    stavke,
    sumnje,
  }
}

const known = (said: Seller): Partial<Seller> =>
  Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))

/** A partner of the register as a seller: a spreadsheet does not name one. */
async function namedAs(db: Db, id: number): Promise<Seller> {
  const {
    naziv = '',
    grad = '',
    pib,
    drzava,
  } = (await db
    .selectFrom('partner')
    .select(['naziv', 'grad', 'pib', 'drzava'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? {}
  return { naziv, grad, pib: pib ?? '', zemlja: drzava ?? '' }
}

/** The partner of a seller: by tax number, or by name and city, or by a name that only one partner has. */
async function partnerOf(db: Db, { naziv, grad, pib, zemlja }: Seller): Promise<number | null> {
  if (naziv === '') return null
  const zapis = { naziv, grad, pib, mb: '', drzava: zemlja }
  const known = firmOf(zapis, await likePartners(db, { key: firmKey(zapis), pib: pib || null }))
  if (known) return known.id
  const prefix = `${firmKey({ naziv, grad: '' })}`
  const named = await db
    .selectFrom('partner')
    .select('id')
    .where('kljuc', '>=', prefix)
    .where('kljuc', '<', `${prefix}\uffff`)
    .limit(2)
    .execute()
  return named.length === 1 ? (named[0]?.id ?? null) : null
}

const hasRate = async (db: Db, valuta: string, datum: CalendarDate): Promise<boolean> =>
  valuta === 'RSD' ||
  Boolean(
    await db
      .selectFrom('kurs')
      .select('valuta')
      .where('valuta', '=', valuta)
      .where('vazi_od', '<=', datum)
      .limit(1)
      .executeTakeFirst(),
  )
