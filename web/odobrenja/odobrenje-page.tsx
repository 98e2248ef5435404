import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { DOCUMENT_PAGE_ROWS } from '#contract/limits.ts'
import { obracuniEndpoints, type PodnetRed } from '#contract/obracuni.ts'
import {
  type KolicineOdobrenja,
  ODOBRENJE,
  type Odobrenje,
  odobrenjaEndpoints,
  ROK_DO_KRAJA_TEXTS,
} from '#contract/odobrenja.ts'
import { rokoviEndpoints } from '#contract/rokovi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { countOf } from '#domain/count-words.ts'
import { daysAfter } from '#domain/rok.ts'
import { NotesAndHistory } from '#web/beside/notes-and-history.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { ROKOVI_COLUMNS } from '#web/document-list/rok-columns.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { FactsPanel } from '#web/screens/facts-panel.tsx'
import { plainColumns } from '#web/screens/figure-columns.tsx'
import { documentAddress, ODOBRENJA, PODNETI } from '#web/screens/record-addresses.ts'
import { DeleteButton, EditButton, FROM_LIST, RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import { PagedPanel, TablePanel } from '#web/screens/table-panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Quantity } from '#web/ui/number.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { ODOBRENJE_RECORD, OdobrenjeForm } from './odobrenje-form.tsx'

/** One authorisation: its imports and their state, its goods, its facts, and its history. */
export function OdobrenjePage() {
  const { id = '' } = useParams()
  const params = { id: Number(id) }
  const subject = { vrsta: 'odobrenje', predmet: id } as const
  const stored = useQuery(read(odobrenjaEndpoints.getOdobrenje, { params }))
  const [editing, setEditing] = useState<Odobrenje | null>(null)
  const { ask, isGoing } = useRecordDeletion(ODOBRENJE_RECORD, { onGone: useWayToList(ODOBRENJA.path) })
  const odobrenje = stored.data
  const notShown = <RecordNotShown list={ODOBRENJA} subject={subject} text="Odobrenje nije učitano." query={stored} />
  if (!odobrenje) return notShown

  const { broj, vrsta_postupka, vazi_od, vazi_do } = odobrenje
  const rok = odobrenje.najblizi_rok
  return (
    <RecordPage
      list={ODOBRENJA}
      title={<span className="code">{broj}</span>}
      sub={[vrsta_postupka, `važi od ${formatDate(vazi_od)}${vazi_do ? ` do ${formatDate(vazi_do)}` : ''}`]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          <EditButton onEdit={() => setEditing(odobrenje)} />
          <AccountLink of={odobrenje} />
          <DeleteButton busy={isGoing(odobrenje)} onDelete={() => ask(odobrenje)} />
        </>
      }
      gone={isGone(stored.error) && notShown}
      windows={editing && <OdobrenjeForm stored={editing} onClose={() => setEditing(null)} />}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard label="Uvoza" value={String(odobrenje.broj_c4)} />
        <StatCard label="Otvorenih uvoza" value={String(odobrenje.otvoreno_c4)} />
        <StatCard label="Najbliži rok" value={rok ? formatDate(rok) : '–'} />
      </div>
      <FactsPanel facts={factsOf(odobrenje)} />
      <AllowedGoods key={`roba ${id}`} id={odobrenje.id} />
      <ItsImports key={`uvozi ${id}`} id={odobrenje.id} />
      <ItsAccounts key={`obračuni ${id}`} id={odobrenje.id} />
      <NotesAndHistory key={id} vrsta="odobrenje" predmet={id} />
    </RecordPage>
  )
}

/** Leads to its account of the days that are not handed in yet, until today; without any, since its first valid day. */
function AccountLink({ of: { id, vazi_od } }: { of: Odobrenje }) {
  const handed = useQuery(read(obracuniEndpoints.listObracuni, { query: { odobrenje_id: id } })).data?.results ?? []
  const today = localDay()
  const ends = handed.filter(({ stanje }) => stanje !== 'nacrt').map(({ datum_do }) => datum_do)
  const last = ends
    .filter((end) => end < today)
    .sort()
    .at(-1)
  const period = `datum_od=${last ? daysAfter(last, 1) : vazi_od}&datum_do=${today}`
  return (
    <Link to={`/dashboard/obracun?odobrenje=${id}&${period}`} className={buttonClass()}>
      <Scale aria-hidden />
      Obračun
    </Link>
  )
}

/** Facts beside those in the head of the page; a dash for what is empty. */
const factsOf = ({ carinski_organ, nadzorni_organ, ...odobrenje }: Odobrenje) => [
  { name: ODOBRENJE.carinski_organ.label, value: carinski_organ || '—' },
  { name: ODOBRENJE.nadzorni_organ.label, value: nadzorni_organ || '—' },
  { name: 'Rok za razduženje', value: deadlineText(odobrenje) },
  { name: 'Rok za obračun', value: `${daysText(odobrenje.rok_obracuna_dana)} posle roka` },
  { name: ODOBRENJE.napomena.label, value: odobrenje.napomena || '—' },
]

/** '6 meseci od uvoza, do kraja kvartala'. */
function deadlineText({ rok_meseci, rok_do_kraja }: Pick<Odobrenje, 'rok_meseci' | 'rok_do_kraja'>): string {
  if (rok_meseci === null) return '—'
  const end = rok_do_kraja === 'dan' ? '' : `, do kraja ${ROK_DO_KRAJA_TEXTS[rok_do_kraja]}`
  return `${countOf(rok_meseci, 'mesec', 'meseca', 'meseci')} od uvoza${end}`
}

const daysText = (days: number): string => countOf(days, 'dan', 'dana', 'dana')

type Row = KolicineOdobrenja['stavke'][number] & { readonly named: boolean; readonly key: string }

/** Goods of an authorisation: what it allows, what came in on its imports, and what is open of that. */
function AllowedGoods({ id }: { id: number }) {
  const goods = useQuery(read(odobrenjaEndpoints.kolicineOdobrenja, { params: { id } }))
  return (
    <TablePanel
      title="Roba po odobrenju"
      query={goods}
      failed="Roba po odobrenju nije učitana."
      columns={GOODS_COLUMNS}
      rowsOf={rowsOf}
      rowKey={({ key }) => key}
      emptyText="Odobrenje ne navodi robu i nema uvoza."
      pageSize={PAGE_LINES}
    />
  )
}

const PAGE_LINES = 20

const rowsOf = ({ stavke, ostalo }: KolicineOdobrenja): Row[] => [
  ...stavke.map((line, at) => ({ ...line, named: true, key: `stavka ${at}` })),
  ...ostalo.map((goods) => ({
    ...goods,
    opis: null,
    najvise_kolicina: null,
    sporedni: false,
    named: false,
    key: `ostalo ${goods.tarifni_broj} ${goods.jedinica_mere}`,
  })),
]

const GOODS_COLUMNS = plainColumns<Row>([
  {
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    width: '9rem',
    card: 'title',
    cell: ({ tarifni_broj }) => <span className="code">{tarifni_broj ?? '—'}</span>,
  },
  {
    id: 'opis',
    header: 'Opis',
    wrap: true,
    card: 'second',
    cell: ({ opis, sporedni, named }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {opis}
        {sporedni && <Badge>sporedni</Badge>}
        {!named && <Badge tone="warning">nije u odobrenju</Badge>}
      </span>
    ),
  },
  {
    id: 'najvise_kolicina',
    header: 'Odobreno',
    align: 'right',
    width: '9rem',
    cell: ({ najvise_kolicina, jedinica_mere }) =>
      najvise_kolicina === null ? '—' : <Quantity value={najvise_kolicina} unit={jedinica_mere ?? ''} />,
  },
  {
    id: 'uvezeno',
    header: 'Uvezeno',
    align: 'right',
    width: '10rem',
    wrap: true,
    card: 'right',
    cell: ({ uvezeno, jedinica_mere, najvise_kolicina }) => (
      <>
        <Quantity value={uvezeno} unit={jedinica_mere ?? ''} strong />
        {najvise_kolicina !== null && uvezeno > najvise_kolicina && (
          <span className="block text-bad text-xs">više od odobrenog</span>
        )}
      </>
    ),
  },
  { id: 'preostalo', header: 'Otvoreno', kind: 'quantity', withUnit: 'jedinica_mere', width: '9rem' },
])

const IMPORT_COLUMNS = ROKOVI_COLUMNS.filter(({ id }) => id !== 'odobrenje')
const CLOSED = [{ value: 'razduženo', text: 'Razduženi' }]

/** The imports of an authorisation by their deadline: those with something left, or those that are discharged. */
function ItsImports({ id }: { id: number }) {
  const [stanje, setStanje] = useState<'razduženo' | ''>('')
  const [page, setPage] = useState(1)
  const navigate = useNavigate()
  const query = { odobrenje_id: id, stanje, page, limit: DOCUMENT_PAGE_ROWS }
  const list = useQuery(read(rokoviEndpoints.listRokovi, { query }))
  return (
    <PagedPanel
      title="Uvozi"
      right={
        <Select
          aria-label="Koji uvozi"
          options={CLOSED}
          emptyText="Sa ostatkom"
          value={stanje}
          onChange={({ currentTarget }) => {
            setStanje(currentTarget.value === 'razduženo' ? 'razduženo' : '')
            setPage(1)
          }}
        />
      }
      query={list}
      failed="Uvozi nisu učitani."
      columns={IMPORT_COLUMNS}
      rowKey={({ c4_id }) => String(c4_id)}
      rowName={({ broj_c4 }) => broj_c4}
      onOpen={({ c4_id }) => navigate(documentAddress('c4', c4_id), { state: FROM_LIST })}
      emptyText={stanje ? 'Nijedan uvoz nije razdužen.' : 'Nema uvoza sa ostatkom.'}
      counted="ulaznih dokumenata"
      onPage={setPage}
    />
  )
}

/** The handed-in accounts of an authorisation, newest first, each leading to its page. */
function ItsAccounts({ id }: { id: number }) {
  const list = useQuery(read(obracuniEndpoints.listObracuni, { query: { odobrenje_id: id } }))
  return (
    <TablePanel
      title="Obračuni"
      query={list}
      failed="Obračuni nisu učitani."
      columns={ACCOUNT_COLUMNS}
      rowsOf={({ results }) => results}
      rowKey={(row) => String(row.id)}
      emptyText="Za ovo odobrenje nije podnet obračun."
    />
  )
}

const ACCOUNT_COLUMNS = plainColumns<PodnetRed>([
  {
    id: 'broj',
    header: 'Broj obračuna',
    card: 'title',
    cell: ({ id, broj }) => (
      <Link to={`${PODNETI.path}/${id}`} className="hit code font-medium text-ink">
        {broj}
      </Link>
    ),
  },
  { id: 'datum_od', header: 'Od', kind: 'day', width: '8rem' },
  { id: 'datum_do', header: 'Do', kind: 'day', width: '8rem' },
  { id: 'stanje', header: 'Stanje', width: '8rem', card: 'right', cell: ({ stanje }) => <Badge>{stanje}</Badge> },
])
