import { type Figure, figureText, isAmount, isShown, type Kind } from '#contract/figures/figure.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, type Para, totalPara } from '#domain/decimal.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import type { SortValue } from '#web/ui/table-rows.ts'

/** A column of a table of figures; it is left out where no row has any of the fields in `shown`. */
export type FigureColumn<Row> = Column<Row> & { shown?: readonly (keyof Row & string)[] | undefined }

/** A screen's own cells of a figure: links and what shares a cell; `null` where another column says it. */
type Own<Row> = { readonly [Id in keyof Row & string]?: Partial<FigureColumn<Row>> | null }

/**
 * A `sortable` table sorts by each of its figures; one with `totals` adds its amounts of money up; `order` is that of
 * the screen, where it is another one than that of the sheet.
 */
type Options<Row> = {
  readonly sortable?: boolean
  readonly totals?: boolean
  readonly order?: readonly (keyof Row & string)[]
}

/** The columns of these figures, each in its place: a plain cell where the screen has none of its own. */
export const figureColumns = <Row,>(
  figures: readonly Figure<Row>[],
  own: Own<Row>,
  { sortable = false, totals = true, order }: Options<Row> = {},
): FigureColumn<Row>[] =>
  (order ? figures.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : figures).flatMap((figure) => {
    const said = own[figure.id]
    if (said === null) return []
    const sorted = { sortable, value: (row: Row) => row[figure.id] as SortValue, text: textOf(figure) }
    return { ...(sortable && sorted), ...plain(figure, { totals }), ...said }
  })

/** The text of a figure, for the search. */
const textOf =
  <Row,>({ id, kind }: Figure<Row>) =>
  (row: Row) =>
    figureText(kind, row[id])

/** The columns that these rows have something in. */
export const withoutEmpty = <Row,>(columns: readonly FigureColumn<Row>[], rows: readonly Row[]) =>
  columns.filter(({ shown }) => isShown(shown, rows))

/** A column with the kind of its field in place of a cell; `withUnit` names the field with the unit of a quantity. */
type PlainColumn<Row> = Column<Row> & {
  id: keyof Row & string
  kind: Kind
  withUnit?: keyof Row & string
  strong?: boolean
}

/** Columns of a list that no sheet has: a column with a kind gets the plain cell of that kind. */
export const plainColumns = <Row,>(columns: readonly (Column<Row> | PlainColumn<Row>)[]): readonly Column<Row>[] =>
  columns.map((column) => {
    if (!('kind' in column)) return column
    const { kind, withUnit, strong, ...more } = column
    return { ...plain<Row>({ id: column.id, heading: column.header, kind }, { withUnit, strong }), ...more }
  })

type Said<Row> = { totals?: boolean; withUnit?: (keyof Row & string) | undefined; strong?: boolean | undefined }

const amountsIn = <Row,>(rows: readonly Row[], id: keyof Row): Para[] =>
  rows.map((row) => row[id] as Para | null).filter((amount) => amount !== null)

function plain<Row>(figure: Figure<Row>, { totals, withUnit, strong }: Said<Row>): FigureColumn<Row> {
  const { id, heading: header, kind, shown } = figure
  const column = { id, header, shown }
  if (kind === 'quantity' || kind === 'percent') {
    return {
      ...column,
      align: 'right',
      cell: (row) =>
        row[id] !== null && (
          <Quantity value={row[id] as unknown as Micro} unit={withUnit && String(row[withUnit])} strong={strong} />
        ),
    }
  }
  if (kind === 'money') {
    return {
      ...column,
      align: 'right',
      cell: (row) => row[id] !== null && <Money value={row[id] as unknown as Para} />,
      ...(totals && { total: (rows) => <Money value={totalPara(amountsIn(rows, id))} strong /> }),
    }
  }
  const text = textOf(figure)
  if (kind === 'name') return { ...column, wrap: true, text }
  if (kind === 'day') {
    return {
      ...column,
      text,
      cell: (row) => (row[id] === null ? '—' : <DateText value={row[id] as unknown as CalendarDate} />),
    }
  }
  return {
    ...column,
    text,
    ...(isAmount({ kind }) ? { align: 'right' } : {}),
    cell: (row) => <span className={kind === 'whole' ? 'num' : 'code'}>{text(row)}</span>,
  }
}
