import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type RowLinkProps = {
  /** The name of the open record's parameter in the screen's address. */
  name: 'otvori' | 'materijal'
  id: number | string
  className?: string
  /** The view takes the place of the list, so that Back leads to it; a window stands over the list, which stays. */
  view?: { onLeave: () => void }
  children: ReactNode
}

/** The name of a row, as a link to its record: the list's own address with the id of the open record. */
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
