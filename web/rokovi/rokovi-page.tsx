import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type Rokovi, type RokoviQuery, rokoviEndpoints, STANJA_OTVORENIH } from '#contract/rokovi.ts'
import { call, reasonOf } from '#web/api.ts'
import { DateFilter, OdobrenjeFilter, SelectFilter } from '#web/document-list/filters.tsx'
import { ROKOVI_COLUMNS, STANJA_TEXTS } from '#web/document-list/rok-columns.tsx'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { ListPager } from '#web/screens/list-pager.tsx'
import { ListNotLoaded } from '#web/screens/load-error.tsx'
import { documentAddress } from '#web/screens/record-addresses.ts'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { useLastReply } from '#web/screens/server-list.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const DEFAULTS = { stanje: '', odobrenje: '', datum: '', page: '', limit: '' }
const STANJA = [...STANJA_OTVORENIH, 'razduženo'] as const

/** Rokovi: the imports with something left, by their deadline, and the sums of each state. */
export function RokoviPage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const navigate = useNavigate()
  const filters = {
    stanje: at.stanje as RokoviQuery['stanje'],
    odobrenje_id: Number(at.odobrenje) || '',
    datum: at.datum,
  } as const
  const limit = rowsPerPage('rokovi', at.limit)
  const list = useQuery(read(rokoviEndpoints.listRokovi, { query: { ...filters, page: pageIn(at.page), limit } }))
  const { reply, failed, outdated } = useLastReply(list, pageIn(at.page))
  const choose = (change: Partial<typeof DEFAULTS>) => setAt({ page: '', ...change })
  return (
    <div className="flex flex-col gap-4">
      <Stanja of={reply?.stanja} failed={failed} chosen={at.stanje} onChoose={(stanje) => choose({ stanje })} />
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <SelectFilter
          label="Stanje"
          className="sm:w-38"
          options={STANJA.map((value) => ({ value, text: STANJA_TEXTS[value] }))}
          emptyText="Sa ostatkom"
          value={at.stanje}
          onChange={(stanje) => choose({ stanje })}
        />
        <OdobrenjeFilter className="sm:w-48" value={at.odobrenje} onChange={(odobrenje) => choose({ odobrenje })} />
        <div className="sm:w-38">
          <DateFilter
            label="Na dan"
            value={at.datum}
            onChange={(datum) => setAt({ datum, page: '' }, { replace: true })}
          />
        </div>
        <div className="col-span-2 flex flex-wrap gap-2 sm:ml-auto">
          <CalendarButton query={filters} />
          <SheetButton sheet="rokovi" query={filters} />
        </div>
      </div>
      <Panel>
        {failed && (
          <ListNotLoaded
            text="Rokovi nisu mogli da se učitaju."
            error={list.error}
            onRetry={() => list.refetch()}
            rows={reply}
          />
        )}
        {(reply || !failed) && (
          <DataTable
            label="Rokovi"
            columns={ROKOVI_COLUMNS}
            rows={reply?.results ?? []}
            rowKey={({ c4_id }) => String(c4_id)}
            rowName={({ broj_c4 }) => broj_c4}
            onOpen={({ c4_id }) => navigate(documentAddress('c4', c4_id))}
            loading={list.isPending}
            outdated={outdated}
            skeletonRows={limit}
            footer={
              reply && (
                <ListPager
                  reply={reply}
                  counted="ulaznih dokumenata"
                  onPage={(page, how) => setAt({ page: String(page) }, how)}
                  rows={{ of: 'rokovi', limit, onChoose: (rows) => choose({ limit: String(rows) }) }}
                />
              )
            }
          />
        )}
      </Panel>
    </div>
  )
}

type StanjaProps = {
  of: Rokovi['stanja'] | undefined
  failed: boolean
  chosen: string
  onChoose: (stanje: string) => void
}

/** The four states with their sums; each leads to its rows, and the chosen one back to all. */
const Stanja = ({ of, failed, chosen, onChoose }: StanjaProps) => (
  <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
    {STANJA.filter((one) => one !== 'razduženo').map((stanje) => {
      const sum = of?.find((one) => one.stanje === stanje)
      const ink = sum?.broj_c4 ? (INKS[stanje] ?? '') : ''
      return (
        <button
          key={stanje}
          type="button"
          aria-pressed={chosen === stanje}
          onClick={() => onChoose(chosen === stanje ? '' : stanje)}
          className="flex min-h-25 min-w-0 flex-col items-start rounded-panel border border-line bg-panel px-4 py-3.5 text-left hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
        >
          <span className="text-ink-2 text-sm">{STANJA_TEXTS[stanje]}</span>
          {sum ? (
            <>
              <span className={`num mt-1 font-semibold text-2xl tracking-tight ${ink}`}>{sum.broj_c4}</span>
              <span className="mt-0.5 text-ink-2 text-xs">
                <Money value={sum.vrednost_rsd} currency="RSD" />
              </span>
            </>
          ) : failed ? (
            <span className="mt-1 text-2xl text-ink-3">—</span>
          ) : (
            <Skeleton className="mt-2 h-5 w-24" />
          )}
        </button>
      )
    })}
  </div>
)

const INKS: Readonly<Record<string, string>> = { isteklo: 'text-bad', ističe: 'text-warning' }

type CalendarQuery = { stanje: RokoviQuery['stanje']; odobrenje_id: number | ''; datum: string }

/** Saves the deadlines for the calendar of the user. */
function CalendarButton({ query }: { query: CalendarQuery }) {
  const alert = useAlert()
  const making = useMutation({
    mutationFn: () => call(rokoviEndpoints.rokoviIcs, { query }),
    onSuccess: ({ blob, name }) => downloadFile(blob, name),
    onError: (error) => alert({ text: 'Kalendar nije mogao da se preuzme.', reason: reasonOf(error) }),
    meta: { readsOnly: true },
  })
  return (
    <Button icon={<CalendarDays aria-hidden />} busy={making.isPending} onClick={() => making.mutate()}>
      Preuzmi kalendar
    </Button>
  )
}
