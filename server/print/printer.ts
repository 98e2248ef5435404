import { Worker } from 'node:worker_threads'
import type { Pdf, PrintOrder, PrintReply } from './print-worker.ts'

/** With 4, a third of the time of a paper goes into collecting garbage; with more than 16 it is hardly quicker. */
const YOUNG_MB = 16
/** Most orders that wait for a printer; the next is refused at once. */
const PRINT_QUEUE_LIMIT = 50

export type Printer = {
  /** The PDFs of one order. Rejects when the printer is too busy, too slow, out of memory or at fault. */
  print(order: PrintOrder): Promise<Pdf[]>
}

type Job = {
  order: PrintOrder
  resolve: (pdfs: Pdf[]) => void
  reject: (reason: Error) => void
  timer: NodeJS.Timeout
}

type Limits = {
  /** An order that takes longer, waiting included, is given up. */
  timeLimitMs: number
  /** A paper that needs more memory ends the worker, not the server. */
  heapLimitMb: number
  queueLimit?: number
  /** Whether the worker stays, with fonts open and code warm, when there is nothing to print. */
  resident: boolean
}

/**
 * A printer is one worker thread, so that drawing (about 0.5 ms a table row) never holds up the event loop. It starts
 * with the first order, draws one order after another, is replaced when it dies or runs over its time, and keeps no
 * process alive while it has nothing to do.
 */
export function createPrinter({ timeLimitMs, heapLimitMb, queueLimit = PRINT_QUEUE_LIMIT, resident }: Limits): Printer {
  let worker: Worker | undefined
  let running: Job | undefined
  const waiting: Job[] = []

  function start(): Worker {
    const started = new Worker(new URL('./print-worker.ts', import.meta.url), {
      name: 'print',
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    started.on('message', (reply: PrintReply) => {
      if (started !== worker) return
      if ('pdfs' in reply) finish((job) => job.resolve(reply.pdfs))
      else finish((job) => job.reject(new Error(`the paper could not be drawn: ${reply.fault}`)))
    })
    started.on('error', (error) => replace(started, error))
    started.on('exit', (code) => replace(started, new Error(`the print worker ended with code ${code}`)))
    return started
  }

  /** Ends the running job and hands the next one to the worker. */
  function finish(answer: (job: Job) => void) {
    const job = running
    running = undefined
    if (job) {
      clearTimeout(job.timer)
      answer(job)
    }
    next()
  }

  /** A worker that died takes the job it was at with it, and no other. */
  function replace(dead: Worker, reason: Error) {
    if (dead !== worker) return
    worker = undefined
    void dead.terminate()
    finish((job) => job.reject(reason))
  }

  function next() {
    if (running) return
    running = waiting.shift()
    if (!running) return rest()
    try {
      worker ??= start()
      worker.ref()
      worker.postMessage(running.order)
    } catch (error) {
      finish((job) => job.reject(error as Error))
    }
  }

  function rest() {
    worker?.unref()
    if (resident) return
    const done = worker
    worker = undefined
    void done?.terminate()
  }

  function giveUp(job: Job) {
    const reason = new Error(`printing took longer than ${timeLimitMs} ms`)
    if (job === running && worker) return replace(worker, reason)
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    job.reject(reason)
  }

  return {
    print(order) {
      if (waiting.length >= queueLimit) return Promise.reject(new Error(`${queueLimit} orders wait for the printer`))
      const { promise, resolve, reject } = Promise.withResolvers<Pdf[]>()
      const job: Job = { order, resolve, reject, timer: setTimeout(() => giveUp(job), timeLimitMs) }
      waiting.push(job)
      next()
      return promise
    },
  }
}
