import { type SqlBool, sql } from 'kysely'
import type { ObracunIzvoz, ObracunStavka } from '#contract/obracun.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { accountsOf, documentsIn, lotsIn } from './obracun.ts'
import { pageOfDraws } from './obracun-izvoz.ts'
import type { Scope } from './obracun-scope.ts'

// Pages of an account of any number of lots. Every row before the page is passed over: the last page of a year of
// 100,000 draws takes a seventh of a second.

type Page = { readonly page: number; readonly limit: number }
const before = ({ page, limit }: Page) => (page - 1) * limit

/** A page of part A, lots in the order in which they are drawn from, and how many there are. */
export async function pageOfLots(db: Db, scope: Scope, page: Page): Promise<{ rows: ObracunStavka[]; total: number }> {
  const found = lotsIn(db, scope)
  const { rows } = await sql<{ id: number }>`
    select l.id from c4_stavka l where ${found}
    order by l.datum, l.c4_id, l.id limit ${page.limit} offset ${before(page)}`.execute(db)
  const { stavke } = await accountsOf(
    db,
    rows.map(({ id }) => id),
    scope,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from c4_stavka l where ${found}`.execute(db)
  return { rows: stavke, total: counted.rows[0]?.total ?? 0 }
}

/** A page of part B, in the order of the exports, and how many rows there are; of one lot, where it is named. */
export async function pageOfExports(
  db: Db,
  scope: Scope,
  { ulaz_stavka_id, ...page }: Page & { ulaz_stavka_id?: number | undefined },
): Promise<{ rows: ObracunIzvoz[]; total: number }> {
  const documents = documentsIn(db, scope)
  const conditions = [sql<SqlBool>`r.c4_stavka_id <> ${sql.lit(NO_LOT)}`, ...bounds(scope, 'c1.datum')]
  if (ulaz_stavka_id !== undefined) conditions.push(sql<SqlBool>`r.c4_stavka_id = ${ulaz_stavka_id}`)
  if (documents.length > 0) {
    const lots = sql`(select l.id from c4_stavka l where ${sql.join(documents, sql` and `)})`
    conditions.push(sql<SqlBool>`r.c4_stavka_id in ${lots}`)
  }
  const found = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const rows = await pageOfDraws(db, found, { limit: page.limit, before: before(page) })
  const counted = await sql<{ total: number }>`
    select count(*) as total from c1 join c1_stavka i on i.c1_id = c1.id join razduzenje r on r.c1_stavka_id = i.id
    where ${found}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
