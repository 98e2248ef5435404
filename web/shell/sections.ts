import {
  Archive,
  Boxes,
  Building2,
  CalendarClock,
  ClipboardList,
  FileInput,
  FileOutput,
  GitCompareArrows,
  History,
  LayoutDashboard,
  type LucideIcon,
  Package,
  PackageMinus,
  Recycle,
  Scale,
  Stamp,
} from 'lucide-react'

export type Section = { path: string; name: string; icon: LucideIcon }

export const HOME: Section = { path: '/dashboard', name: 'Kontrolna tabla', icon: LayoutDashboard }

/** The six entries of the sidebar; the header shows the name of the one that is open (spec §2). */
export const SECTIONS: readonly Section[] = [
  HOME,
  { path: '/dashboard/incoming', name: 'Ulazni dokumenti', icon: FileInput },
  { path: '/dashboard/materials', name: 'Materijali', icon: Boxes },
  { path: '/dashboard/products', name: 'Proizvodi', icon: Package },
  { path: '/dashboard/outgoing', name: 'Izlazni dokumenti', icon: FileOutput },
  { path: '/dashboard/archive', name: 'Arhiva', icon: Archive },
]

/** Under the six entries: the account for customs, and with whom its documents are. */
export const CUSTOMS: readonly Section[] = [
  { path: '/dashboard/odobrenja', name: 'Odobrenja', icon: Stamp },
  { path: '/dashboard/rokovi', name: 'Rokovi', icon: CalendarClock },
  { path: '/dashboard/popisi', name: 'Popis', icon: ClipboardList },
  { path: '/dashboard/usaglasavanje', name: 'Usaglašavanje', icon: GitCompareArrows },
  { path: '/dashboard/obracun', name: 'Obračun', icon: Scale },
  { path: '/dashboard/ostala-razduzenja', name: 'Ostala razduženja', icon: PackageMinus },
  { path: '/dashboard/otpad', name: 'Otpad', icon: Recycle },
  { path: '/dashboard/partneri', name: 'Partneri', icon: Building2 },
]

/** Reached from the settings menu, with no entry in the sidebar. */
export const HISTORY: Section = { path: '/dashboard/history', name: 'Istorija', icon: History }

/** The section an address belongs to, as one of its records does; undefined for an address that is none of ours. */
export const sectionAt = (pathname: string): Section | undefined =>
  [...SECTIONS, ...CUSTOMS, HISTORY].find(
    ({ path }) => path === `/${pathname.split('/').filter(Boolean).slice(0, 2).join('/')}`,
  )
