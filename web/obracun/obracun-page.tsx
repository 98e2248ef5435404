import { queryOptions, useQuery } from '@tanstack/react-query'
import { FileCheck2, FileText, ListChecks, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { c4Endpoints } from '#contract/c4.ts'
import { LONG_OBRACUN_ROWS, type Obracun, obracunEndpoints, obracunTexts } from '#contract/obracun.ts'
import { ApiError, type CallOptions, call, callLines } from '#web/api.ts'
import { OdobrenjeFilter, PeriodFilter, useOdobrenja } from '#web/document-list/filters.tsx'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { withoutEmpty } from '#web/screens/figure-columns.tsx'
import { ListPager } from '#web/screens/list-pager.tsx'
import { LongWorkButton } from '#web/screens/long-work-button.tsx'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'
import { PODNETI } from '#web/screens/record-addresses.ts'
import { NotShown } from '#web/screens/record-page.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { passFocus } from '#web/ui/pass-focus.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { HandInDialog } from './hand-in-dialog.tsx'
import { PAGE_ROWS } from './lots.tsx'
import { DRAWS, drawKey, LOTS } from './obracun-columns.tsx'
import { ObracunParts, PART_SHOWN } from './obracun-parts.tsx'

const PAPERS = [
  { name: 'Obračun (PDF)', provere: false },
  { name: 'PDF sa proverama', provere: true },
]
const PAPER_FAILED = 'PDF obračuna nije mogao da se napravi.'
/** Roughly the rows of its paper. */
const rowsOf = ({ stavke, izvoz, normativi, provere }: Obracun) =>
  [stavke, izvoz, normativi, ...provere.map(({ redovi }) => redovi)].reduce((all, rows) => all + rows.length, 0)
const DEFAULTS = { c4: '', odobrenje: '', datum_od: '', datum_do: '', ...PART_SHOWN }

/** Obračun: opening stock, imports, exports and rest of one import, an authorisation or all, by period (customs §5). */
export function ObracunPage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const [handing, setHanding] = useState(false)
  const scope = { c4_id: Number(at.c4) || '', odobrenje_id: Number(at.odobrenje) || '' } as const
  const asked = { ...scope, datum_od: at.datum_od, datum_do: at.datum_do } as const
  const query = useQuery(readAccount(asked))
  const obracun = query.data ?? undefined
  const only = useBroj(scope, obracun)
  const odobrenja = useOdobrenja()
  const obim = odobrenja.find(({ id }) => id === scope.odobrenje_id)?.broj
  return (
    <div className="print-lying flex flex-col gap-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <PeriodFilter at={at} setAt={setAt} />
        {(odobrenja.length > 0 || at.odobrenje !== '') && (
          <OdobrenjeFilter
            className="sm:w-48"
            value={at.odobrenje}
            onChange={(odobrenje) => setAt({ odobrenje, c4: '' })}
          />
        )}
        {only && (
          <Button ref={passFocus} icon={<X aria-hidden />} onClick={() => setAt({ c4: '' })}>
            Samo: {only}
          </Button>
        )}
        <div className="col-span-2 flex flex-wrap gap-2 sm:ml-auto">
          {PAPERS.filter(({ provere }) => !provere || obracun?.provere.length).map(({ name, provere }) => {
            const printed = { ...asked, provere: provere || null }
            return obracun && rowsOf(obracun) > LONG_OBRACUN_ROWS ? (
              <LongPaperButton key={JSON.stringify(printed)} asked={printed} name={name} failed={PAPER_FAILED} />
            ) : (
              <OpenPaperButton
                key={name}
                name={name}
                draw={async () => firstPaper(await call(obracunEndpoints.obracunFiles, { query: printed }))}
                failed={PAPER_FAILED}
              />
            )
          })}
          <SheetButton sheet="obracun" query={asked} />
          <Button
            data-opens-modal
            variant="primary"
            icon={<FileCheck2 aria-hidden />}
            changes
            onClick={() => setHanding(true)}
          >
            Sačuvaj kao podnet
          </Button>
          <Link to={PODNETI.path} className={buttonClass()}>
            <ListChecks aria-hidden />
            Za podnošenje i podneti
          </Link>
        </div>
      </div>
      {obracun ? (
        <ObracunParts of={obracun} at={at} setAt={setAt} outdated={query.isPlaceholderData} live />
      ) : query.data === null ? (
        <PagedParts
          key={JSON.stringify(asked)}
          asked={asked}
          deo={at.deo}
          onDeo={(deo) => setAt({ deo }, { replace: true })}
        />
      ) : (
        <NotShown query={query} text="Obračun nije mogao da se učita." />
      )}
      {handing && (
        <HandInDialog
          scope={{ c4_ids: scope.c4_id ? [scope.c4_id] : null, odobrenje_id: scope.odobrenje_id || null }}
          obim={only ?? (obim ? `Odobrenje ${obim}` : 'Svi uvozi')}
          period={at}
          onClose={() => setHanding(false)}
        />
      )}
    </div>
  )
}

/**
 * The query of the account; null where it is too large to be added up. A refusal would be gone while the account is read
 * again because others save, and with it the page that is shown.
 */
const readAccount = (asked: Asked) =>
  queryOptions({
    queryKey: [obracunEndpoints.getObracun.path, 'or null', asked],
    queryFn: ({ signal }): Promise<Obracun | null> =>
      call(obracunEndpoints.getObracun, { query: asked, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.message === obracunTexts.tooMany) return null
        throw error
      }),
    placeholderData: (before: Obracun | null | undefined) => before ?? undefined,
  })

/** The number of the import of the account; null for all imports, and for an authorisation. */
function useBroj({ c4_id, odobrenje_id }: { c4_id: number | ''; odobrenje_id: number | '' }, obracun?: Obracun) {
  const said = obracun?.stavke[0]?.broj_c4
  // A period in which an import held nothing has no row that names it.
  const c4 = useQuery({
    ...read(c4Endpoints.getC4, { params: { id: Number(c4_id) } }),
    enabled: c4_id !== '' && obracun?.stavke.length === 0,
  })
  return c4_id === '' || odobrenje_id !== '' ? null : (said ?? c4.data?.broj_c4 ?? 'jedan C4')
}

type LongPaperButtonProps = {
  asked: CallOptions<typeof obracunEndpoints.obracunTok>['query']
  name: string
  failed: string
}

/** Saves a paper that takes its time. */
function LongPaperButton({ asked, name, failed }: LongPaperButtonProps) {
  async function draw(signal: AbortSignal, heard: (percent: number) => void) {
    const last = await callLines(obracunEndpoints.obracunTok, { query: asked, signal }, (line) => {
      if ('procenat' in line) heard(line.procenat)
    })
    if ('message' in last) throw new ApiError(200, last.message, [], true)
    if (!('files' in last)) throw new Error('the paper ended before its end')
    const { blob, name: file } = firstPaper(last)
    downloadFile(blob, file)
  }
  return <LongWorkButton name={name} icon={<FileText aria-hidden />} going="Izrada PDF-a" failed={failed} work={draw} />
}

type Asked = CallOptions<(typeof obracunEndpoints)['getObracun']>['query']
type PagedPartsProps = { asked: Asked; deo: string; onDeo: (deo: string) => void }

const TABS = [
  { id: 'stavke', name: 'Uvozne stavke' },
  { id: 'izvoz', name: 'Izvoz' },
]
// The sum of one page would look like the sum of all.
const COLUMNS = LOTS.map(({ total: _, ...column }) => column)

/** Parts A and B of an account that is too large to be added up and sent at once, page by page. */
const PagedParts = ({ asked, deo, onDeo }: PagedPartsProps) => (
  <Panel>
    <p className="px-4 py-3 text-ink-2">{obracunTexts.tooMany} Ovde su stavke po stranicama, bez zbirova i provera.</p>
    <Tabs label="Delovi obračuna" tabs={TABS} active={deo === 'izvoz' ? deo : 'stavke'} onChange={onDeo} flush>
      {deo === 'izvoz' ? <PagedDraws asked={asked} /> : <PagedLots asked={asked} />}
    </Tabs>
  </Panel>
)

const FAILED = 'Stranica obračuna nije mogla da se učita.'

function PagedLots({ asked }: { asked: Asked }) {
  const [page, setPage] = useState(1)
  const query = useQuery(read(obracunEndpoints.obracunStavke, { query: { ...asked, page, limit: PAGE_ROWS } }))
  if (!query.data) return <NotShown query={query} text={FAILED} />
  return (
    <DataTable
      label="Uvozne stavke"
      columns={withoutEmpty(COLUMNS, query.data.results)}
      rows={query.data.results}
      rowKey={(row) => String(row.ulaz_stavka_id)}
      outdated={query.isPlaceholderData}
      footer={<ListPager reply={query.data} counted="uvoznih stavki" onPage={setPage} />}
    />
  )
}

function PagedDraws({ asked }: { asked: Asked }) {
  const [page, setPage] = useState(1)
  const query = useQuery(read(obracunEndpoints.obracunIzvoz, { query: { ...asked, page, limit: PAGE_ROWS } }))
  if (!query.data) return <NotShown query={query} text={FAILED} />
  return (
    <DataTable
      label="Izvoz"
      columns={withoutEmpty(DRAWS, query.data.results)}
      rows={query.data.results}
      rowKey={drawKey}
      outdated={query.isPlaceholderData}
      footer={<ListPager reply={query.data} counted="redova" onPage={setPage} />}
    />
  )
}
