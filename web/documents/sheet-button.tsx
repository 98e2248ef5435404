import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type archiveEndpoints, archiveSheets } from '#contract/archive.ts'
import { obracunEndpoints } from '#contract/obracun.ts'
import { rokoviEndpoints } from '#contract/rokovi.ts'
import { type CallOptions, call, reasonOf } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'

const SHEETS = { ...archiveSheets, obracun: obracunEndpoints.obracunSheet, rokovi: rokoviEndpoints.rokoviSheet }
type QueryOf<
  E extends
    | (typeof archiveEndpoints)['archiveDocumentsSheet' | 'archiveNormativiSheet' | 'archiveOstalaRazduzenjaSheet']
    | (typeof SHEETS)['obracun' | 'rokovi' | 'usaglasavanje'],
> = CallOptions<E>['query']

type SheetButtonProps = {
  sheet: keyof typeof SHEETS
  /** Of what is shown; its page counts for nothing. */
  query:
    | QueryOf<(typeof archiveEndpoints)['archiveDocumentsSheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveNormativiSheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveOstalaRazduzenjaSheet']>
    | QueryOf<(typeof SHEETS)['obracun']>
    | QueryOf<(typeof SHEETS)['rokovi']>
    | QueryOf<(typeof SHEETS)['usaglasavanje']>
  text?: string
  className?: string
}

/** Saves what a screen shows as a spreadsheet: all its pages, of its period, with its filters and its order. */
export function SheetButton({ sheet, query, text = 'Preuzmi Excel', className = '' }: SheetButtonProps) {
  const alert = useAlert()
  const making = useMutation({
    mutationFn: () => call(SHEETS[sheet] as (typeof archiveSheets)['documents'], { query: query as object }),
    onSuccess: ({ blob, name }) => downloadFile(blob, name),
    onError: (error) => alert({ text: 'Greška pri pravljenju Excel fajla.', reason: reasonOf(error) }),
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
