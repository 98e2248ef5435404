import { readFile } from 'node:fs/promises'
import type { Download, Locator } from 'playwright-core'
import { type Caller, send } from './account.ts'
import { type AppPage, drawn } from './browser.ts'

/** The part of a document's page that says where its material went or came from. */
export const discharge = (page: AppPage) => page.getByRole('region', { name: 'Razduženje', exact: true })
/** The window that is open. */
export const dialog = (page: AppPage) => page.getByRole('dialog')
/** The button of exactly this name. */
export const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })

/** A window has the focus a moment after it is seen. */
export const focusInDialog = (page: AppPage) =>
  page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'))

/** Waits until a window listens for Escape and for clicks beside it: it has the focus and has been drawn. */
export async function dialogListens(page: AppPage) {
  await focusInDialog(page)
  await drawn(page)
}

/** Closes the dialog by Escape. */
export async function escapeDialog(page: AppPage) {
  await dialogListens(page)
  await page.keyboard.press('Escape')
}

/** The head of an import document as typed, without its number and day. */
export const C4_TYPED = {
  'Tip dokumenta': 'Uvozna deklaracija',
  'Broj terminala': 'T-12',
  Pošiljalac: 'Müller Kabel GmbH',
  'Grad pošiljaoca': 'München',
  'Država pošiljaoca': 'Nemačka',
  'Zemlja otpreme': 'Nemačka',
  Primalac: 'Šumadija Kabl d.o.o.',
  'Grad primaoca': 'Kragujevac',
}
/** The same of an export document. */
export const C1_TYPED = {
  'Tip dokumenta': 'Izvozna deklaracija',
  Pošiljalac: 'Šumadija Kabl d.o.o.',
  'Grad pošiljaoca': 'Kragujevac',
  'Država pošiljaoca': 'Srbija',
  'Zemlja otpreme': 'Srbija',
  Primalac: 'Fiat Chrysler N.V.',
  'Grad primaoca': 'Torino',
}

/** The fields of a document above its invoices, as a user would fill them. */
export async function fillHead(page: AppPage, fields: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog(page).getByLabel(label, { exact: true })
    const isList = await field.evaluate((element) => element.tagName === 'SELECT')
    if (isList) await field.selectOption(value)
    else await field.fill(value)
  }
}

/** A cell of the grid, in the n-th line of its invoice. */
export const cell = (page: AppPage, label: string, line: number) =>
  dialog(page).getByLabel(`${label}, stavka ${line}`, { exact: true })

/** Types into a cell that looks something up and takes the first offer. */
export async function chooseInCell(page: AppPage, label: string, line: number, text: string, name: string) {
  await cell(page, label, line).fill(text)
  await page.getByRole('listbox').getByRole('option', { name }).first().click()
}

/** The text of the alert on the screen, which is closed; another one may come after it. */
export async function closeAlert(page: AppPage): Promise<string> {
  const alert = page.getByRole('alertdialog')
  const text = await alert.innerText()
  const [, sentence = ''] = text.split(/\n+/)
  await alert.getByRole('button', { name: 'U redu' }).click()
  await alert.filter({ hasText: sentence }).waitFor({ state: 'detached' })
  return text
}

/** Says 'Da' to the question about what is unusual in a document. */
export const acceptDoubts = (page: AppPage) =>
  page.getByRole('alertdialog', { name: 'Neuobičajene vrednosti' }).getByRole('button', { name: 'Da' }).click()

/** Puts text on the clipboard and presses Ctrl + V. */
export async function pasteText(page: AppPage, text: string) {
  await page.evaluate((wanted) => navigator.clipboard.writeText(wanted), text)
  await page.keyboard.press('Control+V')
}

/** Waits until a field holds this. */
export async function untilValue(field: Locator, wanted: RegExp) {
  const element = await field.elementHandle()
  await field
    .page()
    .waitForFunction(({ element, wanted }) => wanted.test((element as HTMLInputElement).value), { element, wanted })
}

/** Waits until a cell holds this: pasted and typed text is looked up in the catalogue afterwards. */
export const untilCell = (page: AppPage, label: string, line: number, wanted: RegExp) =>
  untilValue(cell(page, label, line), wanted)

/** The stored document with its lines. */
export const stored = <T>(caller: Caller, path: string) => send<T>(caller, 'GET', path)

/** The smallest file that every reader takes for a PDF. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** The next downloads of the page, once there are so many: the browser tells of each when it likes. */
export const nextDownloads = (page: AppPage, count: number): Promise<Download[]> =>
  new Promise((resolve) => {
    const heard: Download[] = []
    page.on('download', (download) => heard.push(download) === count && resolve(heard))
  })

/** The download of a button: its file name and first bytes. */
export async function downloaded(page: AppPage, press: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await press()
  const download = await coming
  return {
    name: download.suggestedFilename(),
    start: (await readFile(await download.path())).subarray(0, 5).toString(),
  }
}
