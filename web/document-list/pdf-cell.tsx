import { FileText } from 'lucide-react'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'

type PdfCellProps = {
  /** The number of the document. */
  broj: string
  stored: boolean
  /** The effect of a press: save it as a file, or open it in a new tab (spec §2). */
  verb: 'Preuzmi' | 'Otvori'
  onChoose: () => void
}

/** The PDF of a document in a table as a sign, or 'Nema PDF'; on paper, where nothing can be pressed, that there is one. */
export const PdfCell = ({ broj, stored, verb, onChoose }: PdfCellProps) =>
  stored ? (
    <>
      <button
        type="button"
        className="icon-button -mx-1.5 text-accent in-data-cards:-my-1"
        aria-label={`${verb} PDF: ${broj}`}
        title={`${verb} PDF`}
        onClick={onChoose}
      >
        <FileText aria-hidden />
      </button>
      <span aria-hidden className="hidden print:inline">
        Ima PDF
      </span>
    </>
  ) : (
    <span className="no-pdf text-ink-3" title={documentScreenTexts.noPdf}>
      <span className="sr-only print:not-sr-only">{documentScreenTexts.noPdf}</span>
    </span>
  )
