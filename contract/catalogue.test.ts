import assert from 'node:assert/strict'
import { test } from 'node:test'
import { materialBody } from './materials.ts'
import { productBody } from './products.ts'

test('IDs and tariff numbers of the catalogue are what can be seen of them', () => {
  const material = { id: 'MAT1\u200b', naziv: 'Žica', zemlja_porekla: 'Srbija', jedinica_mere: 'kg' }
  const { id, tarifni_broj } = materialBody.parse({ ...material, tarifni_broj: '\ufeff8544.49\u00ad' })
  assert.deepEqual([id, tarifni_broj], ['MAT1', '8544.49'])
  const normativi = [{ materijal_id: 'MAT1\u200b', potrebna_kolicina: 1 }]
  const product = { id: '\u200fPRO1', naziv: 'Snop', hs_code: '8544.30\u200b', jedinica_mere: 'kom', normativi }
  const read = productBody.parse(product)
  assert.deepEqual([read.id, read.hs_code, read.normativi?.[0]?.materijal_id], ['PRO1', '8544.30', 'MAT1'])
})

test('nothing that can be seen of them is none', () => {
  for (const [body, field, sentence] of [
    [materialBody, 'id', 'ID materijala je obavezan'],
    [materialBody, 'tarifni_broj', 'Tarifni broj je obavezan'],
    [productBody, 'hs_code', 'HS kod je obavezan'],
  ] as const) {
    const { issues = [] } = body.safeParse({ [field]: '\u3164' }).error ?? {}
    assert.equal(issues.find(({ path }) => path[0] === field)?.message, sentence)
  }
})
