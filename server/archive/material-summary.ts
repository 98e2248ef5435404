import { sql } from 'kysely'
import type { MaterialSummary } from '#contract/archive.ts'
import { type CalendarDate, dayBefore } from '#domain/calendar-date.ts'
import { add, NO_QUANTITY, type Para, type ParaTotal, subtract } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { pastEnd, type StockAt, stockAt } from '#server/stock/stock-at.ts'

type Material = { materijal_id: string; naziv: string; jedinica_mere: string }
type Stored = Material & Omit<StockAt, 'vrednost'> & { readonly vrednost: string }

/**
 * For each material the quantities in, out and left, the value and the number of its C4 (decisions §5). In a period
 * also the stock before it, and the remainder at its end. `vrednost_rsd` is the value of all materials of the query,
 * also of those on other pages.
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
    from materijal m join stanje s on s.materijal_id = m.id ${where} order by m.naziv_red, m.id`.execute(db)
  const shown = rows.slice((page - 1) * limit, page * limit)
  const { datum_od, datum_do } = period
  const idsOf = (some: readonly Stored[]) =>
    words.length === 0 && some.length === rows.length ? null : some.map(({ materijal_id }) => materijal_id)
  const before = datum_od ? await stockAt(db, idsOf(shown), earlier(dayBefore(datum_od), datum_do)) : null
  const end = await pastEnd(db, period)
  // All materials: the value below the table includes those on other pages.
  const after = end ? await stockAt(db, idsOf(rows), end) : new Map(rows.map((row) => [row.materijal_id, now(row)]))
  const stockOf = ({ materijal_id }: Material) => after.get(materijal_id) ?? NOTHING
  return {
    rows: shown.map((row) => summaryOf(row, before?.get(row.materijal_id) ?? NOTHING, stockOf(row))),
    total: rows.length,
    vrednost_rsd: Number(rows.reduce((sum, row) => sum + stockOf(row).vrednost, 0n)) as Para,
  }
}

const NOTHING: StockAt = {
  total_input: NO_QUANTITY,
  total_consumed: NO_QUANTITY,
  manjak: NO_QUANTITY,
  vrednost: 0n as ParaTotal,
  broj_c4: 0,
  poslednji_uvoz: null,
}
const now = ({ vrednost, ...totals }: Stored): StockAt => ({ ...totals, vrednost: BigInt(vrednost) as ParaTotal })

/** A period that ends before it begins is empty: the stock is the same before and after it. */
const earlier = (day: CalendarDate, other = day) => (other < day ? other : day)

function summaryOf({ materijal_id, naziv, jedinica_mere }: Material, before: StockAt, after: StockAt): MaterialSummary {
  const totalQuantity = subtract(after.total_input, after.total_consumed)
  return {
    materijal_id,
    naziv,
    jedinica_mere,
    pocetno_stanje: subtract(before.total_input, before.total_consumed),
    totalInput: subtract(after.total_input, before.total_input),
    totalConsumed: subtract(after.total_consumed, before.total_consumed),
    preostalo: add(totalQuantity, after.manjak),
    manjak: after.manjak,
    totalQuantity,
    vrednost_rsd: Number(after.vrednost) as Para,
    broj_c4: after.broj_c4 - before.broj_c4,
    poslednji_uvoz: after.poslednji_uvoz,
  }
}
