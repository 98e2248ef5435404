import type { ObracunQuery } from '#contract/obracun.ts'
import { zakljucenjeTexts } from '#contract/zakljucenje.ts'
import type { Place } from '#server/db/open.ts'
import { heapMb } from '#server/jobs/job-memory.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { startProcess } from '#server/jobs/job-worker.ts'
import type { CheckJob, CheckReply } from './check-child.ts'

/** Of one instance; a period is closed once a month. */
const CHECKS_AT_ONCE = 1
const CHECKS_WAITING = 2
const CHECK_WAIT_MS = 10_000
/** With the wait, less than the minute that proxies wait for an answer. */
const CHECK_MS = 40_000
const CHECK_MEMORY_MB = 768

const CHILD = import.meta.resolve('#server/zakljucenje/check-child.ts')
// The way to a PostgreSQL may stand in our environment (PGSSLROOTCERT …).
const start = () => startProcess<CheckJob, CheckReply>(CHILD, { memoryMb: heapMb(CHECK_MEMORY_MB), env: process.env })
const jobs = createJobQueue(start, { places: CHECKS_AT_ONCE, queue: CHECKS_WAITING, waitMs: CHECK_WAIT_MS })

/**
 * Recomputes catalogue, documents, ledger and totals, and takes the account of the period, in a process of its own:
 * nobody waits. Answers the first difference, or the open checks in sentences. Books that cannot be gone through in
 * CHECK_MS, or in the memory there is, are an open check too: `npm run verify` goes through them, and the PDFs, the audit
 * trail and the database besides.
 */
export async function checkBooks(place: Place, period: ObracunQuery): Promise<{ difference?: string; open: string[] }> {
  const reply = await jobs.ask(
    () => ({ place, period }),
    () => CHECK_MS,
  )
  if ('failed' in reply) throw Object.assign(new Error(reply.failed.message), reply.failed)
  if ('refused' in reply) return { open: [zakljucenjeTexts.notChecked] }
  return 'difference' in reply ? { difference: reply.difference, open: [] } : reply
}
