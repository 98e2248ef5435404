import { sql } from 'kysely'
import { type CalendarDate, monthOf } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { addition, engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Booked } from './decide-draws.ts'
import { exactValue, type ProductSum, productSum } from './exact-sums.ts'
import type { Ledger } from './ledger.ts'

// `proizvod_mesec` has, per product and calendar month, the exported quantity, its price, its number of C1, and the
// cost of its material. A save changes the rows of its products, and those of exports that it moved.

/** A document with its exported lines; `kurs` is its rate. */
export type Exported = {
  readonly c1_id: number
  readonly datum: CalendarDate
  readonly kurs: Micro
  readonly lines: readonly ExportedLine[]
}
type ExportedLine = {
  readonly id: number
  readonly proizvod_id: string
  readonly kolicina: Micro
  readonly iznos: Para
}
/** A stored document with the cost of the material of each line so far, by the line's id. */
export type StoredExport = Exported & { readonly costs: ReadonlyMap<number, bigint> }

/** `rsd` is amount × rate, in 10^-8 RSD. */
const NO_SUMS = { kolicina: 0n, iznos: 0n, broj_c1: 0n, rsd: 0n, trosak: 0n }
type Sums = typeof NO_SUMS
const NAMES = Object.keys(NO_SUMS) as (keyof Sums)[]
/** The sums that a save adds, by product and month. */
type Months = Map<string, Sums & { readonly proizvod_id: string; readonly mesec: string }>

/** A document before it is changed or removed; throws when there is none. */
export async function storedExport(tx: Tx, c1_id: number): Promise<StoredExport> {
  const { datum, kurs } = await tx
    .selectFrom('c1')
    .select(['datum', 'kurs'])
    .where('id', '=', c1_id)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('c1_stavka')
    .select(['id', 'proizvod_id', 'kolicina', 'iznos'])
    .where('c1_id', '=', c1_id)
    .execute()
  const { rows } = await sql<ProductSum & { id: number; kurs: Micro }>`
    select s.id, l.kurs, ${productSum('r.kolicina', 'l.cena_po_jedinici')}
    from c1_stavka s join razduzenje r on r.c1_stavka_id = s.id join c4_stavka l on l.id = r.c4_stavka_id
    where s.c1_id = ${c1_id} group by s.id, l.kurs`.execute(tx)
  const costs = new Map<number, bigint>()
  for (const { id, kurs, ...sum } of rows) costs.set(id, (costs.get(id) ?? 0n) + exactValue(sum, kurs))
  return { c1_id, datum, kurs, lines, costs }
}

/**
 * Writes the monthly sums of products that a save changed: of the saved documents, and of other exports whose lots
 * moved or have another price. `before` is the document that is rewritten or removed, null for a new one; `now` is
 * empty after a removal. Call it last: all saves write their tables in the same order, so that they do not wait for
 * each other in a circle.
 */
export async function writeExportTotals(
  ledger: Ledger,
  { lines: movedLines }: Booked,
  before: StoredExport | null,
  now: readonly Exported[],
): Promise<void> {
  const months: Months = new Map()
  const others = new Map(ledger.costs)
  if (before) addDocument(months, -1, before, ({ id }) => before.costs.get(id) ?? 0n)
  for (const document of now)
    addDocument(months, 1, document, ({ id }) => (before?.costs.get(id) ?? 0n) + (ledger.costs.get(id) ?? 0n))
  for (const { lines } of before ? [before, ...now] : now) for (const { id } of lines) others.delete(id)
  for (const [id, trosak] of others) {
    const line = movedLines.get(id)
    if (line) addTo(months, line, { trosak })
  }
  const changed = [...months.values()].filter((sums) => NAMES.some((name) => sums[name] !== 0n))
  const rows = changed.map(({ rsd, trosak, ...row }) => {
    return { ...row, ...inParts('rsd', rsd), ...inParts('trosak', trosak) }
  })
  await engineOf(ledger.tx).write(ledger.tx, [addMonths(rows)])
}

/** Adds to the sums of a product in the month of a day; values below zero take off. */
function addTo(
  months: Months,
  { proizvod_id, datum }: { readonly proizvod_id: string; readonly datum: CalendarDate },
  more: Partial<Sums>,
) {
  const mesec = monthOf(datum)
  const key = `${proizvod_id} ${mesec}`
  const sums = months.get(key) ?? { proizvod_id, mesec, ...NO_SUMS }
  for (const name of NAMES) sums[name] += more[name] ?? 0n
  months.set(key, sums)
}

function addDocument(months: Months, sign: 1 | -1, document: Exported, costOf: (line: ExportedLine) => bigint) {
  const { datum, kurs } = document
  const products = new Set<string>()
  for (const line of document.lines) {
    const { proizvod_id, kolicina, iznos } = line
    // One document with two lines of a product counts as one C1.
    if (!products.has(proizvod_id)) addTo(months, { proizvod_id, datum }, { broj_c1: BigInt(sign) })
    products.add(proizvod_id)
    const rsd = BigInt(sign) * BigInt(iznos) * BigInt(kurs)
    const trosak = BigInt(sign) * costOf(line)
    const sums = { kolicina: BigInt(sign * kolicina), iznos: BigInt(sign * iznos), rsd, trosak }
    addTo(months, { proizvod_id, datum }, sums)
  }
}

const MONTH = { proizvod_id: 'text', mesec: 'text' } as const
const SUMS = {
  kolicina: 'int',
  iznos: 'int',
  broj_c1: 'int',
  rsd_0: 'int',
  rsd_1: 'int',
  trosak_0: 'int',
  trosak_1: 'int',
  trosak_2: 'int',
} as const
const addMonths = addition('proizvod_mesec', MONTH, SUMS)

// A value that SQL adds to is kept in columns of 12 digits each: their sums stay within 64 bits, and the order of the
// additions does not matter. A part may leave its 12 digits or be negative; the value is the sum of the parts.
const PART = 1_000_000_000_000n

/** A value as the columns of its parts: `vrednost` in `vrednost_0`, `vrednost_1` and `vrednost_2`. */
export function inParts<Name extends string>(name: Name, value: bigint): Record<`${Name}_${0 | 1 | 2}`, number> {
  const [low, middle, high] = [value % PART, (value / PART) % PART, value / PART / PART].map(Number)
  return { [`${name}_0`]: low, [`${name}_1`]: middle, [`${name}_2`]: high } as Record<`${Name}_${0 | 1 | 2}`, number>
}

/** The value of parts, or of their sums, as SQL answers them, cast to text. */
export const valueOfParts = (low: string, middle: string, high = '0'): bigint =>
  BigInt(low) + BigInt(middle) * PART + BigInt(high) * PART * PART

/** The columns of the cost of a month, in 10^-18 RSD. */
export const COST_PARTS = ['trosak_0', 'trosak_1', 'trosak_2'] as const
export type CostParts = Record<(typeof COST_PARTS)[number], string>

/** The value of such columns, or of their sums. */
export const costOfParts = ({ trosak_0, trosak_1, trosak_2 }: CostParts): bigint =>
  valueOfParts(trosak_0, trosak_1, trosak_2)
