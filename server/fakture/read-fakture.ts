import { PARITIES } from '#contract/c4.ts'
import type { faktureEndpoints } from '#contract/fakture.ts'
import { type FakturaDobavljaca, faktureTexts, type OdbijenaFaktura, type ProcitaneFakture } from '#contract/fakture.ts'
import { MAX_DOCUMENT_ITEMS } from '#contract/limits.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { invoiceTexts, type ReadInvoice } from '#domain/e-invoice.ts'
import type { Seller } from '#domain/e-invoice-standards.ts'
import { firmKey, firmOf } from '#domain/partneri.ts'
import { lookupOf, type MaterialLookup } from '#domain/sheet-catalogue.ts'
import { codesOf, findLine } from '#domain/supplier-lines.ts'
import { sifreOfPartner } from '#server/catalogue/sifre.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { likePartners } from '#server/documents/partners.ts'
import type { Call } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { Refusal } from '#server/refusal.ts'
import { kindOfBytes } from '#server/sheets/e-invoice-file.ts'
import { readUploadedInvoice } from '#server/sheets/uploaded-sheet.ts'

type ReadCall = Call<typeof faktureEndpoints.readFakture>

/**
 * The invoices of the files, each with its partner and the materials of its lines as the books know them; in the place of
 * one that cannot be taken, why. Nothing of a document is written.
 */
export async function readFakture(readAtOnce: Store['readAtOnce'], { file, now }: ReadCall): Promise<ProcitaneFakture> {
  const partner_id = partnerIn(file.fields.partner_id)
  const read: (Untied | OdbijenaFaktura)[] = []
  // One after the other: each has a process of its own, and others wait for these too.
  for (const one of [file, ...file.more]) read.push(await invoiceIn(one))
  const fakture = await readAtOnce(async (db) => {
    if (partner_id !== null) await knownPartner(db, partner_id)
    const books = await booksOf(db)
    const tied: ProcitaneFakture['fakture'] = []
    for (const one of read) tied.push('message' in one ? one : await tiedTo(db, books, one, partner_id, dayOf(now)))
    return tied
  })
  return { fakture, kolone: [], pitanja: [] }
}

type Untied = { fajl: string; vrsta: FakturaDobavljaca['vrsta'] } & Omit<ReadInvoice, 'vrsta'>

async function invoiceIn(file: { name: string; bytes: Uint8Array<ArrayBuffer> }): Promise<Untied | OdbijenaFaktura> {
  const fajl = file.name
  try {
    if (kindOfBytes(file.bytes) === null) return { fajl, message: invoiceTexts.none }
    const invoice = await readUploadedInvoice(file.bytes, MAX_DOCUMENT_ITEMS)
    return 'fault' in invoice ? { fajl, message: invoice.fault } : { fajl, ...invoice }
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unavailable') return { fajl, message: error.message }
    throw error
  }
}

function partnerIn(sent: string | undefined): number | null {
  if (sent === undefined || sent.trim() === '') return null
  if (!/^[1-9]\d{0,15}$/.test(sent.trim())) throw unknownPartner()
  return Number(sent)
}
const unknownPartner = () =>
  new Refusal('invalid', faktureTexts.unknownPartner, [{ field: 'partner_id', message: faktureTexts.unknownPartner }])

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
  invoice: Untied,
  chosen: number | null,
  today: CalendarDate,
): Promise<FakturaDobavljaca> {
  const partner_id = chosen ?? (await partnerOf(db, invoice.prodavac))
  const codes = codesOf(partner_id === null ? [] : await sifreOfPartner(db, partner_id))
  const sumnje = [...invoice.sumnje]
  const stavke = invoice.stavke.map((line) => {
    const { sumnje: doubts, ...found } = findLine(line, books, codes)
    sumnje.push(...doubts)
    return { ...line, ...found }
  })
  const { paritet } = invoice
  const isKnown = (PARITIES as readonly string[]).includes(paritet)
  if (paritet !== '' && !isKnown) sumnje.push(faktureTexts.noParity(paritet, PARITIES))
  if (!(await hasRate(db, invoice.valuta, invoice.datum ?? today))) sumnje.push(faktureTexts.noRate(invoice.valuta))
  return {
    ...invoice,
    paritet: isKnown ? paritet : null,
    prodavac: { ...invoice.prodavac, partner_id },
    stavke,
    sumnje,
  }
}

/** The partner that a seller is: by his tax number, or by name and city, or by a name that one partner alone has. */
async function partnerOf(db: Db, { naziv, grad, pib, zemlja }: Seller): Promise<number | null> {
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
