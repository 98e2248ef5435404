import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** `pid` is that of a process which has started all others of the server. */
export type Cluster = { url: string; pid: number; stop: () => Promise<void> }

/**
 * Starts a PostgreSQL server of our own in a temporary folder, on a free port of this machine only, with more settings
 * where some are given. It sorts text by language, as a customer's server would, so that a query which counts on the
 * order of bytes fails here first.
 */
export async function startCluster(programs: string, more: readonly string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const owner = ownerOfTheServer()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  try {
    const port = await freePort()
    return await startIn(folder, { programs, port, owner, more })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

type Start = { programs: string; port: number; owner: Owner | undefined; more: readonly string[] }

async function startIn(folder: string, { programs, port, owner, more }: Start): Promise<Cluster> {
  const data = join(folder, 'data')
  const log = join(folder, 'server.log')
  const language = ['--locale-provider=icu', '--icu-locale=und']
  execFileSync(
    join(programs, 'initdb'),
    // Only the creation of the empty cluster skips the sync to disk; the server itself runs with fsync on.
    ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', ...language, '-A', 'trust', '--no-sync'],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`]
  settings.push('max_connections=200', ...more)
  // The shell waits on a pipe from this process. However this process ends, the pipe closes with it, and the shell
  // stops the server and removes the folder: nothing is left over even after a SIGKILL.
  const keeper = spawn(
    'sh',
    [
      '-c',
      'log=$1; folder=$2; shift 2; "$@" >"$log" 2>&1 & server=$!; cat >/dev/null; ' +
        'kill -INT $server 2>/dev/null; wait $server; cd / && rm -rf "$folder"',
      'keeper',
      log,
      folder,
      join(programs, 'postgres'),
      '-D',
      data,
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    // In a group of its own, so that Ctrl-C reaches the tests first and the server last.
    { ...owner, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'inherit'] },
  )
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  const stop = async () => {
    keeper.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(data, log)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid: keeper.pid ?? 0, stop }
}

async function untilReady(data: string, log: string) {
  const status = join(data, 'postmaster.pid')
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(25)) {
    // The server itself writes here what pg_ctl waits for.
    if (existsSync(status) && /^ready\s*$/m.test(readFileSync(status, 'utf8'))) return
    if (existsSync(log) && /FATAL|PANIC/.test(readFileSync(log, 'utf8'))) break
  }
  throw new Error(`PostgreSQL did not start:\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`)
}

export type Owner = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; then it runs as the user its package made, or as nobody. */
export function ownerOfTheServer(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (what: string) => Number(execFileSync('id', [what, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user here: the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody')
}
