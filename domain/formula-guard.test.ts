import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardedCell, guardedText, unguardedText } from './formula-guard.ts'

test('what would be a formula has a guard in front, which is none of its text', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠a', '\t=1', "'=1", "'"]) {
    assert.equal(guardedText(text), `'${text}`)
    assert.equal(unguardedText(guardedText(text)), text)
  }
  for (const text of ['', 'KABL1', '1-2', '„=1“', "d'Or"]) {
    assert.equal(guardedText(text), text)
    assert.equal(unguardedText(text), text)
  }
})

test('a number that is shown stays one', () => {
  for (const shown of ['-5', '-1.234,50', '-12 kg', '-3,5 m³', '-4 %', '7']) assert.equal(guardedCell(shown), shown)
  for (const shown of ['-5+1', '-A1', '-1 cmd|calc', '+4', '=5']) assert.equal(guardedCell(shown), `'${shown}`)
})
