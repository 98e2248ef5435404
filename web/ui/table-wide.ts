import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

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
      // In a table that scrolls long names are broken, too: one that fits only so would swing between the two with every
      // frame. It is asked as it stands without, and put back before anybody sees it.
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
