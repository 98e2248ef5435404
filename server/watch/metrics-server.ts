import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressRefused } from '#server/http/address.ts'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics` at an address of its own, so that it is never open where users come in. */
export function serveMetrics(metrics: Metrics, port: number, host: string): Promise<{ port: number; stop(): void }> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  })
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
