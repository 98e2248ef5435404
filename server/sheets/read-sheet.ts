import type { ParsedSheet } from './parse-sheet.ts'
import { formatOf } from './sheet-format.ts'
import { SHEET_LIMITS, type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { createSheetQueue, type SheetRefusal } from './sheet-queue.ts'

const sharedQueue = createSheetQueue()

/**
 * The first sheet of an xlsx, xls or ods file that holds anything, or why the file is refused. Never throws for what is
 * in the file. Formats are told by content; parsing happens in a process of its own with limits of memory
 * and time, so a hostile file costs a refusal and other requests nothing.
 */
export async function readSheet(
  bytes: Uint8Array,
  limits: SheetLimits = SHEET_LIMITS,
  queue: Pick<typeof sharedQueue, 'parse'> = sharedQueue,
): Promise<ParsedSheet | SheetRefusal> {
  try {
    formatOf(bytes, limits)
  } catch (error) {
    if (error instanceof SheetRefused) return { refused: error.code }
    throw error
  }
  return queue.parse({ bytes, limits })
}
