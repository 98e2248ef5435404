import type { PasteColumn, PastedRow } from '#web/documents/clipboard.ts'
import type { NotationIn, PasteKind, ReadRow } from '#web/documents/paste-rows.ts'
import { pastedNumber, pastedOrdinal } from '#web/documents/typed-cell.ts'
import { type C1Line, isUntouchedC1Line, newC1Line } from './c1-draft.ts'

/** The columns of the grid in their order, then those that only a heading can mean. */
const columns: readonly PasteColumn[] = [
  { id: 'redni_broj', names: ['redni_broj', 'rb', 'r_br', 'rbr', 'redni_br'] },
  { id: 'proizvod_id', names: ['proizvod_id', 'proizvod', 'id_proizvoda', 'sifra_proizvoda', 'sifra', 'id'] },
  { id: 'kolicina', names: ['kolicina', 'kol'] },
  { id: 'cena', names: ['cena', 'cena_po_jedinici', 'cena_po_jed', 'jedinicna_cena'] },
  { id: 'proizvod_naziv', names: ['proizvod_naziv', 'naziv_proizvoda', 'naziv'], byHeading: true },
  { id: 'broj_fakture', names: ['broj_fakture', 'faktura', 'br_fakture'], byHeading: true },
]

/** The texts by which the product of a pasted row is looked up: its ID, then its name. */
const lookedUp = ({ proizvod_id = '', proizvod_naziv = '' }: PastedRow) => ({
  id: proizvod_id || proizvod_naziv,
  naziv: proizvod_naziv || proizvod_id,
})

/** A pasted row; the product is only text until it has been looked up. */
function readC1Row(row: PastedRow, _: C1Line, notationIn: NotationIn): ReadRow<C1Line> {
  const change: { -readonly [K in keyof C1Line]?: C1Line[K] } = {}
  const errors: Record<string, string> = {}
  const guessed: Record<string, string> = {}
  const { redni_broj, kolicina, cena } = row
  const { id } = lookedUp(row)
  if (id !== '') Object.assign(change, { proizvod_id: '', proizvod: id, jedinica_mere: '', hs_code: '' })
  for (const [field, cell] of [
    // An empty ordinal leaves the one that the line has.
    ['redni_broj', redni_broj ? pastedOrdinal(redni_broj) : undefined],
    ['kolicina', kolicina === undefined ? undefined : pastedNumber('Količina', kolicina, notationIn('kolicina'))],
    ['cena', cena === undefined ? undefined : pastedNumber('Cena po jedinici', cena, notationIn('cena'))],
  ] as const) {
    if (!cell) continue
    change[field] = cell.text
    if (cell.error) errors[field] = cell.error
    if (cell.guess) guessed[field] = cell.guess
  }
  return { change, errors, guessed }
}

/** How a pasted table becomes lines of a C1. */
export const C1_PASTE: PasteKind<C1Line> = {
  columns,
  lookedUp,
  newLine: newC1Line,
  isUntouched: isUntouchedC1Line,
  readRow: readC1Row,
}
