import type { Micro, Para } from './decimal.ts'
import { quoted } from './sheet.ts'
import { readAs } from './sheet-number.ts'
import { LABELS } from './sheet-usaglasavanje.ts'
import { unitName } from './units.ts'
import { brojKey, type NasRed, type NjihovRed } from './usaglasavanje.ts'

/** Numbers of a row that may be written in either notation, as `1,250`. */
const KOLONE = ['kolicina', 'vrednost'] as const
export type KolonaBrojeva = (typeof KOLONE)[number]
/** A row of the forwarder's with what its texts mean in the other notation; null where they mean one number. */
export type DvosmislenRed = NjihovRed & {
  readonly drugacije: {
    readonly kolicina: { readonly tekst: string; readonly vrednost: Micro } | null
    readonly vrednost: { readonly tekst: string; readonly vrednost: Para } | null
  }
}

/**
 * The forwarder's rows with their numbers as they are meant, and how those with two meanings were read. Our figures
 * decide where no column proves the notation (`dokazano`): that in which more rows of the column agree with lines of
 * ours under the same number, in the same unit.
 */
export function procitani<T extends DvosmislenRed>(
  nasi: readonly NasRed[],
  njihovi: readonly T[],
  dokazano: Readonly<Record<KolonaBrojeva, boolean>>,
): { redovi: Omit<T, 'drugacije'>[]; napomene: string[] } {
  const isOther = (column: KolonaBrojeva) =>
    !dokazano[column] && njihovi.some(({ drugacije }) => drugacije[column]) && votes(nasi, njihovi, column) > 0
  const other = { kolicina: isOther('kolicina'), vrednost: isOther('vrednost') }
  const redovi = njihovi.map(({ drugacije, ...row }) => ({
    ...row,
    ...(other.kolicina && drugacije.kolicina ? { kolicina: drugacije.kolicina.vrednost } : {}),
    ...(other.vrednost && drugacije.vrednost ? { vrednost: drugacije.vrednost.vrednost } : {}),
  }))
  return { redovi, napomene: KOLONE.flatMap((column) => noteOf(njihovi, column, other[column])) }
}

/** How many more rows agree with ours in the other notation than in the one in which they were read. */
function votes(nasi: readonly NasRed[], njihovi: readonly DvosmislenRed[], column: KolonaBrojeva): number {
  const ours = new Map<string, Set<number>>()
  for (const row of nasi)
    for (const broj of [row.broj, row.broj_jci])
      for (const unit of [row.jedinica_mere, '']) {
        const key = keyOf(broj ?? '', unit)
        const known = ours.get(key) ?? new Set()
        ours.set(key, known)
        for (const one of column === 'kolicina' ? [row.kolicina] : row.vrednosti) known.add(one)
      }
  return njihovi.reduce((sum, row) => {
    const known = ours.get(keyOf(row.broj, row.jedinica_mere))
    const drugo = row.drugacije[column]
    return drugo && known ? sum + Number(known.has(drugo.vrednost)) - Number(known.has(row[column] as number)) : sum
  }, 0)
}
const keyOf = (broj: string, unit: string) => `${brojKey(broj)}\n${unitName(unit)}`

const MICRO_PER_PARA = 10_000

/** Quotes the first of these rows and says how all of them were read. */
function noteOf(njihovi: readonly DvosmislenRed[], column: KolonaBrojeva, other: boolean): string[] {
  const two = njihovi.filter(({ drugacije }) => drugacije[column])
  const [row] = two
  const drugo = row?.drugacije[column]
  if (!row || !drugo) return []
  const value = (other ? drugo.vrednost : row[column]) as number
  const read = readAs(quoted(drugo.tekst), (column === 'kolicina' ? value : value * MICRO_PER_PARA) as Micro)
  const more = two.length > 1 ? ` Tako i ostali takvi brojevi (${two.length}).` : ''
  return [`${LABELS[column]}: ${read}${more}`]
}
