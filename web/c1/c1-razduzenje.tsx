import './razduzenje.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { type C1Document, type C1Stavka, c1Endpoints, type RazduzenjeRow } from '#contract/c1.ts'
import { partsText } from '#domain/bom.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { countOf, stavkiOf } from '#domain/count-words.ts'
import { sum } from '#domain/decimal.ts'
import { FiguresLine, FiguresLineSkeleton } from '#web/document-list/figures-line.tsx'
import { read } from '#web/queries.ts'
import { DischargeLink } from '#web/screens/document-link.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { DrawMarks } from '#web/stock/draw-marks.tsx'
import { materialColumn } from '#web/stock/lot-columns.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { c1Texts } from './c1-texts.ts'
import { PorekloDialog } from './poreklo-dialog.tsx'
import { type DischargeRow, type DischargeView, dischargeRows, dischargeSummary, type Lot } from './razduzenje-rows.ts'

const VIEWS = [
  { id: 'stavke', name: 'Po stavkama izvoza' },
  { id: 'c4', name: 'Po C4 dokumentima' },
  { id: 'materijali', name: 'Po materijalima' },
] as const

/** The answer to a question of customs: which imported lines went out in this export. */
export function C1Razduzenje({ document }: { document: C1Document }) {
  const [view, setView] = useState<DischargeView>('stavke')
  const [poreklo, setPoreklo] = useState<C1Stavka>()
  const [onlyMissing, setOnlyMissing] = useState(false)
  const discharge = useQuery(read(c1Endpoints.c1Razduzenje, { params: { id: document.id } }))
  const rows = discharge.data
  const shown = useMemo(() => {
    const wanted = onlyMissing ? rows?.filter(({ lot }) => !lot) : rows
    return dischargeRows(wanted ?? [], view)
  }, [rows, view, onlyMissing])
  const missing = rows?.some(({ lot }) => !lot)

  if (discharge.isError && !rows)
    return <LoadError text={c1Texts.dischargeFailed} error={discharge.error} onRetry={() => discharge.refetch()} />
  return (
    <div className="print-lying">
      <div className="px-4 py-2">{rows ? <Summary document={document} rows={rows} /> : <FiguresLineSkeleton />}</div>
      <Tabs label="Prikaz razduženja" tabs={VIEWS} active={view} onChange={setView} flush>
        <DataTable
          label="Razduženje"
          columns={DISCHARGE_COLUMNS[view]}
          rows={shown}
          rowKey={({ key }) => key}
          loading={!rows}
          groupBy={({ group }) => group}
          band={(group) => <DischargeBand view={view} rows={group} document={document} onPoreklo={setPoreklo} />}
          searchPlaceholder="Pretraži razduženje..."
          emptyText={rows?.length === 0 ? 'Ovaj izvoz nije ništa razdužio: proizvodi nemaju normativ.' : undefined}
          toolbar={
            missing && (
              <Button aria-pressed={onlyMissing} onClick={() => setOnlyMissing(!onlyMissing)}>
                {onlyMissing ? 'Prikaži sve' : 'Samo manjak'}
              </Button>
            )
          }
        />
      </Tabs>
      {poreklo && <PorekloDialog document={document} stavka={poreklo} onClose={() => setPoreklo(undefined)} />}
    </div>
  )
}

/** The materials of the export in figures. */
function Summary({ document, rows }: { document: C1Document; rows: readonly RazduzenjeRow[] }) {
  const { stavki, bezNormativa, materijala, saManjkom, c4, lotova } = dischargeSummary(document, rows)
  return (
    <FiguresLine
      figures={[
        { label: 'Izvoznih stavki', value: stavki, sub: bezNormativa > 0 && `(${bezNormativa} bez normativa)` },
        {
          label: 'Materijala',
          value: materijala,
          sub: `(sa ${countOf(lotova, 'uvozne stavke', 'uvozne stavke', 'uvoznih stavki')})`,
        },
        { label: 'C4 dokumenata', value: c4 },
        { label: 'Materijala bez pokrića', value: saManjkom, bad: saManjkom > 0 },
      ]}
    />
  )
}

type DischargeBandProps = {
  view: DischargeView
  rows: readonly DischargeRow[]
  document: C1Document
  onPoreklo: (stavka: C1Stavka) => void
}

/** The head of a group of rows: the item of the export, the import document, or the material. */
function DischargeBand({ view, rows, document, onPoreklo }: DischargeBandProps) {
  const [first] = rows
  if (!first) return null
  if (view === 'stavke') {
    const stavka = document.stavke.find(({ id }) => id === first.c1_stavka_id)
    return (
      <>
        <strong>
          {first.redni_broj}. {first.proizvod_naziv}
        </strong>{' '}
        <span className="code">{first.proizvod_id}</span>
        {stavka && (
          <>
            {' · '}
            <Quantity value={stavka.kolicina} unit={stavka.jedinica_mere} />
          </>
        )}
        {' · faktura '}
        <span className="code">{first.broj_fakture}</span>
        {stavka && (
          <button
            type="button"
            className="button button-ghost row-action ml-2 print:hidden"
            onClick={() => onPoreklo(stavka)}
          >
            {c1Texts.originSheet}
            <span className="sr-only"> stavke {first.redni_broj}</span>
          </button>
        )}
      </>
    )
  }
  if (view === 'c4') {
    if (!first.lot) return <strong className="text-bad!">Bez pokrića u uvozu</strong>
    return (
      <>
        <DischargeLink vrsta="c4" id={first.lot.c4_id} broj={first.lot.c4_broj} /> · {formatDate(first.lot.c4_datum)} ·{' '}
        {stavkiOf(rows.length)}
      </>
    )
  }
  const missing = rows.filter(({ lot }) => !lot).map(({ kolicina }) => kolicina)
  return (
    <>
      <strong>{first.materijal_naziv}</strong> <span className="code">{first.materijal_id}</span>
      {' · potrebno '}
      <Quantity value={sum(rows.map(({ kolicina }) => kolicina))} unit={first.jedinica_mere} />
      {missing.length > 0 && (
        <span className="text-bad">
          {' · manjak '}
          <Quantity value={sum(missing)} unit={first.jedinica_mere} />
        </span>
      )}
    </>
  )
}

/** A column about the lot; on a shortage row it is empty. */
const ofLot = (
  id: string,
  header: string,
  cell: (lot: Lot, row: DischargeRow) => ReactNode,
  more: Partial<Column<DischargeRow>> = {},
): Column<DischargeRow> => ({ id, header, cell: (row) => (row.lot ? cell(row.lot, row) : ''), ...more })

/** A row that no import covers is red in full; the view by C4 has no column that says so. */
const MATERIAL = materialColumn<DischargeRow>({
  wrap: true,
  cell: (row) => (
    <span className={row.lot ? '' : 'shortage'}>
      <NameWithId name={row.materijal_naziv} id={row.materijal_id} />
    </span>
  ),
})

const QUANTITY: Column<DischargeRow> = {
  id: 'kolicina',
  header: 'Količina',
  align: 'right',
  card: 'right',
  cell: (row) => (
    <span className={row.lot ? '' : 'text-bad'}>
      <Quantity value={row.kolicina} unit={row.jedinica_mere} strong={row.lot !== null} />
      <DrawMarks {...row} />
      <span className="block text-ink-3 text-xs">{partsText(row)}</span>
    </span>
  ),
}

const C4_COLUMN: Column<DischargeRow> = {
  id: 'c4',
  header: 'C4 broj',
  card: 'second',
  text: (row) => row.lot?.c4_broj ?? 'manjak',
  under: ({ lot }) => (lot ? formatDate(lot.c4_datum) : ''),
  cell: ({ lot }) =>
    lot ? (
      <DischargeLink vrsta="c4" id={lot.c4_id} broj={lot.c4_broj} />
    ) : (
      <strong className="shortage font-semibold text-bad">Manjak</strong>
    ),
}

const DATE = ofLot('datum', 'Datum C4', ({ c4_datum }) => <DateText value={c4_datum} />, {
  card: 'second-right',
  fold: true,
  text: ({ lot }) => (lot ? formatDate(lot.c4_datum) : ''),
})

const REST: readonly Column<DischargeRow>[] = [
  ofLot(
    'faktura',
    'Faktura',
    ({ broj_fakture, redni_broj }) => (
      <span className="code">
        {broj_fakture} <span className="text-ink-3">/ {redni_broj}</span>
      </span>
    ),
    { text: ({ lot }) => lot?.broj_fakture ?? '' },
  ),
  ofLot('tarifa', 'Tarifni broj', ({ tarifni_broj }) => <span className="code">{tarifni_broj}</span>, {
    text: ({ lot }) => lot?.tarifni_broj ?? '',
    under: ({ lot }) => lot?.zemlja_porekla ?? '',
  }),
  ofLot('zemlja', 'Zemlja porekla', ({ zemlja_porekla }) => zemlja_porekla, {
    text: ({ lot }) => lot?.zemlja_porekla ?? '',
    fold: true,
  }),
  ofLot('poreklo', 'Dokazuje poreklo', ({ dokazuje_poreklo: proves }) => <YesNo value={proves} />),
  ofLot('preostalo', 'Preostalo u C4', (lot, row) => <Quantity value={lot.preostalo} unit={row.jedinica_mere} />, {
    align: 'right',
  }),
]

/** The search also finds rows by the text of the band above them. */
const withBand = (column: Column<DischargeRow>, band: (row: DischargeRow) => string): Column<DischargeRow> => ({
  ...column,
  text: (row) => `${column.text?.(row) ?? ''} ${band(row)}`,
})

/** The columns of each view; its band shows the rest. */
const DISCHARGE_COLUMNS: Readonly<Record<DischargeView, readonly Column<DischargeRow>[]>> = {
  stavke: [
    withBand(MATERIAL, (row) => `${row.proizvod_naziv} ${row.proizvod_id} ${row.broj_fakture}`),
    QUANTITY,
    C4_COLUMN,
    DATE,
    ...REST,
  ],
  c4: [
    withBand(MATERIAL, ({ lot }) => (lot ? `${lot.c4_broj} ${formatDate(lot.c4_datum)}` : 'manjak')),
    QUANTITY,
    ...REST,
  ],
  materijali: [
    withBand(C4_COLUMN, (row) => `${row.materijal_naziv} ${row.materijal_id}`),
    { ...DATE, card: 'second' },
    QUANTITY,
    ...REST,
  ],
}
