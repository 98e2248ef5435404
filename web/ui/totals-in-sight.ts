import { type RefObject, useLayoutEffect } from 'react'

/** A box that would have less of the window is as high as all of it: one looks through many rows at once. */
const LEAST_SHARE = 0.55
/** Of the page under the box, where the window ends. */
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
