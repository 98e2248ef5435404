import type { ObracunQuery, obracunEndpoints } from '#contract/obracun.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Call, FileReply, Handlers } from '#server/http/call.ts'
import { linesReply } from '#server/http/lines.ts'
import type { Watched } from '#server/jobs/job-queue.ts'
import { obracunFile } from '#server/print/obracun-glava.ts'
import type { ObracunPaper } from '#server/print/papers.ts'
import { drawn, inBase64, NOT_DRAWN, pagesOf, printObracun, refuseLongObracun } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { Refusal } from '#server/refusal.ts'
import { obracunOf, refuseUnaccountable } from './obracun.ts'
import { glavaOf } from './obracun-glava.ts'
import { handedInOf, withHandedIn } from './obracun-handed-in.ts'
import { pageOfExports, pageOfLots } from './obracun-pages.ts'
import { refuseUnknown, type Scope, scopeOf } from './obracun-scope.ts'

/** The account for customs. `sheetOf` makes its spreadsheet, in the process that knows the sheets of all rooms. */
export function obracunHandlers(
  { readLong }: Store,
  sheetOf: (query: ObracunQuery) => Promise<FileReply>,
): Handlers<typeof obracunEndpoints> {
  /** What is printed; refuses more rows than that may be. */
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
