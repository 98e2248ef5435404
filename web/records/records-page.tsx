import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { reasonOf } from '#web/api.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import type { RecordContent } from '#web/drafts/use-record.ts'
import { NewButton, pagedQuery, rowAction } from '#web/screens/list-parts.tsx'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { toastError } from '#web/ui/toast.tsx'
import type { RecordType, Stored } from './define-record.ts'
import { useRecordDeletion } from './use-record-deletion.tsx'

/** The props of a record's form: the record, null for a new one. */
export type FormProps<R> = { stored: R | null; onClose: () => void }

type RecordsPageProps<R extends Stored, Row extends Stored, D extends RecordContent, B> = {
  of: RecordType<R, Row, D, B>
  Form: ComponentType<FormProps<R>>
  /** The columns of the list, sorted by the server under the same names. */
  columns: readonly Column<Row>[]
  /** Buttons next to the button for a new record. */
  buttons?: (shown: { search: string; sort: string; order: string }) => ReactNode
  /** In place of that button in a list that holds nothing. */
  empty?: (add: ReactNode) => ReactNode
  /** Above the list. */
  children?: ReactNode
}

/** The screen of a kind of record: drafts that were left, its form, and its list, page by page. */
export function RecordsPage<R extends Stored, Row extends Stored, D extends RecordContent, B>(
  props: RecordsPageProps<R, Row, D, B>,
) {
  const { of, Form, columns, buttons, empty = (add) => add, children } = props
  const { label, counted, search, add } = of.words
  const [at, setAt] = useAddressValues(of.defaults)
  const { opened, show, open, reading } = useOpened<'new' | R, R['id']>()
  useArrival(({ openModal }) => openModal && show('new'))
  const { historyOf, historyWindow } = useHistoryWindow()
  const navigate = useNavigate()
  const { ask, isGoing } = useRecordDeletion(of)
  const sized = of.list.slice(1)
  const query = pagedQuery(at, sized)
  const list = useQuery(of.pageOf(query))

  /** The form opens when the record is there, as it is now. */
  const openById = (id: R['id']) => open(id, () => of.load(id))
  const sayNotOpened = (error: unknown) => toastError(of.texts.loadFailed, reasonOf(error))
  const edit = ({ id }: Row) => openById(id).catch(sayNotOpened)
  const { page } = of
  const openPage = page && (({ id }: Row) => navigate(page.addressOf(id), { state: FROM_LIST }))
  const addButton = <NewButton text={add} onNew={() => show('new')} />
  return (
    <>
      <DraftShelf
        kind={of.kind}
        closed={!opened}
        onOpen={(id) => (id === null ? show('new') : openById(id))}
        onNotOpened={sayNotOpened}
      >
        {opened && <Form stored={opened === 'new' ? null : opened} onClose={() => show(null)} />}
      </DraftShelf>
      <div className="flex flex-col gap-4">
        {children}
        <ServerList
          label={label}
          counted={counted}
          at={at}
          setAt={setAt}
          list={list}
          loadFailed={of.texts.loadFailed}
          searchPlaceholder={search}
          buttons={
            <>
              {buttons?.({ search: at.search, sort: at.sort, order: at.order })}
              {addButton}
            </>
          }
          emptyAction={empty(addButton)}
          sized={{ of: sized, limit: query.limit }}
          skeletonRows={query.limit}
          columns={columns}
          rowKey={({ id }) => String(id)}
          rowName={of.nameOf}
          onOpen={openPage ?? edit}
          actions={(row) => [
            rowAction.edit(() => edit(row), reading === row.id),
            ...(page && openPage ? [{ ...rowAction.show(() => openPage(row)), text: page.action }] : []),
            historyOf({ vrsta: of.vrsta, predmet: row.id, name: of.nameOf(row) }),
            ...(of.deletion ? [rowAction.remove(() => ask(row), isGoing(row))] : []),
          ]}
        />
      </div>
      {historyWindow}
    </>
  )
}
