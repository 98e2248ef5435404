import { type ReactNode, type RefObject, useCallback, useMemo, useState } from 'react'
import type { Uobicajeno } from '#contract/documents.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { ApiError, reasonOf } from '#web/api.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { localDay } from '#web/ui/local-time.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { placePasted } from './clipboard.ts'
import { type Consequences, hasConsequences } from './consequences.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { documentScreenTexts } from './document-texts.ts'
import { DocumentTotals } from './document-totals.tsx'
import type { Goods } from './doubts.ts'
import {
  type Draft,
  type DraftErrors,
  type DraftInvoice,
  type DraftLine,
  type FieldSentences,
  firstPlace,
} from './draft.ts'
import type { CheckedDraft } from './draft-check.ts'
import type { DraftDispatch } from './draft-reducer.ts'
import { typedTotals } from './draft-totals.ts'
import { InvoiceSection } from './invoice-section.tsx'
import type { InvoiceKind } from './invoice-sheet.tsx'
import type { PastedTable } from './line-grid.tsx'
import { lostCoverOf } from './lost-cover.tsx'
import { type PasteKind, pasteRows } from './paste-rows.ts'
import { PdfUploadError } from './pdf-choice.ts'
import { PdfSide } from './pdf-side.tsx'
import { isPdfSpread, keepPdfSpread } from './pdf-spread.ts'
import type { SavedRate } from './rate.ts'
import { useDocumentRate } from './rate-field.tsx'
import { useDoubts } from './use-doubts.tsx'
import { useDraft } from './use-draft.ts'
import { type DocumentKeeping, type StoredDocument, useKeptDocument } from './use-kept-document.tsx'
import { type LookupKind, useLookups } from './use-lookups.ts'
import { useSendDocument } from './use-send-document.ts'

type Stored = StoredDocument & SavedRate
type TypedHead = { datum: string }
type KeptLine = { readonly id: number | null }
type SentBody = { pdf_fajl?: string | null | undefined; datum: CalendarDate }

/**
 * What a C4 or a C1 says of its form: `R` is the stored document, `H` and `L` its head and lines as they are typed, `K` a
 * line as a draft keeps it, `B` the body that is sent and `S` what comes back.
 */
export type FormKind<
  R extends Stored,
  H extends TypedHead,
  L extends DraftLine,
  K extends KeptLine,
  B extends SentBody,
  S,
> = {
  /** Path of the list that the document stands in. */
  readonly list: string
  readonly keeping: DocumentKeeping<R, H, L, K>
  readonly grid: InvoiceKind<L>
  readonly lookup: LookupKind<L>
  readonly paste: PasteKind<L>
  readonly currencyOf: (head: H) => string
  readonly numberOf: (document: R | B) => string
  readonly check: (draft: Draft<H, L>) => CheckedDraft<B>
  readonly goodsOf: (document: R | B) => readonly Goods[]
  /** What documents other than this one say of these materials or products. */
  readonly usual: (ids: string[], bez_dokumenta: number | null) => Promise<readonly Uobicajeno[]>
  /** What an alert says before wrong lines are shown; null: nothing. */
  readonly alertOf?: (wrong: DraftErrors['lines']) => string | null
  readonly load: (id: number) => Promise<R>
  readonly loadPdf: (id: number) => Promise<{ blob: Blob; name: string }>
  readonly uploadPdf: (
    file: File,
    broj: string,
    onProgress: (percent: number | undefined) => void,
  ) => Promise<{ filePath: string }>
  readonly create: (body: B, idempotencyKey: string) => Promise<S>
  readonly update: (id: number, body: B, ifVersion: number | undefined) => Promise<S>
  readonly afterSave?: (saved: S) => void
  readonly consequencesOf: (saved: S) => Omit<Consequences, 'text'>
  readonly notSaved: (error: unknown) => { readonly text: string; readonly reason?: string | undefined }
  readonly titles: { readonly add: string; readonly edit: string }
  readonly texts: { readonly created: (broj: string) => string; readonly changed: (broj: string) => string }
}

/** What a page gives to the form of a document. */
export type DocumentFormProps<R> = {
  /** The stored document; null for a new one. */
  document: R | null
  onClose: () => void
  onConsequences: (consequences: Consequences) => void
}

type HeadProps<H, L extends DraftLine> = {
  head: H
  errors: FieldSentences
  kurs: Micro | null
  dispatch: DraftDispatch<H, L>
}

/** The form in which a document is entered or edited; it opens anew for each (spec §2, §5). */
export function DocumentForm<
  R extends Stored,
  H extends TypedHead,
  L extends DraftLine,
  K extends KeptLine,
  B extends SentBody,
  S,
>(
  props: DocumentFormProps<R> & {
    of: FormKind<R, H, L, K, B, S>
    head: (props: HeadProps<H, L>) => ReactNode
    /** Left of 'Dodaj fakturu'. Keep it the same function between renders. */
    buttons: (latest: RefObject<Draft<H, L>>, dispatch: DraftDispatch<H, L>) => ReactNode
    /** Above the invoices. */
    notice?: ReactNode
    /** Behind what the document comes to, in the foot. */
    totals?: ReactNode
    /** Hands the form what depends on all of its lines, and on the document as it is stored. */
    around?: (form: ReactNode, invoices: readonly DraftInvoice<L>[], stored: R | null) => ReactNode
  },
) {
  const { of, document, onClose, onConsequences, buttons } = props
  const alert = useAlert()
  const stillOpen = useStillOpen()
  const askDoubts = useDoubts()
  const columns = useMemo(() => of.grid.columns.map(({ id }) => id), [of])
  const { draft, dispatch, refuse, refuseByServer, forgetErrors, refusal, latest } = useDraft<H, L>(
    () => of.keeping.openDraft(document),
    columns,
  )
  const lookups = useLookups(latest, dispatch, of.lookup)
  const keeping = useKeptDocument(of.keeping, {
    stored: document,
    load: ({ id }) => of.load(id),
    draft,
    latest,
    dispatch,
    submit: () => void submit(),
  })
  const { pdf, record } = keeping
  const [pdfSpread, spreadPdf] = useState(isPdfSpread)
  const { save, busy, progress } = useSendDocument({
    list: of.list,
    hadPdf: Boolean(record?.pdf_fajl),
    upload: (file, body: B, onProgress) => of.uploadPdf(file, of.numberOf(body), onProgress),
    send: (body, idempotencyKey) =>
      record ? of.update(record.id, body, keeping.ifVersion()) : of.create(body, idempotencyKey),
  })
  const { head, invoices, errors } = draft
  const currency = of.currencyOf(head)
  const kurs = useDocumentRate(currency, head.datum, record)
  const totals = useMemo(() => {
    const lines = invoices.flatMap((invoice) => invoice.lines)
    return typedTotals(
      lines.filter((line) => !of.grid.isUntouched(line)),
      of.grid.priceOf,
    )
  }, [of, invoices])

  async function sayNotSaved(error: unknown) {
    console.error(error)
    const { text, reason } = of.notSaved(error)
    await alert({ title: 'Greška', text, reason: lostCoverOf(error) ?? reason })
  }

  /** Whether the document is to be saved as it is, also where something in it is unusual. */
  const asked = (body: B) =>
    askDoubts({
      document: { datum: body.datum, valuta: currency, kurs, lines: of.goodsOf(body) },
      saved: record && { ...record, lines: of.goodsOf(record) },
      usualOf: (ids) => of.usual(ids, record?.id ?? null),
      today: localDay(),
    })

  async function submit() {
    const settled = await lookups.settle().catch(sayNotSaved)
    // Whoever closed the form meanwhile was told that it is not saved and stays a draft.
    if (!settled || !stillOpen.current) return
    const { body, errors: wrong, places } = of.check(settled)
    if (wrong) {
      const text = of.alertOf?.(wrong.lines)
      if (text) await alert({ text })
      return refuse(wrong)
    }
    forgetErrors()
    if (!(await asked(body)) || !stillOpen.current) return
    try {
      const saved = await save(body, pdf)
      if (!saved) return
      keeping.saved()
      if (stillOpen.current) await closeFirst(onClose)
      of.afterSave?.(saved)
      const text = (record ? of.texts.changed : of.texts.created)(of.numberOf(body))
      const consequences = { text, ...of.consequencesOf(saved) }
      if (hasConsequences(consequences)) onConsequences(consequences)
      else toastSuccess(text)
    } catch (error) {
      if (error instanceof PdfUploadError) {
        return alert({ text: documentScreenTexts.pdfUploadFailed, reason: reasonOf(error.cause) })
      }
      if (await keeping.caught(error)) return
      await sayNotSaved(error)
      if (error instanceof ApiError) refuseByServer(error, places)
    }
  }

  const paste = useCallback(
    async (invoice: string, { line, column, rows }: PastedTable) => {
      const placed = placePasted(rows, of.paste.columns, column)
      const at = { invoice, line }
      const pasted = pasteRows(latest.current, at, placed.rows, placed.byHeadings, of.paste)
      const pastedAt = { line, column }
      dispatch({ do: 'replaceInvoices', ...pasted, pastedAt })
      await lookups.lookUp(pasted.written.map((one) => ({ line: one.line, ...of.paste.lookedUp(one.row) })))
    },
    [of, dispatch, latest, lookups],
  )
  const undoPaste = useCallback(() => dispatch({ do: 'undoPaste' }), [dispatch])
  const buttonsHere = useMemo(() => buttons(latest, dispatch), [buttons, latest, dispatch])

  const form = (
    <DocumentDialog
      title={record ? of.titles.edit : of.titles.add}
      submitText={record ? 'Ažuriraj dokument' : 'Napravi dokument'}
      busy={busy}
      keeping={keeping.dialog}
      conflict={keeping.conflict}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
      onHeadEnd={() => dispatch({ do: 'goTo', place: firstPlace(invoices, of.grid.firstColumn) })}
      head={props.head({ head, errors: errors.head, kurs, dispatch })}
      invoices={
        <>
          {props.notice}
          <InvoiceSection
            invoices={invoices}
            errors={errors}
            guessed={draft.guessed}
            goTo={draft.goTo}
            kind={of.grid}
            currency={currency}
            dispatch={dispatch}
            onPaste={paste}
            onUndoPaste={draft.beforePaste ? undoPaste : undefined}
            buttons={buttonsHere}
          />
        </>
      }
      pdf={
        <PdfSide
          key={record?.pdf_fajl ?? ''}
          choice={pdf}
          onChange={keeping.choosePdf}
          stored={record?.pdf_fajl ? { name: `${of.numberOf(record)}.pdf`, load: () => of.loadPdf(record.id) } : null}
          progress={progress}
          error={errors.head.pdf_fajl ?? keeping.pdfLost}
          spread={pdfSpread}
          onSpread={(spread) => {
            spreadPdf(spread)
            keepPdfSpread(spread)
          }}
        />
      }
      pdfWidth={pdf.kind === 'none' ? 'slim' : pdfSpread ? 'half' : 'usual'}
      totals={
        <>
          <DocumentTotals totals={totals} currency={currency} kurs={kurs} />
          {props.totals}
        </>
      }
    />
  )
  return props.around ? props.around(form, invoices, record) : form
}
