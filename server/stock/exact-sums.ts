import { type RawBuilder, sql } from 'kysely'
import type { Atto, Micro, Para } from '#domain/decimal.ts'

// Neither engine multiplies quantity × price × rate within 64 bits. What an export costs is added up exactly: SQL adds up
// the product of quantity and price in three parts, each within 64 bits, per rate; the rest is bigint here. What a lot is
// worth is rounded lot by lot (decisions §2).

export type ProductSum = { celih: string; mesovitih: string; delova: string }

/** Columns that hold the exact sum of `kolicina × cena` of a group, to be read by `exactValue`. */
export function productSum(kolicina: string, cena: string): RawBuilder<ProductSum> {
  const whole = (column: string) => sql`(${sql.ref(column)} / 1000000)`
  const part = (column: string) => sql`(${sql.ref(column)} % 1000000)`
  return sql`
    cast(sum(${whole(kolicina)} * ${whole(cena)}) as text) as celih,
    cast(sum(${whole(kolicina)} * ${part(cena)} + ${part(kolicina)} * ${whole(cena)}) as text) as mesovitih,
    cast(sum(${part(kolicina)} * ${part(cena)}) as text) as delova`
}

/** What such a group is worth in RSD at its rate, exact. */
export const exactValue = ({ celih, mesovitih, delova }: ProductSum, kurs: Micro): Atto =>
  ((BigInt(celih) * 1_000_000_000_000n + BigInt(mesovitih) * 1_000_000n + BigInt(delova)) * BigInt(kurs)) as Atto

/**
 * The sum of the values of rows of a table, as text: each `kolicina × cena × kurs` rounded half up to 2 places (`worthOf`)
 * in steps that stay within 64 bits, as long as no value is above MAX_AMOUNT. Where kolicina × cena is within them too, as
 * of nearly every lot, two steps do.
 */
export function valueSum(kolicina: string, cena: string, kurs: string): RawBuilder<string> {
  const product = sql`(${sql.ref(kolicina)} * ${sql.ref(cena)})`
  const rate = sql.ref(kurs)
  const about = sql`cast(${sql.ref(kolicina)} as double precision) * ${sql.ref(cena)}`
  const short = sql`(${product} / 100000000 * ${rate}
    + (${product} % 100000000 * ${rate} + 5000000000000000) / 100000000) / 100000000`
  return sql<string>`cast(sum(case when ${rate} < 90000000000 and ${about} < 9e18 and ${about} * ${rate} < 9e26
    then ${short} else ${longValue(kolicina, cena, kurs)} end) as text)`
}

/** The value of a row that may be any: kolicina × cena in hundredths and what is left of one, these and the rate in millions and the rest. */
function longValue(kolicina: string, cena: string, kurs: string): RawBuilder<unknown> {
  const [q, q0] = split(kolicina)
  const [c, c0] = split(cena)
  const [k, k0] = split(kurs)
  const mixed = sql`(${q} * ${c0} + ${q0} * ${c})`
  const low = sql`(${mixed} % 10000 * 1000000 + ${q0} * ${c0})`
  const hundredths = sql`(${q} * ${c} * 100 + ${mixed} / 10000 + ${low} / 10000000000)`
  const rest = sql`(${low} % 10000000000)`
  const millions = sql`(${hundredths} % 1000000 * ${k0} + ${rest} / 10000 * ${k})`
  return sql`${hundredths} * ${k} + ${hundredths} / 1000000 * ${k0} + ${millions} / 1000000 + (${millions} % 1000000 * 10000
    + ${rest} % 10000 * ${k} + ${rest} * ${k0} / 1000000 + 5000000000) / 10000000000`
}
const split = (column: string) => [sql`(${sql.ref(column)} / 1000000)`, sql`(${sql.ref(column)} % 1000000)`] as const

/**
 * A sum of integers as SQL hands it over, cast to text. Here, in `valueToPara` and in `nearSum` (both in
 * domain/decimal.ts) alone a figure may lose its last digits: beyond 2^53 (90 000 billion RSD), which no book reaches and
 * no screen should fail on.
 */
export const integerOf = <T extends Micro | Para>(text: string): T => Number(text) as T

// A value that is kept and added to in SQL stands in columns of 12 digits each: their sums stay within 64 bits, and the
// order in which they are added does not matter. A part may leave its 12 digits or be negative; the value is their sum.
const PART = 1_000_000_000_000n

/** The three parts of a value, the lowest first. */
export const partsOf = (value: bigint): [number, number, number] => [
  Number(value % PART),
  Number((value / PART) % PART),
  Number(value / PART / PART),
]

/** A value as the columns of its parts: `vrednost` in `vrednost_0`, `vrednost_1` and `vrednost_2`. */
export function inParts<Name extends string>(name: Name, value: bigint): Record<`${Name}_${0 | 1 | 2}`, number> {
  const [low, middle, high] = partsOf(value)
  return { [`${name}_0`]: low, [`${name}_1`]: middle, [`${name}_2`]: high } as Record<`${Name}_${0 | 1 | 2}`, number>
}

/** What one transaction adds to sums that a table keeps for each key, by the values of the key. */
export type KeptSums<Key extends object, Name extends string> = Map<string, Key & Record<Name, bigint>>

/** Adds to the sums of a key; values below zero take off. */
export function addToSums<Key extends object, Name extends string>(
  kept: NoInfer<KeptSums<Key, Name>>,
  key: Key,
  more: Readonly<Record<Name, bigint>>,
): void {
  const at = Object.values(key).join(' ')
  const sums: Record<Name, bigint> | undefined = kept.get(at)
  if (!sums) kept.set(at, { ...key, ...more })
  else for (const [name, value] of Object.entries<bigint>(more)) sums[name as Name] += value
}

/** The rows that are to be added; none of a key whose sums stay as they are. */
export const changedSums = <Row extends object>(kept: ReadonlyMap<string, Row>): Row[] =>
  [...kept.values()].filter((row) => Object.values(row).some((value) => typeof value === 'bigint' && value !== 0n))

/** The value of parts, or of their sums, as SQL hands them over, cast to text. */
export const valueOfParts = (low: string, middle: string, high = '0'): bigint =>
  BigInt(low) + BigInt(middle) * PART + BigInt(high) * PART * PART

/** The columns of a cost, of an exported line or of a month (server/stock/export-totals.ts), in 10^-18 RSD. */
export const COST_PARTS = ['trosak_0', 'trosak_1', 'trosak_2'] as const
export type CostParts = Record<(typeof COST_PARTS)[number], string>

/** The value of such columns, or of their sums. */
export const costOfParts = ({ trosak_0, trosak_1, trosak_2 }: CostParts): bigint =>
  valueOfParts(trosak_0, trosak_1, trosak_2)

/** Columns cast to text one by one: parts that were added to may be beyond 2^53. */
export const asTexts = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}`))
