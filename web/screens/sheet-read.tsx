import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ImportKind } from '#contract/import-fields.ts'
import { type SheetReading, skippedOf } from '#contract/imports.ts'
import { counted } from '#domain/count-words.ts'
import { formatWhole } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { loadLater } from '#web/load-later.tsx'
import { downloadFile } from '#web/received-file.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { SaveKey } from '#web/ui/dialog.tsx'
import type { ImportFile } from './import-dialog.tsx'
import { choiceFields, NO_CHOICE, type SheetChoice } from './sheet-choice.ts'

// The headings that are known of each field are needed only where a sheet is read.
const SheetColumns = loadLater(async () => (await import('./sheet-columns.tsx')).SheetColumns)

/** The button that goes on. It takes the focus of an answered field that is gone once a sheet is `read` again. */
export function useGoAhead(read: unknown) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (read && document.activeElement === document.body) button.current?.focus()
  }, [read])
  return button
}

type SheetFootProps = {
  ahead: RefObject<HTMLButtonElement | null>
  /** Whether questions about the sheet are open: the button then says 'Nastavi'. */
  asks: boolean
  text: string
  busy: boolean
  busyText: string
  disabled: boolean
  onClose: () => void
  /** Other ways to go on. */
  children?: ReactNode
}

/** The foot of a dialog that reads a sheet and goes on with it. */
export const SheetFoot = ({ ahead, asks, text, onClose, children, ...rest }: SheetFootProps) => (
  <>
    <Button onClick={onClose}>Otkaži</Button>
    {children}
    <Button ref={ahead} type="submit" variant="primary" {...rest}>
      {asks ? 'Nastavi' : text}
      <SaveKey />
    </Button>
  </>
)

type SheetReadProps = {
  of: ImportKind
  reading: SheetReading
  /** The choice now, and the choice with which the sheet was read. */
  choice: SheetChoice
  said: SheetChoice | undefined
  onChange: (choice: SheetChoice) => void
  file: File | null
  /** The import that hands out the rows that are left out, where one does. */
  endpoint?: LeftOutBy
}

/** How the sheet in a file was read: its columns and what is asked of them, and which rows are left out. */
export const SheetRead = ({ of, reading, choice, said, onChange, file, endpoint }: SheetReadProps) => (
  <>
    <Suspense>
      <SheetColumns key={file?.name} of={of} reading={reading} choice={choice} onChange={onChange} />
    </Suspense>
    {file && endpoint && (
      <LeftOut endpoint={endpoint} of={reading} file={{ file, fields: choiceFields(said ?? NO_CHOICE) }} />
    )}
  </>
)

/** An import that hands out what it leaves out. */
type LeftOutBy = { readonly path: `/${string}`; readonly file: NonNullable<Endpoint['file']> }
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
