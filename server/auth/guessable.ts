// Passwords that people choose first, and attackers therefore try first: a list of common passwords, and rules, which
// know Serbian words too.
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'

import { normalized } from '#domain/one-form.ts'

/** Words that stand at the head of every list of common passwords, English and Serbian, and those of this program. */
const WORDS = `password passw0rd lozinka sifra zaporka pristup admin administrator root korisnik user test guest gost
  welcome dobrodosli login prijava letmein qwerty qwertz qwertyuiop qwertzuiop asdfgh asdfghjkl zxcvbnm yxcvbnm
  iloveyou volimte ljubav sunshine princess princeza monkey majmun dragon zmaj football fudbal baseball basketball
  superman batman master gazda computer racunar kompjuter internet secret tajna trustno shadow michael jordan
  beograd novisad srbija serbia jugoslavija zvezda partizan crvenazvezda delije grobari kosovo sumadija
  zalihe sistem magacin carina skladiste materijal proizvod dokument firma company office kancelarija
  januar februar mart april maj jun jul avgust septembar oktobar novembar decembar summer winter spring autumn
  leto zima prolece jesen ponedeljak nedelja hello zdravo starwars whatever freedom sloboda lopta macka kuca`
  .split(/\s+/)
  .map(plain)

const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]
const WALKS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join('')), '1q2w3e4r5t6z', '1q2w3e4r5t6y', 'qazwsxedc']
/** A run of at least this length on the keyboard or in the alphabet counts as one choice. */
const MIN_WALK_CHARACTERS = 3

/**
 * True if somebody who knows the account would guess the password soon: one of the common passwords; a common word, the
 * e-mail address or its parts with figures and signs around them; one sign or a short piece repeated; figures alone; or
 * a walk over the keyboard.
 */
export async function isGuessable(password: string, email: string): Promise<boolean> {
  return byRules(password, email) || (await commonPasswords()).has(password.toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined

/** Some 18,000 of the 49,000 most common ones: those that are long enough. Unpacked at the first question, in 30 ms. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common']?.filter(({ length }) => length >= MIN_PASSWORD_CHARACTERS)),
  ))

function byRules(password: string, email: string): boolean {
  const letters = plain(password)
  const own = email
    .split(/[@.]/)
    .map(plain)
    .filter((part) => part.length > 2)
  if (isRepeated(password.toLowerCase())) return true
  if (isWalk(letters)) return true
  const core = coreOf(letters)
  const words = [...WORDS, ...[...own, plain(email)].map(coreOf)]
  // The core of a text of figures and signs alone is empty.
  return words.some((word) => core === word || core === word + word) || core.length < 2
}

/** Lower case without the marks of Serbian letters. */
function plain(text: string): string {
  return normalized(text.toLowerCase(), 'NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'dj')
}

/** A text without figures and signs around it and in the place of letters. */
const coreOf = (text: string): string => /[a-z](?:.*[a-z])?/s.exec(unleet(text))?.[0] ?? ''

/** `p@ssw0rd` → `password`; figures and signs around the word stay what they are. */
function unleet(text: string): string {
  const core = (/[a-z@$](?:.*[a-z0@$])?/s.exec(text)?.[0] ?? '').replace(/^(.*[a-z])[^a-z]*\d$/s, '$1')
  const signs: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }
  return core.replace(/[013457@$]/g, (sign) => signs[sign] ?? sign)
}

function isRepeated(text: string): boolean {
  for (let length = 1; length <= Math.min(4, text.length / 2); length++) {
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true
  }
  return false
}

/** Made of pieces of keyboard rows, the alphabet or counting, each at least three signs long. */
function isWalk(text: string): boolean {
  let rest = text
  while (rest) {
    let length = 0
    for (let end = MIN_WALK_CHARACTERS; end <= rest.length; end++) {
      if (WALKS.some((walk) => walk.includes(rest.slice(0, end)))) length = end
    }
    if (length === 0) return false
    rest = rest.slice(length)
  }
  return true
}
