import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsIn } from '#contract/testing-fields.ts'
import type { SheetCell } from './sheet.ts'
import { readCountSheet } from './sheet-popis.ts'

const KNOWN = new Map(['CELIK1', 'CELIK2', 'CELIK3'].map((id) => [id, 'kg']))
const read = (...rows: SheetCell[][]) =>
  readCountSheet(
    fieldsIn(
      'popis',
      rows.map((cells, at) => ({ red: at + 1, cells })),
    ),
    KNOWN,
  )
const HEADER = ['ID', 'Naziv', 'JM', 'Knjigovodstveno', 'Izbrojano', 'Napomena']

describe('a count sheet', () => {
  test('is read by its headings, with or without what the books have, under a title', () => {
    const full = read(['Popis 31.03.2026.'], [], HEADER, ['CELIK1', 'Čelik', 'kg', 100, 97.5], ['celik2', '', '', 5, 0])
    assert.deepEqual(
      full.ispravni.map(({ red, id, izbrojano }) => [red, id, izbrojano]),
      [
        [4, 'CELIK1', 97_500_000],
        [5, 'CELIK2', 0],
      ],
    )
    const blind = read(['Izbrojano', 'Šifra'], ['1.234,5', 'CELIK1'])
    assert.deepEqual(
      blind.ispravni.map(({ id, izbrojano }) => [id, izbrojano]),
      [['CELIK1', 1_234_500_000]],
    )
  })

  test('says what it does not know, and passes over what nobody counted', () => {
    const { ispravni, neispravni, nebrojanih } = read(
      HEADER,
      ['CELIK1', '', '', 1, ''],
      ['CELIK9', 'Nema', '', 1, 1],
      ['CELIK2', '', '', 1, 'mnogo'],
      ['CELIK3', '', '', 1, -1],
      ['CELIK2', '', '', 1, 2],
      ['CELIK2', '', '', 1, 3],
    )
    assert.deepEqual(ispravni, [
      { ...{ red: 6, id: 'CELIK2', izbrojano: 5_000_000 }, upozorenja: ['CELIK2 je i u redu 7; sabrano je 5.'] },
    ])
    assert.equal(nebrojanih, 1)
    assert.deepEqual(
      neispravni.map(({ red, razlog }) => [red, razlog]),
      [
        [3, 'Materijal CELIK9 ne postoji.'],
        [4, 'Izbrojano: „mnogo“ nije broj.'],
        [5, 'Izbrojano: mora biti veća od 0.'],
      ],
    )
  })

  test('is converted from another unit of one kind, and refused in one of another', () => {
    const { ispravni, neispravni } = read(HEADER, ['CELIK1', '', 't', 13, '13,5'], ['CELIK2', '', 'kom', 1, 1])
    assert.deepEqual(ispravni, [
      { ...{ red: 2, id: 'CELIK1', izbrojano: 13_500_000_000 }, upozorenja: ['Izbrojano: 13,5 t je 13.500 kg.'] },
    ])
    assert.deepEqual(
      neispravni.map(({ razlog }) => razlog),
      ['JM: „kom“ ne može da se preračuna u kg, u čemu se vodi CELIK2.'],
    )
  })

  test('says which of its columns are not known', () => {
    assert.deepEqual(read(['ID', 'Lager', 'JM'], ['CELIK1', 5, 'kg']).nedostaje, ['izbrojano'])
    assert.equal(read().prazan, true)
    assert.equal(read(HEADER).prazan, true)
  })
})
