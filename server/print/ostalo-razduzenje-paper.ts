import { RAZDUZENJE_STAVKE } from '#contract/figures/carina.ts'
import { figuresIn } from '#contract/figures/figure.ts'
import { type OstaloRazduzenje, RAZDUZENJE } from '#contract/ostala-razduzenja.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { figureTable } from './figure-table.ts'
import { type Firma, ownTop, sheetFrame } from './paper-frame.ts'
import type { PaperHead } from './papers.ts'
import type { PdfDefinition } from './pdf-definition.ts'

/** A document that took from named lots, as it is drawn. */
export type OstaloRazduzenjePaper = {
  razduzenje: OstaloRazduzenje
  firma: Firma | undefined
  stampano: PaperHead['stampano']
}

const TITLE = 'Ostalo razduženje'

/** Discharges without an export: the quantities, their lots and the reason. A4 across. */
export function ostaloRazduzenjePaper({ razduzenje, firma, stampano }: OstaloRazduzenjePaper): PdfDefinition {
  const { broj, datum, vrsta, stavke } = razduzenje
  const facts = (['broj_jci', 'carinski_organ', 'razlog'] as const).flatMap((name) =>
    razduzenje[name] ? [`${RAZDUZENJE[name].label}: ${razduzenje[name]}`] : [],
  )
  return sheetFrame({
    heading: `${TITLE} br. ${broj} od ${formatDate(datum)}`,
    subject: vrsta,
    stampano,
    orientation: 'landscape',
    top: ownTop(firma, TITLE, `${vrsta} – br. ${broj} od ${formatDate(datum)}`, facts),
    content: figureTable('Razdužene stavke uvoza', figuresIn(RAZDUZENJE_STAVKE, stavke), stavke),
  })
}
