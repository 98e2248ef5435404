import { stavkiOf } from '#domain/count-words.ts'
import './invoice-band.css'

/** Above the first line of an invoice in a table. */
export function InvoiceBand({ broj, stavke }: { broj: string; stavke: readonly { broj_fakture: string }[] }) {
  const lines = stavke.filter(({ broj_fakture }) => broj_fakture === broj).length
  return (
    <p className="invoice-band">
      Faktura <strong className="code">{broj}</strong> · {stavkiOf(lines)}
    </p>
  )
}
