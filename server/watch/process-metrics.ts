import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { newestBackup } from '#server/backup/schedule.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

/** The interval at which the event loop is looked at; a lag below this is not seen. */
const LOOP_RESOLUTION_MS = 20
const NANOSECOND_S = 1e-9
const MICROSECOND_S = 1e-6

/** The metrics that every Prometheus dashboard of a Node process expects, under the usual names. */
export function watchProcess(metrics: Metrics): void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  metrics.add('gauge', 'nodejs_eventloop_lag_seconds', 'Lag of the event loop since the last question.', () => {
    // The interval of the timer itself is no lag.
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds * NANOSECOND_S - LOOP_RESOLUTION_MS / 1000)
    const values = [
      { labels: { quantile: '0.5' }, value: lag(loop.percentile(50)) },
      { labels: { quantile: '0.99' }, value: lag(loop.percentile(99)) },
      { labels: { quantile: '1' }, value: lag(loop.max) },
    ]
    loop.reset()
    return values
  })
  let before = performance.eventLoopUtilization()
  metrics.add('gauge', 'nodejs_eventloop_utilization', 'Part of the time that the event loop was busy.', () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  })
  metrics.add('counter', 'process_cpu_seconds_total', 'Processor time, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) * MICROSECOND_S
  })
  metrics.add('gauge', 'process_resident_memory_bytes', 'Memory in use, as the system sees it.', () =>
    process.memoryUsage.rss(),
  )
  metrics.add('gauge', 'nodejs_heap_size_used_bytes', 'Memory in use by objects.', () => process.memoryUsage().heapUsed)
  const started = performance.timeOrigin / 1000
  metrics.add('gauge', 'process_start_time_seconds', 'Start of the process, in seconds since 1970.', () => started)
}

/** Watches whether the database is ready, and on PostgreSQL the connections of all instances. */
export function watchDatabase(metrics: Metrics, { engine, read }: Store, ready: Readiness): void {
  metrics.add('gauge', 'zalihe_ready', '1 when requests may be sent here: /api/ready answers 200.', async () =>
    (await ready.reason()) === null ? 1 : 0,
  )
  if (engine.name === 'sqlite') return
  metrics.add('gauge', 'zalihe_database_connections', 'Connections of all instances to PostgreSQL.', async () =>
    (await ready.reason()) === null ? connectionsOf(read) : null,
  )
}

async function connectionsOf(read: Db) {
  const { rows } = await sql<{ state: string | null; number: number }>`
    select state, count(*) as number from pg_stat_activity
    where datname = current_database() and application_name = 'zalihe' group by state`.execute(read)
  return rows.map(({ state, number }) => ({ labels: { state: state ?? 'unknown' }, value: number }))
}

/** Counts the transactions of the answered store: each save is one. */
export function watchTransactions(metrics: Metrics, store: Store): Store {
  let open = 0
  const ended = { committed: 0, failed: 0 }
  metrics.add('gauge', 'zalihe_transactions_open', 'Transactions that wait or run now.', () => open)
  metrics.add('counter', 'zalihe_transactions_total', 'Transactions that ended; each save is one.', () =>
    Object.entries(ended).map(([result, value]) => ({ labels: { result }, value })),
  )
  return {
    ...store,
    async transact(...args) {
      open++
      try {
        const answer = await store.transact(...args)
        ended.committed++
        return answer
      } catch (error) {
        ended.failed++
        throw error
      } finally {
        open--
      }
    },
  }
}

/** Watches the age of the newest backup in the folder; absent as long as there is none. */
export function watchBackups(metrics: Metrics, backupDir: string): void {
  metrics.add('gauge', 'zalihe_backup_age_seconds', 'Age of the newest backup in BACKUP_DIR.', () => {
    const made = newestBackup(readdirSync(backupDir))
    return made === null ? null : (Date.now() - made) / 1000
  })
}
