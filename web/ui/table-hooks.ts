import { type ClipboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { guardedCell } from '#domain/formula-guard.ts'

/**
 * Whether the table inside a box is wider than the box. Then (and only then) the box scrolls by itself; a box that
 * always scrolled would take the sticky head away from the page.
 */
export function useWide(): [RefObject<HTMLDivElement | null>, boolean] {
  const box = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(false)

  useLayoutEffect(() => {
    const place = box.current
    const table = place?.firstElementChild
    if (!place || !table) return
    const tooWide = () => table.scrollWidth > place.offsetWidth + 1
    const measure = () => {
      // Long names are broken only while the table scrolls, which makes it narrower: one that fits only because of that
      // would flip with every frame. So it is measured without `data-wide`, which comes back before the browser paints.
      const fits = place.dataset.wide && !tooWide()
      const { scrollTop } = place
      if (fits) delete place.dataset.wide
      const now = tooWide()
      if (fits) {
        place.dataset.wide = 'true'
        place.scrollTop = scrollTop
      }
      setWide(now)
    }
    measure()
    const size = new ResizeObserver(measure)
    size.observe(place)
    size.observe(table)
    return () => size.disconnect()
  }, [])

  return [box, wide]
}

/** Scroll positions of boxes, by the visit (the router's name of an entry of the history) and the box's label. */
const places = new Map<string, { left: number; top: number }>()

/** Lets a box that scrolls by itself stand where it stood when the browser comes back to this visit. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, label: string, filled: boolean): void {
  useLayoutEffect(() => {
    const place = box.current
    if (!place || !filled) return
    const name = () => `${(history.state as { key?: string } | null)?.key} ${label}`
    const kept = places.get(name())
    if (kept) place.scrollTo(kept)
    const keep = () => places.set(name(), { left: place.scrollLeft, top: place.scrollTop })
    place.addEventListener('scroll', keep, { passive: true })
    return () => place.removeEventListener('scroll', keep)
  }, [box, label, filled])
}

/** A box that would have less of the window keeps its full height: one looks through many rows at once. */
const LEAST_SHARE = 0.55
/** The space between the box and the lower edge of the window. */
const REST = 16

/**
 * Keeps the totals of a table that scrolls in its own box at the bottom of the window: where there is room the box ends
 * there (`--box-height`), with the bar that scrolls it sideways; else the totals are lifted by what lies below the
 * window (`--below`). `position: sticky` alone knows only the end of the box.
 */
export function useTotalsInSight(box: RefObject<HTMLElement | null>, active: boolean): void {
  useLayoutEffect(() => {
    const place = box.current
    if (!place || !active) return
    const lift = () => {
      const below = Math.max(0, place.getBoundingClientRect().bottom - innerHeight)
      place.style.setProperty('--below', `${below}px`)
    }
    const measure = () => {
      const room = innerHeight - (place.getBoundingClientRect().top + scrollY) - REST
      if (room < innerHeight * LEAST_SHARE) place.style.removeProperty('--box-height')
      else place.style.setProperty('--box-height', `${room}px`)
      lift()
    }
    measure()
    // Content above the box moves it, and so does a window of another height.
    const size = new ResizeObserver(measure)
    size.observe(document.body)
    addEventListener('resize', measure)
    addEventListener('scroll', lift, { passive: true })
    return () => {
      size.disconnect()
      removeEventListener('resize', measure)
      removeEventListener('scroll', lift)
      for (const name of ['--box-height', '--below']) place.style.removeProperty(name)
    }
  }, [box, active])
}

type Chosen = { key: string; at: number; action: string }

/**
 * A row that is deleted takes the button with it that had the focus: it then goes to the same action of the row that
 * takes its place, or to `otherwise` when there is none. Call `noteChoice` with what may take its row away.
 */
export function useFocusAfterRemoval(
  box: RefObject<HTMLElement | null>,
  keys: readonly string[],
  otherwise: RefObject<HTMLElement | null> | undefined,
) {
  const chosen = useRef<Chosen>(null)

  useEffect(() => {
    const gone = chosen.current
    if (!gone || keys.includes(gone.key)) return
    chosen.current = null
    // Focus that has gone elsewhere stays there.
    if (document.activeElement !== document.body) return
    const actions = box.current?.querySelectorAll<HTMLElement>('tr.row td.actions')
    const place = actions?.[Math.min(gone.at, keys.length - 1)]
    const same = place?.querySelector<HTMLElement>(`[data-action="${CSS.escape(gone.action)}"]`)
    // An action without a button of its own stands in the menu of the row.
    const next = same ?? place?.querySelector<HTMLElement>('[aria-haspopup]') ?? otherwise?.current
    next?.focus()
  }, [box, keys, otherwise])

  return (key: string, action: string) => {
    chosen.current = { key, at: keys.indexOf(key), action }
  }
}

/**
 * Copies the selected part of a table as plain text in columns: tabs between cells, lines between rows. Each text is as
 * shown, and none becomes a formula where it is pasted. A selection of several rows takes full rows, so that columns
 * stay under each other. Checkboxes, actions and hidden cells are left out.
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
