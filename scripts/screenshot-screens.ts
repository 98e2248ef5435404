import type { Page } from 'playwright-core'

export type Screen = {
  /** The beginning of the file's name. */
  name: string
  path: string
  /** Opened on it first: the picture is then the window, else the full page. */
  open?: (page: Page) => Promise<void>
}

/** A document with much in it comes first. */
const LARGEST = '?sort=kolicina_total&order=desc'

const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Chooses this action of the first row: by its own button, or in its menu. */
const act = (text: string) => async (page: Page) => {
  const own = page.getByRole('button', { name: new RegExp(`^${text}: `) })
  const menu = page.getByRole('button', { name: /^Još: / })
  await own.or(menu).first().waitFor()
  if (await own.count()) return own.first().click()
  await menu.first().click()
  await page.getByRole('menuitem', { name: text }).click()
}

const window = (open: (page: Page) => Promise<void>) => async (page: Page) => {
  await open(page)
  await page.getByRole('dialog').waitFor()
}

/** The page of a document, with what its discharge says. */
const discharge = async (page: Page) => {
  await act('Razduženje')(page)
  await page.getByRole('region', { name: 'Razduženje', exact: true }).waitFor()
}

/** Every screen behind the login, with its windows (spec §2). */
export const SCREENS: readonly Screen[] = [
  { name: 'kontrolna-tabla', path: '/dashboard' },
  { name: 'ulazni-dokumenti', path: '/dashboard/incoming' },
  { name: 'ulazni-dokument', path: '/dashboard/incoming?search=Terminaux', open: window(act('Izmeni')) },
  {
    name: 'ulazni-dokument-greske',
    path: '/dashboard/incoming',
    async open(page) {
      await window(press(/^Novi dokument/))(page)
      await press(/^Napravi dokument/)(page)
    },
  },
  { name: 'strana-uvoza', path: '/dashboard/incoming?search=Terminaux', open: discharge },
  { name: 'brisanje', path: '/dashboard/incoming', open: act('Obriši') },
  { name: 'materijali', path: '/dashboard/materials' },
  { name: 'materijal', path: '/dashboard/materials', open: window(act('Izmeni')) },
  { name: 'strana-materijala', path: '/dashboard/materials/KON24PZ' },
  { name: 'proizvodi', path: '/dashboard/products' },
  { name: 'proizvod', path: '/dashboard/products', open: window(act('Izmeni')) },
  { name: 'izlazni-dokumenti', path: '/dashboard/outgoing' },
  { name: 'izlazni-dokument', path: `/dashboard/outgoing${LARGEST}`, open: window(act('Izmeni')) },
  { name: 'strana-izvoza', path: `/dashboard/outgoing${LARGEST}`, open: discharge },
  { name: 'odobrenja', path: '/dashboard/odobrenja' },
  { name: 'partneri', path: '/dashboard/partneri' },
  { name: 'rokovi', path: '/dashboard/rokovi' },
  { name: 'ostala-razduzenja', path: '/dashboard/ostala-razduzenja' },
  { name: 'ostalo-razduzenje', path: '/dashboard/ostala-razduzenja', open: window(press(/^Novo razduženje/)) },
  { name: 'obracun', path: '/dashboard/obracun' },
  { name: 'istorija', path: '/dashboard/history' },
  { name: 'arhiva-pregled', path: '/dashboard/archive' },
  { name: 'arhiva-dokumenti', path: '/dashboard/archive?tab=documents' },
  {
    name: 'arhiva-materijali-po-c4',
    path: '/dashboard/archive?tab=materials-c4&limit=10',
    open: press(/^C4-/),
  },
  { name: 'arhiva-rezime-materijala', path: '/dashboard/archive?tab=materials-summary' },
  { name: 'arhiva-rezime-proizvoda', path: '/dashboard/archive?tab=products-summary' },
  { name: 'podneti', path: '/dashboard/obracun/podneti' },
  { name: 'zakljucavanje', path: '/dashboard/zakljucavanje' },
  { name: 'podesavanja', path: '/dashboard/podesavanja' },
  {
    name: 'pretraga',
    path: '/dashboard',
    async open(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
]

/** The screens by themselves, which can be without data or without an answer. */
export const BARE_SCREENS = SCREENS.filter(({ open, path }) => !open && !path.includes('/KON24PZ'))
