import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { forPostgres } from './0001-start.ts'

/** Changes of 1.1.0, in SQLite's words; `reliability/upgrade.test.ts` brings books of 1.0.0 here. */
const STEPS: readonly string[] = [
  // The spreadsheet of an account as it was handed in.
  'alter table obracun_podnet add column tabela blob',
  'alter table nasa_firma add column adresa text',
  'alter table podesavanja add column stopa_pdv_od text',
  "alter table podesavanja add column ranije_stope_pdv text not null default '[]'",
]

/** Brings the database of 1.0.0 to that of 1.1.0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const step of STEPS) await sql.raw(postgres ? forPostgres(step) : step).execute(db)
  await roundLots(db)
  await moveStarts(db)
}

/** `stanje.vrednost` was the exact value of what remains, in 10^-18 RSD; it is the sum of its lots, each rounded. */
async function roundLots(db: Kysely<unknown>) {
  const { rows: lots } = await sql<{ id: string; preostalo: number; cena: number; kurs: number }>`
    select materijal_id as id, preostalo, cena_po_jedinici as cena, kurs from c4_stavka where preostalo > 0`.execute(db)
  const values = new Map<string, bigint>()
  for (const { id, preostalo, cena, kurs } of lots) {
    const exact = BigInt(preostalo) * BigInt(cena) * BigInt(kurs)
    values.set(id, (values.get(id) ?? 0n) + (exact + 5n * 10n ** 15n) / 10n ** 16n)
  }
  for (const [id, value] of values)
    await sql`update stanje set vrednost = ${value.toString()} where materijal_id = ${id}`.execute(db)
}

type Start = { id: number; c4_id: number; broj: string; kljuc: string; uvezeno: string; prelazak: string }

/**
 * The day of goods that had left an import before the books began is now the day before the change-over, no longer the
 * day itself.
 */
async function moveStarts(db: Kysely<unknown>) {
  const { rows } = await sql<Start>`
    select o.id, o.c4_id, o.broj, o.broj_kljuc as kljuc, c4.datum as uvezeno, c4.dan_prelaska as prelazak
    from ostalo_razduzenje o join c4 on c4.id = o.c4_id order by o.id`.execute(db)
  for (const { id, c4_id, broj, kljuc, uvezeno, prelazak } of rows) {
    const before = new Date(Date.parse(prelazak) - 86_400_000).toISOString().slice(0, 10)
    const datum = before < uvezeno ? uvezeno : before
    const godina = Number(datum.slice(0, 4))
    // Its number is taken where another discharge of the year before has it.
    let end = ''
    for (let counter = 2; await isTaken(db, { id, godina, kljuc: kljuc + end }); counter++) end = `-${counter}`
    await sql`
      update ostalo_razduzenje set datum = ${datum}, godina = ${godina}, broj = ${broj + end}, broj_kljuc = ${kljuc + end}
      where id = ${id}`.execute(db)
    await sql`update ostalo_razduzenje_stavka set datum = ${datum} where ostalo_razduzenje_id = ${id}`.execute(db)
    await sql`
      update c4_stavka set izuzeto_do = coalesce((select max(n.datum) from (
        select o.datum from ostalo_razduzenje_stavka o where o.ulaz_stavka_id = c4_stavka.id
        union all select u.datum from razduzenje u where u.c4_stavka_id = c4_stavka.id and u.usmereno = 1) n), '')
      where c4_id = ${c4_id}`.execute(db)
  }
}

async function isTaken(db: Kysely<unknown>, { id, godina, kljuc }: { id: number; godina: number; kljuc: string }) {
  const { rows } = await sql`
    select 1 from ostalo_razduzenje where godina = ${godina} and broj_kljuc = ${kljuc} and id <> ${id}`.execute(db)
  return rows.length > 0
}
