import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AuditRow, auditEndpoints, type Vrsta } from '#contract/audit.ts'
import { titleOf } from '#web/audit/entry-words.ts'
import { auditTexts, HistoryList, type HistoryListProps } from '#web/audit/history-list.tsx'
import { type Consequences, ConsequencesDialog } from '#web/foreseen/consequences.tsx'
import { read } from '#web/queries.ts'
import { isPaged, ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { restoreTexts, useRestore } from './use-restore.tsx'

/** The thing whose history is shown: its kind, its id, and how the user calls it. */
export type HistorySubject = { readonly vrsta: Vrsta; readonly predmet: string | number; readonly name: string }

/** The history of one thing in a window of its own. */
export const HistoryDialog = ({ subject, onClose }: { subject: HistorySubject; onClose: () => void }) => (
  <Dialog
    open
    size="large"
    onClose={onClose}
    title={`Istorija: ${subject.name}`}
    foot={
      <Button data-autofocus onClick={onClose}>
        Zatvori
      </Button>
    }
  >
    <div className="-m-5">
      <HistoryOf subject={subject} />
    </div>
  </Dialog>
)

type HistoryOfProps = {
  subject: Omit<HistorySubject, 'name'>
  /** The list disappears when the deleted record comes back. */
  goes?: boolean
}

/** The history of one thing, newest first, page by page. */
export function HistoryOf({ subject: { vrsta, predmet }, goes = false }: HistoryOfProps) {
  const [page, setPage] = useState(1)
  const list = useQuery(read(auditEndpoints.listAudit, { query: { vrsta, predmet: String(predmet), page } }))
  return (
    <>
      {list.isError && !list.data ? (
        <LoadError text={auditTexts.loadFailed} error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <RestorableHistory rows={list.data?.results} emptyText={auditTexts.none} heading="h3" goes={goes} />
      )}
      {list.data && isPaged(list.data) && (
        <div className="border-line border-t px-4 py-2">
          <ListPager reply={list.data} counted="izmena" of="Istorija" onPage={setPage} />
        </div>
      )}
    </>
  )
}

type RestorableHistoryProps = HistoryListProps & {
  /** The list disappears when something comes back; a toast, which stays, then says what moved. */
  goes?: boolean
}

/** Changes by day. Each deletion, or change by an import, that can still be taken back has 'Vrati'. */
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

/** The change of an entry is taken back once, however often its button is clicked. */
const keyOf = ({ id }: AuditRow) => `vrati-${id}`
