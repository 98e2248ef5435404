import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachmentKind } from './attachment-kind.ts'

test('the name of a file tells what it is, in our words and in others', () => {
  for (const [name, kind] of [
    ['Faktura 4711-26.pdf', 'Faktura'],
    ['INVOICE_88.PDF', 'Faktura'],
    ['račun.jpg', 'Faktura'],
    ['EUR.1 A123.pdf', 'EUR.1'],
    ['eur1_scan.png', 'EUR.1'],
    ['CMR 12.pdf', 'CMR'],
    ['Packing list.xlsx', 'Pakovna lista'],
    ['jci-uvoz.pdf', 'JCI'],
    ['IMG_0001.jpg', 'Ostalo'],
  ] as const)
    assert.equal(attachmentKind(name), kind, name)
})
