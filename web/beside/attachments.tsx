import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAX_PRILOG_BYTES, MAX_PRILOGA } from '#contract/limits.ts'
import {
  PRILOG,
  PRILOG_TYPES,
  type Prilog,
  prilogTexts,
  priloziEndpoints,
  type SaPrilozima,
} from '#contract/prilozi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { SmallForm } from '#web/drafts/small-form.tsx'
import { read } from '#web/queries.ts'
import { downloadFile, openPdf } from '#web/received-file.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { localDay } from '#web/ui/local-time.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { attachmentKind } from './attachment-kind.ts'
import { justDeleted, restoreTexts, useRestore } from './use-restore.tsx'

type Beside = { uz: SaPrilozima; predmet: number }

const FAILED = 'Prilog nije učitan.'

/** The files beside a document: the user adds, views, downloads and removes them, and corrects their kind. */
export function Attachments({ uz, predmet }: Beside) {
  const list = useQuery(read(priloziEndpoints.listPrilozi, { query: { uz, predmet } }))
  const mayChange = useChangesAllowed()
  const [seen, setSeen] = useState<number | null>(null)
  const [editing, setEditing] = useState<Prilog | null>(null)
  if (list.isError && !list.data)
    return <LoadError text="Greška pri učitavanju priloga" error={list.error} onRetry={() => list.refetch()} />
  const attachments = list.data?.results ?? []
  const shown = attachments.find(({ id }) => id === seen)
  return (
    <div className="flex h-full flex-col gap-3">
      {attachments.length > 0 && (
        <ul aria-label="Prilozi" className="flex flex-col gap-2">
          {attachments.map((one) => (
            <Attachment
              key={one.id}
              of={one}
              shown={one === shown}
              onShow={() => setSeen(one === shown ? null : one.id)}
              onEdit={() => setEditing(one)}
            />
          ))}
        </ul>
      )}
      {list.data && attachments.length === 0 && !mayChange && <p className="text-ink-3">Nema priloga.</p>}
      {list.data && mayChange && attachments.length < MAX_PRILOGA && <NewAttachments uz={uz} predmet={predmet} />}
      {shown && <Preview key={shown.id} of={shown} />}
      {editing && <AttachmentForm of={editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

const ACCEPTED = `${Object.values(PRILOG_TYPES).join(',')},.pdf,.jpg,.jpeg,.png,.xlsx,.xml`

/** Each file is sent by itself: a refused file does not stop the others. */
function NewAttachments({ uz, predmet }: Beside) {
  const [progress, setProgress] = useState<number>()
  const adding = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const refused: string[] = []
      for (const [at, file] of files.entries()) {
        const onProgress = (percent: number) => setProgress((at * 100 + percent) / files.length)
        const query = { uz, predmet, vrsta: attachmentKind(file.name) }
        const why =
          file.size > MAX_PRILOG_BYTES
            ? prilogTexts.tooLarge
            : await call(priloziEndpoints.createPrilog, { query, file, onProgress }).then(() => null, reasonOf)
        if (why) refused.push(`${file.name}: ${why}`)
      }
      return refused
    },
    onSettled: () => setProgress(undefined),
  })
  const refused = adding.data ?? []
  return (
    <FileDrop
      label="Novi prilozi"
      accept={ACCEPTED}
      file={null}
      several
      onChoose={(...files) => adding.mutate(files)}
      progress={progress}
      error={refused.length > 0 ? refused.join(' ') : undefined}
      hint={`PDF, JPEG, PNG, xlsx ili XML fakture, najviše 10MB; do ${MAX_PRILOGA} uz dokument`}
    />
  )
}

type AttachmentProps = { of: Prilog; shown: boolean; onShow: () => void; onEdit: () => void }

function Attachment({ of: prilog, shown, onShow, onEdit }: AttachmentProps) {
  const { id, naziv, vrsta, broj, datum, format, velicina, uneto, korisnik } = prilog
  const alert = useAlert()
  const narrow = useNarrow()
  const { restore } = useRestore()
  const load = () => call(priloziEndpoints.prilogFile, { params: { id } })
  const failed = (error: unknown) => alert({ text: FAILED, reason: reasonOf(error) })
  const { ask, isGoing } = useDeletion({
    nameOf: (one: Prilog) => one.naziv,
    remove: () => call(priloziEndpoints.deletePrilog, { params: { id } }),
    onDeleted: () => {
      const thing = justDeleted('prilog', id, naziv)
      toastSuccess(prilogTexts.deleted, { text: restoreTexts.action, onChoose: () => restore(thing) })
    },
    onKept: ([kept]) =>
      kept && alert({ title: deletionTitle(kept.error), text: 'Prilog nije obrisan.', reason: reasonOf(kept.error) }),
  })
  // Phones cannot show a PDF inside a page; they open it.
  const opens = format === 'pdf' && (narrow || !navigator.pdfViewerEnabled)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone="accent">{vrsta}</Badge>
          {broj && <span className="code">{broj}</span>}
          {datum && <span className="num">{formatDate(datum)}</span>}
          <span className="wrap-anywhere">{naziv}</span>
        </p>
        <p className="text-ink-3 text-sm">
          <span className="num">
            {fileSizeText(velicina)} · {formatDate(localDay(uneto))}
          </span>{' '}
          · {korisnik}
        </p>
      </div>
      <div className="-mr-2 ml-auto flex">
        {format !== 'xlsx' && format !== 'xml' && (
          <IconButton
            label={`${opens ? 'Otvori' : shown ? 'Sakrij pregled' : 'Prikaži pregled'}: ${naziv}`}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => (opens ? openPdf(load()).catch(failed) : onShow())}
          />
        )}
        <IconButton
          label={`Preuzmi: ${naziv}`}
          icon={<Download aria-hidden />}
          onClick={() => load().then(({ blob, name }) => downloadFile(blob, name), failed)}
        />
        <IconButton label={`Izmeni: ${naziv}`} icon={<Pencil aria-hidden />} changes onClick={onEdit} />
        <IconButton
          label={`Obriši: ${naziv}`}
          icon={<Trash2 aria-hidden />}
          changes
          disabled={isGoing(prilog)}
          onClick={() => ask(prilog)}
        />
      </div>
    </li>
  )
}

/** A picture or the pages of a PDF, from memory. Its type is that of its bytes, so no script in it runs. */
function Preview({ of: { id, naziv, format } }: { of: Prilog }) {
  const [url, setUrl] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let made: string | null = null
    const reading = new AbortController()
    call(priloziEndpoints.prilogFile, { params: { id }, signal: reading.signal }).then(
      ({ blob }) => {
        if (reading.signal.aborted) return
        made = URL.createObjectURL(new Blob([blob], { type: PRILOG_TYPES[format] }))
        setUrl(made)
      },
      () => setFailed(!reading.signal.aborted),
    )
    return () => {
      reading.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, format])
  if (failed)
    return (
      <p role="alert" className="text-bad text-sm">
        {FAILED}
      </p>
    )
  if (!url) return null
  const looks = 'min-h-80 w-full flex-1 rounded-control border border-line bg-panel'
  return format === 'pdf' ? (
    <iframe title={`Pregled: ${naziv}`} src={`${url}#navpanes=0&toolbar=0&view=FitH`} className={looks} />
  ) : (
    <img alt={`Pregled: ${naziv}`} src={url} className={`${looks} file-picture min-h-0 object-contain`} />
  )
}

const AttachmentForm = ({ of, onClose }: { of: Prilog; onClose: () => void }) => (
  <SmallForm
    title={`Prilog ${of.naziv}`}
    table={PRILOG}
    stored={of}
    body={priloziEndpoints.updatePrilog.body}
    save={(body) => call(priloziEndpoints.updatePrilog, { params: { id: of.id }, body })}
    texts={{ saved: prilogTexts.changed, notSaved: 'Prilog nije izmenjen.' }}
    wide={['vrsta']}
    onClose={onClose}
  />
)
