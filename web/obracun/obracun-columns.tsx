import type { ObracunIzvoz, ObracunManjak, ObracunNormativ, ObracunStavka, ObracunUkupno } from '#contract/obracun.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { type Micro, totalPara } from '#domain/decimal.ts'
import { DocumentLink } from '#web/documents/document-link.tsx'
import { ProductLink } from '#web/screens/product-link.tsx'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'

type OfMaterial = { materijal_id: string; materijal_naziv: string }

const material = <Row extends OfMaterial>(more: Partial<Column<Row>> = {}): Column<Row> => ({
  id: 'materijal',
  header: 'Materijal',
  wrap: true,
  text: ({ materijal_naziv, materijal_id }) => `${materijal_naziv} ${materijal_id}`,
  cell: ({ materijal_naziv, materijal_id }) => (
    <div className="sm:min-w-40">
      <MaterialLink id={materijal_id} name={materijal_naziv} />
    </div>
  ),
  ...more,
})

const product = <Row extends { proizvod_id: string; proizvod_naziv: string }>(
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id: 'proizvod',
  header: 'Proizvod',
  wrap: true,
  text: ({ proizvod_naziv, proizvod_id }) => `${proizvod_naziv} ${proizvod_id}`,
  cell: ({ proizvod_naziv, proizvod_id }) => <ProductLink id={proizvod_id} name={proizvod_naziv} />,
  ...more,
})

/** A quantity; sums of different units would say nothing, so none has a total. */
const quantity = <Row,>(
  id: string,
  header: string,
  of: (row: Row) => Micro,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id,
  header,
  align: 'right',
  cell: (row) => <Quantity value={of(row)} />,
  ...more,
})

type Moved = Pick<
  ObracunStavka,
  'pocetno_stanje' | 'ulaz' | 'ugradjeno' | 'krajnje_stanje' | 'vrednost_rsd' | 'jedinica_mere'
>

/** What every row of a lot, or of several together, says: beginning, in, out, end and its value. */
const movement = <Row extends Moved>(): readonly Column<Row>[] => [
  quantity('pocetno', 'Početno stanje', (row) => row.pocetno_stanje),
  quantity('ulaz', 'Uvoz u periodu', (row) => row.ulaz),
  quantity('ugradjeno', 'Ugrađeno', (row) => row.ugradjeno),
  quantity('kraj', 'Krajnje stanje', (row) => row.krajnje_stanje, {
    card: 'right',
    cell: (row) => <Quantity value={row.krajnje_stanje} unit={row.jedinica_mere} strong />,
  }),
  {
    id: 'vrednost',
    header: 'Vrednost (RSD)',
    align: 'right',
    cell: (row) => <Money value={row.vrednost_rsd} />,
    total: (rows) => <Money value={totalPara(rows.map((row) => row.vrednost_rsd))} strong />,
  },
]

const jci = <Row extends { broj_jci: string | null }>(): Column<Row> => ({
  id: 'broj_jci',
  header: 'JCI',
  text: ({ broj_jci }) => broj_jci ?? '',
  cell: ({ broj_jci }) => <span className="code">{broj_jci}</span>,
})

/** Columns of customs, by their ids, which are left out where no row has anything in them. */
const LEFT_OUT_EMPTY: readonly string[] = ['oznaka_postupka', 'broj_jci', 'rok', 'posle_roka']

export const withoutEmpty = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  columns.filter(({ id }) => !LEFT_OUT_EMPTY.includes(id) || rows.some((row) => row[id as keyof Row]))

/** Part A. */
export const LOTS: readonly Column<ObracunStavka>[] = [
  {
    id: 'c4',
    header: 'C4',
    text: ({ broj_c4, datum, broj_fakture }) => `${broj_c4} ${formatDate(datum)} ${broj_fakture}`,
    under: ({ datum }) => formatDate(datum),
    cell: ({ c4_id, broj_c4 }) => <DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} className="font-medium" />,
    total: () => 'Ukupno',
  },
  {
    id: 'datum',
    header: 'Datum',
    fold: true,
    card: 'second',
    cell: ({ datum }) => <DateText value={datum} />,
  },
  {
    id: 'oznaka_postupka',
    header: 'Postupak',
    text: ({ oznaka_postupka }) => oznaka_postupka ?? '',
    cell: ({ oznaka_postupka }) => <span className="code">{oznaka_postupka}</span>,
  },
  jci<ObracunStavka>(),
  { id: 'rok', header: 'Rok', cell: ({ rok }) => rok && <DateText value={rok} /> },
  {
    id: 'faktura',
    header: 'Faktura',
    fold: true,
    cell: ({ broj_fakture, redni_broj }) => (
      <span className="code">
        {broj_fakture} <span className="text-ink-3">/ {redni_broj}</span>
      </span>
    ),
  },
  material({ card: 'title', under: ({ broj_fakture, redni_broj }) => `${broj_fakture} / ${redni_broj}` }),
  {
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    text: (row) => row.tarifni_broj,
    cell: ({ tarifni_broj }) => <span className="code">{tarifni_broj}</span>,
  },
  quantity('uvezeno', 'Uvezeno', (row) => row.uvezeno),
  ...movement<ObracunStavka>(),
]

/** Part B. */
export const DRAWS: readonly Column<ObracunIzvoz>[] = [
  {
    id: 'c1',
    header: 'C1',
    text: ({ broj_c1, datum }) => `${broj_c1} ${formatDate(datum)}`,
    cell: ({ c1_id, broj_c1 }) => <DocumentLink vrsta="c1" id={c1_id} broj={broj_c1} className="font-medium" />,
  },
  { id: 'datum', header: 'Datum', card: 'second', cell: ({ datum }) => <DateText value={datum} /> },
  jci<ObracunIzvoz>(),
  product<ObracunIzvoz>(),
  quantity<ObracunIzvoz>('izvezeno', 'Izvezeno', (row) => row.izvezeno, {
    cell: (row) => <Quantity value={row.izvezeno} unit={row.jedinica_mere} />,
  }),
  {
    id: 'c4',
    header: 'C4',
    text: ({ broj_c4 }) => broj_c4,
    cell: ({ c4_id, broj_c4 }) => <DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} />,
  },
  material({ card: 'title' }),
  {
    id: 'posle_roka',
    header: 'Posle roka',
    cell: ({ posle_roka }) => posle_roka && <span className="text-warning">posle roka</span>,
  },
  quantity<ObracunIzvoz>('razduzeno', 'Razduženo', (row) => row.razduzeno, {
    card: 'right',
    cell: (row) => <Quantity value={row.razduzeno} strong />,
  }),
]

/** Part C. */
export const NORMATIVI: readonly Column<ObracunNormativ>[] = [
  product<ObracunNormativ>({ card: 'title' }),
  material(),
  quantity('neto', 'Neto po komadu', (row) => row.neto),
  quantity('izvezeno', 'Izvezeno', (row) => row.izvezeno),
  quantity<ObracunNormativ>('ukupno', 'Ukupno potrebno', (row) => row.ukupno, {
    card: 'right',
    cell: (row) => <Quantity value={row.ukupno} strong />,
  }),
]

/** Part E. */
export const SHORTAGES: readonly Column<ObracunManjak>[] = [
  {
    id: 'c1',
    header: 'C1',
    text: ({ broj_c1, datum }) => `${broj_c1} ${formatDate(datum)}`,
    cell: ({ c1_id, broj_c1 }) => <DocumentLink vrsta="c1" id={c1_id} broj={broj_c1} className="font-medium" />,
  },
  { id: 'datum', header: 'Datum', card: 'second', cell: ({ datum }) => <DateText value={datum} /> },
  material({ card: 'title' }),
  {
    id: 'manjak',
    header: 'Manjak',
    align: 'right',
    card: 'right',
    cell: ({ manjak, jedinica_mere }) => (
      <span className="text-bad">
        <Quantity value={manjak} unit={jedinica_mere} strong />
      </span>
    ),
  },
]

/** The sums by material and tariff number. */
export const TOTALS: readonly Column<ObracunUkupno>[] = [
  material({ card: 'title', total: () => 'Ukupno' }),
  {
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    card: 'second',
    text: (row) => row.tarifni_broj,
    cell: ({ tarifni_broj }) => <span className="code">{tarifni_broj}</span>,
  },
  quantity('uvezeno', 'Uvezeno', (row) => row.uvezeno),
  ...movement<ObracunUkupno>(),
]
