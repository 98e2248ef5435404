import { type RefObject, useLayoutEffect } from 'react'

const GAP = 4
const EDGE = 8

/**
 * Shows an element with `popover="manual"` under its anchor (above it where there is no room) while it is mounted, and
 * follows the anchor when something scrolls. It is in the top layer, so no dialog or table cuts it off; in the document
 * it stays where it is, so focus traps and inert dialogs treat it as part of the field. `asWide`: never narrower than
 * its anchor. `whole`: never cut to the free room; where neither side has enough it covers its anchor.
 */
export function usePopoverBelow(
  anchor: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
  open: boolean,
  {
    asWide = false,
    whole = false,
    align = 'start',
  }: { asWide?: boolean; whole?: boolean; align?: 'start' | 'end' } = {},
): void {
  useLayoutEffect(() => {
    const box = popover.current
    const field = anchor.current
    if (!open || !box || !field) return

    function place() {
      if (!box || !field) return
      const at = field.getBoundingClientRect()
      if (asWide) box.style.minWidth = `${at.width}px`
      const below = innerHeight - at.bottom - GAP - EDGE
      const above = at.top - GAP - EDGE
      const enough = whole ? box.offsetHeight : Math.min(box.scrollHeight, 220)
      const up = below < enough && above > below
      if (!whole) box.style.maxHeight = `${Math.min(420, up ? above : below)}px`
      const { width, height } = box.getBoundingClientRect()
      const top = up ? at.top - GAP - height : at.bottom + GAP
      box.style.left = `${Math.max(EDGE, Math.min(align === 'start' ? at.left : at.right - width, innerWidth - width - EDGE))}px`
      box.style.top = `${whole ? Math.max(EDGE, Math.min(top, innerHeight - height - EDGE)) : top}px`
    }

    box.showPopover()
    place()
    const size = new ResizeObserver(place)
    size.observe(box)
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      size.disconnect()
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
      if (box.isConnected) box.hidePopover()
    }
  }, [anchor, popover, open, asWide, whole, align])
}
