import type { Micro } from '#domain/decimal.ts'
import { amountInRsd } from '#domain/invoice.ts'
import type { DraftTotals } from '#web/grid/draft-totals.ts'
import { Money, Quantity } from '#web/ui/number.tsx'

type DocumentTotalsProps = { totals: DraftTotals | null; currency: string; kurs: Micro | null }

/** The sums of the document while it is typed: lines, quantity, value and its worth in RSD. */
export function DocumentTotals({ totals, currency, kurs }: DocumentTotalsProps) {
  if (!totals) return <span className="text-bad">Ukupna vrednost ili količina dokumenta je prevelika.</span>
  const rsd = kurs === null || currency === 'RSD' ? null : amountInRsd(totals.vrednost, kurs)
  return (
    <>
      <span>
        Stavki <strong className="num text-ink">{totals.stavki}</strong>
      </span>
      <span>
        Količina <Quantity value={totals.kolicina} strong />
      </span>
      <span>
        Vrednost <Money value={totals.vrednost} currency={currency} strong />
      </span>
      {rsd !== null && (
        <span>
          ≈ <Money value={rsd} currency="RSD" />
        </span>
      )}
    </>
  )
}
