import { Link } from 'react-router'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import { type Para, totalPara } from '#domain/decimal.ts'
import type { Reply } from '#web/api.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { shareText } from './chart-scale.ts'
import { documentsOf } from './month-documents.ts'
import { monthWithYear } from './month-name.ts'
import type { ValueRow } from './value-rows.ts'

type Month = Reply<typeof dashboardEndpoints.dashboardCharts>['po_mesecima'][number]

const MONTH_COLUMNS: readonly Column<Month>[] = [
  { id: 'mesec', header: 'Mesec', cell: ({ mesec }) => monthWithYear(mesec), total: () => 'Ukupno' },
  {
    id: 'uvoz_rsd',
    header: 'Uvoz (RSD)',
    align: 'right',
    cell: ({ mesec, uvoz_rsd }) => (
      <Link to={documentsOf('c4', mesec)} className="hit text-ink">
        <Money value={uvoz_rsd} />
      </Link>
    ),
    total: (months) => <Money value={totalPara(months.map(({ uvoz_rsd }) => uvoz_rsd))} />,
  },
  {
    id: 'izvoz_rsd',
    header: 'Izvoz (RSD)',
    align: 'right',
    cell: ({ mesec, izvoz_rsd }) => (
      <Link to={documentsOf('c1', mesec)} className="hit text-ink">
        <Money value={izvoz_rsd} />
      </Link>
    ),
    total: (months) => <Money value={totalPara(months.map(({ izvoz_rsd }) => izvoz_rsd))} />,
  },
]

/** The numbers behind the chart by month. */
export const MonthTable = ({ months, title }: { months: readonly Month[]; title: string }) => (
  <DataTable label={title} columns={MONTH_COLUMNS} rows={months} rowKey={({ mesec }) => mesec} />
)

type SharedRow = ValueRow & { total: Para }

const valueColumns = (nameHeader: string): readonly Column<SharedRow>[] => [
  {
    id: 'name',
    header: nameHeader,
    wrap: true,
    cell: ({ name, code, detail, to }) =>
      to ? (
        <Link to={to} className="hit text-ink">
          {name} <span className="code text-ink-3">{code ?? detail}</span>
        </Link>
      ) : (
        <>
          {name} <span className="code text-ink-3">{code ?? detail}</span>
        </>
      ),
    total: () => 'Ukupno',
  },
  {
    id: 'value',
    header: 'Vrednost (RSD)',
    align: 'right',
    cell: ({ value }) => <Money value={value} />,
    total: ([first]) => first && <Money value={first.total} />,
  },
  {
    id: 'share',
    header: 'Udeo',
    align: 'right',
    width: '4.5rem',
    cell: ({ value, total }) => shareText(value, total),
  },
]
const COLUMNS = {
  material: valueColumns('Materijal'),
  country: valueColumns('Zemlja porekla'),
  age: valueColumns('Starost'),
}

type ValueTableProps = { of: keyof typeof COLUMNS; rows: readonly ValueRow[]; total: Para; title: string }

/** The numbers behind a chart of values, with each one's share of the total. */
export function ValueTable({ of, rows, total, title }: ValueTableProps) {
  const shared = rows.map((row) => ({ ...row, total }))
  return <DataTable label={title} columns={COLUMNS[of]} rows={shared} rowKey={({ key }) => key} />
}
