import { type RefObject, useRef, useState } from 'react'
import type { z } from 'zod'
import { keptPdf, PDF_GONE, type PdfChoice, pdfLost } from '#web/beside/pdf-choice.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import type { Draft } from '#web/drafts/draft.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import { useKeeping } from '#web/drafts/use-keeping.tsx'
import type { KeptLine } from '#web/grid/line-fields.ts'
import type { DocumentTypes } from './document-fields.ts'
import { draftFrom, type KeptDocument, keptDocument, withoutGoneLines } from './kept-document.ts'

/** How the documents of one kind are kept. */
export type DocumentKeeping<D extends DocumentTypes> = {
  readonly kind: string
  readonly shape: z.ZodType<KeptDocument<D['head'], KeptLine>>
  readonly openDraft: (record: D['stored'] | null) => Draft<D['head'], D['line']>
  readonly keepLine: (line: D['line']) => KeptLine
  readonly lineFrom: (line: KeptLine, key: string, record: D['stored'] | null) => D['line']
  readonly nameOf: (kept: KeptDocument<D['head'], KeptLine>) => string
  readonly factsOf: (kept: KeptDocument<D['head'], KeptLine>) => RecordFacts
}

type KeptForm<D extends DocumentTypes> = {
  stored: D['stored'] | null
  load: (stored: D['stored']) => Promise<D['stored']>
  draft: Draft<D['head'], D['line']>
  latest: RefObject<Draft<D['head'], D['line']>>
  dispatch: DraftDispatch<D['head'], D['line']>
  submit: () => void
}

const pdfOf = (record: { readonly pdf_fajl: string | null } | null): PdfChoice => ({
  kind: record?.pdf_fajl ? 'stored' : 'none',
})

/** Keeps the form of a document, its PDF aside, and holds the choice of that PDF (see use-keeping). */
export function useKeptDocument<D extends DocumentTypes>(
  of: DocumentKeeping<D>,
  { stored, load, draft, latest, dispatch, submit }: KeptForm<D>,
) {
  type Kept = KeptDocument<D['head'], KeptLine>
  const [pdf, setPdf] = useState<PdfChoice>(pdfOf(stored))
  const [pdfChanged, setPdfChanged] = useState(false)
  /** The reason why the PDF of the draft is not in the form. */
  const [lost, setLost] = useState<string>()
  const current = useRef({ pdf, record: stored })

  function show(kept: Kept, { record, typed }: { record: D['stored'] | null; typed: boolean }) {
    const { kind, name } = kept.pdf
    const { pdf: now } = current.current
    const stillHere = kind === 'chosen' && now.kind === 'chosen' && now.file.name === name
    dispatch({
      do: 'reopen',
      draft: record && !typed ? of.openDraft(record) : draftFrom(kept, (line, key) => of.lineFrom(line, key, record)),
    })
    if (!stillHere) setPdf(kind === 'none' ? { kind } : pdfOf(record))
    if (kind === 'chosen') setLost(stillHere ? undefined : pdfLost(name))
    else setLost(kind === 'stored' && !record?.pdf_fajl ? PDF_GONE : undefined)
    setPdfChanged(kind !== pdfOf(record).kind)
  }

  const dirty = draft.changed || pdfChanged
  const keeping = useKeeping<D['stored'], Kept>({
    kind: of.kind,
    stored,
    load,
    dirty,
    watched: [draft.head, draft.invoices, pdf],
    hasFile: pdf.kind === 'chosen',
    shape: of.shape,
    content: () => {
      const { pdf: now, record } = current.current
      return keptDocument(latest.current, keptPdf(now, record?.pdf_fajl), of.keepLine)
    },
    contentOf: (record) => keptDocument(of.openDraft(record), keptPdf(pdfOf(record), record.pdf_fajl), of.keepLine),
    nameOf: of.nameOf,
    factsOf: of.factsOf,
    show,
    fitTo: (kept, record) => withoutGoneLines(kept, record?.stavke ?? []),
    submit,
  })
  current.current = { pdf, record: keeping.record }

  return {
    ...keeping,
    pdf,
    choosePdf: (choice: PdfChoice) => {
      setPdf(choice)
      setPdfChanged(true)
      setLost(undefined)
    },
    pdfLost: lost,
  }
}
