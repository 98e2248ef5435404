import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { type AuditEntry, type AuditRow, auditEndpoints } from '#contract/audit.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dayText, deedOf } from './entry-words.ts'
import {
  type ChangedRow,
  changesOf,
  type FieldChange,
  type ListChange,
  type Pair,
  type RowState,
} from './fact-changes.ts'

export const auditTexts = {
  loadFailed: 'Greška pri učitavanju istorije',
  noneFound: 'Nema izmena koje odgovaraju filterima.',
  none: 'Nema zabeleženih izmena.',
} as const

const SKELETON_ROWS = 6

export type HistoryListProps = {
  /** Newest first; undefined while they are read. */
  rows: readonly AuditRow[] | undefined
  emptyText: string
  /** The level of the days among the headings around them. */
  heading: 'h2' | 'h3'
  action?: (row: AuditRow) => ReactNode
}

/** Changes under the days on which they were made. */
export function HistoryList({ rows, emptyText, heading: Heading, action }: HistoryListProps) {
  if (!rows) return <Loading />
  if (rows.length === 0) return <EmptyState text={emptyText} />
  const days = Map.groupBy(rows, ({ dan }) => dan)
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={dayText(day)}>
      <Heading className="sticky top-(--sticky-top) z-1 border-line border-y bg-band px-4 py-1.5 font-medium text-ink-2 text-sm">
        {dayText(day)}
      </Heading>
      <ul>
        {ofDay.map((row) => (
          <HistoryEntry key={row.id} row={row} action={action?.(row)} />
        ))}
      </ul>
    </section>
  ))
}

const Loading = () => (
  <div aria-busy className="flex flex-col gap-5 px-4 py-5">
    <span className="sr-only">Učitavanje...</span>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without a content
      <Skeleton key={row} className={row % 2 ? 'w-2/5' : 'w-3/5'} />
    ))}
  </div>
)

/** One change as a sentence: when, who, what, its number; it opens to what was before and what is after. */
function HistoryEntry({ row, action }: { row: AuditRow; action?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const sentence = <Sentence row={row} />
  const shape = 'flex min-w-0 flex-1 gap-2 px-4 py-2 text-left'
  return (
    <li className="border-line-quiet border-b last:border-b-0">
      <div className="flex items-start hover:bg-hover">
        {row.ima_razlike ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            className={`-outline-offset-2 ${shape}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight aria-hidden className={`mt-0.5 size-4 flex-none text-ink-3 ${open ? 'rotate-90' : ''}`} />
            {sentence}
          </button>
        ) : (
          <div className={shape}>
            <span aria-hidden className="size-4 flex-none" />
            {sentence}
          </div>
        )}
        {action && <div className="flex-none py-1 pr-3">{action}</div>}
      </div>
      {/* Sticky parts of its tables stay under the day, which sticks above them. */}
      <div
        id={id}
        hidden={!open}
        className="isolate border-line-quiet border-t bg-page px-4 py-4 [--sticky-top:auto] sm:pl-10"
      >
        {open && <OpenEntry row={row} />}
      </div>
    </li>
  )
}

function Sentence({ row }: { row: AuditRow }) {
  const { deed, name } = deedOf(row)
  return (
    <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[3rem_minmax(9rem,13rem)_minmax(0,1fr)]">
      <span className="flex gap-2 text-ink-3 text-sm sm:contents sm:text-base">
        <time dateTime={new Date(row.vreme).toISOString()} className="num">
          {row.sat}
        </time>
        <span className="min-w-0 truncate sm:text-ink-2" title={row.korisnik}>
          {row.korisnik}
        </span>
      </span>
      <span className="min-w-0">
        {deed} {name && <strong className="code inline-block max-w-full font-semibold">{name}</strong>}
        {row.sazetak && <span className="block text-ink-3 text-sm">{row.sazetak}</span>}
      </span>
    </span>
  )
}

/** An entry never changes, so it is read once. */
function OpenEntry({ row: { id, predmet } }: { row: AuditRow }) {
  const asked = read(auditEndpoints.getAudit, { params: { id }, query: { predmet } })
  const entry = useQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY })
  if (entry.data) return <EntryChanges entry={entry.data} />
  if (entry.isError)
    return <LoadError text="Greška pri učitavanju izmene" error={entry.error} onRetry={() => entry.refetch()} />
  return <Skeleton className="w-1/2" />
}

/** Longer lists are paged: a document may have thousands of lines. */
const LIST_ROWS = 50

/** Before and after: only the differences of a change, all of a thing that came or went. */
function EntryChanges({ entry }: { entry: AuditEntry }) {
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

/** The fields of a record that came or went: as it was entered, or as it was last. */
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
    const state: Column<ChangedRow> = {
      id: 'state',
      header: 'Izmena',
      cell: (row) => row.state && <Badge tone={STATES[row.state].tone}>{STATES[row.state].text}</Badge>,
    }
    const facts = list.columns.map(
      ({ name, label, right, code }): Column<ChangedRow> => ({
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

/** A value; in a changed row the earlier value stands before the new one. */
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
