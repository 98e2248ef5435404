import { useMemo } from 'react'
import type { Pokrice, ProverenC1 } from '#contract/documents.ts'
import { MATERIJAL } from '#contract/figures/figure.ts'
import { DrawMarks } from '#web/stock/draw-marks.tsx'
import { materialColumn } from '#web/stock/lot-columns.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { ForeseenText, OutdatedForeseen } from './foreseen.tsx'
import type { ForeseenDocument, ForeseenDraw } from './foreseen-draws.ts'

const drawColumns = (other: string): readonly Column<ForeseenDraw>[] => [
  materialColumn({
    wrap: true,
    cell: (row) => <NameWithId name={row.materijal_naziv} id={row.materijal_id} />,
  }),
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'right',
    cell: (row) => (
      <>
        <Quantity value={row.kolicina} unit={row.jedinica_mere} strong={row.other !== null} />
        <DrawMarks {...row} />
      </>
    ),
  },
  {
    id: 'broj',
    header: `${other} broj`,
    card: 'second',
    cell: (row) =>
      row.other ? <span className="code">{row.other.broj}</span> : <strong className="text-bad">Manjak</strong>,
  },
  {
    id: 'datum',
    header: `Datum ${other}`,
    card: 'second-right',
    cell: (row) => (row.other ? <DateText value={row.other.datum} /> : ''),
  },
  {
    id: 'stavka',
    header: 'Faktura',
    cell: (row) => (row.other ? <span className="code">{row.other.stavka}</span> : ''),
  },
]

const LOT_COLUMNS: readonly Column<ForeseenDraw>[] = [
  { id: 'zemlja', header: 'Zemlja porekla', cell: ({ other }) => other?.lot?.zemlja_porekla },
  {
    id: 'poreklo',
    header: 'Dokazuje poreklo',
    cell: ({ other }) => other?.lot && <YesNo value={other.lot.dokazuje_poreklo} />,
  },
]
const ROK: Column<ForeseenDraw> = {
  id: 'rok',
  header: 'Rok',
  cell: ({ other }) => other?.lot?.rok && <DateText value={other.lot.rok} />,
}
const C4_COLUMNS = [...drawColumns('C4'), ...LOT_COLUMNS]
const C4_COLUMNS_WITH_ROK = [...drawColumns('C4'), ROK, ...LOT_COLUMNS]
const C1_COLUMNS = drawColumns('C1')
const columnsFor = ({ other, draws }: ForeseenDocument) =>
  other === 'C1' ? C1_COLUMNS : draws.some((draw) => draw.other?.lot?.rok) ? C4_COLUMNS_WITH_ROK : C4_COLUMNS

type ForeseenDialogProps = {
  readonly of: ForeseenDocument
  readonly outdated: boolean
  /** Chooses another lot for what a line draws; without it none is offered. */
  readonly onDirect?: ((draw: ForeseenDraw) => void) | undefined
  readonly onClose: () => void
}

const directColumn = (onDirect: (draw: ForeseenDraw) => void): Column<ForeseenDraw> => ({
  id: 'usmeri',
  header: 'Izbor',
  cell: (draw) => (
    <Button
      variant="ghost"
      className="h-7"
      aria-label={`Usmeri ${draw.materijal_id}, ${draw.other?.broj ?? 'manjak'}`}
      onClick={() => onDirect(draw)}
    >
      Usmeri
    </Button>
  ),
})

/** The effects of saving the document in the form (customs §4.12); nothing is saved. */
export function ForeseenDialog({ of, outdated, onDirect, onClose }: ForeseenDialogProps) {
  const { told, draws } = of
  const columns = useMemo(() => [...columnsFor(of), ...(onDirect ? [directColumn(onDirect)] : [])], [of, onDirect])
  const close = (
    <Button data-autofocus onClick={onClose}>
      Zatvori
    </Button>
  )
  return (
    <Dialog open size="large" title="Provera pre čuvanja" onClose={onClose} foot={close}>
      {outdated && <OutdatedForeseen />}
      <ForeseenText {...told} />
      <ForeseenMoved exports={told.promenjeni_c1} />
      {!told.odbijeno && (
        <div className={FORESEEN_TABLE}>
          <DataTable
            label="Šta bi se razdužilo"
            columns={columns}
            rows={draws}
            rowKey={({ key }) => key}
            pageSize={FORESEEN_ROWS}
            emptyText="Ništa ne bi bilo razduženo."
          />
        </div>
      )}
    </Dialog>
  )
}

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
  { id: 'materijal', header: MATERIJAL, cell: ({ materijal_id }) => <span className="code">{materijal_id}</span> },
  { id: 'pre', header: 'Pre', cell: ({ pre }) => <Cover of={pre} /> },
  { id: 'posle', header: 'Posle', cell: ({ posle }) => <Cover of={posle} /> },
]

const FORESEEN_ROWS = 50
const FORESEEN_TABLE = 'mt-4 overflow-clip rounded-panel border border-line'

/** The lots from which exports would draw each material, before and after; nothing where none would move. */
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
