import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changesOf, factText } from './fact-changes.ts'

describe('what an entry of the audit trail holds', () => {
  test('a fact is written as the forms write it', () => {
    assert.equal(factText('kolicina', 1234.5), '1.234,5')
    assert.equal(factText('kolicina', 0.000001), '0,000001')
    assert.equal(factText('vrednost_total', 1234.5), '1.234,50')
    assert.equal(factText('kurs', 117.1), '117,10')
    assert.equal(factText('cena', 23.9), '23,90')
    assert.equal(factText('cena_po_jedinici', 0.0193), '0,0193')
    assert.equal(factText('datum', '2026-02-01'), '01.02.2026.')
    assert.equal(factText('dokazuje_poreklo', false), 'Ne')
    assert.equal(factText('ulaz_stavka_id', 12345), '12345')
    assert.equal(factText('velicina', 20_480), '20.480')
    assert.equal(factText('ishod', 'preskocen'), 'Preskočen')
    assert.equal(factText('nepoznato', 'kako jeste'), 'kako jeste')
  })

  test('a change is told field by field, in the order of the forms', () => {
    const { compared, fields } = changesOf({
      pre: { vrednost_total: 278.13, primalac_pib: '123', broj_c4: 'C4-1' },
      posle: { vrednost_total: 130.6, broj_c4: 'C4-1/A', zemlja_otpreme: 'Italija' },
    })
    assert.equal(compared, true)
    assert.deepEqual(
      fields.map(({ label, pre, posle }) => [label, pre, posle]),
      [
        ['Broj C4', 'C4-1', 'C4-1/A'],
        ['PIB primaoca', '123', null],
        ['Zemlja otpreme', null, 'Italija'],
        ['Ukupna vrednost', '278,13', '130,60'],
      ],
    )
  })

  test('lines of what came or went stand invoice by invoice, in their order', () => {
    const line = (id: number, broj_fakture: string) => ({ id, broj_fakture, redni_broj: id })
    const { lists } = changesOf({ pre: { stavke: [line(1, 'F-2'), line(2, 'F-1'), line(3, 'F-2')] }, posle: null })
    assert.deepEqual(
      lists[0]?.rows.map(({ cells }) => [cells.broj_fakture?.pre, cells.redni_broj?.pre]),
      [
        ['F-2', '1'],
        ['F-2', '3'],
        ['F-1', '2'],
      ],
    )
  })

  test('lines are matched by their id, which is not shown', () => {
    const line = { broj_fakture: 'F-1', redni_broj: 1, materijal_id: 'KABL1' }
    const { lists } = changesOf({
      pre: {
        stavke: [
          { id: 1, ...line, kolicina: 5 },
          { id: 2, ...line, redni_broj: 2, kolicina: 7 },
        ],
      },
      posle: {
        stavke: [
          { id: 1, ...line, kolicina: 6 },
          { id: 3, ...line, redni_broj: 3, kolicina: 8 },
        ],
      },
    })
    const [stavke] = lists
    assert.deepEqual(
      stavke?.columns.map(({ label, right }) => [label, right]),
      [
        ['Faktura', false],
        ['R. br.', true],
        ['Materijal', false],
        ['Količina', true],
      ],
    )
    assert.deepEqual(
      stavke?.rows.map(({ state, cells }) => [state, cells.kolicina]),
      [
        ['izmenjen', { pre: '5', posle: '6' }],
        ['obrisan', { pre: '7', posle: null }],
        ['nov', { pre: null, posle: '8' }],
      ],
    )
  })

  test('lots of an export that moved are matched by material, lot and line; a shortage has no lot', () => {
    const line = { broj_fakture: 'F-1', redni_broj: 1, materijal_id: 'KABL1' }
    const lot = { ...line, c4_broj: 'C4-1', ulaz_stavka_id: 7 }
    const { lists } = changesOf({
      pre: {
        razduzenje: [
          { ...lot, kolicina: 50 },
          { ...line, manjak: 3 },
        ],
      },
      posle: { razduzenje: [{ ...lot, kolicina: 53 }] },
    })
    assert.deepEqual(
      lists[0]?.rows.map(({ state, cells }) => [state, cells.c4_broj?.pre, cells.kolicina, cells.manjak?.pre]),
      [
        ['izmenjen', 'C4-1', { pre: '50', posle: '53' }, null],
        ['obrisan', null, { pre: null, posle: null }, '3'],
      ],
    )
  })

  test('what came or went has one side, and an import calls its rows by number and ID', () => {
    const { compared, fields, lists } = changesOf({
      pre: null,
      posle: { novih: 1, redovi: [{ red: 2, id: 'MAT1', naziv: 'Žica', ishod: 'nov' }] },
    })
    assert.equal(compared, false)
    assert.deepEqual(
      fields.map(({ label, pre, posle }) => [label, pre, posle]),
      [['Novih', null, '1']],
    )
    assert.deepEqual(
      lists[0]?.columns.map(({ label }) => label),
      ['Red', 'ID', 'Naziv', 'Ishod'],
    )
    assert.deepEqual(
      lists[0]?.rows.map(({ state, cells }) => [state, cells.red?.posle, cells.ishod?.posle]),
      [[null, '2', 'Nov']],
    )
  })
})
