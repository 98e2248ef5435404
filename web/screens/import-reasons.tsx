import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import type { Endpoint } from '#contract/endpoint.ts'
import { type SheetReading, skippedOf } from '#contract/imports.ts'
import { counted } from '#domain/count-words.ts'
import { formatWhole } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import type { ImportFile } from './import-dialog.tsx'

/** An import that hands out what it leaves out. */
export type LeftOutBy = { readonly path: `/${string}`; readonly file: NonNullable<Endpoint['file']> }
type LeftOutProps = {
  endpoint: LeftOutBy
  of: Pick<SheetReading, 'razlozi'>
  file: ImportFile
}

/** Why rows are left out, each reason once, and those rows as a sheet to mend and send again. */
export function LeftOut({ endpoint, of: { razlozi }, file }: LeftOutProps) {
  const alert = useAlert()
  const making = useMutation({
    mutationFn: () => call(skippedOf(`${endpoint.path}/preskoceni`, endpoint.file), file),
    onSuccess: ({ blob, name }) => downloadFile(blob, name),
    onError: (error) => alert({ text: 'Greška pri pravljenju Excel fajla.', reason: reasonOf(error) }),
    meta: { readsOnly: true },
  })
  if (razlozi.length === 0) return null
  return (
    <section aria-label="Zašto se redovi preskaču" className="mt-4 rounded-panel bg-warning-soft px-4 py-3 text-sm">
      <ul className="max-h-40 overflow-auto text-warning">
        {razlozi.map(({ razlog, redova, prvi_red }) => (
          <li key={razlog} className="wrap-anywhere">
            {formatWhole(redova)} {counted(redova, 'red', 'reda', 'redova')}: {razlog}
            {redova > 1 && ` (prvi je red ${prvi_red})`}
          </li>
        ))}
      </ul>
      <Button className="mt-2" icon={<FileDown aria-hidden />} busy={making.isPending} onClick={() => making.mutate()}>
        Preuzmi preskočene redove
      </Button>
    </section>
  )
}
