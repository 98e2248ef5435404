import {
  SHEET_MEMORY_MB,
  SHEET_PARSE_MS,
  SHEET_PROCESSES,
  SHEET_QUEUE,
  SHEET_SPARE_MS,
  SHEET_WAIT_MS,
} from './sheet-limits.ts'
import { type SheetJob, type SheetProcess, type SheetReply, startSheetProcess } from './sheet-process.ts'
import { createTurns } from './turns.ts'

export type SheetQueueLimits = {
  processes: number
  queue: number
  waitMs: number
  parseMs: number
  spareMs: number
  memoryMb: number
}

export const SHEET_QUEUE_LIMITS: SheetQueueLimits = {
  processes: SHEET_PROCESSES,
  queue: SHEET_QUEUE,
  waitMs: SHEET_WAIT_MS,
  parseMs: SHEET_PARSE_MS,
  spareMs: SHEET_SPARE_MS,
  memoryMb: SHEET_MEMORY_MB,
}

/**
 * Parses files, each in a process of its own, a few at a time. Further ones wait, in number and time bounded, and are
 * then refused as `busy`. After a file the next process is started ahead, so that the next file does not wait for it;
 * unused it is ended after `spareMs`.
 */
export function createSheetQueue(limits: SheetQueueLimits = SHEET_QUEUE_LIMITS) {
  const turns = createTurns({ places: limits.processes, queue: limits.queue, waitMs: limits.waitMs })
  let spare: SheetProcess | null = null

  function takeProcess(): SheetProcess {
    const ready = spare
    spare = null
    return ready && !ready.ended ? ready : startSheetProcess(limits.memoryMb)
  }

  function keepSpare() {
    if (spare && !spare.ended) return
    const kept = startSheetProcess(limits.memoryMb)
    spare = kept
    setTimeout(() => {
      if (spare !== kept) return
      spare = null
      kept.end()
    }, limits.spareMs).unref()
  }

  return {
    async parse(job: SheetJob): Promise<SheetReply> {
      if (!(await turns.enter())) return { refused: 'busy' }
      try {
        return await takeProcess().ask(job, limits.parseMs)
      } finally {
        keepSpare()
        turns.leave()
      }
    },
    /** Ends the process that is kept ready. */
    close() {
      spare?.end()
      spare = null
    },
  }
}
