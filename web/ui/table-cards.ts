import type { Column } from './table-model.ts'
import { useNarrow } from './use-narrow.ts'

/** Where a column stands on a card: in its three lines, or under them beside its name. */
export type CardPlace =
  | 'title'
  | 'behind'
  | 'right'
  | 'second'
  | 'second-right'
  | 'third'
  | 'third-right'
  | 'fact-left'
  | 'fact-right'
  | 'fact-wide'
  | 'none'

/** The places of the columns, in their order. */
export type CardPlaces = readonly CardPlace[]

/**
 * The first column is the title unless another one is; a column without a place is a fact under the lines, two
 * beside each other, or one over the full width.
 */
export function cardPlaces<Row>(columns: readonly Column<Row>[]): CardPlaces {
  const title = Math.max(
    0,
    columns.findIndex(({ card }) => card === 'title'),
  )
  let facts = 0
  return columns.map(({ card }, at) => {
    if (at === title) return 'title'
    if (card === 'wide-fact') return 'fact-wide'
    if (card && card !== 'fact') return card
    return facts++ % 2 === 0 ? 'fact-left' : 'fact-right'
  })
}

/** The places on a screen too narrow for a table, if any column has `card`; null where it stays a table. */
export function useCards<Row>(columns: readonly Column<Row>[]): CardPlaces | null {
  const narrow = useNarrow()
  return narrow && columns.some(({ card }) => card) ? cardPlaces(columns) : null
}

/** Some browsers take only a drawn table for one, so the parts of a card name their roles. */
export const roleIn = (cards: CardPlaces | null, role: string): string | undefined => (cards ? role : undefined)

/** The attributes that place a cell on its card; a fact has its name above, cells in the lines need none. */
export function cardCell<Row>(cards: CardPlaces | null, columns: readonly Column<Row>[], at: number) {
  const place = cards?.[at]
  return {
    'data-card': place,
    'data-label': place?.startsWith('fact') ? columns[at]?.header : undefined,
  }
}
