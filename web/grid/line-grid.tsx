import './line-grid.css'
import {
  type ClipboardEvent,
  type ComponentType,
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CellPlace, DraftInvoice, DraftLine, FieldSentences } from '#web/drafts/draft.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import { type PastedNumber, pastedNumber } from '#web/ui/number-text.ts'
import { clipboardRows, isTable } from './clipboard.ts'
import { columnAt, focusCell, isAllSelected, lineAt, moveOf, neighbourIn } from './grid-focus.ts'
import { gapHeight, useRowWindow } from './row-window.ts'
import { takesText } from './typed-cell.ts'

export type GridColumn = {
  readonly id: string
  readonly header: string
  readonly align?: 'right'
  /** CSS width; columns without one share the rest. */
  readonly width?: string
}

/** The properties of the component of one line. It draws the `<tr>`s of the line; the same line is the same object. */
export type LineProps<L extends DraftLine> = {
  readonly line: L
  /** Place in its invoice, from 0. Its row for screen readers is two more: they count from 1, with the head. */
  readonly index: number
  readonly errors: FieldSentences | undefined
  /** The values that an import had to guess. */
  readonly guessed: FieldSentences | undefined
  readonly dispatch: DraftDispatch<never, L>
}

export type PastedTable = { readonly line: string; readonly column: string; readonly rows: readonly string[][] }

/** The properties of a kind of document for the grid of its lines. */
export type GridKind<L extends DraftLine> = {
  readonly columns: readonly GridColumn[]
  /** The first cell that is typed in a line: the material or product. */
  readonly firstColumn: string
  /** The last cell of a line. */
  readonly lastColumn: string
  readonly Line: ComponentType<LineProps<L>>
  /** The content below the fields of a line and their errors. */
  readonly under?: (line: L, change: (change: Partial<L>) => void) => ReactNode
  readonly newLine: (redni_broj: number) => L
}

type LineGridProps<L extends DraftLine> = {
  invoice: DraftInvoice<L>
  kind: GridKind<L>
  errors: ReadonlyMap<string, FieldSentences>
  guessed: ReadonlyMap<string, FieldSentences>
  goTo: CellPlace | null
  dispatch: DraftDispatch<never, L>
  /** Called at Enter in the last cell. */
  onEnd: () => void
  onPaste: (pasted: PastedTable) => void
}

/** A line with more columns stands in two rows where the sheet is narrower than 1100 px (line-grid.css). */
const MOST_IN_ONE_ROW = 9

/**
 * The lines of an invoice as a grid of fields. Enter moves on and adds a line at the end, arrows move between cells, a
 * pasted table fills the cells from the focused one on. Each line draws itself only when it changes.
 */
export function LineGrid<L extends DraftLine>(props: LineGridProps<L>) {
  const { invoice, kind, errors, guessed, goTo, dispatch, onEnd, onPaste } = props
  const grid = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string>()
  const keys = useMemo(() => invoice.lines.map(({ key }) => key), [invoice.lines])
  const { shown, heightOf } = useRowWindow(grid, keys, [focused, goTo?.line])

  useLayoutEffect(() => {
    if (goTo && grid.current && focusCell(grid.current, goTo.line, goTo.column))
      dispatch({ do: 'arrived', place: goTo })
  }, [goTo, dispatch])

  function goToLine(at: number, column: string) {
    const line = keys[at]
    if (line && grid.current && !focusCell(grid.current, line, column))
      dispatch({ do: 'goTo', place: { line, column } })
  }

  function press(event: KeyboardEvent) {
    // A list of choices has used the key; only Enter still moves on after a choice.
    if (event.defaultPrevented && event.key !== 'Enter') return
    const at = keys.indexOf(lineAt(event.target) ?? '')
    const column = columnAt(event.target)
    const move = moveOf(event.nativeEvent)
    if (!move || at < 0 || !column) return
    event.preventDefault()
    if (move === 'up' || move === 'down') return goToLine(at + (move === 'down' ? 1 : -1), column)
    const neighbour = neighbourIn(event.target, move)
    if (neighbour) neighbour.focus()
    else if (move === 'next' && at === keys.length - 1) onEnd()
    else if (move === 'next') goToLine(at + 1, kind.firstColumn)
    else if (move === 'previous') goToLine(at - 1, kind.lastColumn)
  }

  /** Takes the text before the field does, so that sentences about it stand under the line. */
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    const line = lineAt(event.target)
    const column = columnAt(event.target)
    if (!line || !column || !(isTable(text) || isSaidOfNumber(event.target, text))) return
    event.preventDefault()
    event.stopPropagation()
    onPaste({ line, column, rows: clipboardRows(text) })
  }

  const rows: ReactNode[] = []
  const gap = (after: number, before: number) => {
    const height = gapHeight(after, before, heightOf)
    if (height > 0) rows.push(<Gap key={`gap-${after}`} height={height} />)
  }
  let last = -1
  for (const index of shown) {
    const line = invoice.lines[index]
    if (!line) continue
    gap(last, index)
    rows.push(
      <GridLine
        key={line.key}
        kind={kind}
        line={line}
        index={index}
        errors={errors.get(line.key)}
        guessed={guessed.get(line.key)}
        dispatch={dispatch}
      />,
    )
    last = index
  }
  gap(last, keys.length)

  return (
    <table
      ref={grid}
      className={`item-grid lines ${kind.columns.length > MOST_IN_ONE_ROW ? 'long' : ''}`}
      style={{ '--first-column': kind.columns[0]?.width } as CSSProperties}
      aria-label={`Stavke fakture ${invoice.broj_fakture}`}
      aria-rowcount={keys.length + 1}
      onKeyDown={press}
      onPasteCapture={paste}
      onFocus={(event) => setFocused(lineAt(event.target))}
      onBlur={() => setFocused(undefined)}
    >
      <GridHead columns={kind.columns} />
      {rows}
    </table>
  )
}

/** Whether a paste over a number needs a sentence: its cell would drop other text and keep the old number. */
const isSaidOfNumber = (target: EventTarget, text: string): boolean =>
  target instanceof HTMLInputElement &&
  target.inputMode === 'decimal' &&
  isAllSelected(target) &&
  (!takesText('', text) || isDoubtful(pastedNumber(text)))

const isDoubtful = (pasted: PastedNumber): boolean => pasted.kind === 'number' && pasted.said !== null

const GridHead = memo(function GridHead({ columns }: { columns: readonly GridColumn[] }) {
  return (
    <>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={width ? { width } : undefined} />
        ))}
        <col style={{ width: '36px' }} />
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ id, header, align }) => (
            <th key={id} scope="col" className={align}>
              {header}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Ukloni</span>
          </th>
        </tr>
      </thead>
    </>
  )
})

/** One line with the sentences about its errors and guesses under its cells. */
const GridLine = memo(function GridLine<L extends DraftLine>(props: LineProps<L> & { kind: GridKind<L> }) {
  const { kind, ...line } = props
  const { errors, guessed } = line
  const { key } = line.line
  const under = kind.under?.(line.line, (change) => line.dispatch({ do: 'changeLine', line: key, change }))
  return (
    <tbody data-line={line.line.key}>
      <kind.Line {...line} />
      {(errors || guessed) && (
        <tr className="said">
          <td colSpan={kind.columns.length + 1} id={saidId(line.line.key)}>
            <Sentences of={errors} columns={kind.columns} className="text-bad" />
            <Sentences of={guessed} columns={kind.columns} className="text-warning" />
          </td>
        </tr>
      )}
      {under && (
        <tr className="under">
          <td colSpan={kind.columns.length + 1}>{under}</td>
        </tr>
      )}
    </tbody>
  )
}) as <L extends DraftLine>(props: LineProps<L> & { kind: GridKind<L> }) => ReactNode

type SentencesProps = { of: FieldSentences | undefined; columns: readonly GridColumn[]; className: string }

/** The sentences in the order of the columns, each once. */
function Sentences({ of = {}, columns, className }: SentencesProps) {
  const place = (field: string) => columns.findIndex(({ id }) => id === field)
  const fields = Object.keys(of).sort((a, b) => place(a) - place(b))
  return [...new Set(fields.map((field) => of[field] ?? ''))].map((sentence) => (
    <Fragment key={sentence}>
      <span className={className}>{sentence}</span>{' '}
    </Fragment>
  ))
}

const Gap = ({ height }: { height: number }) => (
  <tbody aria-hidden>
    <tr style={{ height, border: 0 }} />
  </tbody>
)

/** A CSS width: `least` pixels plus 1/`part` of the sheet's width beyond `from` pixels, up to `most`. */
export const roomy = (least: number, most: number, from = 950, part = 2) =>
  `clamp(${least}px, ${least}px + (100cqi - ${from}px) / ${part}, ${most}px)`

const saidId = (line: string) => `${line}-said`

/** The attributes of the field of a cell: its name for screen readers and the grid, its error or guess. */
export function cellAttributes<L extends DraftLine>(props: LineProps<L>, column: string, label: string) {
  const { line, index, errors, guessed } = props
  const wrong = errors?.[column] !== undefined
  const uncertain = guessed?.[column] !== undefined
  return {
    'data-cell': column,
    'aria-label': `${label}, stavka ${index + 1}`,
    'aria-invalid': wrong || undefined,
    'data-guessed': uncertain || undefined,
    'aria-describedby': wrong || uncertain ? saidId(line.key) : undefined,
  }
}
