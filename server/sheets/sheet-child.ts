/**
 * Entry of the process that parses one file and is then ended by its parent: whatever the file did to the parser's
 * memory or prototypes ends with it, and no other file ever meets it.
 */
import { flushCompileCache } from 'node:module'
import { parseSheet } from './parse-sheet.ts'
import { SheetRefused } from './sheet-limits.ts'
import type { SheetJob, SheetReply } from './sheet-queue.ts'

process.on('disconnect', () => process.exit())
// Before it meets a file: a process that is killed keeps nothing of what it compiled, and the next one starts as slowly.
flushCompileCache()

process.on('message', ({ bytes, limits }: SheetJob) => {
  process.send?.(reply(() => parseSheet(bytes, limits)))
})

function reply(parse: () => SheetReply): SheetReply {
  try {
    return parse()
  } catch (error) {
    return { refused: error instanceof SheetRefused ? error.code : 'damaged' }
  }
}
