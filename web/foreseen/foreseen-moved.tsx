import { useMemo } from 'react'
import type { Pokrice, ProverenC1 } from '#contract/documents.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'

/** The draws of an export of one material before and after. */
type Moved = Pick<ProverenC1, 'broj_c1' | 'datum' | 'pre' | 'posle'> & {
  readonly key: string
  readonly materijal_id: string
}

const movedIn = (exports: readonly ProverenC1[]): Moved[] =>
  exports.flatMap(({ id, broj_c1, datum, pre, posle }) => {
    const materials = [...new Set([...pre, ...posle].map(({ materijal_id }) => materijal_id))]
    return materials.map((materijal_id) => {
      const of = (cover: readonly Pokrice[]) => cover.filter((one) => one.materijal_id === materijal_id)
      return { key: `${id} ${materijal_id}`, broj_c1, datum, materijal_id, pre: of(pre), posle: of(posle) }
    })
  })

const Cover = ({ of }: { of: readonly Pokrice[] }) => (
  <ul>
    {of.map(({ c4_broj, ulaz_stavka_id, kolicina }) => (
      <li key={`${ulaz_stavka_id} ${c4_broj}`} className={c4_broj === null ? 'text-bad' : ''}>
        {c4_broj === null ? 'manjak' : <span className="code">{c4_broj}</span>} <Quantity value={kolicina} />
      </li>
    ))}
  </ul>
)

const COLUMNS: readonly Column<Moved>[] = [
  { id: 'izvoz', header: 'Izvoz', card: 'title', cell: ({ broj_c1 }) => <span className="code">{broj_c1}</span> },
  { id: 'datum', header: 'Datum', card: 'right', cell: ({ datum }) => <DateText value={datum} /> },
  { id: 'materijal', header: 'Materijal', cell: ({ materijal_id }) => <span className="code">{materijal_id}</span> },
  { id: 'pre', header: 'Pre', cell: ({ pre }) => <Cover of={pre} /> },
  { id: 'posle', header: 'Posle', cell: ({ posle }) => <Cover of={posle} /> },
]

export const FORESEEN_ROWS = 50
export const FORESEEN_TABLE = 'mt-4 overflow-clip rounded-panel border border-line'

/** From which lots exports would draw of each material before and after; nothing where none would move. */
export function ForeseenMoved({ exports }: { exports: readonly ProverenC1[] }) {
  const moved = useMemo(() => movedIn(exports), [exports])
  if (moved.length === 0) return null
  return (
    <div className={FORESEEN_TABLE}>
      <DataTable
        label="Izvozi koji bi se pomerili"
        columns={COLUMNS}
        rows={moved}
        rowKey={({ key }) => key}
        pageSize={FORESEEN_ROWS}
      />
    </div>
  )
}
