import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { POPIS_PAGE_ROWS } from '#contract/limits.ts'
import { type PopisRow, popisiEndpoints } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { pageIn } from '#web/screens/address-values.ts'
import { plainColumns } from '#web/screens/figure-columns.tsx'
import { ListPager } from '#web/screens/list-pager.tsx'
import { NewButton, rowAction } from '#web/screens/list-parts.tsx'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { ListNotLoaded } from '#web/screens/load-error.tsx'
import { popisAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { useLastReply } from '#web/screens/server-list.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PopisForm } from './popis-form.tsx'
import { POPIS_RECORD, popisScreenTexts } from './popis-record.ts'

/** Popis: count sheets to print and fill in, and the counts that were made. */
export function PopisiPage() {
  const [at, setAt] = useAddressValues({ page: '1' })
  const { opened, show } = useOpened<'new', never>()
  useArrival(({ openModal }) => openModal && show('new'))
  const navigate = useNavigate()
  const { historyOf, historyWindow } = useHistoryWindow()
  const { ask, isGoing } = useRecordDeletion(POPIS_RECORD)
  const query = { page: pageIn(at.page), limit: POPIS_PAGE_ROWS }
  const list = useQuery(read(popisiEndpoints.listPopisi, { query }))
  const { reply, failed, outdated } = useLastReply(list, query.page)
  const openPage = ({ id }: PopisRow) => navigate(popisAddress(id), { state: FROM_LIST })
  const button = <NewButton text="Novi popis" onNew={() => show('new')} />
  return (
    <>
      <Panel>
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
          <SheetButton sheet="popis" query={{}} text="Popisna lista" />
          <SheetButton sheet="popis-bez-stanja" query={{}} text="Popisna lista bez stanja" />
          <div className="ml-auto">{button}</div>
        </div>
        {failed && (
          <ListNotLoaded
            text={popisScreenTexts.loadFailed}
            error={list.error}
            onRetry={() => list.refetch()}
            rows={reply}
          />
        )}
        {(reply || !failed) && (
          <DataTable
            label="Popisi"
            columns={COLUMNS}
            rows={reply?.results ?? []}
            rowKey={({ id }) => String(id)}
            rowName={({ datum }) => formatDate(datum)}
            onOpen={openPage}
            loading={list.isPending}
            outdated={outdated}
            skeletonRows={POPIS_PAGE_ROWS}
            emptyText="Još nema nijednog popisa. Preuzmite popisnu listu, popunite je i učitajte kao nov popis."
            emptyAction={button}
            actions={(row) => [
              rowAction.show(() => openPage(row)),
              historyOf({ vrsta: 'popis', predmet: row.id, name: `od ${formatDate(row.datum)}` }),
              rowAction.remove(() => ask(row), isGoing(row)),
            ]}
            footer={
              reply && (
                <ListPager reply={reply} counted="popisa" onPage={(page, how) => setAt({ page: String(page) }, how)} />
              )
            }
          />
        )}
      </Panel>
      {opened && <PopisForm onClose={() => show(null)} />}
      {historyWindow}
    </>
  )
}

const COLUMNS = plainColumns<PopisRow>([
  {
    id: 'datum',
    header: 'Datum',
    width: '9rem',
    card: 'title',
    cell: ({ id, datum }) => (
      <ListedLink to={popisAddress(id)} className="num font-medium">
        {formatDate(datum)}
      </ListedLink>
    ),
  },
  { id: 'komisija', header: 'Komisija', cut: true, card: 'second', text: ({ komisija }) => komisija ?? '' },
  { id: 'broj_materijala', header: 'Materijala', kind: 'whole', width: '7rem' },
  {
    id: 'manjkova',
    header: 'Manjkova',
    align: 'right',
    width: '7rem',
    cell: ({ manjkova }) => <span className={`num ${manjkova > 0 ? 'text-bad' : ''}`}>{manjkova}</span>,
  },
  { id: 'viskova', header: 'Viškova', kind: 'whole', width: '7rem' },
])
