import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Atto, MAX_ENTERED, type Micro, totalPara, valueToPara, worthOf } from '#domain/decimal.ts'
import { eachEngine } from '#server/testing.ts'
import { exactValue, type ProductSum, productSum, valueSum } from './exact-sums.ts'

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

  test('SQL rounds the value of each row as `worthOf` does', async () => {
    const { read, engine: dialect } = await engine.open()
    const columns = { kolicina: 'int', cena: 'int', kurs: 'int' } as const
    const valued = fc.record({ kolicina: micro, cena: micro, kurs: micro }).filter(({ kolicina, cena, kurs }) => {
      const amount = BigInt(kolicina) * BigInt(cena)
      return amount < 7n * 10n ** 25n && amount * BigInt(kurs) < 7n * 10n ** 31n
    })
    // At the half, below it, and the largest that a line may be worth.
    const edges = [
      [1_000_000, 5_000, 1_000_000],
      [1_000_000, 4_999, 1_000_000],
      [999_999, 5_000, 1_000_000],
      [3, 1_666_667, 1_000],
      [MAX_ENTERED, 70_000_000_000, 1_000_000],
      [1, MAX_ENTERED, MAX_ENTERED],
      [70, MAX_ENTERED, 1_000_000_000_000_000],
      // On both sides of what two steps take.
      [2_999_999_999, 2_999_999_999, 99_999_999],
      [3_000_000_000, 3_000_000_000, 100_000_000],
      [3_037_000_499, 3_037_000_499, 117_252_874],
      [99_999_999, 1, 89_999_999_999],
      [99_999_999, 1, 90_000_000_000],
    ].map(([kolicina, cena, kurs]) => ({ kolicina, cena, kurs }) as { kolicina: Micro; cena: Micro; kurs: Micro })
    const sumIn = async (rows: readonly { kolicina: number; cena: number; kurs: number }[]) => {
      const { rows: found } = await sql<{ vrednost: string }>`
        select ${valueSum('kolicina', 'cena', 'kurs')} as vrednost from ${dialect.rows(columns, rows)} g`.execute(read)
      return BigInt(found[0]?.vrednost ?? -1)
    }
    const expected = (rows: readonly { kolicina: number; cena: number; kurs: number }[]) =>
      totalPara(rows.map(({ kolicina, cena, kurs }) => worthOf(kolicina as Micro, cena as Micro, kurs as Micro)))
    for (const edge of edges) assert.equal(await sumIn([edge]), expected([edge]), JSON.stringify(edge))
    await fc.assert(
      fc.asyncProperty(fc.array(valued, { minLength: 1, maxLength: 20 }), async (rows) => {
        assert.equal(await sumIn(rows), expected(rows))
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
