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
import type { ComponentType } from 'react'
import { PODNETI } from '#web/screens/record-addresses.ts'

export type Section = {
  path: string
  name: string
  icon: LucideIcon
  /** This letter after G leads here. */
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

/** The letters that lead to them, as the list of keys says them: 'T kontrolna tabla, U ulazni dokumenti'. */
export const LETTERS = PLACES.map(({ letter, name }) => `${letter.toUpperCase()} ${name.toLowerCase()}`).join(', ')

/** The screens below /dashboard by their address (spec §2); each comes when it is first shown. */
export const SCREENS: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '': async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
  incoming: async () => (await import('#web/c4/c4-page.tsx')).C4Page,
  'incoming/:id': async () => (await import('#web/c4/c4-document.tsx')).C4DocumentPage,
  materials: async () => (await import('#web/materials/materials-page.tsx')).MaterialsPage,
  'materials/:id': async () => (await import('#web/materials/material-page.tsx')).MaterialPage,
  products: async () => (await import('#web/products/products-page.tsx')).ProductsPage,
  'products/:id': async () => (await import('#web/products/product-page.tsx')).ProductPage,
  outgoing: async () => (await import('#web/c1/c1-page.tsx')).C1Page,
  'outgoing/:id': async () => (await import('#web/c1/c1-document.tsx')).C1DocumentPage,
  archive: async () => (await import('#web/archive/archive-page.tsx')).ArchivePage,
  odobrenja: async () => (await import('#web/odobrenja/odobrenja-page.tsx')).OdobrenjaPage,
  'odobrenja/:id': async () => (await import('#web/odobrenja/odobrenje-page.tsx')).OdobrenjePage,
  rokovi: async () => (await import('#web/rokovi/rokovi-page.tsx')).RokoviPage,
  popisi: async () => (await import('#web/popisi/popisi-page.tsx')).PopisiPage,
  'popisi/:id': async () => (await import('#web/popisi/popis-page.tsx')).PopisPage,
  usaglasavanje: async () => (await import('#web/usaglasavanje/usaglasavanje-page.tsx')).UsaglasavanjePage,
  obracun: async () => (await import('#web/obracun/obracun-page.tsx')).ObracunPage,
  'obracun/podneti': async () => (await import('#web/obracun/podneti-page.tsx')).PodnetiPage,
  'obracun/podneti/:id': async () => (await import('#web/obracun/podnet-page.tsx')).PodnetPage,
  zakljucavanje: async () => (await import('#web/zakljucenje/zakljucenje-page.tsx')).ZakljucenjePage,
  'ostala-razduzenja': async () => (await import('#web/ostala-razduzenja/razduzenja-page.tsx')).RazduzenjaPage,
  'ostala-razduzenja/:id': async () => (await import('#web/ostala-razduzenja/razduzenje-page.tsx')).RazduzenjePage,
  otpad: async () => (await import('#web/otpad/otpad-page.tsx')).OtpadPage,
  partneri: async () => (await import('#web/partneri/partneri-page.tsx')).PartneriPage,
  'partneri/:id': async () => (await import('#web/partneri/partner-page.tsx')).PartnerPage,
  history: async () => (await import('#web/history/history-page.tsx')).HistoryPage,
  podesavanja: async () => (await import('./podesavanja-page.tsx')).PodesavanjaPage,
  '*': async () => (await import('./unknown-page.tsx')).UnknownPage,
}

/** The section an address belongs to, as one of its records does; undefined for an address that is none of ours. */
export const sectionAt = (pathname: string): Section | undefined =>
  PLACES.find(({ path }) => path === `/${pathname.split('/').filter(Boolean).slice(0, 2).join('/')}`)

/** The name of the screen at an address, for its head and its window title: its section's unless it has its own. */
export const screenNameAt = (pathname: string): string | undefined =>
  pathname === PODNETI.path ? PODNETI.name : sectionAt(pathname)?.name
