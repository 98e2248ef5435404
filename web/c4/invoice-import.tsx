import { useMutation, useQuery } from '@tanstack/react-query'
import { FileDown, FileUp } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { c4Endpoints, type InvoicePreview } from '#contract/c4.ts'
import { documentTexts } from '#contract/documents.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { call, reasonOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import type { C4Draft } from './c4-draft.ts'
import { c4Texts } from './c4-texts.ts'
import { type ImportedInvoices, withImported } from './imported-invoices.ts'
import { invoiceFileFault } from './invoice-file.ts'
import { InvoicePreviewTable } from './invoice-preview.tsx'

type InvoiceImportProps = {
  /** The draft as it is when the preview is taken over. */
  latest: RefObject<C4Draft>
  onTake: (imported: ImportedInvoices) => void
}

/** The template, and the import of invoices: a preview of every row first, then they come into the form (decisions §5). */
export function InvoiceImport({ latest, onTake }: InvoiceImportProps) {
  const alert = useAlert()
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<InvoicePreview | null>(null)

  const reading = useMutation({
    mutationFn: (file: File) => call(c4Endpoints.importInvoices, { file }),
    // It writes nothing, so nothing on the screens behind is stale.
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

  /** The outcome of a file whose form was closed is told nobody: its callbacks go with the form. */
  function choose(file: File) {
    const fault = invoiceFileFault(file)
    if (fault) void alert({ text: fault })
    else reading.mutate(file, { onSuccess: setPreview, onError: sayNotRead })
  }

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
      {preview && (
        <PreviewDialog
          preview={preview}
          latest={latest}
          onClose={() => setPreview(null)}
          onTake={(taken) => {
            onTake(taken)
            setPreview(null)
            toastSuccess(preview.message)
          }}
        />
      )}
    </>
  )
}

type PreviewDialogProps = {
  preview: InvoicePreview
  latest: RefObject<C4Draft>
  onClose: () => void
  onTake: (imported: ImportedInvoices) => void
}

function PreviewDialog({ preview, latest, onClose, onTake }: PreviewDialogProps) {
  // Without the catalogue the IDs of the materials stand in for their names.
  const { data, isPending } = useQuery(read(materialEndpoints.allMaterials))
  const materials = useMemo(() => new Map(data?.map((material) => [material.id, material])), [data])
  const empty = preview.broj_stavki === 0
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
            variant="primary"
            data-autofocus
            disabled={empty}
            busy={isPending}
            onClick={() => onTake(withImported(latest.current, preview, materials))}
          >
            Učitaj u dokument
          </Button>
        </>
      }
    >
      <InvoicePreviewTable preview={preview} draft={latest.current} materials={materials} />
    </Dialog>
  )
}
