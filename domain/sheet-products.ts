import { microText } from './decimal.ts'
import { readId, type SheetCell } from './sheet.ts'
import type { SheetNormativItem } from './sheet-bom.ts'
import { type FieldSheet, saysOf } from './sheet-fields.ts'

/** Whether a sheet has products and no components: under a heading all that a product needs, each product once, and nowhere the ID of a material. */
export function areProductsAlone(
  fields: FieldSheet,
  places: readonly string[],
  materials: ReadonlySet<string>,
): boolean {
  const { header, at, data } = fields
  const heads = new Set(places.map((polje) => at[polje]))
  const ids = new Set(data.map(({ cells }) => readId(cells[at.id ?? -1])))
  const isMaterial = (cell: SheetCell, column: number) => !heads.has(column) && materials.has(readId(cell))
  return (
    header !== null &&
    places.every((polje) => saysOf(fields, polje)) &&
    ids.size === data.length &&
    !data.some(({ cells }) => cells.some(isMaterial))
  )
}

/** A norm as a pair that `readBomSheet` reads as the same. */
export function pairText({
  materijal_id,
  potrebna_kolicina,
  otpad_procenat,
  gubitak_procenat,
}: SheetNormativItem): string {
  const percents =
    gubitak_procenat > 0 ? [otpad_procenat, gubitak_procenat] : otpad_procenat > 0 ? [otpad_procenat] : []
  return [
    `${materijal_id}:${microText(potrebna_kolicina)}`,
    ...percents.map((percent) => `${microText(percent)}%`),
  ].join('+')
}
