import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { C1_CURRENCY, type C1Body, type C1Document, c1Endpoints } from '#contract/c1.ts'
import { documentTexts } from '#contract/documents.ts'
import { productEndpoints } from '#contract/products.ts'
import { ApiError, call, messageOf, reasonOf } from '#web/api.ts'
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
import { read } from '#web/queries.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { type C1Head, type C1Line, checkC1, isUntouchedC1Line, openC1Draft } from './c1-draft.ts'
import { C1HeadFields } from './c1-head.tsx'
import { C1_KEEPING } from './c1-keeping.ts'
import { C1_KIND } from './c1-line.tsx'
import { downloadPapers } from './c1-papers.ts'
import { C1_PASTE, C1_PASTE_COLUMNS, lookedUp } from './c1-paste.ts'
import { c1Texts } from './c1-texts.ts'
import { NormativShown } from './normativ-list.tsx'
import { C1_LOOKUP } from './product-lookup.ts'

const COLUMNS = C1_KIND.columns.map(({ id }) => id)
/** Of what the alert about lines speaks (spec §5); anything else is said at its cell alone. */
const ALERTED = ['proizvod_id', 'kolicina', 'cena']

type C1FormProps = {
  /** The stored document; null for a new one. */
  document: C1Document | null
  onClose: () => void
  onConsequences: (consequences: Consequences) => void
}

/** Novi izlazni dokument / Izmeni izlazni dokument (spec §2, §5). */
export function C1Form({ document, onClose, onConsequences }: C1FormProps) {
  const alert = useAlert()
  const stillOpen = useStillOpen()
  const { draft, dispatch, refuse, refuseByServer, refusals, latest } = useDraft<C1Head, C1Line>(
    () => openC1Draft(document),
    COLUMNS,
  )
  const lookups = useLookups(latest, dispatch, C1_LOOKUP)
  const keeping = useKeptDocument(C1_KEEPING, {
    stored: document,
    load: ({ id }) => call(c1Endpoints.getC1, { params: { id } }),
    draft,
    latest,
    dispatch,
    submit: () => void submit(),
  })
  const { pdf, record } = keeping
  const [normativShown, setNormativShown] = useState(true)
  const { save, busy, progress } = useSendDocument({
    list: c1Endpoints.listC1.path,
    hadPdf: Boolean(record?.pdf_fajl),
    upload: (file, { broj_c1 }: C1Body, onProgress) =>
      call(c1Endpoints.uploadC1Pdf, { file, fields: { documentId: broj_c1 }, onProgress }),
    send: (body, idempotencyKey) =>
      record
        ? call(c1Endpoints.updateC1, { params: { id: record.id }, body, ifVersion: keeping.ifVersion() })
        : call(c1Endpoints.createC1, { body, idempotencyKey }),
  })
  const { head, invoices, errors } = draft
  const kurs = useDocumentRate(C1_CURRENCY, head.datum, record)
  const totals = useMemo(
    () =>
      typedTotals(
        invoices.flatMap(({ lines }) => lines).filter((line) => !isUntouchedC1Line(line)),
        C1_KIND.priceOf,
      ),
    [invoices],
  )

  async function sayNotSaved(error: unknown) {
    console.error(error)
    const said = messageOf(error, c1Texts.saveFailedSilently)
    const reason = reasonOf(error)
    // What the server said stands in the sentence already.
    await alert({ text: c1Texts.saveFailed(said), reason: reason === said ? undefined : reason })
  }

  async function submit() {
    const settled = await lookups.settle().catch(sayNotSaved)
    if (!settled) return
    const { body, errors: wrong, places } = checkC1(settled)
    if (wrong) {
      const cells = [...wrong.lines.values()].flatMap(Object.keys)
      if (cells.some((cell) => ALERTED.includes(cell))) await alert({ text: documentTexts.checkItems })
      return refuse(wrong)
    }
    try {
      const saved = await save(body, pdf)
      if (!saved) return
      keeping.saved()
      if (stillOpen.current) await closeFirst(onClose)
      downloadPapers(saved.files ?? [])
      const text = record ? c1Texts.changed : c1Texts.created
      const consequences = { text, c1_id: saved.id, manjak: saved.manjak, promenjeni_c1: saved.promenjeni_c1 }
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
      const placed = placePasted(rows, C1_PASTE_COLUMNS, column)
      const at = { invoice, line }
      const pasted = pasteRows(latest.current, at, placed.rows, placed.byHeadings, C1_PASTE)
      dispatch({ do: 'replaceInvoices', invoices: pasted.invoices, errors: pasted.errors })
      await lookups.lookUp(pasted.written.map((one) => ({ line: one.line, ...lookedUp(one.row) })))
    },
    [dispatch, latest, lookups],
  )

  const buttons = useMemo(
    () => (
      <Button variant="ghost" aria-pressed={normativShown} onClick={() => setNormativShown(!normativShown)}>
        {normativShown ? 'Sakrij normative' : 'Prikaži normative'}
      </Button>
    ),
    [normativShown],
  )

  return (
    <DocumentDialog
      title={record ? 'Izmeni izlazni dokument' : 'Novi izlazni dokument'}
      submitText={record ? 'Ažuriraj dokument' : 'Napravi dokument'}
      busy={busy}
      keeping={keeping.dialog}
      conflict={keeping.conflict}
      refusals={refusals}
      onSubmit={submit}
      onClose={onClose}
      head={<C1HeadFields head={head} errors={errors.head} kurs={kurs} dispatch={dispatch} />}
      invoices={
        <NormativShown value={normativShown}>
          <NoProducts />
          <InvoiceSection
            invoices={invoices}
            errors={errors}
            goTo={draft.goTo}
            kind={C1_KIND}
            currency={C1_CURRENCY}
            dispatch={dispatch}
            onPaste={paste}
            buttons={buttons}
          />
        </NormativShown>
      }
      pdf={
        <PdfSide
          key={record?.pdf_fajl ?? ''}
          choice={pdf}
          onChange={keeping.choosePdf}
          stored={
            record?.pdf_fajl
              ? {
                  name: `${record.broj_c1}.pdf`,
                  load: () => call(c1Endpoints.downloadC1Pdf, { params: { id: record.id } }),
                }
              : null
          }
          progress={progress}
          error={errors.head.pdf_fajl ?? keeping.pdfLost}
        />
      }
      totals={<DocumentTotals totals={totals} currency={C1_CURRENCY} kurs={kurs} />}
    />
  )
}

/** Without products there is nothing to export (spec §8). */
function NoProducts() {
  const { data, isError } = useQuery(read(productEndpoints.listProducts, { query: { limit: 1 } }))
  if (!isError && data?.total !== 0) return null
  return (
    <p role="alert" className="mt-4 rounded-control bg-warning-soft px-3 py-2 text-warning">
      {c1Texts.noProducts}
    </p>
  )
}
