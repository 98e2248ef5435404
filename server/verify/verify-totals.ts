import { type RawBuilder, sql } from 'kysely'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { add, formatMicro, formatPara, type Micro, NO_QUANTITY, type Para } from '#domain/decimal.ts'
import { type DatedWaste, firstOverdrawn, leastLeft } from '#domain/waste-balance.ts'
import type { Db } from '#server/db/schema.ts'
import { exactValue, type ProductSum, productSum } from '#server/stock/exact-sums.ts'
import { COST_PARTS, type CostParts, costOfParts, valueOfParts } from '#server/stock/export-totals.ts'
import { wasteOfExports } from '#server/stock/waste-balance.ts'
import { Difference, expectSame } from './difference.ts'

/**
 * Adds up again the totals that saves keep for dashboard and archive: imports of each material, and exports by product
 * and month. Throws the first Difference.
 */
export async function verifyTotals(db: Db): Promise<void> {
  await verifyImports(db)
  await verifyExports(db)
}

async function verifyImports(db: Db) {
  const { rows } = await sql<{
    id: string
    broj_c4: number
    uvoz: string | null
    broj: number
    poslednji: string | null
  }>`
    select s.materijal_id as id, s.broj_c4, s.poslednji_uvoz as uvoz, coalesce(l.broj, 0) as broj, l.poslednji
    from stanje s left join (
      select materijal_id, count(distinct c4_id) as broj, max(datum) as poslednji from c4_stavka group by materijal_id) l
      on l.materijal_id = s.materijal_id order by 1`.execute(db)
  for (const { id, broj_c4, uvoz, broj, poslednji } of rows) {
    expectSame(`Stanje materijala ${id}: broj C4`, broj_c4, broj)
    expectSame(`Stanje materijala ${id}: poslednji uvoz`, uvoz, poslednji)
  }
}

type ExportKey = { proizvod_id: string; mesec: string }
type Exports = { kolicina: bigint; iznos: bigint; broj_c1: number; rsd: bigint; trosak: bigint }
const NOTHING: Exports = { kolicina: 0n, iznos: 0n, broj_c1: 0, rsd: 0n, trosak: 0n }

async function verifyExports(db: Db) {
  const name = ({ proizvod_id, mesec }: ExportKey) => `Izvoz proizvoda ${proizvod_id} u mesecu ${mesec}`
  const expected = await exportsByMonth(db, name)
  const stored = await sql<ExportKey & CostParts & Record<(typeof SUMS)[number], string> & { broj_c1: number }>`
    select proizvod_id, mesec, broj_c1, ${asTexts([...SUMS, ...COST_PARTS])} from proizvod_mesec`.execute(db)
  for (const row of stored.rows) {
    const should = expected.get(name(row)) ?? NOTHING
    expectSame(`${name(row)}: količina`, BigInt(row.kolicina), should.kolicina, (value) =>
      formatMicro(Number(value) as Micro),
    )
    expectSame(`${name(row)}: iznos`, BigInt(row.iznos), should.iznos, (value) => formatPara(Number(value) as Para))
    expectSame(`${name(row)}: broj C1`, row.broj_c1, should.broj_c1)
    expectSame(`${name(row)}: vrednost (u 10⁻⁸ RSD)`, valueOfParts(row.rsd_0, row.rsd_1), should.rsd)
    expectSame(`${name(row)}: trošak (u 10⁻¹⁸ RSD)`, costOfParts(row), should.trosak)
    expected.delete(name(row))
  }
  for (const [missing, { broj_c1 }] of expected) expectSame(`${missing}: broj C1`, 0, broj_c1)
}

const SUMS = ['kolicina', 'iznos', 'rsd_0', 'rsd_1'] as const

async function exportsByMonth(db: Db, name: (key: ExportKey) => string): Promise<Map<string, Exports>> {
  const found = new Map<string, Exports>()
  const lines = await sql<ExportKey & { kurs: Micro; kolicina: string; iznos: string; broj: number }>`
    select s.proizvod_id, substr(d.datum, 1, 7) as mesec, d.kurs, cast(sum(s.kolicina) as text) as kolicina,
      cast(sum(s.iznos) as text) as iznos, count(distinct s.c1_id) as broj
    from c1_stavka s join c1 d on d.id = s.c1_id group by 1, 2, 3`.execute(db)
  for (const { kurs, kolicina, iznos, broj, ...key } of lines.rows) {
    const known = found.get(name(key)) ?? NOTHING
    found.set(name(key), {
      ...known,
      kolicina: known.kolicina + BigInt(kolicina),
      iznos: known.iznos + BigInt(iznos),
      broj_c1: known.broj_c1 + broj,
      rsd: known.rsd + BigInt(iznos) * BigInt(kurs),
    })
  }
  const used = await sql<ExportKey & ProductSum & { kurs: Micro }>`
    select s.proizvod_id, substr(d.datum, 1, 7) as mesec, l.kurs, ${productSum('r.kolicina', 'l.cena_po_jedinici')}
    from c1_stavka s join c1 d on d.id = s.c1_id join razduzenje r on r.c1_stavka_id = s.id
    join c4_stavka l on l.id = r.c4_stavka_id group by 1, 2, 3`.execute(db)
  for (const row of used.rows) {
    const known = found.get(name(row)) ?? NOTHING
    found.set(name(row), { ...known, trosak: known.trosak + exactValue(row, row.kurs) })
  }
  return found
}

/** Columns cast to text one by one: parts that were added to may be beyond 2^53. */
const asTexts = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}`))

/**
 * Compares the disposed waste with the waste of exports: of no material, on no day, may more be disposed of than there
 * was (customs §3, `otpad_raspored`). Exports are read in portions; for each material one sum per day is kept. Throws
 * the first Difference.
 */
export async function verifyWaste(db: Db): Promise<void> {
  const disposed = await db
    .selectFrom('otpad_raspored')
    .select(['materijal_id', 'datum', 'vrsta', 'kolicina'])
    .orderBy('materijal_id')
    .execute()
  const movesOf = Map.groupBy(disposed, ({ materijal_id }) => materijal_id)
  if (movesOf.size === 0) return
  const came = new Map([...movesOf.keys()].map((id) => [id, new Map<CalendarDate, Micro>()]))
  // All exports are read: looking for those of some materials would take longer.
  for await (const draws of wasteOfExports(db, null))
    for (const { materijal_id, datum, kolicina } of draws) {
      const days = came.get(materijal_id)
      days?.set(datum, add(days.get(datum) ?? NO_QUANTITY, kolicina))
    }
  for (const [id, gone] of movesOf) {
    const days = [...(came.get(id) ?? [])].map(([datum, kolicina]): DatedWaste => ({ datum, kolicina, vrsta: null }))
    const moves = [...days, ...gone]
    if (leastLeft(moves) >= 0) continue
    const { datum, nastalo, rasporedjeno } = firstOverdrawn(moves) as NonNullable<ReturnType<typeof firstOverdrawn>>
    const [has, had] = [rasporedjeno, nastalo].map((value) => formatMicro(value))
    throw new Difference(`Otpad materijala ${id} do ${formatDate(datum)}: raspoređeno je ${has}, a nastalo ${had}.`)
  }
}
