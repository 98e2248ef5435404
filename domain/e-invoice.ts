import { type CalendarDate, parseIsoDate } from './calendar-date.ts'
import { isTariffNumber } from './codes.ts'
import { countryName } from './countries.ts'
import {
  divideHalfUp,
  formatMicro,
  formatPara,
  MAX_AMOUNT,
  MAX_ENTERED,
  MAX_NUMBER_CHARACTERS,
  MICRO_PLACES,
  type Micro,
  multiplyToPara,
  NO_AMOUNT,
  NO_QUANTITY,
  ONE,
  PARA_PLACES,
  type Para,
} from './decimal.ts'
import { visibleCode, visibleText } from './one-form.ts'
import { quoted } from './sheet.ts'

/** An element of an XML file: its name without prefix, its own text, and what lies in it. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: XmlElement[]
}

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
export type Seller = { naziv: string; grad: string; pib: string; zemlja: string }
/** `zbir_stavki` is what was read; `popusti` are the allowances of the document less its charges; `ukupno` is without tax. */
export type ReadInvoice = {
  broj_fakture: string
  datum: CalendarDate | null
  valuta: string
  paritet: string
  prodavac: Seller
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
  // The same name stands over invoices of others (FatturaPA); theirs have no lines of this kind and no seller.
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

/** What an invoice says of its own sums, in hundredths. */
export type Sums = { stavki: bigint | null; popusti: bigint; ukupno: bigint | null }

const shown = (amount: bigint) => formatPara(Number(amount) as Para)

/** Sentences on sums that do not agree within a cent: of the lines, and with allowances the whole. */
export function sumDoubts(zbir: bigint, { stavki, popusti, ukupno }: Sums): string[] {
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

/** The numbers that the lines have, where each has another; else their places. */
export function ordinalsOf(ids: readonly string[]): number[] {
  const numbers = ids.map((id) => (/^0{0,6}[1-9]\d{0,5}$/.test(id) ? Number(id) : 0))
  const distinct = !numbers.includes(0) && new Set(numbers).size === numbers.length
  return distinct ? numbers : ids.map((_, at) => at + 1)
}

/** What a line says, as texts; amounts as their decimals. `changes` are charges less allowances of the line. */
type RawLine = {
  readonly id: string
  readonly texts: Pick<InvoiceLine, 'sifra_kupca' | 'sifra_prodavca' | 'naziv' | 'jedinica_mere'> & {
    readonly zemlja: string
    readonly tarife: readonly { readonly code: string; readonly list: string }[]
  }
  readonly kolicina: string
  readonly cena: string
  /** For how many units the price is, and in which. */
  readonly osnova: string
  readonly osnovaJm: string
  readonly iznos: string
  readonly changes: readonly { readonly amount: string; readonly charge: boolean }[]
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

/** `xs:decimal` → an integer of 10^-places, half away from zero; null where it is none. */
function scaled(text: string, places: number): bigint | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (text.length > MAX_NUMBER_CHARACTERS || whole + fraction === '') return null
  const digits = BigInt(`${whole}${fraction.padEnd(places, '0')}`)
  const value = divideHalfUp(digits, 10n ** BigInt(Math.max(0, fraction.length - places)))
  return sign === '-' ? -value : value
}

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

/** Of a name or description; no number or code is as long. */
export const MAX_TEXT_CHARACTERS = 1000

/** The first element behind a path of names, each with its other names (`A|B`). */
function first(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, names) => {
    const wanted = names.split('|')
    return at?.children.find(({ name }) => wanted.includes(name))
  }, element)
}
function every(element: XmlElement | undefined, names: string): XmlElement[] {
  const wanted = names.split('|')
  return element?.children.filter(({ name }) => wanted.includes(name)) ?? []
}
const textIn = (element: XmlElement | undefined) =>
  visibleText((element?.text ?? '').slice(0, MAX_TEXT_CHARACTERS).replace(/\s+/g, ' ')).trim()
const text = (element: XmlElement | undefined, ...path: string[]) => textIn(first(element, ...path))
const code = (element: XmlElement | undefined, ...path: string[]) => visibleCode(text(element, ...path))
const isTrue = (said: string) => said === 'true' || said === '1'
const amount = (said: string) => (said === '' ? null : scaled(said, PARA_PLACES))

type Standard = {
  type(root: XmlElement): string
  head(root: XmlElement): Pick<ReadInvoice, 'broj_fakture' | 'datum' | 'valuta' | 'paritet' | 'prodavac'>
  lines(root: XmlElement): RawLine[]
  sums(root: XmlElement): Sums
}

/** UBL 2.1. */
const ubl: Standard = {
  type: (root) => text(root, 'InvoiceTypeCode'),
  head(root) {
    const party = first(root, 'AccountingSupplierParty', 'Party')
    const taxes = every(party, 'PartyTaxScheme')
    const vat = taxes.find((one) => text(one, 'TaxScheme', 'ID').toUpperCase() === 'VAT') ?? taxes[0]
    return {
      broj_fakture: code(root, 'ID'),
      datum: parseIsoDate(text(root, 'IssueDate').slice(0, 10)),
      valuta: text(root, 'DocumentCurrencyCode').toUpperCase(),
      paritet: text(root, 'DeliveryTerms', 'ID').toUpperCase(),
      prodavac: {
        naziv: text(party, 'PartyLegalEntity', 'RegistrationName') || text(party, 'PartyName', 'Name'),
        grad: text(party, 'PostalAddress', 'CityName'),
        pib: code(vat, 'CompanyID'),
        zemlja: countryIn(text(party, 'PostalAddress', 'Country', 'IdentificationCode')),
      },
    }
  },
  lines: (root) =>
    every(root, 'InvoiceLine').map((line) => {
      const item = first(line, 'Item')
      const quantity = first(line, 'InvoicedQuantity')
      const base = first(line, 'Price', 'BaseQuantity')
      return {
        id: text(line, 'ID'),
        texts: {
          sifra_kupca: code(item, 'BuyersItemIdentification', 'ID'),
          sifra_prodavca:
            code(item, 'SellersItemIdentification', 'ID') || code(item, 'StandardItemIdentification', 'ID'),
          naziv: text(item, 'Name') || text(item, 'Description'),
          jedinica_mere: quantity?.attributes.unitCode?.trim() ?? '',
          zemlja: text(item, 'OriginCountry', 'IdentificationCode') || text(item, 'OriginCountry', 'Name'),
          tarife: every(item, 'CommodityClassification').map((one) => {
            const said = first(one, 'ItemClassificationCode|CommodityCode')
            return { code: textIn(said), list: said?.attributes.listID ?? '' }
          }),
        },
        kolicina: textIn(quantity),
        cena: text(line, 'Price', 'PriceAmount'),
        osnova: textIn(base),
        osnovaJm: base?.attributes.unitCode?.trim() ?? '',
        iznos: text(line, 'LineExtensionAmount'),
        changes: every(line, 'AllowanceCharge').map((one) => ({
          amount: text(one, 'Amount'),
          charge: isTrue(text(one, 'ChargeIndicator')),
        })),
      }
    }),
  sums(root) {
    const total = first(root, 'LegalMonetaryTotal')
    return {
      stavki: amount(text(total, 'LineExtensionAmount')),
      ukupno: amount(text(total, 'TaxExclusiveAmount')),
      ...chargesOff(amount(text(total, 'AllowanceTotalAmount')), amount(text(total, 'ChargeTotalAmount')), () =>
        every(root, 'AllowanceCharge').map((one) => ({
          value: amount(text(one, 'Amount')) ?? 0n,
          charge: isTrue(text(one, 'ChargeIndicator')),
        })),
      ),
    }
  },
}

/** Allowances less charges: by their sums, or where the file has none by each of them. */
function chargesOff(
  allowances: bigint | null,
  charges: bigint | null,
  each: () => { value: bigint; charge: boolean }[],
): { popusti: bigint } {
  if (allowances !== null || charges !== null) return { popusti: (allowances ?? 0n) - (charges ?? 0n) }
  return { popusti: each().reduce((sum, { value, charge }) => sum + (charge ? -value : value), 0n) }
}

const countryIn = (said: string) => said && countryName(said)

/** CII D16B; the second is that of ZUGFeRD 1, whose elements have other names for the same. */
const CII_ROOTS: readonly string[] = ['CrossIndustryInvoice', 'CrossIndustryDocument']
const TRADE = 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction'
const AGREEMENT = 'ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement'
const SETTLEMENT = 'ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement'
const LINE_AGREEMENT = 'SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement'
const LINE_DELIVERY = 'SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery'
const LINE_SETTLEMENT = 'SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement'
const LINE_SUM = 'SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
const SUMS = 'SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
/** Lines that only head others, or tell something of them (Factur-X EXTENDED); their amounts count nothing. */
const NOT_COUNTED: readonly string[] = ['GROUP', 'INFORMATION']

const cii: Standard = {
  type: (root) => text(root, 'ExchangedDocument|HeaderExchangedDocument', 'TypeCode'),
  head(root) {
    const document = first(root, 'ExchangedDocument|HeaderExchangedDocument')
    const agreement = first(root, TRADE, AGREEMENT)
    const seller = first(agreement, 'SellerTradeParty')
    const taxes = every(seller, 'SpecifiedTaxRegistration').map((one) => first(one, 'ID'))
    const vat = taxes.find((one) => one?.attributes.schemeID === 'VA') ?? taxes[0]
    return {
      broj_fakture: code(document, 'ID'),
      datum: dayIn(text(document, 'IssueDateTime', 'DateTimeString')),
      valuta: text(root, TRADE, SETTLEMENT, 'InvoiceCurrencyCode').toUpperCase(),
      paritet: text(agreement, 'ApplicableTradeDeliveryTerms', 'DeliveryTypeCode').toUpperCase(),
      prodavac: {
        naziv: text(seller, 'Name') || text(seller, 'SpecifiedLegalOrganization', 'TradingBusinessName'),
        grad: text(seller, 'PostalTradeAddress', 'CityName'),
        pib: visibleCode(textIn(vat)),
        zemlja: countryIn(text(seller, 'PostalTradeAddress', 'CountryID')),
      },
    }
  },
  lines: (root) =>
    every(first(root, TRADE), 'IncludedSupplyChainTradeLineItem').flatMap((line) => {
      const product = first(line, 'SpecifiedTradeProduct')
      const quantity = first(line, LINE_DELIVERY, 'BilledQuantity')
      const settlement = first(line, LINE_SETTLEMENT)
      const agreement = first(line, LINE_AGREEMENT)
      const price = first(agreement, 'NetPriceProductTradePrice') ?? first(agreement, 'GrossPriceProductTradePrice')
      const base = first(price, 'BasisQuantity')
      const iznos = text(settlement, LINE_SUM, 'LineTotalAmount')
      const counts = !NOT_COUNTED.includes(text(line, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode'))
      // ZUGFeRD 1 has remarks as lines, without quantity and amount.
      if (!counts || (quantity === undefined && iznos === '')) return []
      return {
        id: text(line, 'AssociatedDocumentLineDocument', 'LineID'),
        texts: {
          sifra_kupca: code(product, 'BuyerAssignedID'),
          sifra_prodavca: code(product, 'SellerAssignedID') || code(product, 'GlobalID'),
          naziv: text(product, 'Name') || text(product, 'Description'),
          jedinica_mere: quantity?.attributes.unitCode?.trim() ?? '',
          zemlja: text(product, 'OriginTradeCountry', 'ID') || text(product, 'OriginTradeCountry', 'Name'),
          tarife: every(product, 'DesignatedProductClassification').map((one) => {
            const said = first(one, 'ClassCode')
            return { code: textIn(said), list: said?.attributes.listID ?? '' }
          }),
        },
        kolicina: textIn(quantity),
        cena: text(price, 'ChargeAmount'),
        osnova: textIn(base),
        osnovaJm: base?.attributes.unitCode?.trim() ?? '',
        iznos,
        changes: every(settlement, 'SpecifiedTradeAllowanceCharge').map(changeOf),
      }
    }),
  sums(root) {
    const settlement = first(root, TRADE, SETTLEMENT)
    const total = first(settlement, SUMS)
    const [allowances, charges] = ['AllowanceTotalAmount', 'ChargeTotalAmount'].map((name) => amount(text(total, name)))
    return {
      stavki: amount(text(total, 'LineTotalAmount')),
      ukupno: amount(text(total, 'TaxBasisTotalAmount')),
      ...chargesOff(allowances ?? null, charges ?? null, () => [
        ...every(settlement, 'SpecifiedTradeAllowanceCharge')
          .map(changeOf)
          .map(({ amount: said, charge }) => ({ value: amount(said) ?? 0n, charge })),
        ...every(settlement, 'SpecifiedLogisticsServiceCharge').map((one) => ({
          value: amount(text(one, 'AppliedAmount')) ?? 0n,
          charge: true,
        })),
      ]),
    }
  },
}

const changeOf = (one: XmlElement) => ({
  amount: text(one, 'ActualAmount'),
  charge: isTrue(text(one, 'ChargeIndicator', 'Indicator')),
})

/** `20260201` (102), or a day as UBL has it. */
const dayIn = (said: string): CalendarDate | null =>
  parseIsoDate(said.replace(/^(\d{4})(\d\d)(\d\d)(\d{4})?$/, '$1-$2-$3').slice(0, 10))
