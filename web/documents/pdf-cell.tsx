import { FileText } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { documentScreenTexts } from './document-texts.ts'

type PdfCellProps = {
  /** The number of the document. */
  broj: string
  stored: boolean
  /** What a press does: save it as a file, or open it in a new tab (spec §2). */
  verb: 'Preuzmi' | 'Otvori'
  onChoose: () => void
}

/** The PDF of a document in a table, or 'Nema PDF'; on paper, where nothing can be pressed, that there is one. */
export const PdfCell = ({ broj, stored, verb, onChoose }: PdfCellProps) =>
  stored ? (
    <>
      <Button
        variant="ghost"
        className="-mx-2 h-7"
        icon={<FileText aria-hidden />}
        aria-label={`${verb} PDF: ${broj}`}
        onClick={onChoose}
      >
        <span className="sm:max-lg:hidden">{verb}</span>
      </Button>
      <span aria-hidden className="hidden print:inline">
        Ima PDF
      </span>
    </>
  ) : (
    <span className="whitespace-nowrap text-ink-3">{documentScreenTexts.noPdf}</span>
  )
