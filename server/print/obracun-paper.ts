import type { ObracunIzvoz, ObracunNormativ, ObracunStavka, ObracunUkupno } from '#contract/obracun.ts'
import type { OtpadStanje } from '#contract/otpad.ts'
import { hasWaste } from '#domain/bom.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, NO_QUANTITY, type Para, totalPara } from '#domain/decimal.ts'
import type { Izuzeto, Uzeto } from '#domain/lot-account.ts'
import { rule, sheetFrame } from './paper-frame.ts'
import { headCell, longTable, restWidth, SHEET_WIDTH, spanning, titleCell } from './paper-table.ts'
import { figure, figures, figureWidth, words } from './paper-text.ts'
import type { ObracunPaper } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'

const TITLE_WIDTH = restWidth('landscape', [])

/** The account for customs (customs §5): its parts one after another, those without rows left out. A4 across. */
export function obracunPaper({ obracun, obim, podnet, stampano }: ObracunPaper): PdfDefinition {
  const { datum_od, datum_do, stavke, izvoz, bez_pokrica, normativi, otpad, ukupno, provere, objasnjenja } = obracun
  const since = datum_od ? `od ${formatDate(datum_od)} ` : ''
  const until = datum_do ? `do ${formatDate(datum_do)}` : 'do dana štampe'
  const title = podnet ? `Obračun br. ${podnet.broj}` : 'Obračun'
  const heading = `${title} ${obim} ${since}${until}`
  const width = SHEET_WIDTH.landscape
  const recognised = podnet ? `SHA-256 redova: ${podnet.sha256}` : ''
  const top: Block[] = [
    { ...words(title.replace('Obračun', 'OBRAČUN'), width, 16), bold: true, fontSize: 16 },
    { ...words(`${obim}, ${since}${until}`, width, 10), margin: [0, 0, 0, 6] },
    ...(recognised ? [words(recognised, width)] : []),
    rule(width, 1),
    { text: ' ' },
  ]
  const parts = [
    table(
      'Provere',
      ['Provera', 'Broj', 'Opis'],
      provere.flatMap(({ tekst, redovi }) => redovi.map(({ broj, opis }) => [tekst, broj, opis])),
    ),
    table(
      'Objašnjenja razlika prema špediteru ili carini',
      ['Broj', 'Stavka', 'Razlika', 'Kod nas', 'Kod špeditera', 'Objašnjenje'],
      objasnjenja.map((row) => [row.broj, row.stavka, row.vrsta, row.kod_nas, row.kod_njih, row.objasnjenje]),
    ),
    lots(stavke),
    duties(stavke),
    draws(izvoz),
    sums(ukupno),
    norms(normativi),
    waste(otpad),
    table(
      'Bez pokrića',
      ['C1', 'Datum', 'Materijal', 'JM', 'Manjak'],
      bez_pokrica.map(({ broj_c1, datum, materijal_id, materijal_naziv, jedinica_mere, manjak }) => [
        broj_c1,
        formatDate(datum),
        `${materijal_id} ${materijal_naziv}`,
        jedinica_mere,
        ...figures([manjak]),
      ]),
      1,
    ),
  ]
  const content = parts.flat()
  const none: Block = { text: 'U ovom periodu nema nijedne uvozne stavke.' }
  return sheetFrame({
    heading,
    subject: 'Obračun za carinu',
    stampano,
    orientation: 'landscape',
    top,
    content: content.length > 0 ? content : [none],
  })
}

type Amount<Row> = readonly [head: string, of: (row: Row) => Micro]
const TAKEN: readonly Amount<Uzeto>[] = [
  ['Ugrađeno', (row) => row.ugradjeno],
  ['Otpad', (row) => row.otpad],
  ['Gubitak', (row) => row.gubitak],
]
/** Where it went, without what is nothing throughout: books without waste keep their paper. */
const takenIn = (rows: readonly Uzeto[]): readonly Amount<Uzeto>[] =>
  TAKEN.filter(([, of], at) => at === 0 || rows.some((row) => of(row) !== NO_QUANTITY))

const NAMED: readonly Amount<Izuzeto>[] = [
  ['Pre početka', (row) => row.razduzeno_pre_pocetka],
  ['Vraćeno', (row) => row.vraceno],
  ['Slobodan promet', (row) => row.slobodan_promet],
  ['Uništeno', (row) => row.unisteno],
  ['Ostalo', (row) => row.ostalo],
  ['Manjak po popisu', (row) => row.manjak_popisa],
]
const namedIn = (rows: readonly Izuzeto[]): readonly Amount<Izuzeto>[] =>
  NAMED.filter(([, of]) => rows.some((row) => of(row) !== NO_QUANTITY))

type Moved = ObracunStavka | ObracunUkupno

/** The figures of lots or of several together, with their heads and the sum of their values. */
function amountsIn(rows: readonly Moved[]) {
  const columns: readonly Amount<Moved>[] = [
    ['Uvezeno', (row) => row.uvezeno],
    ['Početno', (row) => row.pocetno_stanje],
    ['Uvoz', (row) => row.ulaz],
    ...takenIn(rows),
    ...namedIn(rows),
    ['Krajnje', (row) => row.krajnje_stanje],
  ]
  return {
    heads: [...columns.map(([head]) => head), 'Vrednost (RSD)'],
    of: (row: Moved) => [...figures(columns.map(([, of]) => of(row))), formatPara(row.vrednost_rsd)],
    totals: [worthOf(rows.map(({ vrednost_rsd }) => vrednost_rsd))],
  }
}
const worthOf = (amounts: readonly (Para | null)[]) => formatPara(totalPara(amounts.filter((one) => one !== null)))

/** What the JCI said of whole lines, and what follows; beside the quantities it would have no room. */
function duties(stavke: readonly ObracunStavka[]): Block[] {
  const said = stavke.filter((row) => row.stopa_carine !== null || row.carinska_vrednost_rsd !== null)
  const amountText = (amount: Para | null) => (amount === null ? '' : formatPara(amount))
  const rows = said.map((row) => [
    row.broj_c4,
    formatDate(row.datum),
    `${row.broj_fakture} / ${row.redni_broj}`,
    row.tarifni_broj,
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.stopa_carine === null ? '' : formatMicro(row.stopa_carine),
    ...[row.carinska_vrednost_rsd, row.iznos_carine, row.iznos_pdv].map(amountText),
  ])
  const amounts = ['Stopa carine %', 'Carinska vrednost (RSD)', 'Carina (RSD)', 'PDV (RSD)']
  const heads = ['C4', 'Datum', 'Faktura / St.', 'Tarifni broj', 'Materijal', ...amounts]
  return table('Carina i PDV celih uvoznih stavki, informativno', heads, rows, amounts.length, [
    worthOf(said.map((row) => row.carinska_vrednost_rsd)),
    worthOf(said.map((row) => row.iznos_carine)),
    worthOf(said.map((row) => row.iznos_pdv)),
  ])
}

function lots(stavke: readonly ObracunStavka[]): Block[] {
  const said = used(stavke, [
    ['Postupak', (row) => row.oznaka_postupka ?? ''],
    ['JCI', (row) => row.broj_jci ?? ''],
    ['Rok', (row) => (row.rok ? formatDate(row.rok) : '')],
  ])
  const heads = ['C4', 'Datum', ...said.map(([head]) => head), 'Faktura / St.', 'Tarifni broj', 'Materijal', 'JM']
  const amounts = amountsIn(stavke)
  const rows = stavke.map((row) => [
    row.broj_c4,
    formatDate(row.datum),
    ...said.map(([, of]) => of(row)),
    `${row.broj_fakture} / ${row.redni_broj}`,
    row.tarifni_broj,
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.jedinica_mere,
    ...amounts.of(row),
  ])
  return table('Uvozne stavke', [...heads, ...amounts.heads], rows, amounts.heads.length, amounts.totals)
}

/** What is imported under one tariff number of a material together. */
function sums(ukupno: readonly ObracunUkupno[]): Block[] {
  const amounts = amountsIn(ukupno)
  const rows = ukupno.map((row) => [
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.jedinica_mere,
    row.tarifni_broj,
    ...amounts.of(row),
  ])
  const heads = ['Materijal', 'JM', 'Tarifni broj', ...amounts.heads]
  return table('Zbirovi', heads, rows, amounts.heads.length, amounts.totals)
}

function draws(izvoz: readonly ObracunIzvoz[]): Block[] {
  const said = used(izvoz, [
    ['JCI', (row) => row.broj_jci ?? ''],
    ['Posle roka', (row) => (row.posle_roka ? 'da' : '')],
    ['Pre dana prelaska', (row) => (row.pre_prelaska ? 'da' : '')],
    ['Usmereno', (row) => (row.usmereno ? 'da' : '')],
  ])
  const parts = takenIn(izvoz).length > 1 ? takenIn(izvoz) : []
  const heads = ['C1', 'Datum', ...said.map(([head]) => head), 'Proizvod', 'C4 / St.', 'Materijal', 'JM']
  const rows = izvoz.map((row) => [
    row.broj_c1,
    formatDate(row.datum),
    ...said.map(([, of]) => of(row)),
    `${row.proizvod_id} ${row.proizvod_naziv}`,
    `${row.broj_c4} / ${row.ulaz_redni_broj}`,
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.jedinica_mere,
    ...figures([row.izvezeno, row.razduzeno, ...parts.map(([, of]) => of(row))]),
  ])
  const figureHeads = ['Izvezeno', 'Razduženo', ...parts.map(([head]) => head)]
  return table('Izvoz', [...heads, ...figureHeads], rows, figureHeads.length)
}

/** The norms of what went out; without waste one piece takes its net quantity, and that is all that is said. */
function norms(normativi: readonly ObracunNormativ[]): Block[] {
  const wasteful = normativi.some(hasWaste)
  const said = used(normativi, [
    ['Verzija', (row) => String(row.normativ_verzija ?? '')],
    ['Broj akta', (row) => row.broj_akta ?? ''],
  ])
  const columns: readonly Amount<ObracunNormativ>[] = [
    ['Neto', (row) => row.neto],
    ...(wasteful ? WASTEFUL : []),
    ['Izvezeno', (row) => row.izvezeno],
    ['Ukupno', (row) => row.ukupno],
  ]
  const rows = normativi.map((row) => [
    `${row.proizvod_id} ${row.proizvod_naziv}`,
    `${row.materijal_id} ${row.materijal_naziv}`,
    ...said.map(([, of]) => of(row)),
    // Percents do not line up with quantities.
    ...(wasteful ? columns.map(([, of]) => formatMicro(of(row))) : figures(columns.map(([, of]) => of(row)))),
  ])
  const heads = ['Proizvod', 'Materijal', ...said.map(([head]) => head), ...columns.map(([head]) => head)]
  return table('Normativi', heads, rows, columns.length)
}
const WASTEFUL: readonly Amount<ObracunNormativ>[] = [
  ['Otpad %', (row) => row.otpad_procenat],
  ['Gubitak %', (row) => row.gubitak_procenat],
  ['Bruto', (row) => row.bruto],
  ['Prinos', (row) => row.prinos],
]

/** What became of waste that had left the lots with exports. */
function waste(otpad: readonly OtpadStanje[]): Block[] {
  const heads = ['Početno', 'Nastalo', 'Izvezeno', 'Pušteno', 'Uništeno', 'Reciklirano', 'Stanje']
  const rows = otpad.map((row) => [
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.jedinica_mere,
    ...figures([row.pocetno, row.nastalo, row.izvezeno, row.pusteno, row.unisteno, row.reciklirano, row.stanje]),
  ])
  return table('Otpad', ['Materijal', 'JM', ...heads], rows, heads.length)
}

type TextColumn<Row> = readonly [head: string, of: (row: Row) => string]

/** The columns in which any row has something: books that say nothing of it keep their paper. */
const used = <Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[]) =>
  columns.filter(([, of]) => rows.some((row) => of(row) !== ''))

/** Least points of a column of texts, and of one of figures. */
const LEAST_TEXT = 22
const LEAST_FIGURE = 30

/** Columns that want so many points in so much room: each as much, or as much as the others that want more; the widest the rest. */
function sharedWidths(wanted: readonly number[], room: number): number[] {
  let [left, columns, most] = [room, wanted.length, Infinity]
  for (const want of wanted.toSorted((a, b) => a - b)) {
    if (want * columns > left) {
      most = left / columns
      break
    }
    left -= want
    columns--
  }
  const widths = wanted.map((want) => Math.max(LEAST_TEXT, Math.min(want, most)))
  const wide = wanted.indexOf(Math.max(...wanted))
  const rest = widths.reduce((some, width) => some - width, room)
  return widths.map((width, at) => (at === wide ? width + rest : width))
}

/**
 * A part with its title and heads, which come back on each page; nothing where it has no rows. The last `amounts` columns
 * are numbers; `totals` are the sums of the last ones.
 */
function table(title: string, heads: string[], rows: string[][], amounts = 0, totals: string[] = []): Block[] {
  if (rows.length === 0) return []
  const texts = heads.length - amounts
  const columns = heads.map((head, at) => [head, ...rows.map((row) => row[at] ?? '')])
  const wantedFigures = columns
    .slice(texts)
    .map((column, at) => figureWidth([...column, totals[at - amounts + totals.length] ?? ''], LEAST_FIGURE))
  // Columns of texts keep room whatever the figures want: without any, the printer would never end.
  const most = restWidth('landscape', Array(heads.length - 1).fill(0)) - texts * LEAST_TEXT
  const share = Math.min(1, most / wantedFigures.reduce((sum, width) => sum + width, 1))
  const figureWidths = wantedFigures.map((width) => width * share)
  const wanted = columns.slice(0, texts).map((column) => figureWidth(column, LEAST_TEXT))
  const none = wanted.slice(1).map(() => 0)
  const widths = [...sharedWidths(wanted, restWidth('landscape', [...none, ...figureWidths])), ...figureWidths]
  const sum: Cell[][] =
    totals.length > 0
      ? [
          [
            ...spanning({ text: 'Ukupno', bold: true, alignment: 'right' }, heads.length - totals.length),
            ...totals.map((total) => ({ ...figure(total), bold: true })),
          ],
        ]
      : []
  return [
    longTable(
      widths.map((width, at) => ({ width, right: at >= texts })),
      [
        spanning(titleCell(title, TITLE_WIDTH), heads.length),
        heads.map((head, at) => headCell(head, at < texts ? 'left' : 'right')),
      ],
      rows,
      sum,
    ),
  ]
}
