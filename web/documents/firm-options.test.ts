import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Firm } from '#contract/documents.ts'
import { receiverOptions, senderOptions } from './firm-options.ts'

const firm = (change: Partial<Firm>): Firm => ({
  posiljalac_naziv: 'Müller Kabel GmbH',
  posiljalac_grad: 'München',
  posiljalac_drzava: 'Nemačka',
  primalac_naziv: 'Šumadija Kabl d.o.o.',
  primalac_pib: '101134702',
  primalac_mb: null,
  primalac_grad: 'Kragujevac',
  ...change,
})

test('each partner once, however many documents there are', () => {
  const firms = [
    firm({}),
    firm({ primalac_naziv: 'Drugi' }),
    firm({ posiljalac_grad: 'Berlin' }),
    firm({ posiljalac_naziv: null }),
  ]
  assert.deepEqual(
    senderOptions(firms).map(({ id, name, detail }) => [id, name, detail]),
    [
      ['Müller Kabel GmbH', 'Müller Kabel GmbH', 'München, Nemačka'],
      ['Müller Kabel GmbH (2)', 'Müller Kabel GmbH', 'Berlin, Nemačka'],
    ],
  )
})

test('a receiver brings PIB, MB and city', () => {
  const [option] = receiverOptions([firm({})])
  assert.equal(option?.detail, 'Kragujevac, PIB 101134702')
  assert.deepEqual(option?.fills, {
    primalac_naziv: 'Šumadija Kabl d.o.o.',
    primalac_pib: '101134702',
    primalac_mb: '',
    primalac_grad: 'Kragujevac',
  })
})
