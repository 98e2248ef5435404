import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gridMove } from './grid-focus.ts'

const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
const inside = { atStart: false, atEnd: false, all: false }
const press = (key: string, caret = inside, held: Partial<typeof none> = {}) =>
  gridMove({ key, ...none, ...held }, caret)

test('Enter moves on, with Shift back', () => {
  assert.equal(press('Enter'), 'next')
  assert.equal(press('Enter', inside, { shiftKey: true }), 'previous')
})

test('arrows up and down always move; left and right only from the ends of the text', () => {
  assert.equal(press('ArrowUp'), 'up')
  assert.equal(press('ArrowDown'), 'down')
  assert.equal(press('ArrowLeft'), null)
  assert.equal(press('ArrowRight'), null)
  assert.equal(press('ArrowLeft', { ...inside, atStart: true }), 'left')
  assert.equal(press('ArrowRight', { ...inside, atEnd: true }), 'right')
  assert.equal(press('ArrowRight', { ...inside, all: true }), 'right')
})

test('selecting, stepping and everything else belong to the field', () => {
  assert.equal(press('ArrowRight', { ...inside, atEnd: true }, { shiftKey: true }), null)
  assert.equal(press('ArrowUp', inside, { ctrlKey: true }), null)
  assert.equal(press('Tab'), null)
  assert.equal(press('a'), null)
})
