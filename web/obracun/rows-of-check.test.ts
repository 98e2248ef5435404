import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Obracun, ObracunProvera } from '#contract/obracun.ts'
import { rowsOfCheck } from './rows-of-check.ts'

const ACCOUNT = {
  stavke: [
    { c4_id: 1, ulaz_stavka_id: 11, materijal_id: 'M-1' },
    { c4_id: 1, ulaz_stavka_id: 12, materijal_id: 'M-2' },
    { c4_id: 2, ulaz_stavka_id: 21, materijal_id: 'M-1' },
  ],
  izvoz: [
    { c1_id: 5, c4_id: 1, ulaz_stavka_id: 11, materijal_id: 'M-1' },
    { c1_id: 6, c4_id: 1, ulaz_stavka_id: 11, materijal_id: 'M-1' },
  ],
  normativi: [
    { proizvod_id: 'P', materijal_id: 'M-1' },
    { proizvod_id: 'P', materijal_id: 'M-2' },
  ],
  bez_pokrica: [],
} as unknown as Obracun

const shown = (deo: 'stavke' | 'izvoz' | 'normativi', row: Partial<ObracunProvera['redovi'][number]>) => {
  const redovi = [{ broj: '', opis: '', ...row }] as ObracunProvera['redovi']
  const of = rowsOfCheck(ACCOUNT, { vrsta: 'rok', tekst: '', redovi })
  return of[deo].map((found) => (ACCOUNT[deo] as unknown[]).indexOf(found))
}

test('a check shows the rows of its document, of its lots or of its material', () => {
  assert.deepEqual(shown('stavke', { vrsta: 'c4', id: '1' }), [0, 1])
  assert.deepEqual(shown('stavke', { vrsta: 'c4', id: '1', ulaz_stavka_ids: [12] }), [1])
  assert.deepEqual(shown('stavke', { vrsta: 'odobrenje', id: '3', ulaz_stavka_ids: [11, 21] }), [0, 2])
  // Another export that took of the same lot in time is not what the check is about.
  assert.deepEqual(shown('izvoz', { vrsta: 'c1', id: '6', ulaz_stavka_ids: [11] }), [1])
  assert.deepEqual(shown('normativi', { vrsta: 'proizvod', id: 'P', materijal_id: 'M-2' }), [1])
})
