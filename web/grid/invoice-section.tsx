import { Plus } from 'lucide-react'
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import {
  ADD_INVOICE,
  type CellPlace,
  type DraftErrors,
  type DraftInvoice,
  type DraftLine,
  newInvoice,
} from '#web/drafts/draft.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import { Button } from '#web/ui/button.tsx'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { type InvoiceKind, InvoiceSheet } from './invoice-sheet.tsx'
import type { PastedTable } from './line-grid.tsx'

type InvoiceSectionProps<L extends DraftLine> = {
  invoices: readonly DraftInvoice<L>[]
  errors: DraftErrors
  guessed: DraftErrors['lines']
  goTo: CellPlace | null
  kind: InvoiceKind<L>
  currency: string
  dispatch: DraftDispatch<never, L>
  /** Keep it the same function between renders. */
  onPaste: (invoice: string, pasted: PastedTable) => void
  /** Left of 'Dodaj fakturu'. */
  buttons?: ReactNode
}

/** 'Fakture' of a document: the sheets of its invoices, one below another. */
function Invoices<L extends DraftLine>(props: InvoiceSectionProps<L>): ReactNode {
  const { invoices, errors, guessed, goTo, kind, currency, dispatch, onPaste, buttons } = props

  const adder = useRef<HTMLButtonElement>(null)

  useLayoutEffect(() => {
    if (goTo !== ADD_INVOICE) return
    adder.current?.focus()
    dispatch({ do: 'arrived', place: goTo })
  }, [goTo, dispatch])

  const add = useCallback(() => dispatch({ do: 'addInvoice', invoice: newInvoice(invoices) }), [dispatch, invoices])

  return (
    <section aria-labelledby="fakture" className="mt-5">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 id="fakture" className="font-semibold">
          Fakture
        </h3>
        {invoices.length > 0 && (
          <span className="num rounded-full bg-band px-2 text-ink-2 text-sm">{invoices.length}</span>
        )}
        <div className="ml-auto flex flex-wrap gap-2">
          {buttons}
          <Button ref={adder} icon={<Plus aria-hidden />} onClick={add}>
            Dodaj fakturu
          </Button>
        </div>
      </div>
      {errors.stavke && <FaultNote>{errors.stavke}</FaultNote>}
      {invoices.length === 0 ? (
        <p className="rounded-panel border border-line-strong border-dashed px-4 py-8 text-center text-ink-3">
          Dokument još nema faktura.
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          {invoices.map((invoice) => (
            <InvoiceSheet
              key={invoice.key}
              invoice={invoice}
              kind={kind}
              currency={currency}
              error={errors.invoices.get(invoice.key)}
              lineErrors={errors.lines}
              guessed={guessed}
              goTo={isIn(invoice, goTo) ? goTo : null}
              dispatch={dispatch}
              onPaste={onPaste}
            />
          ))}
        </div>
      )}
    </section>
  )
}

const isIn = <L extends DraftLine>(invoice: DraftInvoice<L>, place: CellPlace | null): boolean =>
  place !== null && (place.line === invoice.key || invoice.lines.some(({ key }) => key === place.line))

export const InvoiceSection = memo(Invoices) as typeof Invoices
