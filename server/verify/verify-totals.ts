import { sql } from 'kysely'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, type Para } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import {
  asTexts,
  COST_PARTS,
  type CostParts,
  costOfParts,
  exactValue,
  type ProductSum,
  productSum,
  valueOfParts,
} from '#server/stock/exact-sums.ts'
import { INPUT_VALUE, inputOf, type StoredInput } from '#server/stock/input-sums.ts'
import { Difference, expectSame } from './difference.ts'
import { pages } from './pages.ts'

/** How many lines of exports are read at a time. */
const PAGE_LINES = 5000

/**
 * Adds up anew what saves keep for dashboard and archive: open lots by day and country and by C4, imports of each material, what
 * had come in of it with each C4, what the material of each exported line cost, and exports by product and month. Throws
 * the first Difference.
 */
export async function verifyTotals(db: Db): Promise<void> {
  await verifyOpen(db)
  await verifyOpenC4(db)
  await verifyImports(db)
  await verifyInput(db)
  await verifyCosts(db)
  await verifyExports(db)
}

type Open = { lotova: number; vrednost: bigint }
type Kept = { lotova: number; low: string; middle: string; high: string }
type OpenKey = { datum: CalendarDate; zemlja_porekla: string }

/** Open lots with what exports have of each. */
const OPEN_LOTS = sql`(
  select c4_id, datum, zemlja_porekla, kurs, cena_po_jedinici, kolicina - izuzeto as kolicina
  from c4_stavka where utrosen is null)`

async function verifyOpen(db: Db) {
  const name = ({ datum, zemlja_porekla }: OpenKey) =>
    `Otvorene stavke od ${formatDate(datum)} iz zemlje ${zemlja_porekla}`
  const expected = new Map<string, Open>()
  const lots = await sql<OpenKey & ProductSum & { kurs: Micro; lotova: number }>`
    select datum, zemlja_porekla, kurs, count(*) as lotova, ${productSum('kolicina', 'cena_po_jedinici')}
    from ${OPEN_LOTS} l group by datum, zemlja_porekla, kurs`.execute(db)
  for (const row of lots.rows) {
    const known = expected.get(name(row)) ?? { lotova: 0, vrednost: 0n }
    const vrednost = known.vrednost + exactValue(row, row.kurs)
    expected.set(name(row), { lotova: known.lotova + row.lotova, vrednost })
  }
  const stored = await sql<OpenKey & Kept>`
    select datum, zemlja_porekla, lotova, cast(vrednost_0 as text) as low, cast(vrednost_1 as text) as middle,
      cast(vrednost_2 as text) as high from otvoreno`.execute(db)
  for (const { low, middle, high, lotova, ...key } of stored.rows) {
    const should = expected.get(name(key)) ?? { lotova: 0, vrednost: 0n }
    expectSame(`${name(key)}: broj`, lotova, should.lotova)
    expectSame(`${name(key)}: vrednost (u 10⁻¹⁸ RSD)`, valueOfParts(low, middle, high), should.vrednost)
    expected.delete(name(key))
  }
  for (const [missing, { lotova }] of expected) expectSame(`${missing}: broj`, 0, lotova)
}

type OpenC4 = { c4_id: number; broj_c4: string; datum: CalendarDate }

type OfC4 = {
  id: number
  broj_c4: string | null
  datum: CalendarDate | null
  rok: string | null
  rok_c4: string | null
}

/** Of a C4 that is gone a row may stay, with nothing in it. */
async function verifyOpenC4(db: Db) {
  const name = ({ broj_c4, datum }: Omit<OpenC4, 'c4_id'>) => `C4 ${broj_c4} od ${formatDate(datum)}: otvorene stavke`
  const lots = await sql<OpenC4 & ProductSum & { kurs: Micro; lotova: number }>`
    select c4.id as c4_id, c4.broj_c4, c4.datum, l.kurs, count(*) as lotova,
      ${productSum('l.kolicina', 'l.cena_po_jedinici')}
    from ${OPEN_LOTS} l join c4 on c4.id = l.c4_id
    group by c4.id, c4.broj_c4, c4.datum, l.kurs`.execute(db)
  const expected = new Map(lots.rows.map((row) => [row.c4_id, row]))
  const stored = await sql<Kept & OfC4>`
    select o.c4_id as id, c4.broj_c4, c4.datum, o.rok, c4.rok as rok_c4, o.lotova,
      cast(o.vrednost_0 as text) as low, cast(o.vrednost_1 as text) as middle, cast(o.vrednost_2 as text) as high
    from otvoren_c4 o left join c4 on c4.id = o.c4_id`.execute(db)
  for (const { id, broj_c4, datum, rok, rok_c4, lotova, low, middle, high } of stored.rows) {
    const should = expected.get(id)
    const of = broj_c4 && datum ? name({ broj_c4, datum }) : `Obrisan C4 ${id}: otvorene stavke`
    const vrednost = should ? exactValue(should, should.kurs) : 0n
    expectSame(`${of}, broj`, lotova, should?.lotova ?? 0)
    expectSame(`${of}, vrednost (u 10⁻¹⁸ RSD)`, valueOfParts(low, middle, high), vrednost)
    if (broj_c4) expectSame(`${of}, rok`, rok, rok_c4)
    expected.delete(id)
  }
  for (const row of expected.values()) expectSame(`${name(row)}, broj`, 0, row.lotova)
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

type InputDocument = ProductSum & {
  red: number
  c4_id: number
  datum: CalendarDate
  broj_c4: string
  kurs: Micro
  kolicina: string
}

async function verifyInput(db: Db) {
  const materials = await sql<{ id: string }>`
    select materijal_id as id from c4_stavka union select materijal_id from ulaz order by 1`.execute(db)
  for (const { id } of materials.rows) {
    const documents = await sql<InputDocument>`
      select l.red, l.c4_id, l.datum, d.broj_c4, l.kurs, cast(sum(l.kolicina) as text) as kolicina,
        ${productSum('l.kolicina', 'l.cena_po_jedinici')}
      from c4_stavka l join c4 d on d.id = l.c4_id where l.materijal_id = ${id}
      group by l.red, l.datum, l.c4_id, d.broj_c4, l.kurs order by l.red, l.datum, l.c4_id`.execute(db)
    const stored = await sql<InputRow>`
      select red, c4_id, datum, kolicina, broj_c4, ${asTexts(INPUT_VALUE)} from ulaz where materijal_id = ${id}
      order by red, datum, c4_id`.execute(db)
    const rowsOf = Map.groupBy(stored.rows, ({ red }) => red)
    for (const [red, some] of Map.groupBy(documents.rows, ({ red }) => red)) {
      verifyInputOf(id, some, rowsOf.get(red) ?? [])
      rowsOf.delete(red)
    }
    for (const rows of rowsOf.values()) verifyInputOf(id, [], rows)
  }
}

type InputRow = StoredInput & { red: number; c4_id: number; datum: CalendarDate }

/** Of one queue of a material. */
function verifyInputOf(id: string, documents: readonly InputDocument[], stored: readonly InputRow[]) {
  let kolicina = 0
  let vrednost = 0n
  for (const [at, document] of documents.entries()) {
    const name = `Ulaz materijala ${id} zaključno sa C4 ${document.broj_c4} od ${formatDate(document.datum)}`
    const row = stored[at]
    if (row?.c4_id !== document.c4_id || row.datum !== document.datum) throw new Difference(`${name} nije u bazi.`)
    const input = inputOf(row)
    kolicina += Number(document.kolicina)
    vrednost += exactValue(document, document.kurs)
    expectSame(`${name}: količina`, input.kolicina as Micro, kolicina as Micro, formatMicro)
    expectSame(`${name}: broj C4`, input.broj_c4, at + 1)
    expectSame(`${name}: vrednost (u 10⁻¹⁸ RSD)`, input.vrednost, vrednost)
  }
  expectSame(`Ulaz materijala ${id}: broj redova`, stored.length, documents.length)
}

type CostLine = CostParts & { id: number; pozicija: number; broj_c1: string; datum: CalendarDate }

async function verifyCosts(db: Db) {
  const read = async (after: number) => {
    const { rows } = await sql<CostLine>`
      select s.id, s.pozicija, d.broj_c1, d.datum, ${asTexts(COST_PARTS)}
      from c1_stavka s join c1 d on d.id = s.c1_id where s.id > ${after} order by s.id limit ${PAGE_LINES}`.execute(db)
    return rows
  }
  for await (const lines of pages(0, read, ({ id }) => id)) {
    const expected = await costsOf(db, lines[0]?.id ?? 0, lines.at(-1)?.id ?? 0)
    for (const { id, pozicija, broj_c1, datum, ...parts } of lines) {
      const what = `C1 ${broj_c1} od ${formatDate(datum)}, stavka ${pozicija + 1}: trošak (u 10⁻¹⁸ RSD)`
      expectSame(what, costOfParts(parts), expected.get(id) ?? 0n)
    }
  }
}

/** By line, from one id to another, from what each drew. */
async function costsOf(db: Db, first: number, last: number): Promise<Map<number, bigint>> {
  const { rows } = await sql<ProductSum & { id: number; kurs: Micro }>`
    select r.c1_stavka_id as id, l.kurs, ${productSum('r.kolicina', 'l.cena_po_jedinici')}
    from razduzenje r join c4_stavka l on l.id = r.c4_stavka_id
    where r.c1_stavka_id >= ${first} and r.c1_stavka_id <= ${last} group by r.c1_stavka_id, l.kurs`.execute(db)
  const costs = new Map<number, bigint>()
  for (const { id, kurs, ...sum } of rows) costs.set(id, (costs.get(id) ?? 0n) + exactValue(sum, kurs))
  return costs
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
