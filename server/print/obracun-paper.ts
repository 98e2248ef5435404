import type { ObracunIzvoz, ObracunStavka, ObracunUkupno } from '#contract/obracun.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatPara, type Para, totalPara } from '#domain/decimal.ts'
import { rule, sheetFrame } from './paper-frame.ts'
import { headCell, longTable, restWidth, SHEET_WIDTH, spanning, titleCell } from './paper-table.ts'
import { figure, figures, figureWidth, words } from './paper-text.ts'
import type { ObracunPaper } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'

const TITLE_WIDTH = restWidth('landscape', [])

/** The account for customs (customs §5): its parts one after another, those without rows left out. A4 across. */
export function obracunPaper({ obracun, obim, podnet, stampano }: ObracunPaper): PdfDefinition {
  const { datum_od, datum_do, stavke, izvoz, bez_pokrica, normativi, ukupno, provere } = obracun
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
    lots(stavke),
    draws(izvoz),
    sums(ukupno),
    table(
      'Normativi',
      ['Proizvod', 'Materijal', 'Neto', 'Izvezeno', 'Ukupno'],
      normativi.map(({ proizvod_id, proizvod_naziv, materijal_id, materijal_naziv, ...row }) => [
        `${proizvod_id} ${proizvod_naziv}`,
        `${materijal_id} ${materijal_naziv}`,
        ...figures([row.neto, row.izvezeno, row.ukupno]),
      ]),
      3,
    ),
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

const AMOUNTS = ['Uvezeno', 'Početno', 'Uvoz', 'Ugrađeno', 'Krajnje', 'Vrednost (RSD)']
const amountsOf = (row: ObracunStavka | ObracunUkupno) => [
  ...figures([row.uvezeno, row.pocetno_stanje, row.ulaz, row.ugradjeno, row.krajnje_stanje]),
  formatPara(row.vrednost_rsd),
]
const worthOf = (rows: readonly { vrednost_rsd: Para }[]) =>
  formatPara(totalPara(rows.map(({ vrednost_rsd }) => vrednost_rsd)))

function lots(stavke: readonly ObracunStavka[]): Block[] {
  const said = used(stavke, [
    ['Postupak', (row) => row.oznaka_postupka ?? ''],
    ['JCI', (row) => row.broj_jci ?? ''],
    ['Rok', (row) => (row.rok ? formatDate(row.rok) : '')],
  ])
  const heads = ['C4', 'Datum', ...said.map(([head]) => head), 'Faktura / St.', 'Tarifni broj', 'Materijal', 'JM']
  const rows = stavke.map((row) => [
    row.broj_c4,
    formatDate(row.datum),
    ...said.map(([, of]) => of(row)),
    `${row.broj_fakture} / ${row.redni_broj}`,
    row.tarifni_broj,
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.jedinica_mere,
    ...amountsOf(row),
  ])
  return table('Uvozne stavke', [...heads, ...AMOUNTS], rows, AMOUNTS.length, worthOf(stavke))
}

/** What is imported under one tariff number of a material together. */
function sums(ukupno: readonly ObracunUkupno[]): Block[] {
  const rows = ukupno.map((row) => [
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.jedinica_mere,
    row.tarifni_broj,
    ...amountsOf(row),
  ])
  return table('Zbirovi', ['Materijal', 'JM', 'Tarifni broj', ...AMOUNTS], rows, AMOUNTS.length, worthOf(ukupno))
}

function draws(izvoz: readonly ObracunIzvoz[]): Block[] {
  const said = used(izvoz, [
    ['JCI', (row) => row.broj_jci ?? ''],
    ['Posle roka', (row) => (row.posle_roka ? 'da' : '')],
  ])
  const heads = ['C1', 'Datum', ...said.map(([head]) => head), 'Proizvod', 'C4 / St.', 'Materijal', 'JM']
  const rows = izvoz.map((row) => [
    row.broj_c1,
    formatDate(row.datum),
    ...said.map(([, of]) => of(row)),
    `${row.proizvod_id} ${row.proizvod_naziv}`,
    `${row.broj_c4} / ${row.ulaz_redni_broj}`,
    `${row.materijal_id} ${row.materijal_naziv}`,
    row.jedinica_mere,
    ...figures([row.izvezeno, row.razduzeno]),
  ])
  return table('Izvoz', [...heads, 'Izvezeno', 'Razduženo'], rows, 2)
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
 * are numbers; `total` is the sum of the last one.
 */
function table(title: string, heads: string[], rows: string[][], amounts = 0, total?: string): Block[] {
  if (rows.length === 0) return []
  const texts = heads.length - amounts
  const columns = heads.map((head, at) => [head, ...rows.map((row) => row[at] ?? '')])
  const figureWidths = columns
    .slice(texts)
    .map((column, at) => figureWidth(at === amounts - 1 ? [...column, total ?? ''] : column, LEAST_FIGURE))
  const wanted = columns.slice(0, texts).map((column) => figureWidth(column, LEAST_TEXT))
  const none = wanted.slice(1).map(() => 0)
  const widths = [...sharedWidths(wanted, restWidth('landscape', [...none, ...figureWidths])), ...figureWidths]
  const sum: Cell[][] = total
    ? [
        [
          ...spanning({ text: 'Ukupno', bold: true, alignment: 'right' }, heads.length - 1),
          { ...figure(total), bold: true },
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
