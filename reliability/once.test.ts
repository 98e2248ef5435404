// A request that is sent again, because its answer got lost or a finger was too quick, happens once.
// `SCALE=10 npm test -- reliability/once` sends all thousand on both engines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#scripts/demo-random.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { newBody, type Path } from './documents.ts'
import { eachEngine, withInstances } from './instances.ts'
import { emptyLog, enterCatalogue } from './load.ts'
import { SCALE, SEED, TIMEOUT_MS } from './settings.ts'

const ALL = 1000
const AT_ONCE = 8

eachEngine('once', (engine) => {
  // PostgreSQL takes some three times as long for each.
  const count = SCALE > 1 ? ALL : (SCALE * ALL) / (engine === 'sqlite' ? 4 : 10)
  test(`${count} POSTs, each dropped before its answer and then sent twice at once, make ${count} documents (seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const random = seeded(SEED)
    await withInstances(engine, async ({ callers, servers, token, place }) => {
      await enterCatalogue(callers[0], emptyLog())
      const numbers: Record<Path, number> = { '/c4': 0, '/c1': 0 }
      const jobs = Array.from({ length: count }, (_, at) => {
        const path: Path = random.chance(0.5) ? '/c4' : '/c1'
        numbers[path]++
        return { path, key: `k-${at}`, body: newBody(path, random, `D-${at}`), dropAfterMs: random.between(0, 12) }
      })
      const people = Array.from({ length: AT_ONCE }, async (_, person) => {
        for (let at = person; at < jobs.length; at += AT_ONCE) {
          const { path, key, body, dropAfterMs } = jobs[at] as (typeof jobs)[number]
          const headers = { prefer: 'return=minimal', 'idempotency-key': key }
          await dropped(`${servers[at % servers.length]?.url}/api${path}`, token, body, headers, dropAfterMs)
          const twins = await Promise.all(
            [0, 1].map((twin) => (callers[twin] ?? callers[0]).call('POST', path, body, headers)),
          )
          for (const { status, body: answer } of twins) assert.equal(status, 201, JSON.stringify(answer))
          assert.deepEqual(twins[0]?.body, twins[1]?.body)
        }
      })
      await Promise.all(people)
      for (const path of ['/c4', '/c1'] as const)
        assert.equal((await callers[0].call('GET', path)).body.total, numbers[path], path)
      const verdict = await verifyPlace(place)
      assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)

      const [first] = jobs as [(typeof jobs)[number]]
      const other = { ...first.body, datum: '2026-04-01' }
      const reused = await callers[0].call('POST', first.path, other, { 'idempotency-key': first.key })
      assert.equal(reused.status, 409)
      assert.equal(reused.body.message, 'Isti ključ zahteva je već upotrebljen za druge podatke.')
    })
  })
})

/** Sends a request and hangs up before its answer, if that has not come already. */
async function dropped(url: string, token: string, body: unknown, headers: Record<string, string>, afterMs: number) {
  const hangUp = new AbortController()
  const sent = fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    signal: hangUp.signal,
  })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined)
  await sleep(afterMs)
  hangUp.abort()
  await sent
}
