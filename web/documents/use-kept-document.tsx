import { type RefObject, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Facts } from '#web/drafts/differences.ts'
import { draftKeepingTexts } from '#web/drafts/draft-texts.ts'
import { useKeeping } from '#web/drafts/use-keeping.tsx'
import type { Draft, DraftLine } from './draft.ts'
import type { DraftDispatch } from './draft-reducer.ts'
import { draftFrom, type KeptDocument, keptDocument, keptPdf, withoutGoneLines } from './kept-document.ts'
import type { PdfChoice } from './pdf-choice.ts'

export type StoredDocument = {
  readonly id: number
  readonly verzija: number
  readonly pdf_fajl: string | null
  readonly stavke: readonly { readonly id: number }[]
}

/** How the documents of one kind are kept. */
export type DocumentKeeping<R, H, L extends DraftLine, K> = {
  readonly kind: string
  readonly shape: z.ZodType<KeptDocument<H, K>>
  readonly openDraft: (record: R | null) => Draft<H, L>
  readonly keepLine: (line: L) => K
  readonly lineFrom: (line: K, key: string, record: R | null) => L
  readonly nameOf: (kept: KeptDocument<H, K>) => string
  readonly factsOf: (kept: KeptDocument<H, K>) => Facts
}

type DocumentForm<R, H, L extends DraftLine> = {
  stored: R | null
  load: (stored: R) => Promise<R>
  draft: Draft<H, L>
  latest: RefObject<Draft<H, L>>
  dispatch: DraftDispatch<H, L>
  submit: () => void
}

const pdfOf = (record: { readonly pdf_fajl: string | null } | null): PdfChoice => ({
  kind: record?.pdf_fajl ? 'stored' : 'none',
})

/** Keeps the form of a document, its PDF aside, and holds the choice of that PDF (see use-keeping). */
export function useKeptDocument<
  R extends StoredDocument,
  H,
  L extends DraftLine,
  K extends { readonly id: number | null },
>(of: DocumentKeeping<R, H, L, K>, { stored, load, draft, latest, dispatch, submit }: DocumentForm<R, H, L>) {
  const [pdf, setPdf] = useState<PdfChoice>(pdfOf(stored))
  const [pdfChanged, setPdfChanged] = useState(false)
  /** Why the PDF of the input is not in the form. */
  const [pdfLost, setPdfLost] = useState<string>()
  const current = useRef({ pdf, record: stored })

  function show(kept: KeptDocument<H, K>, { record, typed }: { record: R | null; typed: boolean }) {
    const { kind, name } = kept.pdf
    const { pdf: now } = current.current
    const stillHere = kind === 'chosen' && now.kind === 'chosen' && now.file.name === name
    dispatch({
      do: 'reopen',
      draft: record && !typed ? of.openDraft(record) : draftFrom(kept, (line, key) => of.lineFrom(line, key, record)),
    })
    if (!stillHere) setPdf(kind === 'none' ? { kind } : pdfOf(record))
    if (kind === 'chosen') setPdfLost(stillHere ? undefined : draftKeepingTexts.pdfLost(name))
    else setPdfLost(kind === 'stored' && !record?.pdf_fajl ? draftKeepingTexts.pdfGone : undefined)
    setPdfChanged(kind !== pdfOf(record).kind)
  }

  const dirty = draft.changed || pdfChanged
  const keeping = useKeeping<R, KeptDocument<H, K>>({
    kind: of.kind,
    stored,
    load,
    dirty,
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
  const { note, record } = keeping
  current.current = { pdf, record }

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what a draft holds
  useEffect(() => {
    if (dirty) note()
  }, [draft.head, draft.invoices, pdf, dirty, note])

  return {
    ...keeping,
    pdf,
    choosePdf: (choice: PdfChoice) => {
      setPdf(choice)
      setPdfChanged(true)
      setPdfLost(undefined)
    },
    pdfLost,
  }
}
