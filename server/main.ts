import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { sessionUser } from '#server/auth/sessions.ts'
import { openStore } from '#server/db/open.ts'
import { createApp } from '#server/http/app.ts'
import { warmPrinter } from '#server/print/print-c1.ts'
import { type Config, readConfig } from './config.ts'
import { featuresOf } from './features.ts'

const WEB_ROOT = fileURLToPath(new URL('../dist/web', import.meta.url))
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

const config = configOrExit()
const store = await openStore(config)
const now = () => Date.now()
const app = createApp(
  featuresOf(store, config),
  { store, now, authenticate: (token, moment) => sessionUser(store.read, token, moment) },
  existsSync(WEB_ROOT) ? WEB_ROOT : undefined,
)
const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host }, ({ port }) => {
  const host = LOOPBACK.includes(config.host) ? 'localhost' : config.host
  console.log(`Sistem za upravljanje zalihama: http://${host}:${port}`)
  if (config.registration === 'open' && !LOOPBACK.includes(config.host)) {
    console.warn(
      `PAŽNJA: server sluša na ${config.host}, a registracija je otvorena za svakoga. Postavite REGISTRATION=closed ili spisak domena.`,
    )
  }
})

// The first paper would otherwise make its user wait for the fonts.
warmPrinter().catch((error) => console.error(error))

/** Finishes what is under way, closes the database and leaves. */
function stop() {
  server.close(async () => {
    await store.close()
    process.exit(0)
  })
  if ('closeIdleConnections' in server) server.closeIdleConnections()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
