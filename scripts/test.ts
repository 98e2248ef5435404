// `npm test [file …] [--test-name-pattern=…]`: runs the tests on a PostgreSQL server of its own and removes it again.
// A file is named by any part of its path: `npm test -- server/c4`.
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { makeTemplates } from '#server/testing-templates.ts'
import { findChromium, findHeadlessShell, findPostgres, missingPrograms } from './find-programs.mjs'
import { type Cluster, startCluster } from './postgres-cluster.ts'

const rooms = ['domain', 'contract', 'server', 'web', 'scripts', 'e2e', 'bench', 'reliability', 'fuzz']
// Per test: a hanging one ends, and a machine ten times slower than usual gets through.
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

/**
 * Up to so many failed files run once more, alone, before they are believed. A machine that stands still for seconds
 * breaks some time limit in a full run. What is broken fails again, and is red.
 */
const MOST_SUSPECTS = 3

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

const needsStore = (file: string) => /^(server|scripts|e2e|bench|reliability|fuzz)\//.test(file)

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
  const folder = mkdtempSync(join(tmpdir(), 'templates-'))
  try {
    if (stopped) return 128 + constants.signals[stopped]
    // Compiled once for all tests and the servers that they start: half of the time until a server answers.
    const env: NodeJS.ProcessEnv = {
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
      // What they start is started as built.
      NODE_OPTIONS: '--conditions=built --enable-source-maps',
      ...process.env,
    }
    const chromium = findChromium()
    if (chromium) env.TEST_CHROMIUM = chromium
    const shell = findHeadlessShell()
    if (shell) env.TEST_HEADLESS_SHELL = shell
    if (cluster) env.TEST_DATABASE_URL = cluster.url
    if (files.some(needsStore)) Object.assign(env, await makeTemplates(folder, cluster?.url))
    const run = (some: readonly string[], atOnce: number) =>
      runFiles(some, atOnce, env, (kill) => {
        interrupt = (signal) => {
          stopped = signal
          kill()
        }
      })
    const suspects = [
      ...(await run(
        files.filter((file) => measured.includes(file)),
        1,
      )),
      ...(stopped
        ? []
        : await run(
            files.filter((file) => !measured.includes(file)),
            concurrency,
          )),
    ]
    let failed: readonly string[] = suspects
    if (suspects.length > 0 && suspects.length <= MOST_SUSPECTS && !stopped) {
      console.log(`Once more, alone: ${suspects.join(', ')}`)
      failed = await run(suspects, 1)
    }
    const passed = suspects.filter((file) => !failed.includes(file))
    if (passed.length > 0) console.log(`Failed beside others, passed alone: ${passed.join(', ')}`)
    const code = failed.length > 0 ? 1 : 0
    return stopped ? 128 + constants.signals[stopped] : code
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
    for (const sentence of missing) console.log(sentence)
    console.log(`${Math.round((performance.now() - started) / 1000)} s in total`)
  }
}

/**
 * Runs these files, so many at once, and answers those in which a test failed; all of them where the runner itself did.
 * `onStart` is given what ends it, with whatever a test has started.
 */
async function runFiles(
  some: readonly string[],
  atOnce: number,
  env: NodeJS.ProcessEnv,
  onStart: (kill: () => void) => void,
): Promise<readonly string[]> {
  if (some.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const list = join(folder, 'failed')
  const reporters = ['spec', './scripts/failed-files.mjs'].map((name) => `--test-reporter=${name}`)
  const destinations = ['stdout', list].map((place) => `--test-reporter-destination=${place}`)
  const limits = [`--test-timeout=${timeoutMs}`, `--test-concurrency=${atOnce}`]
  const args = ['--test', ...reporters, ...destinations, ...limits, ...flags, ...some]
  // A group of its own: whatever a test has started goes with it.
  const tests = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  onStart(() => killGroup(tests.pid, 'SIGKILL'))
  const status = await new Promise<number>((done) => tests.once('exit', (code) => done(code ?? 1)))
  killGroup(tests.pid, 'SIGKILL')
  const told = existsSync(list) ? readFileSync(list, 'utf8') : ''
  rmSync(folder, { recursive: true, force: true })
  if (status === 0) return []
  const failed = some.filter((file) => told.includes(`${resolve(file)}\n`))
  return failed.length > 0 ? failed : some
}

/** Only where a chosen test can make use of it, and where none was named from outside. */
async function ownCluster(): Promise<Cluster | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const programs = findPostgres()
  if (!programs || !files.some(needsStore)) return undefined
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
