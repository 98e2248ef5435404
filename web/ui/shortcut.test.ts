import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
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

/** By each file of the web that hears or asks for keys: the lines of the list that say what they do there. */
const HEARD: Readonly<Record<string, readonly string[]>> = {
  'attended.ts': [],
  'beside/notes-and-history.tsx': ['Stranica zapisa: Enter u novoj belešci'],
  'document-form/document-dialog.tsx': ['Forme: Enter'],
  'drafts/record-form.tsx': ['Forme: Enter'],
  'grid/grid-focus.ts': ['Stavke dokumenta: Enter, Shift + Enter', 'Stavke dokumenta: ← ↑ → ↓'],
  'grid/invoice-sheet.tsx': ['Stavke dokumenta: Enter u broju fakture', 'Stavke dokumenta: Enter u broju stavki'],
  'grid/line-grid.tsx': ['Stavke dokumenta: Enter, Shift + Enter', 'Stavke dokumenta: Ctrl + V'],
  'grid/line-row.tsx': ['Stavke dokumenta: Ctrl + ↑, Ctrl + ↓', 'Stavke dokumenta: D, N'],
  'grid/record-lines.tsx': ['Stavke dokumenta: Enter, Shift + Enter'],
  'shell/settings-menu.tsx': ['Svuda: ?', 'Svuda: /', 'Svuda: N', 'Svuda: E', 'Svuda: G, pa slovo'],
  'shell/shell.tsx': ['Svuda: Ctrl + K', 'Forme: ↑ ↓, Enter ili Tab u listi izbora', 'Liste: Tab po dolasku na ekran'],
  'ui/combobox.tsx': ['Forme: ↑ ↓, Enter ili Tab u listi izbora', 'Svuda: Esc'],
  'ui/date-input.tsx': [
    'Forme: Alt + ↓',
    'Forme: Enter',
    'Svuda: Esc',
    'Kalendar: ← ↑ → ↓',
    'Kalendar: Home, End',
    'Kalendar: Page Up, Page Down',
  ],
  'ui/dialog-focus.ts': ['Forme: Ctrl + S', 'Forme: Ctrl + Z'],
  'ui/dialog.tsx': ['Forme: Ctrl + S', 'Forme: Ctrl + Z'],
  'ui/lookup-cell.tsx': ['Forme: Alt + ↓', 'Forme: ↑ ↓, Enter ili Tab u listi izbora', 'Svuda: Esc'],
  'ui/number-input.tsx': ['Forme: ↑ ↓ u normativu', 'Forme: . na numeričkom delu'],
  'ui/row-focus.ts': [
    'Liste: ↓ u polju za pretragu',
    'Liste: ↑ ↓',
    'Liste: Page Up, Page Down',
    'Liste: Home, End',
    'Liste: Enter',
    'Liste: Razmak',
  ],
  'ui/saved-by.ts': ['Forme: Ctrl + S'],
  'ui/search-box.tsx': ['Liste: Enter u polju za pretragu', 'Svuda: Esc'],
  'ui/tabs.tsx': ['Svuda: ← →, Home, End'],
  'usaglasavanje/differences.tsx': ['Liste: Enter, Esc u objašnjenju'],
}
const LIST = 'ui/shortcut.ts'
/** Keys that a library handles. */
const OF_LIBRARIES = ['Svuda: Alt + T, Tab']
const HEARS = /onKey(Down|Up|Press)\b|'key(down|up|press)'|\bKeyboardEvent\b/
const NAMED = '(Enter|Escape|Tab|Home|End|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)|Delete|Backspace|Insert|F\\d+)'
const ASKS = [RegExp(`'${NAMED}'`, 'g'), RegExp(`^\\s*${NAMED}:`, 'gm'), /\b(?:key|code) [!=]== '([^']+)'/g]
const SIGNS: Readonly<Record<string, string>> = {
  ...{ ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', ' ': 'Razmak' },
  ...{ PageUp: 'Page Up', PageDown: 'Page Down', NumpadDecimal: '.' },
  ...{ Control: 'Ctrl', Meta: 'Ctrl' },
}

test('every key that a file asks for stands in the list that is shown, and nothing else does', () => {
  const web = join(import.meta.dirname, '..')
  const asked = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path) && !path.startsWith('gallery/') && path !== LIST)
    .flatMap((path) => {
      const text = readFileSync(join(web, path), 'utf8')
      const keys = new Set(ASKS.flatMap((asks) => Array.from(text.matchAll(asks), ([, key = '']) => key)))
      return keys.size > 0 || HEARS.test(text) ? [[path, [...keys]] as const] : []
    })
  assert.deepEqual(asked.map(([path]) => path).toSorted(), Object.keys(HEARD))
  for (const [path, keys] of asked) {
    const listed = HEARD[path]?.join() ?? ''
    const unlisted = keys.filter((key) => !listed.includes(SIGNS[key] ?? key))
    assert.deepEqual(unlisted, [], path)
  }
  const heard = new Set([...Object.values(HEARD).flat(), ...OF_LIBRARIES])
  assert.deepEqual(SHORTCUTS.map(({ where, keys }) => `${where}: ${keys}`).toSorted(), [...heard].toSorted())
})
