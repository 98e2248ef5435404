import { useQuery } from '@tanstack/react-query'
import { type KolicineOdobrenja, odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'

type Row = KolicineOdobrenja['stavke'][number] & { readonly named: boolean }

/** Goods of an authorisation: what it allows, what came in on its imports, and what is open of that. */
export function AllowedGoods({ id }: { id: number }) {
  const goods = useQuery(read(odobrenjaEndpoints.kolicineOdobrenja, { params: { id } }))
  return (
    <Panel title="Roba po odobrenju">
      {goods.isError && !goods.data ? (
        <LoadError text="Roba po odobrenju nije učitana." error={goods.error} onRetry={() => goods.refetch()} />
      ) : (
        <DataTable
          label="Roba po odobrenju"
          columns={COLUMNS}
          rows={goods.data ? rowsOf(goods.data) : []}
          loading={goods.isPending}
          rowKey={({ key }) => key}
          emptyText="Odobrenje ne navodi robu i nema uvoza."
          pageSize={PAGE_LINES}
        />
      )}
    </Panel>
  )
}

const PAGE_LINES = 20

const rowsOf = ({ stavke, ostalo }: KolicineOdobrenja): (Row & { key: string })[] => [
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

const COLUMNS: readonly Column<Row & { key: string }>[] = [
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
  {
    id: 'preostalo',
    header: 'Otvoreno',
    align: 'right',
    width: '9rem',
    cell: ({ preostalo, jedinica_mere }) => <Quantity value={preostalo} unit={jedinica_mere ?? ''} />,
  },
]
