// C1 saves over HTTP on PostgreSQL, by one instance and by two, beside the commits
// that the same server does for pgbench: one row and one fsync each. A ratio of 0.1 says that a C1 save, some 115
// rows, costs as much as ten bare commits.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp } from '#reliability/http-client.ts'
import { startServer } from '#reliability/server-process.ts'
import { findPostgres } from '#scripts/find-programs.mjs'
import { startCluster } from '#scripts/postgres-cluster.ts'
import { databaseOf, onServer, postgresBooks } from './books.ts'
import { clientOf, type Measured, measure } from './client.ts'
import type { Figure } from './figures.ts'
import { imports, memory, size, start } from './large-figures.ts'
import { papers } from './papers.ts'
import { reads, worstOf } from './reads.ts'
import { C4_TIMES, c1Body, c4Body, drawnIn, EXACT_DRAWS, enterCatalogue } from './saves.ts'
import { workload } from './workload.ts'

const CONNECTIONS = [1, 32]
const INSTANCES = [1, 2]
const PGBENCH_SECONDS = 5
const BASE = 'osnova'
const PAPERS = 'papiri'

/** The gain of a second instance, where the machine has the cores for two and PostgreSQL. */
const GAIN = 1.6
const CORES = 6

type Saves = { connections: number; instances: number; c1: Measured; commits: number }
type Server = { readonly programs: string; readonly url: string; readonly dataDir: string }

/** Measures on a PostgreSQL server of its own; nothing without one on this machine. */
async function onPostgres(use: (server: Server) => Promise<Figure[]>): Promise<Figure[]> {
  const programs = findPostgres()
  if (!programs) return []
  const cluster = await startCluster(programs)
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return await use({ programs, url: cluster.url, dataDir })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await cluster.stop()
  }
}

/** Saves of C1 and C4, by one instance and by two, beside pgbench; and those with papers. */
export const postgres = (): Promise<Figure[]> =>
  onPostgres(async (server) => {
    const { token, c4 } = await fill(server)
    const measured: Saves[] = []
    let exact = ''
    for (const connections of CONNECTIONS) {
      for (const instances of INSTANCES) {
        const commits = await commitRate(server, connections)
        const run = await measureSaves({ ...server, token, connections, instances })
        measured.push({ connections, instances, c1: run.c1, commits })
        exact ||= run.exact
      }
    }
    await onServer(server.url, `create database ${PAPERS}`)
    return [...figuresOf(measured, c4, exact), ...(await papers(databaseOf(server.url, PAPERS)))]
  })

/** The figures that large books must not slow down, at a million lots; and the slowest reads there. */
export const postgresLarge = (): Promise<Figure[]> =>
  onPostgres(async ({ url, dataDir }) => {
    const books = await postgresBooks(url, dataDir)
    const figures: Figure[] = []
    for (const part of [start, size, imports, memory]) figures.push(...(await part(books)))
    return [...figures, ...worstOf(await reads(books.place))]
  })

function figuresOf(measured: readonly Saves[], c4: Measured, exact: string): Figure[] {
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
  const c1 = measured[0]?.c1.perSecond ?? Number.NaN
  return [
    ...figures,
    gain,
    {
      figure: 'C4 save, 10 lines, 1 connection',
      measured: `${(c4.perSecond / c1).toFixed(2)} × the C1 rate: ${c4.perSecond.toFixed(0)}/s`,
      goal: `≥ ${C4_TIMES} ×`,
      ok: c4.perSecond / c1 >= C4_TIMES,
    },
    { figure: 'exactness', measured: exact, goal: EXACT_DRAWS, ok: exact === EXACT_DRAWS },
  ]
}

type Run = Server & { token: string; connections: number; instances: number }

/** A copy of the filled database for each figure: every one of them saves the same documents into the same stock. */
async function measureSaves({ url, dataDir, token, connections, instances }: Run) {
  const name = `mera_${connections}_${instances}`
  await onServer(url, `create database ${name} template ${BASE}`)
  const place = { dataDir, databaseUrl: databaseOf(url, name) }
  const servers = await Promise.all(Array.from({ length: instances }, () => startServer(place)))
  try {
    const perInstance = Math.ceil(connections / instances)
    const calls = servers.map((server) =>
      clientOf(Number(new URL(server.url).port), perInstance, { authorization: `Bearer ${token}` }),
    )
    let next = 0
    const c1 = await measure(workload().c1, connections, (document) => {
      const call = calls[next++ % calls.length] as (typeof calls)[number]
      return call('POST', '/api/c1', c1Body(document), { prefer: 'return=minimal' })
    })
    return { c1, exact: await drawnIn(place) }
  } finally {
    for (const server of servers) await server.stop()
    await onServer(url, `drop database ${name} with (force)`)
  }
}

/** Enters the catalogue and all C4 documents into the database that the others are copied from; answers a session. */
async function fill({ url, dataDir }: Server): Promise<{ token: string; c4: Measured }> {
  await onServer(url, `create database ${BASE}`)
  const server = await startServer({ dataDir, databaseUrl: databaseOf(url, BASE) })
  const token = await signUp(server.url)
  const call = clientOf(Number(new URL(server.url).port), 1, { authorization: `Bearer ${token}` })
  await enterCatalogue(call)
  const c4 = await measure(workload().c4, 1, (document) => call('POST', '/api/c4', c4Body(document)))
  await server.stop()
  await onServer(url, 'vacuum analyze', BASE)
  return { token, c4 }
}

/** Commits per second, of one row each. */
async function commitRate({ programs, url }: Server, connections: number): Promise<number> {
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
