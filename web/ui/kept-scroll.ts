import { type RefObject, useLayoutEffect } from 'react'

/** Where boxes stood, by the visit (the router's name of an entry in the browser's history) and the label of the box. */
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
