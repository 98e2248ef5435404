import { type RefObject, useEffect, useRef } from 'react'

/** Rows that PageUp and PageDown pass. */
const PAGE_ROWS = 10

/** Elements that answer a click or a key by themselves. */
const CONTROLS = 'a, button, input, label, select, textarea'

/** Elements that move by arrows themselves: a menu, the button that opens it, a field of choices. */
const OWN_ARROWS = '[role="menu"], [aria-haspopup], select, textarea'

/** Where a key leads from a row; undefined for a key that moves nothing. */
export function rowAfter(key: string, at: number, count: number): number | undefined {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count,
  }
  const row = to[key as keyof typeof to]
  return row === undefined ? undefined : Math.min(Math.max(row, 0), count - 1)
}

type OpenedRows<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
}

/**
 * Makes the rows of a table one Tab stop: arrows, PageUp, PageDown, Home and End move among them, Enter and a click
 * open one, Space chooses it. Arrow down leads there from the search field, Arrow up back. It needs `onOpen`.
 */
export function useRowFocus<Row>(
  box: RefObject<HTMLElement | null>,
  { rows, rowKey, onOpen }: OpenedRows<Row>,
  searchField: RefObject<HTMLElement | null>,
) {
  const open = (shown: HTMLElement) => {
    const row = rows.find((one) => rowKey(one) === shown.dataset.key)
    if (row) onOpen?.(row)
  }
  const latest = useRef(open)
  latest.current = open

  // After each render: new rows come without a stop. Set here, so that a key renders no table.
  useEffect(() => {
    const shown = rowsIn(box.current)
    if (!shown.some(isStop)) setStop(shown, shown[0])
  })

  const opens = Boolean(onOpen)
  useEffect(() => {
    const place = box.current
    if (!place || !opens) return
    const left = new AbortController()
    const { signal } = left
    // A control of another row leaves the stop where it is: else Tab would pass by the rows behind it.
    const move = ({ target }: FocusEvent) => rowOf(target) === target && setStop(rowsIn(place), target as HTMLElement)
    place.addEventListener('focusin', move, { signal })
    place.addEventListener('click', (event) => isOnRow(event) && latest.current(rowOf(event.target) as HTMLElement), {
      signal,
    })
    place.addEventListener('keydown', (event) => press(event, place, latest.current, searchField.current), { signal })
    searchField.current?.addEventListener('keydown', (event) => isPlain(event, 'ArrowDown') && enter(event, place), {
      signal,
    })
    return () => left.abort()
  }, [box, opens, searchField])
}

const isStop = (row: HTMLElement) => row.tabIndex === 0
const rowOf = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLElement>('tr[data-opens]')
const rowsIn = (place: Element | null) => [...(place?.querySelectorAll<HTMLElement>('tr[data-opens]') ?? [])]

function setStop(rows: readonly HTMLElement[], stop: HTMLElement | null | undefined) {
  if (!stop) return
  for (const row of rows) row.tabIndex = row === stop ? 0 : -1
}

/** A click beside every control, by which no text was selected. */
function isOnRow({ target }: MouseEvent): boolean {
  return Boolean(rowOf(target)) && !(target as Element).closest(CONTROLS) && getSelection()?.type !== 'Range'
}

const isPlain = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, wanted: string) =>
  key === wanted && !(ctrlKey || metaKey || altKey || shiftKey)

function enter(event: KeyboardEvent, place: Element) {
  const stop = rowsIn(place).find(isStop)
  if (!stop) return
  event.preventDefault()
  stop.focus()
}

function press(
  event: KeyboardEvent,
  place: Element,
  open: (row: HTMLElement) => void,
  searchField: HTMLElement | null | undefined,
) {
  const target = event.target as HTMLElement
  const row = rowOf(target)
  if (!row || !isPlain(event, event.key) || target.closest(OWN_ARROWS)) return
  const rows = rowsIn(place)
  const at = rows.indexOf(row)
  const to = rowAfter(event.key, at, rows.length)
  const chosen = row.querySelector<HTMLElement>('td.select input, td.select [role="checkbox"]')
  if (to !== undefined) {
    const next = rows[to]
    const same = target.dataset.action && next?.querySelector<HTMLElement>(`[data-action="${target.dataset.action}"]`)
    const away = event.key === 'ArrowUp' && at === 0 ? searchField : null
    ;(away ?? (same || next))?.focus()
  } else if (target !== row) return
  else if (event.key === 'Enter') open(row)
  else if (event.key === ' ' && chosen) chosen.click()
  else return
  event.preventDefault()
}
