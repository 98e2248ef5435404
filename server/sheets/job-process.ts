import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'

/** Why a process gave no answer: its time was over, or its memory. */
export type NoAnswer = 'too-slow' | 'too-large'

/** A process that waits for one job, answers it and is then ended. */
export type JobProcess<Job, Reply> = {
  ask(job: Job, timeLimitMs: number): Promise<Reply | { refused: NoAnswer }>
  end(): void
  ended: boolean
}

const ABORTED = 128
/**
 * Behind requests, and not behind all else: of a processor that it shares it gets a quarter. With 10, a tenth, a file of
 * some hundred rows was not read in its time on a machine with much to do.
 */
const NICENESS = 5

/** What Node itself needs of our environment: where compiled sources are kept, and on Windows where Windows is. */
const ofNode = () =>
  Object.fromEntries(
    ['NODE_COMPILE_CACHE', 'SystemRoot'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )

/**
 * Starts `file` in a process with a memory limit of its own, and flags of Node. It sees the given environment and no
 * more: secrets may stand in ours. While it is idle it keeps nobody from exiting.
 */
export function startJobProcess<Job extends object, Reply>(
  file: string,
  { memoryMb, env = {}, flags = [] }: { memoryMb: number; env?: NodeJS.ProcessEnv; flags?: readonly string[] },
): JobProcess<Job, Reply> {
  const child = fork(file, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...flags],
    env: { ...env, ...ofNode() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  const started: JobProcess<Job, Reply> = {
    ended: false,
    end: kill,
    ask: (job, timeLimitMs) => answerOf<Reply>(child, job, timeLimitMs).finally(kill),
  }
  process.once('exit', kill)
  child.once('exit', () => {
    started.ended = true
    process.off('exit', kill)
  })
  // An error here is followed by the exit of the process; the job that waits for it learns it there.
  child.on('error', () => {
    started.ended = true
  })
  yieldTo(child)
  child.unref()
  child.channel?.unref()
  return started
}

/** Hostile files may keep a core busy for seconds; requests come first. */
function yieldTo(child: ChildProcess) {
  if (child.pid === undefined) return
  try {
    setPriority(child.pid, NICENESS)
  } catch {
    // It has ended already, which `exit` tells.
  }
}

/**
 * A process that is aborted over its job, by itself or by the system, has run out of memory: the job is too large for
 * us. One that ends on its own is broken, and that is our fault: rejects.
 */
function answerOf<Reply>(child: ChildProcess, job: object, timeLimitMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply | { refused: NoAnswer }>()
  const timer = setTimeout(() => resolve({ refused: 'too-slow' }), timeLimitMs)
  child.ref()
  child.channel?.ref()
  child.once('message', (reply) => resolve(reply as Reply))
  child.once('exit', (code) => {
    if (code === null || code >= ABORTED) resolve({ refused: 'too-large' })
    else reject(new Error(`the process for spreadsheets ended with code ${code}`))
  })
  child.once('error', reject)
  child.send(job, (error) => error && child.exitCode === null && child.signalCode === null && reject(error))
  return promise.finally(() => clearTimeout(timer))
}
