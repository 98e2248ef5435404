import { type CalendarDate, parseIsoDate } from './calendar-date.ts'
import { countryName } from './countries.ts'
import { divideHalfUp, MAX_NUMBER_CHARACTERS, PARA_PLACES } from './decimal.ts'
import { visibleCode, visibleText } from './one-form.ts'

/** An element of an XML file: its name without prefix, its own text, and what lies in it. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: XmlElement[]
}

export type Seller = { naziv: string; grad: string; pib: string; zemlja: string }
/** The facts above the lines of an invoice. */
export type InvoiceHead = {
  broj_fakture: string
  datum: CalendarDate | null
  valuta: string
  paritet: string
  prodavac: Seller
}

/** The sums that an invoice states itself, in hundredths. */
export type Sums = { stavki: bigint | null; popusti: bigint; ukupno: bigint | null }

/** A line as texts; amounts as their decimals. `changes` are charges less allowances of the line. */
export type RawLine = {
  readonly id: string
  readonly texts: {
    readonly sifra_kupca: string
    readonly sifra_prodavca: string
    readonly naziv: string
    readonly jedinica_mere: string
    readonly zemlja: string
    readonly tarife: readonly { readonly code: string; readonly list: string }[]
  }
  readonly kolicina: string
  readonly cena: string
  /** The number of units that the price is for, and their unit. */
  readonly osnova: string
  readonly osnovaJm: string
  readonly iznos: string
  readonly changes: readonly { readonly amount: string; readonly charge: boolean }[]
}

/** `xs:decimal` → an integer of 10^-places, half away from zero; null where it is none. */
export function scaled(text: string, places: number): bigint | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (text.length > MAX_NUMBER_CHARACTERS || whole + fraction === '') return null
  const digits = BigInt(`${whole}${fraction.padEnd(places, '0')}`)
  const value = divideHalfUp(digits, 10n ** BigInt(Math.max(0, fraction.length - places)))
  return sign === '-' ? -value : value
}

/** A name or description has at most this length; numbers and codes are shorter. */
export const MAX_TEXT_CHARACTERS = 1000

/** The first element behind a path of names, each with its other names (`A|B`). */
export function first(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
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

export type Standard = {
  type(root: XmlElement): string
  head(root: XmlElement): InvoiceHead
  lines(root: XmlElement): RawLine[]
  sums(root: XmlElement): Sums
}

/** UBL 2.1. */
export const ubl: Standard = {
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

/** Allowances less charges: from the file's sums, else from each of them. */
function chargesOff(
  allowances: bigint | null,
  charges: bigint | null,
  each: () => { value: bigint; charge: boolean }[],
): { popusti: bigint } {
  if (allowances !== null || charges !== null) return { popusti: (allowances ?? 0n) - (charges ?? 0n) }
  return { popusti: each().reduce((sum, { value, charge }) => sum + (charge ? -value : value), 0n) }
}

const countryIn = (said: string) => said && countryName(said)

/** The roots of CII D16B and of ZUGFeRD 1, which has other names for the same elements. */
export const CII_ROOTS: readonly string[] = ['CrossIndustryInvoice', 'CrossIndustryDocument']
const TRADE = 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction'
const AGREEMENT = 'ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement'
const SETTLEMENT = 'ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement'
const LINE_AGREEMENT = 'SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement'
const LINE_DELIVERY = 'SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery'
const LINE_SETTLEMENT = 'SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement'
const LINE_SUM = 'SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
const SUMS = 'SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
/** Lines that only head or describe others (Factur-X EXTENDED); their amounts count nothing. */
const NOT_COUNTED: readonly string[] = ['GROUP', 'INFORMATION']

export const cii: Standard = {
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
