import { sql } from 'kysely'
import type { RecentDocument } from '#contract/dashboard.ts'
import type { Db } from '#server/db/schema.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'

const RECENT_DOCUMENTS = 5

type Counts = { proizvoda: number; bez_normativa: number; c4: number; c1: number; c1_sa_manjkom: number }

/** How many of everything there is, counted by the database. */
export async function countAll(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from proizvod) as proizvoda,
    (select count(*) from proizvod where normativ_count = 0) as bez_normativa,
    (select count(*) from c4) as c4,
    (select count(*) from c1) as c1,
    (select count(*) from (select r.c1_id from razduzenje r where ${isShortage} group by r.c1_id) m) as c1_sa_manjkom`.execute(
    db,
  )
  return rows[0] as Counts
}

/** The newest imports; of one day, the last entered first. */
export async function recentC4(db: Db): Promise<RecentDocument[]> {
  const rows = await db
    .selectFrom('c4')
    .select(['id', 'broj_c4 as broj', 'posiljalac_naziv as partner', 'valuta', 'vrednost_total', 'datum'])
    .orderBy('datum', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_DOCUMENTS)
    .execute()
  return rows.map((row) => ({ ...row, ima_manjak: false }))
}

/** The newest exports, with whether some material of theirs is not covered. */
export async function recentC1(db: Db): Promise<RecentDocument[]> {
  const rows = await db
    .selectFrom('c1')
    .select(['id', 'broj_c1 as broj', 'primalac_naziv as partner', 'valuta', 'vrednost_total', 'datum'])
    .select(sql<number>`(select count(*) from razduzenje r where r.c1_id = c1.id and ${isShortage})`.as('manjkova'))
    .orderBy('datum', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_DOCUMENTS)
    .execute()
  return rows.map(({ manjkova, ...row }) => ({ ...row, ima_manjak: manjkova > 0 }))
}
