import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keepSealed } from '#server/audit/seal.ts'
import { authenticator } from '#server/auth/sessions.ts'
import { scheduleBackups } from '#server/backup/schedule.ts'
import { CLOSE_TIMEOUT_MS, openStore } from '#server/db/open.ts'
import { createApp } from '#server/http/app.ts'
import { listen } from '#server/http/listen.ts'
import { keepSendingDaily } from '#server/obavestenja/send-daily.ts'
import { createPosta } from '#server/posta/posta.ts'
import { warmPrinter } from '#server/print/print-papers.ts'
import { giveBackMemory, giveBackSoon } from '#server/watch/give-back-memory.ts'
import { speakJson } from '#server/watch/log.ts'
import { watchProgram } from '#server/watch/watch.ts'
import { exposureOf, isLoopback, readConfig } from './config.ts'
import { featuresOf } from './features.ts'

const WEB_ROOT = fileURLToPath(import.meta.resolve('#dist/web'))

/** Ends a start that cannot go on with one sentence, without a stack. */
function refuseToStart(error: unknown): never {
  console.error((error as Error).message)
  process.exit(1)
}

async function start() {
  const config = readConfig(process.env)
  if (config.log === 'json') speakJson()
  const opened = await openStore(config)
  const { store, ready, answered, open } = watchProgram(opened, config)
  const posta = config.posta ? createPosta(config.posta) : null
  const app = createApp(
    featuresOf(store, config, posta),
    {
      store,
      now: () => Date.now(),
      authenticate: authenticator(store),
      secondFactor: config.secondFactor,
      trustedProxies: config.trustedProxies,
      publicHosts: [config.host, ...config.publicHosts],
      unready: ready.reason,
      rested: giveBackSoon,
      ...(answered && { answered }),
    },
    existsSync(WEB_ROOT) ? WEB_ROOT : undefined,
  )
  const stopBackups = scheduleBackups(config)
  // Not the store whose transactions are counted: those are saves of people.
  const stopSealing = keepSealed(opened)
  const stopDaily = posta ? keepSendingDaily(opened, posta) : () => undefined
  const closeMetrics = await open()
  const listening = await listen(app, config)
  const host = isLoopback(config.host) ? 'localhost' : config.host
  console.log(`Sistem za upravljanje zalihama: http://${host}:${listening.port}`)
  const exposure = exposureOf(config)
  if (exposure) console.warn(exposure)
  // The first paper would otherwise make its user wait for the fonts.
  warmPrinter()
    .catch((error) => console.error(error))
    .then(giveBackMemory)
    .catch((error) => console.error(error))

  const stop = async () => {
    // A second signal, whichever it is, ends the program at once.
    process.off('SIGTERM', stop).off('SIGINT', stop)
    stopBackups()
    stopDaily()
    ready.leave()
    // Time for a load balancer to see it and send its requests elsewhere.
    await listening.stop(config.drainSeconds * 1000)
    closeMetrics()
    // A transaction that still waits is undone when this process is gone.
    const finished = Promise.all([posta?.rest(), stopSealing()])
    await Promise.race([finished.then(() => store.close()), sleep(CLOSE_TIMEOUT_MS)])
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

await start().catch(refuseToStart)
