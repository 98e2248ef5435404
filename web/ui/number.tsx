import { formatMicro, formatPara, type Micro, type Para, type ParaTotal } from '#domain/decimal.ts'

type AmountProps = { text: string; unit: string | undefined; negative: boolean; strong: boolean | undefined }

/** One line, except on a card that has no room for it: there the unit goes to the next; the number is not broken. */
function Amount({ text, unit, negative, strong }: AmountProps) {
  return (
    <span className="num whitespace-nowrap in-data-cards:whitespace-normal">
      <span
        className={`whitespace-nowrap ${negative ? 'text-bad' : ''} ${strong ? 'font-semibold' : ''} ${strong && !negative ? 'text-ink' : ''}`}
      >
        {text}
      </span>
      {unit && <span className="font-normal text-ink-3">{` ${unit}`}</span>}
    </span>
  )
}

type QuantityProps = { value: Micro; unit?: string | undefined; minPlaces?: number; strong?: boolean }

/** A quantity, unit price or rate: `1.234,5 kg`, the unit in quieter ink, red with its sign below zero. */
export const Quantity = ({ value, unit, minPlaces = 0, strong }: QuantityProps) => (
  <Amount text={formatMicro(value, { minPlaces })} unit={unit} negative={value < 0} strong={strong} />
)

type MoneyProps = { value: Para | ParaTotal; currency?: string | undefined; strong?: boolean }

/** An amount of money: `1.234,50 EUR`, the currency in quieter ink, red with its sign below zero. */
export const Money = ({ value, currency, strong }: MoneyProps) => (
  <Amount text={formatPara(value)} unit={currency} negative={value < 0} strong={strong} />
)
