// A reporter of the test runner, for files that share a process: what each has cost, and in which a test failed, as
// one line of JSON.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The cost of a group of files, in processor seconds, `loading` before the first of them; and its failed files. */
export type Costs = { files: Record<string, number>; failed: string[] }
type Told = { type: string; data: { file?: string; nesting?: number } }

export default async function* fileCosts(events: AsyncIterable<Told>) {
  const files: Record<string, number> = {}
  const failed = new Set<string>()
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
    if (type === 'test:fail') failed.add(isTest && data.file ? data.file : current)
  }
  settle()
  yield JSON.stringify({ files, failed: [...failed] } satisfies Costs)
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
