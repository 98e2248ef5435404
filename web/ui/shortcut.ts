type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Letters of the Serbian Cyrillic layout in question, each with its Latin twin and the keys that carry it. */
const SERBIAN: Readonly<Record<string, { readonly latin: string; readonly on: readonly string[] }>> = {
  с: { latin: 's', on: ['KeyS'] },
  // A Serbian keyboard is a QWERTZ one, phonetic layouts of others are QWERTY.
  з: { latin: 'z', on: ['KeyY', 'KeyZ'] },
  ѕ: { latin: 'y', on: ['KeyY', 'KeyZ'] },
}

/**
 * The Latin letter of a shortcut, in whatever script the keyboard writes. A Latin letter counts wherever it lies, one
 * of the Serbian Cyrillic layout as its Latin twin. Elsewhere the place counts: on a Russian keyboard `с` lies on C and
 * means to copy, while `ы` lies on S.
 */
function latinLetter({ key, code }: PressedKey): string | undefined {
  const letter = key.toLowerCase()
  if (/^[a-z]$/.test(letter)) return letter
  const serbian = SERBIAN[letter]
  if (serbian && (!code || serbian.on.includes(code))) return serbian.latin
  return /^\p{L}$/u.test(letter) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

type Shortcut = {
  where: string
  /** As they are called on a Serbian keyboard. */
  keys: string
  does: string
  /** The letter with Ctrl, and what `shortcutOf` calls it. */
  letter?: string
  act?: 'save' | 'undo' | 'search'
}

/**
 * Everything that keys do, as the window of '?' shows it. A letter with Ctrl works only if it stands here, and the test
 * finds any other key that a file of the web asks for.
 */
export const SHORTCUTS: readonly Shortcut[] = [
  { where: 'Svuda', keys: '?', does: 'Prikazuje ove prečice, kad se ne kuca u polje' },
  {
    where: 'Svuda',
    keys: 'Ctrl + K',
    does: 'Traži dokument, fakturu, partnera, materijal, proizvod, odobrenje, belešku ili ekran',
    letter: 'k',
    act: 'search',
  },
  { where: 'Svuda', keys: '/', does: 'Vodi u pretragu ekrana' },
  { where: 'Svuda', keys: 'N', does: "Otvara novi zapis: isto što i dugme 'Novi …' na ekranu" },
  { where: 'Svuda', keys: 'E', does: 'Menja zapis čija je stranica otvorena' },
  {
    where: 'Svuda',
    keys: 'G, pa slovo',
    does: 'Vodi na ekran',
  },
  { where: 'Svuda', keys: 'Esc', does: 'Zatvara prozor, meni ili listu; prazni pretragu' },
  { where: 'Svuda', keys: 'Alt + T, Tab', does: "Vodi do poruke i njenog dugmeta, na primer 'Vrati'" },
  { where: 'Svuda', keys: '← →, Home, End', does: 'Susedna, prva i poslednja kartica; na grafikonu susedni mesec' },
  { where: 'Liste', keys: 'Tab po dolasku na ekran', does: 'Vodi u redove liste' },
  { where: 'Liste', keys: 'Enter u polju za pretragu', does: 'Traži odmah' },
  { where: 'Liste', keys: '↓ u polju za pretragu', does: 'Vodi u redove liste; ↑ sa prvog reda vraća u pretragu' },
  { where: 'Liste', keys: '↑ ↓', does: 'Prethodni i sledeći red' },
  { where: 'Liste', keys: 'Page Up, Page Down', does: 'Deset redova gore ili dole' },
  { where: 'Liste', keys: 'Home, End', does: 'Prvi i poslednji red' },
  { where: 'Liste', keys: 'Enter', does: 'Otvara red' },
  { where: 'Liste', keys: 'Razmak', does: 'Bira red, gde redovi imaju kvadratić' },
  { where: 'Stranica zapisa', keys: 'Enter u novoj belešci', does: 'Dodaje belešku; Shift + Enter ide u novi red' },
  { where: 'Liste', keys: 'Enter, Esc u objašnjenju', does: 'Čuva objašnjenje razlike; vraća kako je bilo' },
  { where: 'Forme', keys: 'Ctrl + S', does: 'Čuva', letter: 's', act: 'save' },
  {
    where: 'Forme',
    keys: 'Ctrl + Z',
    does: 'Vraća poslednje lepljenje, upis u sve stavke ili uklonjeno',
    letter: 'z',
    act: 'undo',
  },
  { where: 'Forme', keys: 'Enter', does: 'Sledeće polje; iz poslednjeg u stavke, a gde ih nema čuva' },
  { where: 'Forme', keys: 'Alt + ↓', does: 'Otvara kalendar ili listu izbora' },
  { where: 'Forme', keys: '↑ ↓, Enter ili Tab u listi izbora', does: 'Ide kroz ponude i uzima ponudu' },
  { where: 'Forme', keys: '↑ ↓ u normativu', does: 'Povećava i smanjuje broj' },
  { where: 'Forme', keys: '. na numeričkom delu', does: 'Piše zarez u broju' },
  { where: 'Kalendar', keys: '← ↑ → ↓', does: 'Susedni dan i susedna sedmica' },
  { where: 'Kalendar', keys: 'Home, End', does: 'Ponedeljak i nedelja' },
  { where: 'Kalendar', keys: 'Page Up, Page Down', does: 'Mesec ranije ili kasnije, uz Shift godina' },
  { where: 'Stavke dokumenta', keys: 'Enter, Shift + Enter', does: 'Sledeće i prethodno polje' },
  { where: 'Stavke dokumenta', keys: 'Enter u broju fakture', does: 'Prva stavka; gde je nema, dodaje je' },
  { where: 'Stavke dokumenta', keys: 'Enter u broju stavki', does: 'Dodaje toliko stavki' },
  { where: 'Stavke dokumenta', keys: '← ↑ → ↓', does: 'Susedna ćelija' },
  { where: 'Stavke dokumenta', keys: 'Ctrl + ↑, Ctrl + ↓', does: 'Povećava i smanjuje broj' },
  { where: 'Stavke dokumenta', keys: 'Ctrl + V', does: 'Lepi redove iz tabele' },
  { where: 'Stavke dokumenta', keys: 'D, N', does: "Da i ne na 'Dokazuje poreklo'" },
]

/** Which of our shortcuts this is: Ctrl (on a Mac Cmd) + S saves, + Z takes back what was done last, + K searches. */
export function shortcutOf(pressed: PressedKey): Shortcut['act'] {
  if (!(pressed.ctrlKey || pressed.metaKey) || pressed.shiftKey || pressed.altKey) return undefined
  const letter = latinLetter(pressed)
  return letter === undefined ? undefined : SHORTCUTS.find((shortcut) => shortcut.letter === letter)?.act
}

/** The small Latin letter of a key pressed by itself, in whatever script the keyboard writes. */
export const plainLetter = (pressed: PressedKey): string | undefined =>
  pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.shiftKey ? undefined : latinLetter(pressed)

/** Whether a key asks for the list of shortcuts: '?' by itself, the layout decides by which keys. */
export const asksForShortcuts = ({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean =>
  key === '?' && !(ctrlKey || metaKey || altKey)

/** The answer that a key alone gives to a question of yes and no: `d` or `д`, `n` or `н`. */
export function typedAnswer({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return { d: true, д: true, n: false, н: false }[key.toLowerCase()]
}

/**
 * From now on no key with Ctrl + Alt comes to us: on Windows that is AltGr, which writes signs, and elsewhere it
 * belongs to the system.
 */
export const leaveCtrlAlt = (): void =>
  addEventListener('keydown', (event) => event.ctrlKey && event.altKey && event.stopPropagation(), { capture: true })
