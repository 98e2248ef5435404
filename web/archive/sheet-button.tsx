import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type ArchiveSheet, type archiveEndpoints, archiveSheets } from '#contract/archive.ts'
import { type CallOptions, call, reasonOf } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { archiveTexts } from './archive-texts.ts'

type SheetButtonProps = {
  sheet: ArchiveSheet
  /** Of the view; its page counts for nothing. */
  query: CallOptions<(typeof archiveEndpoints)['archiveDocumentsSheet']>['query']
  text?: string
  className?: string
}

/** Saves what a view shows as a spreadsheet: all its pages, of its period, with its filters and its order. */
export function SheetButton({ sheet, query, text = 'Preuzmi Excel', className = '' }: SheetButtonProps) {
  const alert = useAlert()
  const making = useMutation({
    mutationFn: () => call(archiveSheets[sheet], { query }),
    onSuccess: ({ blob, name }) => downloadFile(blob, name),
    onError: (error) => alert({ text: archiveTexts.sheetFailed, reason: reasonOf(error) }),
    // It writes nothing, so nothing on the screens is stale.
    meta: { readsOnly: true },
  })
  return (
    <Button
      className={className}
      icon={<FileSpreadsheet aria-hidden />}
      busy={making.isPending}
      busyText="Pravljenje tabele..."
      onClick={() => making.mutate()}
    >
      {text}
    </Button>
  )
}
