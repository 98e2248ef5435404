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
