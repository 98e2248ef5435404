import { Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useId, useLayoutEffect, useRef } from 'react'
import { MAX_NORMATIV_ITEMS } from '#contract/limits.ts'
import type { Micro } from '#domain/decimal.ts'
import { GoodsCell } from '#web/documents/goods-cell.tsx'
import { focusCell, moveOf } from '#web/documents/grid-focus.ts'
import { type FieldSentences, newKey } from '#web/drafts/draft.ts'
import type { RecordFields } from '#web/drafts/record-form.tsx'
import { LINES, type RecordDispatch, type RecordLine } from '#web/drafts/use-record.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { NORMATIV_LOOKUP } from './normativ-lookup.ts'
import { NEW_LINE } from './product-draft.ts'

/** The stepper's 0,01; smaller norms are typed (decisions §5). */
const STEP = 10_000 as Micro

type Form = Pick<RecordFields<unknown>, 'draft' | 'dispatch' | 'lookUp'>

/** The normativ: how much of which material one piece of the product takes. */
export function NormativFields({ form: { draft, dispatch, lookUp } }: { form: Form }) {
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

  /** Enter moves on as in the grid of a document. An empty line would be refused, so the end only leads to its button. */
  function press(event: KeyboardEvent<HTMLElement>) {
    const fields = [...event.currentTarget.querySelectorAll('input')]
    const at = fields.indexOf(event.target as HTMLInputElement)
    const move = moveOf(event.nativeEvent)
    if (at < 0 || (move !== 'next' && move !== 'previous')) return
    event.preventDefault()
    const neighbour = move === 'next' ? (fields[at + 1] ?? adder.current) : fields[at - 1]
    neighbour?.focus()
  }

  const add = () =>
    dispatch({ do: 'addLines', invoice: LINES, lines: [{ ...NEW_LINE, key: newKey() }], column: 'materijal_id' })

  return (
    <section ref={list} aria-labelledby={headId} className="mt-6">
      <div className="mb-2 flex items-center gap-2">
        <h3 id={headId} className="font-semibold">
          Normativ
        </h3>
        {lines.length > 0 && <Badge>{lines.length}</Badge>}
        <Button
          ref={adder}
          className="ml-auto"
          icon={<Plus aria-hidden />}
          disabled={lines.length >= MAX_NORMATIV_ITEMS}
          onClick={add}
        >
          Dodaj materijal
        </Button>
      </div>
      {errors.stavke && <FaultNote>{errors.stavke}</FaultNote>}
      {lines.length > 0 && (
        <ol className="divide-y divide-line-quiet rounded-panel border border-line" onKeyDown={press}>
          {lines.map((line, place) => (
            <NormativLine
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

type LineProps = {
  line: RecordLine
  place: number
  errors: FieldSentences | undefined
  dispatch: RecordDispatch
  lookUp: Form['lookUp']
}

/** One line; it draws itself only when it changes itself, since a normativ may have hundreds. */
const NormativLine = memo(function NormativLine({ line, place, errors, dispatch, lookUp }: LineProps) {
  const { key, naziv = '', materijal_id = '', jedinica_mere, potrebna_kolicina = '' } = line
  const noteId = useId()
  const notes = [errors?.materijal_id, errors?.potrebna_kolicina].filter(Boolean)
  const change = (fields: Partial<RecordLine>) => dispatch({ do: 'changeLine', line: key, change: fields })

  /** Text that nobody chose: it stays, and is looked up; by the form itself when that is being sent. */
  function leave(text: string, seen: boolean) {
    change({ materijal_id: '', naziv: text, jedinica_mere: '' })
    if (text !== '' && seen) void lookUp([{ line: key, id: text, naziv: text, typed: true }])
  }

  const marks = (column: string) => ({
    'data-cell': column,
    'aria-invalid': errors?.[column] !== undefined || undefined,
    'aria-describedby': notes.length > 0 ? noteId : undefined,
  })
  return (
    <li
      data-line={key}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)_2rem] items-start gap-x-2 gap-y-2 px-2 py-1.5 sm:grid-cols-[1.75rem_minmax(0,1fr)_13rem_2rem]"
    >
      <span className="num text-center text-ink-3 text-sm leading-(--control)">{place + 1}</span>
      <GoodsCell
        aria-label={`Materijal za stavku ${place + 1}`}
        placeholder="Naziv ili ID materijala"
        value={naziv}
        code={materijal_id}
        lookup={NORMATIV_LOOKUP}
        onChosen={change}
        onLeave={leave}
        {...marks('materijal_id')}
      />
      <NumberInput
        className="max-sm:col-start-2 max-sm:row-start-2"
        aria-label={`Količina za stavku ${place + 1}`}
        value={potrebna_kolicina}
        onChange={(text) => change({ potrebna_kolicina: text })}
        step={STEP}
        stepMin={STEP}
        unit={jedinica_mere || undefined}
        {...marks('potrebna_kolicina')}
      />
      <IconButton
        label={`Ukloni stavku ${place + 1}`}
        icon={<Trash2 />}
        danger
        onClick={() => dispatch({ do: 'removeLine', line: key, column: 'materijal_id' })}
      />
      {notes.length > 0 && (
        <p id={noteId} className="col-start-2 col-end-[-1] text-bad text-xs">
          {notes.join(' · ')}
        </p>
      )}
    </li>
  )
})
