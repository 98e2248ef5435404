import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { c1Endpoints } from '#contract/c1.ts'
import type { c4Endpoints } from '#contract/c4.ts'
import type { ImportKind } from '#contract/import-fields.ts'
import { goingIn, type ImportReply, importTexts, someOf } from '#contract/imports.ts'
import type { materialEndpoints } from '#contract/materials.ts'
import type { productEndpoints } from '#contract/products.ts'
import type { rateEndpoints } from '#contract/rates.ts'
import { formatWhole } from '#domain/decimal.ts'
import { ApiError, call, messageOf } from '#web/api.ts'
import { excelFault, FILE_KINDS, type FileKind } from '#web/screens/excel-file.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { WorkBar } from '#web/ui/progress-bar.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { type Asked, useAsked } from './import-asked.tsx'
import { CataloguePreview } from './import-preview.tsx'
import { countsOf, type ImportAnswer, ImportSummary, type WhereItStands } from './import-summary.tsx'
import { choiceFields, foundToConfirm, isAsking, NO_CHOICE, type SheetChoice, withProposals } from './sheet-choice.ts'
import { SheetFoot, SheetRead, useGoAhead } from './sheet-read.tsx'
import type { Arrival } from './use-arrival.ts'

export type ImportEndpoint =
  | typeof materialEndpoints.importMaterials
  | typeof productEndpoints.importProducts
  | typeof c4Endpoints.importC4
  | typeof c1Endpoints.importC1
  | typeof rateEndpoints.importRates
type ImportQuery = { dryRun: boolean } & Readonly<Record<string, string | boolean | number>>
/** A file, and the answers about its columns. */
export type ImportFile = { readonly file: File; readonly fields: Record<string, string> }
/** Gets how many of how many are written. */
type HeardWritten = (done: number, all: number) => void

export type ImportDialogProps = Asked & {
  of: ImportKind
  endpoint: ImportEndpoint
  title: string
  /** The columns and their meaning. */
  columns: ReactNode
  /** The sentences of the specification. */
  success: string
  failure: string
  kind?: FileKind
  /** For long writing: has the file written, and hears its progress. */
  written?: (
    file: ImportFile,
    query: ImportQuery,
    sent: (percent: number) => void,
    heard: HeardWritten,
  ) => Promise<ImportAnswer>
  /** Shows the answer; as rows of the catalogue unless given. */
  preview?: (reply: ImportAnswer, writable: boolean) => ReactNode
  /** The list in which the rows stand; that of rates is behind its window. */
  list?: WhereItStands
  onClose: () => void
}

/**
 * Excel files one after the other: the outcome of each row, the questions about its columns, and only then the import
 * (decisions §5). Choosing files shows the preview of the first at once; the import writes all good rows of a file in
 * one transaction and goes on to the next file.
 */
export function ImportDialog(props: ImportDialogProps) {
  const { of, endpoint, title, columns, kind = 'excel', onClose } = props
  const { asked, queue, file, later, fault, progress, written, choice, setChoice, done, ...rest } = useImport(props)
  const { preview, save, show, choose, shown, said, asks, writable, ahead, submit } = rest
  if (save.isSuccess && later.length === 0 && done.length > 0)
    return <ImportSummary title={title} done={done} list={props.list} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => submit(false)}
      title={title}
      size="large"
      foot={(close) => (
        <SheetFoot
          text="Učitaj"
          busy={save.isPending}
          busyText="Učitavanje..."
          disabled={preview.isPending || (shown !== undefined && !asks && !writable)}
          onClose={close}
          {...{ ahead, asks }}
        >
          {writable && !asks && later.length > 0 && (
            <Button busy={save.isPending} onClick={() => submit(true)}>
              Učitaj sve fajlove
            </Button>
          )}
        </SheetFoot>
      )}
    >
      <FileDrop
        label={FILE_KINDS[kind].label}
        accept={FILE_KINDS[kind].accept}
        file={file}
        several
        onChoose={(...files) => choose(files)}
        onRemove={() => choose(later)}
        progress={progress}
        error={fault ?? undefined}
        hint={FILE_KINDS[kind].hint}
      />
      {later.length + done.length > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          Fajl {done.length + 1} od {done.length + queue.length}
        </p>
      )}
      {written && <HowFar {...written} />}
      {asked.fields(() => file && show(queue, choice))}
      {shown ? (
        <>
          <SheetRead reading={shown} onChange={setChoice} {...{ of, choice, said, file, endpoint }} />
          {props.preview?.(shown, writable) ?? <CataloguePreview reply={shown as ImportReply} writable={writable} />}
        </>
      ) : (
        <div className="mt-4 flex flex-col items-start text-ink-2 text-sm">
          {preview.isPending ? 'Čitanje fajla...' : columns}
        </div>
      )}
    </Dialog>
  )
}

/** The state and the actions of a window of imports. */
function useImport(props: ImportDialogProps) {
  const { failure, kind = 'excel', onClose } = props
  const asked = useAsked(props)
  const confirm = useConfirm()
  const [queue, setQueue] = useState<readonly File[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const [choice, setChoice] = useState<SheetChoice>(NO_CHOICE)
  const [done, setDone] = useState<readonly ImportAnswer[]>([])
  /** Later files are written as well, while nothing about them needs a decision. */
  const goesOn = useRef(false)

  const navigate = useNavigate()
  const returnsTo = (useLocation().state as Arrival | null)?.returnsTo
  const stillOpen = useStillOpen()
  const [file = null, ...later] = queue

  const { preview, save, progress, setProgress, written, reading } = useSending(props, asked, {
    onRefused: (error, { file, said }) => {
      goesOn.current = false
      setFault(messageOf(error, failure))
      // The stored record may differ from the preview by now.
      if (error instanceof ApiError && error.status === 409) show([file, ...later], said)
    },
    onWritten: (reply) => advance(later, [...done, reply]),
  })

  /** The result of an earlier file that is still being read is dropped: its callbacks went with the choice. */
  const show = ([file, ...more]: readonly File[], said: SheetChoice, before = done) =>
    file &&
    preview.mutate(
      { file, said },
      {
        onError: (error) => setFault(messageOf(error, failure)),
        onSuccess: (seen) => {
          if (!goesOn.current || !isPlain(seen)) goesOn.current = false
          else if (isWritable(seen)) save.mutate({ file, said, seen })
          else advance(more, before)
        },
        onSettled: () => setProgress(undefined),
      },
    )

  function choose(files: readonly File[], before = done) {
    const [first = null] = files
    const wrong = excelFault(first, { kind })
    reading.current?.abort()
    setQueue(files)
    setChoice(NO_CHOICE)
    setDone(before)
    setFault(first ? wrong : null)
    setProgress(undefined)
    preview.reset()
    save.reset()
    if (first && !wrong) show(files, NO_CHOICE, before)
  }

  /** After a file: the next one, or the end, which stays open only where rows were left out. */
  function advance(next: readonly File[], before: readonly ImportAnswer[]) {
    if (next.length > 0) return choose(next, before)
    toastSuccess(props.success, undefined, importTexts.preview(countsOf(before)))
    if (!stillOpen.current) return
    if (before.some(({ preskocenih }) => preskocenih > 0)) setDone(before)
    else if (returnsTo) navigate(returnsTo)
    else onClose()
  }

  const shown = preview.data
  const ahead = useGoAhead(shown)
  const said = preview.variables?.said
  const asks = shown !== undefined && isAsking(shown, choice, said)
  const writable = shown !== undefined && isWritable(shown)

  async function submit(all: boolean) {
    const wrong = excelFault(file, { kind })
    setFault(wrong)
    if (wrong || !file || save.isPending || preview.isPending) return
    // Without a preview the file could not be read; the same file may be tried again.
    const next = shown ? withProposals(choice, shown) : choice
    if (!shown || asks) {
      setChoice(next)
      show(queue, next)
    } else if (writable && (await mayGo(confirm, shown))) {
      goesOn.current = all
      save.mutate({ file, said: choice, seen: shown })
    }
  }

  return {
    asked,
    queue,
    file,
    later,
    fault,
    progress,
    written,
    choice,
    setChoice,
    done,
    preview,
    save,
    show,
    choose,
    ...{ shown, said, asks, writable, ahead, submit },
  }
}

type Written = { readonly file: File; readonly said: SheetChoice; readonly seen: ImportAnswer }
type Heard = { onRefused: (error: Error, of: Written) => void; onWritten: (reply: ImportAnswer) => void }

/** The two calls of a window, and their progress. */
function useSending(props: ImportDialogProps, asked: ReturnType<typeof useAsked>, { onRefused, onWritten }: Heard) {
  const { endpoint } = props
  const [progress, setProgress] = useState<number>()
  const [written, setWritten] = useState<{ done: number; all: number }>()
  const reading = useRef<AbortController>(undefined)

  /** The import writes what was seen: the server refuses another number of deletions. */
  const toWrite = (seen: ImportAnswer) => ({ dryRun: false, odlazi: seen.za_brisanje, ...asked.query() })
  const preview = useMutation({
    mutationFn: ({ file, said }: { file: File; said: SheetChoice }) => {
      reading.current = new AbortController()
      const query = { dryRun: true, ...asked.query() }
      const { signal } = reading.current
      return send(endpoint, { file, fields: choiceFields(said), query, onProgress: setProgress, signal })
    },
    // It writes nothing, so nothing on the screens behind is stale.
    meta: { readsOnly: true },
  })
  const save = useMutation({
    mutationFn: ({ file, said, seen }: Written) => {
      const whole = { file, fields: choiceFields(said) }
      if (!props.written) return send(endpoint, { ...whole, query: toWrite(seen), onProgress: setProgress })
      return props.written(whole, toWrite(seen), setProgress, (done, all) => {
        setProgress(undefined)
        setWritten({ done, all })
      })
    },
    onError: onRefused,
    onSuccess: onWritten,
    onSettled: () => {
      setProgress(undefined)
      setWritten(undefined)
    },
  })
  return { preview, save, progress, setProgress, written, reading }
}

const isWritable = ({ novih, izmenjenih }: ImportAnswer) => novih + izmenjenih > 0
/** Whether nothing about it needs a decision. */
const isPlain = (seen: ImportAnswer) =>
  seen.pitanja.length + seen.za_brisanje + seen.preskocenih + foundToConfirm(seen).length === 0

type Sent = ImportFile & { query: ImportQuery; onProgress: (percent: number) => void; signal?: AbortSignal }

const send = (endpoint: ImportEndpoint, sent: Sent) =>
  call(endpoint as typeof materialEndpoints.importMaterials, sent) as Promise<ImportAnswer>

/** Asks before stored things are deleted; the question names their number and the first of them. */
async function mayGo(confirm: ReturnType<typeof useConfirm>, seen: ImportAnswer): Promise<boolean> {
  if (seen.za_brisanje === 0) return true
  const going = goingIn('dokumenti' in seen ? seen.dokumenti : seen.redovi)
  const text = `${importTexts.going(seen.za_brisanje)}: ${someOf(going)}. Da li želite da učitate fajl?`
  return confirm({ title: 'Učitavanje briše sačuvano', text, danger: true })
}

/** The progress of writing a file; it goes on when the window is closed. */
const HowFar = ({ done, all }: { done: number; all: number }) => (
  <div className="mt-3 flex flex-col gap-1 text-ink-2 text-sm">
    <span>
      Upisano: {formatWhole(done)} od {formatWhole(all)}. Upis ide dalje i kad se prozor zatvori.
    </span>
    <WorkBar percent={all === 0 ? 0 : Math.floor((done / all) * 100)} label="Upisivanje" />
  </div>
)
