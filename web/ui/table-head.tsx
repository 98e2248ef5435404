import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from './checkbox.tsx'
import { Menu } from './menu.tsx'
import { type CardPlaces, roleIn } from './table-cards.ts'
import { type Column, clicked, pinOf, type Sort } from './table-model.ts'
import { selectAll } from './table-rows.ts'

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  cards: CardPlaces | null
  sort: Sort | null
  onSort: (sort: Sort) => void
  hasActions: boolean
  /** Keys of the rows that are shown. */
  keys: readonly string[]
  selected: ReadonlySet<string> | undefined
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined
}

const ARIA_SORT = { none: 'none', up: 'ascending', down: 'descending' } as const

/** The head of a DataTable: names, which sort, and the checkbox for all rows; over cards one menu sorts. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, cards, sort, onSort, hasActions, keys, selected, onSelect } = props
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
              className={`${column.align ?? ''} ${pinOf(column, at)} ${column.fold ? 'folding' : ''}`}
              style={column.width && !cards ? { width: column.width } : undefined}
              aria-sort={column.sortable ? ARIA_SORT[sorted] : undefined}
            >
              {column.sortable && !cards ? (
                <button type="button" className="sort-button" onClick={() => onSort(clicked(sort, column.id))}>
                  {column.header}
                  {sorted === 'down' ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
                </button>
              ) : (
                <span>{column.header}</span>
              )}
            </th>
          )
        })}
        {cards && columns.some(({ sortable }) => sortable) && (
          <td role={roleIn(cards, 'cell')} className="sort-menu">
            <SortMenu columns={columns} sort={sort} onSort={onSort} />
          </td>
        )}
        {hasActions && (
          <th scope="col" role={roleIn(cards, 'columnheader')} className="right actions">
            <span className="max-sm:sr-only">Akcije</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type SortMenuProps<Row> = Pick<TableHeadProps<Row>, 'columns' | 'sort' | 'onSort'>

/** The column and the direction of the order: one button, which says both. */
function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
  const sortable = columns.filter((column) => column.sortable)
  const current = sortable.find(({ id }) => id === sort?.id)
  const way = (text: string, desc: boolean, line: boolean) => ({
    text,
    line,
    checked: sort?.desc === desc,
    onChoose: () => current && onSort({ id: current.id, desc }),
  })
  return (
    <Menu
      label={`Redosled: ${current ? `${current.header}, ${sort?.desc ? 'opadajuće' : 'rastuće'}` : 'zadat'}`}
      buttonClassName="button button-ghost"
      button={
        <>
          Redosled{current && `: ${current.header}`}
          {current && (sort?.desc ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
        </>
      }
      entries={[
        ...sortable.map(({ id, header }) => ({
          text: header,
          checked: id === current?.id,
          onChoose: () => onSort({ id, desc: sort?.desc ?? false }),
        })),
        ...(current ? [way('Rastuće', false, true), way('Opadajuće', true, false)] : []),
      ]}
    />
  )
}
