import { formatPara, type Para, sum } from '#domain/decimal.ts'
import { paperFrame } from './paper-frame.ts'
import { headCell, linedTable, restWidth, spanning, titleCell } from './paper-table.ts'
import {
  codeWidths,
  columnWidth,
  figure,
  figures,
  figuresByUnit,
  figureWidth,
  LEAST_NAME,
  UNIT_WIDTH,
  words,
} from './paper-text.ts'
import type { C1Paper, ExportedLine } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'

type Widths = ReturnType<typeof columnWidths>

/** Specifikacija: a table per invoice with its totals, then the totals of the document (EUR, spec §9). A4 upright. */
export function specifikacija(paper: C1Paper): PdfDefinition {
  const fakture = Map.groupBy(paper.stavke, (stavka) => stavka.broj_fakture)
  const widths = columnWidths(paper.stavke)
  return paperFrame({ ...paper, vrsta: 'C1', broj: paper.broj_c1 }, 'Specifikacija robe', 'portrait', [
    ...[...fakture].map(([broj, stavke]) => linedTable(Object.values(widths), 2, invoice(broj, stavke, widths))),
    totalsTable(paper.stavke, fakture.size),
  ])
}

const iznosOf = (stavke: ExportedLine[]): Para => sum(stavke.map(({ iznos }) => iznos))
/** The quantities of lines, and their sums per unit of measure. */
function kolicine(stavke: ExportedLine[]): { rows: string[]; sums: { unit: string; text: string }[] } {
  const byUnit = [...Map.groupBy(stavke, ({ jedinica_mere }) => jedinica_mere)]
  const sums = byUnit.map(([, own]) => sum(own.map(({ kolicina }) => kolicina)))
  const units = [...stavke.map(({ jedinica_mere }) => jedinica_mere), ...byUnit.map(([unit]) => unit)]
  const texts = figuresByUnit([...stavke.map(({ kolicina }) => kolicina), ...sums], units)
  const rows = texts.splice(0, stavke.length)
  return { rows, sums: byUnit.map(([unit], at) => ({ unit, text: texts[at] ?? '' })) }
}
const stacked = (cells: Cell[]): Cell => ({ stack: cells, bold: true })
const cene = (stavke: ExportedLine[]) =>
  figures(
    stavke.map(({ cena }) => cena),
    2,
  )

/** One set of widths for all invoices, so that their columns stand under one another. */
function columnWidths(stavke: ExportedLine[]) {
  const texts = (of: (stavka: ExportedLine) => string) => stavke.map(of)
  const { rows, sums } = kolicine(stavke)
  const redni_broj = figureWidth(
    texts((stavka) => String(stavka.redni_broj)),
    20,
  )
  const amounts = {
    jedinica_mere: columnWidth(
      texts((stavka) => stavka.jedinica_mere),
      22,
      UNIT_WIDTH,
    ),
    kolicina: figureWidth([...rows, ...sums.map(({ text }) => text)], 50),
    cena: figureWidth(cene(stavke), 50),
    iznos: figureWidth([formatPara(iznosOf(stavke))], 60),
  }
  const room = restWidth('portrait', [redni_broj, ...Object.values(amounts), 0, 0]) - LEAST_NAME
  const [proizvod_id = 0, hs_code = 0] = codeWidths(
    [texts((stavka) => stavka.proizvod_id), texts((stavka) => stavka.hs_code)],
    34,
    room,
  )
  const naziv = restWidth('portrait', [redni_broj, proizvod_id, hs_code, ...Object.values(amounts)])
  return { redni_broj, proizvod_id, naziv, hs_code, ...amounts }
}

function invoice(broj: string, stavke: ExportedLine[], widths: Widths): Cell[][] {
  const { rows: kolicina, sums } = kolicine(stavke)
  const cena = cene(stavke)
  return [
    spanning(titleCell(`Faktura ${broj}`, restWidth('portrait', [])), 8),
    [
      headCell('R. br.', 'right'),
      headCell('Šifra'),
      headCell('Naziv proizvoda'),
      headCell('HS kod'),
      headCell('JM'),
      headCell('Količina', 'right'),
      headCell('Cena (EUR)', 'right'),
      headCell('Iznos (EUR)', 'right'),
    ],
    ...stavke.map((stavka, at) => [
      figure(String(stavka.redni_broj)),
      words(stavka.proizvod_id, widths.proizvod_id),
      words(stavka.naziv, widths.naziv),
      words(stavka.hs_code, widths.hs_code),
      words(stavka.jedinica_mere, widths.jedinica_mere),
      figure(kolicina[at]),
      figure(cena[at]),
      figure(formatPara(stavka.iznos)),
    ]),
    [
      ...spanning({ ...words(`Ukupno faktura ${broj}`, widths.naziv + widths.hs_code), bold: true }, 4),
      stacked(sums.map(({ unit }) => words(unit, widths.jedinica_mere))),
      stacked(sums.map(({ text }) => figure(text))),
      { text: '' },
      { ...figure(formatPara(iznosOf(stavke))), bold: true },
    ],
  ]
}

function totalsTable(stavke: ExportedLine[], fakture: number): Block {
  const row = (label: string, ...values: string[]): Cell[] => [
    { text: label },
    stacked(values.map((value) => figure(value))),
  ]
  const table = linedTable(['auto', 'auto'], 0, [
    row('Broj faktura', String(fakture)),
    row('Broj stavki', String(stavke.length)),
    row('Ukupna količina', ...kolicine(stavke).sums.map(({ unit, text }) => `${text} ${unit}`)),
    row('Ukupna vrednost (EUR)', formatPara(iznosOf(stavke))),
  ])
  return { columns: [{ text: '' }, { ...table, width: 'auto', fontSize: 9 }], unbreakable: true }
}
