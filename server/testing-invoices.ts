// E-invoices that a test writes for itself.
import type { Upload } from './testing.ts'

type Line = {
  readonly naziv: string
  readonly sifra?: string
  readonly nasa?: string
  readonly kolicina: number
  readonly jm?: string
  readonly cena: number
  /** For how many units the price is. */
  readonly osnova?: number
  readonly popust?: number
  /** The amount that the line states, where that is not what it comes to. */
  readonly iznos?: string
  readonly zemlja?: string
  readonly tarifa?: string
}
type Head = {
  readonly broj: string
  readonly datum?: string
  readonly valuta?: string
  readonly tip?: string
  readonly paritet?: string
  readonly prodavac?: { readonly naziv: string; readonly grad: string; readonly pib: string; readonly zemlja: string }
  readonly popust?: number
  readonly ukupno?: string
}

export const MULLER = { naziv: 'Müller Kabel GmbH', grad: 'Nürnberg', pib: 'DE811122233', zemlja: 'DE' }

const some = (value: unknown, xml: string) => (value === undefined ? '' : xml)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function lineXml(line: Line, at: number): string {
  const { naziv, sifra, nasa, kolicina, jm = 'C62', cena, osnova, popust, zemlja, tarifa } = line
  const iznos = line.iznos ?? ((kolicina * cena) / (osnova ?? 1) - (popust ?? 0)).toFixed(2)
  return `<cac:InvoiceLine><cbc:ID>${at + 1}</cbc:ID>
    <cbc:InvoicedQuantity unitCode="${jm}">${kolicina}</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">${iznos}</cbc:LineExtensionAmount>
    ${some(popust, `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount>${popust}</cbc:Amount></cac:AllowanceCharge>`)}
    <cac:Item><cbc:Name>${escaped(naziv)}</cbc:Name>
      ${some(nasa, `<cac:BuyersItemIdentification><cbc:ID>${nasa}</cbc:ID></cac:BuyersItemIdentification>`)}
      ${some(sifra, `<cac:SellersItemIdentification><cbc:ID>${sifra}</cbc:ID></cac:SellersItemIdentification>`)}
      ${some(zemlja, `<cac:OriginCountry><cbc:IdentificationCode>${zemlja}</cbc:IdentificationCode></cac:OriginCountry>`)}
      ${some(tarifa, `<cac:CommodityClassification><cbc:ItemClassificationCode listID="HS">${tarifa}</cbc:ItemClassificationCode></cac:CommodityClassification>`)}
    </cac:Item>
    <cac:Price><cbc:PriceAmount>${cena}</cbc:PriceAmount>${some(osnova, `<cbc:BaseQuantity unitCode="${jm}">${osnova}</cbc:BaseQuantity>`)}</cac:Price>
  </cac:InvoiceLine>`
}

/** The text of a UBL invoice whose sums are those of its lines, unless something else is asked for. */
export function ublText(head: Head, lines: readonly Line[]): string {
  const { broj, datum = '2026-02-01', valuta = 'EUR', tip = '380', paritet, prodavac = MULLER, popust = 0 } = head
  const amounts = lines.map(({ kolicina, cena, osnova = 1, popust: off = 0, iznos }) =>
    Number(iznos ?? ((kolicina * cena) / osnova - off).toFixed(2)),
  )
  const sum = amounts.reduce((all, one) => all + one, 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${broj}</cbc:ID><cbc:IssueDate>${datum}</cbc:IssueDate>
  <cbc:InvoiceTypeCode>${tip}</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>${valuta}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PostalAddress><cbc:CityName>${prodavac.grad}</cbc:CityName><cac:Country><cbc:IdentificationCode>${prodavac.zemlja}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>${prodavac.pib}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${escaped(prodavac.naziv)}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  ${some(paritet, `<cac:DeliveryTerms><cbc:ID>${paritet}</cbc:ID></cac:DeliveryTerms>`)}
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="${valuta}">${sum.toFixed(2)}</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="${valuta}">${head.ukupno ?? (sum - popust).toFixed(2)}</cbc:TaxExclusiveAmount>
    ${some(head.popust, `<cbc:AllowanceTotalAmount>${popust}</cbc:AllowanceTotalAmount>`)}
  </cac:LegalMonetaryTotal>
  ${lines.map(lineXml).join('\n')}
</Invoice>`
}

/** The same as a file. */
export const ubl = (head: Head, lines: readonly Line[]): Upload => ({
  name: `${head.broj}.xml`,
  bytes: new TextEncoder().encode(ublText(head, lines)),
})
