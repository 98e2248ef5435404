import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#scripts/demo-random.ts'
import { settle } from './compare.ts'
import type { Answer, Caller } from './http-client.ts'
import { emptyLog, isBroken, type Log, work } from './load.ts'

/** A request as its sender saw it; times in milliseconds. The status is 0 where the connection broke. */
export type Sent = { readonly method: string; readonly from: number; readonly to: number; readonly status: number }

export type People = {
  readonly sent: readonly Sent[]
  /** Lets everybody finish, and answers what all of them together were told. */
  finish(): Promise<Log>
}

const PAUSE_MS = 50
/** Between two requests of one person: the machine has other work to do during the drill. */
const THINK_MS = 20
/** The answers of balancer or instance when nobody can do the work right now. */
const AWAY = [502, 503, 504]

/**
 * People at work who do not give up: without an answer they find out what became of the request, as a user would, and
 * go on. `start` holds the catalogue.
 */
export function atWork(caller: Caller, people: number, seed: number, start: Log): People {
  const sent: Sent[] = []
  const watched = watch(caller, sent)
  let stopped = false
  const logs = Array.from({ length: people }, () => emptyLog())
  const everybody = Promise.all(
    logs.map(async (log, at) => {
      const random = seeded(seed + at)
      while (!stopped) {
        await work(watched, log, random, `R${at}`, () => stopped).catch(unlessBroken)
        while (log.pending.size > 0) {
          try {
            for (const pending of [...log.pending]) {
              await settle(watched, log, pending)
              log.pending.delete(pending)
            }
          } catch (error) {
            unlessBroken(error)
            await sleep(PAUSE_MS)
          }
        }
      }
    }),
  )
  // Failures are reported at the end.
  everybody.catch(() => undefined)
  return {
    sent,
    async finish() {
      stopped = true
      await everybody
      return together(start, logs)
    },
  }
}

function unlessBroken(error: unknown) {
  if (!isBroken(error)) throw error
}

/** Notes every request; one that nobody could do is a broken connection to its sender. */
function watch(caller: Caller, sent: Sent[]): Caller {
  const noting = async (method: string, request: () => Promise<Answer>) => {
    await sleep(THINK_MS)
    const from = performance.now()
    const note = (status: number) => sent.push({ method, from, to: performance.now(), status })
    const answer = await request().catch((error) => {
      note(0)
      throw error
    })
    note(answer.status)
    if (AWAY.includes(answer.status)) throw new TypeError(`fetch failed: ${answer.status} ${answer.bytes}`)
    return answer
  }
  return {
    call: (method, ...rest) => noting(method, () => caller.call(method, ...rest)),
    upload: (...all) => noting('POST', () => caller.upload(...all)),
  }
}

function together(start: Log, logs: readonly Log[]): Log {
  for (const log of logs) {
    for (const [key, known] of log.documents) start.documents.set(key, known)
    for (const id of log.materials) start.materials.add(id)
    for (const id of log.products) start.products.add(id)
    for (const [path, hash] of log.pdfs) start.pdfs.set(path, hash)
    for (const path of log.free) start.free.add(path)
    for (const key of log.touched) start.touched.add(key)
    start.acknowledged += log.acknowledged
    start.refused += log.refused
  }
  return start
}
