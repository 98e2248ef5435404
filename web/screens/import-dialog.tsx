import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { c1Endpoints } from '#contract/c1.ts'
import type { c4Endpoints } from '#contract/c4.ts'
import type { DocumentImportReply } from '#contract/document-import.ts'
import { goingIn, type ImportReply, importTexts, someOf } from '#contract/imports.ts'
import type { materialEndpoints } from '#contract/materials.ts'
import type { productEndpoints } from '#contract/products.ts'
import type { RateImportReply, rateEndpoints } from '#contract/rates.ts'
import { formatWhole } from '#domain/decimal.ts'
import { ApiError, call, messageOf } from '#web/api.ts'
import { excelFault, FILE_KINDS, type FileKind } from '#web/screens/excel-file.ts'
import { useConfirm } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { WorkBar } from '#web/ui/progress-bar.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { type Asked, useAsked } from './import-asked.tsx'
import { ImportPreview } from './import-preview.tsx'

type ImportEndpoint =
  | typeof materialEndpoints.importMaterials
  | typeof productEndpoints.importProducts
  | typeof c4Endpoints.importC4
  | typeof c1Endpoints.importC1
  | typeof rateEndpoints.importRates
type ImportAnswer = ImportReply | DocumentImportReply | RateImportReply

export type ImportQuery = { dryRun: boolean } & Readonly<Record<string, string | boolean | number>>
/** How many of how many are written. */
type Heard = (done: number, all: number) => void

type ImportDialogProps = Asked & {
  endpoint: ImportEndpoint
  title: string
  /** The columns and their meaning. */
  columns: ReactNode
  /** The sentences of the specification. */
  success: string
  failure: string
  kind?: FileKind
  /** Where writing takes its time: has the file written, and hears how much of it is. */
  written?: (file: File, query: ImportQuery, sent: (percent: number) => void, heard: Heard) => Promise<ImportAnswer>
  /** What is shown of the answer; without it each of its rows. */
  preview?: (reply: ImportAnswer, writable: boolean) => ReactNode
  onClose: () => void
}

/**
 * An Excel file, what would become of each of its rows, and only then the import (decisions §5). Choosing a file shows
 * the preview at once; the import writes all good rows in one transaction.
 */
export function ImportDialog(props: ImportDialogProps) {
  const { endpoint, title, columns, success, failure, kind = 'excel', onClose } = props
  const asked = useAsked(props)
  const confirm = useConfirm()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [progress, setProgress] = useState<number>()
  const [written, setWritten] = useState<{ done: number; all: number }>()

  const stillOpen = useStillOpen()
  const reading = useRef<AbortController>(undefined)

  /** What is written is what was seen: another number of things that go is refused. */
  const toWrite = (seen: ImportAnswer) => ({ dryRun: false, odlazi: seen.za_brisanje, ...asked.query() })
  const preview = useMutation({
    mutationFn: (chosen: File) => {
      reading.current = new AbortController()
      return send(endpoint, chosen, { dryRun: true, ...asked.query() }, setProgress, reading.current.signal)
    },
    // It writes nothing, so nothing on the screens behind is stale.
    meta: { readsOnly: true },
  })
  const save = useMutation({
    mutationFn: ({ chosen, seen }: { chosen: File; seen: ImportAnswer }) => {
      if (!props.written) return send(endpoint, chosen, toWrite(seen), setProgress)
      return props.written(chosen, toWrite(seen), setProgress, (done, all) => {
        setProgress(undefined)
        setWritten({ done, all })
      })
    },
    onError: (error, { chosen }) => {
      setFault(messageOf(error, failure))
      // What is stored may be another by now than the preview says.
      if (error instanceof ApiError && error.status === 409) show(chosen)
    },
    onSuccess: () => {
      toastSuccess(success)
      if (stillOpen.current) onClose()
    },
    onSettled: () => {
      setProgress(undefined)
      setWritten(undefined)
    },
  })

  /** The result of an earlier file that is still being read is dropped: its callbacks went with the choice. */
  const show = (chosen: File) =>
    preview.mutate(chosen, {
      onError: (error) => setFault(messageOf(error, failure)),
      onSettled: () => setProgress(undefined),
    })

  function choose(chosen: File | null) {
    const wrong = excelFault(chosen, { kind })
    reading.current?.abort()
    setFile(chosen)
    setFault(chosen ? wrong : null)
    setProgress(undefined)
    preview.reset()
    save.reset()
    if (chosen && !wrong) show(chosen)
  }

  async function submit() {
    const wrong = excelFault(file, { kind })
    setFault(wrong)
    if (wrong || !file || save.isPending || preview.isPending) return
    // Without a preview the file could not be read; the same file may be tried again.
    if (!shown) show(file)
    else if (writable && (await mayGo(confirm, shown))) save.mutate({ chosen: file, seen: shown })
  }

  const shown = preview.data
  const writable = shown !== undefined && shown.novih + shown.izmenjenih > 0
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={title}
      size="large"
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            busyText="Učitavanje..."
            disabled={preview.isPending || (shown !== undefined && !writable)}
          >
            Učitaj
          </Button>
        </>
      )}
    >
      <FileDrop
        label={FILE_KINDS[kind].label}
        accept={FILE_KINDS[kind].accept}
        file={file}
        onChoose={choose}
        onRemove={() => choose(null)}
        progress={progress}
        error={fault ?? undefined}
        hint={FILE_KINDS[kind].hint}
      />
      {written && <Written {...written} />}
      {asked.fields(() => file && choose(file))}
      {shown ? (
        (props.preview?.(shown, writable) ?? <ImportPreview reply={shown as ImportReply} writable={writable} />)
      ) : (
        <div className="mt-4 text-ink-2 text-sm">{preview.isPending ? 'Čitanje fajla...' : columns}</div>
      )}
    </Dialog>
  )
}

const send = (
  endpoint: ImportEndpoint,
  file: File,
  query: ImportQuery,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
) =>
  call(endpoint as typeof materialEndpoints.importMaterials, {
    file,
    query,
    onProgress,
    signal,
  }) as Promise<ImportAnswer>

/** Before anything that is stored goes, its number and the first of it are asked about. */
async function mayGo(confirm: ReturnType<typeof useConfirm>, seen: ImportAnswer): Promise<boolean> {
  if (seen.za_brisanje === 0) return true
  const going = goingIn('dokumenti' in seen ? seen.dokumenti : seen.redovi)
  const text = `${importTexts.going(seen.za_brisanje)}: ${someOf(going)}. Da li želite da učitate fajl?`
  return confirm({ title: 'Učitavanje briše sačuvano', text, danger: true })
}

/** How far the writing of a file is; it goes on when the window is closed. */
const Written = ({ done, all }: { done: number; all: number }) => (
  <div className="mt-3 flex flex-col gap-1 text-ink-2 text-sm">
    <span>
      Upisano: {formatWhole(done)} od {formatWhole(all)}. Upis ide dalje i kad se prozor zatvori.
    </span>
    <WorkBar percent={all === 0 ? 0 : Math.floor((done / all) * 100)} label="Upisivanje" />
  </div>
)
