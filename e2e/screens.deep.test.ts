// Every screen: nothing for axe to find in either theme, no sideways scroll of the page at any width, nothing that jumps
// while it loads, every control by Tab, nothing from another host, meaning without grounds in the colours of the system.
// Screens that cannot be loaded: spec-unreachable. Windows: windows. Tables: tables.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { ACCOUNT, openAs } from './account.ts'
import { type AppPage, drawn, newPage, runFirst, withoutBrowser } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import { expectAllReachedByTab, groundOf, linesOf, lookAtEverySize, lookOf, settled, watchHosts } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { fixture, importCatalogue, SOME_LINES, saveC1, saveC4, uploadPdf } from './sample-data.ts'
import { goTo, openScreen, useSite } from './site.ts'

const SCREENS = {
  dashboard: 'Kontrolna tabla',
  'dashboard/incoming': 'Ulazni dokumenti',
  'dashboard/outgoing': 'Izlazni dokumenti',
  'dashboard/materials': 'Materijali',
  'dashboard/products': 'Proizvodi',
  'dashboard/archive': 'Arhiva',
  'dashboard/rokovi': 'Rokovi',
  'dashboard/odobrenja': 'Odobrenja',
  'dashboard/obracun': 'Obračun',
  'dashboard/zakljucavanje': 'Zaključavanje',
  'dashboard/ostala-razduzenja': 'Ostala razduženja',
  'dashboard/otpad': 'Otpad',
  'dashboard/partneri': 'Partneri',
  'dashboard/usaglasavanje': 'Usaglašavanje',
  'dashboard/history': 'Istorija',
  'dashboard/podesavanja': 'Podešavanja',
  'dashboard/nema-je': 'Nepoznata stranica',
}
/** The first action on a screen without data. */
const FIRST_ACTIONS: Record<string, RegExp> = {
  dashboard: /^Novi ulazni dokument/,
  'dashboard/incoming': /^Novi dokument/,
  'dashboard/outgoing': /^Novi dokument/,
  'dashboard/materials': /^Novi materijal/,
  'dashboard/products': /^Novi proizvod/,
  'dashboard/odobrenja': /^Novo odobrenje/,
  'dashboard/ostala-razduzenja': /^Novo razduženje/,
  'dashboard/otpad': /^Novi raspored/,
  'dashboard/partneri': /^Novi partner/,
  'dashboard/usaglasavanje': /^Uporedi fajl/,
  'dashboard/archive': /^Novi ulazni dokument/,
}
/** A screen with data, and the columns of its table that hold figures. */
type Filled = { readonly path: string; readonly figures?: readonly string[] }
const FILLED: Record<string, readonly Filled[]> = {
  'Ulazni dokumenti': [{ path: 'incoming', figures: ['Ukupna vrednost', 'Ukupna količina'] }, { path: 'incoming/4' }],
  'Izlazni dokumenti': [
    { path: 'outgoing', figures: ['Ukupna vrednost (EUR)', 'Ukupna količina'] },
    { path: 'outgoing/2' },
  ],
  Materijali: [{ path: 'materials', figures: ['Količina na stanju'] }, { path: 'materials/KON6PZ' }],
  Proizvodi: [{ path: 'products', figures: ['Stavki normativa'] }, { path: 'products/KS014' }],
  Istorija: [{ path: 'history' }],
  Partneri: [{ path: 'partneri', figures: ['C4', 'C1'] }],
  Rokovi: [{ path: 'rokovi', figures: ['Vrednost ostatka'] }],
  Obračun: [{ path: 'obracun', figures: ['Krajnje stanje i vrednost (RSD)'] }, { path: 'obracun?deo=izvoz' }],
  'Podneti obračuni': [{ path: 'obracun/podneti' }],
  Arhiva: [
    { path: 'archive' },
    { path: 'archive?tab=documents', figures: ['Ukupna vrednost', 'Ukupna količina'] },
    { path: 'archive?tab=materials-c4' },
    {
      path: 'archive?tab=materials-summary',
      figures: ['Ulaz', 'Izlaz', 'Stanje', 'Vrednost (RSD)', 'C4 dokumenata'],
    },
    {
      path: 'archive?tab=products-summary',
      figures: ['Izvezeno', 'Vrednost (EUR)', 'Vrednost (RSD)', 'Razlika (RSD)'],
    },
  ],
}
/** What is opened on a screen before it is looked at. */
const OPENED: Record<string, (page: AppPage) => Promise<unknown>> = {
  incoming: (page) => button(page, 'Prikaži filtere').click(),
  outgoing: (page) => button(page, 'Prikaži filtere').click(),
  'materials/KON6PZ': (page) => page.getByRole('table', { name: 'Promet' }).waitFor(),
  products: (page) => page.getByRole('row').nth(2).getByRole('checkbox').check(),
  history: (page) => page.getByRole('button', { name: /Dodat ulazni dokument C4-01/ }).click(),
  'archive?tab=materials-c4': (page) => button(page, 'Proširi sve').click(),
  async 'archive?tab=documents'(page) {
    await button(page, 'Prikaži filtere').click()
    await page.getByRole('button', { name: /^Izaberi period/ }).click()
    await page.getByRole('menuitem', { name: 'Ceo period' }).waitFor()
  },
}
/** The bound of a good layout shift while a page loads (web.dev/cls). */
const MAX_SHIFT = 0.1
/** How late an answer comes that one is to see the screen without. */
const LATE_MS = 250
/** As long as firms are called that have more than one owner and a legal form. */
const LONG_PARTNER = 'Hirschfeld & Söhne Steckverbinder Vertriebsgesellschaft mbH'

describe('every screen', { skip: withoutBrowser }, () => {
  const site = useSite()
  let page: AppPage
  const foreign: string[] = []

  before(async () => {
    page = await openAs(site)
    watchHosts(page, site.app, foreign)
  })

  async function show(path: string, name: string | RegExp) {
    await page.goto(`${site.app.url}/${path}`)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await button(page, `Podešavanja: ${ACCOUNT.email}`).waitFor()
    await settled(page)
  }

  test('login and registration', async () => {
    const visitor = await newPage(site.browser)
    watchHosts(visitor, site.app, foreign)
    await visitor.goto(`${site.app.url}/login`)
    await visitor.getByLabel('Email').waitFor()
    await lookAtEverySize(visitor)
    await visitor.getByLabel('Email').fill(ACCOUNT.email)
    await visitor.getByLabel('Lozinka', { exact: true }).fill('pogresna-rec')
    await button(visitor, 'Prijavi se').click()
    await visitor.getByText('Pogrešan email ili lozinka.').waitFor()
    await lookAtEverySize(visitor)
    await visitor.getByRole('tab', { name: 'Registruj se' }).click()
    await button(visitor, 'Napravi nalog').click()
    await visitor.getByText('Please fill in all fields').waitFor()
    await lookAtEverySize(visitor)
  })

  for (const [path, name] of Object.entries(SCREENS)) {
    test(`${name} without data`, async () => {
      await show(path, name)
      const first = FIRST_ACTIONS[path]
      const offered = page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link'))
      if (first) await offered.filter({ hasText: first }).last().waitFor()
      await lookAtEverySize(page)
    })
  }

  describe('with data', () => {
    before(async () => {
      await importCatalogue(site)
      for (const [at, month] of ['01', '02', '03'].entries())
        await saveC4(site, `C4-0${at + 1}`, `2026-${month}-05`, SOME_LINES)
      const pdf_fajl = await uploadPdf(site, 'C4-04')
      await saveC4(site, 'C4-04', '2026-03-06', SOME_LINES, { posiljalac_naziv: LONG_PARTNER, pdf_fajl })
      await saveC1(site, 'C1-01', '2026-04-01', 'KS014', 40)
      await saveC1(site, 'C1-02', '2026-04-02', 'KS014', 4000)
      await countShifts(page)
    })

    test('the dashboard with data: charts and their tables', async () => {
      await showLate(page, () => show('dashboard', 'Kontrolna tabla'))
      const charts = page.getByRole('application')
      await charts.first().waitFor()
      await charts.first().focus()
      await page.keyboard.press('ArrowRight')
      await lookAtEverySize(page)
      await expectAllReachedByTab(page)
      const toTable = page.getByRole('button', { name: /^Tabela: / })
      while (await toTable.count()) await toTable.first().click()
      await lookAtEverySize(page)
    })

    for (const [name, screens] of Object.entries(FILLED)) {
      for (const { path, figures = [] } of screens) {
        test(`/${path}`, async () => {
          await showLate(page, () => show(`dashboard/${path}`, name))
          await expectFigures(page, figures)
          await OPENED[path]?.(page)
          await lookAtEverySize(page)
          await page.keyboard.press('Escape')
          await expectAllReachedByTab(page)
        })
      }
    }

    test('a document looks alike in its list and in the archive, its partner in one line where there is room', async () => {
      const page = await openScreen(site, 'incoming', { width: 1920 })
      const inList = button(page, 'Preuzmi PDF: C4-04')
      const look = await lookOf(inList)
      assert.equal(await linesOf(page.getByText(LONG_PARTNER)), 1)
      await goTo(page, site, 'archive?tab=documents')
      const inArchive = button(page, 'Otvori PDF: C4-04')
      assert.deepEqual(await lookOf(inArchive), look)
      assert.equal(await linesOf(page.getByText(LONG_PARTNER)), 1)
    })

    test('the whole worth of the archive names its currency once', async () => {
      await goTo(page, site, 'archive')
      const card = page.getByRole('term').filter({ hasText: 'Ukupna vrednost (RSD)' })
      const value = await card.evaluate((name) => name.nextElementSibling?.textContent)
      assert.match(value ?? '', /^[\d.]+,\d\d$/)
    })

    test('a screen that could not be loaded leaves the menu, and comes at the next visit', async () => {
      const page = await openScreen(site, '', { expectedErrors: [/ERR_FAILED/, /dynamically imported/] })
      const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
      await page.route('**/assets/products-page*', (route) => route.abort())
      await link('Proizvodi').click()
      await page.getByText('Nešto je pošlo po zlu').waitFor()
      await page.getByRole('heading', { name: 'Proizvodi', level: 1 }).waitFor()
      await page.unroute('**/assets/products-page*')
      await link('Materijali').click()
      await page.getByRole('table', { name: 'Materijali' }).waitFor()
      await link('Proizvodi').click()
      await page.getByRole('table', { name: 'Proizvodi' }).waitFor()

      const history = () => rowAction(page, 'Istorija')
      await page.route('**/assets/history-dialog*', (route) => route.abort())
      await history()
      await page.getByText('Nešto je pošlo po zlu').waitFor()
      await page.unroute('**/assets/history-dialog*')
      await link('Materijali').click()
      await history()
      await page.getByRole('dialog').waitFor()
    })

    test('charts are loaded where they are shown, spreadsheets never reach the browser', async () => {
      const page = await openAs(site)
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
      await page.goto(`${site.app.url}/dashboard/materials`)
      await button(page, 'Učitaj iz Excela').click()
      await dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(fixture('materijali.xlsx'))
      await dialog(page).getByRole('button', { name: 'Učitaj' }).waitFor()
      await page.waitForLoadState('networkidle')
      const large = () => loaded.filter((path) => /charts|xlsx/.test(path))
      assert.deepEqual(large(), [])
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Kontrolna tabla' }).click()
      await page.getByRole('application').first().waitFor()
      assert.ok(large().some((path) => path.includes('charts')))
    })

    test('a theme chosen in the settings holds on every screen and after a reload; the system’s is followed again', async () => {
      const page = await openScreen(site, 'materials')
      const light = await groundOf(page)
      const choose = async (name: string) => {
        await page.getByRole('button', { name: /^Podešavanja/ }).click()
        await page.getByRole('menuitem', { name }).click()
      }
      await choose('Tamna tema')
      const dark = await groundOf(page)
      assert.notEqual(dark, light)
      await page.reload({ waitUntil: 'commit' })
      await page.waitForFunction(() => document.body !== null)
      assert.equal(await groundOf(page), dark, 'also before the first paint')
      await page.goto(`${site.app.url}/dashboard`)
      assert.equal(await groundOf(page), dark)
      await choose('Sistemska tema')
      assert.equal(await groundOf(page), light)
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.equal(await groundOf(page), dark)
    })

    test('in the colours of the system nothing is told by its ground alone', async () => {
      const page = await openScreen(site, 'archive', { context: { forcedColors: 'active' } })
      const chosen = page.getByRole('tab', { name: 'Pregled' })
      const other = page.getByRole('tab', { name: 'Svi dokumenti' })
      assert.notEqual(await styleOf(chosen, 'borderBottomColor'), await styleOf(other, 'borderBottomColor'))
      assert.equal(await styleOf(page.getByRole('link', { name: 'Arhiva' }), 'outlineStyle'), 'solid')
      assert.equal(await styleOf(page.getByRole('link', { name: 'Proizvodi' }), 'outlineStyle'), 'none')
      await goTo(page, site, 'products')
      const box = page.getByRole('checkbox', { name: /^Izaberi: / }).first()
      await box.check()
      assert.notEqual(await styleOf(box, 'backgroundColor', '::before'), await styleOf(box, 'backgroundColor'))

      await page.getByRole('button', { name: /^Podešavanja/ }).click()
      const entry = page.getByRole('menuitem', { name: 'Istorija' })
      assert.equal(await styleOf(entry, 'outlineStyle'), 'none')
      await entry.hover()
      assert.equal(await styleOf(entry, 'outlineStyle'), 'solid')
      await goTo(page, site, '')
      const bar = page.getByRole('meter').first()
      await bar.waitFor()
      const grounds = await bar.evaluate((element) =>
        [element, element.firstElementChild].map((part) => part && getComputedStyle(part).backgroundColor),
      )
      assert.notEqual(grounds[0], grounds[1])
      const sign = page.getByText('Uvoz', { exact: true }).first()
      await sign.waitFor()
      const [ofSign, ofPage] = await sign.evaluate((element) =>
        [element.firstElementChild, document.body].map((part) => part && getComputedStyle(part).backgroundColor),
      )
      assert.notEqual(ofSign, ofPage)
    })
  })

  test('nothing of this came from another host', () => assert.deepEqual(foreign, []))
})

const styleOf = (of: Locator, name: 'borderBottomColor' | 'outlineStyle' | 'backgroundColor', pseudo?: string) =>
  of.evaluate((element, [asked, part]) => getComputedStyle(element, part)[asked as 'outlineStyle'], [name, pseudo])

/** Figures stand right-aligned under each other, in digits of equal width. */
async function expectFigures(page: AppPage, columns: readonly string[]) {
  if (columns.length === 0) return
  const heads = await page.getByRole('columnheader').allTextContents()
  const row = page.getByRole('row').nth(1)
  for (const column of columns) {
    const cells = row.getByRole('rowheader').or(row.getByRole('cell'))
    const look = await cells.nth(heads.indexOf(column)).evaluate((cell) => {
      const { textAlign, fontVariantNumeric } = getComputedStyle(cell)
      return [textAlign, fontVariantNumeric]
    })
    assert.deepEqual(look, ['right', 'tabular-nums'], `${page.url()} ${column}`)
  }
}

/** Adds up in `shifts` by how much parts of a page that is being loaded have moved. */
const countShifts = (page: AppPage) =>
  runFirst(page, () => {
    Object.assign(globalThis, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!shift.hadRecentInput) (globalThis as unknown as { shifts: number }).shifts += shift.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Shows a screen whose answers come so late that one sees it without them: what is loading keeps their place. */
async function showLate(page: AppPage, show: () => Promise<void>) {
  const answers = /\/api\/(?!auth|changes)/
  await page.route(answers, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    await route.continue()
  })
  await show()
  await page.unrouteAll({ behavior: 'wait' })
  // What was drawn last has been counted when the next picture comes.
  await drawn(page)
  const shift = await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)
  assert.ok(shift <= MAX_SHIFT, `${page.url()} shifts by ${shift}`)
}
