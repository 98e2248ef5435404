import { ChevronDown, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { FormField } from '#contract/form-fields.ts'
import { MAX_ADDED_ITEMS, MIN_ADDED_ITEMS } from '#contract/limits.ts'
import { stavkiOf } from '#domain/count-words.ts'
import { type CellPlace, type DraftErrors, type DraftInvoice, type DraftLine, nextOrdinal } from '#web/drafts/draft.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import type { LookupKind } from '#web/drafts/use-lookups.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Money } from '#web/ui/number.tsx'
import { Select } from '#web/ui/select.tsx'
import { typedTotals } from './draft-totals.ts'
import { type GridKind, LineGrid, type PastedTable } from './line-grid.tsx'
import { addedCount } from './typed-cell.ts'

export type InvoiceKind<L extends DraftLine> = GridKind<L> & {
  /** The same kind with its optional fields, if it has any. */
  readonly wide?: InvoiceKind<L>
  readonly lookup: LookupKind<L>
  readonly isUntouched: (line: L) => boolean
  readonly priceOf: (line: L) => string
  /** The fields that all lines of an invoice usually share, by name. */
  readonly shared: readonly (readonly [name: string, field: FormField])[]
}

type InvoiceSheetProps<L extends DraftLine> = {
  invoice: DraftInvoice<L>
  kind: InvoiceKind<L>
  currency: string
  /** About its number or all of its lines. */
  error: string | undefined
  lineErrors: DraftErrors['lines']
  guessed: DraftErrors['lines']
  goTo: CellPlace | null
  dispatch: DraftDispatch<never, L>
  onPaste: (invoice: string, pasted: PastedTable) => void
}

/** An invoice of a document: its number, totals and lines, and the buttons to add and remove lines. */
function Sheet<L extends DraftLine>(props: InvoiceSheetProps<L>): ReactNode {
  const { invoice, kind, currency, error, lineErrors, guessed, goTo, dispatch, onPaste } = props
  const { key, broj_fakture, open, lines } = invoice
  const confirm = useConfirm()
  const [forAll, setForAll] = useState(false)
  const number = useRef<HTMLInputElement>(null)
  const filled = lines.filter((line) => !kind.isUntouched(line))
  const totals = typedTotals(filled, kind.priceOf)
  const name = broj_fakture || 'bez broja'

  useLayoutEffect(() => {
    if (goTo?.line !== key) return
    // `select` alone does not scroll to it in a long document.
    number.current?.focus()
    number.current?.select()
    dispatch({ do: 'arrived', place: goTo })
  }, [goTo, key, dispatch])

  function addLines(count: number) {
    const first = nextOrdinal(lines)
    const added = Array.from({ length: count }, (_, index) => kind.newLine(first + index))
    dispatch({ do: 'addLines', invoice: key, lines: added, column: kind.firstColumn })
  }

  function pressInNumber(pressed: string) {
    const [first] = lines
    if (pressed !== 'Enter') return false
    if (first) dispatch({ do: 'goTo', place: { line: first.key, column: kind.firstColumn } })
    else addLines(1)
    return true
  }

  async function remove() {
    const text = `Da li ste sigurni da želite da uklonite fakturu ${name} (${stavkiOf(filled.length)})?`
    if (filled.length === 0 || (await confirm({ title: 'Uklanjanje fakture', text, danger: true }))) {
      dispatch({ do: 'removeInvoice', invoice: key })
    }
  }

  return (
    <section
      aria-label={`Faktura ${name}`}
      className={`invoice-sheet rounded-panel border bg-panel ${error ? 'border-bad' : 'border-line'}`}
    >
      <div
        className={`invoice-bar flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 px-1.5 py-1 ${open ? 'rounded-t-panel bg-band' : 'rounded-panel bg-panel'}`}
      >
        <IconButton
          label={open ? `Skupi fakturu ${name}` : `Proširi fakturu ${name}`}
          aria-expanded={open}
          icon={<ChevronDown className={open ? '' : '-rotate-90'} />}
          onClick={() => dispatch({ do: 'toggleInvoice', invoice: key })}
        />
        <input
          ref={number}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label="Broj fakture"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${key}-error` : undefined}
          placeholder="Broj fakture"
          className="invoice-number code"
          value={broj_fakture}
          onChange={(event) => dispatch({ do: 'renameInvoice', invoice: key, broj_fakture: event.currentTarget.value })}
          onKeyDown={(event) => pressInNumber(event.key) && event.preventDefault()}
        />
        <span className="num text-ink-3 text-sm">
          {stavkiOf(filled.length)}
          {totals && (
            <>
              {' · '}
              <Money value={totals.vrednost} currency={currency} />
            </>
          )}
        </span>
        <div className="ml-auto flex items-center gap-1">
          {kind.shared.length > 0 && filled.length > 0 && (
            <Button variant="ghost" className="h-7" onClick={() => setForAll(true)}>
              Za sve stavke…
            </Button>
          )}
          <LineAdder invoice={name} onAdd={addLines} />
          <IconButton label={`Ukloni fakturu ${name}`} icon={<Trash2 />} danger onClick={remove} />
        </div>
      </div>
      {forAll && (
        <AllLinesDialog
          invoice={name}
          count={filled.length}
          fields={kind.shared}
          onApply={(change) =>
            dispatch({ do: 'changeLines', lines: filled.map((line) => line.key), change: change as Partial<L> })
          }
          onClose={() => setForAll(false)}
        />
      )}
      {error && (
        <p id={`${key}-error`} className="px-3 py-1.5 text-bad text-xs">
          {error}
        </p>
      )}
      {open && lines.length > 0 && (
        <LineGrid
          invoice={invoice}
          kind={kind}
          errors={lineErrors}
          guessed={guessed}
          goTo={goTo}
          dispatch={dispatch}
          onEnd={() => addLines(1)}
          onPaste={(pasted) => onPaste(key, pasted)}
        />
      )}
    </section>
  )
}

export const InvoiceSheet = memo(Sheet) as typeof Sheet

type LineAdderProps = { invoice: string; onAdd: (count: number) => void }

/** How many lines to add, 1–20, and the button that adds them (spec §5). */
function LineAdder({ invoice, onAdd }: LineAdderProps) {
  const [text, setText] = useState(String(MIN_ADDED_ITEMS))
  const count = addedCount(text)
  return (
    <>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Broj stavki za dodavanje u fakturu ${invoice}`}
        title={`Koliko stavki se dodaje, ${MIN_ADDED_ITEMS}–${MAX_ADDED_ITEMS}`}
        className="num h-7 w-9 rounded-sm border border-line-strong bg-panel text-center print:hidden"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setText(String(count))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onAdd(count)
        }}
      />
      <Button variant="ghost" className="h-7" onClick={() => onAdd(count)}>
        Dodaj stavke ({count})
      </Button>
    </>
  )
}

type AllLinesDialogProps = {
  invoice: string
  /** How many lines are changed. */
  count: number
  /** The fields that can be set in all lines at once, by name. */
  fields: readonly (readonly [name: string, field: FormField])[]
  /** Gets the filled fields; the empty ones stay in the lines as they are. */
  onApply: (change: Readonly<Record<string, string | boolean>>) => void
  onClose: () => void
}

const YES_NO = ['DA', 'NE']

/** 'Za sve stavke': sets fields that all lines of an invoice usually share. */
function AllLinesDialog({ invoice, count, fields, onApply, onClose }: AllLinesDialogProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const given = fields.filter(([name]) => typed[name]?.trim())

  function apply() {
    if (given.length > 0) {
      onApply(
        Object.fromEntries(
          given.map(([name, { kind }]) => [name, kind === 'flag' ? typed[name] === 'DA' : (typed[name] ?? '')]),
        ),
      )
    }
    onClose()
  }

  return (
    <Dialog
      open
      size="small"
      title={`Za sve stavke fakture ${invoice}`}
      onClose={onClose}
      onSubmit={apply}
      dirty={given.length > 0}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary">
            Primeni ({count})
          </Button>
        </>
      )}
    >
      <div className="grid gap-4">
        {fields.map(([name, field]) => {
          const change = (text: string) => setTyped((before) => ({ ...before, [name]: text }))
          const value = typed[name] ?? ''
          return (
            <Field key={name} label={field.label} hint={field.kind === 'flag' ? undefined : 'Prazno: bez promene'}>
              {field.kind === 'flag' ? (
                <Select
                  options={YES_NO}
                  emptyText="Bez promene"
                  value={value}
                  onChange={(event) => change(event.currentTarget.value)}
                />
              ) : (
                <FieldInput name={name} field={field} value={value} onChange={change} />
              )}
            </Field>
          )
        })}
      </div>
    </Dialog>
  )
}
