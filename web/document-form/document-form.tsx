import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type FieldTable, namesIn } from '#contract/form-fields.ts'
import { type CalendarDate, parseTypedDate, yearOf } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { amountInRsd } from '#domain/invoice.ts'
import { usePdfSide } from '#web/beside/pdf-side.tsx'
import {
  type Draft,
  type DraftInvoice,
  firstPlace,
  newInvoice,
  type Origins,
  type TypedHead,
} from '#web/drafts/draft.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import { ForeseenNote } from '#web/foreseen/foreseen.tsx'
import { ForeseenDialog } from '#web/foreseen/foreseen-dialog.tsx'
import { type ForeseenDraw, ForeseenLinesShown } from '#web/foreseen/foreseen-draws.ts'
import { type DraftTotals, typedTotals } from '#web/grid/draft-totals.ts'
import { InvoiceSection } from '#web/grid/invoice-section.tsx'
import { ClosedNote, isOpenField, useClosed } from '#web/screens/zakljuceno.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Money, Quantity } from '#web/ui/number.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import type { DocumentTypes } from './document-fields.ts'
import type { HeadProps } from './head-fields.tsx'
import { useCarina } from './head-fields.tsx'
import { type DocumentFormProps, type FormKind, useDocumentForm } from './use-document-form.tsx'

/** The parts that a kind of document puts into its form beside the fields. */
type FormParts<D extends DocumentTypes> = {
  head: (props: HeadProps) => ReactNode
  /** Left of 'Dodaj fakturu'. Keep it the same function between renders. */
  buttons: (latest: RefObject<Draft<D['head'], D['line']>>, dispatch: DraftDispatch<D['head'], D['line']>) => ReactNode
  /** Above the invoices. */
  notice?: ReactNode
  /** In the foot, behind the totals of the document. */
  totals?: ReactNode
  /** Wraps the form in values that depend on its content and on the stored document. */
  around?: (
    form: ReactNode,
    typed: { readonly head: D['head']; readonly invoices: readonly DraftInvoice<D['line']>[] },
    stored: D['stored'] | null,
  ) => ReactNode
}

/** The form in which a document is entered or edited; each document opens it new (spec §2, §5). */
export function DocumentForm<D extends DocumentTypes>(
  props: DocumentFormProps<D['stored']> & FormParts<D> & { of: FormKind<D> },
) {
  const { of, onClose, buttons } = props
  const form = useDocumentForm(of, props)
  const { draft, dispatch, latest, keeping, currency, kurs, looked } = form
  const { head, invoices, errors } = draft
  const choosePartner = useProposals(
    of,
    head.datum,
    { isNew: props.document === null, origins: draft.origins },
    dispatch,
  )
  const carina = useCarina(head as TypedHead, invoices, errors)
  const grid = (carina.open && of.grid.wide) || of.grid
  const { pdf, record } = keeping
  const side = usePdfSide()(record?.pdf_fajl, {
    choice: pdf,
    onChange: keeping.choosePdf,
    stored: record?.pdf_fajl ? { name: `${of.fields.numberOf(record)}.pdf`, load: () => of.loadPdf(record.id) } : null,
    progress: form.progress,
    error: errors.head.pdf_fajl ?? keeping.pdfLost,
  })
  const totals = useMemo(() => {
    const lines = invoices.flatMap((invoice) => invoice.lines)
    return typedTotals(
      lines.filter((line) => !of.grid.isUntouched(line)),
      of.grid.priceOf,
    )
  }, [of, invoices])

  const changeHead = useCallback(
    (change: TypedHead, follows?: readonly string[]) => {
      dispatch({ do: 'changeHead', change: change as Partial<D['head']>, follows })
      const partner = follows && change[of.partner]
      if (partner) choosePartner(partner)
    },
    [of, dispatch, choosePartner],
  )
  const closed = useClosed(record?.datum)
  const buttonsHere = useMemo(() => buttons(latest, dispatch), [buttons, latest, dispatch])

  const shown = (
    <DocumentDialog
      title={record ? `${of.titles.edit} ${of.fields.numberOf(record)}` : of.titles.add}
      submitText={record ? 'Ažuriraj dokument' : 'Napravi dokument'}
      busy={form.busy}
      keeping={keeping.dialog}
      conflict={keeping.conflict}
      refusal={form.refusal}
      onSubmit={form.submit}
      onForesee={looked.foresee}
      onUndo={form.undo}
      box={form.box}
      onClose={onClose}
      onHeadEnd={() =>
        dispatch(
          invoices.length === 0
            ? { do: 'addInvoice', invoice: newInvoice(invoices) }
            : { do: 'goTo', place: firstPlace(invoices, of.grid.firstColumn) },
        )
      }
      origins={draft.origins}
      head={props.head({
        head,
        origins: draft.origins,
        errors: errors.head,
        kurs,
        carina,
        closed: closed !== null,
        onChange: changeHead,
      })}
      closed={closed && <ClosedNote zakljuceno_do={closed} open={openLabels(of.fields.head)} />}
      invoices={
        <>
          {props.notice}
          <ForeseenNote
            found={looked.found}
            outdated={looked.outdated}
            foreseeing={looked.foreseeing}
            onShow={() => looked.setOpen(true)}
          />
          <ForeseenLinesShown value={looked.lines}>
            <fieldset disabled={closed !== null} className="min-w-0">
              <InvoiceSection
                invoices={invoices}
                errors={errors}
                guessed={draft.guessed}
                goTo={draft.goTo}
                kind={grid}
                currency={currency}
                dispatch={dispatch}
                onPaste={form.paste}
                buttons={buttonsHere}
              />
            </fieldset>
          </ForeseenLinesShown>
          <ForeseenWindows of={of} looked={looked} draft={draft} stored={record?.id ?? null} dispatch={dispatch} />
        </>
      }
      pdf={side.side}
      pdfWidth={side.width}
      totals={
        <>
          <DocumentTotals totals={totals} currency={currency} kurs={kurs} />
          {props.totals}
        </>
      }
    />
  )
  return props.around ? props.around(shown, { head, invoices }, record) : shown
}

type ForeseenWindowsProps<D extends DocumentTypes> = {
  of: FormKind<D>
  looked: ReturnType<typeof useDocumentForm<D>>['looked']
  draft: Pick<Draft<D['head'], D['line']>, 'head' | 'invoices'>
  stored: number | null
  dispatch: DraftDispatch<D['head'], D['line']>
}

/** The result of 'Proveri', and the choice of another lot for one of its rows. */
function ForeseenWindows<D extends DocumentTypes>({ of, looked, draft, stored, dispatch }: ForeseenWindowsProps<D>) {
  const [directed, setDirected] = useState<{ draw: ForeseenDraw; line: string } | null>(null)
  const { answer, isOpen, outdated, setOpen } = looked
  const line = directed && draft.invoices.flatMap(({ lines }) => lines).find(({ key }) => key === directed.line)
  const direct = (draw: ForeseenDraw) => {
    const [key] = [...(answer?.byLine ?? [])].find(([, draws]) => draws.includes(draw)) ?? []
    if (key === undefined) return
    setOpen(false)
    setDirected({ draw, line: key })
  }
  return (
    <>
      {answer && isOpen && (
        <ForeseenDialog of={answer} outdated={outdated} onDirect={of.Direct && direct} onClose={() => setOpen(false)} />
      )}
      {of.Direct && directed && line && (
        <of.Direct
          {...{ draw: directed.draw, line, head: draft.head, stored }}
          onChange={(change) => dispatch({ do: 'changeLine', line: line.key, change })}
          onClose={() => setDirected(null)}
        />
      )}
    </>
  )
}

const openLabels = (head: FieldTable) => namesIn(head).flatMap((name) => (isOpenField(name) && head[name]?.label) || [])

type DocumentTotalsProps = { totals: DraftTotals | null; currency: string; kurs: Micro | null }

/** The sums of the document while it is typed: lines, quantity, value and value in RSD. */
function DocumentTotals({ totals, currency, kurs }: DocumentTotalsProps) {
  if (!totals) return <span className="text-bad">Ukupna vrednost ili količina dokumenta je prevelika.</span>
  const rsd = kurs === null || currency === 'RSD' ? null : amountInRsd(totals.vrednost, kurs)
  return (
    <>
      <span>
        Stavki <strong className="num text-ink">{totals.stavki}</strong>
      </span>
      <span>
        Količina <Quantity value={totals.kolicina} strong />
      </span>
      <span>
        Vrednost <Money value={totals.vrednost} currency={currency} strong />
      </span>
      {rsd !== null && (
        <span>
          ≈ <Money value={rsd} currency="RSD" />
        </span>
      )}
    </>
  )
}

/** Proposes values for a new document; returns the setter of the chosen partner. */
function useProposals<D extends DocumentTypes>(
  of: FormKind<D>,
  datum: string,
  { isNew, origins }: { readonly isNew: boolean; readonly origins: Origins },
  dispatch: DraftDispatch<D['head'], D['line']>,
) {
  const [partner, choosePartner] = useState<string>()
  // A day of the year: the next number is the same for all of them.
  const asked = { partner, datum: `${yearOf(parseTypedDate(datum) ?? localDay())}-12-31` as CalendarDate }
  const { data } = useQuery({
    queryKey: [of.list, 'predlog', asked],
    queryFn: ({ signal }) => of.propose(asked, signal),
    enabled: isNew,
  })
  useEffect(() => {
    if (data) dispatch({ do: 'proposeHead', change: of.fields.proposed(data) })
  }, [of, data, dispatch])
  // A proposal may fill the field that has the focus: it is selected, so that typed text replaces it. A layout effect
  // does that together with the value, before the next key.
  useLayoutEffect(() => {
    const field = document.activeElement
    if (field instanceof HTMLInputElement && origins.get(field.name) === 'proposal') field.select()
  }, [origins])
  return choosePartner
}
