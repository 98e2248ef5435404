import { type SqlBool, sql } from 'kysely'
import type { ObracunIzvoz, ObracunQuery, ObracunStavka, obracunEndpoints } from '#contract/obracun.ts'
import type { Store } from '#server/db/open.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import type { Call, FileReply, Handlers } from '#server/http/call.ts'
import { linesReply } from '#server/http/lines.ts'
import type { Watched } from '#server/jobs/job-queue.ts'
import { obracunFile } from '#server/print/obracun-glava.ts'
import type { ObracunPaper } from '#server/print/papers.ts'
import { drawn, inBase64, NOT_DRAWN, pagesOf, printObracun, refuseLongObracun } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { Refusal } from '#server/refusal.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { accountsOf, importConditions, lotsIn, obracunOf, refuseUnaccountable } from './obracun.ts'
import { glavaOf } from './obracun-glava.ts'
import { handedInOf, withHandedIn } from './obracun-handed-in.ts'
import { pageOfDraws } from './obracun-izvoz.ts'
import { refuseUnknown, type Scope, scopeOf } from './obracun-scope.ts'

// Pages of an account of any number of lots. Every row before the page is passed over: the last page of a year of
// 100,000 draws takes a seventh of a second.

type Page = { readonly page: number; readonly limit: number }
const before = ({ page, limit }: Page) => (page - 1) * limit

/** A page of part A, lots in the order in which they are drawn from, and how many there are. */
async function pageOfLots(db: Db, scope: Scope, page: Page): Promise<{ rows: ObracunStavka[]; total: number }> {
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
async function pageOfExports(
  db: Db,
  scope: Scope,
  { ulaz_stavka_id, ...page }: Page & { ulaz_stavka_id?: number | undefined },
): Promise<{ rows: ObracunIzvoz[]; total: number }> {
  const documents = importConditions(db, scope)
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

/** The account for customs. `sheetOf` makes its spreadsheet, in the process that knows the sheets of all rooms. */
export function obracunHandlers(
  { readLong }: Store,
  sheetOf: (query: ObracunQuery) => Promise<FileReply>,
): Handlers<typeof obracunEndpoints> {
  /** The rows to print. Throws a refusal when there are more rows than a paper may have. */
  async function paperOf({ query: { provere, ...query }, user, now }: Asked): Promise<ObracunPaper> {
    const scope = scopeOf(query)
    const {
      obracun: read,
      podnet,
      glava,
    } = await readLong(async (db) => {
      const found = await known(db, scope)
      return { ...found, glava: await glavaOf(db, scope, found.obracun.stavke) }
    })
    const { datum_od: _od, datum_do: _do, ...obracun } = withHandedIn(read, podnet)
    refuseLongObracun(obracun)
    return { obracun, glava, provere, stampano: { korisnik: user.email, vreme: now } }
  }

  return {
    async getObracun({ query }) {
      const { obracun, podnet } = await readLong((db) => known(db, scopeOf(query)))
      return withHandedIn(obracun, podnet)
    },

    async obracunStavke({ query: { page, limit, ...query } }) {
      const scope = scopeOf(query)
      const found = await readLong(async (db) => {
        await refuseUnknown(db, scope)
        return pageOfLots(db, scope, { page, limit })
      })
      return pageOf(found, { page, limit })
    },

    async obracunIzvoz({ query: { page, limit, ulaz_stavka_id, ...query } }) {
      const scope = scopeOf(query)
      const found = await readLong(async (db) => {
        await refuseUnknown(db, scope)
        return pageOfExports(db, scope, { ulaz_stavka_id, page, limit })
      })
      return pageOf(found, { page, limit })
    },

    async obracunFiles(call) {
      return filesOf(await paperOf(call))
    },

    async obracunTok(call) {
      const paper = await paperOf(call)
      return linesReply(
        'obracun.ndjson',
        ({ heard, signal }) => {
          heard({ procenat: 0 })
          return filesOf(paper, { heard: (procenat) => heard({ procenat }), signal })
        },
        (error) => ({ message: error instanceof Refusal ? error.message : NOT_DRAWN }),
      )
    },

    async obracunSheet({ query }) {
      const scope = scopeOf(query)
      const glava = await readLong(async (db) => {
        await refuseUnaccountable(db, scope)
        return glavaOf(db, scope, [])
      })
      return { ...(await sheetOf(query)), name: obracunFile(glava, 'xlsx') }
    },
  }
}

type Asked = Pick<Call<typeof obracunEndpoints.obracunFiles>, 'query' | 'user' | 'now'>

async function filesOf(paper: ObracunPaper, watched?: Watched) {
  const printed = await drawn(printObracun(paper, watched), NOT_DRAWN)
  return { files: inBase64(printed), broj_strana: printed.reduce((sum, { bytes }) => sum + pagesOf(bytes), 0) }
}

async function known(db: Db, scope: Scope) {
  await refuseUnknown(db, scope)
  return { obracun: await obracunOf(db, scope), podnet: await handedInOf(db, scope) }
}
