import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** A value stands in columns of 12 digits each. */
const PART = 1_000_000_000_000n
const COLUMNS = ['materijal_id', 'datum', 'c4_id', 'kolicina', 'broj_c4', 'vrednost_0', 'vrednost_1', 'vrednost_2']
const ROWS_AT_ONCE = 10_000

/**
 * Per material and C4 what had come in up to and with it, so that the stock of a past day is looked up and no longer
 * added up: the index of lots need not hold quantity, price and rate for that any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const int = postgres ? 'bigint' : 'integer'
  const text = postgres ? 'text collate "C"' : 'text'
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table ulaz (
    materijal_id ${text} not null,
    datum ${text} not null,
    c4_id ${int} not null,
    ${COLUMNS.slice(3).map((column) => `${column} ${int} not null`)},
    primary key (materijal_id, datum, c4_id))${postgres ? '' : ' strict, without rowid'}`)
  const { rows } = await sql<{ id: string }>`
    select materijal_id as id from stanje where total_input > 0 order by materijal_id`.execute(db)
  for (const { id } of rows) {
    const inputs = await inputsOf(db, id)
    for (let at = 0; at < inputs.length; at += ROWS_AT_ONCE)
      await insert(db, postgres, inputs.slice(at, at + ROWS_AT_ONCE))
  }
  await run('drop index lot_red')
  await run('create index lot_red on c4_stavka(materijal_id, datum, c4_id, id)')
}

type Lot = { datum: string; c4_id: number; kolicina: number; cena_po_jedinici: number; kurs: number }

/** The rows of a material. */
async function inputsOf(db: Kysely<unknown>, materijal_id: string): Promise<(string | bigint)[][]> {
  const { rows } = await sql<Lot>`
    select datum, c4_id, kolicina, cena_po_jedinici, kurs from c4_stavka where materijal_id = ${materijal_id}
    order by datum, c4_id`.execute(db)
  let [kolicina, broj, vrednost] = [0n, 0n, 0n]
  return [...Map.groupBy(rows, ({ c4_id }) => c4_id)].map(([c4_id, lots]) => {
    for (const lot of lots) {
      kolicina += BigInt(lot.kolicina)
      vrednost += BigInt(lot.kolicina) * BigInt(lot.cena_po_jedinici) * BigInt(lot.kurs)
    }
    const value = [vrednost % PART, (vrednost / PART) % PART, vrednost / PART / PART]
    return [materijal_id, (lots[0] as Lot).datum, BigInt(c4_id), kolicina, ++broj, ...value]
  })
}

async function insert(db: Kysely<unknown>, postgres: boolean, rows: readonly (string | bigint)[][]) {
  // Integers as text, as in 0003-reads.
  const json = JSON.stringify(rows.map((row) => row.map(String)))
  const source = postgres ? sql`json_array_elements(${json}::json) g(value)` : sql`json_each(${json}) g`
  const type = (at: number) => (at < 2 ? 'text' : postgres ? 'bigint' : 'integer')
  const values = COLUMNS.map((_, at) => sql`cast(g.value ->> ${sql.lit(at)} as ${sql.raw(type(at))})`)
  await sql`insert into ulaz (${sql.join(COLUMNS.map(sql.ref))}) select ${sql.join(values)} from ${source}`.execute(db)
}
