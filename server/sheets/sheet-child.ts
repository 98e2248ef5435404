/**
 * Entry of the process that reads one file and is then ended by its parent: whatever the file did to the parser's
 * memory or prototypes ends with it, and no other file ever meets it.
 */
import { flushCompileCache } from 'node:module'
import type { SheetRow } from '#domain/sheet.ts'
import { type ParsedSheet, parseSheet } from './parse-sheet.ts'
import { type RefusalCode, type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { type Known, LISTS, type List, type ListName } from './sheet-lists.ts'

/** A file, the list that it should hold, and what the books know of what such a list names. */
export type SheetJob<L extends ListName = ListName> = {
  bytes: Uint8Array
  limits: SheetLimits
  list: L
  known: Known<L>
}
export type SheetReply<L extends ListName = ListName> =
  | (Omit<ParsedSheet, 'rows'> & { list: List<L> })
  | { refused: RefusalCode }

process.on('disconnect', () => process.exit())
// Before it meets a file: a process that is killed keeps nothing of what it compiled, and the next one starts as slowly.
flushCompileCache()

process.on('message', (job: SheetJob) => {
  process.send?.(reply(job))
})

function reply({ bytes, limits, list, known }: SheetJob): SheetReply {
  const parsed = parseOrRefusal(bytes, limits)
  if ('refused' in parsed) return parsed
  const { rows, ...sheet } = parsed
  const read = LISTS[list] as (rows: readonly SheetRow[], known: Known<ListName>) => List<ListName>
  return { list: read(rows, known), ...sheet }
}

function parseOrRefusal(bytes: Uint8Array, limits: SheetLimits): ParsedSheet | { refused: RefusalCode } {
  try {
    return parseSheet(bytes, limits)
  } catch (error) {
    return { refused: error instanceof SheetRefused ? error.code : 'damaged' }
  }
}
