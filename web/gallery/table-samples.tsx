import { Eye, FileDown, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, type Para, subtract, sum } from '#domain/decimal.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { percentOf } from '#web/ui/remaining.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { documents, lots, type SampleDocument, type SampleLot } from './samples.ts'

const nothing = () => undefined

const documentColumns: Column<SampleDocument>[] = [
  { id: 'broj_c4', header: 'Broj C4', value: (row) => row.broj_c4, sortable: true },
  { id: 'posiljalac', header: 'Pošiljalac', value: (row) => row.posiljalac_naziv, sortable: true, card: 'second' },
  { id: 'zemlja', header: 'Zemlja otpreme', value: (row) => row.zemlja_otpreme, sortable: true },
  {
    id: 'datum',
    header: 'Datum',
    card: 'second-right',
    value: (row) => row.datum,
    text: (row) => formatDate(row.datum),
    cell: (row) => <DateText value={row.datum} />,
    sortable: true,
  },
  {
    id: 'kolicina',
    header: 'Ukupna količina',
    align: 'right',
    value: (row) => row.kolicina_total,
    text: (row) => formatMicro(row.kolicina_total),
    cell: (row) => <Quantity value={row.kolicina_total} />,
    sortable: true,
    total: (rows) => <Quantity value={sum(rows.map((row) => row.kolicina_total))} />,
  },
  {
    id: 'vrednost',
    header: 'Ukupna vrednost',
    align: 'right',
    card: 'right',
    value: (row) => row.vrednost_total,
    text: (row) => formatPara(row.vrednost_total),
    cell: (row) => <Money value={row.vrednost_total} currency={row.valuta} />,
    sortable: true,
    total: (rows) => <Money value={sum(rows.map((row) => row.vrednost_total)) as Para} currency="RSD" />,
  },
]

const lotColumns: Column<SampleLot>[] = [
  {
    id: 'naziv',
    header: 'Materijal',
    value: (row) => row.naziv,
    cell: (row) => <NameWithId name={row.naziv} id={row.id} />,
  },
  { id: 'zemlja', header: 'Zemlja porekla', value: (row) => row.zemlja_porekla },
  {
    id: 'stavka',
    header: 'Stavka',
    value: (row) => row.ulaz_stavka_id,
    cell: (row) => <span className="num text-ink-3">#{row.ulaz_stavka_id}</span>,
  },
  {
    id: 'preostalo',
    header: 'Preostalo',
    align: 'right',
    cell: (row) => <Quantity value={row.preostalo} unit={row.jedinica} strong />,
  },
  { id: 'kolicina', header: 'Uvezeno', align: 'right', cell: (row) => <Quantity value={row.kolicina} /> },
  {
    id: 'razduzeno',
    header: 'Razduženo',
    align: 'right',
    cell: (row) => <Quantity value={subtract(row.kolicina, row.preostalo)} />,
  },
  {
    id: 'procenat',
    header: 'Preostalo',
    width: '200px',
    cell: (row) => <ProgressBar percent={percentOf(row.preostalo, row.kolicina)} />,
  },
]

/** Cards and tables in all their states. */
export function TableSamples() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['C4-2026/0416']))
  const [page, setPage] = useState(1)
  return (
    <>
      <div className="gallery-cards">
        <StatCard label="Ukupno materijala" value="67" sub="4 ispod nule" />
        <StatCard label="Ukupno proizvoda" value="15" sub="svi sa normativom" />
        <StatCard label="Ulazni dokumenti" value="128" sub="3 ovog meseca" />
        <StatCard label="Stanje" value="-214,5" unit="kg" tone="bad" sub="manjak" />
        <StatCard label="Vrednost trenutnih zaliha" value="18.432.907,15" unit="RSD" sub="po kursu dokumenta" />
        <StatCard label="Vrednost trenutnih zaliha" value="" loading sub="Računanje..." />
      </div>
      <Panel title="Ulazni dokumenti" right={<a href="#svi">Pogledaj sve (128)</a>}>
        <DataTable
          label="Ulazni dokumenti"
          columns={documentColumns}
          rows={documents}
          rowKey={(row) => row.broj_c4}
          searchPlaceholder="Pretraži dokumente..."
          toolbar={<Button>Učitaj iz Excela</Button>}
          selected={selected}
          onSelect={setSelected}
          defaultSort={{ id: 'datum', desc: true }}
          actions={() => [
            { text: 'Preuzmi PDF', icon: <FileDown />, onChoose: nothing },
            { text: 'Izmeni', icon: <Pencil />, onChoose: nothing },
            { text: 'Obriši', icon: <Trash2 />, danger: true, onChoose: nothing },
          ]}
          footer={
            <Pager page={page} totalPages={13} onPage={setPage}>
              128 dokumenata
            </Pager>
          }
        />
      </Panel>
      <Panel title="Trenutni materijali po C4 (FIFO praćenje)" right={<a href="#detaljno">Detaljni pregled</a>}>
        <DataTable
          label="Materijali po C4"
          columns={lotColumns}
          rows={lots}
          rowKey={(row) => String(row.ulaz_stavka_id)}
          groupBy={(row) => row.c4_broj}
          band={(rows) => (
            <>
              <strong className="code">{rows[0]?.c4_broj}</strong> · 02.09.2026. · EUR · 1 EUR = 117,50 RSD · broj
              materijala: {rows.length} · ID 388
            </>
          )}
        />
      </Panel>
      <Panel title="Prazno">
        <DataTable
          label="Prazna tabela"
          columns={lotColumns}
          rows={[]}
          rowKey={String}
          emptyAction={<Button variant="primary">Novi ulazni dokument</Button>}
          actions={() => [{ text: 'Pregled', icon: <Eye />, onChoose: nothing }]}
        />
      </Panel>
      <Panel title="Učitavanje">
        <DataTable
          label="Tabela koja se učitava"
          columns={lotColumns}
          rows={[]}
          rowKey={String}
          loading
          skeletonRows={3}
        />
      </Panel>
      <Panel title="Granice boja" padded>
        <div className="gallery-cards">
          {[0, 0.2, 25, 25.1, 50, 50.1, 99.8, 100].map((percent) => (
            <ProgressBar key={percent} percent={percent} />
          ))}
        </div>
        <p>
          <Quantity value={-1_500_000 as Micro} unit="kg" /> · <Money value={-123_456 as Para} currency="EUR" />
        </p>
      </Panel>
    </>
  )
}
