import { Link } from 'react-router'
import type { RemainingC4 } from '#contract/archive.ts'
import { MATERIJAL } from '#contract/figures/figure.ts'
import { formatMicro } from '#domain/decimal.ts'
import { plainColumns } from '#web/screens/figure-columns.tsx'
import { materialAddress } from '#web/screens/record-addresses.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { percentOf } from '#web/ui/remaining.ts'

export type Lot = RemainingC4['stavke'][number]
/** With the document on which it came. */
export type DocumentLot = Lot & { c4: RemainingC4 }

/** The lots of all these documents, in their order. */
export const lotsOf = (documents: readonly RemainingC4[]): DocumentLot[] =>
  documents.flatMap((c4) => c4.stavke.map((lot) => ({ ...lot, c4 })))

/** A material's name and ID, leading to its page. */
export const MaterialLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={materialAddress(id)} className="hit text-ink">
    <NameWithId name={name} id={id} />
  </Link>
)

/** A column of materials, each found by its name and ID and leading to its page. */
export const materialColumn = <Row extends { materijal_id: string; materijal_naziv: string }>(
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id: 'materijal',
  header: MATERIJAL,
  text: ({ materijal_naziv, materijal_id }) => `${materijal_naziv} ${materijal_id}`,
  cell: ({ materijal_id, materijal_naziv }) => <MaterialLink id={materijal_id} name={materijal_naziv} />,
  ...more,
})

/** The rest of one C4 item: the columns of spec §2, the same on dashboard and in the archive. */
export const LOT_COLUMNS = plainColumns<Lot>([
  {
    id: 'materijal',
    header: MATERIJAL,
    wrap: true,
    under: (lot) => `razduženo ${formatMicro(lot.kolicina_razduzena)} · #${lot.ulaz_stavka_id} · ${lot.zemlja_porekla}`,
    cell: (lot) => (
      <div className="min-w-32 wrap-anywhere">
        <MaterialLink id={lot.materijal_id} name={lot.naziv} />
      </div>
    ),
  },
  {
    id: 'zemlja_porekla',
    header: 'Zemlja porekla',
    width: '7rem',
    wrap: true,
    fold: true,
    cell: (lot) => lot.zemlja_porekla,
  },
  {
    id: 'ulaz_stavka_id',
    header: 'Stavka',
    width: '4.5rem',
    fold: true,
    cell: (lot) => <span className="code text-ink-3">#{lot.ulaz_stavka_id}</span>,
  },
  {
    id: 'preostalo',
    header: 'Preostalo',
    kind: 'quantity',
    withUnit: 'jedinica_mere',
    strong: true,
    width: '7.5rem',
  },
  { id: 'kolicina', header: 'Uvezeno', kind: 'quantity', width: '6.5rem' },
  { id: 'kolicina_razduzena', header: 'Razduženo', kind: 'quantity', width: '6.5rem', fold: true },
  {
    id: 'procenat',
    header: 'Preostalo u %',
    width: '9rem',
    cell: (lot) => <ProgressBar percent={percentOf(lot.preostalo, lot.kolicina)} label={`Preostalo: ${lot.naziv}`} />,
  },
])

/** The same as the table of lots, one under the other for a narrow screen: nothing has to be scrolled into sight. */
export const LotList = ({ lots }: { lots: readonly Lot[] }) => (
  <ul>
    {lots.map((lot) => (
      <li key={lot.ulaz_stavka_id} className="border-line-quiet border-b px-4 py-2.5 last:border-b-0">
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0">
            <MaterialLink id={lot.materijal_id} name={lot.naziv} />
          </p>
          <p className="flex-none">
            <Quantity value={lot.preostalo} unit={lot.jedinica_mere} strong />
          </p>
        </div>
        <p className="num mt-0.5 text-ink-3 text-sm">
          {lot.zemlja_porekla} · <span className="code">#{lot.ulaz_stavka_id}</span> · ulaz{' '}
          <Quantity value={lot.kolicina} /> · razduženo <Quantity value={lot.kolicina_razduzena} />
        </p>
        <ProgressBar
          className="mt-1.5"
          percent={percentOf(lot.preostalo, lot.kolicina)}
          label={`Preostalo: ${lot.naziv}`}
        />
      </li>
    ))}
  </ul>
)
