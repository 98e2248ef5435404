import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { isPaged, ListPager } from './list-pager.tsx'
import { LoadError } from './load-error.tsx'

type Page<Row> = { results: Row[]; total: number; totalPages: number; page: number }

type TablePanelProps<Row, Reply> = Omit<DataTableProps<Row>, 'label' | 'rows' | 'loading' | 'outdated' | 'footer'> & {
  title: string
  right?: ReactNode
  query: UseQueryResult<Reply>
  /** The sentence where it cannot be read. */
  failed: string
  rowsOf: (reply: Reply) => readonly Row[]
  footer?: (reply: Reply) => ReactNode
}

/** A panel with the rows of a query in a table, or the reason why they could not be read. */
export function TablePanel<Row, Reply>(props: TablePanelProps<Row, Reply>) {
  const { title, right, query, failed, rowsOf, footer, ...table } = props
  return (
    <Panel title={title} right={right}>
      {query.isError && !query.data ? (
        <LoadError text={failed} error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <DataTable
          {...table}
          label={title}
          rows={query.data ? rowsOf(query.data) : []}
          loading={query.isPending}
          outdated={query.isPlaceholderData}
          footer={query.data && footer?.(query.data)}
        />
      )}
    </Panel>
  )
}

type PagedPanelProps<Row> = Omit<TablePanelProps<Row, Page<Row>>, 'rowsOf' | 'footer'> & {
  /** As in 'Broj dokumenata: 12'. */
  counted: string
  onPage: (page: number) => void
}

/** The same for a list that the server pages; its pager stands only where there is more than one page. */
export const PagedPanel = <Row,>({ counted, onPage, ...panel }: PagedPanelProps<Row>) => (
  <TablePanel
    {...panel}
    rowsOf={({ results }) => results}
    footer={(reply) => isPaged(reply) && <ListPager reply={reply} counted={counted} of={panel.title} onPage={onPage} />}
  />
)
