import { createTurns, type NoPlace } from '#server/limited-turns.ts'
import type { Heard, JobWorker, NoAnswer, Refused } from './job-worker.ts'

type Limits = {
  /** Jobs done at once. */
  places: number
  /** Jobs that wait beside them; each waits `waitMs` at most. */
  queue: number
  waitMs: number
  /**
   * The worker that is ready for the next job: a `new` one, which has nothing left of other jobs, or the `same`.
   * Without `keep` a worker starts when a job comes.
   */
  keep?: 'new' | 'same'
  /** The time for which an unused worker is kept. */
  keepMs?: number
}

/** For a caller that waits for a job: `heard` gets its progress, and `signal` ends the job. */
export type Watched = { readonly heard?: Heard | undefined; readonly signal?: AbortSignal | undefined }

/** Gives jobs to workers, a few at a time, each in bounded time. */
export function createJobQueue<Job extends object, Reply extends object>(
  start: () => JobWorker<Job, Reply>,
  { places, queue, waitMs, keep, keepMs = 0 }: Limits,
) {
  const turns = createTurns({ places, queue, waitMs })
  let ready: JobWorker<Job, Reply> | null = null
  let timer: NodeJS.Timeout | undefined

  function take(): JobWorker<Job, Reply> {
    clearTimeout(timer)
    const taken = ready
    ready = null
    return taken && !taken.ended ? taken : start()
  }

  function close() {
    clearTimeout(timer)
    ready?.end()
    ready = null
  }

  function makeReady(worker: JobWorker<Job, Reply>) {
    close()
    ready = worker
    if (keepMs < Infinity) timer = setTimeout(close, keepMs).unref()
  }

  async function work(job: Job, timeLimitMs: number, { heard, signal }: Watched) {
    const worker = take()
    let isWell = false
    signal?.addEventListener('abort', worker.end)
    try {
      const reply = await worker.ask(job, timeLimitMs, heard)
      isWell = !('refused' in reply)
      return reply
    } finally {
      signal?.removeEventListener('abort', worker.end)
      if (isWell && keep === 'same') makeReady(worker)
      else worker.end()
    }
  }

  return {
    /**
     * `makeJob` and `timeLimitMs` are called when the job has its turn, so that waiting jobs hold little memory.
     * Rejects where they throw, where the worker breaks, and where `signal` aborts, which ends the worker.
     */
    async ask(
      makeJob: () => Job | Promise<Job>,
      timeLimitMs: () => number,
      watched: Watched = {},
    ): Promise<Reply | Refused<NoAnswer | NoPlace>> {
      const place = await turns.enter()
      if (typeof place === 'string') return { refused: place }
      try {
        watched.signal?.throwIfAborted()
        return await work(await makeJob(), timeLimitMs(), watched)
      } finally {
        if (keep === 'new' && (!ready || ready.ended)) makeReady(start())
        place.leave()
      }
    },
    /** Ends the worker that is kept ready. */
    close,
  }
}
