import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** A server that takes calls; `stop` lets those under way finish and takes no more. */
export type Listening = { readonly port: number; stop(): Promise<void> }

/** Serves the application on this address; rejects when the address is taken. */
export function listen(app: Hono, { port, host }: { port: number; host: string }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: host }, (address) => {
      server.off('error', reject)
      resolve({
        port: address.port,
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped())
            if ('closeIdleConnections' in server) server.closeIdleConnections()
          }),
      })
    })
    server.once('error', reject)
  })
}
