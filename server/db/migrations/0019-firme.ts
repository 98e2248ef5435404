// Which spellings of the documents are one firm, and the texts that are searched and sorted, as version 19 of the schema
// has them: what domain/partneri.ts, search-text.ts and sort-key.ts say on that day.

export type Written = {
  readonly naziv: string
  readonly grad: string
  readonly drzava: string
  readonly pib: string
  readonly mb: string
}
type Firm = { naziv: string; grad: string; drzava: string | null; pib: string | null; mb: string | null }
type Grouped = Firm & { kljuc: string; zapisi: (Written & { kljuc: string })[] }
type Partner = Grouped & { trazi: string; naziv_red: string }

/** Each firm once, of spellings that come newest first: the newest is what it is called, what that lacks others say. */
export function partnersOf(written: readonly Written[]): Partner[] {
  const firms: Grouped[] = []
  const byPib = new Map<string, Grouped>()
  const byKey = new Map<string, Grouped[]>()
  for (const one of written) {
    const kljuc = `${searchText(one.naziv)}\n${searchText(one.grad)}`
    const pib = tellsApart(one.pib) ? one.pib : null
    const named = byKey.get(kljuc) ?? []
    const same = (pib && byPib.get(pib)) || named.find((firm) => !(pib && firm.zapisi.some((z) => tellsApart(z.pib))))
    const { naziv, grad, drzava, pib: typed, mb } = one
    const firm = same ?? { naziv, grad, drzava: null, pib: null, mb: null, kljuc, zapisi: [] }
    if (!same) firms.push(firm)
    firm.drzava ??= drzava || null
    firm.pib ??= typed || null
    firm.mb ??= mb || null
    firm.zapisi.push({ ...one, kljuc })
    if (pib && !byPib.has(pib)) byPib.set(pib, firm)
    if (!named.includes(firm)) byKey.set(kljuc, [...named, firm])
  }
  return firms.map((firm) => ({ ...firm, trazi: soughtIn(firm), naziv_red: sortKey(firm.naziv) }))
}

function soughtIn({ naziv, grad, drzava, pib, mb, zapisi }: Grouped): string {
  const texts = [naziv, grad, drzava, pib, mb, ...zapisi.flatMap((z) => [z.naziv, z.grad, z.drzava, z.pib, z.mb])]
  return [...new Set(texts.flatMap((text) => (text ? [searchText(text)] : [])))].join(' ')
}

function tellsApart(pib: string): boolean {
  const digits = pib.replace(/\D/g, '')
  return digits.length >= 5 && new Set(digits).size > 1
}

const CYRILLIC: Record<string, string> = Object.fromEntries(
  [...'абвгдезијклмнопрстћуфхцчшж'].map((letter, at) => [letter, 'abvgdezijklmnoprstcufhccsz'.charAt(at)]),
)
const PAIRS: Record<string, string> = { ђ: 'dj', љ: 'lj', њ: 'nj', џ: 'dz' }
const OTHERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ß: 'ss',
  đ: 'dj',
  ς: 'σ',
  '⁄': '/',
}
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const DASH = /[\u2010-\u2015\u02d7\u2043\u2212\ufe58\ufe63\uff0d]/g

const searchText = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .replace(DASH, '-')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[а-шђјљњћџ]/g, (letter) => PAIRS[letter] ?? CYRILLIC[letter] ?? letter)
    .replace(/[łøæœıßđς⁄]/g, (letter) => OTHERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()

const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/dž|џ/g, 'd{'],
  [/đ|ђ/g, 'd|'],
  [/lj|љ/g, 'l{'],
  [/nj|њ/g, 'n{'],
  [/č|ч/g, 'c{'],
  [/ć|ћ/g, 'c|'],
  [/š|ш/g, 's{'],
  [/ž|ж/g, 'z{'],
]

function sortKey(text: string): string {
  let key = text.toLowerCase().normalize('NFC')
  for (const [letters, written] of LETTERS) key = key.replace(letters, written)
  return searchText(key)
}
