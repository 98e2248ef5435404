import { isGone } from '#web/drafts/use-conflict.ts'
import { NotShown, type NotShownProps, RecordNavigation, type RecordPageProps } from '#web/screens/record-page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { HistoryOf, type HistorySubject } from './history-dialog.tsx'

type RecordNotShownProps = NotShownProps & Pick<RecordPageProps, 'list'> & { subject: Omit<HistorySubject, 'name'> }

/**
 * The panel in place of a record's page while it is read, or where it cannot be read, under the link to its list. A
 * deleted record shows its history, from which it can be restored.
 */
export const RecordNotShown = ({ list, subject, ...shown }: RecordNotShownProps) => (
  <div className="flex flex-col gap-4">
    <RecordNavigation list={list} prethodni={null} sledeci={null} />
    <NotShown {...shown} />
    {isGone(shown.query.error) && (
      <Panel title="Istorija">
        <HistoryOf subject={subject} goes />
      </Panel>
    )}
  </div>
)
