import type { ObracunQuery } from '#contract/obracun.ts'
import { type Zakljucenje, type zakljucenjeEndpoints, zakljucenjeTexts } from '#contract/zakljucenje.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { daysAfter } from '#domain/rok.ts'
import { factsOf, type LogEntry } from '#server/audit/log.ts'
import { sealedIn } from '#server/audit/sealed.ts'
import { holdSaves } from '#server/db/closing.ts'
import type { Place, Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { heapMb } from '#server/jobs/job-memory.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { startProcess } from '#server/jobs/job-worker.ts'
import { dayOf } from '#server/local-time.ts'
import { pageFrom, pageOf } from '#server/records/page.ts'
import { Refusal } from '#server/refusal.ts'
import { zakljucenoDo } from '#server/stock/closed.ts'
import type { CheckJob, CheckReply } from './check-child.ts'

/** The calls of the period lock (customs §4.6). */
export const zakljucenjeHandlers = ({ read, readAtOnce, place }: Store): Handlers<typeof zakljucenjeEndpoints> => ({
  getZakljucenje: ({ query }) =>
    readAtOnce(async (db) => {
      const found = await pageFrom(db, 'zakljucenje', db.selectFrom('zakljucenje').select(COLUMNS), query)
      return { ...pageOf(found, query), zakljuceno_do: await zakljucenoDo(db) }
    }),

  async zakljuci({ body: { do_dana, razlog, potvrda }, user, now, write }) {
    if (do_dana > dayOf(now)) throw at('do_dana', 'invalid', zakljucenjeTexts.afterToday)
    const before = await zakljucenoDo(read)
    refuseBackwards(do_dana, before)
    await refuseUnchecked(place, { datum_od: before ? daysAfter(before, 1) : undefined, datum_do: do_dana }, potvrda)
    return write(async (tx, log) => {
      await holdSaves(tx)
      refuseBackwards(do_dana, await zakljucenoDo(tx))
      const saved = await tx
        .insertInto('zakljucenje')
        .values({ do_dana, razlog, korisnik: user.email, vreme: now })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
      await log([entry('zakljucano', saved)])
      return { ...saved, zakljuceno_do: do_dana }
    })
  },

  otkljucaj: ({ body: { razlog }, user, now, write }) =>
    write(async (tx, log) => {
      await holdSaves(tx)
      const inForce = await newestInForce(tx)
      if (!inForce) throw new Refusal('conflict', zakljucenjeTexts.nothingClosed)
      const saved = await tx
        .updateTable('zakljucenje')
        .set({ otkljucao: user.email, otkljucano: now, razlog_otkljucavanja: razlog })
        .where('id', '=', inForce.id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
      await log([entry('otkljucano', saved)])
      return { ...saved, zakljuceno_do: await zakljucenoDo(tx) }
    }),
})

const COLUMNS = [
  'id',
  'do_dana',
  'razlog',
  'korisnik',
  'vreme',
  'otkljucao',
  'otkljucano',
  'razlog_otkljucavanja',
] as const

function refuseBackwards(do_dana: CalendarDate, zakljuceno_do: CalendarDate | null) {
  if (zakljuceno_do && do_dana <= zakljuceno_do)
    throw at('do_dana', 'conflict', zakljucenjeTexts.notForward(zakljuceno_do))
}

/** Refuses (409) inconsistent books, and a period with open checks that nobody confirmed. */
async function refuseUnchecked(place: Place, period: ObracunQuery, potvrda: boolean) {
  const { difference, open } = await checkBooks(place, period)
  if (difference) throw new Refusal('conflict', zakljucenjeTexts.differs(difference))
  if (open.length > 0 && !potvrda) {
    const errors = open.map((message) => ({ field: 'potvrda', message }))
    throw new Refusal('conflict', zakljucenjeTexts.openChecks(open.length), errors)
  }
}

const newestInForce = (tx: Tx) =>
  tx.selectFrom('zakljucenje').select('id').where('otkljucano', 'is', null).orderBy('id', 'desc').executeTakeFirst()

const at = (field: string, code: 'invalid' | 'conflict', message: string) => new Refusal(code, message, field)

function entry(radnja: 'zakljucano' | 'otkljucano', saved: Zakljucenje): LogEntry {
  const reason = radnja === 'zakljucano' ? ('razlog' as const) : ('razlog_otkljucavanja' as const)
  return {
    radnja,
    vrsta: 'zakljucenje',
    predmet: saved.id,
    opis: `do ${formatDate(saved.do_dana)}`,
    sazetak: saved[reason] ?? '',
    posle: factsOf(saved, ['do_dana', reason]),
    sealed: sealedIn('zakljucenje', saved),
  }
}

/** The number of checks at a time on one instance; a period is closed once a month. */
const CHECKS_AT_ONCE = 1
const CHECKS_WAITING = 2
const CHECK_WAIT_MS = 10_000
/** Together with the wait, this is less than the minute that proxies wait for an answer. */
const CHECK_MS = 40_000
const CHECK_MEMORY_MB = 768

const CHILD = import.meta.resolve('#server/zakljucenje/check-child.ts')
// Settings for PostgreSQL may stand in our environment (PGSSLROOTCERT …).
const start = () => startProcess<CheckJob, CheckReply>(CHILD, { memoryMb: heapMb(CHECK_MEMORY_MB), env: process.env })
const jobs = createJobQueue(start, { places: CHECKS_AT_ONCE, queue: CHECKS_WAITING, waitMs: CHECK_WAIT_MS })

/**
 * Recomputes catalogue, documents, ledger and totals, and makes the account of the period, in a process of its own:
 * nobody waits. Answers the first difference, or the open checks in sentences. Books that take longer than CHECK_MS, or
 * more memory than there is, are an open check too: `npm run verify` checks them, and also the PDFs, the audit trail
 * and the database.
 */
async function checkBooks(place: Place, period: ObracunQuery): Promise<{ difference?: string; open: string[] }> {
  const reply = await jobs.ask(
    () => ({ place, period }),
    () => CHECK_MS,
  )
  if ('failed' in reply) throw Object.assign(new Error(reply.failed.message), reply.failed)
  if ('refused' in reply) return { open: [zakljucenjeTexts.notChecked] }
  return 'difference' in reply ? { difference: reply.difference, open: [] } : reply
}
