import { type Kysely, sql } from 'kysely'

/** What lists are sorted by, each with what decides between equals (docs/decisions/aggregates.md). */
const SORTED = ['tip_dokumenta', 'broj_kljuc', 'partner_red', 'vrednost_total', 'vrednost_rsd', 'kolicina_total']

/** Indexes for every order and search of the lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = ['c4', 'c1'].flatMap((table) => [
    // With what sums and searches read, so that they read the index alone.
    `drop index ${table}_datum`,
    `create index ${table}_datum on ${table}(datum, id, vrednost_rsd, broj_trazi, partner_trazi)`,
    ...SORTED.map((column) => `create index ${table}_${column} on ${table}(${column}, datum desc, id desc)`),
    `create index ${table}_zemlja on ${table}(zemlja_red, datum desc, id desc, zemlja_otpreme)`,
  ])
  for (const statement of statements) await sql.raw(statement).execute(db)
}
