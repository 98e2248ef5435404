import { NavLink } from 'react-router'
import { BrandMark } from '#web/screens/brand.tsx'
import { HOME, SECTIONS } from './sections.ts'

type NavigationProps = {
  /** Told when an entry was chosen: the drawer of small screens then closes. */
  onLeave?: () => void
  /** Only the signs are seen; names are tooltips. */
  compact?: boolean
}

/** Sign, name and the six entries. */
export function Navigation({ onLeave, compact = false }: NavigationProps) {
  const nameClass = compact ? 'sr-only' : undefined
  return (
    <>
      <div className={`flex h-18 flex-none items-center gap-2.5 ${compact ? 'justify-center' : 'px-4.5'}`}>
        <BrandMark />
        <span className={`font-semibold text-sm leading-4 ${compact ? 'sr-only' : ''}`}>
          Sistem za
          <br />
          upravljanje zalihama
        </span>
      </div>
      <nav aria-label="Glavni meni" className="flex flex-col gap-0.5 px-2.5">
        {SECTIONS.map(({ path, name, icon: Icon }) => (
          <NavLink
            key={path}
            to={path}
            end={path === HOME.path}
            onClick={onLeave}
            title={compact ? name : undefined}
            className="flex h-9 items-center gap-2.5 rounded-control px-2 text-ink-2 hover:bg-hover hover:text-ink hover:no-underline aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent pointer-coarse:h-11"
          >
            <Icon className="size-4" aria-hidden />
            <span className={nameClass}>{name}</span>
          </NavLink>
        ))}
      </nav>
    </>
  )
}
