import type { ReactNode } from 'react'
import { OBRACUN_FIGURES } from '#contract/figures/obracun.ts'
import type {
  ObracunIzvoz,
  ObracunManjak,
  ObracunNormativ,
  ObracunObjasnjenje,
  ObracunOstalo,
  ObracunOtpad,
  ObracunProduzenje,
  ObracunStavka,
  ObracunUkupno,
} from '#contract/obracun.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, totalPara } from '#domain/decimal.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { type FigureColumn, figureColumns } from '#web/screens/figure-columns.tsx'
import { ProductLink } from '#web/screens/product-link.tsx'
import { MaterialLink, materialColumn } from '#web/stock/lot-columns.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'

type TwoLinesProps = { first: ReactNode; second: ReactNode; code?: boolean; wide?: boolean }

/** Two values in one cell, the second in quieter ink; a wide one breaks late. */
const TwoLines = ({ first, second, code = false, wide = false }: TwoLinesProps) => (
  <div className={`${code ? 'code' : ''} ${wide ? 'sm:min-w-52 min-[90rem]:min-w-72' : ''}`}>
    <div>{first}</div>
    <div className="under always">{second}</div>
  </div>
)

const Dated = ({ document, datum }: { document: ReactNode; datum: CalendarDate }) => (
  <>
    <span className="font-medium">{document}</span>{' '}
    <span className="whitespace-nowrap font-normal text-ink-3">
      <DateText value={datum} />
    </span>
  </>
)

const InvoiceLine = ({ broj, redni_broj }: { broj: string; redni_broj: number }) => (
  <>
    {broj} <span className="text-ink-3">/ {redni_broj}</span>
  </>
)

const proofOf = ({ dokazuje_poreklo }: { dokazuje_poreklo: boolean }) => `dokaz: ${dokazuje_poreklo ? 'DA' : 'NE'}`

type OfMaterial = { materijal_id: string; materijal_naziv: string }

const material = <Row extends OfMaterial>(more: Partial<Column<Row>> = {}): Column<Row> =>
  materialColumn({
    wrap: true,
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

/** The key of a draw: a line of an export can take from one lot both in turn and directed. */
export const drawKey = ({ c1_stavka_id, materijal_id, ulaz_stavka_id, usmereno }: ObracunIzvoz): string =>
  `${c1_stavka_id} ${materijal_id} ${ulaz_stavka_id} ${usmereno}`

/** The rest and its value, in sight however wide the others are. */
const remains = <Row extends ObracunStavka | ObracunUkupno>(): Partial<FigureColumn<Row>> => ({
  header: 'Krajnje stanje i vrednost (RSD)',
  card: 'right',
  pin: true,
  cell: (row) => (
    <TwoLines
      first={<Quantity value={row.krajnje_stanje} unit={row.jedinica_mere} strong />}
      second={<Money value={row.vrednost_rsd} />}
    />
  ),
  total: (rows) => <Money value={totalPara(rows.map((row) => row.vrednost_rsd))} strong />,
})

/** The pinned column last. */
const pinnedLast = <Row,>(columns: readonly FigureColumn<Row>[]) => [
  ...columns.filter(({ pin }) => !pin),
  ...columns.filter(({ pin }) => pin),
]

const beginning = <Row extends ObracunStavka | ObracunUkupno>(): Partial<FigureColumn<Row>> => ({
  under: ({ uvezeno }) => `od ${formatMicro(uvezeno)}`,
  // The second line, where there is one, is cut to the width of the first.
  cell: (row) => (
    <div className="sm:max-[90rem]:min-w-22">
      <Quantity value={row.pocetno_stanje} />
    </div>
  ),
})

/** Part A: the columns of a lot's name at the left and of its rest at the right stay in sight. */
export const LOTS: readonly FigureColumn<ObracunStavka>[] = pinnedLast(
  figureColumns(OBRACUN_FIGURES.stavke, {
    broj_c4: {
      header: 'C4, materijal',
      wrap: true,
      card: 'title',
      text: ({ broj_c4, datum, materijal_naziv, materijal_id }) =>
        `${broj_c4} ${formatDate(datum)} ${materijal_naziv} ${materijal_id}`,
      cell: ({ c4_id, broj_c4, datum, materijal_id, materijal_naziv }) => (
        <TwoLines
          wide
          first={<Dated document={<DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} />} datum={datum} />}
          second={<MaterialLink id={materijal_id} name={materijal_naziv} />}
        />
      ),
      total: () => 'Ukupno',
    },
    datum: null,
    oznaka_postupka: {
      header: 'Postupak, JCI, rok',
      shown: ['oznaka_postupka', 'broj_jci', 'rok'],
      text: ({ oznaka_postupka, broj_jci, rok }) =>
        [oznaka_postupka, broj_jci, rok && formatDate(rok)].filter(Boolean).join(' '),
      cell: ({ oznaka_postupka, broj_jci, rok }) => (
        <TwoLines
          first={[oznaka_postupka, broj_jci].filter(Boolean).join(' · ')}
          second={rok && `rok ${formatDate(rok)}`}
          code
        />
      ),
    },
    broj_jci: null,
    broj_fakture: {
      header: 'Faktura, tarifni broj',
      // A third line needs room too.
      wrap: true,
      text: ({ broj_fakture, tarifni_broj }) => `${broj_fakture} ${tarifni_broj}`,
      under: (row) => `${row.zemlja_porekla}, ${proofOf(row)}`,
      cell: ({ broj_fakture, redni_broj, tarifni_broj }) => (
        <div className="whitespace-nowrap sm:max-[90rem]:min-w-38">
          <TwoLines first={<InvoiceLine broj={broj_fakture} redni_broj={redni_broj} />} second={tarifni_broj} code />
        </div>
      ),
    },
    redni_broj: null,
    tarifni_broj: null,
    materijal_id: null,
    materijal_naziv: null,
    jedinica_mere: null,
    zemlja_porekla: {
      header: 'Poreklo',
      fold: true,
      text: ({ zemlja_porekla }) => zemlja_porekla,
      cell: (row) => <TwoLines first={row.zemlja_porekla} second={proofOf(row)} />,
    },
    dokazuje_poreklo: null,
    rok: null,
    uvezeno: { fold: true },
    pocetno_stanje: beginning<ObracunStavka>(),
    krajnje_stanje: remains<ObracunStavka>(),
    vrednost_rsd: null,
  }),
)

/** Part B. */
export const DRAWS: readonly FigureColumn<ObracunIzvoz>[] = figureColumns(OBRACUN_FIGURES.izvoz, {
  broj_c1: {
    header: 'C1, proizvod',
    wrap: true,
    text: ({ broj_c1, datum, proizvod_naziv, proizvod_id }) =>
      `${broj_c1} ${formatDate(datum)} ${proizvod_naziv} ${proizvod_id}`,
    cell: ({ c1_id, broj_c1, datum, proizvod_id, proizvod_naziv }) => (
      <TwoLines
        wide
        first={<Dated document={<DocumentLink vrsta="c1" id={c1_id} broj={broj_c1} />} datum={datum} />}
        second={<ProductLink id={proizvod_id} name={proizvod_naziv} />}
      />
    ),
  },
  datum: null,
  tip_dokumenta: null,
  broj_fakture: {
    header: 'Faktura, HS kod',
    text: ({ broj_fakture, hs_code }) => `${broj_fakture} ${hs_code}`,
    cell: ({ broj_fakture, redni_broj, hs_code }) => (
      <TwoLines first={<InvoiceLine broj={broj_fakture} redni_broj={redni_broj} />} second={hs_code} code />
    ),
  },
  redni_broj: null,
  proizvod_id: null,
  proizvod_naziv: null,
  hs_code: null,
  izvezeno: { cell: (row) => <Quantity value={row.izvezeno} unit={row.jedinica_mere} /> },
  jedinica_mere: null,
  broj_c4: {
    header: 'C4, materijal',
    wrap: true,
    card: 'title',
    text: ({ broj_c4, materijal_naziv, materijal_id }) => `${broj_c4} ${materijal_naziv} ${materijal_id}`,
    cell: ({ c4_id, broj_c4, ulaz_redni_broj, materijal_id, materijal_naziv }) => (
      <TwoLines
        wide
        first={
          <>
            <DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} className="font-medium" />
            <span className="text-ink-3"> / {ulaz_redni_broj}</span>
          </>
        }
        second={<MaterialLink id={materijal_id} name={materijal_naziv} />}
      />
    ),
  },
  ulaz_redni_broj: null,
  materijal_id: null,
  materijal_naziv: null,
  materijal_jm: null,
  razduzeno: {
    card: 'right',
    pin: true,
    cell: (row) => <Quantity value={row.razduzeno} unit={row.materijal_jm} strong />,
  },
  posle_roka: { cell: ({ posle_roka }) => posle_roka && <span className="text-warning">posle roka</span> },
  pre_prelaska: {
    cell: ({ pre_prelaska }) => pre_prelaska && <span className="text-warning">pre dana prelaska</span>,
  },
  usmereno: { cell: ({ usmereno }) => usmereno && 'usmereno' },
})

/** Part C. */
export const NORMATIVI: readonly FigureColumn<ObracunNormativ>[] = figureColumns(OBRACUN_FIGURES.normativi, {
  proizvod_id: product<ObracunNormativ>({ card: 'title' }),
  proizvod_naziv: null,
  proizvod_jm: null,
  materijal_id: material<ObracunNormativ>(),
  materijal_naziv: null,
  materijal_jm: null,
  osnov_otpada: null,
  ukupno: { card: 'right', cell: (row) => <Quantity value={row.ukupno} unit={row.materijal_jm} strong /> },
})

/** Part D. */
export const WASTE: readonly FigureColumn<ObracunOtpad>[] = figureColumns(OBRACUN_FIGURES.otpad, {
  materijal_id: material<ObracunOtpad>({ card: 'title' }),
  materijal_naziv: null,
  jedinica_mere: null,
  nastalo: { card: 'right', cell: (row) => <Quantity value={row.nastalo} unit={row.jedinica_mere} strong /> },
})

/** Part E. */
export const SHORTAGES: readonly FigureColumn<ObracunManjak>[] = figureColumns(OBRACUN_FIGURES.bez_pokrica, {
  broj_c1: {
    text: ({ broj_c1, datum }) => `${broj_c1} ${formatDate(datum)}`,
    cell: ({ c1_id, broj_c1 }) => <DocumentLink vrsta="c1" id={c1_id} broj={broj_c1} className="font-medium" />,
  },
  datum: { card: 'second' },
  materijal_id: material<ObracunManjak>({ card: 'title' }),
  materijal_naziv: null,
  manjak: {
    card: 'right',
    cell: ({ manjak, jedinica_mere }) => (
      <span className="text-bad">
        <Quantity value={manjak} unit={jedinica_mere} strong />
      </span>
    ),
  },
  jedinica_mere: null,
})

/** The sums by tariff number and material. */
export const TOTALS: readonly FigureColumn<ObracunUkupno>[] = pinnedLast(
  figureColumns(OBRACUN_FIGURES.ukupno, {
    tarifni_broj: { card: 'second', total: () => 'Ukupno' },
    materijal_id: material<ObracunUkupno>({ card: 'title' }),
    materijal_naziv: null,
    jedinica_mere: null,
    pocetno_stanje: beginning<ObracunUkupno>(),
    krajnje_stanje: remains<ObracunUkupno>(),
    vrednost_rsd: null,
  }),
)

/** Other discharges of the period. */
export const OTHERS: readonly FigureColumn<ObracunOstalo>[] = figureColumns(OBRACUN_FIGURES.ostala_razduzenja, {
  broj_c4: { cell: ({ c4_id, broj_c4 }) => <DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} /> },
  materijal_id: material<ObracunOstalo>({ card: 'title' }),
  materijal_naziv: null,
  kolicina: { card: 'right', cell: (row) => <Quantity value={row.kolicina} unit={row.jedinica_mere} strong /> },
  jedinica_mere: null,
})

/** Prolonged deadlines. */
export const PROLONGED: readonly FigureColumn<ObracunProduzenje>[] = figureColumns(OBRACUN_FIGURES.produzenja, {
  broj_c4: {
    card: 'title',
    cell: ({ c4_id, broj_c4 }) => <DocumentLink vrsta="c4" id={c4_id} broj={broj_c4} className="font-medium" />,
  },
})

/** Explained differences to the forwarder or customs. */
export const EXPLANATIONS: readonly FigureColumn<ObracunObjasnjenje>[] = figureColumns(OBRACUN_FIGURES.objasnjenja, {
  broj: {
    card: 'title',
    cell: ({ c4_id, broj }) =>
      c4_id === null ? (
        <span className="code font-medium">{broj}</span>
      ) : (
        <DocumentLink vrsta="c4" id={c4_id} broj={broj} className="font-medium" />
      ),
  },
  stavka: { card: 'second' },
  vrsta: { card: 'right' },
  objasnjenje: { card: 'wide-fact' },
})
