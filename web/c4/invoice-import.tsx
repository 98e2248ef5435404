import { useMutation, useQuery } from '@tanstack/react-query'
import { FileDown, FileUp } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { c4Endpoints, type InvoicePreview } from '#contract/c4.ts'
import { documentTexts } from '#contract/documents.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { call, reasonOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { choiceFields, isAsking, NO_CHOICE, type SheetChoice, withProposals } from '#web/screens/sheet-choice.ts'
import { SheetRead, useGoAhead } from '#web/screens/sheet-read.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import type { C4Draft } from './c4-draft.ts'
import { c4Texts } from './c4-texts.ts'
import { type ImportedInvoices, invoiceFileFault, withImported } from './imported-invoices.ts'
import { InvoicePreviewTable } from './invoice-preview.tsx'

type InvoiceImportProps = {
  /** The draft as it is when the preview is taken over. */
  latest: RefObject<C4Draft>
  onTake: (imported: ImportedInvoices) => void
}

/** The template, and the import of invoices: every row is previewed before it enters the form (decisions §5). */
export function InvoiceImport({ latest, onTake }: InvoiceImportProps) {
  const alert = useAlert()
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<ReadFile | null>(null)

  const reading = useMutation({
    mutationFn: ({ file, said }: Omit<ReadFile, 'preview'>) =>
      call(c4Endpoints.importInvoices, { file, fields: choiceFields(said) }),
    // The preview writes nothing, so no other screen is stale.
    meta: { readsOnly: true },
  })
  const template = useMutation({
    mutationFn: () => call(c4Endpoints.c4Template),
    onSuccess: ({ blob }) => downloadFile(blob, 'template_fakture.xlsx'),
    onError: (error) => alert({ text: reasonOf(error) }),
    meta: { readsOnly: true },
  })

  function sayNotRead(error: unknown) {
    const reason = reasonOf(error)
    const own: readonly string[] = [documentTexts.excelEmpty, documentTexts.excelOnly, documentTexts.excelTooLarge]
    if (reason && own.includes(reason)) return alert({ text: reason })
    return alert({ text: c4Texts.importFailed, reason: reason === c4Texts.importFailed ? undefined : reason })
  }

  /** A closed form shows no outcome of its file: the callbacks end with the form. */
  function choose(file: File) {
    const fault = invoiceFileFault(file)
    if (fault) void alert({ text: fault })
    else readAs({ file, said: NO_CHOICE })
  }
  const readAs = (of: Omit<ReadFile, 'preview'>) =>
    reading.mutate(of, { onSuccess: (preview) => setRead({ ...of, preview }), onError: sayNotRead })

  return (
    <>
      <Button icon={<FileDown aria-hidden />} busy={template.isPending} onClick={() => template.mutate()}>
        Preuzmi šablon
      </Button>
      <Button
        icon={<FileUp aria-hidden />}
        busy={reading.isPending}
        busyText="Čitanje fajla..."
        onClick={() => input.current?.click()}
      >
        Učitaj iz Excela
      </Button>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,.ods,.csv"
        className="sr-only"
        tabIndex={-1}
        aria-label="Excel fajl sa fakturama"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) choose(file)
        }}
      />
      {read && (
        <PreviewDialog
          read={read}
          latest={latest}
          busy={reading.isPending}
          onRead={(said) => readAs({ file: read.file, said })}
          onClose={() => setRead(null)}
          onTake={(taken) => {
            onTake(taken)
            setRead(null)
            toastSuccess(read.preview.message)
          }}
        />
      )}
    </>
  )
}

/** A file, the choices for reading it, and its preview. */
type ReadFile = { readonly file: File; readonly said: SheetChoice; readonly preview: InvoicePreview }

type PreviewDialogProps = {
  read: ReadFile
  latest: RefObject<C4Draft>
  busy: boolean
  /** Reads the file again with these choices. */
  onRead: (said: SheetChoice) => void
  onClose: () => void
  onTake: (imported: ImportedInvoices) => void
}

function PreviewDialog({ read: of, latest, busy, onRead, onClose, onTake }: PreviewDialogProps) {
  const { file, said, preview } = of
  const [choice, setChoice] = useState(said)
  const asks = isAsking(preview, choice, said)
  const ahead = useGoAhead(preview)
  // Without the catalogue the IDs of the materials stand in for their names.
  const { data, isPending } = useQuery(read(materialEndpoints.allMaterials))
  const materials = useMemo(() => new Map(data?.map((material) => [material.id, material])), [data])
  const empty = preview.broj_stavki === 0
  function goOn() {
    if (!asks) return onTake(withImported(latest.current, preview, materials))
    const next = withProposals(choice, preview)
    setChoice(next)
    onRead(next)
  }
  return (
    <Dialog
      open
      size="sheet"
      title="Pregled učitavanja faktura"
      reading
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Otkaži</Button>
          <Button
            ref={ahead}
            variant="primary"
            data-autofocus
            disabled={empty && !asks}
            busy={isPending || busy}
            onClick={goOn}
          >
            {asks ? 'Nastavi' : 'Učitaj u dokument'}
          </Button>
        </>
      }
    >
      <div className="mb-4 empty:hidden">
        <SheetRead
          of="fakture"
          reading={preview}
          onChange={setChoice}
          endpoint={c4Endpoints.importInvoices}
          {...{ choice, said, file }}
        />
      </div>
      {preview.pitanja.length === 0 && (
        <InvoicePreviewTable preview={preview} draft={latest.current} materials={materials} />
      )}
    </Dialog>
  )
}
