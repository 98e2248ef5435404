import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type RowLinkProps = {
  /** What the screen's address calls the record that is open. */
  name: 'otvori' | 'materijal'
  id: number | string
  className?: string
  /** The view takes the place of the list, so that Back leads to it; a window stands over the list, which stays. */
  view?: { onLeave: () => void }
  children: ReactNode
}

/** What names a row of a list, leading to its record: the list's own address, and in it which one is open. */
export function RowLink({ name, id, className = '', view, children }: RowLinkProps) {
  const search = new URLSearchParams(useLocation().search)
  search.set(name, String(id))
  return (
    <Link
      to={{ search: `?${search}` }}
      replace={!view}
      preventScrollReset={!view}
      onClick={view?.onLeave}
      className={`text-ink ${className}`}
    >
      {children}
    </Link>
  )
}
