import { Trash2 } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import type { FormField } from '#contract/form-fields.ts'
import { formatPara, type Para } from '#domain/decimal.ts'
import type { DraftLine } from '#web/drafts/draft.ts'
import { isNumeric } from '#web/drafts/typed-fields.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Money } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { steppedNumber } from '#web/ui/number-text.ts'
import { typedAnswer } from '#web/ui/shortcut.ts'
import { YesNo } from '#web/ui/yes-no.tsx'
import { typedAmount } from './draft-totals.ts'
import { GoodsCell } from './goods-cell.tsx'
import type { GoodsLookup } from './goods-lookup.ts'
import type { InvoiceKind } from './invoice-sheet.tsx'
import type { LineFields } from './line-fields.ts'
import { cellAttributes, type GridColumn, type LineProps } from './line-grid.tsx'
import { type Step, takesText, WHOLE_STEP } from './typed-cell.ts'

/** The grid of a kind of document: the fields of a line and their look. */
type LineLook<L extends DraftLine> = {
  readonly fields: LineFields<L>
  readonly lookup: GoodsLookup<L>
  /** CSS widths by column, `iznos` among them; the name of the goods gets the rest. */
  readonly widths: Readonly<Record<string, string>>
  /** The same while the optional columns are shown. */
  readonly wideWidths?: Readonly<Record<string, string>>
  /** The heading above the ordinal. */
  readonly ordinalHead: string
  readonly unitOf: (line: L) => string
  readonly priceStep: Step
  /** The currency of the amount, where nothing else shows it. */
  readonly currency?: string
  readonly under?: (line: L, change: (change: Partial<L>) => void) => ReactNode
}

const USUAL_WIDTH = '98px'

/** The grid of the lines of a document: a column for each field, and the amount behind the price. */
export function invoiceKind<L extends DraftLine>(look: LineLook<L>): InvoiceKind<L> {
  const entries = Object.entries(look.fields.table)
  const usual = entries.filter(([, { optional }]) => !optional)
  if (usual.length === entries.length) return gridOf(look, entries)
  return { ...gridOf(look, usual), wide: gridOf({ ...look, widths: look.wideWidths ?? look.widths }, entries) }
}

type Entries = readonly (readonly [string, FormField])[]

function gridOf<L extends DraftLine>(look: LineLook<L>, entries: Entries): InvoiceKind<L> {
  const { fields, widths } = look
  const price = entries.find(([, { kind }]) => kind === 'price')?.[0] ?? ''
  const columns = entries.flatMap(([id, field]): GridColumn[] => {
    const header = field.kind === 'ordinal' ? look.ordinalHead : field.label
    if (field.kind === 'goods') return [{ id, header }]
    const width = widths[id] ?? USUAL_WIDTH
    if (!isNumeric(field)) return [{ id, header, width }]
    const column: GridColumn = { id, header, align: 'right', width }
    return id === price ? [column, amountColumn(widths.iznos)] : [column]
  })
  return {
    lookup: look.lookup,
    columns,
    firstColumn: `${fields.goods}_id`,
    lastColumn: entries.at(-1)?.[0] ?? '',
    Line: (props) => <LineRow {...props} look={look} entries={entries} />,
    ...(look.under && { under: look.under }),
    newLine: fields.newLine,
    isUntouched: fields.isUntouched,
    priceOf: (line) => textIn(line, price),
    shared: entries.filter(([, { kind }]) => kind === 'flag' || kind === 'country'),
  }
}

const amountColumn = (width = USUAL_WIDTH): GridColumn => ({ id: 'iznos', header: 'Iznos', align: 'right', width })
const textIn = (line: DraftLine, field: string) => (line as Readonly<Record<string, unknown>>)[field] as string

type RowProps<L extends DraftLine> = LineProps<L> & { look: LineLook<L>; entries: Entries }

/** One line: a cell for each of its fields. */
function LineRow<L extends DraftLine>({ look, entries, ...props }: RowProps<L>) {
  const { line } = props
  const { fields, currency } = look
  return (
    <tr className="line" aria-rowindex={props.index + 2}>
      {entries.map(([name, field]) => (
        <Fragment key={name}>
          <FieldCell {...props} look={look} name={name} field={field} />
          {field.kind === 'price' && (
            <AmountCell
              label="Iznos"
              value={fields.isUntouched(line) ? null : typedAmount(line.kolicina, textIn(line, name))}
              currency={currency}
            />
          )}
        </Fragment>
      ))}
      <RemoveCell of={props} column={`${fields.goods}_id`} />
    </tr>
  )
}

function FieldCell<L extends DraftLine>({
  look,
  name,
  field,
  ...props
}: Omit<RowProps<L>, 'entries'> & { name: string; field: FormField }) {
  const { line, dispatch } = props
  if (field.kind === 'ordinal') return <OrdinalCell of={props} />
  if (field.kind === 'goods') return <GoodsOfLine {...props} look={look} label={field.label} />
  const change = (value: string | boolean) =>
    dispatch({ do: 'changeLine', line: line.key, change: { [name]: value } as Partial<L> })
  const cell = { of: props, column: name, label: field.label, value: textIn(line, name), onChange: change }
  if (field.kind === 'flag') return <FlagCell {...cell} value={Boolean(cell.value)} />
  if (field.kind === 'price') return <NumberCell {...cell} minPlaces={2} step={look.priceStep} />
  if (!isNumeric(field)) return <TextCell {...cell} className={field.kind === 'code' ? 'code' : ''} />
  return <NumberCell {...cell} unit={name === 'kolicina' ? look.unitOf(line) : undefined} step={WHOLE_STEP} />
}

/** The material or product of a line. Text that nobody chose from the offer stays and is looked up. */
function GoodsOfLine<L extends DraftLine>({ look, label, ...props }: Omit<RowProps<L>, 'entries'> & { label: string }) {
  const { line, dispatch } = props
  const { fields, lookup } = look
  const { goods } = fields
  const id = `${goods}_id`
  const change = (fields: Partial<L>) => dispatch({ do: 'changeLine', line: line.key, change: fields })

  /** Looks the text up, unless the form is being sent (not `seen`): it then does so itself. */
  async function lookUp(text: string, seen: boolean) {
    change(fields.without(line, text))
    if (text === '' || !seen) return
    const typed = { line: line.key, id: text, naziv: text, typed: true } as const
    const settled = await lookup.lookUp([typed]).catch((error) => console.error(lookup.failed, error))
    if (settled) dispatch({ do: 'settleLines', settled })
  }

  return (
    <td data-label={`${label} ${textIn(line, id)}`} className="name">
      <GoodsCell
        {...cellAttributes(props, id, label)}
        value={textIn(line, goods)}
        code={textIn(line, id)}
        lookup={lookup}
        onChosen={(chosen) => {
          // The same choice again changes nothing: text typed over its fields stays.
          if ((chosen as Readonly<Record<string, unknown>>)[id] !== textIn(line, id)) change(chosen)
        }}
        onLeave={lookUp}
      />
    </td>
  )
}

type CellProps<L extends DraftLine> = {
  /** The props of the line. */
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
function TextCell<L extends DraftLine>(props: CellProps<L> & { className?: string }) {
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
function FlagCell<L extends DraftLine>(
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
function OrdinalCell<L extends DraftLine>({ of }: { of: LineProps<L> }) {
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

/** The exact amount of the line; a dash for an untouched line or text that is no number. */
const AmountCell = ({
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
function RemoveCell<L extends DraftLine>({ of, column }: { of: LineProps<L>; column: string }) {
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
