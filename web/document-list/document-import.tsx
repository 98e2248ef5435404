import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { c1Endpoints } from '#contract/c1.ts'
import type { c4Endpoints } from '#contract/c4.ts'
import type { DocumentImportReply, ImportedDocument } from '#contract/document-import.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { brokenOff, call, callLines, reasonOf } from '#web/api.ts'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { ForeseenMoves } from '#web/foreseen/foreseen.tsx'
import { downloadFile } from '#web/received-file.ts'
import { ImportDialog, type ImportDialogProps } from '#web/screens/import-dialog.tsx'
import { changesUnder, ImportPreview, outcomeColumn, reasonColumn, rowColumn } from '#web/screens/import-preview.tsx'
import { ImportButton } from '#web/screens/list-parts.tsx'
import { documentAddress, LIST_PATHS } from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'

const LISTS = { c4: 'Ulazni dokumenti', c1: 'Izlazni dokumenti' } as const

type ByLines = typeof c4Endpoints.importC4Tok | typeof c1Endpoints.importC1Tok

type DocumentImportProps = {
  of: 'c4' | 'c1'
  endpoint: typeof c4Endpoints.importC4 | typeof c1Endpoints.importC1
  /** The same endpoint with its progress. */
  byLines: ByLines
  template: typeof c4Endpoints.c4DocumentsTemplate | typeof c1Endpoints.c1DocumentsTemplate
  title: string
  templateName: string
  day?: { name: string; label: string; hint: string }
}

/** The button of a list that imports many documents from a file, and the window that previews them. */
export function DocumentImport({ of, endpoint, byLines, template, title, templateName, day }: DocumentImportProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ImportButton onImport={() => setOpen(true)} />
      {open && (
        <ImportDialog
          of={of}
          endpoint={endpoint}
          title={title}
          columns={<HowToFill template={template} name={templateName} />}
          kind="tables"
          written={writtenByLines(byLines)}
          {...(day && { day })}
          choice={{ name: 'zameni', ...documentScreenTexts.replaceWhole }}
          success={documentScreenTexts.documentsImported}
          failure={documentScreenTexts.documentsNotImported}
          list={{ to: LIST_PATHS[of], name: LISTS[of], page: (id) => documentAddress(of, id) }}
          preview={(reply, writable) => <DocumentPreview reply={reply as DocumentImportReply} writable={writable} />}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Imports a file; reports the sent part of it, then the number of written documents. */
const writtenByLines =
  (endpoint: ByLines): NonNullable<ImportDialogProps['written']> =>
  async ({ file, fields }, query, onProgress, heard) => {
    const { signal } = new AbortController()
    const asked = { query, signal, sent: { file, fields, onProgress } }
    const last = await callLines(endpoint as typeof c4Endpoints.importC4Tok, asked, (line) => {
      if ('obradjeno' in line) heard(line.obradjeno, line.od_ukupno)
    })
    if ('dokumenti' in last) return last
    throw brokenOff(last)
  }

function HowToFill({ template, name }: { template: DocumentImportProps['template']; name: string }) {
  const alert = useAlert()
  const reading = useMutation({
    mutationFn: () => call(template),
    onSuccess: ({ blob }) => downloadFile(blob, name),
    onError: (error) => alert({ text: reasonOf(error) }),
    meta: { readsOnly: true },
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{documentScreenTexts.howToFill}</p>
      <Button icon={<FileDown aria-hidden />} busy={reading.isPending} onClick={() => reading.mutate()}>
        Preuzmi šablon
      </Button>
    </div>
  )
}

const COLUMNS: readonly Column<ImportedDocument>[] = [
  rowColumn(),
  { id: 'broj', header: 'Broj', card: 'fact', cell: ({ broj }) => <span className="code">{broj}</span> },
  { id: 'datum', header: 'Datum', card: 'second', cell: ({ datum }) => datum && <DateText value={datum} /> },
  outcomeColumn(),
  { id: 'broj_stavki', header: 'Stavki', align: 'right', card: 'fact', cell: ({ broj_stavki }) => broj_stavki },
  {
    id: 'vrednost_total',
    header: 'Vrednost',
    align: 'right',
    card: 'fact',
    cell: ({ vrednost_total, valuta }) =>
      vrednost_total !== null && <Money value={vrednost_total} currency={valuta ?? undefined} />,
  },
  reasonColumn(
    ({ manjak }) =>
      manjak.length > 0 && (
        <p className="text-bad">
          Nedostaje:{' '}
          {manjak.map(({ materijal_id, kolicina, jedinica_mere }, at) => (
            <span key={materijal_id}>
              {at > 0 && ', '}
              {materijal_id} <Quantity value={kolicina} unit={jedinica_mere} />
            </span>
          ))}
        </p>
      ),
  ),
]

/** Every document of the file and its outcome; nothing has been written yet. */
const DocumentPreview = ({ reply, writable }: { reply: DocumentImportReply; writable: boolean }) => (
  <ImportPreview
    reply={reply}
    rows={reply.dokumenti}
    columns={COLUMNS}
    called="Dokumenti"
    would={documentScreenTexts.wouldImport}
    writable={writable}
    rowName={({ broj, datum }) => (datum ? `${broj} (${formatDate(datum)})` : broj)}
    detail={(row) => changesUnder(row, row.broj)}
    above={reply.promenjenih_c1 > 0 && <ForeseenMoves of={reply.promenjeni_c1} all={reply.promenjenih_c1} />}
  />
)
