import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERROR_STATUS, sentences } from '#contract/errors.ts'
import { isOwnHost } from '#server/host.ts'
import { addressRefused } from '#server/http/address.ts'
import type { Metrics } from './metrics.ts'

/** Connections of readers of metrics. */
const MAX_SCRAPERS = 20

/**
 * Answers `GET /metrics` at an address of its own, so that it is never open where users come in, and under the same names
 * (server/host.ts): a page of strangers must not read it either.
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
