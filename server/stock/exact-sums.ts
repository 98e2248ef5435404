import { type RawBuilder, sql } from 'kysely'
import type { Atto, Micro, Para } from '#domain/decimal.ts'

// Neither engine multiplies quantity × price × rate within 64 bits. The cost of an export is added up exactly: per
// rate, SQL adds up quantity × price in three parts, each within 64 bits; the rest is bigint here. The value of a lot
// is rounded lot by lot (decisions §2).

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

/** The exact value of such a group in RSD, at its rate. */
export const exactValue = ({ celih, mesovitih, delova }: ProductSum, kurs: Micro): Atto =>
  ((BigInt(celih) * 1_000_000_000_000n + BigInt(mesovitih) * 1_000_000n + BigInt(delova)) * BigInt(kurs)) as Atto

/**
 * The sum of the values of rows of a table, as text. Each value is `kolicina × cena × kurs` rounded half up to 2 places
 * (`worthOf`), in steps that stay within 64 bits as long as no value is above MAX_AMOUNT. Two steps are enough where
 * kolicina × cena is within 64 bits too, as it is for nearly every lot.
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

/**
 * The value of a row of any size: kolicina × cena in hundredths and their rest, and both and the rate in millions and
 * their rest.
 */
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
 * A sum of integers as SQL answers it, cast to text. A figure may lose its last digits only here, and in `valueToPara`
 * and `nearSum` (domain/decimal.ts): beyond 2^53 (90 000 billion RSD), which no book reaches and no screen should fail on.
 */
export const integerOf = <T extends Micro | Para>(text: string): T => Number(text) as T
