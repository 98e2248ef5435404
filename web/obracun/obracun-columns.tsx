import type { ReactNode } from 'react'
import type {
  ObracunIzvoz,
  ObracunManjak,
  ObracunNormativ,
  ObracunObjasnjenje,
  ObracunStavka,
  ObracunUkupno,
} from '#contract/obracun.ts'
import type { OtpadStanje } from '#contract/otpad.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro, totalPara } from '#domain/decimal.ts'
import { IZUZETO, type Izuzeto, type Uzeto } from '#domain/lot-account.ts'
import { DocumentLink } from '#web/documents/document-link.tsx'
import { ProductLink } from '#web/screens/product-link.tsx'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { duty, RATE } from './duty-columns.tsx'

type TwoLinesProps = { first: ReactNode; second: ReactNode; code?: boolean; wide?: boolean }

/** What belongs together in one cell, the second in quieter ink; a wide one breaks late. */
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

const taken = <Row extends Uzeto>(): readonly Column<Row>[] => [
  quantity('ugradjeno', 'Ugrađeno', (row) => row.ugradjeno),
  quantity('otpad', 'Otpad', (row) => row.otpad),
  quantity('gubitak', 'Gubitak', (row) => row.gubitak),
]

const named = <Row extends Izuzeto>(): readonly Column<Row>[] => [
  quantity('razduzeno_pre_pocetka', 'Razduženo pre početka', (row) => row.razduzeno_pre_pocetka),
  quantity('vraceno', 'Vraćeno neprerađeno', (row) => row.vraceno),
  quantity('slobodan_promet', 'Slobodan promet', (row) => row.slobodan_promet),
  quantity('unisteno', 'Uništeno', (row) => row.unisteno),
  quantity('ostalo', 'Ostalo', (row) => row.ostalo),
  quantity('manjak_popisa', 'Manjak po popisu', (row) => row.manjak_popisa),
]

type Moved = Pick<
  ObracunStavka,
  | 'uvezeno'
  | 'pocetno_stanje'
  | 'ulaz'
  | keyof Uzeto
  | keyof Izuzeto
  | 'krajnje_stanje'
  | 'vrednost_rsd'
  | 'jedinica_mere'
>

/** What every row of a lot, or of several together, says: beginning, in, out, end and its value. */
const movement = <Row extends Moved>(before: readonly Column<Row>[] = []): readonly Column<Row>[] => [
  quantity('pocetno', 'Početno stanje', (row) => row.pocetno_stanje, {
    under: ({ uvezeno }) => `od ${formatMicro(uvezeno)}`,
    // The second line, where there is one, is cut to the width of the first.
    cell: (row) => (
      <div className="sm:max-[90rem]:min-w-22">
        <Quantity value={row.pocetno_stanje} />
      </div>
    ),
  }),
  quantity('ulaz', 'Uvoz u periodu', (row) => row.ulaz),
  ...taken<Row>(),
  ...named<Row>(),
  ...before,
  quantity('kraj', 'Krajnje stanje i vrednost (RSD)', (row) => row.krajnje_stanje, {
    card: 'right',
    pin: true,
    cell: (row) => (
      <TwoLines
        first={<Quantity value={row.krajnje_stanje} unit={row.jedinica_mere} strong />}
        second={<Money value={row.vrednost_rsd} />}
      />
    ),
    total: (rows) => <Money value={totalPara(rows.map((row) => row.vrednost_rsd))} strong />,
  }),
]

const jci = <Row extends { broj_jci: string | null }>(): Column<Row> => ({
  id: 'broj_jci',
  header: 'JCI',
  text: ({ broj_jci }) => broj_jci ?? '',
  cell: ({ broj_jci }) => <span className="code">{broj_jci}</span>,
})

const PERCENTS = ['otpad_procenat', 'gubitak_procenat']
/** Columns that are left out where no row has any of these fields, by their ids. */
const WHERE_GIVEN: Readonly<Record<string, readonly string[]>> = {
  carina: ['oznaka_postupka', 'broj_jci', 'rok'],
  broj_jci: ['broj_jci'],
  posle_roka: ['posle_roka'],
  pre_prelaska: ['pre_prelaska'],
  usmereno: ['usmereno'],
  otpad: ['otpad'],
  gubitak: ['gubitak'],
  ...Object.fromEntries(IZUZETO.map((name) => [name, [name]])),
  // What of a draw is built in is all of it where nothing is waste or lost.
  od_toga: ['otpad', 'gubitak'],
  otpad_procenat: PERCENTS.slice(0, 1),
  gubitak_procenat: PERCENTS.slice(1),
  bruto: PERCENTS,
  prinos: PERCENTS,
  stopa_carine: ['stopa_carine'],
  carinska_vrednost: ['carinska_vrednost_rsd'],
  iznos_carine: ['iznos_carine', 'iznos_pdv'],
  iznos_pdv: ['iznos_pdv'],
  normativ_verzija: ['normativ_verzija'],
  broj_akta: ['broj_akta'],
}

/** A line of an export can take from one lot both by its turn and directed. */
export const drawKey = ({ c1_stavka_id, materijal_id, ulaz_stavka_id, usmereno }: ObracunIzvoz): string =>
  `${c1_stavka_id} ${materijal_id} ${ulaz_stavka_id} ${usmereno}`

export const withoutEmpty = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  columns.filter(({ id }) => {
    const fields = WHERE_GIVEN[id]
    return !fields || rows.some((row) => fields.some((field) => row[field as keyof Row]))
  })

/** Part A: what names a lot at the left and what is left of it at the right stay in sight, however wide the others are. */
export const LOTS: readonly Column<ObracunStavka>[] = [
  {
    id: 'c4',
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
  {
    id: 'faktura',
    header: 'Faktura, tarifni broj',
    // Where it has a third line, that one needs room too.
    wrap: true,
    text: ({ broj_fakture, tarifni_broj }) => `${broj_fakture} ${tarifni_broj}`,
    under: (row) => `${row.zemlja_porekla}, ${proofOf(row)}`,
    cell: ({ broj_fakture, redni_broj, tarifni_broj }) => (
      <div className="whitespace-nowrap sm:max-[90rem]:min-w-38">
        <TwoLines first={<InvoiceLine broj={broj_fakture} redni_broj={redni_broj} />} second={tarifni_broj} code />
      </div>
    ),
  },
  {
    id: 'carina',
    header: 'Postupak, JCI, rok',
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
  {
    id: 'poreklo',
    header: 'Poreklo',
    fold: true,
    text: ({ zemlja_porekla }) => zemlja_porekla,
    cell: (row) => <TwoLines first={row.zemlja_porekla} second={proofOf(row)} />,
  },
  quantity('uvezeno', 'Uvezeno', (row) => row.uvezeno, { fold: true }),
  ...movement<ObracunStavka>([RATE, ...duty<ObracunStavka>()]),
]

/** Part B. */
export const DRAWS: readonly Column<ObracunIzvoz>[] = [
  {
    id: 'c1',
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
  {
    id: 'faktura',
    header: 'Faktura, HS kod',
    text: ({ broj_fakture, hs_code }) => `${broj_fakture} ${hs_code}`,
    cell: ({ broj_fakture, redni_broj, hs_code }) => (
      <TwoLines first={<InvoiceLine broj={broj_fakture} redni_broj={redni_broj} />} second={hs_code} code />
    ),
  },
  jci<ObracunIzvoz>(),
  quantity<ObracunIzvoz>('izvezeno', 'Izvezeno', (row) => row.izvezeno, {
    cell: (row) => <Quantity value={row.izvezeno} unit={row.jedinica_mere} />,
  }),
  {
    id: 'c4',
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
  {
    id: 'posle_roka',
    header: 'Posle roka',
    cell: ({ posle_roka }) => posle_roka && <span className="text-warning">posle roka</span>,
  },
  {
    id: 'pre_prelaska',
    header: 'Pre dana prelaska',
    cell: ({ pre_prelaska }) => pre_prelaska && <span className="text-warning">pre dana prelaska</span>,
  },
  { id: 'usmereno', header: 'Usmereno', cell: ({ usmereno }) => usmereno && 'usmereno' },
  quantity<ObracunIzvoz>('razduzeno', 'Razduženo', (row) => row.razduzeno, {
    card: 'right',
    pin: true,
    cell: (row) => <Quantity value={row.razduzeno} strong />,
  }),
  ...taken<ObracunIzvoz>().map((column) => (column.id === 'ugradjeno' ? { ...column, id: 'od_toga' } : column)),
]

/** Part C. */
export const NORMATIVI: readonly Column<ObracunNormativ>[] = [
  product<ObracunNormativ>({ card: 'title' }),
  material(),
  { id: 'normativ_verzija', header: 'Verzija', align: 'right', cell: (row) => row.normativ_verzija },
  { id: 'broj_akta', header: 'Broj akta', cell: ({ broj_akta }) => <span className="code">{broj_akta}</span> },
  quantity('neto', 'Neto po komadu', (row) => row.neto),
  quantity('otpad_procenat', 'Otpad %', (row) => row.otpad_procenat),
  quantity('gubitak_procenat', 'Gubitak %', (row) => row.gubitak_procenat),
  quantity('bruto', 'Utrošak (bruto)', (row) => row.bruto),
  quantity('prinos', 'Prinos', (row) => row.prinos),
  quantity('izvezeno', 'Izvezeno', (row) => row.izvezeno),
  quantity<ObracunNormativ>('ukupno', 'Ukupno potrebno', (row) => row.ukupno, {
    card: 'right',
    cell: (row) => <Quantity value={row.ukupno} strong />,
  }),
]

/** Part D. */
export const WASTE: readonly Column<OtpadStanje>[] = [
  material({ card: 'title' }),
  quantity('pocetno', 'Početno', (row) => row.pocetno),
  quantity('nastalo', 'Nastalo', (row) => row.nastalo),
  quantity('izvezeno', 'Izvezeno', (row) => row.izvezeno),
  quantity('pusteno', 'Pušteno', (row) => row.pusteno),
  quantity('unisteno', 'Uništeno', (row) => row.unisteno),
  quantity('reciklirano', 'Reciklirano', (row) => row.reciklirano),
  quantity<OtpadStanje>('stanje', 'Stanje', (row) => row.stanje, {
    card: 'right',
    cell: (row) => <Quantity value={row.stanje} unit={row.jedinica_mere} strong />,
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
  ...movement<ObracunUkupno>(duty<ObracunUkupno>()),
]

/** Explained differences to the forwarder or customs. */
export const EXPLANATIONS: readonly Column<ObracunObjasnjenje>[] = [
  {
    id: 'broj',
    header: 'Broj',
    text: ({ broj }) => broj,
    card: 'title',
    cell: ({ c4_id, broj }) =>
      c4_id === null ? (
        <span className="code font-medium">{broj}</span>
      ) : (
        <DocumentLink vrsta="c4" id={c4_id} broj={broj} className="font-medium" />
      ),
  },
  { id: 'stavka', header: 'Stavka', card: 'second', wrap: true, text: ({ stavka }) => stavka },
  { id: 'vrsta', header: 'Razlika', card: 'right', text: ({ vrsta }) => vrsta },
  { id: 'kod_nas', header: 'Kod nas', wrap: true, text: ({ kod_nas }) => kod_nas },
  { id: 'kod_njih', header: 'Kod špeditera', wrap: true, text: ({ kod_njih }) => kod_njih },
  { id: 'objasnjenje', header: 'Objašnjenje', wrap: true, card: 'wide-fact', text: ({ objasnjenje }) => objasnjenje },
]
