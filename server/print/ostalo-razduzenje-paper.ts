import { type OstaloRazduzenje, RAZDUZENJE } from '#contract/ostala-razduzenja.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Para } from '#domain/decimal.ts'
import { type Firma, firmLine, rule, sheetFrame } from './paper-frame.ts'
import { headCell, linedTable, restWidth, SHEET_WIDTH, spanning } from './paper-table.ts'
import { columnWidth, figure, figures, figureWidth, words } from './paper-text.ts'
import type { PaperHead } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'

/** A document that took from named lots, as it is drawn. */
export type OstaloRazduzenjePaper = {
  razduzenje: OstaloRazduzenje
  firma: Firma | undefined
  stampano: PaperHead['stampano']
}

const TITLE = 'Ostalo razduženje'

/** What left which lots without an export, and why. A4 across. */
export function ostaloRazduzenjePaper({ razduzenje, firma, stampano }: OstaloRazduzenjePaper): PdfDefinition {
  const { broj, datum, vrsta, stavke } = razduzenje
  const width = SHEET_WIDTH.landscape
  const facts = (['broj_jci', 'carinski_organ', 'razlog'] as const).flatMap((name) =>
    razduzenje[name] ? [`${RAZDUZENJE[name].label}: ${razduzenje[name]}`] : [],
  )
  return sheetFrame({
    heading: `${TITLE} br. ${broj} od ${formatDate(datum)}`,
    subject: vrsta,
    stampano,
    orientation: 'landscape',
    top: [
      ...firmLine(firma, width),
      { ...words(TITLE.toUpperCase(), width, 16), bold: true, fontSize: 16 },
      { ...words(`${vrsta} – br. ${broj} od ${formatDate(datum)}`, width, 10), margin: [0, 0, 0, 6] },
      rule(width, 1),
      { stack: facts.map((fact) => words(fact, width, 9)), margin: [0, 6, 0, 8] },
    ],
    content: [linesTable(stavke)],
  })
}

function linesTable(stavke: OstaloRazduzenje['stavke']): Block {
  const withRate = stavke.some(({ stopa_carine }) => stopa_carine !== null)
  const withCustoms = stavke.some(({ carinska_vrednost_rsd }) => carinska_vrednost_rsd !== null)
  const withDuty = stavke.some(({ iznos_carine }) => iznos_carine !== null)
  const quantities = figures(stavke.map(({ kolicina }) => kolicina))
  const total = formatPara(stavke.reduce((sum, { vrednost_rsd }) => sum + vrednost_rsd, 0) as Para)
  const rows = stavke.map((line) => ({
    texts: [
      `${line.broj_c4} od ${formatDate(line.c4_datum)}`,
      `${line.broj_fakture} / ${line.redni_broj}`,
      line.tarifni_broj,
      line.zemlja_porekla,
    ],
    amounts: [
      ...(withRate ? [line.stopa_carine === null ? '' : formatMicro(line.stopa_carine)] : []),
      ...(withCustoms ? [line.carinska_vrednost_rsd === null ? '' : formatPara(line.carinska_vrednost_rsd)] : []),
      ...(withDuty ? [line.iznos_carine, line.iznos_pdv].map((one) => (one === null ? '' : formatPara(one))) : []),
      formatPara(line.vrednost_rsd),
    ],
  }))
  const textWidths = [
    [80, 150],
    [50, 110],
    [50, 80],
    [50, 90],
  ].map(([least = 0, most = 0], at) =>
    columnWidth(
      rows.map(({ texts }) => texts[at] ?? ''),
      least,
      most,
    ),
  )
  const amountHeads = [
    ...(withRate ? ['Stopa carine (%)'] : []),
    ...(withCustoms ? ['Carinska vrednost (RSD)'] : []),
    ...(withDuty ? ['Carina (RSD, informativno)', 'PDV (RSD, informativno)'] : []),
    'Vrednost (RSD)',
  ]
  const amountWidths = amountHeads.map((_, at) =>
    figureWidth([...rows.map(({ amounts }) => amounts[at] ?? ''), total], 60),
  )
  const unit = 26
  const fixed = [18, ...textWidths, figureWidth(quantities, 50), unit, ...amountWidths]
  const material = restWidth('landscape', fixed)
  const [ordinal = 0, ...others] = fixed
  return linedTable([ordinal, material, ...others], 1, [
    [
      headCell('R. br.', 'right'),
      ...['Materijal', 'C4', 'Faktura / stavka', 'Tarifni broj', 'Zemlja porekla'].map((text) => headCell(text)),
      headCell('Količina', 'right'),
      headCell('J. m.'),
      ...amountHeads.map((text) => headCell(text, 'right')),
    ],
    ...rows.map(({ texts, amounts }, at): Cell[] => {
      const { materijal_id = '', materijal_naziv = '', jedinica_mere = '' } = stavke[at] ?? {}
      return [
        figure(String(at + 1)),
        words(`${materijal_id} ${materijal_naziv}`, material),
        ...texts.map((text, column) => words(text, textWidths[column] ?? 0)),
        figure(quantities[at]),
        words(jedinica_mere, unit),
        ...amounts.map((text) => figure(text)),
      ]
    }),
    [...spanning({ text: 'Ukupno', bold: true, alignment: 'right' }, fixed.length), { ...figure(total), bold: true }],
  ])
}
