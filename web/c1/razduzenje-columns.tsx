import type { ReactNode } from 'react'
import { partsText } from '#domain/bom.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { DischargeLink } from '#web/screens/document-link.tsx'
import { DrawMarks } from '#web/stock/draw-marks.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import './razduzenje.css'
import type { DischargeRow, DischargeView, Lot } from './razduzenje-rows.ts'

/** A column about the lot; on a shortage row it is empty. */
const ofLot = (
  id: string,
  header: string,
  cell: (lot: Lot, row: DischargeRow) => ReactNode,
  more: Partial<Column<DischargeRow>> = {},
): Column<DischargeRow> => ({ id, header, cell: (row) => (row.lot ? cell(row.lot, row) : ''), ...more })

/** A row that no import covers is red in full; the view by C4 has no column that says so. */
const MATERIAL: Column<DischargeRow> = {
  id: 'materijal',
  header: 'Materijal',
  wrap: true,
  text: (row) => `${row.materijal_naziv} ${row.materijal_id}`,
  cell: (row) => (
    <span className={row.lot ? '' : 'shortage'}>
      <NameWithId name={row.materijal_naziv} id={row.materijal_id} />
    </span>
  ),
}

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

/** The search finds rows also by what stands in the band above them. */
const withBand = (column: Column<DischargeRow>, band: (row: DischargeRow) => string): Column<DischargeRow> => ({
  ...column,
  text: (row) => `${column.text?.(row) ?? ''} ${band(row)}`,
})

/** The columns of each view; its band says the rest. */
export const DISCHARGE_COLUMNS: Readonly<Record<DischargeView, readonly Column<DischargeRow>[]>> = {
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
