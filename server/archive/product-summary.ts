import { sql } from 'kysely'
import type { ProductSummary } from '#contract/archive.ts'
import { type Atto, type Micro, type Para, valueToPara } from '#domain/decimal.ts'
import { type Days, type Months, monthsAndDays } from '#domain/period.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { type Period, within } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { exactValue, integerOf, type ProductSum, productSum } from '#server/stock/exact-sums.ts'
import { COST_PARTS, type CostParts, costOfParts, valueOfParts } from '#server/stock/export-totals.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'

type Product = { proizvod_id: string; naziv: string; jedinica_mere: string }

/** A Para × a Micro counts 10^-8; an Atto counts 10^-18. */
const ATTO_PER_PARA_MICRO = 10n ** 10n

/**
 * For each product the exported quantity of the period, its amount, and the cost of its material by the lots that it
 * came from (decisions §5). A shortage has no cost yet, so `ima_manjak` says that the difference is too good.
 */
export async function productSummaries(
  db: Db,
  { search, page, limit, ...period }: Period & { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: ProductSummary[]; total: number }> {
  const words = containsWords(engineOf(db), 'trazi', search ?? '')
  const where = words.length ? sql`where ${sql.join(words, sql` and `)}` : sql``
  const { rows: products } = await sql<Product>`
    select id as proizvod_id, naziv, jedinica_mere from proizvod ${where}
    order by naziv_red, id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from proizvod ${where}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (products.length === 0) return { rows: [], total }

  const ids = products.map(({ proizvod_id }) => proizvod_id)
  const { months, days } = monthsAndDays(period.datum_od, period.datum_do)
  const figures = new Map<string, Figures>()
  if (months) await addMonths(db, figures, ids, months)
  for (const span of days) await addDays(db, figures, ids, span)
  const short = await shortOf(db, period)
  const rows = products.map((product) => {
    const id = product.proizvod_id
    return { ...product, ...summaryOf(figures.get(id) ?? NOTHING), ima_manjak: short.has(id) }
  })
  return { rows, total }
}

/** The sums of one product; `rsd` is amount × rate, in 10^-8 RSD. */
type Figures = { kolicina: bigint; iznos: bigint; broj_c1: number; rsd: bigint; trosak: bigint }
const NOTHING: Figures = { kolicina: 0n, iznos: 0n, broj_c1: 0, rsd: 0n, trosak: 0n }

function addTo(figures: Map<string, Figures>, id: string, sign: 1 | -1, more: Partial<Figures>) {
  const known = figures.get(id) ?? NOTHING
  const add = (name: 'kolicina' | 'iznos' | 'rsd' | 'trosak') => known[name] + BigInt(sign) * (more[name] ?? 0n)
  figures.set(id, {
    kolicina: add('kolicina'),
    iznos: add('iznos'),
    rsd: add('rsd'),
    trosak: add('trosak'),
    broj_c1: known.broj_c1 + sign * (more.broj_c1 ?? 0),
  })
}

type Sums = { proizvod_id: string; kolicina: string; iznos: string; broj_c1: number }

const sumsOf = (columns: readonly string[]) =>
  sql.join(columns.map((name) => sql`cast(sum(${sql.ref(name)}) as text) as ${sql.ref(name)}`))

/** Full months, from the totals that saves keep (server/stock/export-totals.ts). */
async function addMonths(db: Db, figures: Map<string, Figures>, ids: readonly string[], months: Months) {
  const bounds = [
    ...(months.od ? [sql`and mesec >= ${months.od}`] : []),
    ...(months.do ? [sql`and mesec <= ${months.do}`] : []),
  ]
  const { rows } = await sql<Sums & CostParts & { rsd_0: string; rsd_1: string }>`
    select proizvod_id, ${sumsOf(['kolicina', 'iznos', 'rsd_0', 'rsd_1', ...COST_PARTS])},
      cast(sum(broj_c1) as bigint) as broj_c1 from proizvod_mesec
    where proizvod_id in ${engineOf(db).list(ids)} ${sql.join(bounds, sql` `)} group by proizvod_id`.execute(db)
  for (const row of rows)
    addTo(figures, row.proizvod_id, 1, {
      kolicina: BigInt(row.kolicina),
      iznos: BigInt(row.iznos),
      broj_c1: row.broj_c1,
      rsd: valueOfParts(row.rsd_0, row.rsd_1),
      trosak: costOfParts(row),
    })
}

/**
 * Adds single days, from the exported lines and their draws. SQLite reads a cross join in its written order, here the
 * order of the documents in the file. Amounts at one rate are added up first.
 */
async function addDays(db: Db, figures: Map<string, Figures>, ids: readonly string[], { sign, ...span }: Days) {
  const lines = sql`c1 d cross join c1_stavka s`
  const wanted = sql`${within({ datum_od: span.od, datum_do: span.do }, 'd.datum')} and s.c1_id = d.id
    and s.proizvod_id in ${engineOf(db).list(ids)}`
  const exported = await sql<Sums & { kurs: Micro }>`
    select proizvod_id, kurs, ${sumsOf(['kolicina', 'iznos'])}, count(distinct c1_id) as broj_c1
    from ${lines} where ${wanted} group by proizvod_id, kurs`.execute(db)
  for (const row of exported.rows) {
    const iznos = BigInt(row.iznos)
    const rsd = iznos * BigInt(row.kurs)
    addTo(figures, row.proizvod_id, sign, { kolicina: BigInt(row.kolicina), iznos, broj_c1: row.broj_c1, rsd })
  }
  const used = await sql<ProductSum & { proizvod_id: string; kurs: Micro }>`
    select s.proizvod_id, l.kurs, ${productSum('r.kolicina', 'l.cena_po_jedinici')}
    from ${lines} cross join razduzenje r cross join c4_stavka l
    where ${wanted} and r.c1_stavka_id = s.id and l.id = r.c4_stavka_id group by s.proizvod_id, l.kurs`.execute(db)
  for (const { proizvod_id, kurs, ...sum } of used.rows)
    addTo(figures, proizvod_id, sign, { trosak: exactValue(sum, kurs) })
}

/** The products with an export in the period that lacks material. Not a join: PostgreSQL would read all lines. */
async function shortOf(db: Db, period: Period): Promise<Set<string>> {
  const { rows } = await sql<{ proizvod_id: string }>`
    select distinct (select s.proizvod_id from c1_stavka s where s.id = r.c1_stavka_id) as proizvod_id from razduzenje r
    where ${isShortage} and ${within(period, 'r.datum')}`.execute(db)
  return new Set(rows.map(({ proizvod_id }) => proizvod_id))
}

function summaryOf({ kolicina, iznos, broj_c1, rsd, trosak }: Figures) {
  const vrednost_rsd = valueToPara((rsd * ATTO_PER_PARA_MICRO) as Atto)
  const trosak_rsd = valueToPara(trosak as Atto)
  return {
    kolicina: integerOf<Micro>(kolicina.toString()),
    broj_c1,
    vrednost_eur: integerOf<Para>(iznos.toString()),
    vrednost_rsd,
    trosak_rsd,
    razlika_rsd: (vrednost_rsd - trosak_rsd) as Para,
  }
}
