import { Plus, Trash2 } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { type FieldSentences, isUntouched, newKey } from '#web/drafts/draft.ts'
import type { RecordFields } from '#web/drafts/record-form.tsx'
import { LINES, type RecordDispatch, type RecordLine, type TypedLine } from '#web/drafts/use-record.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { focusCell, moveOf } from './grid-focus.ts'

type Form = Pick<RecordFields<unknown>, 'draft' | 'dispatch' | 'lookUp'>

export type RecordLineProps = {
  line: RecordLine
  place: number
  errors: FieldSentences | undefined
  dispatch: RecordDispatch
  lookUp: Form['lookUp']
}

type RecordLinesProps = {
  form: Form
  title: string
  addText: string
  /** The largest number of lines. */
  max: number
  newLine: TypedLine
  /** The cell in which a new line begins. */
  column: string
  /** A button beside the one that adds, where there are lines. */
  action?: ReactNode
  /** One line; keep it a memo, since there may be hundreds. */
  Line: ComponentType<RecordLineProps>
}

/** The lines of a record under its fields: their number, a button for one more, and Enter from field to field. */
export function RecordLines({ form, title, addText, max, newLine, column, action, Line }: RecordLinesProps) {
  const { draft, dispatch, lookUp } = form
  const { errors, goTo } = draft
  const lines = draft.invoices[0]?.lines ?? []
  const headId = useId()
  const adder = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    if (!goTo || !list.current) return
    if (!focusCell(list.current, goTo.line, goTo.column)) adder.current?.focus()
    dispatch({ do: 'arrived', place: goTo })
  }, [goTo, dispatch])

  /** Enter moves on as in the grid of a document. The end leads to the button: an empty line would be refused. */
  function press(event: KeyboardEvent<HTMLElement>) {
    const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, select')]
    const at = fields.indexOf(event.target as HTMLElement)
    const move = event.target instanceof HTMLSelectElement && event.key === 'Enter' ? 'next' : moveOf(event.nativeEvent)
    if (at < 0 || (move !== 'next' && move !== 'previous')) return
    event.preventDefault()
    const neighbour = move === 'next' ? (fields[at + 1] ?? adder.current) : fields[at - 1]
    neighbour?.focus()
  }

  /** Adds a line, or goes to the last one while it is empty. */
  function add() {
    const last = lines.at(-1)
    if (last && isUntouched(last, newLine)) dispatch({ do: 'goTo', place: { line: last.key, column } })
    else dispatch({ do: 'addLines', invoice: LINES, lines: [{ ...newLine, key: newKey() }], column })
  }

  return (
    <section ref={list} aria-labelledby={headId} className="mt-6">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 id={headId} className="font-semibold">
          {title}
        </h3>
        {lines.length > 0 && <Badge>{lines.length}</Badge>}
        <span className="grow" />
        {lines.length > 0 && action}
        <Button ref={adder} icon={<Plus aria-hidden />} disabled={lines.length >= max} onClick={add}>
          {addText}
        </Button>
      </div>
      {errors.stavke && <FaultNote>{errors.stavke}</FaultNote>}
      {lines.length > 0 && (
        // The browser lays out the lines in sight; the others have this height until they were in sight once.
        <ol
          className="divide-y divide-line-quiet rounded-panel border border-line [&>li]:[contain-intrinsic-block-size:auto_2.75rem] [&>li]:[content-visibility:auto]"
          onKeyDown={press}
        >
          {lines.map((line, place) => (
            <Line
              key={line.key}
              line={line}
              place={place}
              errors={errors.lines.get(line.key)}
              dispatch={dispatch}
              lookUp={lookUp}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

/**
 * The sentences under a line, only of its `fields` and in their order if given, and the marks of its cells;
 * `alsoSaidBy` is the ID of another element that describes them.
 */
export function useLineMarks(
  errors: RecordLineProps['errors'],
  {
    fields = Object.keys(errors ?? {}),
    alsoSaidBy,
  }: { fields?: readonly string[]; alsoSaidBy?: string | undefined } = {},
) {
  const noteId = useId()
  const notes = [...new Set(fields.map((field) => errors?.[field]))].filter(Boolean)
  const marks = (column: string) => ({
    'data-cell': column,
    'aria-invalid': errors?.[column] !== undefined || undefined,
    'aria-describedby': [notes.length > 0 && noteId, alsoSaidBy].filter(Boolean).join(' ') || undefined,
  })
  return { noteId, notes, marks }
}

type LineFrameProps = Pick<RecordLineProps, 'line' | 'place' | 'dispatch'> & {
  /** The columns of its grid: the first one for its number, the last one for the button. */
  className: string
  marks: Pick<ReturnType<typeof useLineMarks>, 'noteId' | 'notes'>
  /** The cell that has the focus in the next line once this one is gone. */
  column: string
  buttonClass?: string
  /** Behind the button. */
  below?: ReactNode
  children: ReactNode
}

/** A line of a record: its number, its fields, the button that removes it, and its errors. */
export const LineFrame = (props: LineFrameProps) => {
  const { line, place, dispatch, className, marks, column, buttonClass, below, children } = props
  return (
    <li data-line={line.key} className={`grid items-start gap-x-2 gap-y-2 px-2 py-1.5 ${className}`}>
      <span className="num text-center text-ink-3 text-sm leading-(--control)">{place + 1}</span>
      {children}
      <IconButton
        label={`Ukloni stavku ${place + 1}`}
        icon={<Trash2 />}
        danger
        className={buttonClass}
        onClick={() => dispatch({ do: 'removeLine', line: line.key, column })}
      />
      {below}
      {marks.notes.length > 0 && (
        <p id={marks.noteId} className="col-start-2 col-end-[-1] text-bad text-xs">
          {marks.notes.join(' · ')}
        </p>
      )}
    </li>
  )
}
