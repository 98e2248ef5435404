import type { CalendarDate } from './calendar-date.ts'
import { isUnknownCurrency } from './currency.ts'
import type { Micro } from './decimal.ts'

/** A price is doubtful above this multiple of the last one, or below that fraction of it. */
export const DOUBTFUL_PRICE_TIMES = 10n
/** A quantity is doubtful above this multiple of the usual one. */
export const DOUBTFUL_QUANTITY_TIMES = 100n
/** The usual quantity of a material or product is the median of this many last lines. */
export const USUAL_LINES = 10

/** A unit price, its currency, and the RSD for one unit of it; null where no rate is known. */
export type Price = { readonly cena: Micro; readonly valuta: string; readonly kurs: Micro | null }
/** A material's or product's last price and usual quantity in other documents. */
export type Usual = Price & { readonly kolicina: Micro }
/** The values of a line that can be doubted. */
export type DoubtedLine = { readonly kolicina: Micro; readonly cena: Micro }

/** A document as it is about to be saved; `datum` and lines that are saved so already are not doubted again. */
export type DoubtedDocument = {
  readonly datum: CalendarDate
  readonly valuta: string
  readonly kurs: Micro | null
  readonly lines: readonly (DoubtedLine & {
    /** Null where no other document has the material or product. */
    readonly usual: Usual | null
    /** The line as it is saved, of the same material or product; null for a new one. */
    readonly saved: DoubtedLine | null
  })[]
  /** Day and currency as they are saved; null for a new document. */
  readonly saved: { readonly datum: CalendarDate; readonly valuta: string } | null
}

/** A doubtful value: the day of the document, or the price or quantity of the line at this place. */
export type Doubt = { readonly about: 'datum' } | { readonly about: 'cena' | 'kolicina'; readonly line: number }

/**
 * The doubts to ask about before a document is saved: a day after `today`, a price more than 10 times or less than a
 * tenth of the last one, a quantity more than 100 times the usual one. Saved values are not doubted again. Prices of
 * two currencies are compared in RSD, exactly; where a rate is not known, not at all.
 */
export function doubtsOf({ datum, valuta, kurs, lines, saved }: DoubtedDocument, today: CalendarDate): Doubt[] {
  const doubts: Doubt[] = datum > today && datum !== saved?.datum ? [{ about: 'datum' }] : []
  for (const [line, { kolicina, cena, usual, saved: was }] of lines.entries()) {
    if (!usual) continue
    const isSavedPrice = was?.cena === cena && saved?.valuta === valuta
    if (!isSavedPrice && isDoubtfulPrice({ cena, valuta, kurs }, usual)) doubts.push({ about: 'cena', line })
    const isSavedQuantity = was?.kolicina === kolicina
    if (!isSavedQuantity && BigInt(kolicina) > BigInt(usual.kolicina) * DOUBTFUL_QUANTITY_TIMES)
      doubts.push({ about: 'kolicina', line })
  }
  return doubts
}

function isDoubtfulPrice(price: Price, last: Price): boolean {
  const same = price.valuta === last.valuta
  const [now, before] = same ? [BigInt(price.cena), BigInt(last.cena)] : [inRsd(price), inRsd(last)]
  if (now === null || before === null) return false
  return isFarPrice(now, before)
}

/** Whether a price or a rate is doubtfully far from the last one; both in one unit. */
export const isFarPrice = (now: bigint, last: bigint): boolean =>
  now > last * DOUBTFUL_PRICE_TIMES || now * DOUBTFUL_PRICE_TIMES < last

/** In 10^-12 RSD. */
const inRsd = ({ cena, valuta, kurs }: Price): bigint | null =>
  kurs === null || isUnknownCurrency(valuta, kurs) ? null : BigInt(cena) * BigInt(kurs)

/** The median of quantities, at least one; of two in the middle the larger. */
export function usualQuantity(quantities: readonly Micro[]): Micro {
  const sorted = quantities.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as Micro
}
