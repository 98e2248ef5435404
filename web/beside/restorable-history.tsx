import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AuditRow } from '#contract/audit.ts'
import { titleOf } from '#web/audit/entry-words.ts'
import { HistoryList, type HistoryListProps } from '#web/audit/history-list.tsx'
import { type Consequences, ConsequencesDialog } from '#web/foreseen/consequences.tsx'
import { Button } from '#web/ui/button.tsx'
import { restoreTexts, useRestore } from './use-restore.tsx'

type RestorableHistoryProps = HistoryListProps & {
  /** Where the list goes when something comes back: a toast, which stays, says what moved. */
  goes?: boolean
}

/** Changes under their days, with 'Vrati' at each deletion, or change by an import, that can still be taken back. */
export function RestorableHistory({ action, goes, ...list }: RestorableHistoryProps) {
  const [consequences, setConsequences] = useState<Consequences | null>(null)
  const { restore, going } = useRestore(goes ? undefined : setConsequences)
  const ofRow = (row: AuditRow): ReactNode => {
    const back = row.moze_vratiti && (
      <Button
        variant="ghost"
        icon={<Undo2 aria-hidden />}
        aria-label={`Vrati: ${titleOf(row)}`}
        busy={going?.key === keyOf(row)}
        busyText="Vraća se..."
        onClick={() => restore({ ...row, key: keyOf(row), izmena: row.radnja === 'obrisano' ? undefined : row.id })}
      >
        {restoreTexts.action}
      </Button>
    )
    const others = action?.(row)
    if (!back && !others) return null
    return (
      <span className="flex items-center gap-0.5">
        {back}
        {others}
      </span>
    )
  }
  return (
    <>
      <HistoryList {...list} action={ofRow} />
      {consequences && <ConsequencesDialog consequences={consequences} onClose={() => setConsequences(null)} />}
    </>
  )
}

/** The deed of an entry is taken back once, however often its button is clicked. */
const keyOf = ({ id }: AuditRow) => `vrati-${id}`
