type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Letters of the Serbian Cyrillic layout in question, each with its Latin twin and the keys that carry it. */
const SERBIAN: Readonly<Record<string, { readonly latin: string; readonly on: readonly string[] }>> = {
  с: { latin: 's', on: ['KeyS'] },
  // A Serbian keyboard is a QWERTZ one, phonetic layouts of others are QWERTY.
  з: { latin: 'z', on: ['KeyY', 'KeyZ'] },
  ѕ: { latin: 'y', on: ['KeyY', 'KeyZ'] },
}

/**
 * The Latin letter of a shortcut, in whatever script the keyboard writes. A Latin letter counts wherever it lies, one of
 * the Serbian Cyrillic layout as its Latin twin. Elsewhere the place counts: on a Russian keyboard `с` lies on C and means
 * to copy, while `ы` lies on S.
 */
function latinLetter({ key, code }: PressedKey): string | undefined {
  const letter = key.toLowerCase()
  if (/^[a-z]$/.test(letter)) return letter
  const serbian = SERBIAN[letter]
  if (serbian && (!code || serbian.on.includes(code))) return serbian.latin
  return /^\p{L}$/u.test(letter) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

const SHORTCUTS = { s: 'save', z: 'undo' } as const

/** Which of our shortcuts this is: Ctrl (on a Mac Cmd) + S saves, Ctrl + Z takes back what was done last. */
export function shortcutOf(pressed: PressedKey): 'save' | 'undo' | undefined {
  if (!(pressed.ctrlKey || pressed.metaKey) || pressed.shiftKey || pressed.altKey) return undefined
  const letter = latinLetter(pressed)
  return letter === 's' || letter === 'z' ? SHORTCUTS[letter] : undefined
}

/** The answer that a key alone gives to a question of yes and no: `d` or `д`, `n` or `н`. */
export function typedAnswer({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return { d: true, д: true, n: false, н: false }[key.toLowerCase()]
}

/**
 * From now on no key with Ctrl + Alt comes to us: on Windows that is AltGr, which writes signs, and elsewhere it belongs
 * to the system.
 */
export const leaveCtrlAlt = (): void =>
  addEventListener('keydown', (event) => event.ctrlKey && event.altKey && event.stopPropagation(), { capture: true })
