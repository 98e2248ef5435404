import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firmKey, firmOf, type KnownFirm, tellsApart, type Zapis } from './partneri.ts'

const zapis = (naziv: string, grad: string, pib = ''): Zapis => ({ naziv, grad, drzava: '', pib, mb: '' })
const known = (id: number, ...zapisi: readonly Zapis[]): KnownFirm => ({
  id,
  kljucevi: zapisi.map(firmKey),
  pibovi: zapisi.flatMap(({ pib }) => (pib ? [pib] : [])),
})
const meant = (of: Zapis, ...firms: readonly KnownFirm[]) => firmOf(of, firms)?.id ?? null

test('a firm is the one of its PIB, whatever it is called', () => {
  const firms = [known(1, zapis('Beta', 'Niš', '104052135')), known(2, zapis('Alfa', 'Niš'))]
  assert.equal(meant(zapis('Alfa', 'Niš', '104052135'), ...firms), 1)
})

test('or else the one of its name and city as search folds them, unless both have another PIB', () => {
  const firms = [known(1, zapis('Đorđević i sin', 'Čačak')), known(2, zapis('Alfa', 'Niš', '104052135'))]
  assert.equal(meant(zapis('ЂОРЂЕВИЋ  И СИН', 'Cacak', '101134702'), ...firms), 1)
  assert.equal(meant(zapis('Djordjevic i sin', 'Kraljevo'), ...firms), null)
  assert.equal(meant(zapis('alfa', 'NIŠ'), ...firms), 2)
  assert.equal(meant(zapis('Alfa', 'Niš', '101134702'), ...firms), null)
})

test('of several it is the oldest, by any spelling', () => {
  const firms = [known(7, zapis('Alfa', 'Niš')), known(3, zapis('Stara Alfa', 'Niš'), zapis('Alfa', 'Niš'))]
  assert.equal(meant(zapis('Alfa', 'Niš'), ...firms), 3)
})

test('a sign in place of a PIB tells no firms apart', () => {
  for (const pib of ['', '/', '0', '000000000', '1234']) assert.equal(tellsApart(pib), false, pib)
  for (const pib of ['104052135', 'DE 811-569-869', 'HR12345678901']) assert.equal(tellsApart(pib), true, pib)
  assert.equal(meant(zapis('Alfa', 'Niš', '000000000'), known(1, zapis('Beta', 'Bor', '000000000'))), null)
})
