import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantBy } from './meant-product.ts'

const products = [
  { id: 'KS001', naziv: 'Kablovski set motora' },
  { id: 'KS002', naziv: 'Kablovski set vrata' },
  { id: 'KS003', naziv: 'Kablovski set vrata' },
]
const meant = (id: string, naziv = id) => meantBy({ id, naziv }, products)?.id

test('a product is meant by its ID in any case, else by a name that it has alone', () => {
  assert.equal(meant('ks001'), 'KS001')
  assert.equal(meant('NEMA', 'кабловски сет МОТОРА'), 'KS001')
  assert.equal(meant('KS'), undefined)
  assert.equal(meant('Kablovski set vrata'), undefined)
})
