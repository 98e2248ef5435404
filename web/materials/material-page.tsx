import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type MaterialRow, materialEndpoints, type RemainingEntry } from '#contract/materials.ts'
import { type ListedPopis, popisiEndpoints } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro, sum, totalPara } from '#domain/decimal.ts'
import { NotesAndHistory } from '#web/beside/notes-and-history.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { CodesPanel } from '#web/catalogue/codes-panel.tsx'
import { MATERIAL_RECORD, MaterialForm } from '#web/catalogue/material-form.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { pageIn } from '#web/screens/address-values.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { plainColumns } from '#web/screens/figure-columns.tsx'
import { MATERIALS, materialAddress, neighbourByName, popisAddress } from '#web/screens/record-addresses.ts'
import { DeleteButton, EditButton, RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import { TablePanel } from '#web/screens/table-panel.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { percentOf } from '#web/ui/remaining.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { shownOutputs } from './stock-figures.ts'
import { TransactionPanel } from './transaction-panel.tsx'

/** Keeps the room of a quiet line, so that all cards have the same height with and without it. */
const NO_SUB = '\u00a0'

/** The value in the address: the page of its transactions. */
const DEFAULTS = { promet: '1' }

/** Stock of one material: three cards, what remains of each C4, its transactions (spec §2) and its history. */
export function MaterialPage() {
  const { id = '' } = useParams()
  const [at, setAt] = useAddressValues(DEFAULTS)
  const params = { id }
  const stored = useQuery(read(materialEndpoints.getMaterial, { params }))
  const { data: susedni } = useQuery(read(materialEndpoints.materialNeighbours, { params }))
  const transactions = useQuery(
    read(materialEndpoints.materialTransactions, { params, query: { page: pageIn(at.promet) } }),
  )
  const remaining = useQuery(read(materialEndpoints.materialRemaining, { params }))
  const [editing, setEditing] = useState<MaterialRow | 'asked' | null>(null)
  const { ask, isGoing } = useRecordDeletion(MATERIAL_RECORD, { onGone: useWayToList(MATERIALS.path) })
  const material = stored.data
  // A record that somebody else deleted is not there any more, even if it was read before.
  const failed = [stored, transactions].find((query) => query.isError && (!query.data || isGone(query.error)))
  // The form was asked for before the material came.
  if (material && editing === 'asked') setEditing(material)
  const unit = material?.jedinica_mere
  const outputs = material && shownOutputs(transactions.data?.transactions ?? [], material.totalConsumed)
  return (
    <RecordPage
      list={MATERIALS}
      prethodni={neighbourByName(susedni?.prethodni, materialAddress)}
      sledeci={neighbourByName(susedni?.sledeci, materialAddress)}
      title={
        <>
          {material?.naziv} <span className="code font-normal text-ink-3 text-lg">{id}</span>
        </>
      }
      sub={
        material ? (
          <>
            {material.zemlja_porekla} · <span className="code">{material.tarifni_broj}</span>
          </>
        ) : (
          NO_SUB
        )
      }
      actions={
        <>
          <EditButton onEdit={() => setEditing(material ?? 'asked')} />
          <DeleteButton
            disabled={!material}
            busy={material && isGoing(material)}
            onDelete={() => material && ask(material)}
          />
        </>
      }
      gone={
        failed && (
          <RecordNotShown
            list={MATERIALS}
            subject={{ vrsta: 'materijal', predmet: id }}
            text={OVERVIEW_FAILED}
            query={failed}
            onRetry={() => {
              void stored.refetch()
              void transactions.refetch()
            }}
          />
        )
      }
      windows={editing && editing !== 'asked' && <MaterialForm stored={editing} onClose={() => setEditing(null)} />}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard
          label="Ukupno na stanju"
          loading={!material}
          value={material && formatMicro(material.totalQuantity)}
          unit={unit}
          tone={material && material.totalQuantity < 0 ? 'bad' : material?.totalQuantity ? 'good' : undefined}
          sub={bothOf(material) ?? NO_SUB}
        />
        <StatCard
          label="Ukupno ulaza"
          loading={!material}
          value={material && formatMicro(material.totalInput)}
          unit={unit}
          sub={NO_SUB}
        />
        <StatCard
          label="Ukupno izlaza"
          loading={!outputs || transactions.isPending}
          value={outputs && formatMicro(outputs.value)}
          unit={unit}
          sub={
            material && outputs?.ofPage && outputs.value !== material.totalConsumed
              ? `na ovoj stranici; ukupno ${formatMicro(material.totalConsumed)} ${unit}`
              : NO_SUB
          }
        />
      </div>
      <RemainingPanel id={id} unit={unit ?? ''} />
      <TransactionPanel
        reply={transactions.data}
        outdated={transactions.isPlaceholderData}
        unit={unit ?? ''}
        // Its pages are no visits of their own: Back leads to the list.
        onPage={(promet) => setAt({ promet: String(promet) }, { replace: true })}
      />
      <CodesPanel of={{ materijal_id: id }} />
      <CountsPanel id={id} />
      {/* Only when the parts above it have their height. */}
      {transactions.data && remaining.data && <NotesAndHistory key={id} vrsta="materijal" predmet={id} />}
    </RecordPage>
  )
}

/** The rest in the lots and the shortage of exports, where both are. */
function bothOf(material: MaterialRow | undefined) {
  if (!material || material.manjak <= 0 || material.preostalo <= 0) return null
  const { preostalo, manjak, jedinica_mere } = material
  return (
    <span className="text-bad">
      ostalo {formatMicro(preostalo)} {jedinica_mere}, izvozima nedostaje {formatMicro(manjak)} {jedinica_mere}
    </span>
  )
}

/** The counts of a material, newest first; nothing while it was never counted. */
function CountsPanel({ id }: { id: string }) {
  const { data } = useQuery(read(popisiEndpoints.listPopisi, { query: { materijal_id: id } }))
  if (!data || data.total === 0) return null
  return (
    <Panel title="Popisi">
      <DataTable label="Popisi" columns={COUNT_COLUMNS} rows={data.results} rowKey={(popis) => String(popis.id)} />
    </Panel>
  )
}

const amount = (name: 'knjigovodstveno' | 'izbrojano' | 'razlika', header: string): Column<ListedPopis> => ({
  id: name,
  header,
  align: 'right',
  cell: ({ stavka }) => stavka && <Quantity value={stavka[name]} unit={stavka.jedinica_mere} />,
})

const COUNT_COLUMNS: readonly Column<ListedPopis>[] = [
  {
    id: 'datum',
    header: 'Datum',
    card: 'title',
    cell: ({ id, datum }) => (
      <Link to={popisAddress(id)} className="num">
        {formatDate(datum)}
      </Link>
    ),
  },
  amount('knjigovodstveno', 'Knjigovodstveno'),
  amount('izbrojano', 'Izbrojano'),
  amount('razlika', 'Razlika'),
]

const PAGE_ROWS = 10

const columnsIn = (unit: string): readonly Column<RemainingEntry>[] =>
  plainColumns([
    {
      id: 'c4_broj',
      header: 'C4',
      width: '8.5rem',
      under: (row) => `#${row.ulaz_stavka_id} · ${row.zemlja_porekla}`,
      cell: (row) => <DocumentLink vrsta="c4" id={row.c4_id} broj={row.c4_broj} className="font-medium" />,
    },
    { id: 'c4_datum', header: 'Datum', kind: 'day', width: '6.5rem', card: 'second' },
    {
      id: 'ulaz_stavka_id',
      header: 'Stavka',
      width: '5rem',
      fold: true,
      cell: (row) => <span className="code text-ink-2">#{row.ulaz_stavka_id}</span>,
    },
    { id: 'zemlja_porekla', header: 'Zemlja porekla', width: '7.5rem', fold: true, cell: (row) => row.zemlja_porekla },
    {
      id: 'dokazuje_poreklo',
      header: 'Dokazuje poreklo',
      width: '6.5rem',
      cell: (row) => <YesNo value={row.dokazuje_poreklo} />,
    },
    { id: 'kolicina', header: 'Uvezeno', kind: 'quantity', width: '6rem' },
    { id: 'kolicina_razduzena', header: 'Razduženo', kind: 'quantity', width: '6.5rem' },
    {
      id: 'preostalo',
      header: 'Preostalo',
      width: '7.5rem',
      align: 'right',
      card: 'right',
      cell: (row) => <Quantity value={row.preostalo} unit={unit} strong />,
      total: (rows) => <Quantity value={sum(rows.map((row) => row.preostalo))} unit={unit} strong />,
    },
    {
      id: 'procenat',
      header: 'Preostalo u %',
      width: '8.75rem',
      cell: (row) => <ProgressBar percent={percentOf(row.preostalo, row.kolicina)} />,
    },
    {
      id: 'vrednost_rsd',
      header: 'Vrednost',
      width: '9rem',
      align: 'right',
      card: 'second-right',
      cell: (row) => <Money value={row.vrednost_rsd} currency="RSD" />,
      total: (rows) => <Money value={totalPara(rows.map((row) => row.vrednost_rsd))} currency="RSD" strong />,
    },
  ])

const OVERVIEW_FAILED = 'Greška prilikom učitavanja pregleda materijala'

/** The rest of each C4 item, oldest first: the order in which exports take from them. */
function RemainingPanel({ id, unit }: { id: string; unit: string }) {
  const remaining = useQuery(read(materialEndpoints.materialRemaining, { params: { id } }))
  const columns = useMemo(() => columnsIn(unit), [unit])
  return (
    <TablePanel
      title="Preostalo po C4"
      query={remaining}
      failed={OVERVIEW_FAILED}
      columns={columns}
      rowsOf={(rows) => rows}
      rowKey={(row) => String(row.ulaz_stavka_id)}
      skeletonRows={3}
      pageSize={PAGE_ROWS}
      emptyText="Nema preostalih količina."
    />
  )
}
