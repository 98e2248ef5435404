/** Entry of the process that checks the books before a period is closed: it reads them as they are at one moment. */
import { flushCompileCache } from 'node:module'
import type { ObracunQuery } from '#contract/obracun.ts'
import { inSnapshot, type Place } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { obracunOf } from '#server/obracun/obracun.ts'
import { Refusal } from '#server/refusal.ts'
import { differenceInBooks } from '#server/verify/verify.ts'

export type CheckJob = { place: Place; period: ObracunQuery }
/** The first difference in the books, or the open checks of the period in sentences. */
export type CheckReply =
  | { difference: string }
  | { open: string[] }
  /** An error keeps the codes by which `engine.outageOf` recognises an outage of the database. */
  | { failed: { message: string; code?: string; errcode?: number } }

process.on('disconnect', () => process.exit())
// The process is killed at the end, which would lose the compiled code.
flushCompileCache()

process.on('message', async ({ place, period }: CheckJob) => {
  const reply = inSnapshot<CheckReply>(place, async (db) => {
    const difference = await differenceInBooks(db)
    return difference === null ? { open: await openChecks(db, period) } : { difference }
  })
  process.send?.(await reply.catch(({ message, code, errcode }) => ({ failed: { message, code, errcode } })))
})

/** The checks of the period's account that need a look (customs §5 F); an account that is too long is one of these. */
async function openChecks(db: Db, period: ObracunQuery): Promise<string[]> {
  try {
    const { provere } = await obracunOf(db, period)
    return provere.map(({ tekst, redovi }) => `${tekst.replace(/\.$/, '')}: ${redovi.length}.`)
  } catch (error) {
    if (error instanceof Refusal) return [error.message]
    throw error
  }
}
