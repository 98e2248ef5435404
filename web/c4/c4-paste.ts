import { quoted } from '#domain/sheet.ts'
import type { PasteColumn, PastedRow } from '#web/documents/clipboard.ts'
import type { NotationIn, PasteKind, ReadRow } from '#web/documents/paste-rows.ts'
import { pastedNumber, pastedOrdinal } from '#web/documents/typed-cell.ts'
import { type C4Line, isUntouchedC4Line, newC4Line, withoutMaterial } from './c4-draft.ts'

/** The columns of the grid in their order, then those of the template that the grid does not show. */
const columns: readonly PasteColumn[] = [
  { id: 'redni_broj', names: ['redni_broj', 'rb', 'r_br', 'rbr', 'redni_br'] },
  { id: 'materijal_id', names: ['materijal_id', 'materijal', 'id_materijala', 'sifra_materijala', 'sifra', 'id'] },
  { id: 'kolicina', names: ['kolicina', 'kol'] },
  { id: 'cena_po_jedinici', names: ['cena_po_jedinici', 'cena_po_jed', 'jedinicna_cena', 'cena'] },
  { id: 'dokazuje_poreklo', names: ['dokazuje_poreklo', 'poreklo'] },
  { id: 'tarifni_broj', names: ['tarifni_broj', 'tarifa', 'tarifni_br'] },
  { id: 'zemlja_porekla', names: ['zemlja_porekla', 'zemlja'] },
  { id: 'materijal_naziv', names: ['materijal_naziv', 'naziv_materijala', 'naziv'], byHeading: true },
  { id: 'broj_fakture', names: ['broj_fakture', 'faktura', 'br_fakture'], byHeading: true },
]

/** What the cell of a material is looked up by: its ID, and its name where a column of its own holds it. */
const lookedUp = ({ materijal_id = '', materijal_naziv = '' }: PastedRow) => ({
  id: materijal_id || materijal_naziv,
  naziv: materijal_naziv || materijal_id,
})

/** A row pasted over a line; the material is only text until it has been looked up. */
function readC4Row(row: PastedRow, line: C4Line, notationIn: NotationIn): ReadRow<C4Line> {
  const change: { -readonly [K in keyof C4Line]?: C4Line[K] } = {}
  const errors: Record<string, string> = {}
  const guessed: Record<string, string> = {}
  const { redni_broj, kolicina, cena_po_jedinici, dokazuje_poreklo, tarifni_broj, zemlja_porekla } = row
  const { id } = lookedUp(row)
  if (id !== '') Object.assign(change, withoutMaterial(line, id))
  for (const [field, cell] of [
    // An empty ordinal leaves the one that the line has.
    ['redni_broj', redni_broj ? pastedOrdinal(redni_broj) : undefined],
    ['kolicina', kolicina === undefined ? undefined : pastedNumber('Količina', kolicina, notationIn('kolicina'))],
    [
      'cena_po_jedinici',
      cena_po_jedinici === undefined
        ? undefined
        : pastedNumber('Cena po jedinici', cena_po_jedinici, notationIn('cena_po_jedinici')),
    ],
  ] as const) {
    if (!cell) continue
    change[field] = cell.text
    if (cell.error) errors[field] = cell.error
    if (cell.guess) guessed[field] = cell.guess
  }
  if (dokazuje_poreklo !== undefined) {
    change.dokazuje_poreklo = dokazuje_poreklo.toUpperCase() === 'DA'
    if (!/^(da|ne|)$/i.test(dokazuje_poreklo)) {
      errors.dokazuje_poreklo = `Dokazuje poreklo: ${quoted(dokazuje_poreklo)} nije DA ni NE.`
    }
  }
  if (tarifni_broj !== undefined) change.tarifni_broj = tarifni_broj
  if (zemlja_porekla !== undefined) change.zemlja_porekla = zemlja_porekla
  return { change, errors, guessed }
}

/** How a pasted table becomes lines of a C4. */
export const C4_PASTE: PasteKind<C4Line> = {
  columns,
  lookedUp,
  newLine: newC4Line,
  isUntouched: isUntouchedC4Line,
  readRow: readC4Row,
}
