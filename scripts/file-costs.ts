// A reporter of the test runner, for files that share a process: what each has cost, and which tests failed, as one
// line of JSON.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A failed test, with the first lines of its error. */
export type Failure = { file: string; name: string; error: string }
/** The cost of a group of files, in processor seconds, `loading` before the first of them; and its failed tests. */
export type Costs = { files: Record<string, number>; failed: Failure[] }
type TestError = Error & { failureType?: string; cause?: unknown }
type Told = {
  type: string
  data: { file?: string; nesting?: number; name?: string; details?: { error?: TestError } }
}

const ERROR_LINES = 12

export default async function* fileCosts(events: AsyncIterable<Told>) {
  const files: Record<string, number> = {}
  const failed: Failure[] = []
  let current = 'loading'
  let before = 0
  const settle = () => {
    const now = treeSeconds(process.pid)
    files[current] = (files[current] ?? 0) + Math.max(0, now - before)
    before = now
  }
  for await (const { type, data } of events) {
    const isTest = data.file?.endsWith('.test.ts')
    // Only these two events come while it runs; a suite that a helper opens stands in the helper's file.
    if ((type === 'test:dequeue' || type === 'test:complete') && isTest && data.file && data.file !== current) {
      settle()
      current = data.file
    }
    // The browser and the servers of its tests still run at this moment.
    if (type === 'test:complete' && data.nesting === 0) settle()
    const error = data.details?.error
    // A suite fails with its tests, which say why.
    if (type === 'test:fail' && error?.failureType !== 'subtestsFailed')
      failed.push({ file: isTest && data.file ? data.file : current, name: data.name ?? '', error: firstLines(error) })
  }
  settle()
  yield JSON.stringify({ files, failed } satisfies Costs)
}

/** The runner wraps what a test threw. */
function firstLines(error: TestError | undefined): string {
  const { cause } = error ?? {}
  const thrown = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? error)
  return thrown.split('\n').slice(0, ERROR_LINES).join('\n')
}

/** Hertz of the kernel's clock of processes. */
const TICKS = 100

/** Processor seconds of a process, its children, and children that have ended; without /proc only its own. */
export function treeSeconds(root: number): number {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const parents = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
    parents.set(Number(name), { parent: Number(fields[1] ?? 0), ticks })
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (pid > 1 && parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0))
  let ticks = 0
  for (const [pid, one] of parents) if (isBelow(pid)) ticks += one.ticks
  return ticks / TICKS
}

/** The fields behind the name of the program, which may hold anything. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended meanwhile.
    return []
  }
}
