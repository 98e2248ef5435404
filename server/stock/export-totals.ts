import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { tuplesOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import { exactValue, type ProductSum, partsOf, productSum } from './exact-sums.ts'
import type { Ledger } from './ledger.ts'

// `proizvod_mesec` has, per product and calendar month, what was exported, for how much, on how many C1, and what the
// material used for it cost. A save of an export changes the rows of its own products; where lots move, those of the
// exports that drew from others.

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

type Change = {
  readonly proizvod_id: string
  readonly mesec: string
  kolicina: number
  iznos: number
  broj_c1: number
  /** Amount × rate, in 10^-8 RSD. */
  rsd: bigint
  trosak: bigint
}

/** Reads a document before it is changed or removed; null when there is none yet. */
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
  for (const { id, kurs: rate, ...sum } of rows) costs.set(id, (costs.get(id) ?? 0n) + exactValue(sum, rate))
  return { c1_id, datum, kurs, lines, costs }
}

/**
 * Writes what a save changed: the document itself, as it was `before` and is `now` (null: there was or is none), and
 * the other exports whose material costs something else since then. Last of all writes, in one order for everybody.
 */
export async function writeExportTotals(
  ledger: Ledger,
  before: StoredExport | null,
  now: Exported | null,
): Promise<void> {
  const changes = new Map<string, Change>()
  const costs = new Map(ledger.costs)
  if (before) {
    note(changes, -1, before, ({ id }) => before.costs.get(id) ?? 0n)
    if (!now) for (const { id } of before.lines) costs.delete(id)
  }
  if (now) {
    note(changes, 1, now, ({ id }) => (before?.costs.get(id) ?? 0n) + (ledger.costs.get(id) ?? 0n))
    for (const { id } of [...now.lines, ...(before?.lines ?? [])]) costs.delete(id)
  }
  const others = [...costs].filter(([, trosak]) => trosak !== 0n)
  if (others.length > 0) await noteMoved(ledger, changes, new Map(others))
  await write(ledger.tx, [...changes.values()])
}

function note(changes: Map<string, Change>, sign: 1 | -1, document: Exported, costOf: (line: ExportedLine) => bigint) {
  const mesec = document.datum.slice(0, 7)
  const products = new Set<string>()
  for (const line of document.lines) {
    const change = changeOf(changes, line.proizvod_id, mesec)
    change.kolicina += sign * line.kolicina
    change.iznos += sign * line.iznos
    change.rsd += BigInt(sign) * BigInt(line.iznos) * BigInt(document.kurs)
    change.trosak += BigInt(sign) * costOf(line)
    // One document with two lines of a product is one C1.
    if (!products.has(line.proizvod_id)) change.broj_c1 += sign
    products.add(line.proizvod_id)
  }
}

async function noteMoved({ engine, tx }: Ledger, changes: Map<string, Change>, costs: ReadonlyMap<number, bigint>) {
  const { rows } = await sql<{ id: number; proizvod_id: string; datum: CalendarDate }>`
    select s.id, s.proizvod_id, d.datum from c1_stavka s join c1 d on d.id = s.c1_id
    where s.id in ${engine.list([...costs.keys()])}`.execute(tx)
  for (const { id, proizvod_id, datum } of rows)
    changeOf(changes, proizvod_id, datum.slice(0, 7)).trosak += costs.get(id) ?? 0n
}

function changeOf(changes: Map<string, Change>, proizvod_id: string, mesec: string): Change {
  const key = `${mesec} ${proizvod_id}`
  const change = changes.get(key) ?? { proizvod_id, mesec, kolicina: 0, iznos: 0, broj_c1: 0, rsd: 0n, trosak: 0n }
  changes.set(key, change)
  return change
}

const ROW = {
  proizvod_id: 'text',
  mesec: 'text',
  kolicina: 'int',
  iznos: 'int',
  broj_c1: 'int',
  rsd_0: 'int',
  rsd_1: 'int',
  trosak_0: 'int',
  trosak_1: 'int',
  trosak_2: 'int',
} as const
const NAMES = Object.keys(ROW)
const ADDED = NAMES.filter((name) => name !== 'proizvod_id' && name !== 'mesec')

const ADD = statement<unknown, [rows: string]>((engine) => {
  const names = sql.raw(NAMES.join(', '))
  const added = sql.raw(ADDED.map((name) => `${name} = proizvod_mesec.${name} + excluded.${name}`).join(', '))
  return sql`
    insert into proizvod_mesec (${names}) select ${names} from ${engine.rows(ROW, [])} g
    where true order by proizvod_id, mesec
    on conflict (proizvod_id, mesec) do update set ${added}`
})

async function write(tx: Tx, changes: readonly Change[]) {
  const rows = changes.flatMap(({ rsd, trosak, ...row }) => {
    if (row.kolicina === 0 && row.iznos === 0 && row.broj_c1 === 0 && rsd === 0n && trosak === 0n) return []
    const [rsd_0, rsd_1] = partsOf(rsd)
    const [trosak_0, trosak_1, trosak_2] = partsOf(trosak)
    return [{ ...row, rsd_0, rsd_1, trosak_0, trosak_1, trosak_2 }]
  })
  if (rows.length > 0) await ADD(tx, tuplesOf(ROW, rows))
}
