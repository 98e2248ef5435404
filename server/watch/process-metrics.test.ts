import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { backupName } from '#server/backup/schedule.ts'
import { Metrics } from './metrics.ts'
import { watchBackups, watchProcess } from './process-metrics.ts'

const HOUR_MS = 3_600_000

/** Keeps the event loop from everything else. */
function block(ms: number) {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Waits until the event loop has been looked at. A timer does that, and one of ours may run before it in a turn. */
async function looked() {
  await sleep(50)
  await nextTurn()
}

/** Asks for everything at this moment; gives a value by its name with labels. */
async function asked(metrics: Metrics): Promise<(name: string) => number> {
  const lines = (await metrics.text()).split('\n')
  return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? Number.NaN)
}

function watched(): Metrics {
  const metrics = new Metrics()
  watchProcess(metrics)
  return metrics
}

describe('what is told of the process', () => {
  test('is in seconds and bytes', async () => {
    const cpuSeconds = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    }
    const [cpuBefore, rss] = [cpuSeconds(), process.memoryUsage.rss()]
    const value = await asked(watched())
    const cpu = value('process_cpu_seconds_total')
    assert.ok(cpuBefore <= cpu && cpu <= cpuSeconds(), `${cpu} s, from ${cpuBefore} s on`)
    const memory = value('process_resident_memory_bytes') / rss
    assert.ok(memory > 0.5 && memory < 2, `${memory} of what was resident just before`)
    assert.equal(value('process_start_time_seconds'), performance.timeOrigin / 1000)
  })

  test('says how long the event loop was held up since the last question, and nothing of before', async () => {
    const metrics = watched()
    const longest = async () => (await asked(metrics))('nodejs_eventloop_lag_seconds{quantile="1"}')
    await looked()
    block(500)
    await looked()
    const heldUp = await longest()
    assert.ok(heldUp > 0.45, `${heldUp} s`)
    // A busy machine holds it up, too, but not each time for as long.
    const quiet: number[] = []
    for (let i = 0; i < 10; i++) {
      await looked()
      quiet.push(await longest())
    }
    assert.ok(Math.min(...quiet) < heldUp / 5, `${quiet} s after ${heldUp} s`)
  })

  test('says how busy the event loop was since the last question', async () => {
    const metrics = watched()
    const busy = async () => (await asked(metrics))('nodejs_eventloop_utilization')
    await sleep(300)
    const idle = await busy()
    block(200)
    const blocked = await busy()
    assert.ok(blocked <= 1 && blocked > 2 * idle, `${blocked} after ${idle}`)
  })

  test('says in seconds how old the newest backup is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'))
    const metrics = new Metrics()
    watchBackups(metrics, folder)
    const now = Date.now()
    for (const hours of [30, 2]) writeFileSync(join(folder, backupName(now - hours * HOUR_MS)), '')
    const age = (await asked(metrics))('zalihe_backup_age_seconds')
    rmSync(folder, { recursive: true })
    // Its name has whole seconds.
    assert.ok(age >= 7200 && age < 7201 + (Date.now() - now) / 1000, `${age} s`)
  })
})
