import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigationType } from 'react-router'
import { isFocusFree } from '#web/ui/pass-focus.ts'
import { FROM_LIST, wasShownLast } from './record-page.tsx'

type ListedLinkProps = { to: string; className?: string; children: ReactNode }

/** The name of a row of a list, leading to its page. Back from there gives it the focus. */
export function ListedLink({ to, className = '', children }: ListedLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const cameBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is shown again
  useEffect(() => {
    if (cameBack && isFocusFree() && wasShownLast(to)) link.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Link ref={link} to={to} state={FROM_LIST} className={`text-ink ${className}`}>
      {children}
    </Link>
  )
}
