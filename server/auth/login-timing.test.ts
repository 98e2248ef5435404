import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, testApi } from '#server/testing.ts'
import { isDeep } from '#server/testing-depth.ts'

const PASSWORD = 'tajna-rec-1'
const PAIRS = isDeep ? 100 : 30
/** So little of what a login costs may depend on the e-mail. Processor time hardly knows what else the machine does. */
const MAX_SHARE = 0.1
/** Time that a clock shows knows it well, so only deep runs look at it; this one finds what only waits. */
const MAX_WAIT_MS = 30

anyEngine('the time of a login', (engine) => {
  test(`an unknown e-mail and a wrong password take equally long, over ${PAIRS} pairs`, async () => {
    const api = await testApi(engine, { fullHashes: true })
    for (let i = 0; i < 4; i++)
      await api.anonymous.post('/auth/register', { email: `poznat${i}@firma.rs`, password: PASSWORD })

    let tries = 0
    const spent = async (email: string) => {
      // From many places, or the limits would answer.
      const client = api.withToken('', `10.0.${tries >> 8}.${tries & 255}`)
      tries++
      const began = performance.now()
      const before = process.cpuUsage()
      const { status } = await client.post('/auth/login', { email, password: 'pogresna-1' })
      const { user, system } = process.cpuUsage(before)
      assert.equal(status, 401)
      return { work: (user + system) / 1000, wait: performance.now() - began }
    }

    // Neighbours are compared, each kind as often first: a slow machine slows both.
    const differences: { work: number; wait: number }[] = []
    const costs: number[] = []
    for (let i = 0; i < PAIRS; i++) {
      const emails = [`poznat${i % 4}@firma.rs`, `niko${i % 4}@firma.rs`] as const
      const knownFirst = i % 2 === 0
      const first = await spent(knownFirst ? emails[0] : emails[1])
      const second = await spent(knownFirst ? emails[1] : emails[0])
      costs.push(first.work, second.work)
      const sign = knownFirst ? 1 : -1
      differences.push({ work: sign * (first.work - second.work), wait: sign * (first.wait - second.wait) })
    }
    const work = median(differences.map((pair) => pair.work))
    const wait = median(differences.map((pair) => pair.wait))
    const cost = median(costs)
    const told = `a known e-mail costs ${work.toFixed(1)} ms more of the processor than ${cost.toFixed(1)}`
    assert.ok(Math.abs(work) < MAX_SHARE * cost, told)
    if (isDeep) assert.ok(Math.abs(wait) < MAX_WAIT_MS, `a known e-mail takes ${wait.toFixed(1)} ms longer`)
  })
})

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number
