import { NavLink } from 'react-router'
import { BrandMark } from '#web/screens/brand.tsx'
import { CUSTOMS, HOME, SECTIONS, type Section } from './sections.ts'

type NavigationProps = {
  /** Called when an entry is chosen: the drawer of small screens then closes. */
  onLeave?: (() => void) | undefined
  /** Only the signs are seen; names are tooltips. */
  compact?: boolean
}

/** Sign, name, the six entries and those of customs. */
export function Navigation({ onLeave, compact = false }: NavigationProps) {
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
        <Entries of={SECTIONS} onLeave={onLeave} compact={compact} />
      </nav>
      <nav aria-label="Carina" className="mt-4 flex flex-col gap-0.5 border-line border-t px-2.5 pt-3">
        <p aria-hidden className={`px-2 pb-1 font-medium text-ink-3 text-xs ${compact ? 'sr-only' : ''}`}>
          Carina
        </p>
        <Entries of={CUSTOMS} onLeave={onLeave} compact={compact} />
      </nav>
    </>
  )
}

const Entries = ({ of, onLeave, compact }: NavigationProps & { of: readonly Section[] }) =>
  of.map(({ path, name, icon: Icon }) => (
    <NavLink
      key={path}
      to={path}
      end={path === HOME.path}
      onClick={onLeave}
      title={compact ? name : undefined}
      className="flex h-9 items-center gap-2.5 rounded-control px-2 text-ink-2 hover:bg-hover hover:text-ink hover:no-underline aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent pointer-coarse:h-11"
    >
      <Icon className="size-4" aria-hidden />
      <span className={compact ? 'sr-only' : undefined}>{name}</span>
    </NavLink>
  ))
