import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, seeded } from '#scripts/demo-random.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { compareWithServer } from './compare.ts'
import { freshDatabase } from './fresh-database.ts'
import { callerOf, signUp } from './http-client.ts'
import { emptyLog, enterCatalogue, type Log, work } from './load.ts'
import { beginServer, type ServerProcess, type ServerSettings, startServer } from './server-process.ts'

const PEOPLE = 6
/** After this many kills a new, empty database is begun, so that looking at all of it stays quick. */
const KILLS_PER_LIFE = 10
/** Most answers that are waited for before the kill, and the longest pause behind the last of them; both random. */
const MAX_ANSWERS = 80
const MAX_DELAY_MS = 12
const MAX_WORK_MS = 5000
/** One kill in this many comes while the server starts, as with a power supply that fails again and again. */
const EARLY_KILLS = 5
/** The promise. Not counted is the time in which other programs of the machine had all its processors. */
const MAX_READY_MS = 5000

export type Figures = {
  kills: number
  acknowledged: number
  unanswered: number
  /** Of all restarts, on the clock, and without the time in which it was held up. */
  slowestStartMs: number
  slowestOwnStartMs: number
}

/**
 * Kills the server so often at random moments of mixed load, and after each kill holds everything against the record
 * of those who worked. Throws, with seed and round, at the first thing that is lost, half done or wrong.
 */
export async function crash(engine: 'sqlite' | 'postgres', kills: number, seed: number): Promise<Figures> {
  const figures: Figures = { kills: 0, acknowledged: 0, unanswered: 0, slowestStartMs: 0, slowestOwnStartMs: 0 }
  for (let life = 0; figures.kills < kills; life++) {
    try {
      await oneLife(engine, Math.min(KILLS_PER_LIFE, kills - figures.kills), seeded(seed + life), figures)
    } catch (error) {
      throw new Error(`seed ${seed}, life ${life}, kill ${figures.kills}`, { cause: error })
    }
  }
  return figures
}

async function oneLife(engine: 'sqlite' | 'postgres', kills: number, random: Random, figures: Figures) {
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-'))
  const database = engine === 'postgres' ? await freshDatabase() : null
  const place = { dataDir, databaseUrl: database?.url }
  const log = emptyLog()
  let server = await startServer(place)
  try {
    const token = await signUp(server.url)
    await enterCatalogue(callerOf(server.url, token), log)
    for (let kill = 0; kill < kills; kill++) {
      await workUntilKilled(server, token, log, random)
      figures.kills++
      figures.unanswered += log.pending.size
      server = await startAgain(place, random, figures)
      await compareWithServer(callerOf(server.url, token), log, random)
      const verdict = await verifyPlace(place)
      assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
    }
    figures.acknowledged += log.acknowledged
  } catch (error) {
    throw new Error(`the server said: ${server.output()}`, { cause: error })
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
}

async function workUntilKilled(server: ServerProcess, token: string, log: Log, random: Random) {
  let killed = false
  const people = Array.from({ length: PEOPLE }, (_, at) =>
    work(callerOf(server.url, token), log, seeded(random.whole(0, 2 ** 31)), `R${at}`, () => killed),
  )
  const everybody = Promise.all(people)
  try {
    await Promise.race([momentOfKill(log, random), everybody])
  } finally {
    // In this order: a connection that breaks before is a fault of the server's.
    killed = true
    await server.kill()
  }
  await everybody
}

/** In terms of work, not of time: so a slow machine is killed in the middle of as much of it as a fast one. */
async function momentOfKill(log: Log, random: Random) {
  const answers = () => log.acknowledged + log.refused
  const target = answers() + random.whole(0, MAX_ANSWERS)
  for (const end = performance.now() + MAX_WORK_MS; answers() < target && performance.now() < end; ) await sleep(1)
  await sleep(random.between(0, MAX_DELAY_MS))
}

async function startAgain(place: ServerSettings, random: Random, figures: Figures): Promise<ServerProcess> {
  if (random.chance(1 / EARLY_KILLS)) {
    const { ready, kill } = beginServer(place)
    const ended = ready.catch(() => undefined)
    await Promise.race([sleep(random.whole(0, 600)), ended])
    await kill()
    await ended
    figures.kills++
  }
  const server = await startServer(place)
  const { readyMs, heldUpMs } = server
  const ownMs = readyMs - heldUpMs
  figures.slowestStartMs = Math.max(figures.slowestStartMs, readyMs)
  figures.slowestOwnStartMs = Math.max(figures.slowestOwnStartMs, ownMs)
  if (ownMs < MAX_READY_MS) return server
  await server.kill()
  return assert.fail(`it answered after ${Math.round(readyMs)} ms, held up for ${Math.round(heldUpMs)} ms of them`)
}
