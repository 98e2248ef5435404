// `npm test [file …] [--test-name-pattern=…]`: runs the tests on a PostgreSQL server of its own and removes it again.
// A file is named by any part of its path: `npm test -- server/c4`.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve, sep } from 'node:path'
import { findChromium, findHeadlessShell, findPostgres, missingPrograms } from './find-programs.mjs'
import { type Cluster, startCluster } from './postgres-cluster.ts'

const rooms = ['domain', 'contract', 'server', 'web', 'scripts', 'e2e', 'bench', 'reliability', 'fuzz']
// Per test and per file: a hanging test ends, and a machine ten times slower than usual gets through.
const timeoutMs = 900_000
// Browser, server and PostgreSQL share the processors with the tests.
const concurrency = 2
// Tests that measure what a key costs the page, or for how long a server keeps others waiting, run by themselves.
const measured = [
  'bench/late.test.ts',
  'e2e/document-grid.test.ts',
  'e2e/large-catalogue.test.ts',
  'reliability/hostile-requests.test.ts',
]

const started = performance.now()
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const flags = process.argv.slice(2).filter((word) => word.startsWith('-'))

const all = globSync(['*.test.ts', ...rooms.map((room) => `${room}/**/*.test.ts`)]).map((file) =>
  file.split(sep).join('/'),
)
const files = all.filter((file) => !words.length || words.some((word) => file.includes(word))).sort()
if (!files.length) {
  console.error(`No test file matches ${words.join(', ')}.`)
  process.exit(1)
}

process.exitCode = await runTests()

async function runTests() {
  const missing = missingPrograms()
  if (missing.length && /^(1|true)$/i.test(process.env.CI ?? '')) {
    console.error(missing.join('\n'))
    return 1
  }
  let stopped: NodeJS.Signals | undefined
  let interrupt = (signal: NodeJS.Signals) => {
    stopped = signal
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, (name) => interrupt(name))

  const cluster = await ownCluster()
  try {
    if (stopped) return 128 + constants.signals[stopped]
    // Compiled once for all tests and the servers that they start: half of the time until a server answers.
    const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'), ...process.env }
    const chromium = findChromium()
    if (chromium) env.TEST_CHROMIUM = chromium
    const shell = findHeadlessShell()
    if (shell) env.TEST_HEADLESS_SHELL = shell
    if (cluster) env.TEST_DATABASE_URL = cluster.url
    let code = 0
    for (const [some, atOnce] of [
      [files.filter((file) => measured.includes(file)), 1],
      [files.filter((file) => !measured.includes(file)), concurrency],
    ] as const) {
      if (some.length === 0 || stopped) continue
      const limits = [`--test-timeout=${timeoutMs}`, `--test-concurrency=${atOnce}`]
      const args = ['--test', '--test-reporter=spec', ...limits, ...flags, ...some]
      // A group of its own: whatever a test has started goes with it.
      const tests = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
      interrupt = (signal) => {
        stopped = signal
        killGroup(tests.pid, 'SIGKILL')
      }
      const status = await new Promise<number>((resolve) => tests.once('exit', (status) => resolve(status ?? 1)))
      killGroup(tests.pid, 'SIGKILL')
      code ||= status
    }
    return stopped ? 128 + constants.signals[stopped] : code
  } finally {
    await cluster?.stop()
    for (const sentence of missing) console.log(sentence)
    console.log(`${Math.round((performance.now() - started) / 1000)} s in total`)
  }
}

/** Only where a chosen test can make use of it, and where none was named from outside. */
async function ownCluster(): Promise<Cluster | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const programs = findPostgres()
  if (!programs || !files.some((file) => /^(server|scripts|e2e|bench|reliability|fuzz)\//.test(file))) return undefined
  return startCluster(programs)
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals) {
  if (!pid) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // Nothing of it is left.
  }
}
