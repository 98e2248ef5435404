// C1 saves over HTTP on PostgreSQL, by one instance and by two, beside the commits
// that the same server does for pgbench: one row and one fsync each. A ratio of 0.1 says that a whole C1 save, some 130
// rows, costs as much as ten bare commits.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { signUp } from '#reliability/http-client.ts'
import { startServer } from '#reliability/server-process.ts'
import { findPostgres } from '#scripts/find-programs.mjs'
import { startCluster } from '#scripts/postgres-cluster.ts'
import { clientOf, type Measured, measure } from './client.ts'
import type { Figure } from './figures.ts'
import { c1Body, c4Body, enterCatalogue } from './saves.ts'
import { workload } from './workload.ts'

const CONNECTIONS = [1, 32]
const INSTANCES = [1, 2]
/** C1 documents per figure. */
const DOCUMENTS = 400
const FILL_CONNECTIONS = 8
const PGBENCH_SECONDS = 5
const BASE = 'osnova'

/** What the second instance shall bring, where the machine has the cores for two and PostgreSQL. */
const GAIN = 1.6
const CORES = 6

type Saves = { connections: number; instances: number; c1: Measured; commits: number }

/** Measures on a PostgreSQL server of its own; nothing without one on this machine. */
export async function postgres(documents = DOCUMENTS): Promise<Figure[]> {
  const programs = findPostgres()
  if (!programs) return []
  const cluster = await startCluster(programs)
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const token = await fill(cluster.url, dataDir)
    const measured: Saves[] = []
    for (const connections of CONNECTIONS) {
      for (const instances of INSTANCES) {
        const commits = await commitRate(programs, cluster.url, connections)
        const c1 = await measureSaves({ url: cluster.url, dataDir, token, documents, connections, instances })
        measured.push({ connections, instances, c1, commits })
      }
    }
    return figuresOf(measured)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await cluster.stop()
  }
}

function figuresOf(measured: readonly Saves[]): Figure[] {
  const cores = availableParallelism()
  const figures = measured.map(({ connections, instances, c1, commits }) => ({
    figure: `C1 save, ${connections} connections, ${instances === 1 ? 'one instance' : `${instances} instances`}`,
    measured:
      `${c1.perSecond.toFixed(0)}/s, p50 ${c1.p50Ms.toFixed(1)} ms, p99 ${c1.p99Ms.toFixed(1)} ms, ` +
      `${(c1.perSecond / commits).toFixed(3)} of pgbench's ${commits.toFixed(0)} commits/s`,
    goal: 'beside pgbench',
    ok: true,
  }))
  const [one = Number.NaN, two = Number.NaN] = measured.slice(-INSTANCES.length).map(({ c1 }) => c1.perSecond)
  const gain = {
    figure: 'two instances ÷ one, 32 connections',
    measured: `${(two / one).toFixed(2)} on ${cores} cores, which PostgreSQL and the clients share`,
    goal: `≥ ${GAIN} where there are ${CORES} cores`,
    ok: two / one >= GAIN || cores < CORES,
  }
  return [...figures, gain]
}

type Run = { url: string; dataDir: string; token: string; documents: number; connections: number; instances: number }

/** A copy of the filled database for each figure: every one of them saves the same documents into the same stock. */
async function measureSaves({ url, dataDir, token, documents, connections, instances }: Run): Promise<Measured> {
  const name = `mera_${connections}_${instances}`
  await onServer(url, `create database ${name} template ${BASE}`)
  const servers = await Promise.all(
    Array.from({ length: instances }, () => startServer({ dataDir, databaseUrl: databaseOf(url, name) })),
  )
  try {
    const perInstance = Math.ceil(connections / instances)
    const calls = servers.map((server) =>
      clientOf(Number(new URL(server.url).port), perInstance, { authorization: `Bearer ${token}` }),
    )
    let next = 0
    return await measure(workload().c1.slice(0, documents), connections, (document) => {
      const call = calls[next++ % calls.length] as (typeof calls)[number]
      return call('POST', '/api/c1', c1Body(document), { prefer: 'return=minimal' })
    })
  } finally {
    for (const server of servers) await server.stop()
    await onServer(url, `drop database ${name} with (force)`)
  }
}

/** Enters the catalogue and all C4 documents into the database that the others are copied from; answers a session. */
async function fill(url: string, dataDir: string): Promise<string> {
  await onServer(url, `create database ${BASE}`)
  const server = await startServer({ dataDir, databaseUrl: databaseOf(url, BASE) })
  const token = await signUp(server.url)
  const call = clientOf(Number(new URL(server.url).port), FILL_CONNECTIONS, { authorization: `Bearer ${token}` })
  await enterCatalogue(call)
  await measure(workload().c4, FILL_CONNECTIONS, (document) => call('POST', '/api/c4', c4Body(document)))
  await server.stop()
  await onServer(url, 'vacuum analyze', BASE)
  return token
}

/** Commits per second, of one row each. */
async function commitRate(programs: string, url: string, connections: number): Promise<number> {
  await onServer(url, 'create table if not exists potvrda (broj int)')
  const { hostname, port, username } = new URL(url)
  const place = ['-h', hostname, '-p', port, '-U', username, 'postgres']
  const load = ['-n', '-c', String(connections), '-j', String(Math.min(connections, 2)), '-T', String(PGBENCH_SECONDS)]
  const output = execFileSync(join(programs, 'pgbench'), [...load, '-f', '-', ...place], {
    input: 'insert into potvrda values (1);\n',
    encoding: 'utf8',
    stdio: 'pipe',
  })
  return Number(/tps = ([\d.]+)/.exec(output)?.[1])
}

const databaseOf = (url: string, name: string): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function onServer(url: string, statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client(databaseOf(url, database))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
