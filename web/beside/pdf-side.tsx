import { useEffect, useRef, useState } from 'react'
import { openPdf } from '#web/received-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { type PdfChoice, pdfFault } from './pdf-choice.ts'

type PdfSideProps = {
  choice: PdfChoice
  onChange: (choice: PdfChoice) => void
  /** The stored PDF: its name and how to get it. */
  stored: { name: string; load: () => Promise<{ blob: Blob; name: string }> } | null
  /** 0–100 while it is being sent. */
  progress: number | undefined
  /** The server's sentence about it. */
  error: string | undefined
}

type SideProps = PdfSideProps & {
  /** Whether it takes half of the sheet, where it stands beside the form. */
  spread: boolean
  onSpread: (spread: boolean) => void
  /** Hears that its pages are shown. */
  onShown: () => void
}

/** Gives the PDF beside a form, and how wide it stands there: narrow until somebody wants to see its pages. */
export function usePdfSide() {
  const [spread, setSpread] = useState(isPdfSpread)
  const [seen, setSeen] = useState(false)
  function spreadPdf(wide: boolean) {
    setSeen(true)
    setSpread(wide)
    keepPdfSpread(wide)
  }
  return (path: string | null | undefined, pdf: PdfSideProps) => {
    // A PDF that has just been attached takes no room from the lines until somebody wants to see it.
    const unseen = pdf.choice.kind === 'chosen' && !seen
    const width: 'slim' | 'half' | 'usual' = pdf.choice.kind === 'none' || unseen ? 'slim' : spread ? 'half' : 'usual'
    const wide = spread && !unseen
    const side = <PdfSide key={path ?? ''} {...pdf} spread={wide} onSpread={spreadPdf} onShown={() => setSeen(true)} />
    return { side, width }
  }
}

/** The user chooses, views, replaces or removes the PDF here. */
function PdfSide({ choice, onChange, stored, progress, error, spread, onSpread, onShown }: SideProps) {
  const [fault, setFault] = useState<string | null>(null)
  const shown =
    choice.kind === 'chosen'
      ? { name: choice.file.name, size: choice.file.size }
      : choice.kind === 'stored' && stored
        ? { name: stored.name }
        : null
  const content = useRef<Promise<Blob>>(null)

  /** The chosen file, or the stored one, which is fetched when somebody first wants to see it. */
  function read(): Promise<Blob> {
    if (choice.kind === 'chosen') return Promise.resolve(choice.file)
    content.current ??= stored ? stored.load().then(({ blob }) => blob) : Promise.reject(new Error('there is no PDF'))
    content.current.catch(() => {
      content.current = null
    })
    return content.current
  }

  function choose(file: File) {
    const wrong = pdfFault(file)
    setFault(wrong)
    if (!wrong) onChange({ kind: 'chosen', file })
  }

  return (
    <div className="flex flex-col gap-3 xl:h-full">
      <div className="-my-1.5 flex min-h-8 items-center justify-between gap-2">
        <h3 className="font-semibold">PDF dokumenta</h3>
        {shown && (
          <Button variant="ghost" className="-mr-2 hidden xl:inline-flex" onClick={() => onSpread(!spread)}>
            {spread ? 'Skupi' : 'Proširi'}
          </Button>
        )}
      </div>
      <FileDrop
        label="PDF dokumenta"
        accept="application/pdf,.pdf"
        file={shown}
        onChoose={choose}
        onRemove={() => {
          setFault(null)
          onChange({ kind: 'none' })
        }}
        progress={progress}
        error={fault ?? error}
        hint="Samo PDF, najviše 10MB"
      />
      {shown && (
        <PdfPreview
          key={choice.kind === 'chosen' ? `${shown.name} ${choice.file.lastModified}` : ''}
          read={read}
          onShown={onShown}
          name={shown.name}
        />
      )}
    </div>
  )
}

const FAILED = 'PDF nije mogao da se učita.'

type PdfPreviewProps = { read: () => Promise<Blob>; name: string; onShown?: () => void }

/**
 * The pages, only when somebody asks for them: a PDF viewer takes the focus when it has loaded, away from a field or a
 * dialog in use. Phones cannot show a PDF inside a page; they open it.
 */
export function PdfPreview({ read, name, onShown }: PdfPreviewProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const stillOpen = useStillOpen()
  const fail = () => setFailed(true)
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])

  async function show() {
    setFailed(false)
    if (url) return setUrl(null)
    const pages = new Blob([await read()], { type: 'application/pdf' })
    // A URL made after the form was closed would never be revoked.
    if (!stillOpen.current) return
    setUrl(URL.createObjectURL(pages))
    onShown?.()
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {navigator.pdfViewerEnabled && (
          <Button
            className="hidden flex-1 lg:inline-flex"
            aria-expanded={url !== null}
            onClick={() => show().catch(fail)}
          >
            {url ? 'Sakrij pregled' : 'Prikaži pregled'}
          </Button>
        )}
        <Button className="flex-1" onClick={() => openPdf(read().then((blob) => ({ blob, name }))).catch(fail)}>
          Otvori PDF
        </Button>
      </div>
      {failed && (
        <p role="alert" className="text-bad text-sm">
          {FAILED}
        </p>
      )}
      {url && (
        <iframe
          title={`Pregled: ${name}`}
          src={`${url}#navpanes=0&toolbar=0&view=FitH`}
          className="hidden min-h-80 w-full flex-1 rounded-control border border-line bg-panel lg:block"
        />
      )}
    </>
  )
}

/** Key in local storage. */
const SPREAD_KEY = 'pdf-rasiren'

/** Whether somebody spread the PDF beside a form on this machine. */
const isPdfSpread = (): boolean => rememberedChoice(SPREAD_KEY) !== null

/** Remembers on this machine whether the PDF takes half of the sheet. */
const keepPdfSpread = (spread: boolean): void => rememberChoice(SPREAD_KEY, spread ? 'da' : null)
