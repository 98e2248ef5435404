import type { C1Document, RazduzenjeRow } from '#contract/c1.ts'
import { add, type Micro, NO_QUANTITY } from '#domain/decimal.ts'

export type Lot = NonNullable<RazduzenjeRow['lot']>

/** How the rows of a discharge are grouped. */
export type DischargeView = 'stavke' | 'c4' | 'materijali'

/** A row with its group and a key of its own. In the views by C4 and by material one lot or shortage is one row. */
export type DischargeRow = RazduzenjeRow & { readonly key: string; readonly group: string }

const SHORTAGE = 'manjak'

/**
 * The rows of an export's discharge in the order of a view: as they stand in the export; by import document, oldest
 * first; by material. A part that no import covers comes last in its group, in the view by C4 as a group of its own.
 */
export function dischargeRows(rows: readonly RazduzenjeRow[], view: DischargeView): DischargeRow[] {
  if (view === 'stavke') {
    return rows.map((row) => ({
      ...row,
      group: String(row.c1_stavka_id),
      key: `${row.c1_stavka_id} ${sourceOf(row)} ${row.usmereno}`,
    }))
  }
  const merged = new Map<string, DischargeRow>()
  for (const row of rows) {
    const key = sourceOf(row)
    const known = merged.get(key)
    const group = view === 'c4' ? (row.lot ? String(row.lot.c4_id) : SHORTAGE) : row.materijal_id
    merged.set(key, {
      ...(known ?? row),
      kolicina: add<Micro>(known?.kolicina ?? NO_QUANTITY, row.kolicina),
      ugradjeno: add<Micro>(known?.ugradjeno ?? NO_QUANTITY, row.ugradjeno),
      otpad: add<Micro>(known?.otpad ?? NO_QUANTITY, row.otpad),
      gubitak: add<Micro>(known?.gubitak ?? NO_QUANTITY, row.gubitak),
      usmereno: (known?.usmereno ?? false) || row.usmereno,
      key,
      group,
    })
  }
  return [...merged.values()].sort(view === 'c4' ? compareByC4 : compareByMaterial)
}

/** The lot a row was taken from, or the material that is missing. */
const sourceOf = ({ lot, materijal_id }: RazduzenjeRow) =>
  lot ? String(lot.ulaz_stavka_id) : `${SHORTAGE} ${materijal_id}`

function compareLots(a: Lot | null, b: Lot | null): number {
  if (!a || !b) return a ? -1 : b ? 1 : 0
  return a.c4_datum.localeCompare(b.c4_datum) || a.c4_id - b.c4_id || a.ulaz_stavka_id - b.ulaz_stavka_id
}

const compareByC4 = (a: RazduzenjeRow, b: RazduzenjeRow) =>
  compareLots(a.lot, b.lot) || a.materijal_id.localeCompare(b.materijal_id)

const compareByMaterial = (a: RazduzenjeRow, b: RazduzenjeRow) =>
  a.materijal_id.localeCompare(b.materijal_id) || compareLots(a.lot, b.lot)

/** An export in figures. Quantities of different units cannot be added, so materials are counted. */
export function dischargeSummary({ stavke }: Pick<C1Document, 'stavke'>, rows: readonly RazduzenjeRow[]) {
  const materials = new Set(rows.map(({ materijal_id }) => materijal_id))
  const missing = new Set(rows.filter(({ lot }) => !lot).map(({ materijal_id }) => materijal_id))
  return {
    stavki: stavke.length,
    bezNormativa: stavke.filter(({ normativ }) => normativ.length === 0).length,
    materijala: materials.size,
    saManjkom: missing.size,
    c4: new Set(rows.flatMap(({ lot }) => (lot ? [lot.c4_id] : []))).size,
    lotova: new Set(rows.flatMap(({ lot }) => (lot ? [lot.ulaz_stavka_id] : []))).size,
  }
}
