import { type ComponentType, createElement } from 'react'
import { type MaterialRow, materialEndpoints } from '#contract/materials.ts'
import { findMaterial, lookupOf } from '#domain/sheet-catalogue.ts'
import type { ListEndpoint, RowOf } from '#web/api.ts'
import { rowsLike, rowsMeantBy } from '#web/catalogue-rows.ts'
import type { KeyedLine } from '#web/drafts/draft.ts'
import type { SettledLine } from '#web/drafts/draft-reducer.ts'
import type { Lookup, LookupKind, PastedUnit } from '#web/drafts/use-lookups.ts'
import type { Option } from '#web/ui/combobox.tsx'
import type { ReadRow } from './paste-rows.ts'

/** The offers and the lookup of the cell of a material or product. */
export type GoodsLookup<L extends KeyedLine> = LookupKind<L> & {
  readonly search: (text: string, signal?: AbortSignal) => Promise<(Option & { readonly chosen: Partial<L> })[]>
  readonly emptyText: string
  /** Offered for text that the catalogue does not have. */
  readonly addText: (typed: string) => string
  readonly Form: AddingForm<Partial<L>>
}

/** The window that adds a material or product, filled with `typed`. */
type AddingForm<S> = ComponentType<{ typed: string; onSaved: (saved: S) => void; onClose: () => void }>

type Goods = { readonly id: string; readonly naziv: string }
export type Kept = { readonly id: string; readonly jedinica_mere: string }
type LookupDescription<E extends ListEndpoint, L> = {
  readonly endpoint: E
  readonly detailOf: (row: RowOf<E>) => string
  /** The row that a lookup means, by ID or else by name. */
  readonly meantIn: (rows: readonly RowOf<E>[]) => (lookup: Lookup) => RowOf<E> | undefined
  /** The fields that a chosen row fills in. */
  readonly chosen: (row: RowOf<E>) => Partial<L>
  /** The same for a row that was looked up for a text; values that came with the text may stay. */
  readonly found?: (line: L, row: RowOf<E>) => Partial<L>
  /** Logged when the catalogue cannot be read; the texts then stay in their cells. */
  readonly failed: string
  readonly emptyText: string
  readonly addText: (typed: string) => string
  readonly Form: AddingForm<RowOf<E>>
}

/** The fields of a line for its material or product: its ID, and the text in its cell. */
type GoodsCell<L> = {
  readonly id: string
  readonly shown: string
  /** The sentence about text that is not in the catalogue; absent where it waits until the form is sent. */
  readonly unknown?: (text: string, unit?: string) => string
  /** Converts numbers pasted with a unit into the unit of the goods. */
  readonly inUnit?: (line: L, unit: PastedUnit, goods: Kept) => ReadRow<L>
}

/** How the cell of a line finds its material or product in the full catalogue. */
export function goodsLookup<E extends ListEndpoint, L extends KeyedLine>(
  { id, shown, unknown, inUnit }: GoodsCell<L>,
  of: LookupDescription<E, L>,
): GoodsLookup<L> {
  const text = (line: L, field: string) => (line as Readonly<Record<string, unknown>>)[field] as string
  const { found = (_: L, row: RowOf<E>) => of.chosen(row) } = of

  const settledAs = ({ id: typed, unit }: Lookup, row: RowOf<E> | undefined): SettledLine<L> => ({
    isCurrent: (line) => text(line, id) === '' && text(line, shown) === typed,
    change: (line) => (row ? found(line, row) : {}),
    errors: row || !unknown ? {} : { [id]: unknown(typed, unit?.of) },
    ...(row && unit && inUnit && { converted: (line) => inUnit(line, unit, row as unknown as Kept) }),
  })

  return {
    emptyText: of.emptyText,
    addText: of.addText,
    Form: ({ onSaved, ...props }) => createElement(of.Form, { ...props, onSaved: (row) => onSaved(of.chosen(row)) }),
    failed: of.failed,
    pendingText: (line) => (text(line, id) === '' ? text(line, shown).trim() : ''),
    /** Rows whose name or ID holds the text. */
    async search(typed, signal) {
      const { results } = await rowsLike(of.endpoint, typed, signal)
      return (results as (RowOf<E> & Goods)[]).map((row) => ({
        id: row.id,
        name: row.naziv,
        detail: of.detailOf(row),
        chosen: of.chosen(row),
      }))
    },
    /** A text that was just typed also takes the only row of the search: the user was faster than the offer. */
    async lookUp(lookups) {
      const texts = [...new Set(lookups.flatMap(({ id, naziv }) => [id, naziv]))]
      const rows = await rowsMeantBy(of.endpoint, texts)
      const meant = of.meantIn(rows)
      const typed = lookups.every((lookup) => lookup.typed) && texts.length === 1
      const only = typed && rows.length === 1 ? rows[0] : undefined
      return new Map(lookups.map((lookup) => [lookup.line, settledAs(lookup, meant(lookup) ?? only)]))
    },
  }
}

/** The lookup of materials everywhere: the same as in the import of invoices. */
export const MATERIALS = {
  endpoint: materialEndpoints.listMaterials,
  detailOf: ({ jedinica_mere }: MaterialRow) => jedinica_mere,
  meantIn: (rows: readonly MaterialRow[]) => {
    const catalogue = new Map(rows.map((material) => [material.id, material]))
    const lookup = lookupOf(rows)
    return ({ id, naziv }: Lookup) => catalogue.get(findMaterial(id, naziv, lookup).material?.id ?? '')
  },
  emptyText: 'Nema takvog materijala u katalogu.',
  addText: (typed: string) => `Novi materijal „${typed}“`,
}
