import { isTariffNumber } from './codes.ts'
import { countryName } from './countries.ts'
import {
  divideHalfUp,
  formatMicro,
  formatPara,
  MAX_AMOUNT,
  MAX_ENTERED,
  MICRO_PLACES,
  type Micro,
  multiplyToPara,
  NO_AMOUNT,
  NO_QUANTITY,
  ONE,
  PARA_PLACES,
  type Para,
} from './decimal.ts'
import {
  CII_ROOTS,
  cii,
  first,
  type InvoiceHead,
  type RawLine,
  type Sums,
  scaled,
  ubl,
  type XmlElement,
} from './e-invoice-standards.ts'
import { quoted } from './sheet.ts'

/** A line of an invoice as its file has it. `cena` is for one unit; what the file does not say is '' or null. */
export type InvoiceLine = {
  redni_broj: number
  sifra_kupca: string
  sifra_prodavca: string
  naziv: string
  kolicina: Micro
  jedinica_mere: string
  cena: Micro
  iznos: Para
  zemlja_porekla: string
  tarifni_broj: string
}
/** `zbir_stavki` is what was read; `popusti` are the allowances of the document less its charges; `ukupno` is without tax. */
export type ReadInvoice = InvoiceHead & {
  stavke: InvoiceLine[]
  zbir_stavki: Para
  popusti: Para
  ukupno: Para | null
  sumnje: string[]
}
export type EInvoice = ReadInvoice & { vrsta: 'UBL' | 'CII' }

/** Kinds of credit notes (UNTDID 1001), which take something back. */
export const CREDIT_NOTES: readonly string[] = '81 83 261 262 296 308 381 396 420 458 532'.split(' ')
const CORRECTED = '384'
/** Sums may differ by a cent: each was rounded by itself. */
const CENT = 1n

export const invoiceTexts = {
  none: 'Fajl nije elektronska faktura (UBL, CII, Factur-X) ni tabela.',
  creditNote: 'Ovo je knjižno odobrenje, a ne faktura: vraća robu ili novac i ne može u ulazni dokument.',
  negative: (sum: string) =>
    `Zbir fakture je negativan (${sum}), kao kod knjižnog odobrenja; ne može u ulazni dokument.`,
  noLines: 'Faktura nema stavki (profil MINIMUM ili BASIC WL). Tražite od dobavljača celu fakturu.',
  tooManyLines: (most: number) => `Faktura ima više od ${most} stavki.`,
  corrected: 'Tip 384: ispravljena faktura, koja zamenjuje raniju. Proverite da ranija nije već uneta.',
  noNumber: 'Faktura nema broj.',
  noEmbedded: 'PDF u sebi nema podatke fakture (Factur-X, ZUGFeRD). Tražite od dobavljača elektronsku fakturu.',
} as const

/**
 * The invoice that the root of an XML file is: UBL 2.1, CII (D16B) or ZUGFeRD 1. Namespaces are not asked: each of the
 * three has names of its own. Refuses credit notes, negative sums and invoices without lines in a sentence.
 */
export function readEInvoice(root: XmlElement, maxLines: number): EInvoice | { fault: string } {
  if (root.name === 'CreditNote') return { fault: invoiceTexts.creditNote }
  const of = root.name === 'Invoice' ? ubl : CII_ROOTS.includes(root.name) ? cii : null
  // Invoices of other standards (FatturaPA) have the same root name, but no such lines and no seller.
  if (!of || (of === ubl && !first(root, 'AccountingSupplierParty'))) return { fault: invoiceTexts.none }
  const tip = of.type(root)
  if (CREDIT_NOTES.includes(tip)) return { fault: invoiceTexts.creditNote }
  const lines = of.lines(root)
  if (lines.length === 0) return { fault: invoiceTexts.noLines }
  if (lines.length > maxLines) return { fault: invoiceTexts.tooManyLines(maxLines) }
  const head = of.head(root)
  if (head.broj_fakture === '') return { fault: invoiceTexts.noNumber }

  const sumnje: string[] = tip === CORRECTED ? [invoiceTexts.corrected] : []
  const ordinals = ordinalsOf(lines.map(({ id }) => id))
  const stavke: InvoiceLine[] = []
  for (const [at, line] of lines.entries()) {
    const read = readLine(line, ordinals[at] as number)
    if ('fault' in read) return read
    stavke.push(read.stavka)
    sumnje.push(...read.sumnje)
  }
  const sums = of.sums(root)
  const zbir = stavke.reduce((sum, { iznos }) => sum + BigInt(iznos), 0n)
  if (zbir > BigInt(MAX_AMOUNT)) return { fault: `Zbir stavki je veći od ${formatPara(MAX_AMOUNT)}.` }
  if (zbir < 0n || (sums.ukupno ?? 0n) < 0n)
    return { fault: invoiceTexts.negative(formatPara(Number(sums.ukupno ?? zbir) as Para)) }
  sumnje.push(...sumDoubts(zbir, sums))
  return {
    vrsta: of === ubl ? 'UBL' : 'CII',
    ...head,
    stavke,
    zbir_stavki: Number(zbir) as Para,
    popusti: Number(sums.popusti) as Para,
    ukupno: sums.ukupno === null ? null : (Number(sums.ukupno) as Para),
    sumnje,
  }
}

const shown = (amount: bigint) => formatPara(Number(amount) as Para)

/** Sentences on sums that do not agree within a cent: of the lines, and of all with allowances. */
function sumDoubts(zbir: bigint, { stavki, popusti, ukupno }: Sums): string[] {
  const doubts: string[] = []
  if (stavki !== null && !near(zbir, stavki))
    doubts.push(`Zbir pročitanih stavki je ${shown(zbir)}, a faktura kaže ${shown(stavki)}.`)
  if (ukupno !== null && !near(zbir - popusti, ukupno))
    doubts.push(
      popusti === 0n
        ? `Zbir stavki je ${shown(zbir)}, a ukupno bez poreza na fakturi ${shown(ukupno)}.`
        : `Zbir stavki ${shown(zbir)} umanjen za popuste i troškove (${shown(popusti)}) je ${shown(zbir - popusti)}, a ukupno bez poreza na fakturi ${shown(ukupno)}.`,
    )
  if (popusti > 0n) doubts.push(`Popusti cele fakture (${shown(popusti)}) nisu u cenama stavki.`)
  if (popusti < 0n) doubts.push(`Troškovi cele fakture (${shown(-popusti)}) nisu u cenama stavki.`)
  return doubts
}
const near = (one: bigint, other: bigint) => (one > other ? one - other : other - one) <= CENT

/** The numbers of the lines where all differ; else their places. */
export function ordinalsOf(ids: readonly string[]): number[] {
  const numbers = ids.map((id) => (/^0{0,6}[1-9]\d{0,5}$/.test(id) ? Number(id) : 0))
  const distinct = !numbers.includes(0) && new Set(numbers).size === numbers.length
  return distinct ? numbers : ids.map((_, at) => at + 1)
}

function readLine(
  { id, texts, ...raw }: RawLine,
  redni_broj: number,
): { stavka: InvoiceLine; sumnje: string[] } | { fault: string } {
  const { naziv, zemlja, tarife, ...codes } = texts
  const said = `Stavka ${redni_broj}${naziv ? ` (${naziv.slice(0, MAX_SAID_CHARACTERS)})` : ''}`
  const bad = (label: string, text: string) => ({ fault: `${said}: ${label} ${quoted(text)} nije ispravan broj.` })
  const kolicina = raw.kolicina === '' ? 0n : scaled(raw.kolicina, MICRO_PLACES)
  if (kolicina === null || size(kolicina) > BigInt(MAX_ENTERED)) return bad('količina', raw.kolicina)
  const netPrice = raw.cena === '' ? null : scaled(raw.cena, PRICE_PLACES)
  if (netPrice === null && raw.cena !== '') return bad('cena', raw.cena)
  const base = raw.osnova === '' ? BigInt(ONE) : scaled(raw.osnova, MICRO_PLACES)
  if (base === null || base <= 0n) return bad('količina na koju glasi cena', raw.osnova)
  const lineOf = {
    ...{ redni_broj, ...codes, naziv, kolicina: Number(kolicina) as Micro },
    zemlja_porekla: zemlja && countryName(zemlja),
    tarifni_broj: tariffOf(tarife),
  }
  let changes = 0n
  for (const { amount, charge } of raw.changes) {
    const value = amount === '' ? 0n : scaled(amount, PARA_PLACES)
    if (value === null) return bad('popust ili trošak', amount)
    changes += charge ? value : -value
  }
  // price × quantity ÷ base, in hundredths: PRICE_PLACES and MICRO_PLACES of the factors less those of the base.
  const counted =
    netPrice === null
      ? null
      : divideHalfUp(netPrice * kolicina, base * 10n ** BigInt(PRICE_PLACES - PARA_PLACES)) + changes
  const iznos = raw.iznos === '' ? counted : scaled(raw.iznos, PARA_PLACES)
  if (iznos === null && raw.iznos === '' && raw.cena === '')
    return { stavka: { ...lineOf, iznos: NO_AMOUNT, cena: NO_QUANTITY }, sumnje: [`${said}: fajl nema cenu ni iznos.`] }
  if (iznos === null || size(iznos) > BigInt(MAX_AMOUNT)) return bad('iznos', raw.iznos || raw.cena)
  const isPlain = base === BigInt(ONE) && raw.changes.length === 0 && netPrice !== null
  const cena =
    isPlain || kolicina === 0n
      ? divideHalfUp((netPrice ?? 0n) * BigInt(ONE), base * 10n ** BigInt(PRICE_PLACES - MICRO_PLACES))
      : divideHalfUp(iznos * 10n ** BigInt(MICRO_PLACES * 2 - PARA_PLACES), kolicina)
  if (size(cena) > BigInt(MAX_ENTERED)) return bad('cena', raw.cena)

  const sumnje: string[] = []
  const sameUnit = raw.osnovaJm === '' || raw.osnovaJm === codes.jedinica_mere
  if (counted !== null && sameUnit && !near(counted, iznos))
    sumnje.push(`${said}: količina × cena je ${shown(counted)}, a iznos na fakturi ${shown(iznos)}.`)
  else if (
    kolicina > 0n &&
    cena >= 0n &&
    !near(multiplyToPara(Number(kolicina) as Micro, Number(cena) as Micro), iznos)
  )
    sumnje.push(
      `${said}: ${formatMicro(Number(kolicina) as Micro)} × ${formatMicro(Number(cena) as Micro)} je ${formatPara(Number(multiplyToPara(Number(kolicina) as Micro, Number(cena) as Micro)) as Para)}, a iznos na fakturi ${shown(iznos)}.`,
    )
  if (kolicina <= 0n) sumnje.push(`${said}: količina ${formatMicro(Number(kolicina) as Micro)} ne može u dokument.`)
  else if (cena <= 0n) sumnje.push(`${said}: cena ${formatMicro(Number(cena) as Micro)} ne može u dokument.`)
  const stavka = { ...lineOf, cena: Number(cena) as Micro, iznos: Number(iznos) as Para }
  return { stavka, sumnje }
}
const MAX_SAID_CHARACTERS = 40
/** Files have prices with more places than our books; their amounts follow from all of them. */
const PRICE_PLACES = 12
const size = (value: bigint) => (value < 0n ? -value : value)

/** Lists of codes (UNTDID 7143) that are of customs: the Harmonised System, and numbers for customs. */
const TARIFF_LISTS: readonly string[] = ['HS', 'CV']

/** The first code of goods that can be a tariff number; of an unnamed list it has to have the digits of one. */
function tariffOf(codes: RawLine['texts']['tarife']): string {
  const bare = (code: string) => code.replace(/[\s.]/g, '')
  const of = (lists: (list: string) => boolean, digits: RegExp) =>
    codes.find(({ code, list }) => lists(list.toUpperCase()) && digits.test(bare(code)))
  const found = of((list) => TARIFF_LISTS.includes(list), /^\d{4,10}$/) ?? of((list) => list === '', /^\d{8,10}$/)
  return found && isTariffNumber(bare(found.code)) ? bare(found.code) : ''
}
