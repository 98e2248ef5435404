import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import type { HistorySubject } from './history-dialog.tsx'

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

/** The action of a row that opens the history of what the row is about. */
export function HistoryButton(subject: HistorySubject) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={`Istorija: ${subject.name}`} icon={<History />} onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <HistoryDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
