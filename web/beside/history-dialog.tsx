import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditEndpoints, type Vrsta } from '#contract/audit.ts'
import { auditTexts } from '#web/audit/history-list.tsx'
import { read } from '#web/queries.ts'
import { isPaged, ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RestorableHistory } from './restorable-history.tsx'

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
  /** Whether it goes when what was deleted comes back. */
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
