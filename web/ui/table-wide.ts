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
    const measure = () => setWide(table.scrollWidth > place.offsetWidth + 1)
    measure()
    const size = new ResizeObserver(measure)
    size.observe(place)
    size.observe(table)
    return () => size.disconnect()
  }, [])

  return [box, wide]
}
