import { type Kysely, PostgresAdapter, sql } from 'kysely'

const PARTS = ['trosak_0', 'trosak_1', 'trosak_2']
/** A value stands in columns of 12 digits each. */
const PART = 1_000_000_000_000n
const LINES_AT_ONCE = 10_000

/** What the material of each exported line cost, so that periods are added up by lines and not by draws. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const int = postgres ? 'bigint' : 'integer'
  for (const part of PARTS)
    await sql.raw(`alter table c1_stavka add column ${part} ${int} not null default 0`).execute(db)
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from c1_stavka`.execute(db)
  for (let after = 0; after < (rows[0]?.last ?? 0); after += LINES_AT_ONCE) {
    const costs = await costsOf(db, after, after + LINES_AT_ONCE)
    await write(db, postgres, costs)
  }
}

type Sum = { id: number; kurs: number; celih: string; mesovitih: string; delova: string }

/** Per line, exact: quantity × price in three parts that stay within 64 bits, times the rate of the lot. */
async function costsOf(db: Kysely<unknown>, after: number, last: number): Promise<Map<number, bigint>> {
  const { rows } = await sql<Sum>`
    select r.c1_stavka_id as id, l.kurs,
      cast(sum((r.kolicina / 1000000) * (l.cena_po_jedinici / 1000000)) as text) as celih,
      cast(sum((r.kolicina / 1000000) * (l.cena_po_jedinici % 1000000)
        + (r.kolicina % 1000000) * (l.cena_po_jedinici / 1000000)) as text) as mesovitih,
      cast(sum((r.kolicina % 1000000) * (l.cena_po_jedinici % 1000000)) as text) as delova
    from razduzenje r join c4_stavka l on l.id = r.c4_stavka_id
    where r.c1_stavka_id > ${after} and r.c1_stavka_id <= ${last} group by r.c1_stavka_id, l.kurs`.execute(db)
  const costs = new Map<number, bigint>()
  for (const { id, kurs, celih, mesovitih, delova } of rows) {
    const product = BigInt(celih) * PART + BigInt(mesovitih) * 1_000_000n + BigInt(delova)
    costs.set(id, (costs.get(id) ?? 0n) + product * BigInt(kurs))
  }
  return costs
}

async function write(db: Kysely<unknown>, postgres: boolean, costs: ReadonlyMap<number, bigint>) {
  // Integers as text, as in 0003-reads.
  const json = JSON.stringify(
    [...costs].map(([id, cost]) => [id, cost % PART, (cost / PART) % PART, cost / PART / PART].map(String)),
  )
  const source = postgres ? sql`json_array_elements(${json}::json) g(value)` : sql`json_each(${json}) g`
  const field = (at: number) => sql`cast(g.value ->> ${sql.lit(at)} as ${sql.raw(postgres ? 'bigint' : 'integer')})`
  const set = PARTS.map((part, at) => sql`${sql.ref(part)} = ${field(at + 1)}`)
  await sql`update c1_stavka set ${sql.join(set)} from ${source} where c1_stavka.id = ${field(0)}`.execute(db)
}
