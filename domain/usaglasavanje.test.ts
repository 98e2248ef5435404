import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { CalendarDate } from './calendar-date.ts'
import { type Micro, type Para, parseSerbian } from './decimal.ts'
import { type NasRed, type NjihovRed, type Uparen, uparene, type VrstaRazlike, znakRazlike } from './usaglasavanje.ts'

const micro = (text: string) => parseSerbian(text) as Micro
const nas = (said: Partial<NasRed> = {}): NasRed => ({
  broj: 'C4-001/26',
  broj_jci: null,
  broj_fakture: 'F-1',
  redni_broj: 1,
  tarifni_broj: '7318.15',
  kolicina: micro('2.500'),
  jedinica_mere: 'kom',
  datum: '2026-01-15' as CalendarDate,
  vrednosti: [5_000_00 as Para],
  ...said,
})
const njihov = (said: Partial<NjihovRed> = {}): NjihovRed => ({
  broj: 'C4-001/26',
  redni_broj: 1,
  tarifni_broj: '7318 15',
  kolicina: micro('2.500'),
  jedinica_mere: 'kom',
  datum: '2026-01-15' as CalendarDate,
  vrednost: 5_000_00 as Para,
  ...said,
})
/** The kinds of difference of one row of ours and one of theirs: one pair, or two rows that stand alone. */
const vrsteOf = (ours: Partial<NasRed>, theirs: Partial<NjihovRed>) =>
  uparene([nas(ours)], [njihov(theirs)]).map(({ vrsta }) => vrsta)

describe('uparene', () => {
  const pictures: readonly (readonly [string, Partial<NasRed>, Partial<NjihovRed>, ...VrstaRazlike[]])[] = [
    ['the same row', {}, {}, 'isto'],
    ['numbers in another writing', { broj: 'C4-001/26' }, { broj: ' c4 – 001/26' }, 'isto'],
    ['our JCI as their number', { broj_jci: '26RS012345' }, { broj: '26RS012345' }, 'isto'],
    ['units by their codes', {}, { jedinica_mere: 'PCE' }, 'isto'],
    ['a longer tariff number', {}, { tarifni_broj: '7318 15 90 00' }, 'isto'],
    ['the value in RSD', { vrednosti: [10_00 as Para, 1_175_00 as Para] }, { vrednost: 1_175_00 as Para }, 'isto'],
    ['what they do not say', {}, { redni_broj: null, jedinica_mere: '', datum: null, vrednost: null }, 'isto'],
    ['thousands of pieces (customs, example 9)', {}, { kolicina: micro('2,5'), jedinica_mere: '1000 kom' }, 'JM ×1000'],
    ['grams', { kolicina: micro('2,5'), jedinica_mere: 'kg' }, { jedinica_mere: 'g' }, 'JM ÷1000'],
    ['another quantity', {}, { kolicina: micro('2.400') }, 'količina'],
    ['another unit', {}, { jedinica_mere: 'kg' }, 'količina'],
    ['another number of the same chapter (customs, example 9)', {}, { tarifni_broj: '7318 16' }, 'tarifni broj'],
    ['another chapter', {}, { tarifni_broj: '8544 49' }, 'tarifni broj (druga glava)'],
    ['another value', {}, { vrednost: 5_000_01 as Para }, 'vrednost'],
    ['another day', {}, { datum: '2026-01-16' as CalendarDate }, 'datum'],
    ['a year mistyped', {}, { datum: '2025-01-15' as CalendarDate }, 'datum'],
    [
      'an unknown import (customs, example 9)',
      { broj: 'C4-001/26' },
      { broj: 'C4-009/26', tarifni_broj: '8544' },
      'samo kod nas',
      'samo kod špeditera',
    ],
    ['no number: tariff number and quantity', {}, { broj: '', redni_broj: null }, 'isto'],
    ['a number that we do not have, the same goods', {}, { broj: '26RS999' }, 'isto'],
    ['several fields: the gravest', {}, { kolicina: micro('1'), tarifni_broj: '8544', vrednost: null }, 'količina'],
  ]
  for (const [title, ours, theirs, ...expected] of pictures)
    test(title, () => assert.deepEqual(vrsteOf(ours, theirs), expected))

  test('within a tolerance rows are the same, beyond it they are not', () => {
    const within = (ours: Partial<NasRed>, theirs: Partial<NjihovRed>) =>
      uparene([nas(ours)], [njihov(theirs)], { tolerancija_vrednosti: 1, decimale_kolicine: 2 })[0]?.vrsta
    assert.equal(within({ kolicina: micro('1,2345') }, { kolicina: micro('1,23') }), 'isto')
    assert.equal(within({ kolicina: micro('1,235') }, { kolicina: micro('1,23') }), 'količina')
    assert.equal(within({}, { vrednost: 5_001_00 as Para }), 'isto')
    assert.equal(within({}, { vrednost: 5_001_01 as Para }), 'vrednost')
  })

  test('every field that differs is named', () => {
    const [pair] = uparene(
      [nas()],
      [njihov({ kolicina: micro('1'), tarifni_broj: '8544', datum: '2026-02-01' as CalendarDate })],
    )
    assert.deepEqual(pair?.polja, ['kolicina', 'tarifni_broj', 'datum'])
  })

  test('an import that they know is not matched with another one of the same goods', () => {
    const ours = [nas({ broj: 'C4-1' }), nas({ broj: 'C4-2' })]
    const theirs = [njihov({ broj: 'C4-1' }), njihov({ broj: 'C4-1' }), njihov({ broj: 'C4-3' })]
    assert.deepEqual(
      uparene(ours, theirs).map(({ nas: a, njihov: b, vrsta }) => [a, b, vrsta]),
      [
        [0, 0, 'isto'],
        [1, 2, 'isto'],
        [null, 1, 'samo kod špeditera'],
      ],
    )
  })

  test('lines of one number are found by R. br., and by their goods where that says nothing', () => {
    const ours = [nas({ redni_broj: 1, kolicina: micro('10') }), nas({ redni_broj: 2, kolicina: micro('20') })]
    const theirs = [njihov({ redni_broj: 7, kolicina: micro('20') }), njihov({ redni_broj: 8, kolicina: micro('10') })]
    assert.deepEqual(
      uparene(ours, theirs).map(({ vrsta }) => vrsta),
      ['isto', 'isto'],
    )
    const other = [njihov({ redni_broj: 2, kolicina: micro('7') }), njihov({ redni_broj: 1, kolicina: micro('9') })]
    assert.deepEqual(
      uparene(ours, other).map(({ nas: a, njihov: b }) => [a, b]),
      [
        [0, 1],
        [1, 0],
      ],
    )
  })

  test('of rows with the same goods those of the same value belong together', () => {
    const ours = [
      nas({ vrednosti: [900 as Para, 105_300 as Para] }),
      nas({ vrednosti: [1000 as Para, 117_000 as Para] }),
    ]
    const paired = (...values: number[]) =>
      uparene(
        ours,
        values.map((vrednost) => njihov({ vrednost: vrednost as Para })),
      ).map((pair) => [pair.nas, pair.njihov, pair.vrsta])
    assert.deepEqual(paired(117_000, 105_300).sort(), [
      [0, 1, 'isto'],
      [1, 0, 'isto'],
    ])
    assert.deepEqual(paired(900), [
      [0, 0, 'isto'],
      [1, null, 'samo kod nas'],
    ])
  })

  test('numbers that begin anew each year are told apart by it', () => {
    const ours = [nas({ broj: '1', datum: '2025-03-01' as CalendarDate, kolicina: micro('5') }), nas({ broj: '1' })]
    const theirs = [
      njihov({ broj: '1' }),
      njihov({ broj: '1', datum: '2025-03-01' as CalendarDate, kolicina: micro('6') }),
    ]
    assert.deepEqual(
      uparene(ours, theirs).map(({ nas: a, njihov: b, vrsta }) => [a, b, vrsta]),
      [
        [1, 0, 'isto'],
        [0, 1, 'količina'],
      ],
    )
  })

  const days = ['2025-12-31', '2026-01-15', '2026-01-16'] as CalendarDate[]
  const row = {
    redni_broj: fc.constantFrom(1, 2, null),
    tarifni_broj: fc.constantFrom('7318.15', '7318.16', '8544.49', '7318'),
    kolicina: fc.constantFrom(micro('1'), micro('2'), micro('1.000'), micro('2.000')),
    jedinica_mere: fc.constantFrom('kg', 'kom'),
    datum: fc.constantFrom(...days),
  }
  const brojevi = fc.constantFrom('C4-1', 'C4-2', 'C4-3', 'JCI-1')
  const oursOf = fc.record({
    ...row,
    broj: brojevi,
    broj_jci: fc.constantFrom(null, 'JCI-1', 'JCI-2'),
    broj_fakture: fc.constantFrom('F-1', 'F-2'),
    vrednosti: fc.constantFrom([1 as Para], [2 as Para]),
  })
  const theirsOf = fc.record({
    ...row,
    tarifni_broj: fc.constantFrom('7318.15', '731815', '8544.49', ''),
    broj: fc.constantFrom('C4-1', 'c4-2', 'C4-9', 'JCI-1', 'JCI-9', ''),
    datum: fc.constantFrom(...days, null),
    vrednost: fc.constantFrom(1 as Para, 2 as Para, null),
  })
  const both = fc.tuple(fc.array(oursOf, { maxLength: 12 }), fc.array(theirsOf, { maxLength: 12 }))
  const contents = (ours: readonly NasRed[], theirs: readonly NjihovRed[], pairs: readonly Uparen[]) =>
    pairs
      .map(({ nas: a, njihov: b, vrsta, polja }) =>
        JSON.stringify([vrsta, polja, a === null ? null : ours[a], b === null ? null : theirs[b]]),
      )
      .sort()

  test('each row of both stands in exactly one pair', () =>
    fc.assert(
      fc.property(both, ([ours, theirs]) => {
        const pairs = uparene(ours, theirs)
        const places = (side: 'nas' | 'njihov') => pairs.flatMap((pair) => pair[side] ?? []).sort((a, b) => a - b)
        assert.deepEqual(places('nas'), [...ours.keys()])
        assert.deepEqual(places('njihov'), [...theirs.keys()])
        for (const { nas: a, njihov: b, vrsta } of pairs) {
          assert.equal(vrsta === 'samo kod nas', b === null)
          assert.equal(vrsta === 'samo kod špeditera', a === null)
        }
      }),
    ))

  test('of two rows that differ in the number of customs alone the same one is paired, in whatever order they stand', () => {
    const goods = { redni_broj: 1, jedinica_mere: 'kom', datum: days[0] as CalendarDate, broj: 'C4-1' }
    const taken = { tarifni_broj: '8544.49', kolicina: micro('1'), broj_fakture: 'F-2', vrednosti: [2 as Para] }
    const ours: NasRed[] = [null, 'JCI-2'].map((broj_jci) => ({ ...goods, ...taken, broj_jci }))
    const theirs: NjihovRed[] = [{ ...goods, tarifni_broj: '731815', kolicina: micro('2'), vrednost: 1 as Para }]
    const other = ours.toReversed()
    assert.deepEqual(contents(ours, theirs, uparene(ours, theirs)), contents(other, theirs, uparene(other, theirs)))
  })

  test('the order of the rows changes nothing', () =>
    fc.assert(
      fc.property(both, fc.integer(), ([ours, theirs], seed) => {
        const mixed = <T>(rows: readonly T[]) =>
          rows
            .map((one, at) => [((at + 1) * 7919 + seed) % 13, one] as const)
            .sort(([a], [b]) => a - b)
            .map(([, one]) => one)
        const [a, b] = [mixed(ours), mixed(theirs)]
        assert.deepEqual(contents(a, b, uparene(a, b)), contents(ours, theirs, uparene(ours, theirs)))
      }),
    ))

  test('what is laid beside itself is the same throughout', () =>
    fc.assert(
      fc.property(fc.array(oursOf, { maxLength: 12 }), (rows) => {
        const ours = rows.map((one) => ({
          ...one,
          broj_jci: null,
          jedinica_mere: 'kg',
          datum: days[1] as CalendarDate,
        }))
        const theirs = ours.map(({ vrednosti, ...said }) => ({ ...said, vrednost: vrednosti[0] ?? null }))
        assert.deepEqual(
          uparene(ours, theirs).filter(({ vrsta }) => vrsta !== 'isto'),
          [],
        )
      }),
    ))

  test('pairs are those of a search through all rows', () =>
    fc.assert(
      fc.property(both, ([ours, theirs]) => {
        assert.deepEqual(contents(ours, theirs, uparene(ours, theirs)), contents(ours, theirs, searched(ours, theirs)))
      }),
      { numRuns: 300 },
    ))
})

/** Rules that go by a number; those behind them do not. */
const NUMBERED_RULES = 56

/** The same by looking at every pair of rows for each rule, with another way of saying what is the same. */
function searched(ours: readonly NasRed[], theirs: readonly NjihovRed[]): Uparen[] {
  const lower = (text: string | null) => text?.toLowerCase() || null
  const digits = (text: string) => text.replace(/\D/g, '')
  const [a, b] = [new Set(ours.keys()), new Set(theirs.keys())]
  const sortedBy = <T>(rows: readonly T[], left: ReadonlySet<number>, text: (one: T) => string) =>
    [...left].sort((x, y) =>
      text(rows[x] as T) < text(rows[y] as T) ? -1 : text(rows[x] as T) > text(rows[y] as T) ? 1 : x - y,
    )
  const text = (one: NasRed | NjihovRed) =>
    [
      one.broj,
      'broj_jci' in one ? one.broj_jci : '',
      'broj_fakture' in one ? one.broj_fakture : '',
      one.redni_broj,
      one.tarifni_broj,
      one.kolicina,
      one.jedinica_mere,
      one.datum,
      'vrednost' in one ? one.vrednost : one.vrednosti[0],
    ].join('\n')
  const found: Uparen[] = []
  const known = ({ broj }: NjihovRed) =>
    ours.some((one) => lower(broj) && [lower(one.broj), lower(one.broj_jci)].includes(lower(broj)))
  const named = (one: NasRed) =>
    theirs.some(({ broj }) => lower(broj) && [lower(one.broj), lower(one.broj_jci)].includes(lower(broj)))
  const goods = {
    rb: (x: NasRed, y: NjihovRed) => x.redni_broj !== null && x.redni_broj === y.redni_broj,
    tar: (x: NasRed, y: NjihovRed) =>
      digits(y.tarifni_broj) !== '' && digits(x.tarifni_broj) === digits(y.tarifni_broj),
    kol: (x: NasRed, y: NjihovRed) => x.kolicina === y.kolicina,
  }
  const year = (x: NasRed, y: NjihovRed) => y.datum !== null && x.datum?.slice(0, 4) === y.datum.slice(0, 4)
  const numbers = [
    (x: NasRed, y: NjihovRed) => lower(y.broj) !== null && lower(x.broj) === lower(y.broj),
    (x: NasRed, y: NjihovRed) => lower(y.broj) !== null && lower(x.broj_jci) === lower(y.broj),
  ]
  const rules: ((x: NasRed, y: NjihovRed) => boolean)[] = []
  for (const sameYear of [true, false])
    for (const number of numbers)
      for (const names of [
        ['rb', 'tar', 'kol'],
        ['rb', 'tar'],
        ['rb', 'kol'],
        ['rb'],
        ['tar', 'kol'],
        ['tar'],
        ['kol'],
      ] as const)
        rules.push((x, y) => number(x, y) && (!sameYear || year(x, y)) && names.every((name) => goods[name](x, y)))
  for (const sameDay of [true, false])
    rules.push(
      (x, y) => !known(y) && !named(x) && goods.tar(x, y) && goods.kol(x, y) && (!sameDay || x.datum === y.datum),
    )
  const withValues = rules.flatMap((rule) => [
    (x: NasRed, y: NjihovRed) => rule(x, y) && x.vrednosti[0] === y.vrednost,
    rule,
  ])
  for (const [at, rule] of withValues.entries())
    for (const x of sortedBy(ours, a, text))
      for (const y of sortedBy(theirs, b, text)) {
        if (!a.has(x) || !b.has(y) || !rule(ours[x] as NasRed, theirs[y] as NjihovRed)) continue
        a.delete(x)
        b.delete(y)
        found.push(asPair(x, y, ours[x] as NasRed, theirs[y] as NjihovRed, at >= NUMBERED_RULES))
      }
  return [
    ...found,
    ...[...a].map((x): Uparen => ({ nas: x, njihov: null, vrsta: 'samo kod nas', polja: [] })),
    ...[...b].map((y): Uparen => ({ nas: null, njihov: y, vrsta: 'samo kod špeditera', polja: [] })),
  ]
}

function asPair(x: number, y: number, ours: NasRed, theirs: NjihovRed, across: boolean): Uparen {
  const digits = (text: string) => text.replace(/\D/g, '')
  const [t, u] = [digits(ours.tarifni_broj), digits(theirs.tarifni_broj)]
  const polja: Uparen['polja'][number][] = []
  if (across && theirs.broj !== '') polja.push('broj')
  if (ours.kolicina !== theirs.kolicina) polja.push('kolicina')
  if (ours.jedinica_mere !== theirs.jedinica_mere) polja.push('jedinica_mere')
  if (u !== '' && !t.startsWith(u) && !u.startsWith(t)) polja.push('tarifni_broj')
  if (theirs.vrednost !== null && theirs.vrednost !== ours.vrednosti[0]) polja.push('vrednost')
  if (theirs.datum !== null && theirs.datum !== ours.datum) polja.push('datum')
  const thousand = ours.kolicina / theirs.kolicina
  const vrsta: VrstaRazlike =
    thousand === 1000
      ? 'JM ×1000'
      : thousand === 0.001
        ? 'JM ÷1000'
        : polja.includes('kolicina') || polja.includes('jedinica_mere')
          ? 'količina'
          : polja.includes('tarifni_broj')
            ? t.slice(0, 2) === u.slice(0, 2)
              ? 'tarifni broj'
              : 'tarifni broj (druga glava)'
            : polja.includes('vrednost')
              ? 'vrednost'
              : polja.includes('datum')
                ? 'datum'
                : 'isto'
  return { nas: x, njihov: y, vrsta, polja }
}

describe('znakRazlike', () => {
  const znak = (ours: Partial<NasRed>, theirs: Partial<NjihovRed>) => {
    const [a, b] = [nas(ours), njihov(theirs)]
    const [pair] = uparene([a], [b])
    return znakRazlike(pair?.vrsta ?? 'isto', pair?.polja ?? [], a, b)
  }
  test('is that of the figures that differ: others may change', () => {
    const known = znak({}, { kolicina: micro('2.400') })
    assert.equal(znak({ vrednosti: [7 as Para] }, { kolicina: micro('2.400'), vrednost: 7 as Para }), known)
    assert.notEqual(znak({}, { kolicina: micro('2.300') }), known)
    assert.notEqual(znak({ kolicina: micro('2.600') }, { kolicina: micro('2.400') }), known)
  })
})
