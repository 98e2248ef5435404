import type { C4RazduzenjeRow } from '#contract/c4.ts'
import { type Parts, partsText } from '#domain/bom.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, sum } from '#domain/decimal.ts'
import { paperFrame } from './paper-frame.ts'
import { headCell, linedTable, restWidth, spanning, titleCell } from './paper-table.ts'
import {
  codeWidths,
  columnWidth,
  figure,
  figures,
  figureWidth,
  LEAST_NAME,
  toldMarks,
  UNIT_WIDTH,
  words,
} from './paper-text.ts'
import type { C4Paper } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'
import { recapitulation } from './recapitulation.ts'

type Widths = ReturnType<typeof columnWidths>

const COLUMNS = 8
const TITLE_WIDTH = restWidth('landscape', [])
const INVOICE_FILL = '#dbe4ee'
/** Room for 'Uvezeno: …' beside the title of a line. */
const AMOUNT_WIDTH = 150

/**
 * Razduženje of an import (decisions §1): a table per imported line with the exported lines that drew from it, the
 * invoice above the first of its lines, then a summary per material. A4 across.
 */
export function razduzenjeC4(paper: C4Paper): PdfDefinition {
  const widths = columnWidths(paper.stavke)
  const lines = [...Map.groupBy(paper.stavke, ({ ulaz_stavka_id }) => ulaz_stavka_id).values()]
  return paperFrame({ ...paper, vrsta: 'C4', broj: paper.broj_c4 }, 'Razduženje uvoza', 'landscape', [
    ...lines.map((rows, at) => {
      const invoice = rows[0]?.broj_fakture !== lines[at - 1]?.[0]?.broj_fakture ? [invoiceRow(rows)] : []
      return linedTable(Object.values(widths), invoice.length + (rows.some(goneOf) ? 3 : 2), [
        ...invoice,
        ...lineTable(rows, widths),
      ])
    }),
    ...summary(lines.flatMap(([line]) => line ?? [])),
  ])
}

/** One set of widths for all lines, so that their columns stand under one another. */
function columnWidths(stavke: readonly C4RazduzenjeRow[]) {
  const out = stavke.flatMap((row) => goneOf(row) ?? [])
  const amounts = [...stavke, ...out].map(({ kolicina }) => kolicina)
  const c1_datum = 44
  const primalac_naziv = columnWidth(
    out.map(({ partner }) => partner),
    60,
    170,
  )
  const ordinals = out.map(({ redni_broj }) => redni_broj)
  const redni_broj = figureWidth(ordinals, 20)
  const after = {
    kolicina: figureWidth(figures(amounts), 60),
    jedinica_mere: columnWidth(
      stavke.map((row) => row.jedinica_mere),
      22,
      UNIT_WIDTH,
    ),
  }
  const fixed = [c1_datum, primalac_naziv, redni_broj, ...Object.values(after)]
  const [broj_c1 = 0, broj_fakture = 0] = codeWidths(
    [out.map(({ broj }) => broj), out.map((gone) => gone.broj_fakture)],
    40,
    restWidth('landscape', [...fixed, 0, 0]) - LEAST_NAME,
  )
  const proizvod = restWidth('landscape', [...fixed, broj_c1, broj_fakture])
  return { broj_c1, c1_datum, primalac_naziv, broj_fakture, redni_broj, proizvod, ...after }
}

/** The row of an invoice. It is part of the table of its first line, so that it never ends a page alone. */
function invoiceRow([line]: readonly C4RazduzenjeRow[]): Cell[] {
  const title = titleCell(`Faktura ${line?.broj_fakture ?? ''}`, TITLE_WIDTH)
  return spanning({ ...title, fillColor: INVOICE_FILL }, COLUMNS)
}

/** The heads, new for each table: pdfmake writes into the cells that it gets. */
const heads = (): Cell[] => [
  headCell('C1 broj'),
  headCell('C1 datum'),
  headCell('Primalac'),
  headCell('Faktura izvoza'),
  headCell('R. br.', 'right'),
  headCell('Proizvod'),
  headCell('Razduženo', 'right'),
  headCell('JM'),
]

function lineTable(rows: readonly C4RazduzenjeRow[], widths: Widths): Cell[][] {
  const [line] = rows
  if (!line) return []
  const { redni_broj, materijal_id, materijal_naziv, jedinica_mere, kolicina } = line
  const title = `Stavka ${redni_broj}: ${materijal_id} ${materijal_naziv}`
  const imported = `Uvezeno: ${figures([kolicina])[0]} ${jedinica_mere}`
  const origin = `Tarifni broj ${line.tarifni_broj}, zemlja porekla ${line.zemlja_porekla}, dokazuje poreklo: ${line.dokazuje_poreklo ? 'DA' : 'NE'}, ID uvozne stavke ${line.ulaz_stavka_id}`
  const out = rows.flatMap((row) => goneOf(row) ?? [])
  const exports = rows.flatMap(({ izvoz }) => izvoz ?? [])
  const amounts = figures([...out.map((one) => one.kolicina), line.kolicina_razduzena, line.preostalo])
  const total = (label: string, amount: string | undefined): Cell[] => [
    ...spanning({ text: label, bold: true, alignment: 'right' }, COLUMNS - 2),
    { ...figure(amount), bold: true },
    words(jedinica_mere, widths.jedinica_mere),
  ]
  return [
    [
      ...spanning(titleCell(title, TITLE_WIDTH - AMOUNT_WIDTH), COLUMNS - 3),
      ...spanning({ ...titleCell(imported, AMOUNT_WIDTH), alignment: 'right' }, 3),
    ],
    spanning(words(origin, TITLE_WIDTH), COLUMNS),
    ...(out.length > 0 ? [heads()] : []),
    ...out.map((gone, at): Cell[] => [
      words(gone.broj, widths.broj_c1),
      figure(formatDate(gone.datum)),
      words(gone.partner, widths.primalac_naziv),
      words(gone.broj_fakture, widths.broj_fakture),
      figure(gone.redni_broj),
      words(gone.proizvod, widths.proizvod),
      figure(amounts[at]),
      words(jedinica_mere, widths.jedinica_mere),
    ]),
    ...(out.length > 0 ? [] : [spanning({ text: 'Iz ove stavke još ništa nije razduženo.' }, COLUMNS)]),
    total(`Ukupno razduženo${toldParts(together(exports))}`, amounts.at(-2)),
    total('Preostalo', amounts.at(-1)),
  ]
}

type Gone = Record<'broj' | 'partner' | 'broj_fakture' | 'redni_broj' | 'proizvod', string> & {
  datum: CalendarDate
  kolicina: Micro
}

/** The draw of an export, or of a document that names the line, which shows its kind in place of a receiver. */
function goneOf({ izvoz, ostalo_razduzenje: ostalo }: C4RazduzenjeRow): Gone | null {
  if (ostalo) return { ...ostalo, partner: ostalo.vrsta, broj_fakture: '', redni_broj: '', proizvod: '' }
  if (!izvoz) return null
  return {
    broj: izvoz.broj_c1,
    datum: izvoz.c1_datum,
    partner: izvoz.primalac_naziv,
    broj_fakture: izvoz.broj_fakture,
    redni_broj: String(izvoz.redni_broj),
    proizvod: `${izvoz.proizvod_id} ${izvoz.proizvod_naziv}${toldParts(izvoz)}${toldMarks(izvoz)}`,
    kolicina: izvoz.kolicina,
  }
}

/** The parts of a quantity that are waste and loss, as text to add to another. */
function toldParts(parts: Parts): string {
  const told = partsText(parts)
  return told && `; ${told}`
}

const together = (rows: readonly Parts[]): Parts => ({
  ugradjeno: sum(rows.map(({ ugradjeno }) => ugradjeno)),
  otpad: sum(rows.map(({ otpad }) => otpad)),
  gubitak: sum(rows.map(({ gubitak }) => gubitak)),
})

type MaterialTotal = Record<'uvezeno' | 'razduzeno' | 'preostalo', Micro> & { naziv: string; jedinica_mere: string }

/** Quantities in, out and remaining of each material, over all lines. */
function summary(lines: readonly C4RazduzenjeRow[]): Block[] {
  const totals = new Map<string, MaterialTotal>()
  for (const { materijal_id, materijal_naziv, jedinica_mere, kolicina, kolicina_razduzena, preostalo } of lines) {
    const before = totals.get(materijal_id)
    totals.set(materijal_id, {
      naziv: materijal_naziv,
      jedinica_mere,
      uvezeno: add<Micro>(before?.uvezeno ?? NO_QUANTITY, kolicina),
      razduzeno: add<Micro>(before?.razduzeno ?? NO_QUANTITY, kolicina_razduzena),
      preostalo: add<Micro>(before?.preostalo ?? NO_QUANTITY, preostalo),
    })
  }
  const rows = [...totals].map(([materijal_id, { uvezeno, razduzeno, preostalo, ...material }]) => ({
    ...material,
    materijal_id,
    figures: [uvezeno, razduzeno, preostalo],
  }))
  return recapitulation({ title: 'Rekapitulacija po materijalu', heads: ['Uvezeno', 'Razduženo', 'Preostalo'], rows })
}
