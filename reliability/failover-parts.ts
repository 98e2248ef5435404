// The real parts of an installation that survives its machines, each a process of its own on this one: etcd, PostgreSQL
// under Patroni, HAProxy. They run on free ports of the loopback address, in one temporary folder, not as root.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#scripts/free-port.ts'
import { ownerOfTheServer } from '#scripts/postgres-cluster.ts'

const READY_MS = 60_000
const STOP_MS = 15_000
const POLL_MS = 100
/** They guard nothing: the installation lives on the loopback address for two minutes. */
const SUPERUSER = 'postgres'
const PASSWORD = 'proba'

const deployed = (file: string) => fileURLToPath(new URL(`../deploy/${file}`, import.meta.url))

/** A part of the installation; its output goes to a file. */
type Part = { readonly pid: number; readonly log: string; kill(): Promise<void>; stop(): Promise<void> }

export type Node = {
  readonly name: string
  /** Of its PostgreSQL: host and port. */
  readonly address: string
  /** The port of Patroni, which says whether this is the primary. */
  readonly rest: number
  start(): void
  /** As when the machine loses its power: Patroni, PostgreSQL and each of its processes at once. */
  killMachine(): Promise<void>
  /** PostgreSQL alone, with all of its processes. */
  killPostgres(): void
  stop(): Promise<void>
}

/** Waits until `look` answers something other than null; throws what was waited for when that takes too long. */
export async function until<T>(what: string, look: () => Promise<T | null>, limitMs = READY_MS): Promise<T> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(POLL_MS)) {
    const found = await look().catch(() => null)
    if (found !== null) return found
  }
  throw new Error(`${what}: not within ${limitMs / 1000} s`)
}

function startPart(folder: string, name: string, program: string, args: string[], env: Record<string, string>): Part {
  const log = join(folder, `${name}.log`)
  const output = openSync(log, 'a')
  const child = spawn(program, args, {
    ...ownerOfTheServer(),
    cwd: folder,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    detached: true,
    stdio: ['ignore', output, output],
  })
  const ended = once(child, 'exit')
  const running = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    if (running()) child.kill(signal)
    await ended
  }
  return {
    pid: child.pid as number,
    log,
    kill: () => end('SIGKILL'),
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await end('SIGTERM')
      clearTimeout(timer)
    },
  }
}

/** One etcd is enough to show what Patroni does with it; for real it is three. Answers its address. */
export async function startEtcd(folder: string): Promise<Part & { address: string }> {
  const [client, peer] = [await freePort(), await freePort()]
  const url = (port: number) => `http://127.0.0.1:${port}`
  const args = [
    ['--name', 'etcd'],
    ['--data-dir', ownedFolder(folder, 'etcd')],
    ['--listen-client-urls', url(client)],
    ['--advertise-client-urls', url(client)],
    ['--listen-peer-urls', url(peer)],
    ['--initial-advertise-peer-urls', url(peer)],
    ['--initial-cluster', `etcd=${url(peer)}`],
  ].flat()
  const part = startPart(folder, 'etcd-server', 'etcd', args, {})
  await until('etcd', async () => ((await fetch(`${url(client)}/health`)).ok ? true : null))
  return { ...part, address: `127.0.0.1:${client}` }
}

/** A node of the database, not started yet: PostgreSQL under Patroni as deploy/patroni.yml says. */
export async function newNode(folder: string, programs: string, name: string, etcd: string): Promise<Node> {
  const [postgres, rest] = [await freePort(), await freePort()]
  const data = ownedFolder(folder, name)
  const address = `127.0.0.1:${postgres}`
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
    PATRONI_POSTGRESQL_LISTEN: address,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: programs,
    PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
    PATRONI_SUPERUSER_USERNAME: SUPERUSER,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
  }
  let patroni: Part | null = null
  const killPostgres = () => {
    for (const pid of postgresOf(data)) process.kill(pid, 'SIGKILL')
  }
  return {
    name,
    address,
    rest,
    start() {
      patroni = startPart(folder, `patroni-${name}`, 'patroni', [deployed('patroni.yml')], env)
    },
    async killMachine() {
      await patroni?.kill()
      killPostgres()
    },
    killPostgres,
    async stop() {
      await patroni?.stop()
      killPostgres()
    },
  }
}

/** The DATABASE_URL of what listens at this address. */
export const urlAt = (address: string, database: string): string =>
  `postgres://${SUPERUSER}:${PASSWORD}@${address}/${database}`

/** The server of this data folder and its processes; none when it does not run. */
function postgresOf(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const server = Number.parseInt(readFileSync(file, 'utf8'), 10)
  // The file outlives a server that was killed, and its number may be another process's by now.
  if (!existsSync(`/proc/${server}/cmdline`)) return []
  if (!readFileSync(`/proc/${server}/cmdline`, 'utf8').includes(data)) return []
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' })
  return [server, ...listed.split('\n').filter(Boolean).map(Number)]
}

/**
 * HAProxy as deploy/haproxy.cfg says, in front of two instances, `web`, and of two nodes of the database, `database`; its
 * log holds the faults.
 */
export async function startBalancer(
  folder: string,
  instances: readonly [string, string],
  nodes: readonly [Node, Node],
) {
  const [web, database] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  const [ZALIHE_1, ZALIHE_2] = instances
  const [one, two] = nodes
  const env = {
    ...{ ZALIHE_BIND: web, ZALIHE_1, ZALIHE_2, ZALIHE_UNPRIVILEGED: '1' },
    ...{ DATABASE_BIND: database, DATABASE_1: one.address, DATABASE_2: two.address },
    ...{ PATRONI_1: String(one.rest), PATRONI_2: String(two.rest) },
  }
  const part = startPart(folder, 'haproxy', 'haproxy', ['-db', '-f', deployed('haproxy.cfg')], env)
  return { ...part, url: `http://${web}`, database }
}

function ownedFolder(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  const owner = ownerOfTheServer()
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}
