// The books of a large firm in small: they are filled past the program, with rows that must equal the program's own.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDatabase } from '#reliability/fresh-database.ts'
import { eachEngine } from '#reliability/instances.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { fillLarge } from './large.ts'
import { LARGE } from './large-books.ts'

const SIZE = { ...LARGE, c4: 100, c1: 100, materials: 100, products: 150 }

eachEngine('large books', (engine) => {
  test('are whole, and right by every rule of the ledger', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'large-books-'))
    const database = engine === 'postgres' ? await freshDatabase() : null
    const place = { dataDir, databaseUrl: database?.url }
    try {
      const { c4_stavka, c1_stavka } = await fillLarge(place, SIZE)
      assert.deepEqual([c4_stavka, c1_stavka], [SIZE.c4 * SIZE.lotsPerC4, SIZE.c1 * SIZE.linesPerC1])
      const verdict = await verifyPlace(place)
      assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
      await database?.drop()
    }
  })
})
