import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { discharge, type Lot, type Requirement } from '#domain/fifo.ts'
import { seeded } from '#scripts/demo-random.ts'
import { type MovedDraw, type MovedLine, packMoved, unpackMoved } from './moved-exports.ts'

/** The bytes that a document which moves 5,000 exports may add to the trail. */
const MAX_BYTES = 500_000
const EXPORTS = 5000
const LOT = 1_480_000
const day = '2026-01-01' as CalendarDate
const c4Of = (id: number) => (id === 0 ? '' : `C4-${Math.ceil(id / 10)}`)

/**
 * The lines of one material that a late export moves, drawn without it and with it. Its lots end before the last lines.
 */
function movedBy(late: number, material: number, random: ReturnType<typeof seeded>): MovedLine[] {
  const requirements: Requirement[] = []
  for (let i = 1; i <= EXPORTS; i++) {
    const kolicina = (random.whole(1, 10) * (25 + material) * 10_000) as Micro
    if (random.chance(0.6)) requirements.push({ c1_stavka_id: i, c1_id: 1000 + i, datum: day, kolicina })
  }
  const needed = requirements.reduce((sum, { kolicina }) => sum + kolicina, 0)
  const lots = Array.from({ length: Math.floor(needed / LOT) }, (_, i): Lot => {
    return { id: 1 + i * 4 + material, c4_id: i, datum: day, preostalo: LOT as Micro }
  })
  const side = (queue: readonly Requirement[]) => {
    const { draws, shortages } = discharge(lots, queue)
    const lacking = shortages.map(({ c1_stavka_id, manjak }) => ({ c1_stavka_id, c4_stavka_id: 0, kolicina: manjak }))
    return Map.groupBy([...draws, ...lacking], ({ c1_stavka_id }) => c1_stavka_id)
  }
  const first = { c1_stavka_id: 0, c1_id: 1, datum: day, kolicina: late as Micro }
  const [before, now] = [side(requirements), side([first, ...requirements])]
  const rows = (found: typeof now, id: number): MovedDraw[] =>
    (found.get(id) ?? []).map(({ c4_stavka_id, kolicina }) => ({ c4_stavka_id, kolicina }))
  return requirements.map(({ c1_id, c1_stavka_id }) => ({
    c1_id,
    materijal_id: `M0000${material}`,
    broj_fakture: `F-${random.whole(1, 3)}`,
    redni_broj: random.whole(1, 5),
    pre: rows(before, c1_stavka_id),
    posle: rows(now, c1_stavka_id),
  }))
}

test('what a document moved of 5,000 exports is packed in 500 kB and read again as it was', async (t) => {
  const random = seeded(3)
  const lines = [1, 2, 3, 4].flatMap((material) => movedBy(370_000, material, random))
  assert.equal(new Set(lines.map(({ c1_id }) => c1_id)).size > EXPORTS * 0.9, true)
  assert.ok(lines.some(({ posle }) => posle.some(({ c4_stavka_id }) => c4_stavka_id === 0)))
  const packed = await packMoved({ lines, c4Of })
  t.diagnostic(`${packed.length} bytes for ${lines.length} lines`)
  assert.ok(packed.length < MAX_BYTES, `${packed.length} bytes`)
  const read = await unpackMoved(packed)
  assert.deepEqual(read.lines, lines)
  for (const { c4_stavka_id } of lines.flatMap(({ pre, posle }) => [...pre, ...posle]))
    assert.equal(read.c4Of(c4_stavka_id), c4Of(c4_stavka_id))
  const one = await unpackMoved(packed, 1234)
  assert.deepEqual(
    one.lines,
    lines.filter(({ c1_id }) => c1_id === 1234),
  )
})

test('quantities of any size and names of any signs are read again', async () => {
  const draw = (c4_stavka_id: number, kolicina: number) => ({ c4_stavka_id, kolicina: kolicina as Micro })
  const lines: MovedLine[] = [
    {
      c1_id: 2 ** 40,
      materijal_id: 'ŽICA\n1',
      broj_fakture: 'F „1"\n',
      redni_broj: 1_000_000,
      pre: [draw(7, 1), draw(3, 9_007_199_254_000_000)],
      posle: [draw(3, 9_007_199_254_000_000), draw(7, 1)],
    },
    {
      c1_id: 1,
      materijal_id: 'B',
      broj_fakture: '',
      redni_broj: 1,
      pre: [draw(0, 5)],
      posle: [draw(9, 2), draw(0, 3)],
    },
  ]
  assert.deepEqual((await unpackMoved(await packMoved({ lines, c4Of }))).lines, lines)
})
