import { FileText, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { fileSizeText } from './file-size.ts'
import { WorkBar } from './progress-bar.tsx'

type FileDropProps = {
  /** The kind of file, e.g. 'PDF dokumenta'. */
  label: string
  /** As in <input accept>. The file is handed over unchecked: the form says what is wrong with it. */
  accept: string
  /** The file that is there: a chosen one with its size, or a stored one by its name. */
  file: { name: string; size?: number } | null
  onChoose: (file: File, ...more: File[]) => void
  /** Several files may be chosen or dropped at once. */
  several?: boolean
  onRemove?: (() => void) | undefined
  /** 0–100 while it is being sent. */
  progress?: number | undefined
  error?: string | undefined
  hint?: string
}

/** Takes a chosen or dropped file, or `several`; a present file shows its name and size, 'Zameni' and 'Ukloni'. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, file, onChoose, several = false, onRemove, progress, error, hint } = props
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }

  function choose(files: FileList | null) {
    const [first, ...more] = files ?? []
    if (first) onChoose(first, ...(several ? more : []))
  }

  return (
    <fieldset
      className={`min-w-0 rounded-panel border p-3 ${over ? 'border-accent bg-accent-soft' : error ? 'border-bad' : 'border-line-strong'} ${file ? 'bg-panel' : 'border-dashed'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="sr-only">{label}</legend>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={several}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          choose(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      {file ? (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
          <div className="flex min-w-[min(100%,14rem)] flex-1 items-center gap-2">
            <FileText className="size-4 flex-none text-ink-3" aria-hidden />
            <span className="min-w-0 truncate" title={file.name}>
              {file.name}
            </span>
            {file.size !== undefined && <span className="num flex-none text-ink-3">{fileSizeText(file.size)}</span>}
          </div>
          <div className="-my-1 -mr-2 ml-auto flex flex-wrap">
            <Button variant="ghost" aria-describedby={noteId} onClick={() => input.current?.click()}>
              Zameni
            </Button>
            {onRemove && (
              <Button variant="ghost" onClick={onRemove}>
                Ukloni
              </Button>
            )}
          </div>
        </div>
      ) : (
        <div className="flex flex-col items-center gap-1 py-2 text-center">
          <Button icon={<Upload aria-hidden />} aria-describedby={noteId} onClick={() => input.current?.click()}>
            {several ? 'Izaberite fajlove' : 'Izaberite fajl'}
          </Button>
          <span className="text-ink-3 text-xs">{several ? 'ili ih prevucite ovde' : 'ili ga prevucite ovde'}</span>
        </div>
      )}
      {progress !== undefined && (
        <div className="mt-2">
          <WorkBar percent={progress} label={`Slanje: ${label}`} />
        </div>
      )}
      <p
        id={noteId}
        className={`text-xs empty:hidden ${file ? 'mt-1' : 'text-center'} ${error ? 'text-bad' : 'text-ink-3'}`}
      >
        {error ?? hint}
      </p>
    </fieldset>
  )
}
