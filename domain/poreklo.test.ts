import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Micro, type Para, parseSerbian } from './decimal.ts'
import { headingOf, originOf, PRAVILA_POREKLA, type PraviloPorekla } from './poreklo.ts'

const micro = (text: string) => parseSerbian(text) as Micro
const rsd = (value: number) => (value * 100) as Para
const asked = (pravilo: PraviloPorekla, dozvoljeno: string, vrednost = 100) => ({
  hs_code: '8412.21.80',
  vrednost_rsd: rsd(vrednost),
  pravilo,
  dozvoljeno: micro(dozvoljeno),
})
const draw = (vrednost: number, dokazuje_poreklo = false, tarifni_broj = '7318 15') => ({
  vrednost_rsd: rsd(vrednost),
  dokazuje_poreklo,
  tarifni_broj,
})

describe('the origin sheet (customs §7, example 5)', () => {
  test('says the share of the value, within the limit and over it', () => {
    const within = originOf(asked('udeo vrednosti', '40'), [draw(38), draw(50, true)], [])
    assert.equal(within.odgovor, 'udeo 38,00 % – u granici 40,00 %')
    assert.deepEqual([within.uracunato_rsd, within.udeo, within.u_granici], [rsd(38), micro('38'), true])
    assert.equal(
      originOf(asked('udeo vrednosti', '40'), [draw(41)], []).odgovor,
      'udeo 41,00 % – preko granice 40,00 %',
    )
    assert.equal(originOf(asked('udeo vrednosti', '40'), [draw(40)], []).u_granici, true)
  })

  test('counts only materials of the product’s own heading where the heading must change', () => {
    const draws = [draw(12, false, '841221'), draw(30), draw(9, true, '8412')]
    assert.equal(originOf(asked('promena tarifnog broja', '15'), draws, []).odgovor, 'udeo 12,00 % – u granici 15,00 %')
    assert.equal(originOf(asked('promena tarifnog broja', '10'), draws, []).u_granici, false)
  })

  test('cannot be worked out where something is not covered by any import', () => {
    const lack = { materijal_id: 'M-1', jedinica_mere: 'kg', manjak: micro('10') }
    const { odgovor, udeo, u_granici } = originOf(asked('udeo vrednosti', '40'), [draw(38)], [lack])
    assert.equal(odgovor, 'Ne može se izračunati: za 10 kg materijala M-1 nema uvoza.')
    assert.deepEqual([udeo, u_granici], [null, null])
    const nothing = originOf(asked('udeo vrednosti', '40'), [], [])
    assert.equal(nothing.odgovor, 'Ne može se izračunati: proizvod nema normativ.')
  })

  test('compares exactly, however the share is rounded', () => {
    const over = originOf(asked('udeo vrednosti', '40', 30_000), [draw(12_000.01)], [])
    assert.equal(over.odgovor, 'udeo 40,00 % – preko granice 40,00 %')
  })

  test('rounds the half of a hundredth up', () => {
    assert.equal(originOf(asked('udeo vrednosti', '40', 800), [draw(1)], []).odgovor, 'udeo 0,13 % – u granici 40,00 %')
  })

  test('agrees with plain fractions for any values', () => {
    const amount = fc.tuple(fc.integer({ min: 0, max: 1e6 }), fc.boolean(), fc.constantFrom('8412', '7318'))
    const amounts = fc.array(amount, { minLength: 1 })
    const cases = fc.tuple(amounts, fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 100 }))
    fc.assert(
      fc.property(cases, fc.constantFrom(...PRAVILA_POREKLA), ([rows, whole, limit], pravilo) => {
        const draws = rows.map(([vrednost, proof, number]) => draw(vrednost, proof, number))
        const counted = rows.filter(
          ([, proof, number]) => !proof && (pravilo === 'udeo vrednosti' || number === '8412'),
        )
        const part = counted.reduce((sum, [vrednost]) => sum + vrednost, 0)
        const { udeo, u_granici } = originOf(asked(pravilo, String(limit), whole), draws, [])
        assert.equal(u_granici, part * 100 <= limit * whole)
        assert.ok(Math.abs(Number(udeo) / 1e6 - (part / whole) * 100) <= 0.005 + 1e-9 * Number(udeo))
      }),
    )
  })

  test('reads a heading however it is written', () => {
    assert.deepEqual(['8412.21', '84 12 21', '8412', '84122180'].map(headingOf), Array(4).fill('8412'))
  })
})
