import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What lists are sorted by, each with what decides between equals (docs/decisions/aggregates.md). */
const SORTED = ['tip_dokumenta', 'broj_kljuc', 'partner_red', 'vrednost_total', 'vrednost_rsd', 'kolicina_total']

/** Indexes for every order and search of the lists, and the totals that dashboard and archive read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const int = postgres ? 'bigint' : 'integer'
  const text = postgres ? 'text collate "C"' : 'text'
  const clustered = postgres ? '' : ' strict, without rowid'
  const parts = (name: string, count: number) =>
    Array.from({ length: count }, (_, part) => `${name}_${part} ${int} not null`).join(', ')
  const statements = [
    ...['c4', 'c1'].flatMap((table) => [
      // With what sums and searches read, so that they read the index alone.
      `drop index ${table}_datum`,
      `create index ${table}_datum on ${table}(datum, id, vrednost_rsd, broj_trazi, partner_trazi)`,
      ...SORTED.map((column) => `create index ${table}_${column} on ${table}(${column}, datum desc, id desc)`),
      `create index ${table}_zemlja on ${table}(zemlja_red, datum desc, id desc, zemlja_otpreme)`,
    ]),
    // With the material, so that a search for it reads the index alone.
    'drop index c4_otvoren',
    'create index c4_otvoren on c4_stavka(datum, c4_id, id, materijal_id) where otvoren = 1',
    `alter table stanje add column broj_c4 ${int} not null default 0`,
    `alter table stanje add column poslednji_uvoz ${text}`,
    `update stanje set poslednji_uvoz = (select max(datum) from c4_stavka l where l.materijal_id = stanje.materijal_id),
      broj_c4 = (select count(distinct c4_id) from c4_stavka l where l.materijal_id = stanje.materijal_id)`,
    `create table otvoreno (
      datum ${text} not null,
      zemlja_porekla ${text} not null,
      lotova ${int} not null,
      ${parts('vrednost', 3)},
      primary key (datum, zemlja_porekla))${clustered}`,
    `create table proizvod_mesec (
      proizvod_id ${text} not null,
      mesec ${text} not null,
      kolicina ${int} not null,
      iznos ${int} not null,
      broj_c1 ${int} not null,
      ${parts('rsd', 2)},
      ${parts('trosak', 3)},
      primary key (proizvod_id, mesec))${clustered}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await insert(db, postgres, 'otvoreno', ['datum', 'zemlja_porekla'], await openLots(db))
  await insert(db, postgres, 'proizvod_mesec', ['proizvod_id', 'mesec'], await exportsByMonth(db))
}

type Totals = Map<string, { keys: string[]; figures: bigint[] }>
/** Values stand in columns of 12 digits each. */
const PART = 1_000_000_000_000n

function add(totals: Totals, keys: string[], figures: readonly bigint[]) {
  const key = keys.join('\n')
  const known = totals.get(key)?.figures
  totals.set(key, { keys, figures: figures.map((figure, i) => figure + (known?.[i] ?? 0n)) })
}

/** Quantity × price, summed in three parts that stay within 64 bits. */
const product = (kolicina: string, cena: string) => `
  cast(sum((${kolicina} / 1000000) * (${cena} / 1000000)) as text) as celih,
  cast(sum((${kolicina} / 1000000) * (${cena} % 1000000) + (${kolicina} % 1000000) * (${cena} / 1000000)) as text) as mesovitih,
  cast(sum((${kolicina} % 1000000) * (${cena} % 1000000)) as text) as delova`
type Product = { celih: string; mesovitih: string; delova: string; kurs: number }
const worthOf = ({ celih, mesovitih, delova, kurs }: Product) =>
  (BigInt(celih) * PART + BigInt(mesovitih) * 1_000_000n + BigInt(delova)) * BigInt(kurs)
const parted = (value: bigint) => [value % PART, (value / PART) % PART, value / PART / PART]

async function openLots(db: Kysely<unknown>): Promise<unknown[][]> {
  const { rows } = await sql
    .raw<Product & { datum: string; zemlja_porekla: string; lotova: number }>(
      `select datum, zemlja_porekla, kurs, count(*) as lotova, ${product('kolicina', 'cena_po_jedinici')}
      from c4_stavka where otvoren = 1 group by datum, zemlja_porekla, kurs`,
    )
    .execute(db)
  const totals: Totals = new Map()
  for (const row of rows) add(totals, [row.datum, row.zemlja_porekla], [BigInt(row.lotova), worthOf(row)])
  return [...totals.values()].map(({ keys, figures: [lotova, vrednost = 0n] }) => [
    ...keys,
    lotova,
    ...parted(vrednost),
  ])
}

async function exportsByMonth(db: Kysely<unknown>): Promise<unknown[][]> {
  const exported = await sql
    .raw<{ proizvod_id: string; mesec: string; kurs: number; kolicina: string; iznos: string; broj: number }>(
      `select s.proizvod_id, substr(d.datum, 1, 7) as mesec, d.kurs, cast(sum(s.kolicina) as text) as kolicina,
        cast(sum(s.iznos) as text) as iznos, count(distinct s.c1_id) as broj
      from c1_stavka s join c1 d on d.id = s.c1_id group by s.proizvod_id, substr(d.datum, 1, 7), d.kurs`,
    )
    .execute(db)
  const used = await sql
    .raw<Product & { proizvod_id: string; mesec: string }>(
      `select s.proizvod_id, substr(d.datum, 1, 7) as mesec, l.kurs, ${product('r.kolicina', 'l.cena_po_jedinici')}
      from c1_stavka s join c1 d on d.id = s.c1_id join razduzenje r on r.c1_stavka_id = s.id
      join c4_stavka l on l.id = r.c4_stavka_id group by s.proizvod_id, substr(d.datum, 1, 7), l.kurs`,
    )
    .execute(db)
  const totals: Totals = new Map()
  for (const { proizvod_id, mesec, kurs, kolicina, iznos, broj } of exported.rows) {
    const rsd = BigInt(iznos) * BigInt(kurs)
    add(totals, [proizvod_id, mesec], [BigInt(kolicina), BigInt(iznos), BigInt(broj), rsd, 0n])
  }
  for (const row of used.rows) add(totals, [row.proizvod_id, row.mesec], [0n, 0n, 0n, 0n, worthOf(row)])
  return [...totals.values()].map(({ keys, figures: [kolicina, iznos, broj, rsd = 0n, trosak = 0n] }) => [
    ...keys,
    kolicina,
    iznos,
    broj,
    rsd % PART,
    rsd / PART,
    ...parted(trosak),
  ])
}

const ROWS_AT_ONCE = 5000

/** Rows in the order of the columns of the table, the texts `keys` first; the rest are integers. */
async function insert(db: Kysely<unknown>, postgres: boolean, table: string, keys: string[], rows: unknown[][]) {
  const fields = (rows[0] ?? []).map((_, i) => {
    const field = sql`value ->> ${sql.lit(i)}`
    return postgres && i >= keys.length
      ? sql`(${field})::bigint`
      : i >= keys.length
        ? sql`cast(${field} as integer)`
        : field
  })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    // Integers as text: they may be larger than a JSON number is exact.
    const json = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE).map((row) => row.map(String)))
    const source = postgres ? sql`json_array_elements(${json}::json) value` : sql`json_each(${json})`
    await sql`insert into ${sql.table(table)} select ${sql.join(fields)} from ${source}`.execute(db)
  }
}
