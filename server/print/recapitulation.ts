import { headCell, linedTable, restWidth, spanning, titleCell } from './paper-table.ts'
import { figure, figureWidth, words } from './paper-text.ts'
import type { Block, Cell } from './pdf-definition.ts'

/** `figures`: three, as they are shown; `marks`: what makes its cells stand out. */
export type RecapRow = {
  readonly materijal_id: string
  readonly naziv: string
  readonly jedinica_mere: string
  readonly figures: readonly string[]
  readonly marks?: Partial<Cell>
}

const TITLE_WIDTH = restWidth('landscape', [])
const ID_WIDTH = 70
const UNIT_WIDTH = 30

/** The table at the end of a razduženje: of each material three figures, under these heads. */
export function recapitulation(heads: readonly [string, string, string], materials: readonly RecapRow[]): Block {
  const width = figureWidth(
    materials.flatMap(({ figures }) => figures),
    80,
  )
  const nameWidth = restWidth('landscape', [ID_WIDTH, width, width, width, UNIT_WIDTH])
  return linedTable([ID_WIDTH, nameWidth, width, width, width, UNIT_WIDTH], 2, [
    spanning(titleCell('Rekapitulacija po materijalu', TITLE_WIDTH), 6),
    [headCell('Materijal'), headCell('Naziv'), ...heads.map((head) => headCell(head, 'right')), headCell('J. m.')],
    ...materials.map(({ materijal_id, naziv, jedinica_mere, figures, marks }) =>
      [
        words(materijal_id, ID_WIDTH),
        words(naziv, nameWidth),
        ...figures.map((text) => figure(text)),
        words(jedinica_mere, UNIT_WIDTH),
      ].map((cell): Cell => ({ ...cell, ...marks })),
    ),
  ])
}
