// Many people at the same lots at the same moment. `SCALE=10 npm test -- reliability/concurrency` plays it ten times, each
// with its own seed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundTo, seeded } from '#scripts/demo-random.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { c1Line, c4Line, material, newBody, product } from './documents.ts'
import { eachEngine, withInstances } from './instances.ts'
import { emptyLog, enterCatalogue, work } from './load.ts'
import { SCALE, SEED, TIMEOUT_MS } from './settings.ts'

const ROUNDS = Math.ceil(5 * Math.min(SCALE, 1))
const SAVES = 50
/** Changes by eight people. */
const ACKNOWLEDGED = 125 * Math.min(SCALE, 1)
const SEEDS = Array.from({ length: Math.ceil(SCALE) }, (_, at) => SEED + at)
const MINIMAL = { prefer: 'return=minimal' }

eachEngine('at the same moment', (engine) => {
  for (const seed of SEEDS) {
    test(`${ROUNDS} rounds of ${SAVES} simultaneous C1 of one material: some serial order, exact to the last millionth (seed ${seed})`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const random = seeded(seed)
      await withInstances(engine, async ({ callers, place }) => {
        const [caller] = callers
        const created = async (path: string, body: unknown) => {
          const { status, body: answer } = await caller.call('POST', path, body, MINIMAL)
          assert.equal(status, 201, JSON.stringify(answer))
        }
        await created('/materials', material('MAT1'))
        const normativi = [{ materijal_id: 'MAT1', potrebna_kolicina: 0.333333 }]
        await created('/proizvodi', { ...product('PRO1', 0), normativi })
        let consumed = 0n
        let documents = 0
        for (let round = 1; round <= ROUNDS; round++) {
          const stavke = [1, 2, 3, 4].map((redni_broj) => ({ ...c4Line(random, redni_broj), materijal_id: 'MAT1' }))
          await created('/c4', { ...newBody('/c4', random, `C4-${round}`), stavke })
          const bodies = Array.from({ length: SAVES }, (_, save) => {
            const kolicina = roundTo(random.between(0.001, 20), 6)
            const line = { ...c1Line(random, 1), proizvod_id: 'PRO1', kolicina }
            return { ...newBody('/c1', random, `C1-${round}-${save}`), stavke: [line] }
          })
          const answers = await Promise.all(
            bodies.map((body, at) => callers[at % callers.length]?.call('POST', '/c1', body, MINIMAL)),
          )
          for (const answer of answers) assert.equal(answer?.status, 201, JSON.stringify(answer?.body))
          for (const { stavke } of bodies) {
            // kolicina × 0.333333, half up to six places, as decisions §1 has it.
            const micro = BigInt(Math.round(Number(stavke[0]?.kolicina) * 1e6))
            consumed += (micro * 333_333n + 500_000n) / 1_000_000n
          }
          documents += SAVES
          const verdict = await verifyPlace(place)
          assert.ok(verdict.ok, verdict.ok ? '' : `round ${round}: ${verdict.difference}`)
        }
        const { body: stock } = await caller.call('GET', '/materials/MAT1/stock')
        assert.equal(BigInt(Math.round(stock.totalConsumed * 1e6)), consumed)
        assert.equal((await caller.call('GET', '/c1')).body.total, documents)
      })
    })

    test(`eight people save, edit, delete, upload and import at once; nobody hears of another (seed ${seed})`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      await withInstances(engine, async ({ callers, place }) => {
        const log = emptyLog()
        await enterCatalogue(callers[0], log)
        const enough = () => log.acknowledged >= ACKNOWLEDGED
        // `work` throws at every answer but success and the refusals of the trade.
        await Promise.all(
          Array.from({ length: 8 }, (_, at) =>
            work(callers[at % callers.length] ?? callers[0], log, seeded(seed + at), `R${at}`, enough),
          ),
        )
        const verdict = await verifyPlace(place)
        assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
        for (const path of ['/c4', '/c1'] as const) {
          const known = [...log.documents.values()].filter((document) => document.path === path).length
          assert.equal((await callers[0].call('GET', `${path}?limit=1`)).body.total, known)
        }
      })
    })
  }
})
