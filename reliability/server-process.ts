// The real server as a process of its own, which can be killed at any moment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ALLOCATOR, NODE_ARGS } from '#scripts/start-settings.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
/** When nobody waits any longer; how soon it must answer is another matter (crashes.ts). */
const START_TIMEOUT_MS = 120_000
/** Longer than the longest DRAIN_SECONDS of a test. */
const STOP_TIMEOUT_MS = 90_000
/** Where the data lie, what else the server's environment says, and a program that starts it, e.g. strace. */
export type ServerSettings = {
  dataDir: string
  databaseUrl?: string | undefined
  env?: Record<string, string>
  under?: readonly string[]
}

export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** From the start of the process to its first answer over HTTP. */
  readonly readyMs: number
  /**
   * How much of that it, or we who wait for it, could have run and had no processor, because others had them all: the
   * two take turns. 0 where no one counts it.
   */
  readonly heldUpMs: number
  /** Ends it without any warning; nothing in the process gets to run. */
  kill(): Promise<void>
  /** Ends it as an operator would. */
  stop(): Promise<void>
  output(): string
}

/** A server that may still be on its way: `ready` resolves with its first answer, `kill` works from the start. */
export type Starting = { readonly ready: Promise<ServerProcess>; kill(): Promise<void> }

/** Starts the server on a free port. `ready` rejects, with what it printed, when it ends before it answers. */
export function beginServer({ dataDir, databaseUrl = '', env = {}, under = [] }: ServerSettings): Starting {
  const started = performance.now()
  const ownBefore = heldUpMs(process.pid)
  const [program = '', ...args] = [...under, process.execPath, ...NODE_ARGS]
  const child = spawn(program, args, {
    cwd: project,
    env: {
      ...process.env,
      ...ALLOCATOR,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let printed = ''
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exit
  }
  const address = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const port = /http:\/\/\S+:(\d+)["\n]/.exec(printed)?.[1]
        if (!port) return
        clearTimeout(timer)
        resolve(`http://127.0.0.1:${port}`)
      })
    }
    void exit.then(([code, signal]) => {
      clearTimeout(timer)
      const after = Math.round(performance.now() - started)
      reject(new Error(`The server ended (${code ?? signal}) after ${after} ms, before it answered:\n${printed}`))
    })
  })
  const ready = address.then(async (url): Promise<ServerProcess> => {
    const answer = await fetch(`${url}/api/health`)
    if (!answer.ok) throw new Error(`/api/health answers ${answer.status}: ${await answer.text()}`)
    return {
      url,
      pid: child.pid as number,
      readyMs: performance.now() - started,
      heldUpMs: heldUpMs(child.pid as number) + heldUpMs(process.pid) - ownBefore,
      kill: () => end('SIGKILL'),
      async stop() {
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
        await end('SIGTERM')
        clearTimeout(timer)
      },
      output: () => printed,
    }
  })
  return { ready, kill: () => end('SIGKILL') }
}

/** Starts the server and waits for it. */
export const startServer = (settings: ServerSettings): Promise<ServerProcess> => beginServer(settings).ready

/** How long the main thread of a process could have run and had no processor, since it began, where Linux counts it. */
export const heldUpMs = (pid: number): number => {
  const counted = `/proc/${pid}/schedstat`
  return existsSync(counted) ? Number(readFileSync(counted, 'utf8').split(' ')[1]) / 1e6 : 0
}

/** A clock, in milliseconds, that goes only while this thread has a processor: not while it waits for one or for the disk. */
export function ownTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
