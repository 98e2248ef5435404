import { unguardedText } from '#domain/formula-guard.ts'
import { headerText, isSumRow, quoted } from '#domain/sheet.ts'

/**
 * A column of a grid that can be pasted into; `names` are headings that mean it, as `headerText` folds them.
 * `byHeading`: the grid does not show it, so it needs a heading.
 */
export type PasteColumn = { readonly id: string; readonly names: readonly string[]; readonly byHeading?: true }

/** Cells by column, as text. */
export type PastedRow = Readonly<Record<string, string>>

/**
 * The text that a spreadsheet puts on the clipboard: tabs between cells, quotes around cells that hold tabs, lines or
 * quotes.
 */
export function clipboardRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy
  for (let match = cells.exec(text); match; match = cells.exec(text)) {
    const [whole, quoted, bare = '', end] = match
    rows.at(-1)?.push((quoted === undefined ? bare : quoted.replaceAll('""', '"')).trim())
    if (whole === '' || end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
}

/** Whether text is more than one cell; it then goes into the grid, not into the field that has the focus. */
export const isTable = (text: string): boolean => /[\t\r\n]/.test(text.trim())

/**
 * Pasted rows by column: headings in the first row name the columns; without them the cells start at the column `from`,
 * in the order of `columns`. Cells beyond the last column and rows of totals are left out. `notes` reports that, the
 * number of rows with more cells than headings, and the column that counts where two have one name.
 */
export function placePasted(
  rows: readonly (readonly string[])[],
  columns: readonly PasteColumn[],
  from: string,
): { readonly byHeadings: boolean; readonly rows: PastedRow[]; readonly notes: string[] } {
  const headings = (rows[0] ?? []).map((cell) => columnNamed(cell, columns))
  const filled = rows[0]?.filter((cell) => cell !== '').length ?? 0
  const known = headings.filter(Boolean).length
  const byHeadings = rows.length > 1 && known > 0 && (known >= 2 || known === filled)
  const ids = byHeadings ? headings : idsFrom(columns, from)
  const data = byHeadings ? rows.slice(1) : rows
  const counted = data.filter((cells) => !isSumRow(cells))
  const width = rows[0]?.length ?? 0
  const wide = byHeadings ? counted.filter((cells) => cells.slice(width).some((cell) => cell !== '')).length : 0
  const twice = byHeadings ? headings.findIndex((id, at) => id !== undefined && headings.indexOf(id) < at) : -1
  return {
    byHeadings,
    notes: [
      ...(counted.length < data.length ? [`Preskočeno redova sa zbirom: ${data.length - counted.length}.`] : []),
      ...(wide > 0 ? [`Redova sa više ćelija nego što ih ima zaglavlje: ${wide}; višak nije prenet.`] : []),
      ...(twice >= 0 ? [`Dve kolone znače isto kao ${quoted(rows[0]?.[twice] ?? '')}; uzeta je prva.`] : []),
    ],
    rows: counted.map((cells) => {
      const row: Record<string, string> = {}
      cells.forEach((cell, index) => {
        const id = ids[index]
        if (id !== undefined && !(id in row)) row[id] = unguardedText(cell)
      })
      return row
    }),
  }
}

function idsFrom(columns: readonly PasteColumn[], from: string): string[] {
  const ids = columns.filter(({ byHeading }) => !byHeading).map(({ id }) => id)
  return ids.slice(Math.max(ids.indexOf(from), 0))
}

const columnNamed = (cell: string, columns: readonly PasteColumn[]): string | undefined =>
  columns.find(({ names }) => names.includes(headerText(cell)))?.id
