import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, testApi } from '#server/testing.ts'
import { BESIDE_HEAP_MB, heapMb, LEAST_HEAP_MB } from './job-memory.ts'

const MIB = 1024 * 1024
const sheet = { name: 'materijali.xlsx', bytes: new TextEncoder().encode('PK') }

test('a process has the heap it may have, less where the machine has less, and no less than it needs', (t) => {
  const available = t.mock.method(process, 'availableMemory', () => 0)
  const has = (mib: number) => available.mock.mockImplementation(() => mib * MIB)
  assert.deepEqual([BESIDE_HEAP_MB, LEAST_HEAP_MB], [128, 128])
  has(2000)
  assert.equal(heapMb(768), 768)
  has(500)
  assert.equal(heapMb(768), 372)
  has(200)
  assert.equal(heapMb(768), 128)
})

anyEngine('a machine without memory', (engine) => {
  if (engine.name === 'postgres') return

  test('makes and reads no spreadsheet, says so and when to ask again, and does it as soon as there is some', async (t) => {
    const api = await testApi(engine)
    const little = t.mock.method(process, 'availableMemory', () => (BESIDE_HEAP_MB + LEAST_HEAP_MB) * MIB - 1)
    const made = await api.get('/archive/sheets/products')
    const read = await api.upload('/materials/import', sheet)
    assert.deepEqual(
      [made, read].map(({ status, body, headers }) => [status, body.message, headers.get('retry-after')]),
      [
        [503, 'Server trenutno nema dovoljno memorije za Excel fajl. Pokušajte ponovo za pola minuta.', '30'],
        [503, 'Server trenutno nema dovoljno memorije za Excel fajl. Pokušajte ponovo za pola minuta.', '30'],
      ],
    )
    little.mock.restore()
    assert.equal((await api.get('/archive/sheets/products')).status, 200)
    assert.equal((await api.upload('/materials/import', sheet)).status, 415)
  })
})
