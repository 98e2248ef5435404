// `npx node reliability/failover.ts`: an installation of several machines (docs/SCALING.md) on this one: etcd, two
// PostgreSQL under Patroni, HAProxy and two instances of the program. Six people work all the time, while the database's primary
// and then an instance are killed with -9. Ends with an error when writes stop for too long, when anything that was
// acknowledged is lost, or when a request fails that was not in flight on what was killed.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { seeded } from '#scripts/demo-random.ts'
import { findPostgres, onPath } from '#scripts/find-programs.mjs'
import { freePort } from '#scripts/free-port.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { compareWithServer } from './compare.ts'
import { type Node, newNode, startBalancer, startEtcd, until, urlAt } from './failover-parts.ts'
import { atWork, type People, type Sent } from './failover-people.ts'
import { callerOf, signUp } from './http-client.ts'
import { emptyLog, enterCatalogue } from './load.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { SEED } from './settings.ts'

const PEOPLE = 6
const MAX_PAUSE_MS = 15_000
/** Work before and after each kill. */
const CALM_MS = 5_000
const DATABASE = 'zalihe'
/** A line of HAProxy's log, which holds the troubled requests alone: who answered in the end, and how. */
const OUTCOME = / instances\/(\S+) [\d/+-]+ (\d{3}) /g

const began = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'failover-'))
chmodSync(folder, 0o777)
const cleanUps: (() => Promise<void>)[] = []
let ending: Promise<void> | undefined

const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Stops everything in the reverse order; the folder stays where something went wrong. */
async function end(code: number) {
  ending ??= (async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp().catch((error) => console.error(error))
    if (code === 0) rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  })()
  await ending
}

async function drill() {
  const programs = findPostgres()
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => !onPath(name))
  if (!programs || missing.length > 0)
    throw new Error(
      `${missing.join(', ') || 'PostgreSQL'} missing: apt-get install postgresql patroni etcd-server haproxy`,
    )
  say(`seed ${SEED}`)
  const etcd = await startEtcd(folder)
  cleanUps.push(() => etcd.stop())
  const nodes = [
    await newNode(folder, programs, 'pg1', etcd.address),
    await newNode(folder, programs, 'pg2', etcd.address),
  ] as const
  for (const node of nodes) {
    cleanUps.push(() => node.stop())
    node.start()
  }
  await createDatabase(nodes)
  say(`etcd and Patroni: ${await roles(nodes)}`)

  const ports = [await freePort(), await freePort()] as const
  const balancer = await startBalancer(folder, [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`], nodes)
  cleanUps.push(() => balancer.stop())
  const databaseUrl = urlAt(balancer.database, DATABASE)
  await until('the primary behind HAProxy', () => isAnswering(databaseUrl))
  const startInstance = async (port: number): Promise<ServerProcess> => {
    const instance = await startServer({ dataDir: folder, databaseUrl, env: { PORT: String(port), TRUST_PROXY: '1' } })
    cleanUps.push(() => instance.kill())
    return instance
  }
  const instances = await Promise.all([startInstance(ports[0]), startInstance(ports[1])])
  await until('HAProxy', async () => ((await fetch(`${balancer.url}/api/health`)).ok ? true : null))
  const caller = callerOf(balancer.url, await signUp(balancer.url))
  const start = emptyLog()
  await enterCatalogue(caller, start)
  say(`two instances behind HAProxy; ${PEOPLE} people begin to work`)
  const people = atWork(caller, PEOPLE, SEED, start)

  await killPrimary(nodes, people, 'PostgreSQL of the primary', async (node) => node.killPostgres())
  const dead = await killPrimary(nodes, people, 'the whole machine of the primary', (node) => node.killMachine())
  dead.start()
  say(`the machine of ${dead.name} comes back: ${await roles(nodes)}`)

  await killInstance(people, instances[0], balancer.log)
  await startInstance(ports[0])
  say('it is started again')
  await sleep(CALM_MS)

  const log = await people.finish()
  const failed = people.sent.filter(isFailed).length
  say(
    `the people stop: ${people.sent.length} requests, ${failed} of them failed; ${log.acknowledged} changes acknowledged`,
  )
  await compareWithServer(caller, log, seeded(SEED))
  say(`all of it is there: ${log.documents.size} documents, ${log.pdfs.size} PDFs, and nothing else`)
  const verdict = await verifyPlace({ databaseUrl, dataDir: folder })
  assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
  say(`verify: ${verdict.summary}`)
}

async function createDatabase(nodes: readonly Node[]) {
  await until('a primary', () => onPrimary(nodes, `create database ${DATABASE}`))
  await onPrimary(nodes, 'create extension amcheck', DATABASE)
}

/** Tries each node; answers what the one that takes writes said. */
async function onPrimary(nodes: readonly Node[], statement: string, database = 'postgres') {
  let failure: unknown
  for (const node of nodes) {
    const client = new pg.Client(urlAt(node.address, database))
    client.on('error', () => undefined)
    try {
      await client.connect()
      if ((await client.query('select pg_is_in_recovery() as standby')).rows[0].standby) continue
      return await client.query(statement)
    } catch (error) {
      failure = error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw failure
}

async function isAnswering(url: string): Promise<true> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  await client.end()
  return true
}

/** Waits until the primary has its synchronous standby. Answers both by name. */
async function roles(nodes: readonly Node[]): Promise<string> {
  const standby = await until('a synchronous standby', async () => {
    const found = await onPrimary(nodes, `select application_name from pg_stat_replication where sync_state = 'sync'`)
    return found.rows[0] ? String(found.rows[0].application_name) : null
  })
  const primary = nodes.find(({ name }) => name !== standby)
  return `${primary?.name} is the primary, ${standby} its synchronous standby`
}

async function primaryOf(nodes: readonly Node[]): Promise<Node> {
  const text = await roles(nodes)
  return nodes.find(({ name }) => text.startsWith(name)) as Node
}

const isFailed = ({ status }: Sent) => status === 0 || status >= 500
const isWrite = ({ method, status }: Sent) => method !== 'GET' && status >= 200 && status < 300
const countOf = (sent: readonly Sent[]) => sent.filter(isWrite).length

/** Kills the primary and waits until writes that were begun afterwards are acknowledged. Answers the node. */
async function killPrimary(nodes: readonly Node[], people: People, what: string, kill: (node: Node) => Promise<void>) {
  const primary = await primaryOf(nodes)
  const calm = countOf(people.sent)
  await sleep(CALM_MS)
  const rate = ((countOf(people.sent) - calm) / CALM_MS) * 1000
  const at = performance.now()
  await kill(primary)
  say(`kill -9: ${what} (${primary.name}), at ${rate.toFixed(0)} changes/s`)
  const first = await until('a write', async () => people.sent.find((one) => isWrite(one) && one.from > at) ?? null)
  const pause = first.to - at
  await sleep(CALM_MS)
  const failed = people.sent.filter((one) => one.to > at && isFailed(one)).length
  say(`writes go on after ${seconds(pause)}; ${failed} requests failed meanwhile`)
  assert.ok(pause <= MAX_PAUSE_MS, `writes stopped for ${seconds(pause)}`)
  if (what.startsWith('PostgreSQL')) say(`Patroni brings it back: ${await roles(nodes)}`)
  return primary
}

/** Kills an instance: requests in flight on it may fail, nothing else. */
async function killInstance(people: People, instance: ServerProcess, log: string) {
  await sleep(CALM_MS)
  const before = readFileSync(log, 'utf8').length
  const at = performance.now()
  await instance.kill()
  const dead = performance.now()
  say('kill -9: one instance')
  await sleep(CALM_MS)
  const since = people.sent.filter(({ from, to }) => to > at && from < at + CALM_MS)
  const inFlight = since.filter(({ from }) => from < dead)
  const failed = since.filter(isFailed)
  const outcomes = Array.from(readFileSync(log, 'utf8').slice(before).matchAll(OUTCOME), ([, server, status]) => ({
    server,
    status: Number(status),
  }))
  const again = outcomes.filter(({ status }) => status < 500).length
  say(`${inFlight.length} requests in flight on both; HAProxy had ${again} done by the other; ${failed.length} failed`)
  const later = failed.filter(({ from }) => from >= dead)
  assert.equal(later.length, 0, `${later.length} requests failed that were sent after the kill`)
  const elsewhere = outcomes.filter(({ server, status }) => status >= 500 && server === 'two')
  assert.equal(elsewhere.length, 0, 'a request failed on the instance that lives')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(1))
await drill().then(
  () => end(0),
  (error) => {
    console.error(error)
    console.error(`The logs of all parts: ${folder}`)
    return end(1)
  },
)
