import { useCallback, useMemo } from 'react'
import { type C4Body, type C4Document, c4Endpoints } from '#contract/c4.ts'
import { ApiError, call, reasonOf } from '#web/api.ts'
import { placePasted } from '#web/documents/clipboard.ts'
import { type Consequences, hasConsequences } from '#web/documents/consequences.tsx'
import { DocumentDialog } from '#web/documents/document-dialog.tsx'
import { documentScreenTexts } from '#web/documents/document-texts.ts'
import { DocumentTotals } from '#web/documents/document-totals.tsx'
import { typedTotals } from '#web/documents/draft-totals.ts'
import { InvoiceSection } from '#web/documents/invoice-section.tsx'
import type { PastedTable } from '#web/documents/line-grid.tsx'
import { pasteRows } from '#web/documents/paste-rows.ts'
import { PdfUploadError } from '#web/documents/pdf-choice.ts'
import { PdfSide } from '#web/documents/pdf-side.tsx'
import { useDocumentRate } from '#web/documents/rate-field.tsx'
import { useDraft } from '#web/documents/use-draft.ts'
import { useKeptDocument } from '#web/documents/use-kept-document.tsx'
import { useLookups } from '#web/documents/use-lookups.ts'
import { useSendDocument } from '#web/documents/use-send-document.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { type C4Head, type C4Line, checkC4, isUntouchedC4Line, openC4Draft } from './c4-draft.ts'
import { C4HeadFields } from './c4-head.tsx'
import { C4_KEEPING } from './c4-keeping.ts'
import { C4_KIND } from './c4-line.tsx'
import { C4_PASTE, C4_PASTE_COLUMNS, lookedUp } from './c4-paste.ts'
import { c4Texts } from './c4-texts.ts'
import { InvoiceImport } from './invoice-import.tsx'
import { C4_LOOKUP } from './material-lookup.ts'

const COLUMNS = C4_KIND.columns.map(({ id }) => id)

type C4FormProps = {
  /** The stored document; null for a new one. */
  document: C4Document | null
  onClose: () => void
  onConsequences: (consequences: Consequences) => void
}

/** Novi ulazni dokument / Izmeni ulazni dokument (spec §2, §5). */
export function C4Form({ document, onClose, onConsequences }: C4FormProps) {
  const alert = useAlert()
  const stillOpen = useStillOpen()
  const { draft, dispatch, refuse, refuseByServer, refusals, latest } = useDraft<C4Head, C4Line>(
    () => openC4Draft(document),
    COLUMNS,
  )
  const lookups = useLookups(latest, dispatch, C4_LOOKUP)
  const keeping = useKeptDocument(C4_KEEPING, {
    stored: document,
    load: ({ id }) => call(c4Endpoints.getC4, { params: { id } }),
    draft,
    latest,
    dispatch,
    submit: () => void submit(),
  })
  const { pdf, record } = keeping
  const { save, busy, progress } = useSendDocument({
    list: c4Endpoints.listC4.path,
    hadPdf: Boolean(record?.pdf_fajl),
    upload: (file, { broj_c4 }: C4Body, onProgress) =>
      call(c4Endpoints.uploadC4Pdf, { file, fields: { documentId: broj_c4 }, onProgress }),
    send: (body, idempotencyKey) =>
      record
        ? call(c4Endpoints.updateC4, { params: { id: record.id }, body, ifVersion: keeping.ifVersion() })
        : call(c4Endpoints.createC4, { body, idempotencyKey }),
  })
  const { head, invoices, errors } = draft
  const kurs = useDocumentRate(head.valuta, head.datum, record)
  const totals = useMemo(
    () =>
      typedTotals(
        invoices.flatMap(({ lines }) => lines).filter((line) => !isUntouchedC4Line(line)),
        C4_KIND.priceOf,
      ),
    [invoices],
  )

  async function sayNotSaved(error: unknown) {
    console.error(error)
    await alert({ text: c4Texts.saveFailed, reason: reasonOf(error) })
  }

  async function submit() {
    const settled = await lookups.settle().catch(sayNotSaved)
    if (!settled) return
    const { body, errors: wrong, places } = checkC4(settled)
    if (wrong) return refuse(wrong)
    try {
      const saved = await save(body, pdf)
      if (!saved) return
      keeping.saved()
      if (stillOpen.current) await closeFirst(onClose)
      const text = record ? c4Texts.changed : c4Texts.created
      const consequences = { text, manjak: [], promenjeni_c1: saved.promenjeni_c1 }
      if (hasConsequences(consequences)) onConsequences(consequences)
      else toastSuccess(text)
    } catch (error) {
      if (error instanceof PdfUploadError) {
        return alert({ text: documentScreenTexts.pdfUploadFailed, reason: reasonOf(error.cause) })
      }
      if (await keeping.caught(error)) return
      await sayNotSaved(error)
      if (error instanceof ApiError) refuseByServer(error.errors, places)
    }
  }

  const paste = useCallback(
    async (invoice: string, { line, column, rows }: PastedTable) => {
      const placed = placePasted(rows, C4_PASTE_COLUMNS, column)
      const { invoices, errors, written } = pasteRows(
        latest.current,
        { invoice, line },
        placed.rows,
        placed.byHeadings,
        C4_PASTE,
      )
      dispatch({ do: 'replaceInvoices', invoices, errors })
      await lookups.lookUp(written.map(({ line, row }) => ({ line, ...lookedUp(row) })))
    },
    [dispatch, latest, lookups],
  )

  const buttons = useMemo(
    () => <InvoiceImport latest={latest} onTake={(taken) => dispatch({ do: 'replaceInvoices', invoices: taken })} />,
    [dispatch, latest],
  )

  return (
    <DocumentDialog
      title={record ? 'Izmeni ulazni dokument' : 'Novi ulazni dokument'}
      submitText={record ? 'Ažuriraj dokument' : 'Napravi dokument'}
      busy={busy}
      keeping={keeping.dialog}
      conflict={keeping.conflict}
      refusals={refusals}
      onSubmit={submit}
      onClose={onClose}
      head={<C4HeadFields head={head} errors={errors.head} kurs={kurs} dispatch={dispatch} />}
      invoices={
        <InvoiceSection
          invoices={invoices}
          errors={errors}
          goTo={draft.goTo}
          kind={C4_KIND}
          currency={head.valuta}
          dispatch={dispatch}
          onPaste={paste}
          buttons={buttons}
        />
      }
      pdf={
        <PdfSide
          key={record?.pdf_fajl ?? ''}
          choice={pdf}
          onChange={keeping.choosePdf}
          stored={
            record?.pdf_fajl
              ? {
                  name: `${record.broj_c4}.pdf`,
                  load: () => call(c4Endpoints.downloadC4Pdf, { params: { id: record.id } }),
                }
              : null
          }
          progress={progress}
          error={errors.head.pdf_fajl ?? keeping.pdfLost}
        />
      }
      totals={<DocumentTotals totals={totals} currency={head.valuta} kurs={kurs} />}
    />
  )
}
