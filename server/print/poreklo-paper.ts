import { POREKLO_STAVKE, type PorekloRow } from '#contract/figures/carina.ts'
import type { Poreklo } from '#contract/poreklo.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara } from '#domain/decimal.ts'
import { figureTable } from './figure-table.ts'
import { type Firma, ownTop, sheetFrame } from './paper-frame.ts'
import { SHEET_WIDTH } from './paper-table.ts'
import { toldMarks, words } from './paper-text.ts'
import type { PaperHead } from './papers.ts'
import type { Block, PdfDefinition } from './pdf-definition.ts'

/** An origin sheet as it is drawn. */
export type PorekloPaper = { poreklo: Poreklo; firma: Firma | undefined; stampano: PaperHead['stampano'] }

const TITLE = 'Radni list porekla'

/** The origin sheet of an exported line (customs §4.10): its draws, those that count, and the share. A4 across. */
export function porekloPaper({ poreklo, firma, stampano }: PorekloPaper): PdfDefinition {
  const { broj_c1, datum, proizvod_id, proizvod_naziv, hs_code, jedinica_mere, broj_fakture, redni_broj } = poreklo
  const price = `${formatMicro(poreklo.cena_ex_works, { minPlaces: 2 })} EUR po ${jedinica_mere}, kurs ${formatMicro(poreklo.kurs)}`
  const [limit, counted] =
    poreklo.pravilo === 'udeo vrednosti'
      ? ['granica', 'bez porekla']
      : ['tolerancija', 'bez porekla, iz tarifnog broja proizvoda']
  const facts = [
    `Proizvod ${proizvod_id} ${proizvod_naziv}, HS ${hs_code}`,
    `Faktura ${broj_fakture}, stavka ${redni_broj}: izvezeno ${formatMicro(poreklo.kolicina)} ${jedinica_mere}`,
    `Cena franko fabrika ${price}: vrednost stavke ${formatPara(poreklo.vrednost_rsd)} RSD`,
    `Pravilo: ${poreklo.pravilo}, ${limit} ${formatMicro(poreklo.dozvoljeno, { minPlaces: 2 })} %; uračunat je materijal ${counted}`,
  ]
  return sheetFrame({
    heading: `${TITLE} uz C1 br. ${broj_c1} od ${formatDate(datum)}`,
    subject: TITLE,
    stampano,
    orientation: 'landscape',
    top: ownTop(firma, TITLE, `uz izlazni dokument C1 br. ${broj_c1} od ${formatDate(datum)}`, facts),
    content: [
      ...figureTable('Razduženi materijal', POREKLO_STAVKE, poreklo.stavke.map(rowOf)),
      answer(poreklo, SHEET_WIDTH.landscape),
    ],
  })
}

const rowOf = ({ uracunato, ...row }: Poreklo['stavke'][number]): PorekloRow => ({
  ...row,
  materijal_naziv: `${row.materijal_naziv}${toldMarks(row)}`,
  uracunato_rsd: uracunato ? row.vrednost_rsd : null,
})

const answer = ({ odgovor }: Poreklo, width: number): Block => ({
  stack: [
    { ...words(odgovor, width, 11), bold: true, fontSize: 11 },
    words('Ovo je samo račun; poreklo ocenjuje onaj ko potpisuje dokaz o poreklu.', width, 8),
  ],
})
