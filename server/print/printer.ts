import { createJobQueue, type Watched } from '#server/jobs/job-queue.ts'
import { startThread } from '#server/jobs/job-worker.ts'
import type { Pdf, PrintOrder, PrintReply } from './print-worker.ts'

/** With 4, a third of the time of a paper goes into collecting garbage; with more than 16 it is hardly quicker. */
const YOUNG_MB = 16
/** Orders that may wait for a printer; the next is refused at once. */
const PRINT_QUEUE_LIMIT = 50
const WORKER = import.meta.resolve('#server/print/print-worker.ts')

export type Printer = {
  /** The PDFs of one order; of an account it is told how many percent are done. Rejects when the printer is too busy, too slow, out of memory or at fault. */
  print(order: PrintOrder, watched?: Watched): Promise<Pdf[]>
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
 * with the first order and draws one order after another.
 */
export function createPrinter({ timeLimitMs, heapLimitMb, queueLimit = PRINT_QUEUE_LIMIT, resident }: Limits): Printer {
  const start = () => startThread<PrintOrder, PrintReply>(WORKER, { memoryMb: heapLimitMb, youngMb: YOUNG_MB })
  const keepMs = resident ? Infinity : 0
  const orders = createJobQueue(start, { places: 1, queue: queueLimit, waitMs: timeLimitMs, keep: 'same', keepMs })
  const tooSlow = `printing took longer than ${timeLimitMs} ms`
  const reasons = {
    full: `${queueLimit} orders wait for the printer`,
    late: tooSlow,
    'too-slow': tooSlow,
    'too-large': `printing took more memory than ${heapLimitMb} MB`,
  }
  return {
    async print(order, watched) {
      const end = performance.now() + timeLimitMs
      const reply = await orders.ask(
        () => order,
        () => end - performance.now(),
        watched,
      )
      if ('refused' in reply) throw new Error(reasons[reply.refused])
      if ('fault' in reply) throw new Error(`the paper could not be drawn: ${reply.fault}`)
      return reply.pdfs
    },
  }
}
