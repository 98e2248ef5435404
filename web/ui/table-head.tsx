import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from './checkbox.tsx'
import { type CardPlaces, roleIn } from './table-cards.ts'
import type { Column, Sort } from './table-model.ts'
import { selectAll } from './table-rows.ts'

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  cards: CardPlaces | null
  sort: Sort | null
  onToggleSort: (id: string) => void
  hasActions: boolean
  /** Keys of the rows that are shown. */
  keys: readonly string[]
  selected: ReadonlySet<string> | undefined
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined
}

const ARIA_SORT = { none: 'none', up: 'ascending', down: 'descending' } as const

/** The head of a DataTable: names, sort buttons and the checkbox for all rows. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, cards, sort, onToggleSort, hasActions, keys, selected, onSelect } = props
  const chosen = selected ? keys.filter((key) => selected.has(key)).length : 0
  const allChosen = keys.length > 0 && chosen === keys.length

  return (
    <thead role={roleIn(cards, 'rowgroup')}>
      <tr role={roleIn(cards, 'row')}>
        {selected && (
          <th role={roleIn(cards, 'columnheader')} className="select">
            <Checkbox
              aria-label="Izaberi sve"
              checked={allChosen}
              indeterminate={chosen > 0 && !allChosen}
              onChange={() => onSelect?.(selectAll(selected, keys, !allChosen))}
            />
          </th>
        )}
        {columns.map((column, at) => {
          const sorted = sort?.id === column.id ? (sort.desc ? 'down' : 'up') : 'none'
          return (
            <th
              key={column.id}
              scope="col"
              role={roleIn(cards, 'columnheader')}
              className={`${column.align ?? ''} ${at === 0 ? 'pinned' : ''} ${column.fold ? 'folding' : ''}`}
              style={column.width && !cards ? { width: column.width } : undefined}
              aria-sort={column.sortable ? ARIA_SORT[sorted] : undefined}
            >
              {column.sortable ? (
                <button type="button" className="sort-button" onClick={() => onToggleSort(column.id)}>
                  {column.header}
                  {sorted === 'down' ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
                </button>
              ) : (
                <span>{column.header}</span>
              )}
            </th>
          )
        })}
        {hasActions && (
          <th scope="col" role={roleIn(cards, 'columnheader')} className="right actions">
            <span className="max-sm:sr-only">Akcije</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
