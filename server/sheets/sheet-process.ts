import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ParsedSheet } from './parse-sheet.ts'
import type { RefusalCode, SheetLimits } from './sheet-limits.ts'

export type SheetRefusal = { refused: RefusalCode }
export type SheetReply = ParsedSheet | SheetRefusal
export type SheetJob = { bytes: Uint8Array; limits: SheetLimits }

const ABORTED = 128
/**
 * Behind requests, and not behind all else: of a processor that it shares it gets a quarter. With 10, a tenth, a file of
 * some hundred rows was not read in its time on a machine with much to do.
 */
const NICENESS = 5
const CHILD = fileURLToPath(new URL('./sheet-child.ts', import.meta.url))

/** A process with the parser loaded, which takes one file and nothing else. */
export type SheetProcess = {
  parse(job: SheetJob, timeLimitMs: number): Promise<SheetReply>
  end(): void
  ended: boolean
}

/**
 * Starts a process for one file, with a memory limit of its own and none of our environment, where secrets may stand.
 * While it is idle it keeps nobody from exiting.
 */
export function startSheetProcess(memoryMb: number): SheetProcess {
  const child = fork(CHILD, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-proto=delete'],
    env: process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  const started: SheetProcess = {
    ended: false,
    end: kill,
    parse: (job, timeLimitMs) => parseIn(child, job, timeLimitMs).finally(kill),
  }
  process.once('exit', kill)
  child.once('exit', () => {
    started.ended = true
    process.off('exit', kill)
  })
  // An error here is followed by the exit of the process; the job that waits for it learns it there.
  child.on('error', () => {
    started.ended = true
  })
  yieldTo(child)
  child.unref()
  child.channel?.unref()
  return started
}

/** Hostile files may keep a core busy for seconds; requests come first. */
function yieldTo(child: ChildProcess) {
  if (child.pid === undefined) return
  try {
    setPriority(child.pid, NICENESS)
  } catch {
    // It has ended already, which `exit` tells.
  }
}

/**
 * A process that is aborted over a file, by itself or by the system, has run out of memory: the file is too large for
 * us. One that ends on its own is broken, and that is our fault: rejects.
 */
function parseIn(child: ChildProcess, job: SheetJob, timeLimitMs: number): Promise<SheetReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SheetReply>()
  const timer = setTimeout(() => resolve({ refused: 'too-slow' }), timeLimitMs)
  child.ref()
  child.channel?.ref()
  child.once('message', (reply) => resolve(reply as SheetReply))
  child.once('exit', (code) => {
    if (code === null || code >= ABORTED) resolve({ refused: 'too-large' })
    else reject(new Error(`the process that reads spreadsheets ended with code ${code}`))
  })
  child.once('error', reject)
  child.send(job, (error) => error && child.exitCode === null && child.signalCode === null && reject(error))
  return promise.finally(() => clearTimeout(timer))
}
