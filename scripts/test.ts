// `npm test [word …] [--test-name-pattern=…]`: runs the tests on a PostgreSQL server of its own and removes it again.
// Words name files by any part of their path: `npm test -- server/c4`. `--deep` runs what takes longer.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTemplates } from '#server/testing-templates.ts'
import { type Costs, type Failure, treeSeconds } from './file-costs.ts'
import { findChromium, findHeadlessShell, findPostgres, missingPrograms } from './find-programs.mjs'
import { type Cluster, startCluster } from './postgres-cluster.ts'

/** How many files of a room share a process: to load the program costs most of them more than their tests. */
const classes: readonly { name: string; of: RegExp; together: number }[] = [
  { name: 'e2e', of: /^e2e\//, together: 8 },
  { name: 'server, scripts, fuzz', of: /^(server|scripts|fuzz)\//, together: 10 },
  { name: 'reliability', of: /^reliability\//, together: 4 },
  { name: 'bench', of: /^bench\//, together: 4 },
  { name: 'domain, contract, web', of: /./, together: Infinity },
]
/** These measure what a key costs the page, or for how long a server keeps others waiting: each runs while nothing else does. */
const measured = /^(bench\/(late|guard)|e2e\/key-times|reliability\/hostile-(requests|files))\./
/** Browser, server and PostgreSQL share the processors with the tests. */
const atOnce = 2
/**
 * The time of `npm test`, and `paceSeconds` on the same machine at the same time. It fails where it takes a fifth more.
 */
const recorded = { seconds: 1040, pace: 0.057 }
const MOST = 1.2
const DEAREST = 10
const [RUN_FILES, CHANCE] = ['#scripts/run-files.ts', '#scripts/fixed-chance.ts'].map((name) =>
  fileURLToPath(import.meta.resolve(name)),
) as [string, string]

const started = performance.now()
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const isDeep = process.argv.includes('--deep')
const flags = process.argv.slice(2).filter((word) => word.startsWith('-') && word !== '--deep')

const all = globSync(['*.test.ts', '{domain,contract,server,web,scripts,e2e,bench,reliability,fuzz}/**/*.test.ts'])
  .map((file) => file.split(sep).join('/'))
  .sort()
const files = all.filter((file) => (words.length ? words.some((word) => file.includes(word)) : isWanted(file)))
if (!files.length) {
  console.error(`No test file matches ${words.join(', ')}.`)
  process.exit(1)
}

/**
 * `x.deep.test.ts` belongs to `npm run test:deep` alone. A file that does more there, or tries other values of chance
 * (server/testing-depth.ts), belongs to both.
 */
function isWanted(file: string) {
  const deepAlone = file.endsWith('.deep.test.ts')
  if (!isDeep) return !deepAlone
  return deepAlone || /\b(isDeep|anyEngine|lookAtEverySize|SCALE|CRASHES|fc\.assert)\b/.test(readFileSync(file, 'utf8'))
}

/** Files that run in one process, process by process; those that measure have one each, and are the first. */
function groups(): { alone: string[][]; beside: string[][] } {
  const alone = files.filter((file) => measured.test(file)).map((file) => [file])
  const beside: string[][] = []
  let rest = files.filter((file) => !measured.test(file))
  for (const { of, together } of classes) {
    const some = rest.filter((file) => of.test(file))
    rest = rest.filter((file) => !of.test(file))
    const count = Math.ceil(some.length / together) || Math.sign(some.length)
    // Neighbours in a room take about as long: dealt out in turn, no process ends far behind.
    for (let at = 0; at < count; at++) beside.push(some.filter((_, index) => index % count === at))
  }
  return { alone, beside }
}

async function runTests() {
  const missing = missingPrograms()
  if (missing.length && /^(1|true)$/i.test(process.env.CI ?? '')) {
    console.error(missing.join('\n'))
    return 1
  }
  let stopped: NodeJS.Signals | undefined
  const kills = new Set<() => void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopped = signal
      for (const kill of kills) kill()
    })

  const cluster = await ownCluster()
  const folder = mkdtempSync(join(tmpdir(), 'templates-'))
  const costs = new Map<string, number>()
  const spent = new Map<string, Spent>()
  const failed: Failure[] = []
  const paces: number[] = []
  try {
    if (stopped) return 128 + constants.signals[stopped]
    const env = await environment(folder, cluster?.url)
    const { alone, beside } = groups()
    const streamed = alone.length + beside.length === 1
    const work = async (queue: string[][]) => {
      for (let some = queue.shift(); some && !stopped; some = queue.shift()) {
        const began = performance.now()
        const result = await runGroup(some, { env, folder, streamed, kills })
        const seconds = (performance.now() - began) / 1000
        addSpent(spent, some, seconds, result)
        for (const [file, seconds] of Object.entries(result.files)) costs.set(file, (costs.get(file) ?? 0) + seconds)
        failed.push(...result.failed)
        paces.push(paceSeconds())
      }
    }
    await work(alone)
    await Promise.all(Array.from({ length: atOnce }, () => work(beside)))
    if (stopped) return 128 + constants.signals[stopped]
  } finally {
    if (cluster) costs.set('PostgreSQL', treeSeconds(cluster.pid))
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
    for (const sentence of missing) console.log(sentence)
  }
  const isDear = report(costs, spent, paces)
  for (const { file, name, error } of failed) console.log(`Failed: ${file}, ${name}\n${error}`)
  return failed.length > 0 || isDear ? 1 : 0
}

/** The environment of tests and of the servers that they start. */
async function environment(folder: string, databaseUrl: string | undefined): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = {
    // Compiled once for all tests and the servers that they start: half of the time until a server answers.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
    // The servers are started as built.
    NODE_OPTIONS: '--conditions=built --enable-source-maps',
    TEST_DEEP: isDeep ? '1' : '',
    ...process.env,
  }
  const chromium = findChromium()
  if (chromium) env.TEST_CHROMIUM = chromium
  const shell = findHeadlessShell()
  if (shell) env.TEST_HEADLESS_SHELL = shell
  if (databaseUrl) env.TEST_DATABASE_URL = databaseUrl
  return files.some(needsStore) ? { ...env, ...(await makeTemplates(folder, databaseUrl)) } : env
}

type Run = { env: NodeJS.ProcessEnv; folder: string; streamed: boolean; kills: Set<() => void> }

/**
 * Runs these files in one process, one after the other. Its output is printed when it ends, or at once when `streamed`.
 */
async function runGroup(some: string[], { env, folder, streamed, kills }: Run): Promise<Costs> {
  const told = join(mkdtempSync(join(folder, 'run-')), 'costs')
  const tries = some.some((file) => readFileSync(file, 'utf8').includes('fast-check'))
  // The module is given as a file, not by `--import`: threads of the program would load that too.
  const chance = tries && !isDeep ? [CHANCE] : []
  // A group of its own: whatever a test has started goes with it.
  const tests = spawn(process.execPath, [...flags, RUN_FILES, told, ...chance, ...some], {
    env,
    stdio: ['ignore', streamed ? 'inherit' : 'pipe', 'inherit'],
    detached: true,
  })
  const kill = () => killGroup(tests.pid)
  kills.add(kill)
  const printed: Buffer[] = []
  tests.stdout?.on('data', (bytes: Buffer) => printed.push(bytes))
  const status = await new Promise<number>((done) => tests.once('close', (code) => done(code ?? 1)))
  kill()
  kills.delete(kill)
  process.stdout.write(Buffer.concat(printed))
  const { files, failed } = costsIn(told)
  const short = (file: string) => relative('.', file).split(sep).join('/')
  return {
    files: Object.fromEntries(Object.entries(files).map(([file, seconds]) => [short(file), seconds])),
    failed:
      status !== 0 && failed.length === 0
        ? [{ file: some.join(', '), name: `ended with ${status}`, error: 'No test of these failed.' }]
        : failed.map((one) => ({ ...one, file: short(one.file) })),
  }
}

function costsIn(file: string): Costs {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The process ended before it wrote its costs.
    return { files: {}, failed: [] }
  }
}

/** Seconds of processor of a class, and those that passed from the start of each of its processes to its end. */
type Spent = { processor: number; passed: number }

function addSpent(spent: Map<string, Spent>, some: readonly string[], seconds: number, { files }: Costs) {
  const name = classes.find(({ of }) => of.test(some[0] ?? ''))?.name ?? ''
  const { processor, passed } = spent.get(name) ?? { processor: 0, passed: 0 }
  const more = Object.values(files).reduce((sum, cost) => sum + cost, 0)
  spent.set(name, { processor: processor + more, passed: passed + seconds })
}

/** Says what the run has cost, and whether that is a fifth more than what is recorded of all of it. */
function report(
  costs: ReadonlyMap<string, number>,
  spent: ReadonlyMap<string, Spent>,
  paces: readonly number[],
): boolean {
  const { user, system } = process.cpuUsage()
  const seconds = [...costs.values()].reduce((sum, cost) => sum + cost, (user + system) / 1e6)
  const dearest = [...costs].filter(([, cost]) => cost >= 0.1).sort(([, a], [, b]) => b - a)
  if (dearest.length > 1) {
    console.log('The dearest, in seconds of processor:')
    for (const [file, cost] of dearest.slice(0, DEAREST)) console.log(`${cost.toFixed(1).padStart(7)}  ${file}`)
    console.log('Of each class, and how long its processes ran, which waited for the rest:')
    for (const [name, { processor, passed }] of spent)
      console.log(`${processor.toFixed(1).padStart(7)} of ${passed.toFixed(0)} s  ${name}`)
  }
  const pace = paces.toSorted((a, b) => a - b)[Math.floor(paces.length / 2)] ?? recorded.pace
  const passed = Math.round((performance.now() - started) / 1000)
  console.log(`${Math.round(seconds)} s of processor, at a pace of ${pace.toFixed(3)}, in ${passed} s`)
  // A slower machine may take more; a quicker one is not asked for less.
  const most = recorded.seconds * MOST * Math.max(1, pace / recorded.pace)
  if (isDeep || words.length || flags.length || seconds <= most) return false
  console.log(
    `That is more than ${Math.round(most)} s, a fifth above what is recorded (scripts/test.ts): what became dearer?`,
  )
  return true
}

/** Seconds of processor that the same piece of work takes now: they reveal a slow or a busy machine. */
function paceSeconds(): number {
  const before = process.cpuUsage()
  const words = Array.from({ length: 100_000 }, (_, at) => `${(at * 7919) % 100_003}`)
  const sorted = words.toSorted()
  JSON.parse(JSON.stringify(sorted))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** A cluster only for chosen tests that need one, and only where the environment names none. */
async function ownCluster(): Promise<Cluster | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const programs = findPostgres()
  if (!programs || !files.some(needsStore)) return undefined
  // Analysed by chance between two tests, which empty their tables and leave the pages: a join of 8,000 draws was then
  // planned as if there were one, and read sixteen million rows.
  return startCluster(programs, ['autovacuum=off'])
}

function needsStore(file: string) {
  return /^(server|scripts|e2e|bench|reliability|fuzz)\//.test(file)
}

function killGroup(pid: number | undefined) {
  if (!pid) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // No process of the group is left.
  }
}

process.exitCode = await runTests()
