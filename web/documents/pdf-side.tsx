import { useEffect, useState } from 'react'
import { openPdf } from '#web/received-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { type PdfChoice, pdfFault } from './pdf-choice.ts'

type PdfSideProps = {
  choice: PdfChoice
  onChange: (choice: PdfChoice) => void
  /** The stored PDF: its name and how to get it. */
  stored: { name: string; load: () => Promise<{ blob: Blob; name: string }> } | null
  /** 0–100 while it is being sent. */
  progress: number | undefined
  /** What the server said about it. */
  error: string | undefined
}

/** The PDF of a document beside its form: choose, look at, replace, remove. */
export function PdfSide({ choice, onChange, stored, progress, error }: PdfSideProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { blob, failed } = useBlob(choice, stored)
  const shown =
    choice.kind === 'chosen'
      ? { name: choice.file.name, size: choice.file.size }
      : choice.kind === 'stored' && stored
        ? { name: stored.name, ...(blob ? { size: blob.size } : {}) }
        : null

  function choose(file: File) {
    const wrong = pdfFault(file)
    setFault(wrong)
    if (!wrong) onChange({ kind: 'chosen', file })
  }

  return (
    <div className="flex flex-col gap-3 lg:h-full">
      <h3 className="font-semibold">PDF dokumenta</h3>
      {shown && blob && <Preview blob={blob} name={shown.name} />}
      {failed && <p className="text-bad text-sm">PDF nije mogao da se učita.</p>}
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
        extra={
          blob &&
          shown && (
            <Button variant="ghost" onClick={() => openPdf(Promise.resolve({ blob, name: shown.name }))}>
              Otvori
            </Button>
          )
        }
      />
    </div>
  )
}

/** The content that is to be shown: the chosen file at once, the stored one when it has come. */
function useBlob(choice: PdfChoice, stored: PdfSideProps['stored']): { blob: Blob | null; failed: boolean } {
  const [loaded, setLoaded] = useState<Blob | null>(null)
  const [failed, setFailed] = useState(false)
  const wanted = choice.kind === 'stored'

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored PDF is read once for each opened form
  useEffect(() => {
    if (!wanted || !stored || loaded) return
    let gone = false
    stored.load().then(
      ({ blob }) => gone || setLoaded(blob),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [wanted])

  if (choice.kind === 'chosen') return { blob: choice.file, failed: false }
  return wanted ? { blob: loaded, failed } : { blob: null, failed: false }
}

/** The pages themselves where the browser can show them inside of a page; phones cannot. */
function Preview({ blob, name }: { blob: Blob; name: string }) {
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    if (!navigator.pdfViewerEnabled) return
    const made = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])

  if (!url) return null
  return (
    <iframe
      title={`Pregled: ${name}`}
      src={`${url}#navpanes=0&toolbar=0&view=FitH`}
      className="hidden min-h-80 w-full flex-1 rounded-control border border-line bg-panel lg:block"
    />
  )
}
