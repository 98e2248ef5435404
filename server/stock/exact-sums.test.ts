import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Atto, MAX_ENTERED, type Micro, valueToPara } from '#domain/decimal.ts'
import { eachEngine } from '#server/testing.ts'
import { exactValue, type ProductSum, productSum } from './exact-sums.ts'

const micro = fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: MAX_ENTERED }))
const pairs = fc.array(fc.record({ kolicina: micro, cena: micro }), { minLength: 1, maxLength: 20 })

eachEngine('exact sums', (engine) => {
  test('SQL and bigint give the sum of quantity × price × rate to the last digit', async () => {
    const { read, engine: dialect } = await engine.open()
    await fc.assert(
      fc.asyncProperty(pairs, micro, async (rows, kurs) => {
        // What the books hold: no line above MAX_AMOUNT, so quantity × price stays below 7 × 10^25.
        const held = rows.filter(({ kolicina, cena }) => BigInt(kolicina) * BigInt(cena) < 7n * 10n ** 25n)
        fc.pre(held.length > 0)
        const found = await sql<ProductSum>`
          select ${productSum('kolicina', 'cena')} from ${dialect.rows({ kolicina: 'int', cena: 'int' }, held)} g`.execute(
          read,
        )
        const expected = held.reduce((sum, { kolicina, cena }) => sum + BigInt(kolicina) * BigInt(cena), 0n)
        assert.equal(exactValue(found.rows[0] as ProductSum, kurs as Micro), expected * BigInt(kurs))
      }),
      { numRuns: 60 },
    )
  })
})

test('a value is rounded half up to hundredths, once', () => {
  assert.equal(valueToPara(4_999_999_999_999_999n as Atto), 0)
  assert.equal(valueToPara(5_000_000_000_000_000n as Atto), 1)
  assert.equal(valueToPara(1_234_565_000_000_000_000_000n as Atto), 123457)
})
