import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { reasonOf } from '#web/api.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import type { RecordContent } from '#web/drafts/use-record.ts'
import { limitIn } from '#web/screens/address-values.ts'
import { NewButton, pagedQuery, rowAction } from '#web/screens/list-parts.tsx'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useAddressOpens, useOpened } from '#web/screens/use-opened.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { dismissToast, toastError } from '#web/ui/toast.tsx'
import type { RecordType, Stored } from './define-record.ts'
import { useRecordDeletion } from './use-record-deletion.tsx'

/** The props of a record's form: the record, null for a new one, and the record that a new one copies. */
export type FormProps<R> = { stored: R | null; like?: R; onClose: () => void }

type RecordsPageProps<R extends Stored, Row extends Stored, D extends RecordContent, B> = {
  of: RecordType<R, Row, D, B>
  Form: ComponentType<FormProps<R>>
  /** The columns of the list, sorted by the server under the same names. */
  columns: readonly Column<Row>[]
  /** Buttons next to the button for a new record. */
  buttons?: (shown: { search: string; sort: string; order: string; total: number }) => ReactNode
  /** Shown in an empty list in place of that button. */
  empty?: (add: ReactNode) => ReactNode
  /** Above the list. */
  children?: ReactNode
  /** The number of rows of a page, where the user does not choose it. */
  rows?: number
  /** A new record can be a copy of a row. */
  duplicates?: boolean
  /** Rows can be chosen and deleted together: the sentences for no choice and for the deletion. */
  several?: { none: string; deleted: (count: number) => string }
}

const NONE: ReadonlySet<string> = new Set()

/** The screen of a kind of record: its left drafts, its form, and its list, page by page. */
export function RecordsPage<R extends Stored, Row extends Stored, D extends RecordContent, B>(
  props: RecordsPageProps<R, Row, D, B>,
) {
  const { of, Form, columns, buttons, empty = (add) => add, children, rows, duplicates, several } = props
  const { label, counted, search, add } = of.words
  const [at, setAt] = useAddressValues(of.defaults)
  const { opened, show, open, reading } = useOpened<Omit<FormProps<R>, 'onClose'>, R['id']>()
  const openNew = () => show({ stored: null })
  useArrival(({ openModal }) => openModal && openNew())
  const { historyOf, historyWindow } = useHistoryWindow()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(NONE)
  const { ask, isGoing, busy } = useRecordDeletion(of, {
    onGone: (gone) =>
      setChosen((before) => new Set([...before].filter((id) => !gone.some((row) => String(row.id) === id)))),
    ...(several && { manyDeleted: several.deleted }),
  })
  // A row that cannot be seen must not be deleted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, nothing chosen
  useEffect(() => setChosen(NONE), [at.search, at.page])
  const sized = of.list.slice(1)
  const query = { ...pagedQuery(at, sized), ...(rows && { limit: limitIn(at.limit, rows) }) }
  const list = useQuery(of.pageOf(query))

  /** Reads the record as it is now before the form opens. */
  const openById = (id: R['id']) => open(id, async () => ({ stored: await of.load(id) }))
  const sayNotOpened = (error: unknown) => toastError(of.texts.loadFailed, reasonOf(error))
  const edit = ({ id }: Row) => openById(id).catch(sayNotOpened)
  const beginLike = ({ id }: Row) =>
    open(id, async () => ({ stored: null, like: await of.load(id) })).catch(sayNotOpened)
  const forget = useAddressOpens(at, setAt, openById, sayNotOpened)
  function close() {
    show(null)
    forget()
  }
  const { page } = of
  const openPage = page && (({ id }: Row) => navigate(page.addressOf(id), { state: FROM_LIST }))
  const addButton = <NewButton text={add} onNew={openNew} />

  function deleteChosen({ none }: { none: string }) {
    const asked = (list.data?.results ?? []).filter(({ id }) => chosen.has(String(id)))
    if (asked.length === 0) return toastError(none)
    dismissToast(none)
    void ask(...asked)
  }
  return (
    <>
      <DraftShelf
        kind={of.kind}
        closed={!opened}
        onOpen={(id) => (id === null ? openNew() : openById(id))}
        onNotOpened={sayNotOpened}
      >
        {opened && <Form {...opened} onClose={close} />}
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
              {several && (
                <Button
                  icon={<Trash2 aria-hidden />}
                  changes
                  busy={busy}
                  busyText="Brisanje..."
                  onClick={() => deleteChosen(several)}
                >
                  Obriši odabrane{chosen.size > 0 && ` (${chosen.size})`}
                </Button>
              )}
              {buttons?.({ search: at.search, sort: at.sort, order: at.order, total: list.data?.total ?? 0 })}
              {addButton}
            </>
          }
          emptyAction={empty(addButton)}
          {...(!rows && { sized: { of: sized, limit: query.limit }, skeletonRows: query.limit })}
          columns={columns}
          rowKey={({ id }) => String(id)}
          rowName={of.nameOf}
          onOpen={openPage ?? edit}
          {...(several && {
            selected: chosen,
            onSelect: (ids: ReadonlySet<string>) => {
              setChosen(ids)
              dismissToast(several.none)
            },
          })}
          actions={(row) => [
            rowAction.edit(() => edit(row), reading === row.id),
            ...(page?.action && openPage ? [{ ...rowAction.show(() => openPage(row)), text: page.action }] : []),
            ...(duplicates ? [rowAction.duplicate(() => beginLike(row), reading === row.id)] : []),
            historyOf({ vrsta: of.vrsta, predmet: row.id, name: of.nameOf(row) }),
            ...(of.deletion ? [rowAction.remove(() => ask(row), isGoing(row))] : []),
          ]}
        />
      </div>
      {historyWindow}
    </>
  )
}
