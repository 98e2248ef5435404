import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Firm } from '#contract/documents.ts'
import { firmOfName, otherFirmOfPib, receiverOptions, senderOptions } from './firm-options.ts'

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

test('a name typed to its end is that of its firm, but nothing typed beside it is replaced', () => {
  const firms = receiverOptions([
    firm({}),
    firm({ primalac_naziv: 'Drugi', primalac_pib: '1', primalac_grad: 'Niš' }),
    firm({ primalac_naziv: 'Dvojni', primalac_grad: 'Niš' }),
    firm({ primalac_naziv: 'Dvojni', primalac_grad: 'Bor' }),
  ])
  const empty = { primalac_naziv: 'x', primalac_pib: '', primalac_mb: '', primalac_grad: '' }
  const found = (name: string, head = empty) => firmOfName(firms, name, head)?.fills.primalac_grad
  assert.equal(found('sumadija kabl d.o.o.'), 'Kragujevac')
  assert.equal(found('Šumadija Kabl'), undefined)
  assert.equal(found('Dvojni'), undefined)
  assert.equal(found('Drugi', { ...empty, primalac_grad: 'Vranje' }), undefined)
  assert.equal(found('Drugi', { ...empty, primalac_pib: '101134702', primalac_grad: 'Kragujevac' }), 'Niš')
})

test('a PIB that earlier documents have of another firm is told, that of the same firm is not', () => {
  const firms = receiverOptions([firm({}), firm({ primalac_naziv: 'ŠUMADIJA KABL DOO', primalac_pib: '2' })])
  const owner = (primalac_naziv: string, primalac_pib: string) =>
    otherFirmOfPib(firms, { primalac_naziv, primalac_pib, primalac_mb: '', primalac_grad: '' })
  assert.equal(owner('Nova', ' 101134702 '), 'Šumadija Kabl d.o.o.')
  assert.equal(owner('sumadija kabl d.o.o.', '101134702'), undefined)
  assert.equal(owner('Nova', '3'), undefined)
  assert.equal(owner('Nova', ''), undefined)
  assert.equal(owner('', '101134702'), undefined)
})
