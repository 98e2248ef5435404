// Every screen and every window of the program, empty, full and failing: axe in both themes, no sideways scroll of the
// page at any width, and nothing from another host.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { ACCOUNT, openAs, register, send } from './account.ts'
import { type App, type AppPage, newPage, openBrowser, type PageOptions, startApp, withoutBrowser } from './browser.ts'
import { button, cell, chooseInCell, dialog, PDF } from './document-steps.ts'
import { expectNoFindings, expectNoSidewaysScroll } from './findings.ts'
import { fixture, importSheet, saveC1, saveC4 } from './sample-data.ts'

const SCREENS = {
  dashboard: 'Kontrolna tabla',
  'dashboard/incoming': 'Ulazni dokumenti',
  'dashboard/outgoing': 'Izlazni dokumenti',
  'dashboard/materials': 'Materijali',
  'dashboard/products': 'Proizvodi',
  'dashboard/archive': 'Arhiva',
  'dashboard/history': 'Istorija',
  'dashboard/nema-je': 'Nepoznata stranica',
}
const ARCHIVE_TABS = ['overview', 'documents', 'materials-c4', 'materials-summary', 'products-summary']
const THEMES = ['light', 'dark'] as const
const WIDE = { width: 1440, height: 900 }
const MIDDLE = { width: 768, height: 1024 }
const NARROW = { width: 390, height: 844 }
/** Many views, each looked at several times, on a machine that may do other work too. */
const TIMEOUT_MS = 170_000

describe('every screen and window', { skip: withoutBrowser }, () => {
  let app: App
  let browser: Browser
  let token: string
  let views = 0
  const foreign: string[] = []

  before(async () => {
    app = await startApp()
    browser = await openBrowser()
    token = await register(app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => {
    assert.deepEqual(foreign.splice(0), [], 'what was asked from another host')
  })

  /**
   * What stands on the screen is looked at in both themes, wide in one and narrow in the other, and is left wide and
   * light.
   */
  async function look(page: AppPage) {
    views++
    for (const [colorScheme, size] of [
      ['light', WIDE],
      ['dark', NARROW],
    ] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await expectNoFindings(page)
    }
    await page.setViewportSize(MIDDLE)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light' })
  }

  const watched = (page: AppPage) => {
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(app.url) && !/^(blob|data):/.test(url)) foreign.push(url)
    })
    return page
  }
  async function open(path: string, options: PageOptions = {}): Promise<AppPage> {
    const page = watched(await openAs(browser, app, token, { ...options, context: { reducedMotion: 'reduce' } }))
    await page.goto(`${app.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText(ACCOUNT.email).first().waitFor()
    await page.waitForLoadState('networkidle')
    return page
  }
  const press = (page: AppPage, name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const question = (page: AppPage) => page.getByRole('alertdialog')
  const choose = async (page: AppPage, label: string, file: string) =>
    dialog(page).getByLabel(label, { exact: true }).last().setInputFiles(fixture(file))
  const chooseMenu = async (page: AppPage, name: string) => {
    await press(page, /^Podešavanja/)
    await page.getByRole('menuitem', { name }).click()
  }

  test('login and registration', { timeout: TIMEOUT_MS }, async () => {
    const page = watched(await newPage(browser, { context: { reducedMotion: 'reduce' } }))
    await page.goto(`${app.url}/login`)
    await page.getByLabel('Email').waitFor()
    await look(page)
    await page.getByLabel('Email').fill(ACCOUNT.email)
    await page.getByLabel('Lozinka', { exact: true }).fill('pogresna-rec')
    await button(page, 'Prijavi se').click()
    await page.getByText('Pogrešan email ili lozinka.').waitFor()
    await look(page)
    await page.getByRole('tab', { name: 'Registruj se' }).click()
    await button(page, 'Napravi nalog').click()
    await page.getByText('Please fill in all fields').waitFor()
    await look(page)
  })

  test('screens without data', { timeout: TIMEOUT_MS }, async () => {
    const page = await open('dashboard')
    for (const [path, name] of Object.entries(SCREENS)) {
      await page.goto(`${app.url}/${path}`)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await look(page)
    }
  })

  test('screens that cannot be loaded', { timeout: TIMEOUT_MS }, async () => {
    const page = await open('dashboard', { expectedErrors: [/./] })
    for (const [path, name] of Object.entries(SCREENS)) {
      await page.goto(`${app.url}/${path}`)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.route(/\/api\/(?!auth)/, (route) => route.abort())
      await page.reload()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      // A read is tried again before it is given up.
      if (name !== 'Nepoznata stranica') await page.getByText(/Greška|nisu učitani/).first().waitFor()
      if (await question(page).count()) {
        await look(page)
        await button(page, 'U redu').click()
      }
      await look(page)
      await page.unrouteAll()
    }
    await page.route(/\/assets\/materials-page/, (route) => route.abort())
    await page.goto(`${app.url}/dashboard/materials`)
    await button(page, 'Osveži stranicu').waitFor()
    await look(page)
  })

  test('with data: lists, cards and tabs', { timeout: TIMEOUT_MS }, async () => {
    await importSheet(app, token, '/materials/import', 'materijali.xlsx')
    await importSheet(app, token, '/proizvodi/import', 'normativi-ifs.xlsx')
    const line = { kolicina: 500, cena_po_jedinici: 0.25 }
    for (const [at, month] of ['01', '02', '03'].entries()) {
      const lines = ['KON6PZ', 'PRV050CRN', 'REL12'].map((materijal_id) => ({ ...line, materijal_id }))
      await saveC4(app, token, `C4-0${at + 1}`, `2026-${month}-05`, lines)
    }
    await saveC1(app, token, 'C1-01', '2026-04-01', 'KS014', 40)
    await saveC1(app, token, 'C1-02', '2026-04-02', 'KS014', 4000)
    const page = await open('dashboard')
    await page.getByRole('application').first().waitFor()
    await look(page)
    while (await page.getByRole('button', { name: /^Tabela: / }).count()) await press(page, /^Tabela: /)
    await look(page)
    for (const path of ['incoming', 'outgoing', 'materials', 'products', 'history']) {
      await page.goto(`${app.url}/dashboard/${path}`)
      await page
        .getByText(/^Ukupno \d+/)
        .first()
        .waitFor()
      if (await button(page, 'Prikaži filtere').count()) await button(page, 'Prikaži filtere').click()
      if (path === 'products') await page.getByRole('row').nth(2).getByRole('checkbox').check()
      await look(page)
    }
  })

  test('the archive and the stock overview', { timeout: TIMEOUT_MS }, async () => {
    const page = await open('dashboard/archive')
    for (const tab of ARCHIVE_TABS) {
      await page.goto(`${app.url}/dashboard/archive?tab=${tab}`)
      await page.waitForLoadState('networkidle')
      if (tab === 'materials-c4') await button(page, 'Proširi sve').click()
      if (tab === 'documents' && (await button(page, 'Prikaži filtere').count()))
        await button(page, 'Prikaži filtere').click()
      await look(page)
    }
    await page.goto(`${app.url}/dashboard/materials?materijal=KON6PZ`)
    await page.getByRole('table', { name: 'Promet' }).waitFor()
    await look(page)
  })

  test('what every screen has: menus, rates, account, a new login', { timeout: TIMEOUT_MS }, async () => {
    const page = await open('dashboard/materials')
    await press(page, /^Podešavanja/)
    await page.getByRole('menuitem', { name: 'Kursevi' }).waitFor()
    await look(page)
    await page.getByRole('menuitem', { name: 'Kursevi' }).click()
    await dialog(page)
      .getByRole('row', { name: /početni kurs/ })
      .first()
      .waitFor()
    await button(page, 'Sačuvaj kurs').click()
    await dialog(page).getByText('Važi od: obavezno polje.').waitFor()
    await look(page)
    await dialog(page).getByLabel('Važi od').fill('1.1.2026')
    await dialog(page)
      .getByLabel(/^Kurs \(/)
      .fill('117,2')
    await button(page, 'Sačuvaj kurs').click()
    await dialog(page)
      .getByRole('button', { name: /^Obriši:/ })
      .click()
    await question(page).waitFor()
    await look(page)
    await button(page, 'Ne').click()
    await page.keyboard.press('Escape')
    await chooseMenu(page, 'Nalog i prijave')
    await dialog(page).getByRole('button', { name: 'Promeni lozinku' }).click()
    await dialog(page).getByText('Please confirm your password').waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })

    await page.setViewportSize(NARROW)
    await button(page, 'Otvori meni').click()
    await page.getByRole('dialog', { name: 'Meni' }).getByRole('link', { name: 'Arhiva' }).waitFor()
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await expectNoFindings(page)
    }
    views++

    const own = await send<{ token: string }>(app, 'POST', '/auth/login', ACCOUNT)
    const lost = watched(await openAs(browser, app, own.token, { context: { reducedMotion: 'reduce' } }))
    await lost.goto(`${app.url}/dashboard/materials`)
    await lost.getByText(ACCOUNT.email).first().waitFor()
    await send(app, 'POST', '/auth/logout', undefined, own.token)
    await lost.getByRole('link', { name: 'Proizvodi' }).click()
    const renewal = lost.getByRole('dialog', { name: 'Prijava je istekla' })
    await renewal.getByLabel('Lozinka', { exact: true }).fill('pogresna-rec')
    await renewal.getByRole('button', { name: 'Prijavi se' }).click()
    await renewal.getByText('Pogrešan email ili lozinka.').waitFor()
    await look(lost)
  })

  test('windows of materials', { timeout: TIMEOUT_MS }, async () => {
    const page = await open('dashboard/materials?search=KON6PZ')
    await button(page, 'Dodaj materijal').click()
    await look(page)
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await dialog(page).getByText('Molimo ispravite greške u formi').waitFor()
    await look(page)
    await dialog(page).getByLabel('Zemlja porekla').fill('ne')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await look(page)
    await dialog(page).getByLabel('Naziv').fill('Žica u nacrtu')
    await dialog(page)
      .getByText(/sačuvan pre \d+ s/)
      .waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    await look(page)
    await button(page, 'Da').click()
    await page.getByRole('list', { name: 'Nacrti' }).waitFor()
    await look(page)
    await button(page, 'Dodaj materijal').click()
    await button(page, 'Nastavi nacrt').waitFor()
    await look(page)
    await button(page, 'Odbaci').click()
    await page.keyboard.press('Escape')

    await button(page, 'Import iz Excel fajla').click()
    await look(page)
    await choose(page, 'Excel fajl', 'materijali-sa-greskama.xlsx')
    await dialog(page).getByRole('tab', { name: 'Preskočeni 5' }).click()
    await look(page)
    await page.keyboard.press('Escape')
    if (await question(page).count()) await button(page, 'Da').click()
    await press(page, /^Istorija: /)
    await dialog(page).getByRole('button').nth(1).waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await press(page, /^Obriši: /)
    await look(page)
    await button(page, 'Da').click()
    await page.getByText('Greška prilikom brisanja materijala.').waitFor()
    await look(page)
  })

  test('windows of products', { timeout: TIMEOUT_MS }, async () => {
    const page = await open('dashboard/products?search=KS014')
    await press(page, /^Izmeni: /)
    await page.getByLabel('Količina za stavku 1').fill('0')
    await button(page, 'Sačuvaj izmene').click()
    await dialog(page).getByText('Količina mora biti veća od 0 za stavku 1').waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await button(page, 'Da').click()
    await button(page, 'Import BOM').click()
    await choose(page, 'Excel fajl', 'normativi-ifs-sa-greskama.xlsx')
    await dialog(page).getByRole('tab', { name: 'Preskočeni 4' }).click()
    await look(page)
    await page.keyboard.press('Escape')
    if (await question(page).count()) await button(page, 'Da').click()
    await page.getByRole('row', { name: /KS014/ }).getByRole('checkbox').check()
    await button(page, 'Obriši odabrane (1)').click()
    await question(page).waitFor()
    await look(page)
    await button(page, 'Da').click()
    await page.getByRole('alertdialog', { name: 'Obaveštenje' }).waitFor()
    await look(page)
  })

  test('windows of an import document', { timeout: TIMEOUT_MS }, async () => {
    const page = await open('dashboard/incoming', { expectedErrors: [/ApiError/] })
    await button(page, 'Novi dokument').click()
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await look(page)
    await dialog(page)
      .getByRole('button', { name: /kalendar/i })
      .first()
      .click()
    await look(page)
    await page.keyboard.press('Escape')
    await choose(page, 'Excel fajl sa fakturama', 'fakture-c4-zamke.xlsx')
    const preview = page.getByRole('dialog', { name: 'Pregled uvoza faktura' })
    await preview.getByText('Preskočeni redovi').waitFor()
    await look(page)
    await preview.getByRole('button', { name: 'Uvezi u dokument' }).click()
    await preview.waitFor({ state: 'detached' })
    await look(page)
    await press(page, /^Ukloni fakturu/)
    await question(page).waitFor()
    await look(page)
    await button(page, 'Ne').click()
    await page.keyboard.press('Escape')
    await button(page, 'Da').click()

    await button(page, 'Izmeni: C4-01').click()
    await dialog(page).getByText('Izmeni ulazni dokument').waitFor()
    await dialog(page)
      .getByLabel('PDF dokumenta')
      .last()
      .setInputFiles({ name: 'carinska isprava.pdf', mimeType: 'application/pdf', buffer: PDF })
    await look(page)
    await cell(page, 'Materijal', 2).fill('konektor')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await chooseInCell(page, 'Materijal', 2, 'REL12', 'Relej')
    const { results } = await send<{ results: { id: number }[] }>(app, 'GET', '/c4?c4Number=C4-01', undefined, token)
    const path = `/c4/${results[0]?.id}`
    const stored = await send<object>(app, 'GET', path, undefined, token)
    await send(app, 'PUT', path, { ...stored, broj_terminala: 'T-77' }, token)
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await button(page, 'Da').click()
    await button(page, 'Istorija: C4-01').click()
    await press(page, /Izmenjen ulazni dokument/)
    await look(page)
    await page.keyboard.press('Escape')
    await button(page, 'Obriši: C4-01').click()
    await look(page)
    await button(page, 'Da').click()
    await page.getByText('Greška prilikom brisanja dokumenta.').waitFor()
    await look(page)
  })

  test('windows of an export document', { timeout: TIMEOUT_MS }, async (t) => {
    const page = await open('dashboard/outgoing', { expectedErrors: [/ApiError/] })
    await button(page, 'Novi dokument').click()
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await button(page, 'Izmeni: C1-01').click()
    await dialog(page).getByRole('list', { name: 'Normativ' }).waitFor()
    await look(page)
    await cell(page, 'Količina', 1).fill('4000')
    await button(page, 'Ažuriraj dokument').click()
    await page.getByRole('dialog', { name: 'Posledice po zalihe' }).waitFor()
    await look(page)
    await button(page, 'U redu').click()
    await button(page, 'Razduženje: C1-01').click()
    for (const name of ['Po stavkama izvoza', 'Po C4 dokumentima', 'Po materijalima']) {
      await dialog(page).getByRole('tab', { name }).click()
      await look(page)
    }
    await page.keyboard.press('Escape')
    await button(page, 'Obriši: C1-02').click()
    await question(page).getByText('Da li ste sigurni da želite da obrišete ovaj C1 dokument?').waitFor()
    await look(page)
    t.diagnostic(`${views} views, each in ${THEMES.length} themes: axe finds nothing`)
  })
})
