import type { Poreklo } from '#contract/poreklo.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara } from '#domain/decimal.ts'
import { type Firma, firmLine, rule, sheetFrame } from './paper-frame.ts'
import { headCell, linedTable, restWidth, SHEET_WIDTH, spanning } from './paper-table.ts'
import { columnWidth, figure, figures, figureWidth, toldMarks, words } from './paper-text.ts'
import type { PaperHead } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'

/** An origin sheet as it is drawn. */
export type PorekloPaper = { poreklo: Poreklo; firma: Firma | undefined; stampano: PaperHead['stampano'] }

const TITLE = 'Radni list porekla'
const COLUMNS = 9

/** The origin sheet of one exported line (customs §4.10): what it drew, what the rule counts, and the share. A4 across. */
export function porekloPaper({ poreklo, firma, stampano }: PorekloPaper): PdfDefinition {
  const { broj_c1, datum, proizvod_id, proizvod_naziv, hs_code, jedinica_mere, broj_fakture, redni_broj } = poreklo
  const width = SHEET_WIDTH.landscape
  const price = `${formatMicro(poreklo.cena_ex_works, { minPlaces: 2 })} EUR po ${jedinica_mere}, kurs ${formatMicro(poreklo.kurs)}`
  const limit = poreklo.pravilo === 'udeo vrednosti' ? 'granica' : 'tolerancija'
  const facts = [
    `Proizvod ${proizvod_id} ${proizvod_naziv}, HS ${hs_code}; faktura ${broj_fakture}, stavka ${redni_broj}; izvezeno ${formatMicro(poreklo.kolicina)} ${jedinica_mere}`,
    `Cena franko fabrika ${price}: vrednost stavke ${formatPara(poreklo.vrednost_rsd)} RSD`,
    `Pravilo: ${poreklo.pravilo}, ${limit} ${formatMicro(poreklo.dozvoljeno, { minPlaces: 2 })} %`,
  ]
  return sheetFrame({
    heading: `${TITLE} uz C1 br. ${broj_c1} od ${formatDate(datum)}`,
    subject: TITLE,
    stampano,
    orientation: 'landscape',
    top: [
      ...firmLine(firma, width),
      { ...words(TITLE.toUpperCase(), width, 16), bold: true, fontSize: 16 },
      { ...words(`uz izlazni dokument C1 br. ${broj_c1} od ${formatDate(datum)}`, width, 10), margin: [0, 0, 0, 6] },
      rule(width, 1),
      { stack: facts.map((fact) => words(fact, width, 9)), margin: [0, 6, 0, 8] },
    ],
    content: [...(poreklo.stavke.length > 0 ? [drawsTable(poreklo)] : []), answer(poreklo, width)],
  })
}

function drawsTable({ stavke, uracunato_rsd, pravilo }: Poreklo): Block {
  const amounts = stavke.map(({ vrednost_rsd }) => formatPara(vrednost_rsd))
  const total = formatPara(uracunato_rsd)
  const texts = stavke.map((row) => [
    `${row.broj_c4} / ${row.redni_broj}`,
    row.tarifni_broj,
    row.zemlja_porekla,
    `${formatMicro(row.cena_po_jedinici, { minPlaces: 2 })} ${row.valuta}`,
    formatMicro(row.kurs),
  ])
  const widthOf = (at: number, least: number, most: number) =>
    columnWidth(
      texts.map((row) => row[at] ?? ''),
      least,
      most,
    )
  const quantities = figures(stavke.map(({ kolicina }) => kolicina))
  const widths = [
    widthOf(0, 60, 110),
    widthOf(1, 50, 80),
    widthOf(2, 60, 100),
    36,
    figureWidth(quantities, 50),
    widthOf(3, 50, 110),
    widthOf(4, 40, 60),
    figureWidth([...amounts, total], 60),
  ]
  const material = restWidth('landscape', widths)
  const counted = pravilo === 'udeo vrednosti' ? 'bez porekla' : 'bez porekla, iz tarifnog broja proizvoda'
  return linedTable([material, ...widths], 1, [
    [
      headCell('Materijal'),
      headCell('C4 / stavka'),
      headCell('Tarifni broj'),
      headCell('Zemlja porekla'),
      headCell('Poreklo'),
      headCell('Količina', 'right'),
      headCell('Cena', 'right'),
      headCell('Kurs', 'right'),
      headCell('Vrednost (RSD)', 'right'),
    ],
    ...stavke.map((row, at): Cell[] => {
      const [c4 = '', tariff = '', country = '', price, rate] = texts[at] ?? []
      return [
        words(`${row.materijal_id} ${row.materijal_naziv} (${row.jedinica_mere})${toldMarks(row)}`, material),
        words(c4, widths[0] ?? 0),
        words(tariff, widths[1] ?? 0),
        words(country, widths[2] ?? 0),
        { text: row.dokazuje_poreklo ? 'DA' : 'NE' },
        figure(quantities[at]),
        figure(price),
        figure(rate),
        { ...figure(amounts[at]), bold: row.uracunato },
      ]
    }),
    [
      ...spanning({ text: `Ukupno ${counted}`, bold: true, alignment: 'right' }, COLUMNS - 1),
      { ...figure(total), bold: true },
    ],
  ])
}

const answer = ({ odgovor }: Poreklo, width: number): Block => ({
  stack: [
    { ...words(odgovor, width, 11), bold: true, fontSize: 11 },
    words('Samo račun: ocenu porekla daje onaj ko potpisuje dokaz o poreklu.', width, 8),
  ],
})
