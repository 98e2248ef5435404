import { POPIS_STAVKE } from '#contract/figures/carina.ts'
import { POPIS, type Popis } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { figureTable } from './figure-table.ts'
import { type Firma, ownTop, sheetFrame } from './paper-frame.ts'
import type { PaperHead } from './papers.ts'
import type { PdfDefinition } from './pdf-definition.ts'

/** A count as it is drawn. */
export type PopisPaper = { popis: Popis; firma: Firma | undefined; stampano: PaperHead['stampano'] }

/** The signatures of the usual commission of three. */
const POTPISI = ['Predsednik komisije', 'Član komisije', 'Član komisije', 'Odgovorno lice (M.P.)']

/** The count and the quantities in the books at that time, differences first, and the people who sign. A4 across. */
export function popisPaper({ popis, firma, stampano }: PopisPaper): PdfDefinition {
  const { datum, korisnik, broj_materijala, manjkova, viskova, stavke } = popis
  const facts = [
    ...(['komisija', 'napomena'] as const).flatMap((name) =>
      popis[name] ? [`${POPIS[name].label}: ${popis[name]}`] : [],
    ),
    `Izbrojano materijala: ${broj_materijala}, manjkova: ${manjkova}, viškova: ${viskova}`,
    `Knjigovodstveno stanje je sa kraja dana popisa; uneto sa naloga ${korisnik}`,
  ]
  return sheetFrame({
    heading: `Popis od ${formatDate(datum)}`,
    subject: 'Popis',
    stampano,
    orientation: 'landscape',
    top: ownTop(firma, 'Popis', `od ${formatDate(datum)}`, facts),
    content: figureTable('Izbrojano i knjigovodstveno stanje', POPIS_STAVKE, stavke),
    potpisi: POTPISI,
  })
}
