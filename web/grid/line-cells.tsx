import { Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatPara, type Para } from '#domain/decimal.ts'
import type { DraftLine } from '#web/drafts/draft.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Money } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { steppedNumber } from '#web/ui/number-text.ts'
import { typedAnswer } from '#web/ui/shortcut.ts'
import { YesNo } from '#web/ui/yes-no.tsx'
import { cellAttributes, type LineProps } from './line-grid.tsx'
import { type Step, takesText } from './typed-cell.ts'

type CellProps<L extends DraftLine> = {
  /** All that the line got. */
  of: LineProps<L>
  column: string
  label: string
  value: string
  onChange: (text: string) => void
}

/** A number, right-aligned; Ctrl with an arrow steps it. */
export function NumberCell<L extends DraftLine>(
  props: CellProps<L> & { step: Step; minPlaces?: number; unit?: string | undefined },
) {
  const { of, column, label, value, onChange, step, minPlaces = 0, unit } = props

  function press(event: KeyboardEvent) {
    if (!event.ctrlKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const next = steppedNumber(value, step.by, event.key === 'ArrowUp', step.min)
    if (next !== null) onChange(next)
  }

  return (
    <td data-label={label}>
      <NumberInput
        {...cellAttributes(of, column, label)}
        value={value}
        onChange={(text) => takesText(value, text) && onChange(text)}
        onKeyDown={press}
        minPlaces={minPlaces}
        unit={unit}
      />
    </td>
  )
}

/** Short text, e.g. a tariff number or a country. */
export function TextCell<L extends DraftLine>(props: CellProps<L> & { className?: string }) {
  const { of, column, label, value, onChange, className = '' } = props
  return (
    <td data-label={label}>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...cellAttributes(of, column, label)}
        title={value}
        className={`control ${className}`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
    </td>
  )
}

/** Yes or no; Space changes it, D and N answer. */
export function FlagCell<L extends DraftLine>(
  props: Omit<CellProps<L>, 'value' | 'onChange'> & { value: boolean; onChange: (value: boolean) => void },
) {
  const { of, column, label, value, onChange } = props

  function press(event: KeyboardEvent) {
    const answer = typedAnswer(event.nativeEvent)
    if (answer !== undefined) onChange(answer)
  }

  return (
    <td data-label={label}>
      <button
        type="button"
        role="switch"
        {...cellAttributes(of, column, label)}
        aria-checked={value}
        className="switch"
        onClick={() => onChange(!value)}
        onKeyDown={press}
      >
        <YesNo value={value} />
      </button>
    </td>
  )
}

/** `redni_broj` of the line in its invoice. It is there already, so Tab passes it by; the left arrow reaches it. */
export function OrdinalCell<L extends DraftLine>({ of }: { of: LineProps<L> }) {
  const { line, dispatch } = of
  return (
    <td data-label="#" className="ordinal">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        tabIndex={-1}
        {...cellAttributes(of, 'redni_broj', 'Redni broj')}
        className="control num text-ink-3"
        value={line.redni_broj}
        onChange={(event) => {
          const redni_broj = event.currentTarget.value
          if (/^\d*$/.test(redni_broj) || redni_broj.length < line.redni_broj.length)
            dispatch({ do: 'changeLine', line: line.key, change: { redni_broj } as Partial<L> })
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
    </td>
  )
}

/**
 * The amount of the line, computed exactly; a dash while there is none: an untouched line, or text that is no number.
 */
export const AmountCell = ({
  value,
  label,
  currency,
}: {
  value: Para | null
  label: string
  currency?: string | undefined
}) => (
  <td data-label={label} className="right amount" title={value === null ? undefined : formatPara(value)}>
    {value === null ? '—' : <Money value={value} currency={currency} />}
  </td>
)

/** Removes the line. Tab passes it by, so that typing goes on to the next line; the right arrow reaches it. */
export function RemoveCell<L extends DraftLine>({ of, column }: { of: LineProps<L>; column: string }) {
  const { line, index, dispatch } = of
  return (
    <td className="remove">
      <IconButton
        label={`Ukloni stavku ${index + 1}`}
        icon={<Trash2 />}
        danger
        tabIndex={-1}
        data-cell="ukloni"
        data-button
        onClick={() => dispatch({ do: 'removeLine', line: line.key, column })}
      />
    </td>
  )
}
