// Steps of the tests of drafts and of conflicts with a form and what it keeps.
import { ACCOUNT, openAs, send } from './account.ts'
import type { AppPage, PageOptions } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import type { Site } from './site.ts'

/** The fields of a C4 that the tests look at. */
export type C4 = { id: number; broj_c4: string; paritet: string; stavke: { id: number; kolicina: number }[] }

export const field = (page: AppPage, label: string) => dialog(page).getByLabel(label, { exact: true })
/** The button that opens an empty form, in the screen and where there is nothing. */
export const newForm = (page: AppPage, name: string) => button(page, name).first().click()

/** The question whether a form with something typed is closed. */
export const question = (page: AppPage) => page.getByRole('alertdialog', { name: 'Nesačuvane izmene' })
export const answer = (page: AppPage, name: 'Ne' | 'Da') =>
  question(page).getByRole('button', { name, exact: true }).click()

/** Waits until the form says that what was typed is kept. */
export const kept = (page: AppPage) =>
  dialog(page)
    .getByText(/sačuvan u \d\d:\d\d/)
    .waitFor()
/** The offer of an empty form to go on with a draft. */
export const offer = (page: AppPage) => dialog(page).getByText(/^Nacrt od \d\d\.\d\d\.\d{4}\. u \d\d:\d\d/)
/** Goes on with the draft that the form offers. */
export async function goOn(page: AppPage) {
  await button(page, 'Nastavi nacrt').click()
  await dialog(page)
    .getByText(/sačuvan u \d\d:\d\d/)
    .waitFor()
}
/** Waits until the browser keeps no draft. */
export const noDrafts = (page: AppPage) =>
  page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('nacrt:')))
/** How many drafts the browser keeps. */
export const drafts = (page: AppPage) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('nacrt:')).length)

/** Opens a list; the browser's own question on leaving a form is confirmed. */
export async function openList(site: Site, path: string, options: PageOptions = {}, token = site.token) {
  const page = await openAs({ ...site, token }, options)
  page.on('dialog', (asked) => asked.accept())
  await page.goto(`${site.app.url}/dashboard/${path}`)
  await page.getByRole('table').first().waitFor()
  return page
}

/** Another session of the account. */
export const login = async (site: Site) =>
  (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', ACCOUNT)).token

export async function fillMaterial(page: AppPage, id: string, naziv: string) {
  await field(page, 'ID materijala').fill(id)
  await field(page, 'Naziv').fill(naziv)
  await field(page, 'Jedinica mere').selectOption('kg')
  await field(page, 'Zemlja porekla').fill('Nemačka')
  await field(page, 'Tarifni broj').fill('8544.49.95')
}

/** Somebody else saves the document with other facts. */
export async function changeC4(
  site: Site,
  id: number,
  change: object,
  lines: (stavke: C4['stavke']) => object[] = (stavke) => stavke,
) {
  const { pdf_fajl: _, ...known } = await send<C4 & { pdf_fajl: string | null }>(site, 'GET', `/c4/${id}`)
  await send(site, 'PUT', `/c4/${id}`, { ...known, ...change, stavke: lines(known.stavke) })
}
