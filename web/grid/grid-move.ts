/** Where a key leads in a grid of fields. */
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
 * Enter moves on, with Shift back; arrows move between cells, left and right only from the ends of the text (or when all
 * of it is selected, as it is after entering a cell). Tab is left to the browser. Null: the key belongs to the field.
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
