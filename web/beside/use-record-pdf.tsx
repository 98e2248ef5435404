import { useState } from 'react'
import type { Fact } from '#web/drafts/differences.ts'
import type { RecordFields } from '#web/drafts/record-form.tsx'
import type { RecordDraft } from '#web/drafts/use-record.ts'
import { PDF_GONE, type PdfChoice, PdfUploadError, pdfFact, pdfLost, pdfSender } from './pdf-choice.ts'
import { usePdfSide } from './pdf-side.tsx'

/** `pdf_fajl` of a form starts so while a chosen file is not sent yet; else it is the path of the stored PDF. */
const CHOSEN = 'izabran:'
const chosenName = (typed: string): string | null => (typed.startsWith(CHOSEN) ? typed.slice(CHOSEN.length) : null)
const typedIn = (draft: RecordDraft): string => draft.head.pdf_fajl ?? ''

/** The PDF of a form as one of its fields. */
export function typedPdfFact(typed: string): Fact {
  const name = chosenName(typed)
  if (name !== null) return pdfFact({ kind: 'chosen', name, path: '' })
  return pdfFact({ kind: typed === '' ? 'none' : 'stored', name: '', path: typed })
}

type WithPdf = { readonly id: number; readonly pdf_fajl: string | null }
type PdfOptions<R> = {
  nameOf: (record: R) => string
  load: (id: number) => Promise<{ blob: Blob; name: string }>
  upload: (file: File, onProgress: (percent: number | undefined) => void) => Promise<{ filePath: string }>
}

/** The PDF beside the form of a record, kept in the field `pdf_fajl`; a new file is sent before the record. */
export function useRecordPdf<R extends WithPdf, B extends object>({ nameOf, load, upload }: PdfOptions<R>) {
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number>()
  const [send] = useState(() =>
    pdfSender((chosen) => upload(chosen, setProgress).finally(() => setProgress(undefined))),
  )
  const sideOf = usePdfSide()

  function choiceIn(draft: RecordDraft, record: R | null): PdfChoice {
    const name = chosenName(typedIn(draft))
    if (name !== null) return file?.name === name ? { kind: 'chosen', file } : { kind: 'none' }
    return { kind: typedIn(draft) !== '' && record?.pdf_fajl ? 'stored' : 'none' }
  }

  /** The reason why the PDF named in the draft is not in the form. */
  function lostIn(draft: RecordDraft, record: R | null): string | undefined {
    const name = chosenName(typedIn(draft))
    if (name !== null) return file?.name === name ? undefined : pdfLost(name)
    return typedIn(draft) !== '' && !record?.pdf_fajl ? PDF_GONE : undefined
  }

  return {
    isChosen: (draft: RecordDraft) => chosenName(typedIn(draft)) !== null,
    async send(body: B, draft: RecordDraft, record: R | null): Promise<B> {
      try {
        return { ...body, ...(await send(choiceIn(draft, record), Boolean(record?.pdf_fajl))) }
      } catch (error) {
        throw error instanceof PdfUploadError ? error.cause : error
      }
    },
    shown: ({ draft, dispatch, stored: record }: RecordFields<R>) => {
      const { side, width } = sideOf(record?.pdf_fajl, {
        choice: choiceIn(draft, record),
        onChange: (choice) => {
          if (choice.kind === 'chosen') setFile(choice.file)
          const pdf_fajl = choice.kind === 'chosen' ? `${CHOSEN}${choice.file.name}` : ''
          dispatch({ do: 'changeHead', change: { pdf_fajl } })
        },
        stored: record?.pdf_fajl ? { name: `${nameOf(record)}.pdf`, load: () => load(record.id) } : null,
        progress,
        error: draft.errors.head.pdf_fajl ?? lostIn(draft, record),
      })
      return { size: 'sheet' as const, side, sideWidth: width }
    },
  }
}
