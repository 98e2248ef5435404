import type { JobWorker, NoAnswer, Refused } from './job-worker.ts'
import { createTurns, type NoPlace } from './turns.ts'

type Limits = {
  /** Jobs done at once. */
  places: number
  /** Jobs that wait beside them, and for how long. */
  queue: number
  waitMs: number
  /**
   * The worker that is ready for the next job: a `new` one, so that no job meets what another left behind, or the `same`.
   * Without it a worker is started when there is a job.
   */
  keep?: 'new' | 'same'
  /** How long it is kept unused. */
  keepMs?: number
}

/** Has workers do jobs, a few at a time, each in bounded time. */
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

  async function work(job: Job, timeLimitMs: number) {
    const worker = take()
    let isWell = false
    try {
      const reply = await worker.ask(job, timeLimitMs)
      isWell = !('refused' in reply)
      return reply
    } finally {
      if (isWell && keep === 'same') makeReady(worker)
      else worker.end()
    }
  }

  return {
    /**
     * `makeJob` and `timeLimitMs` are called when the job has its turn, so that what waits holds little. Rejects where
     * they throw or the worker breaks.
     */
    async ask(
      makeJob: () => Job | Promise<Job>,
      timeLimitMs: () => number,
    ): Promise<Reply | Refused<NoAnswer | NoPlace>> {
      const refused = await turns.enter()
      if (refused) return { refused }
      try {
        return await work(await makeJob(), timeLimitMs())
      } finally {
        if (keep === 'new' && (!ready || ready.ended)) makeReady(start())
        turns.leave()
      }
    },
    /** Ends the worker that is kept ready. */
    close,
  }
}
