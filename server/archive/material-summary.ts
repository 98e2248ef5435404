import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { MaterialSummary } from '#contract/archive.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, add, NO_QUANTITY, type Para, subtract } from '#domain/decimal.ts'
import { dayBefore } from '#domain/months.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { sumAtto, valueToPara } from '#server/stock/exact-sums.ts'
import { pastEnd, type StockAt, stockAt } from '#server/stock/stock-at.ts'

type Material = { materijal_id: string; naziv: string; jedinica_mere: string }
type Stored = Material & Omit<StockAt, 'vrednost'> & { readonly vrednost: string }

/** Of how many materials the past is read at once; on SQLite nothing else is done meanwhile. */
const MATERIALS_AT_ONCE = 250

/**
 * Per material what came in, went out and remains, its value, and on how many C4 it stands (decisions §5). In a period
 * its stock before, movements in the period, and the remainder at its end. `vrednost_rsd` is the
 * value of all materials of the query, also of those on other pages.
 */
export async function materialSummaries(
  db: Db,
  { search, page, limit, ...period }: Period & { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: MaterialSummary[]; total: number; vrednost_rsd: Para }> {
  const words = containsWords(engineOf(db), 'm.trazi', search ?? '')
  const where = words.length ? sql`where ${sql.join(words, sql` and `)}` : sql``
  const { rows } = await sql<Stored>`
    select m.id as materijal_id, m.naziv, m.jedinica_mere,
      s.total_input, s.total_consumed, s.manjak, s.vrednost, s.broj_c4, s.poslednji_uvoz
    from materijal m join stanje s on s.materijal_id = m.id ${where}
    order by m.naziv_red, m.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from materijal m ${where}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const end = await pastEnd(db, period)
  const summaries: Summary[] = []
  for (const some of inSteps(rows)) {
    if (summaries.length > 0) await setImmediate()
    summaries.push(...(await summariesOf(db, some, period, end)))
  }
  const values = rows.length < total ? await allValues(db, where, end) : summaries.map(({ vrednost }) => vrednost)
  return { rows: summaries.map(({ row }) => row), total, vrednost_rsd: valueToPara(sumAtto(values)) }
}

/** The shown figures of a material, and its value before rounding. */
type Summary = { row: MaterialSummary; vrednost: Atto }

function* inSteps<T>(rows: readonly T[]) {
  for (let at = 0; at < rows.length; at += MATERIALS_AT_ONCE) yield rows.slice(at, at + MATERIALS_AT_ONCE)
}

/** The values of all materials of the query at the end of a day; those of now without one. */
async function allValues(db: Db, where: RawBuilder<unknown>, end: CalendarDate | null): Promise<Atto[]> {
  const { rows } = await sql<{ materijal_id: string; vrednost: string }>`
    select m.id as materijal_id, s.vrednost
    from materijal m join stanje s on s.materijal_id = m.id ${where}`.execute(db)
  if (!end) return rows.map(({ vrednost }) => BigInt(vrednost) as Atto)
  const values: Atto[] = []
  for (const some of inSteps(rows.map(({ materijal_id }) => materijal_id))) {
    await setImmediate()
    for (const { vrednost } of (await stockAt(db, some, end)).values()) values.push(vrednost)
  }
  return values
}

const NOTHING: StockAt = {
  total_input: NO_QUANTITY,
  total_consumed: NO_QUANTITY,
  manjak: NO_QUANTITY,
  vrednost: 0n as Atto,
  broj_c4: 0,
  poslednji_uvoz: null,
}
const now = ({ vrednost, ...totals }: Stored): StockAt => ({ ...totals, vrednost: BigInt(vrednost) as Atto })

/** `end` is the last day of the period; null where the stock of that day is the one of now. */
async function summariesOf(
  db: Db,
  rows: readonly Stored[],
  period: Period,
  end: CalendarDate | null,
): Promise<Summary[]> {
  const { datum_od, datum_do } = period
  const ids = rows.map(({ materijal_id }) => materijal_id)
  const before = datum_od ? await stockAt(db, ids, earlier(dayBefore(datum_od), datum_do)) : null
  const after = end ? await stockAt(db, ids, end) : null
  return rows.map((row) => {
    const id = row.materijal_id
    return summaryOf(row, before?.get(id) ?? NOTHING, after?.get(id) ?? now(row))
  })
}

/** A period that ends before it begins has nothing in it, and the same before and after it. */
const earlier = (day: CalendarDate, other = day) => (other < day ? other : day)

function summaryOf({ materijal_id, naziv, jedinica_mere }: Material, before: StockAt, after: StockAt): Summary {
  const totalQuantity = subtract(after.total_input, after.total_consumed)
  const row = {
    materijal_id,
    naziv,
    jedinica_mere,
    pocetno_stanje: subtract(before.total_input, before.total_consumed),
    totalInput: subtract(after.total_input, before.total_input),
    totalConsumed: subtract(after.total_consumed, before.total_consumed),
    preostalo: add(totalQuantity, after.manjak),
    manjak: after.manjak,
    totalQuantity,
    vrednost_rsd: valueToPara(after.vrednost),
    broj_c4: after.broj_c4 - before.broj_c4,
    poslednji_uvoz: after.poslednji_uvoz,
  }
  return { row, vrednost: after.vrednost }
}
