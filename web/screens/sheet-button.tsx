import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type archiveEndpoints, archiveSheets } from '#contract/archive.ts'
import { obracunEndpoints } from '#contract/obracun.ts'
import { rokoviEndpoints } from '#contract/rokovi.ts'
import { type CallOptions, call, reasonOf } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { Menu } from '#web/ui/menu.tsx'

const SHEETS = { ...archiveSheets, obracun: obracunEndpoints.obracunSheet, rokovi: rokoviEndpoints.rokoviSheet }
type QueryOf<
  E extends
    | (typeof archiveEndpoints)[
        | 'archiveDocumentsSheet'
        | 'archiveNormativiSheet'
        | 'archiveOstalaRazduzenjaSheet'
        | 'archiveMaterijaliSheet'
        | 'archiveC4Sheet'
        | 'archiveC1Sheet'
        | 'archiveSablonSheet'
        | 'archivePartneriSheet']
    | (typeof SHEETS)['obracun' | 'rokovi' | 'usaglasavanje'],
> = CallOptions<E>['query']

type SheetButtonProps = {
  sheet: keyof typeof SHEETS
  /** The query of the shown list; its page is ignored. */
  query:
    | QueryOf<(typeof archiveEndpoints)['archiveDocumentsSheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveNormativiSheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveMaterijaliSheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveC4Sheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveC1Sheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveOstalaRazduzenjaSheet']>
    | QueryOf<(typeof archiveEndpoints)['archiveSablonSheet']>
    | QueryOf<(typeof archiveEndpoints)['archivePartneriSheet']>
    | QueryOf<(typeof SHEETS)['obracun']>
    | QueryOf<(typeof SHEETS)['rokovi']>
    | QueryOf<(typeof SHEETS)['usaglasavanje']>
  text?: string
  className?: string
}

/** Fetches a sheet and saves it. */
function useSheet(sheet: SheetButtonProps['sheet'], query: SheetButtonProps['query']) {
  const alert = useAlert()
  return useMutation({
    mutationFn: (more: { format?: 'csv' }) =>
      call(SHEETS[sheet] as (typeof archiveSheets)['documents'], { query: { ...query, ...more } as object }),
    onSuccess: ({ blob, name }) => downloadFile(blob, name),
    onError: (error) => alert({ text: 'Greška pri pravljenju Excel fajla.', reason: reasonOf(error) }),
    // It writes nothing, so nothing on the screens is stale.
    meta: { readsOnly: true },
  })
}

/** Saves what a screen shows as a spreadsheet: all its pages, of its period, with its filters and its order. */
export function SheetButton({ sheet, query, text = 'Preuzmi Excel', className = '' }: SheetButtonProps) {
  const making = useSheet(sheet, query)
  return (
    <Button
      className={className}
      icon={<FileSpreadsheet aria-hidden />}
      busy={making.isPending}
      busyText="Izrada tabele…"
      onClick={() => making.mutate({})}
    >
      {text}
    </Button>
  )
}

type ListSheetProps = Pick<SheetButtonProps, 'query'> & {
  sheet: 'c4' | 'c1' | 'materijali' | 'normativi' | 'partneri'
  text?: string
}

/** The same of a list: as a workbook or as text. */
export function ListSheet({ sheet, query, text = 'Preuzmi' }: ListSheetProps) {
  const making = useSheet(sheet, query)
  const entry = (name: string, more: { format?: 'csv' }) => ({
    text: name,
    disabled: making.isPending,
    onChoose: () => making.mutate(more),
  })
  return (
    <Menu
      buttonClassName={buttonClass()}
      button={
        <>
          <FileSpreadsheet aria-hidden />
          {making.isPending ? 'Izrada tabele…' : text}
        </>
      }
      entries={[entry('Excel (.xlsx)', {}), entry('CSV (.csv)', { format: 'csv' })]}
    />
  )
}
