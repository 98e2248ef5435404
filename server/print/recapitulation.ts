import { MATERIJAL } from '#contract/figures/figure.ts'
import type { Micro } from '#domain/decimal.ts'
import { headCell, linedTable, restWidth, spanning, titleCell } from './paper-table.ts'
import { columnWidth, figure, figuresByUnit, figureWidth, words } from './paper-text.ts'
import type { Block, Cell } from './pdf-definition.ts'

/** `texts` as they are shown, and a figure per head; `marks`: the emphasis of the cells. */
export type RecapRow = {
  readonly texts?: readonly string[]
  readonly materijal_id: string
  readonly naziv: string
  readonly jedinica_mere: string
  readonly figures: readonly Micro[]
  readonly marks?: Partial<Cell>
}

type Recap = {
  readonly title: string
  /** The heads before the material, and those of the figures behind it. */
  readonly before?: readonly string[]
  readonly heads: readonly string[]
  readonly rows: readonly RecapRow[]
}

const TITLE_WIDTH = restWidth('landscape', [])
const TEXT_WIDTH = 110
const ID_WIDTH = 70
const UNIT_WIDTH = 30

/** A table at the end of a razduženje, a row per material; none for a single row, which would only repeat facts. */
export function recapitulation({ title, before = [], heads, rows }: Recap): Block[] {
  if (rows.length < 2) return []
  const shown = figuresByUnit(
    rows.flatMap(({ figures }) => figures),
    rows.flatMap(({ figures, jedinica_mere }) => figures.map(() => jedinica_mere)),
  )
  const width = figureWidth(shown, 80)
  const textWidths = before.map((_, at) =>
    columnWidth(
      rows.map(({ texts }) => texts?.[at] ?? ''),
      44,
      TEXT_WIDTH,
    ),
  )
  const fixed = [...textWidths, ID_WIDTH, ...heads.map(() => width), UNIT_WIDTH]
  const nameWidth = restWidth('landscape', fixed)
  const widths = [...textWidths, ID_WIDTH, nameWidth, ...heads.map(() => width), UNIT_WIDTH]
  return [
    linedTable(widths, 2, [
      spanning(titleCell(title, TITLE_WIDTH), widths.length),
      [
        ...before.map((head) => headCell(head)),
        headCell(MATERIJAL),
        headCell('Naziv'),
        ...heads.map((head) => headCell(head, 'right')),
        headCell('JM'),
      ],
      ...rows.map(({ texts = [], materijal_id, naziv, jedinica_mere, marks }, row) =>
        [
          ...texts.map((text, at) => words(text, textWidths[at] ?? 0)),
          words(materijal_id, ID_WIDTH),
          words(naziv, nameWidth),
          ...heads.map((_, at) => figure(shown[row * heads.length + at])),
          words(jedinica_mere, UNIT_WIDTH),
        ].map((cell): Cell => ({ ...cell, ...marks })),
      ),
    ]),
  ]
}
