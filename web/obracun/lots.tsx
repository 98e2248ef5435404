import { ChevronRight } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ObracunIzvoz, ObracunStavka } from '#contract/obracun.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { withoutEmpty } from '#web/screens/figure-columns.tsx'
import { ProductLink } from '#web/screens/product-link.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { drawKey, LOTS } from './obracun-columns.tsx'

type LotsProps = {
  stavke: readonly ObracunStavka[]
  izvoz: readonly ObracunIzvoz[]
  outdated: boolean
  onOpen: (row: ObracunStavka) => void
}

const keyOf = ({ ulaz_stavka_id }: { ulaz_stavka_id: number }) => String(ulaz_stavka_id)

/** Part A; a lot opens into the exports that took from it. */
export function Lots({ stavke, izvoz, outdated, onOpen }: LotsProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const draws = useMemo(() => Map.groupBy(izvoz, keyOf), [izvoz])
  const toggle = useCallback(
    (row: ObracunStavka) =>
      setOpened((known) => {
        const next = new Set(known)
        if (!next.delete(keyOf(row))) next.add(keyOf(row))
        return next
      }),
    [],
  )
  const columns = useMemo(
    () =>
      withoutEmpty(LOTS, stavke).map((column) =>
        column.id === 'ugradjeno' ? opening(column, opened, toggle) : column,
      ),
    [opened, toggle, stavke],
  )
  return (
    <DataTable
      label="Uvozne stavke"
      columns={columns}
      rows={stavke}
      rowKey={keyOf}
      onOpen={onOpen}
      detail={(row) => opened.has(keyOf(row)) && <Draws of={row} draws={draws.get(keyOf(row)) ?? []} />}
      totalsInSight
      outdated={outdated}
      searchPlaceholder="Pretraži obračun..."
      pageSize={PAGE_ROWS}
    />
  )
}

/** Rows of a part that are shown at once. */
export const PAGE_ROWS = 50

/** The column whose figure opens its row. */
const opening = (
  column: Column<ObracunStavka>,
  opened: ReadonlySet<string>,
  toggle: (row: ObracunStavka) => void,
): Column<ObracunStavka> => ({
  ...column,
  cell: (row) => {
    if (row.ugradjeno === NO_QUANTITY) return <Quantity value={row.ugradjeno} />
    const open = opened.has(keyOf(row))
    return (
      <button
        type="button"
        aria-expanded={open}
        title="Izvozi koji su uzeli iz ove stavke"
        className="hit inline-flex items-center gap-1 text-accent"
        onClick={() => toggle(row)}
      >
        <ChevronRight aria-hidden className={`size-3.5 flex-none ${open ? 'rotate-90' : ''}`} />
        <Quantity value={row.ugradjeno} />
      </button>
    )
  },
})

/** The draws of exports from a lot, the oldest first. */
const Draws = ({ of, draws }: { of: ObracunStavka; draws: readonly ObracunIzvoz[] }) => (
  <ul
    aria-label={`Izvozi iz stavke ${of.redni_broj} fakture ${of.broj_fakture} (${of.broj_c4})`}
    className="grid gap-y-1"
  >
    {draws.map((draw) => (
      <li key={drawKey(draw)} className="flex flex-wrap items-baseline gap-x-3">
        <DocumentLink vrsta="c1" id={draw.c1_id} broj={draw.broj_c1} className="font-medium" />
        <DateText value={draw.datum} />
        <ProductLink id={draw.proizvod_id} name={draw.proizvod_naziv} />
        <span className="text-ink-3">
          izvezeno <Quantity value={draw.izvezeno} unit={draw.jedinica_mere} />
        </span>
        <span>
          razduženo <Quantity value={draw.razduzeno} unit={of.jedinica_mere} strong />
        </span>
      </li>
    ))}
  </ul>
)
