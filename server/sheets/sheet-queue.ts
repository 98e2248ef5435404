import { fileURLToPath } from 'node:url'
import { heapMb } from './job-memory.ts'
import { type JobProcess, startJobProcess } from './job-process.ts'
import type { SheetJob, SheetReply } from './sheet-child.ts'
import { SHEET_QUEUE_LIMITS } from './sheet-limits.ts'
import type { ListName } from './sheet-lists.ts'
import { createTurns } from './turns.ts'

/** A process with parser and readers loaded, which takes one file and nothing else. */
type SheetProcess = JobProcess<SheetJob, SheetReply>
const CHILD = fileURLToPath(new URL('./sheet-child.ts', import.meta.url))
const startProcess = (memoryMb: number): SheetProcess =>
  startJobProcess(CHILD, { memoryMb: heapMb(memoryMb), flags: ['--disable-proto=delete'] })

/**
 * Reads files, each in a process of its own with limits of memory and time, a few at a time: a hostile file costs a
 * refusal and other requests nothing. Further ones wait, in number and time bounded, and are then refused as `busy`.
 * After a file the next process is started ahead, so that the next file does not wait for it; unused it is ended after
 * `spareMs`.
 */
export function createSheetQueue(limits = SHEET_QUEUE_LIMITS) {
  const turns = createTurns({ places: limits.processes, queue: limits.queue, waitMs: limits.waitMs })
  let spare: SheetProcess | null = null

  function takeProcess(): SheetProcess {
    const ready = spare
    spare = null
    return ready && !ready.ended ? ready : startProcess(limits.memoryMb)
  }

  function keepSpare() {
    if (spare && !spare.ended) return
    const kept = startProcess(limits.memoryMb)
    spare = kept
    setTimeout(() => {
      if (spare !== kept) return
      spare = null
      kept.end()
    }, limits.spareMs).unref()
  }

  return {
    /** `makeJob` is called when a process is free, so that what waits holds no catalogue. */
    async read<L extends ListName>(makeJob: () => Promise<SheetJob<L>>): Promise<SheetReply<L>> {
      if (!(await turns.enter())) return { refused: 'busy' }
      try {
        const job = await makeJob()
        return (await takeProcess().ask(job, limits.parseMs)) as SheetReply<L>
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
