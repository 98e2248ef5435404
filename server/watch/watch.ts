import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import type { Answered } from '#server/http/watch-requests.ts'
import { Metrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import { watchBackups, watchDatabase, watchProcess, watchTransactions } from './process-metrics.ts'
import { type Readiness, readiness } from './readiness.ts'

type Watch = {
  readonly ready: Readiness
  /** The store to work with: where metrics are on, its transactions are counted. */
  readonly store: Store
  /** Hears of every answer; undefined where nobody wants to know. */
  readonly answered: ((answered: Answered) => void) | undefined
  /** Opens the address of the metrics, if there is one; gives the function that closes it. */
  open(): Promise<() => void>
}
type Settings = Pick<
  Config,
  'metricsPort' | 'metricsHost' | 'publicHosts' | 'log' | 'databaseUrl' | 'dataDir' | 'backupDir'
>

/** Everything by which an operator sees how the program is doing, as the configuration wants it. */
export function watchProgram(opened: Store, config: Settings): Watch {
  const ready = readiness(opened, config.dataDir)
  const tell = config.log === 'json' ? tellRequest : undefined
  const { metricsPort } = config
  if (metricsPort === undefined) return { ready, store: opened, answered: tell, open: async () => () => undefined }

  const metrics = new Metrics()
  watchProcess(metrics)
  watchDatabase(metrics, opened, ready)
  if (!config.databaseUrl) watchBackups(metrics, config.backupDir)
  return {
    ready,
    store: watchTransactions(metrics, opened),
    answered(answered) {
      metrics.request(answered.method, answered.route, answered.status, answered.ms / 1000)
      tell?.(answered)
    },
    open: async () => (await serveMetrics(metrics, metricsPort, config.metricsHost, config.publicHosts)).stop,
  }
}

/** Calls that programs repeat again and again, and files of the web application. */
const QUIET_ROUTES = ['/api/health', '/api/ready', 'web']

/** One line for one answer; not for those that nobody asked for himself and that went well. */
function tellRequest({ unattended, ms, ...answered }: Answered): void {
  const { route, status } = answered
  if (status < 400 && (unattended || QUIET_ROUTES.includes(route))) return
  const say = status >= 500 ? console.error : status >= 400 ? console.warn : console.log
  say({ ...answered, ms: Math.round(ms * 10) / 10 })
}
