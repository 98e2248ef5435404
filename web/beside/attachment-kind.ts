import type { VRSTE_PRILOGA } from '#contract/prilozi.ts'
import { searchText } from '#domain/search-text.ts'

type Kind = (typeof VRSTE_PRILOGA)[number]

/** Folded parts of file names, by kind; the first match counts. */
const SAID: readonly (readonly [Kind, readonly string[]])[] = [
  ['EUR.1', ['eur1', 'eur.1', 'eur-1', 'eur_1', 'eur 1']],
  ['CMR', ['cmr']],
  ['JCI', ['jci', 'deklaracij']],
  ['Pakovna lista', ['pakov', 'packing', 'pack list', 'packliste']],
  ['Faktura', ['faktur', 'invoice', 'rechnung', 'racun']],
]

/** The probable kind of a file, by its name; the user corrects it. */
export function attachmentKind(fileName: string): Kind {
  const folded = searchText(fileName)
  return SAID.find(([, words]) => words.some((word) => folded.includes(word)))?.[0] ?? 'Ostalo'
}
