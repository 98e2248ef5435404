import { heapMb } from '#server/jobs/job-memory.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { startProcess } from '#server/jobs/job-worker.ts'
import { dayOf } from '#server/local-time.ts'
import type {
  InvoiceJob,
  InvoiceReply,
  SheetJob,
  SheetReply,
  WorkbookJob,
  WorkbookReply,
  WriteJob,
  WriteReply,
} from './sheet-child.ts'
import type { WrittenTable } from './sheet-columns.ts'
import { type RefusalCode, SHEET_QUEUE_LIMITS } from './sheet-limits.ts'
import type { ListName } from './sheet-lists.ts'

type Job = SheetJob | WorkbookJob | InvoiceJob | WriteJob
type Reply = SheetReply | WorkbookReply | InvoiceReply | WriteReply

const CHILD = import.meta.resolve('#server/sheets/sheet-child.ts')

/**
 * Reads files, each in a process of its own with limits of memory and time: a hostile file costs a refusal, and other
 * requests nothing. Files beyond the queue are refused as `busy`. After a file the next process is started in advance,
 * with parser and readers loaded.
 */
export function createSheetQueue(limits = SHEET_QUEUE_LIMITS) {
  const { processes: places, queue, waitMs, memoryMb, parseMs, spareMs: keepMs } = limits
  const start = () =>
    startProcess<Job, Reply>(CHILD, {
      memoryMb: heapMb(memoryMb),
      flags: ['--disable-proto=delete'],
    })
  const jobs = createJobQueue(start, { places, queue, waitMs, keep: 'new', keepMs })
  async function ask<Wanted extends Reply>(makeJob: () => Promise<Job>): Promise<Wanted | { refused: RefusalCode }> {
    const reply = await jobs.ask(makeJob, () => parseMs)
    const isBusy = 'refused' in reply && (reply.refused === 'full' || reply.refused === 'late')
    return isBusy ? { refused: 'busy' } : (reply as Wanted)
  }
  return {
    /** `makeJob` is called when a process is free, so that a waiting file holds no catalogue. */
    read: <L extends ListName>(makeJob: () => Promise<Omit<SheetJob<L>, 'today'>>): Promise<SheetReply<L>> =>
      ask(async () => ({ ...(await makeJob()), today: dayOf(Date.now()) }) as SheetJob),
    readInvoice: (invoice: Uint8Array, maxLines: number) => ask<InvoiceReply>(async () => ({ invoice, maxLines })),
    write: (table: WrittenTable) => ask<WriteReply>(async () => ({ table })),
    look: (workbook: Uint8Array) => ask<WorkbookReply>(async () => ({ workbook })),
    close: jobs.close,
  }
}
