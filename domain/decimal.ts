/**
 * Exact decimals as integers. A `Micro` counts millionths (quantities, norms, unit prices, exchange rates), a `Para`
 * counts hundredths (amounts of money), an `Atto` is the exact product of three `Micro` (quantity × price × rate).
 * Binary floating point appears only where JSON has it: a JSON number is read by its shortest decimal text.
 */
export type Micro = number & { readonly unit: 'micro' }
export type Para = number & { readonly unit: 'para' }
export type Atto = bigint & { readonly unit: 'atto' }
/** A sum of amounts of many documents or materials: a bigint, because together they may exceed the exact range. */
export type ParaTotal = bigint & { readonly unit: 'para' }

/** A number of the books needs less than a fifth of this length; a longer text is no number. */
export const MAX_NUMBER_CHARACTERS = 100

export const MICRO_PLACES = 6
export const PARA_PLACES = 2
export const MICRO = 10 ** MICRO_PLACES
const MICRO_PER_PARA = 10n ** BigInt(MICRO_PLACES - PARA_PLACES)

/** Largest quantity, norm, unit price or rate that may be entered (1 000 000 000). */
export const MAX_ENTERED = (1_000_000_000 * MICRO) as Micro
/** Largest sum of quantities that the books hold (8 500 000 000): below 2³³ JSON's numbers still tell millionths apart. */
export const MAX_SUM = (8_500_000_000 * MICRO) as Micro
/** Largest amount of one line or document (70 000 000 000 000,00): below 2⁴⁶ JSON's numbers still tell hundredths apart. */
export const MAX_AMOUNT = 7_000_000_000_000_000 as Para

export const NO_QUANTITY = 0 as Micro
export const ONE = MICRO as Micro
export const NO_AMOUNT = 0 as Para

/** A number that leaves the range in which integers are exact is a fault of ours: better to stop than to be wrong. */
function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('a decimal left the exact range')
  return value
}

/** Reads plain decimal text (`-?digits[.digits]`) into an integer of 10^-places. Null when it is no such number. */
function parsePlain(text: string, places: number): number | null {
  if (text.length > MAX_NUMBER_CHARACTERS) return null
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const digits = withoutZeros(fraction)
  if (digits.length > places) return null
  const value = Number(`${sign}${whole}${digits.padEnd(places, '0')}`)
  if (!Number.isSafeInteger(value)) return null
  return value === 0 ? 0 : value
}

/** Digits behind a point without the zeros that end them. */
function withoutZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** Plain decimal text of JSON ("12.5") → Micro; null when it is no number, has more than 6 places or is out of range. */
export function parseMicro(text: string): Micro | null {
  return parsePlain(text, MICRO_PLACES) as Micro | null
}

/** A JSON number → Micro by its shortest decimal text, so 0.1 is exactly 0.1; null for more than 6 places. */
export function microFromNumber(value: number): Micro | null {
  return parseMicro(numberText(value))
}

/** A JSON number → Para; null for more than 2 places. */
export function paraFromNumber(value: number): Para | null {
  return parsePlain(numberText(value), PARA_PLACES) as Para | null
}

/**
 * A JSON number as the end of a range → Micro or Para, by their `places`: one that lies between two of them is the next
 * one `up` or down, one beyond the exact range stands at its end.
 */
export function rangeEnd(value: number, places: number, up: boolean): number {
  const exactly = parsePlain(numberText(value), places)
  if (exactly !== null) return exactly
  const scaled = value * 10 ** places
  const next = up ? Math.ceil(scaled) : Math.floor(scaled)
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(next, Number.MAX_SAFE_INTEGER))
}

/**
 * JavaScript writes numbers below 1e-6 with an exponent: here they have their digits. From 1e21 on it stays; no such
 * number is in range.
 */
function numberText(value: number): string {
  const text = String(value)
  return text.includes('e-') ? withoutZeros(value.toFixed(20)) : text
}

/** Micro → the JSON number that stands for it. */
export const microToNumber = (value: Micro): number => value / MICRO
/** Para → the JSON number that stands for it. */
export const paraToNumber = (value: Para): number => value / 100

/** Plain text with a point and no superfluous zeros, e.g. for `"0.00001"`. */
export function microText(value: Micro): string {
  return plainText(BigInt(value), MICRO_PLACES)
}

function plainText(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const fraction = withoutZeros(digits.slice(-places))
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction ? `.${fraction}` : ''}`
}

/** a + b, exactly; throws beyond the range in which integers are exact. */
export const add = <T extends Micro | Para>(a: T, b: T): T => exact(a + b) as T
/** a − b, exactly; throws beyond the range in which integers are exact. The difference may be negative. */
export const subtract = <T extends Micro | Para>(a: T, b: T): T => exact(a - b) as T
/** Exact sum; throws beyond the range in which integers are exact. */
export const sum = <T extends Micro | Para>(values: Iterable<T>): T => {
  let total = 0
  for (const value of values) total = exact(total + value)
  return total as T
}

/**
 * The sum of figures of many materials or documents, to be shown: exact up to 2^53, beyond it as near as a number comes.
 * Each of them is within its limit, but nothing limits them together, and no screen should fail on that.
 */
export const nearSum = <T extends Micro | Para>(values: Iterable<T>): T => {
  let total = 0n
  for (const value of values) total += BigInt(value)
  return Number(total) as T
}

/** The exact sum of amounts of any size. */
export const totalPara = (amounts: Iterable<Para>): ParaTotal => {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  return total as ParaTotal
}

/** Division of integers, half away from zero: for our positive values that is "half up". */
export function divideHalfUp(value: bigint, by: bigint): bigint {
  return value >= 0n ? (value + by / 2n) / by : -((-value + by / 2n) / by)
}

/** a × b rounded half up to 6 places. A bigint, because two entered values may multiply beyond the exact range. */
export function multiplyMicro(a: Micro, b: Micro): bigint {
  return divideHalfUp(BigInt(a) * BigInt(b), BigInt(MICRO))
}

/** quantity × unit price, rounded half up to 2 places. A bigint, because it may exceed MAX_AMOUNT: the caller checks. */
export function multiplyToPara(quantity: Micro, price: Micro): bigint {
  return divideHalfUp(BigInt(quantity) * BigInt(price), BigInt(MICRO) * MICRO_PER_PARA)
}

/** quantity × unit price × rate, exact. */
export const multiplyToAtto = (quantity: Micro, price: Micro, rate: Micro): Atto =>
  (BigInt(quantity) * BigInt(price) * BigInt(rate)) as Atto

/** An exact value, or an exact sum of values, → Para, rounded half up once; beyond 2^53 as near as a number comes. */
export const valueToPara = (value: Atto): Para =>
  Number(divideHalfUp(value, BigInt(MICRO) * MICRO_PER_PARA * BigInt(MICRO))) as Para

/**
 * The worth of a lot, or of a part taken from it, in RSD: quantity × unit price × rate, rounded half up. Sums add these
 * up.
 */
export const worthOf = (quantity: Micro, price: Micro, rate: Micro): Para =>
  valueToPara(multiplyToAtto(quantity, price, rate))

/** An exact amount of document currency × rate → Para, rounded half up. */
export const convertPara = (amount: Para, rate: Micro): Para =>
  exact(Number(divideHalfUp(BigInt(amount) * BigInt(rate), BigInt(MICRO)))) as Para

/**
 * Reads what a person or a spreadsheet writes: `1.234,50`, `1234,5`, `1 234,5`, `1234.5`. A single point followed by
 * exactly three digits and no comma is a thousands point, as on every screen and paper (`12.000`), unless `grouped` is
 * false: the notation of machines.
 */
export function parseSerbian(text: string, { grouped = true }: { grouped?: boolean } = {}): Micro | null {
  const plain = plainFromSerbian(text, grouped)
  return plain === null ? null : parseMicro(plain)
}

/** The same as plain decimal text, whatever its places and its size. */
export function plainFromSerbian(text: string, grouped = true): string | null {
  if (text.length > MAX_NUMBER_CHARACTERS) return null
  const bare = text.replace(/[\s\u00a0\u202f]/g, '')
  if (/^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/.test(bare) && (bare.includes(',') || grouped || bare.split('.').length > 2)) {
    return bare.replaceAll('.', '').replace(/,$/, '').replace(',', '.')
  }
  if (/^-?\d{1,3}(,\d{3})+\.\d+$/.test(bare)) return bare.replaceAll(',', '')
  if (/^-?\d*(?:[.,]\d*)?$/.test(bare) && /\d/.test(bare)) {
    return bare
      .replace(',', '.')
      .replace(/\.$/, '')
      .replace(/^(-?)\./, '$10.')
  }
  return null
}

/** The readings of a typed text, as plain decimal texts: `4.288` may be thousands as shown, or decimals as typed. */
export const readings = (text: string): string[] =>
  [...new Set([plainFromSerbian(text), plainFromSerbian(text, false)])].filter((plain) => plain !== null)

/** Serbian text: `1.234,5`. `minPlaces` keeps zeros ("1.234,50"), `maxPlaces` rounds half up for display. */
export function formatMicro(value: Micro, { minPlaces = 0, maxPlaces = MICRO_PLACES } = {}): string {
  const rounded = divideHalfUp(BigInt(value), 10n ** BigInt(MICRO_PLACES - maxPlaces))
  return serbian(rounded, maxPlaces, minPlaces)
}

/** Serbian text with two places: `1.234,50`. */
export const formatPara = (value: Para | ParaTotal): string => serbian(BigInt(value), PARA_PLACES, PARA_PLACES)

/** Serbian text of an integer: `50.000`. */
export const formatWhole = (value: number): string => serbian(BigInt(value), 0, 0)

function serbian(value: bigint, places: number, minPlaces: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const whole = places ? digits.slice(0, -places) : digits
  const ahead = whole.length % 3 || 3
  const grouped = whole.slice(0, ahead) + whole.slice(ahead).replace(/\d{3}/g, '.$&')
  const all = places ? digits.slice(-places) : ''
  let fraction = withoutZeros(all)
  if (fraction.length < minPlaces) fraction = all.slice(0, minPlaces)
  return `${value < 0n ? '-' : ''}${grouped}${fraction ? `,${fraction}` : ''}`
}
