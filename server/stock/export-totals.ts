import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { monthOf } from '#domain/months.ts'
import { addition } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import {
  addToSums,
  changedSums,
  exactValue,
  inParts,
  type KeptSums,
  type ProductSum,
  productSum,
} from './exact-sums.ts'
import type { Booked } from './moves.ts'
import type { Ledger } from './open-ledger.ts'

// `proizvod_mesec` has, per product and calendar month, what was exported, for how much, on how many C1, and what its
// material cost. A save of an export changes the rows of its products; where lots move, those of the exports that drew from
// others.

/** What a document exports. `kurs` is that of the document. */
export type Exported = {
  readonly c1_id: number
  readonly datum: CalendarDate
  readonly kurs: Micro
  readonly lines: readonly ExportedLine[]
}
export type ExportedLine = {
  readonly id: number
  readonly proizvod_id: string
  readonly kolicina: Micro
  readonly iznos: Para
}
/** A stored document with what the material of each line cost so far, by the line's id. */
export type StoredExport = Exported & { readonly costs: ReadonlyMap<number, bigint> }

/** `rsd` is amount × rate, in 10^-8 RSD. */
type Months = KeptSums<{ proizvod_id: string; mesec: string }, 'kolicina' | 'iznos' | 'broj_c1' | 'rsd' | 'trosak'>
const NO_SUMS = { kolicina: 0n, iznos: 0n, broj_c1: 0n, rsd: 0n, trosak: 0n }

/** A document as it is before it is changed or removed; throws when there is none. */
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
 * Writes the monthly sums of products that a save changed: of the saved documents
 * (`before` is the one it rewrites or removes, null for new ones; `now` is empty after a removal) and of other exports
 * whose lots moved or have another price. Call it last: all saves write their tables in the same order, so that they do
 * not wait for each other in a circle.
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
    if (line) addToSums(months, { proizvod_id: line.proizvod_id, mesec: monthOf(line.datum) }, { ...NO_SUMS, trosak })
  }
  const rows = changedSums(months).map(({ rsd, trosak, ...row }) => {
    return { ...row, ...inParts('rsd', rsd), ...inParts('trosak', trosak) }
  })
  await ledger.engine.write(ledger.tx, [addMonths(rows)])
}

function addDocument(months: Months, sign: 1 | -1, document: Exported, costOf: (line: ExportedLine) => bigint) {
  const mesec = monthOf(document.datum)
  const products = new Set<string>()
  for (const line of document.lines) {
    const { proizvod_id } = line
    addToSums(
      months,
      { proizvod_id, mesec },
      {
        kolicina: BigInt(sign * line.kolicina),
        iznos: BigInt(sign * line.iznos),
        // One document with two lines of a product is one C1.
        broj_c1: products.has(proizvod_id) ? 0n : BigInt(sign),
        rsd: BigInt(sign) * BigInt(line.iznos) * BigInt(document.kurs),
        trosak: BigInt(sign) * costOf(line),
      },
    )
    products.add(proizvod_id)
  }
}

const MONTH = { proizvod_id: 'text', mesec: 'text' } as const
const COST = { trosak_0: 'int', trosak_1: 'int', trosak_2: 'int' } as const
const SUMS = { kolicina: 'int', iznos: 'int', broj_c1: 'int', rsd_0: 'int', rsd_1: 'int', ...COST } as const
const addMonths = addition('proizvod_mesec', MONTH, SUMS)
