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
  LockKeyhole,
  type LucideIcon,
  Package,
  PackageMinus,
  Recycle,
  Scale,
  Settings,
  Stamp,
} from 'lucide-react'
import { PODNETI } from '#web/screens/record-addresses.ts'

export type Section = {
  path: string
  name: string
  icon: LucideIcon
  /** After G it leads here. */
  letter: string
}

export const HOME: Section = { path: '/dashboard', name: 'Kontrolna tabla', icon: LayoutDashboard, letter: 't' }

/** The six entries of the sidebar; the header shows the name of the one that is open (spec §2). */
export const SECTIONS: readonly Section[] = [
  HOME,
  { path: '/dashboard/incoming', name: 'Ulazni dokumenti', icon: FileInput, letter: 'u' },
  { path: '/dashboard/materials', name: 'Materijali', icon: Boxes, letter: 'm' },
  { path: '/dashboard/products', name: 'Proizvodi', icon: Package, letter: 'p' },
  { path: '/dashboard/outgoing', name: 'Izlazni dokumenti', icon: FileOutput, letter: 'i' },
  { path: '/dashboard/archive', name: 'Arhiva', icon: Archive, letter: 'a' },
]

/** Under the six entries: the account for customs, and with whom its documents are. */
export const CUSTOMS: readonly Section[] = [
  { path: '/dashboard/odobrenja', name: 'Odobrenja', icon: Stamp, letter: 'o' },
  { path: '/dashboard/rokovi', name: 'Rokovi', icon: CalendarClock, letter: 'r' },
  { path: '/dashboard/popisi', name: 'Popis', icon: ClipboardList, letter: 'l' },
  { path: '/dashboard/usaglasavanje', name: 'Usaglašavanje', icon: GitCompareArrows, letter: 's' },
  { path: '/dashboard/obracun', name: 'Obračun', icon: Scale, letter: 'b' },
  { path: '/dashboard/zakljucavanje', name: 'Zaključavanje', icon: LockKeyhole, letter: 'k' },
  { path: '/dashboard/ostala-razduzenja', name: 'Ostala razduženja', icon: PackageMinus, letter: 'z' },
  { path: '/dashboard/otpad', name: 'Otpad', icon: Recycle, letter: 'd' },
  { path: '/dashboard/partneri', name: 'Partneri', icon: Building2, letter: 'f' },
]

/** Both reached from the settings menu, with no entry in the sidebar. */
export const HISTORY: Section = { path: '/dashboard/history', name: 'Istorija', icon: History, letter: 'h' }

export const SETTINGS: Section = { path: '/dashboard/podesavanja', name: 'Podešavanja', icon: Settings, letter: 'e' }

/** The screens that keys and the search lead to, in their order. */
export const PLACES: readonly Section[] = [...SECTIONS, ...CUSTOMS, HISTORY, SETTINGS]

/** The section an address belongs to, as one of its records does; undefined for an address that is none of ours. */
export const sectionAt = (pathname: string): Section | undefined =>
  PLACES.find(({ path }) => path === `/${pathname.split('/').filter(Boolean).slice(0, 2).join('/')}`)

/** The name of the screen at an address, over it and in the title of its window: that of its section unless it has its own. */
export const screenNameAt = (pathname: string): string | undefined =>
  pathname === PODNETI.path ? PODNETI.name : sectionAt(pathname)?.name
