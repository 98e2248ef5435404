import { Suspense, useEffect, useRef } from 'react'
import type { ImportKind } from '#contract/import-fields.ts'
import type { SheetReading } from '#contract/imports.ts'
import { loadLater } from '#web/load-later.tsx'
import { LeftOut, type LeftOutBy } from './import-reasons.tsx'
import { choiceFields, NO_CHOICE, type SheetChoice } from './sheet-choice.ts'

// The headings that are known of each field are needed only where a sheet is read.
const SheetColumns = loadLater(async () => (await import('./sheet-columns.tsx')).SheetColumns)

/** The button that goes on. Once a sheet is `read` again, a field that was answered is gone, and the button takes its focus. */
export function useGoAhead(read: unknown) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (read && document.activeElement === document.body) button.current?.focus()
  }, [read])
  return button
}

type SheetReadProps = {
  of: ImportKind
  reading: SheetReading
  /** What is chosen now, and what was when it was read. */
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
