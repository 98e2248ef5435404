import { type RawBuilder, sql } from 'kysely'
import type { ProductSummary } from '#contract/archive.ts'
import type { Atto, Micro, Para } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/open.ts'
import { exactValue, integerOf, type ProductSum, productSum, sumAtto, valueToPara } from '#server/stock/exact-sums.ts'
import { type Period, within } from './overview-queries.ts'

type Product = { proizvod_id: string; naziv: string; jedinica_mere: string }
type Exported = { proizvod_id: string; kurs: Micro; kolicina: string; iznos: string; broj_c1: number }
type Used = ProductSum & { proizvod_id: string; kurs: Micro }

/** A Para × a Micro counts 10^-8; an Atto counts 10^-18. */
const ATTO_PER_PARA_MICRO = 10n ** 10n

/**
 * Per product what was exported in the period, for how much, and what the material used for it cost, from the lots it
 * was drawn from (decisions §5). A shortage has no cost yet, so `ima_manjak` says that the difference is too good.
 */
export async function productSummaries(
  db: Db,
  { search, page, limit, ...period }: Period & { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: ProductSummary[]; total: number }> {
  const words = containsWords('trazi', search ?? '')
  const where = words.length ? sql`where ${sql.join(words, sql` and `)}` : sql``
  const { rows: products } = await sql<Product>`
    select id as proizvod_id, naziv, jedinica_mere from proizvod ${where}
    order by naziv_red, id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from proizvod ${where}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (products.length === 0) return { rows: [], total }

  const ids = products.map(({ proizvod_id }) => proizvod_id)
  const all = !search && products.length === total
  const lines = all || period.datum_od || period.datum_do ? linesByDate(db, ids, period) : linesByProduct(db, ids)
  const exported = Map.groupBy(await exportedBy(db, lines), ({ proizvod_id }) => proizvod_id)
  const used = Map.groupBy(await usedBy(db, lines), ({ proizvod_id }) => proizvod_id)
  const short = await shortOf(db, period)
  const rows = products.map((product) => {
    const id = product.proizvod_id
    const figures = figuresOf(exported.get(id) ?? [], used.get(id) ?? [])
    return { ...product, ...figures, ima_manjak: short.has(id) }
  })
  return { rows, total }
}

/** The exported lines of a query: `s` with its document `d`. SQLite keeps to the order in which they are written. */
type Lines = { from: RawBuilder<unknown>; where: RawBuilder<unknown> }

/** For a period or for all products: document after document, as they lie in the file. */
const linesByDate = (db: Db, ids: readonly string[], period: Period): Lines => ({
  from: sql`c1 d cross join c1_stavka s`,
  // Not the bare column: its index would lead to the lines of each product one by one.
  where: sql`${within(period, sql`d.datum`)} and s.c1_id = d.id and s.proizvod_id || '' in ${engineOf(db).list(ids)}`,
})

/** For some products, of all time. */
const linesByProduct = (db: Db, ids: readonly string[]): Lines => ({
  from: sql`c1_stavka s cross join c1 d`,
  where: sql`s.proizvod_id in ${engineOf(db).list(ids)} and d.id = s.c1_id`,
})

/** Quantities and amounts of the exported lines, by product and rate: at one rate amounts may be added up first. */
async function exportedBy(db: Db, { from, where }: Lines): Promise<Exported[]> {
  const { rows } = await sql<Exported>`
    select s.proizvod_id, d.kurs, cast(sum(s.kolicina) as text) as kolicina, cast(sum(s.iznos) as text) as iznos,
      count(distinct s.c1_id) as broj_c1
    from ${from} where ${where} group by s.proizvod_id, d.kurs`.execute(db)
  return rows
}

/** What was drawn for these lines, by product and the rate of the lots. */
async function usedBy(db: Db, { from, where }: Lines): Promise<Used[]> {
  const { rows } = await sql<Used>`
    select s.proizvod_id, l.kurs, ${productSum('r.kolicina', 'l.cena_po_jedinici')}
    from ${from} cross join razduzenje r cross join c4_stavka l
    where ${where} and r.c1_stavka_id = s.id and l.id = r.c4_stavka_id
    group by s.proizvod_id, l.kurs`.execute(db)
  return rows
}

/** The products of which some export of the period is short of material. */
async function shortOf(db: Db, period: Period): Promise<Set<string>> {
  const { rows } = await sql<{ proizvod_id: string }>`
    select distinct s.proizvod_id from potreba p cross join c1_stavka s
    where p.manjak > 0 and ${within(period, sql`p.datum`)} and s.id = p.c1_stavka_id`.execute(db)
  return new Set(rows.map(({ proizvod_id }) => proizvod_id))
}

function figuresOf(exported: readonly Exported[], used: readonly Used[]) {
  const addUp = (read: (row: Exported) => bigint) => exported.reduce((sum, row) => sum + read(row), 0n)
  const exact = addUp(({ iznos, kurs }) => BigInt(iznos) * BigInt(kurs)) * ATTO_PER_PARA_MICRO
  const vrednost_rsd = valueToPara(exact as Atto)
  const trosak_rsd = valueToPara(sumAtto(used.map((row) => exactValue(row, row.kurs))))
  return {
    kolicina: integerOf<Micro>(addUp(({ kolicina }) => BigInt(kolicina)).toString()),
    broj_c1: exported.reduce((sum, { broj_c1 }) => sum + broj_c1, 0),
    vrednost_eur: integerOf<Para>(addUp(({ iznos }) => BigInt(iznos)).toString()),
    vrednost_rsd,
    trosak_rsd,
    razlika_rsd: (vrednost_rsd - trosak_rsd) as Para,
  }
}
