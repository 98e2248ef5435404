import { useMemo } from 'react'
import type { RemainingC4 } from '#contract/archive.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { C4Facts } from '#web/stock/c4-line.tsx'
import { LOT_COLUMNS, LotList, lotsOf } from '#web/stock/lot-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'

type RemainingTableProps = { label: string; documents: readonly RemainingC4[]; loading: boolean }

/** Lots under a quiet band for each C4; on a narrow screen the same as a list. */
export function RemainingTable({ label, documents, loading }: RemainingTableProps) {
  const narrow = useNarrow()
  const rows = useMemo(() => lotsOf(documents), [documents])
  if (narrow && !loading) {
    return documents.map((c4) => (
      <section key={c4.c4_id} aria-label={c4.c4_broj}>
        <h3 className="bg-band px-4 py-1.5 font-normal">
          <Band c4={c4} />
        </h3>
        <LotList lots={c4.stavke} />
      </section>
    ))
  }
  return (
    <DataTable
      label={label}
      columns={LOT_COLUMNS}
      rows={rows}
      rowKey={(lot) => String(lot.ulaz_stavka_id)}
      groupBy={(lot) => String(lot.c4.c4_id)}
      band={([first]) => first && <Band c4={first.c4} />}
      loading={loading}
    />
  )
}

const Band = ({ c4 }: { c4: RemainingC4 }) => (
  <>
    <DocumentLink vrsta="c4" id={c4.c4_id} broj={c4.c4_broj} className="font-semibold" /> · <C4Facts c4={c4} />
  </>
)
