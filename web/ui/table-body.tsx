import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { DataTableProps } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { RowActions } from './row-actions.tsx'
import { Skeleton } from './skeleton.tsx'
import { type CardPlace, type CardPlaces, cardCell, roleIn } from './table-cards.ts'
import { type Column, pinOf } from './table-model.ts'
import { groupRows, selectAll } from './table-rows.ts'
import { useFolded } from './use-narrow.ts'

/** A row gets its Tab stop from useRowFocus. */
const OPENS = { tabIndex: -1, 'data-opens': true }

type TableBodyProps<Row> = DataTableProps<Row> & { cards: CardPlaces | null }

/** The rows of a DataTable, under their bands; or its skeleton, or what it says when there is nothing. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { columns, cards, rows, rowKey, loading, selected, actions, groupBy, band, isOpen = () => true } = props
  const folded = useFolded() && columns.some(({ fold }) => fold)
  const width = columns.length + (selected ? 1 : 0) + (actions ? 1 : 0)

  if (loading) return <SkeletonRows {...props} />
  if (rows.length === 0) {
    return (
      <tbody role={roleIn(cards, 'rowgroup')}>
        <tr role={roleIn(cards, 'row')} className="empty">
          <td role={roleIn(cards, 'cell')} colSpan={width}>
            <EmptyState text={props.emptyText ?? 'Nema pronađenih podataka'} action={props.emptyAction} />
          </td>
        </tr>
      </tbody>
    )
  }
  return (
    <>
      {groupRows(rows, groupBy).map((group) => (
        <tbody key={group.key} role={roleIn(cards, 'rowgroup')}>
          {band && (
            <tr role={roleIn(cards, 'row')} className="band">
              <th role={roleIn(cards, 'rowheader')} colSpan={width} scope="rowgroup">
                <div>{band(group.rows)}</div>
              </th>
            </tr>
          )}
          {isOpen(group.key) &&
            group.rows.map((row) => (
              <RowWithDetail key={rowKey(row)} {...props} row={row} folded={folded} width={width} />
            ))}
        </tbody>
      ))}
    </>
  )
}

/** The last row of a table whose columns have totals. */
export function TableTotals<Row>({ columns, cards, rows, selected, actions }: TableBodyProps<Row>) {
  return (
    <tfoot role={roleIn(cards, 'rowgroup')}>
      <tr role={roleIn(cards, 'row')}>
        {selected && <td role={roleIn(cards, 'cell')} className="select" />}
        {columns.map((column, at) => (
          <td
            key={column.id}
            role={roleIn(cards, 'cell')}
            {...cardCell(cards, columns, at)}
            className={`${column.align ?? ''} ${pinOf(column, at)} ${column.fold ? 'folding' : ''}`}
          >
            {column.total ? column.total(rows) : at === 0 && 'Ukupno'}
          </td>
        ))}
        {actions && <td role={roleIn(cards, 'cell')} />}
      </tr>
    </tfoot>
  )
}

function RowWithDetail<Row>({ width, ...props }: TableBodyProps<Row> & { row: Row; folded: boolean; width: number }) {
  const { cards, row, detail } = props
  const under = detail?.(row)
  return (
    <>
      <BodyRow {...props} />
      {under && (
        <tr role={roleIn(cards, 'row')} className="detail">
          <td role={roleIn(cards, 'cell')} colSpan={width}>
            <div>{under}</div>
          </td>
        </tr>
      )}
    </>
  )
}

function BodyRow<Row>(props: TableBodyProps<Row> & { row: Row; folded: boolean }) {
  const { row, folded, rowKey, columns, cards, selected, onSelect, rowName = rowKey, actions } = props
  const key = rowKey(row)
  const chosen = selected?.has(key)
  const behind = cards && columns[cards.indexOf('behind')]
  return (
    <tr
      role={roleIn(cards, 'row')}
      className="row"
      data-key={key}
      data-selected={chosen || undefined}
      {...(props.onOpen && OPENS)}
    >
      {selected && (
        <td role={roleIn(cards, 'cell')} className="select">
          <Checkbox
            aria-label={`Izaberi: ${rowName(row)}`}
            checked={chosen}
            onChange={() => onSelect?.(selectAll(selected, [key], !chosen))}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const shape = `${column.align ?? ''} ${column.wrap ? 'wrap' : ''} ${column.fold ? 'folding' : ''}`
        const className = `${shape} ${pinOf(column, at)}`
        const place = cards?.[at]
        const content = place === 'behind' || place === 'none' ? null : contentOf(column, row, folded, Boolean(cards))
        return (cards ? place === 'title' : at === 0) ? (
          <th
            key={column.id}
            scope="row"
            role={roleIn(cards, 'rowheader')}
            {...cardCell(cards, columns, at)}
            className={`${shape} pinned`}
          >
            <div>
              {content}
              {behind && <span className="font-normal text-ink-3"> {cellOf(behind, row)}</span>}
            </div>
          </th>
        ) : (
          <td key={column.id} role={roleIn(cards, 'cell')} {...cardCell(cards, columns, at)} className={className}>
            {content}
          </td>
        )
      })}
      {actions && (
        <td role={roleIn(cards, 'cell')} className="actions">
          <div>
            <RowActions actions={actions(row)} name={rowName(row)} asIcon={props.actionIcon} />
          </div>
        </td>
      )}
    </tr>
  )
}

function contentOf<Row>(column: Column<Row>, row: Row, folded: boolean, onCard: boolean): ReactNode {
  const { cut, under, text, width } = column
  if (onCard && column.onCard) return column.onCard(row)
  const content = cellOf(column, row)
  if (!cut && !(folded && under)) return content
  return (
    <>
      {cut ? (
        <div className={width ? undefined : 'rest'}>
          <div className="cut" title={text?.(row)}>
            {content}
          </div>
        </div>
      ) : (
        content
      )}
      {folded && under && (
        <div className="cut under" title={under(row)}>
          {under(row)}
        </div>
      )}
    </>
  )
}

function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row)
  if (column.text) return column.text(row)
  const value = column.value?.(row)
  return value === null || value === undefined ? '' : String(value)
}

function SkeletonRows<Row>({ columns, cards, selected, actions, skeletonRows = 8 }: TableBodyProps<Row>) {
  const first = cards ? cards.indexOf('title') : 0
  return (
    <tbody role={roleIn(cards, 'rowgroup')}>
      {Array.from({ length: skeletonRows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without a content
        <tr key={row} role={roleIn(cards, 'row')}>
          {selected && <td role={roleIn(cards, 'cell')} className="select" />}
          {columns.map((column, at) => (
            <td
              key={column.id}
              role={roleIn(cards, 'cell')}
              {...cardCell(cards, columns, at)}
              className={column.fold ? 'folding' : undefined}
            >
              {hasBar(cards?.[at]) && <Skeleton className={barOf(column, at, cards?.[at])} />}
              {row === 0 && at === first && <span className="sr-only">Učitavanje...</span>}
            </td>
          ))}
          {actions && <td role={roleIn(cards, 'cell')} className="actions" />}
        </tr>
      ))}
    </tbody>
  )
}

/** Whether a loading cell has a bar: not where its text stands behind another one, or nowhere. */
const hasBar = (place: CardPlace | undefined) => place !== 'behind' && place !== 'none'

/** Where the text will stand, and about as high as its line, so that nothing moves when it comes. */
function barOf<Row>({ align }: Column<Row>, at: number, place: CardPlace | undefined): string {
  if (!place) return `${at === 0 ? 'w-3/5' : 'w-2/5'} ${align ? 'ml-auto' : ''}`
  const line = place.startsWith('fact') ? 'my-0.75' : 'my-1'
  return place.endsWith('right') ? `${line} ml-auto w-16` : `${line} ${place === 'title' ? 'w-3/5' : 'w-2/5'}`
}
