import { fileURLToPath } from 'node:url'
import { type JobProcess, startJobProcess } from './job-process.ts'
import type { ParsedSheet } from './parse-sheet.ts'
import type { RefusalCode, SheetLimits } from './sheet-limits.ts'

export type SheetRefusal = { refused: RefusalCode }
export type SheetReply = ParsedSheet | SheetRefusal
export type SheetJob = { bytes: Uint8Array; limits: SheetLimits }

/** A process with the parser loaded, which takes one file and nothing else. */
export type SheetProcess = JobProcess<SheetJob, SheetReply>

const CHILD = fileURLToPath(new URL('./sheet-child.ts', import.meta.url))

/** Starts one that may take so much memory, and reads nothing yet. */
export const startSheetProcess = (memoryMb: number): SheetProcess =>
  startJobProcess(CHILD, { memoryMb, flags: ['--disable-proto=delete'] })
