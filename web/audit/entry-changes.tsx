import { useMemo } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import {
  changesOf,
  type FieldChange,
  type ListChange,
  type Pair,
  type RowChange,
  type RowState,
} from './fact-changes.ts'

/** Longer lists are paged: a document may have thousands of lines. */
const LIST_ROWS = 50

/** Before and after: only the differences of a change, all of a thing that came or went. */
export function EntryChanges({ entry }: { entry: AuditEntry }) {
  const { compared, fields, lists } = useMemo(() => changesOf(entry), [entry])
  return (
    <div className="flex flex-col gap-4">
      {fields.length > 0 && (compared ? <ComparedFields fields={fields} /> : <OneSide fields={fields} />)}
      {lists.map((list) => (
        <div key={list.name}>
          <p className="mb-1.5 font-semibold text-sm">{list.label}</p>
          <div className="overflow-clip rounded-panel border border-line bg-panel">
            <ListTable list={list} compared={compared} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Of something that came or went: its fields as it was entered, or as it was last. */
const OneSide = ({ fields }: { fields: readonly FieldChange[] }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-3 xl:grid-cols-4">
    {fields.map(({ name, label, code, pre, posle }) => (
      <div key={name} className="min-w-0">
        <dt className="text-ink-3 text-xs">{label}</dt>
        <dd className={`break-words ${code ? 'code' : 'num'}`}>{posle ?? pre}</dd>
      </div>
    ))}
  </dl>
)

const FIELD_COLUMNS: readonly Column<FieldChange>[] = [
  { id: 'label', header: 'Polje', width: '30%', wrap: true, cell: ({ label }) => label },
  {
    id: 'pre',
    header: 'Pre',
    width: '35%',
    wrap: true,
    cell: ({ pre, code }) => <span className={`break-words text-ink-2 ${code ? 'code' : 'num'}`}>{pre ?? '—'}</span>,
  },
  {
    id: 'posle',
    header: 'Posle',
    wrap: true,
    cell: ({ posle, code }) => (
      <span className={`break-words font-medium ${code ? 'code' : 'num'}`}>{posle ?? '—'}</span>
    ),
  },
]

const ComparedFields = ({ fields }: { fields: readonly FieldChange[] }) => (
  <div className="overflow-clip rounded-panel border border-line bg-panel">
    <DataTable label="Izmenjena polja" columns={FIELD_COLUMNS} rows={fields} rowKey={({ name }) => name} />
  </div>
)

const STATES: Record<Exclude<RowState, null>, { text: string; tone: BadgeTone }> = {
  nov: { text: 'Dodato', tone: 'good' },
  izmenjen: { text: 'Izmenjeno', tone: 'accent' },
  obrisan: { text: 'Obrisano', tone: 'bad' },
}

function ListTable({ list, compared }: { list: ListChange; compared: boolean }) {
  const columns = useMemo(() => {
    const state: Column<RowChange> = {
      id: 'state',
      header: 'Izmena',
      cell: (row) => row.state && <Badge tone={STATES[row.state].tone}>{STATES[row.state].text}</Badge>,
    }
    const facts = list.columns.map(
      ({ name, label, right, code }): Column<RowChange> => ({
        id: name,
        header: label,
        ...(right ? { align: 'right' as const } : {}),
        cell: (row) => <Cell pair={row.cells[name]} compared={row.state === 'izmenjen'} code={code} />,
      }),
    )
    return compared ? [state, ...facts] : facts
  }, [list, compared])
  return (
    <DataTable
      label={list.label}
      columns={columns}
      rows={list.rows}
      rowKey={({ key }) => key}
      {...(list.rows.length > LIST_ROWS ? { pageSize: LIST_ROWS } : {})}
    />
  )
}

/** A value; in a changed row what it was stands before what it is. */
function Cell({ pair, compared, code }: { pair: Pair | undefined; compared: boolean; code: boolean }) {
  const { pre = null, posle = null } = pair ?? {}
  const look = code ? 'code' : 'num'
  if (!compared || pre === posle) return <span className={look}>{posle ?? pre}</span>
  return (
    <span className={look}>
      <del className="text-ink-3">{pre ?? '—'}</del>{' '}
      <span aria-hidden className="text-ink-3">
        →
      </span>{' '}
      <ins className="font-semibold no-underline">{posle ?? '—'}</ins>
    </span>
  )
}
