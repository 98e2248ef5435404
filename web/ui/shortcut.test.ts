import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksForShortcuts, SHORTCUTS, shortcutOf, typedAnswer } from './shortcut.ts'

const press = (key: string, code: string, held: Partial<KeyboardEvent> = {}) => ({
  ...{ key, code, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false },
  ...held,
})

test('Ctrl + S and Ctrl + Z are found in every layout of the keyboard', () => {
  for (const [key, code, wanted] of [
    ['s', 'KeyS', 'save'],
    ['S', 'KeyS', 'save'],
    ['с', 'KeyS', 'save'],
    ['С', 'KeyS', 'save'],
    ['с', '', 'save'],
    ['s', 'KeyO', 'save'],
    ['z', 'KeyY', 'undo'],
    ['з', 'KeyY', 'undo'],
    ['з', 'KeyZ', 'undo'],
    // Serbian Cyrillic has `ѕ` where English has Z; by it one does again.
    ['ѕ', 'KeyZ', undefined],
    // Russian: С is on C, Ы on S, З on P, Я on Z; Greek: Σ on S.
    ['с', 'KeyC', undefined],
    ['ы', 'KeyS', 'save'],
    ['з', 'KeyP', undefined],
    ['я', 'KeyZ', 'undo'],
    ['σ', 'KeyS', 'save'],
    ['Enter', 'Enter', undefined],
    ['Dead', 'KeyS', undefined],
    ['š', 'BracketLeft', undefined],
  ] as const)
    assert.equal(shortcutOf(press(key, code)), wanted, `${key} on ${code}`)
})

test('a shortcut is Ctrl or Cmd and nothing else', () => {
  for (const [held, wanted] of [
    [{}, 'save'],
    [{ ctrlKey: false, metaKey: true }, 'save'],
    [{ ctrlKey: false }, undefined],
    [{ altKey: true }, undefined],
    [{ shiftKey: true }, undefined],
  ] as const)
    assert.equal(shortcutOf(press('с', 'KeyS', held)), wanted, JSON.stringify(held))
})

test('each shortcut of a letter with Ctrl stands once in the list that is shown', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const listed = SHORTCUTS.filter(({ keys }) => keys === `Ctrl + ${letter.toUpperCase()}` && letter !== 'v')
    const act = shortcutOf(press(letter, `Key${letter.toUpperCase()}`))
    assert.deepEqual(
      listed.map((shortcut) => shortcut.act),
      act ? [act] : [],
      letter,
    )
  }
})

test('? by itself asks for the shortcuts, with Shift as most layouts need it', () => {
  assert.ok(asksForShortcuts(press('?', 'Minus', { ctrlKey: false, shiftKey: true })))
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    assert.ok(!asksForShortcuts(press('?', 'Minus', { ctrlKey: false, ...held })), JSON.stringify(held))
})

test('d and n answer in both scripts, alone', () => {
  const answers = (keys: string) => [...keys].map((key) => typedAnswer(press(key, '', { ctrlKey: false })))
  assert.deepEqual(answers('dDдД'), [true, true, true, true])
  assert.deepEqual(answers('nNнН'), [false, false, false, false])
  assert.deepEqual(answers('вx'), [undefined, undefined])
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    assert.equal(typedAnswer(press('д', 'KeyD', { ctrlKey: false, ...held })), undefined, JSON.stringify(held))
})
