import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { Hono } from 'hono'
import { openBeside, openStore } from '#server/db/open.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { Metrics } from '#server/watch/metrics.ts'
import { serveMetrics } from '#server/watch/watch.ts'
import { addressRefused, listen } from './listen.ts'

const HOST = '127.0.0.1'

test('a port that is taken is named with its own variable', async (t) => {
  const other = createServer().listen(0, HOST)
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await assert.rejects(listen(new Hono(), { port, host: HOST }), {
    message: `Port ${port} je zauzet. Postavite drugi promenljivom PORT.`,
  })
  await assert.rejects(serveMetrics(new Metrics(), port, HOST), {
    message: `Port ${port} je zauzet. Postavite drugi promenljivom METRICS_PORT.`,
  })
})

test('an address of another machine is named, and what is unknown stays as it is', async () => {
  // TEST-NET-1, which no machine has (RFC 5737).
  await assert.rejects(listen(new Hono(), { port: 0, host: '192.0.2.1' }), {
    message: 'HOST mora biti adresa ovog računara, a jeste "192.0.2.1" (EADDRNOTAVAIL).',
  })
  await assert.rejects(serveMetrics(new Metrics(), 0, '192.0.2.1'), /^Error: METRICS_HOST mora biti adresa/)
  const names = { port: 'PORT', host: 'HOST' }
  const refused = (code: string) =>
    addressRefused(Object.assign(new Error('x'), { code }), { port: 80, host: 'a' }, names)
  assert.equal(refused('EACCES').message, 'Port 80 ovaj korisnik ne sme da otvori. Postavite drugi promenljivom PORT.')
  assert.equal(refused('EMFILE').message, 'x')
})

test('a database that cannot be had is said of DATABASE_URL, without the password in it', async () => {
  const place = { databaseUrl: 'postgres://u:tajna@[nema/zalihe', dataDir: '' }
  const said = { message: 'DATABASE_URL: PostgreSQL ne prima program (Invalid URL).' }
  await assert.rejects(openStore(place), said)
  await assert.rejects(openBeside(place), said)
  await assert.rejects(verifyPlace(place), said)
})
