import { History } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { loadLater } from '#web/load-later.tsx'
import type { RowAction } from '#web/ui/row-actions.tsx'
import type { HistorySubject } from './history-dialog.tsx'

const HistoryDialog = loadLater(async () => (await import('./history-dialog.tsx')).HistoryDialog)

/** The action of a row that opens the history of its record, and the window itself. */
export function useHistoryWindow(): { historyOf: (subject: HistorySubject) => RowAction; historyWindow: ReactNode } {
  const [subject, setSubject] = useState<HistorySubject | null>(null)
  return {
    historyOf: (one) => ({ text: 'Istorija', icon: <History />, onChoose: () => setSubject(one) }),
    historyWindow: subject && (
      <Suspense>
        <HistoryDialog subject={subject} onClose={() => setSubject(null)} />
      </Suspense>
    ),
  }
}
