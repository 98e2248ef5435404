import type { ClipboardEvent } from 'react'
import { guardedCell } from '#domain/formula-guard.ts'

/**
 * Copies the selected part of a table as plain text that keeps its columns: cells parted by tabs, rows by lines, each
 * text as it is shown, and none a formula where it is pasted. Of several rows full ones, so that columns stay under
 * each other; never what
 */
export function copyColumns(event: ClipboardEvent<HTMLTableElement>) {
  const table = event.currentTarget
  const selection = document.getSelection()
  if (!selection || !table.contains(selection.anchorNode) || !table.contains(selection.focusNode)) return
  const isChosen = (part: Element) => selection.containsNode(part, true)
  const rows = [...table.rows].filter(isChosen)
  const lines = rows.map((row) =>
    [...row.cells]
      .filter((cell) => (rows.length > 1 || isChosen(cell)) && cell.checkVisibility() && !cell.matches(NO_CONTENT))
      .map((cell) => guardedCell(cell.innerText.replace(/\s+/g, ' ').trim())),
  )
  if (lines.flat().length < 2) return
  event.clipboardData.setData('text/plain', lines.map((cells) => cells.join('\t')).join('\n'))
  event.preventDefault()
}

const NO_CONTENT = '.select, .actions, .sort-menu'
