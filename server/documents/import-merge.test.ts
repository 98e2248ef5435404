import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { C4_HEAD, C4_LINE, c4Body } from '#contract/c4.ts'
import { type Micro, microFromNumber } from '#domain/decimal.ts'
import type { SheetFields, SheetLine } from '#domain/sheet-documents.ts'
import { changesOf, mergeSheet, type Stored } from './import-merge.ts'

const TABLES = { head: C4_HEAD, line: C4_LINE }
const micro = (value: number) => microFromNumber(value) as Micro

/** A stored line of 10 of a material. */
const line = (id: number, broj_fakture: string, redni_broj: number, materijal_id: string, more: object = {}) => ({
  ...{ id, broj_fakture, redni_broj, materijal_id, kolicina: micro(10), cena_po_jedinici: micro(2) },
  ...{ dokazuje_poreklo: true, tarifni_broj: '7208.10', zemlja_porekla: 'Nemačka', jedinica_mere: 'kg' },
  ...{ stopa_carine: null, carinska_vrednost_rsd: null, vec_razduzeno: null },
  ...more,
})
const HEAD = {
  ...{ tip_dokumenta: 'Uvozna deklaracija', broj_terminala: 'T1', broj_c4: 'C4-1', datum: '2026-01-15' },
  ...{ posiljalac_naziv: 'Primer', posiljalac_grad: 'Ulm', posiljalac_drzava: 'Nemačka', primalac_naziv: 'Mi' },
  ...{ posiljalac_pib: null, posiljalac_mb: null, primalac_pib: null, primalac_mb: null, primalac_grad: 'Niš' },
  ...{ zemlja_otpreme: 'Nemačka', valuta: 'EUR', paritet: 'EXW', odobrenje_id: 3, odobrenje_broj: '148-I', id: 1 },
  ...{ broj_jci: '26RS01', oznaka_postupka: null, carinski_organ: null, rok_razduzenja: '2026-12-31' },
  dan_prelaska: null,
}
const STORED = {
  ...HEAD,
  stavke: [line(11, 'F-1', 1, 'CELIK'), line(12, 'F-1', 2, 'ZICA'), line(13, 'F-2', 1, 'CELIK')],
} as Stored

/** A row of the sheet. */
const row = (broj_fakture: string, redni_broj: number | null, fields: SheetFields): SheetLine => ({
  ...{ red: 2, broj_fakture, redni_broj, spor: null, fields, jm: '' },
  iz_kataloga: fields.materijal_id ? { tarifni_broj: '9999.99', zemlja_porekla: 'Kina' } : {},
})

type Sent = { fields?: SheetFields; rows: SheetLine[]; replace?: boolean; kolone?: string[]; stored?: Stored | null }
function merged({ fields = {}, rows, replace = false, kolone = [], stored = STORED }: Sent) {
  const stavke = rows.map((one, at) => ({ ...one, red: at + 2 }))
  const all = new Set([...kolone, ...Object.keys(fields), ...rows.flatMap((one) => Object.keys(one.fields))])
  return mergeSheet(TABLES, stored, { fields, stavke }, { kolone: all, replace })
}
const linesOf = (sent: Sent) =>
  merged(sent).sent.stavke.map(({ id, broj_fakture, redni_broj, materijal_id, kolicina }) =>
    [id ?? 'nova', broj_fakture, redni_broj, materijal_id, kolicina].join(' '),
  )
/** The changes of the stored document by the sheet, by the checks of the API. */
function changes(sent: Sent) {
  const { sent: body, ostaje } = merged(sent)
  const parsed = c4Body.parse({ ...body.fields, stavke: body.stavke })
  return changesOf(TABLES, STORED, parsed, { odobrenje: '149-I', ostaje })
}

describe('a sheet over a stored document', () => {
  test('changes what it says of a line, and leaves lines and invoices that it does not name', () => {
    const sent = { rows: [row('f-1', 2, { kolicina: 7 })] }
    assert.deepEqual(linesOf(sent), ['11 F-1 1 CELIK 10', '12 F-1 2 ZICA 7', '13 F-2 1 CELIK 10'])
    assert.deepEqual(changes(sent), {
      ...{ dolazi: [], odlazi: [] },
      menja: [{ gde: 'F-1 · R. br. 2 · ZICA · 10', polje: 'Količina', staro: '10', novo: '7' }],
      ostaje: 'F-1: 1 stavka nije u fajlu, ostaje. F-2: 1 stavka nije u fajlu, ostaje.',
    })
  })

  test('finds a line without a number by its material, in order of appearance', () => {
    const stored = { ...STORED, stavke: [...STORED.stavke, line(14, 'F-1', 5, 'CELIK')] } as Stored
    const celik = (kolicina: number) => row('F-1', null, { materijal_id: 'CELIK', kolicina })
    assert.deepEqual(linesOf({ stored, rows: [celik(1), row('F-1', null, { materijal_id: 'ZICA' }), celik(2)] }), [
      ...['11 F-1 1 CELIK 1', '12 F-1 2 ZICA 10', '13 F-2 1 CELIK 10', '14 F-1 5 CELIK 2'],
    ])
    assert.deepEqual(linesOf({ stored, rows: [celik(1), row('F-1', 1, { kolicina: 3 })] }), [
      ...['11 F-1 1 CELIK 3', '12 F-1 2 ZICA 10', '13 F-2 1 CELIK 10', '14 F-1 5 CELIK 1'],
    ])
  })

  test('adds a line that it does not find, behind its invoice and under the next number', () => {
    const rows = [
      row('F-1', null, { materijal_id: 'BAKAR', kolicina: 4 }),
      row('F-3', null, { materijal_id: 'BAKAR', kolicina: 5 }),
      row('F-1', 9, { materijal_id: 'BAKAR', kolicina: 6 }),
      row('F-3', null, { materijal_id: 'BAKAR', kolicina: 7 }),
    ]
    assert.deepEqual(linesOf({ rows }), [
      ...['11 F-1 1 CELIK 10', '12 F-1 2 ZICA 10', 'nova F-1 10 BAKAR 4', 'nova F-1 9 BAKAR 6', '13 F-2 1 CELIK 10'],
      ...['nova F-3 1 BAKAR 5', 'nova F-3 2 BAKAR 7'],
    ])
    assert.deepEqual(merged({ rows }).redovi, [null, null, 2, 4, null, 3, 5])
  })

  test('keeps fields of which it has no column or an empty cell, and empties those that it says are empty', () => {
    const rows = [row('F-1', 1, { materijal_id: 'CELIK' })]
    assert.deepEqual(changes({ rows, kolone: ['broj_jci', 'rok_razduzenja', 'vec_razduzeno'] })?.menja, [])
    const { menja } = changes({ rows, fields: { broj_jci: null, odobrenje_id: 4 } }) ?? { menja: [] }
    assert.deepEqual(
      menja.map(({ polje, staro, novo }) => [polje, staro, novo]),
      [
        ['Odobrenje', '148-I', '149-I'],
        ['Broj JCI', '26RS01', ''],
      ],
    )
  })

  test('a tariff number in another spelling is the stored one', () => {
    for (const tarifni_broj of ['720810', '7208 10'])
      assert.equal(changes({ rows: [row('F-1', 1, { tarifni_broj })] })?.menja.length ?? 0, 0, tarifni_broj)
    assert.equal(changes({ rows: [row('F-1', 1, { tarifni_broj: '7208.1' })] })?.menja.length, 1)
  })

  test('takes tariff number and origin of another material from the catalogue, and of a new line', () => {
    const rows = [row('F-1', 1, { materijal_id: 'BAKAR' }), row('F-1', 2, { materijal_id: 'ZICA' })]
    assert.deepEqual(
      merged({ rows: [...rows, row('F-9', 1, { materijal_id: 'BAKAR', tarifni_broj: '1111.11' })] }).sent.stavke.map(
        ({ tarifni_broj }) => tarifni_broj,
      ),
      ['9999.99', '7208.10', '7208.10', '1111.11'],
    )
  })

  test('is the whole document where it replaces it: what it does not name goes, empty cells empty', () => {
    const rows = [row('F-2', 1, { materijal_id: 'CELIK', kolicina: 8 }), row('F-1', null, { materijal_id: 'CELIK' })]
    const said = { materijal_id: 'CELIK', cena_po_jedinici: 2, kolicina: 10 }
    const sent = { rows: rows.map((one) => ({ ...one, fields: { ...said, ...one.fields } })), replace: true }
    assert.deepEqual(linesOf(sent), ['13 F-2 1 CELIK 8', '11 F-1 1 CELIK 10'])
    const { odlazi, menja, ostaje } = changes({ ...sent, kolone: ['broj_jci'] }) ?? {}
    assert.deepEqual([odlazi, ostaje], [['F-1 · R. br. 2 · ZICA · 10'], null])
    assert.deepEqual(
      menja?.map(({ polje, staro, novo }) => [polje, staro, novo]),
      [
        ['Broj JCI', '26RS01', ''],
        ['Količina', '10', '8'],
        ['Redosled stavki', 'kao u dokumentu', 'kao u fajlu'],
      ],
    )
  })

  test('of rows without an invoice finds the only one, and asks where there are several', () => {
    const one = { ...STORED, stavke: STORED.stavke.slice(0, 2) }
    const rows = [row('', null, { materijal_id: 'ZICA', kolicina: 3 })]
    assert.deepEqual(linesOf({ stored: one, rows }), ['11 F-1 1 CELIK 10', '12 F-1 2 ZICA 3'])
    assert.deepEqual(merged({ rows }).greske, [
      'Red 2: Broj fakture: obavezno polje, jer sačuvani dokument ima više faktura.',
    ])
    assert.deepEqual(linesOf({ stored: null, rows }), ['nova Faktura-1 1 ZICA 3'])
  })

  test('converts a row that names its line by number alone from its own unit into that of the line', () => {
    const inTons = (redni_broj: number | null) => ({
      ...row('F-1', redni_broj, { kolicina: 1.5, vec_razduzeno: 0, cena_po_jedinici: 250 }),
      jm: 't',
    })
    const { sent, upozorenja, greske } = merged({ rows: [inTons(2)] })
    assert.deepEqual(
      sent.stavke.map(({ kolicina, cena_po_jedinici, vec_razduzeno }) => [kolicina, cena_po_jedinici, vec_razduzeno]),
      [
        [10, 2, null],
        [1500, 0.25, 0],
        [10, 2, null],
      ],
    )
    assert.deepEqual(upozorenja, [
      'Red 2: Količina: 1,5 t je 1.500 kg.',
      'Red 2: Cena po jedinici: 250 po t je 0,25 po kg.',
    ])
    assert.deepEqual(greske, [])
    const pieces = { ...inTons(2), jm: 'kom' }
    assert.deepEqual(merged({ rows: [pieces] }).greske, [
      'Red 2: JM: „kom“ ne može da se preračuna u kg, u čemu se vodi ZICA.',
    ])
    assert.equal(merged({ rows: [inTons(null)] }).sent.stavke.at(2)?.materijal_id, undefined, 'no line, so no goods')
  })

  test('says which number a line got whose row gives it none', () => {
    const doubtful = { ...row('F-1', null, { materijal_id: 'BAKAR' }), spor: '„x“ nije redni broj' }
    assert.deepEqual(merged({ rows: [doubtful] }).upozorenja, [
      'Red 2: redni_broj: „x“ nije redni broj, dodeljen je 3.',
    ])
  })
})
