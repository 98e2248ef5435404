/** The move that a key makes in a grid of fields. */
export type GridMove = 'next' | 'previous' | 'up' | 'down' | 'left' | 'right'

export type GridKey = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** The caret of a text field; a field without text is at both ends. `all`: everything is selected. */
export type Caret = { readonly atStart: boolean; readonly atEnd: boolean; readonly all: boolean }

/**
 * Enter moves on, Shift + Enter back. Arrows move between cells; left and right only from the ends of the text, or
 * while all text is selected, as after entering a cell. The browser handles Tab. Null: the key belongs to the field.
 */
export function gridMove({ key, shiftKey, ctrlKey, altKey, metaKey }: GridKey, caret: Caret): GridMove | null {
  if (ctrlKey || altKey || metaKey) return null
  if (key === 'Enter') return shiftKey ? 'previous' : 'next'
  if (shiftKey) return null
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowLeft' && (caret.atStart || caret.all)) return 'left'
  if (key === 'ArrowRight' && (caret.atEnd || caret.all)) return 'right'
  return null
}

/** Attributes that mark lines and cells of a grid; the reducer names the same places. */
const LINE = '[data-line]'
const CELL = '[data-cell]'

/** Sets the focus into a cell; false when its line is not shown. */
export function focusCell(grid: HTMLElement, line: string, column: string): boolean {
  const body = grid.querySelector(`[data-line="${CSS.escape(line)}"]`)
  const cell =
    body?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(column)}"]`) ?? body?.querySelector<HTMLElement>(CELL)
  if (!cell) return false
  cell.focus()
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}

/** The key of the line in which an event happened; undefined outside the lines. */
export const lineAt = (target: EventTarget): string | undefined =>
  (target as HTMLElement).closest<HTMLElement>(LINE)?.dataset.line

/** The column of the cell in which an event happened; undefined outside the cells. */
export const columnAt = (target: EventTarget): string | undefined =>
  (target as HTMLElement).closest<HTMLElement>(CELL)?.dataset.cell

/** Whether pasted or typed text replaces all text of the field. */
export const isAllSelected = ({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length

type KeyEvent = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'target'>

/** The move of a pressed key from its cell; null where the cell keeps the key. */
export function moveOf(event: KeyEvent): GridMove | null {
  const field = event.target
  if (field instanceof HTMLInputElement) {
    const { value, selectionStart, selectionEnd } = field
    const collapsed = selectionStart === selectionEnd
    const caret = {
      all: isAllSelected(field),
      atStart: collapsed && selectionStart === 0,
      atEnd: collapsed && selectionEnd === value.length,
    }
    return gridMove(event, caret)
  }
  // Enter on a button presses it, unless the button is a cell to fill in.
  const isField = field instanceof HTMLElement && field.getAttribute('role') === 'switch'
  if (event.key === 'Enter' && !isField) return null
  return gridMove(event, { all: true, atStart: true, atEnd: true })
}

/** The next cell of the same line in that direction; undefined at its end. Enter skips buttons, arrows do not. */
export function neighbourIn(
  target: EventTarget,
  move: 'next' | 'previous' | 'left' | 'right',
): HTMLElement | undefined {
  const cell = (target as HTMLElement).closest<HTMLElement>(CELL)
  const cells = [...(cell?.closest(LINE)?.querySelectorAll<HTMLElement>(CELL) ?? [])]
  const wanted = cells.filter(
    (one) => one === cell || move === 'left' || move === 'right' || !('button' in one.dataset),
  )
  return wanted[wanted.indexOf(cell as HTMLElement) + (move === 'next' || move === 'right' ? 1 : -1)]
}
