import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The reason why a worker gave no answer: it ran out of time or of memory. */
export type NoAnswer = 'too-slow' | 'too-large'
export type Refused<Why> = { readonly refused: Why }

/** Gets the progress of a job. */
export type Heard = (told: number) => void

/** A process or a thread that answers one job after another. An idle one does not keep the program from exiting. */
export type JobWorker<Job, Reply> = {
  /**
   * Rejects where the worker breaks, which is our fault. The caller ends the worker after any result but a reply.
   * `heard` gets each `told` that the worker sends as `{ told }` before its reply.
   */
  ask(job: Job, timeLimitMs: number, heard?: Heard): Promise<Reply | Refused<NoAnswer>>
  end(): void
  readonly ended: boolean
}

const ABORTED = 128
/**
 * The niceness of such a process, which gives way to requests. It gets a quarter of a processor that it shares. With 10
 * it gets a tenth: too little to read a file of some hundred rows in time on a busy machine.
 */
const NICENESS = 5
const LEAST_PRIORITY = constants.priority.PRIORITY_LOW

/** The variables that Node itself needs: the folder of compiled sources, and on Windows the folder of Windows. */
const ofNode = () =>
  Object.fromEntries(
    ['NODE_COMPILE_CACHE', 'SystemRoot'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )

/**
 * Starts `file` in a process with a memory limit and flags of Node of its own. It sees the given environment only,
 * because ours may hold secrets. It ends with the program.
 */
export function startProcess<Job extends object, Reply>(
  file: string,
  { memoryMb, env = {}, flags = [] }: { memoryMb: number; env?: NodeJS.ProcessEnv; flags?: readonly string[] },
): JobWorker<Job, Reply> {
  const child = fork(fileURLToPath(file), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...flags],
    env: { ...env, ...ofNode() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  giveWay(child.pid)
  return workerOf(child, {
    send: (job, failed) =>
      child.send(job, (error) => error && child.exitCode === null && child.signalCode === null && failed(error)),
    end,
    hold() {
      child.ref()
      child.channel?.ref()
    },
    release() {
      child.unref()
      child.channel?.unref()
    },
  })
}

/** Requests come first: hostile files may keep a core busy for seconds. */
function giveWay(pid: number | undefined) {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(LEAST_PRIORITY, getPriority() + NICENESS))
  } catch {
    // The process has ended already; `exit` reports it.
  }
}

/** Starts `file` in a thread, for trusted jobs: it gets data quicker than a process does. */
export function startThread<Job extends object, Reply>(
  file: string,
  { memoryMb, youngMb }: { memoryMb: number; youngMb: number },
): JobWorker<Job, Reply> {
  const thread = new Worker(new URL(file), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
  })
  return workerOf(thread, {
    send: (job) => thread.postMessage(job),
    end: () => void thread.terminate(),
    hold: () => thread.ref(),
    release: () => thread.unref(),
  })
}

type Means = {
  send(job: object, failed: (error: Error) => void): void
  end(): void
  hold(): void
  release(): void
}

/**
 * A job is too large where its process is aborted, by itself or by the system, or its thread reports that it is out of
 * memory. A worker that ends by itself in any other way is broken.
 */
function workerOf<Job extends object, Reply>(source: EventEmitter, means: Means): JobWorker<Job, Reply> {
  let ended = false
  const noteEnd = () => {
    ended = true
  }
  source.once('exit', noteEnd)
  // A waiting job gets the error below; an error without a job is ignored.
  source.on('error', noteEnd)
  means.release()
  return {
    ask(job, timeLimitMs, heard) {
      const { promise, resolve, reject } = Promise.withResolvers<Reply | Refused<NoAnswer>>()
      const timer = setTimeout(() => resolve({ refused: 'too-slow' }), timeLimitMs)
      const exited = (code: number | null) => {
        if (code === null || code >= ABORTED) resolve({ refused: 'too-large' })
        else reject(new Error(`the worker ended with code ${code}`))
      }
      const failed = (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ refused: 'too-large' })
        else reject(error)
      }
      const hear = (message: Reply | { told: number }) => {
        if (typeof message === 'object' && message !== null && 'told' in message) heard?.(message.told)
        else resolve(message as Reply)
      }
      means.hold()
      source.on('message', hear).once('exit', exited).once('error', failed)
      try {
        means.send(job, failed)
      } catch (error) {
        reject(error)
      }
      return promise.finally(() => {
        clearTimeout(timer)
        source.off('message', hear).off('exit', exited).off('error', failed)
        means.release()
      })
    },
    end() {
      noteEnd()
      means.end()
    },
    get ended() {
      return ended
    },
  }
}
