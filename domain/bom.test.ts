import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Norm, netQuantity, partsOf, requiredQuantity, yieldOf } from './bom.ts'
import { MAX_ENTERED, type Micro, microText, parseMicro } from './decimal.ts'

const micro = (text: string) => parseMicro(text) as Micro
const norm = (potrebna: string, otpad = '0', gubitak = '0', osnov_otpada: Norm['osnov_otpada'] = 'neto'): Norm => ({
  potrebna_kolicina: micro(potrebna),
  otpad_procenat: micro(otpad),
  gubitak_procenat: micro(gubitak),
  osnov_otpada,
})
const required = (kolicina: string, ...of: Parameters<typeof norm>) => {
  const found = requiredQuantity(micro(kolicina), norm(...of))
  return found === null ? null : microText(found)
}

test('a quantity of pieces needs so many times the norm', () => {
  assert.equal(required('20', '2.5'), '50')
  assert.equal(required('1000', '0.00035'), '0.35')
  assert.equal(required('3', '0.333333'), '0.999999')
})

test('the product is rounded half up to 6 places', () => {
  assert.equal(required('0.5', '0.000001'), '0.000001')
  assert.equal(required('0.499999', '0.000001'), '0')
  assert.equal(required('1.5', '0.333333'), '0.5')
  assert.equal(required('0.333333', '0.333333'), '0.111111')
})

test('the half of a millionth is rounded up: net, what is lost, and pieces of a unit', () => {
  assert.equal(microText(netQuantity(micro('0.5'), norm('0.000001'))), '0.000001')
  assert.equal(microText(netQuantity(micro('0.499999'), norm('0.000001'))), '0')
  // Of 0.000001 beside what stands in the product waste and loss have half each.
  assert.deepEqual(texts(['0.000003'], '1', norm('0.000002', '25', '25')), [['0.000002', '0', '0.000001']])
  // 1 / 400.000 is two and a half millionths.
  assert.equal(microText(yieldOf(micro('400000'))), '0.000003')
})

test('more than the books hold is null, the most that they hold is not', () => {
  assert.equal(required('1000000000', '1'), '1000000000')
  assert.equal(required('1000000000', '1.000001'), null)
  assert.equal(requiredQuantity(MAX_ENTERED, norm('1000000000')), null)
})

const texts = (draws: string[], kolicina: string, of: Norm) =>
  partsOf(draws.map(micro), micro(kolicina), of).map(({ ugradjeno, otpad, gubitak }) =>
    [ugradjeno, otpad, gubitak].map(microText),
  )

test('waste is taken with what stands in the product, and both are told apart in each draw', () => {
  assert.equal(required('100', '2.5', '4'), '260')
  assert.equal(required('100', '2.5', '4', '0', 'bruto'), '260.416667')
  assert.deepEqual(texts(['200', '60'], '100', norm('2.5', '4')), [
    ['192.307692', '7.692308', '0'],
    ['57.692308', '2.307692', '0'],
  ])
  assert.deepEqual(texts(['200', '50'], '100', norm('2.5')), [
    ['200', '0', '0'],
    ['50', '0', '0'],
  ])
  assert.deepEqual(texts(['104', '6'], '100', norm('1', '6', '4')), [
    ['94.545455', '5.672727', '3.781818'],
    ['5.454545', '0.327273', '0.218182'],
  ])
})

test('the parts of all draws add up, whatever a need is drawn in', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000_000 })
  const percent = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 49_999_999 }))
  fc.assert(
    fc.property(
      amount,
      amount,
      percent,
      percent,
      fc.constantFrom('neto' as const, 'bruto' as const),
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 6 }),
      (kolicina, potrebna_kolicina, otpad_procenat, gubitak_procenat, osnov_otpada, cuts) => {
        const of = { potrebna_kolicina, otpad_procenat, gubitak_procenat, osnov_otpada } as Norm
        const need = requiredQuantity(kolicina as Micro, of)
        fc.pre(need !== null)
        const ends = [...cuts.map((cut) => Math.floor((need * cut) / 1_000_000)), need].sort((a, b) => a - b)
        const draws = ends.map((end, at) => (end - (ends[at - 1] ?? 0)) as Micro)
        const parts = partsOf(draws, kolicina as Micro, of)
        const total = (name: 'ugradjeno' | 'otpad' | 'gubitak') => parts.reduce((sum, part) => sum + part[name], 0)
        for (const [at, { ugradjeno, otpad, gubitak }] of parts.entries()) {
          assert.ok(ugradjeno >= 0 && otpad >= 0 && gubitak >= 0)
          assert.equal(ugradjeno + otpad + gubitak, draws[at])
        }
        const net = netQuantity(kolicina as Micro, of)
        const beside = otpad_procenat + gubitak_procenat
        assert.equal(total('ugradjeno'), beside === 0 ? need : net)
        const lost = beside === 0 ? 0 : Math.round(((need - net) * gubitak_procenat) / beside)
        assert.ok(Math.abs(total('gubitak') - lost) <= 1, 'binary floats are off by their last digit')
      },
    ),
  )
})
