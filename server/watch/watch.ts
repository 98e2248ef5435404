import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERROR_STATUS, sentences } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import { isOwnHost } from '#server/host.ts'
import { addressRefused } from '#server/http/listen.ts'
import type { Answered } from '#server/http/watch-requests.ts'
import { Metrics } from './metrics.ts'
import { watchBackups, watchDatabase, watchProcess, watchTransactions } from './process-metrics.ts'
import { type Readiness, readiness } from './readiness.ts'

/** Connections of readers of metrics. */
const MAX_SCRAPERS = 20

/**
 * Answers `GET /metrics` at an address of its own, so that the address of users never shows it. It accepts the same
 * host names (server/host.ts), so that no foreign page can read it.
 */
export function serveMetrics(
  metrics: Metrics,
  port: number,
  host: string,
  publicHosts: readonly string[] = [],
): Promise<{ port: number; stop(): void }> {
  const names = [host, ...publicHosts]
  const server = createServer(async (request, response) => {
    const hosts = request.headersDistinct.host?.join()
    const { localAddress } = request.socket
    const own = hosts === undefined || isOwnHost({ host: hosts, localAddress }, names)
    if (!own) {
      response.writeHead(own === null ? 400 : ERROR_STATUS.misdirected)
      response.end(own === null ? sentences.notHttp : sentences.foreignHost)
      return
    }
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  })
  server.maxConnections = MAX_SCRAPERS
  server.on('clientError', (_, socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' }
    server.once('error', (error) => reject(addressRefused(error, { port, host }, names)))
    server.listen(port, host, () => {
      const stop = () => {
        server.close()
        server.closeAllConnections()
      }
      resolve({ port: (server.address() as AddressInfo).port, stop })
    })
  })
}

type Watch = {
  readonly ready: Readiness
  /** The store to work with: where metrics are on, its transactions are counted. */
  readonly store: Store
  /** Gets every answer; undefined where neither metrics nor the log want them. */
  readonly answered: ((answered: Answered) => void) | undefined
  /** Opens the address of the metrics, if there is one; returns the function that closes it. */
  open(): Promise<() => void>
}
type Settings = Pick<
  Config,
  'metricsPort' | 'metricsHost' | 'publicHosts' | 'log' | 'databaseUrl' | 'dataDir' | 'backupDir'
>

/** Readiness, metrics and log for the operator, as the configuration wants them. */
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

/** Logs an answer in one line; leaves out good answers to calls that no person made. */
function tellRequest({ unattended, ms, ...answered }: Answered): void {
  const { route, status } = answered
  if (status < 400 && (unattended || QUIET_ROUTES.includes(route))) return
  const say = status >= 500 ? console.error : status >= 400 ? console.warn : console.log
  say({ ...answered, ms: Math.round(ms * 10) / 10 })
}
