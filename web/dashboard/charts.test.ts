import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Para } from '#domain/decimal.ts'
import { inUnits, monthWithYear, scaleOf, shareText, shortened, shortMonth } from './chart-scale.ts'
import { byAge, byCountry, byMaterial, type Charts } from './value-rows.ts'

const rsd = (value: number) => Math.round(value * 100) as Para

describe('the unit of an axis', () => {
  test('is the one in which the largest amount is best read', () => {
    assert.equal(scaleOf([rsd(6_400_000), rsd(12)]).unit, 'mil. RSD')
    assert.equal(scaleOf([rsd(980_000)]).unit, 'hilj. RSD')
    assert.equal(scaleOf([rsd(1200)]).unit, 'RSD')
    assert.equal(scaleOf([rsd(90_000_000_000)]).unit, 'mlrd. RSD')
    assert.equal(scaleOf([]).unit, 'RSD')
  })

  test('is what amounts are divided by', () => {
    const millions = scaleOf([rsd(6_400_000)])
    assert.equal(inUnits(6_000_000, millions), '6')
    assert.equal(inUnits(1_234_567, millions), '1,23')
    assert.equal(inUnits(500_000, millions, 2), '0,50')
    assert.equal(inUnits(1234.5, scaleOf([rsd(1234.5)])), '1.234,5')
  })
})

test('a share is said in words, and something is never 0 %', () => {
  assert.equal(shareText(rsd(1), rsd(4)), '25\u00a0%')
  assert.equal(shareText(rsd(1), rsd(4000)), '<\u00a01\u00a0%')
  assert.equal(shareText(rsd(0), rsd(4)), '0\u00a0%')
  assert.equal(shareText(rsd(0), rsd(0)), '')
})

test('a long name is cut, a short one is not', () => {
  assert.equal(shortened('Konektor 24 polova, muški', 12), 'Konektor 24…')
  assert.equal(shortened('Relej', 12), 'Relej')
})

test('a bar of an age or a country leads to its lots', () => {
  const value = { vrednost_rsd: rsd(1), lotova: 1 }
  const ages = [
    { meseci: '3-6', uvoz_od: '2026-02-27', uvoz_do: '2026-05-26', ...value },
    { meseci: '12+', uvoz_od: null, uvoz_do: '2025-08-26', ...value },
  ]
  const charts = { po_starosti: ages, po_zemlji: [{ zemlja_porekla: 'Češka', ...value }] } as unknown as Charts
  const archive = '/dashboard/archive?tab=materials-c4'
  assert.deepEqual(
    [...byAge(charts), ...byCountry(charts)].map(({ to }) => to),
    [
      `${archive}&uvoz_od=2026-02-27&uvoz_do=2026-05-26`,
      `${archive}&uvoz_do=2025-08-26`,
      `${archive}&zemlja_porekla=%C4%8Ce%C5%A1ka`,
    ],
  )
})

test('the bar of all others leads to the list in which they stand', () => {
  const worth = { vrednost_rsd: rsd(1), lotova: 1 }
  const po_zemlji = Array.from({ length: 12 }, (_, at) => ({ zemlja_porekla: `Zemlja ${at}`, ...worth }))
  const po_materijalu = [{ materijal_id: '', naziv: 'Ostalo', ...worth }]
  const charts = { po_zemlji, po_materijalu } as unknown as Charts
  assert.deepEqual(
    [byCountry(charts), byMaterial(charts)].map((rows) => rows.at(-1)?.to),
    ['/dashboard/archive?tab=materials-c4', '/dashboard/archive?tab=materials-summary'],
  )
})

test('months are Serbian and Latin', () => {
  assert.equal(shortMonth('2026-05'), 'maj')
  assert.equal(shortMonth('2025-12'), 'dec')
  assert.equal(monthWithYear('2026-08'), 'avg 2026.')
})
