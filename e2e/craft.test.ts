// What makes the screens good to work in: a theme that stays, heads and figures that stand still, nothing that jumps
// while it loads, progress while a file is sent, charts only where they are needed.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, drawn, type PageOptions, resize, withoutBrowser } from './browser.ts'
import { button, C1_TYPED, C4_TYPED, cell, chooseInCell, dialog, fillHead, PDF } from './document-steps.ts'
import { expectAllReachedByTab, settled } from './findings.ts'
import { fixture, importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const SCREENS = [
  '',
  '/incoming',
  '/outgoing',
  '/materials',
  '/products',
  '/archive',
  '/archive?tab=documents',
  '/history',
]
/** The bound of a good layout shift while a page loads (web.dev/cls). */
const MAX_SHIFT = 0.1
/** How late an answer comes that one is to see the screen without. */
const LATE_MS = 250
/** A4 within its margins, at 96 dots per inch. */
const PAPER = { width: 700, height: 1028 }
/** A line that makes sending 1 MB last long enough to be watched. */
const SLOW_LINE = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 1024 * 1024 }

describe('craft', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    for (let day = 1; day <= 12; day++) {
      await saveC4(site, `C4-${day}`, `2026-01-${String(day).padStart(2, '0')}`, [
        { materijal_id: 'KON6PZ', kolicina: 1000.5, cena_po_jedinici: 0.2 },
        { materijal_id: 'LEM60', kolicina: 10, cena_po_jedinici: 11 },
      ])
    }
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 100)
  })

  async function open(path: string, options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    return page
  }
  const ground = (page: AppPage) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  test('a theme chosen in the settings holds on every screen and after a reload; the system’s is followed again', async () => {
    const page = await open('/materials', { theme: 'light', context: { reducedMotion: 'reduce' } })
    const light = await ground(page)
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Podešavanja/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Tamna tema')
    const dark = await ground(page)
    assert.notEqual(dark, light)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.body !== null)
    assert.equal(await ground(page), dark, 'also before the first paint')
    await page.goto(`${site.app.url}/dashboard`)
    assert.equal(await ground(page), dark)
    await choose('Sistemska tema')
    assert.equal(await ground(page), light)
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await ground(page), dark)
  })

  test('a screen that could not be loaded leaves the menu, and comes at the next visit', async () => {
    const page = await open('', { expectedErrors: [/ERR_FAILED/, /dynamically imported/] })
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

    const history = () => page.getByRole('button', { name: /^Istorija: / }).first()
    await page.route('**/assets/history-dialog*', (route) => route.abort())
    await history().click()
    await page.getByText('Nešto je pošlo po zlu').waitFor()
    await page.unroute('**/assets/history-dialog*')
    await link('Materijali').click()
    await history().click()
    await page.getByRole('dialog').waitFor()
  })

  test('the head of a long table stays in sight, also where the table scrolls by itself', async () => {
    for (const width of [1440, 390]) {
      const page = await open('/materials?limit=50', { width })
      const last = page.getByRole('row').last()
      await last.evaluate((row) => row.scrollIntoView({ block: 'end' }))
      const head = page.getByRole('columnheader', { name: 'Naziv' })
      const visible = await head.evaluate((cell) => {
        const { left, top, height } = cell.getBoundingClientRect()
        return cell.contains(document.elementFromPoint(left + 15, top + height / 2))
      })
      assert.ok(visible, `${width} px`)
    }
  })

  test('figures stand right-aligned under each other, in digits of equal width', async () => {
    const page = await open('')
    for (const [path, columns] of [
      ['/incoming', ['Ukupna vrednost', 'Ukupna količina']],
      ['/outgoing', ['Ukupna vrednost (EUR)', 'Ukupna količina']],
      ['/materials?search=KON6PZ', ['Količina na stanju']],
      ['/products', ['Stavki normativa']],
      ['/archive?tab=documents', ['Ukupna vrednost', 'Ukupna količina']],
      ['/archive?tab=materials-summary', ['Ulaz', 'Razduženo', 'Preostalo', 'Vrednost (RSD)', 'C4 dokumenata']],
      ['/archive?tab=products-summary', ['Izvezeno', 'Vrednost (EUR)', 'Vrednost (RSD)', 'Razlika (RSD)']],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard${path}`)
      await page.getByRole('columnheader', { name: columns[0], exact: true }).waitFor()
      await settled(page)
      const heads = await page.getByRole('columnheader').allTextContents()
      for (const column of columns) {
        const cells = page
          .getByRole('row')
          .nth(1)
          .getByRole('rowheader')
          .or(page.getByRole('row').nth(1).getByRole('cell'))
        const look = await cells.nth(heads.indexOf(column)).evaluate((cell) => {
          const { textAlign, fontVariantNumeric } = getComputedStyle(cell)
          return [textAlign, fontVariantNumeric]
        })
        assert.deepEqual(look, ['right', 'tabular-nums'], `${path} ${column}`)
      }
    }
  })

  test('what is loading keeps the place of what comes', async (t) => {
    const page = await openAs(site)
    await page.addInitScript(() => {
      Object.assign(globalThis, { shifts: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
          if (!shift.hadRecentInput) (globalThis as unknown as { shifts: number }).shifts += shift.value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // Every answer comes so late that one sees the screen without it.
    await page.route(/\/api\/(?!auth|changes)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS))
      await route.continue()
    })
    const figures: string[] = []
    for (const path of SCREENS) {
      await page.goto(`${site.app.url}/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled(page)
      // What was drawn last has been counted when the next picture comes.
      await drawn(page)
      const shift = await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)
      figures.push(`${path || '/'} ${shift.toFixed(3)}`)
      assert.ok(shift <= MAX_SHIFT, `${path} shifts by ${shift}`)
    }
    t.diagnostic(`layout shift: ${figures.join(', ')}`)
  })

  test('a bar shows how far the upload of a PDF and of an Excel file has come', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    const line = await page
      .context()
      .newCDPSession(page as Parameters<ReturnType<AppPage['context']>['newCDPSession']>[0])
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', SLOW_LINE)
    await button(page, 'Izmeni: C4-12').click()
    const file = dialog(page).getByLabel('PDF dokumenta', { exact: true }).last()
    const buffer = Buffer.concat([PDF, Buffer.alloc(1024 * 1024, '\n')])
    await file.setInputFiles({ name: 'velik.pdf', mimeType: 'application/pdf', buffer })
    await button(page, 'Ažuriraj dokument').click()
    const bar = page.getByRole('progressbar', { name: 'Slanje: PDF dokumenta' })
    await bar.waitFor()
    assert.ok(Number(await bar.getAttribute('aria-valuenow')) < 100)
    await page.getByText(/^Ulazni dokument .+ je izmenjen\.$/).waitFor()

    await page.goto(`${site.app.url}/dashboard/materials`)
    await button(page, 'Import iz Excel fajla').click()
    await line.send('Network.emulateNetworkConditions', { ...SLOW_LINE, uploadThroughput: 16 * 1024 })
    await dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(fixture('materijali.xlsx'))
    await page.getByRole('progressbar', { name: 'Slanje: Excel fajl' }).waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
  })

  test('charts are loaded where they are shown, spreadsheets never reach the browser', async () => {
    const page = await openAs(site)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(`${site.app.url}/dashboard/materials`)
    await button(page, 'Import iz Excel fajla').click()
    await dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(fixture('materijali.xlsx'))
    await dialog(page).getByRole('button', { name: 'Importuj' }).waitFor()
    await page.waitForLoadState('networkidle')
    const large = () => loaded.filter((path) => /charts|xlsx/.test(path))
    assert.deepEqual(large(), [])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Kontrolna tabla' }).click()
    await page.getByRole('application').first().waitFor()
    assert.ok(large().some((path) => path.includes('charts')))
  })

  test('every control of every screen is reached by Tab', async (t) => {
    const page = await open('')
    let reached = 0
    for (const path of SCREENS) {
      await page.goto(`${site.app.url}/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled(page)
      reached += await expectAllReachedByTab(page)
    }
    t.diagnostic(`${reached} controls of ${SCREENS.length} screens`)
  })

  test('a question about deleting is answered with Ne by Enter, and the focus is where it was', async () => {
    const page = await open('')
    for (const [path, name] of [
      ['/incoming', 'Obriši: C4-12'],
      ['/outgoing', 'Obriši: C1-1'],
      ['/materials?search=KON6PZ', /^Obriši: Konektor/],
      ['/products?search=KS014', /^Obriši: Kablovski/],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard${path}`)
      const remove = page.getByRole('button', { name, exact: typeof name === 'string' }).first()
      await remove.focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Potvrda brisanja' })
      await question.waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'Ne')
      await page.keyboard.press('Enter')
      await question.waitFor({ state: 'detached' })
      assert.ok(await remove.evaluate((element) => element === document.activeElement), path)
    }
  })

  test('what saving a new document did to the stock is told, and then the focus is where its form was opened', async () => {
    const page = await open('')
    // The import covers what the export lacks: both have something to tell.
    for (const [path, fields, goods, id] of [
      ['/outgoing', { ...C1_TYPED, 'C1 broj': 'C1-FOKUS', Datum: '01.03.2026.' }, 'Proizvod', 'KS006'],
      ['/incoming', { ...C4_TYPED, 'C4 broj': 'C4-FOKUS', Datum: '01.02.2026.' }, 'Materijal', 'PRV075BEL'],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard${path}`)
      const opener = button(page, 'Novi dokument')
      await opener.focus()
      await page.keyboard.press('Enter')
      await dialog(page).waitFor()
      await fillHead(page, fields)
      await button(page, 'Dodaj fakturu').click()
      await button(page, 'Dodaj stavke (1)').click()
      await chooseInCell(page, goods, 1, id, id)
      await cell(page, 'Količina', 1).fill('10')
      await page.keyboard.press('Control+s')
      const notice = page.getByRole('dialog', { name: 'Posledice po zalihe' })
      await notice.waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'U redu')
      await page.keyboard.press('Enter')
      await notice.waitFor({ state: 'detached' })
      assert.ok(await opener.evaluate((element) => element === document.activeElement), path)
    }
  })

  test('a table that fits only while its long names are broken stands still', async () => {
    await send(site, 'POST', '/materials', {
      id: 'DUGNAZIV',
      naziv: 'Provodnik sa izolacijom od umreženog polietilena, otporan na ulje '.repeat(2).trim(),
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'm',
      tarifni_broj: '8544.49.95',
    })
    const page = await open('/archive?tab=materials-summary')
    const row = page.getByRole('row', { name: /DUGNAZIV/ })
    await row.waitFor()
    const heights = await row.evaluate(async (element) => {
      const seen = new Set<number>()
      for (let frame = 0; frame < 30; frame++) {
        seen.add(element.clientHeight)
        await new Promise(requestAnimationFrame)
      }
      return seen.size
    })
    assert.equal(heights, 1)
  })

  test('on paper stands what is on the screen: whole tables, whole windows, black on white, no buttons', async () => {
    const page = await open('/archive?tab=products-summary', { theme: 'dark' })
    const table = page.getByRole('table')
    await page.getByRole('row', { name: /KS014/ }).waitFor()
    /** The element that cuts the table off. */
    const cutters = (of = table) =>
      of.evaluate((element) => {
        const around: Element[] = []
        for (let box = element.parentElement; box; box = box.parentElement) around.push(box)
        return around.filter((box) => getComputedStyle(box).overflow !== 'visible').map((box) => box.className)
      })
    const style = (of: typeof table, name: 'display' | 'fontSize') =>
      of.evaluate((element, asked) => getComputedStyle(element)[asked], name)
    await page.emulateMedia({ media: 'print' })
    for (const width of [PAPER.width, PAPER.height]) {
      await resize(page, { width, height: 900 })
      const box = await table.boundingBox()
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `the table is wider than ${width} px`)
      assert.deepEqual(await cutters(), [])
      assert.equal(await ground(page), 'rgb(255, 255, 255)')
      for (const gone of [page.getByRole('complementary'), button(page, 'Osveži'), page.getByLabel(/^Pretraži/)]) {
        assert.equal(await gone.isVisible(), false)
      }
      await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
    }

    const foot = table.getByRole('rowgroup').last()
    assert.match((await foot.textContent()) ?? '', /^\d+ proizvod/)
    assert.equal(await style(foot, 'display'), 'table-row-group', 'its foot would stand on each page')

    await page.emulateMedia({ media: 'screen' })
    await resize(page, { width: 1440, height: 900 })
    await page.goto(`${site.app.url}/dashboard/archive?tab=documents`)
    const inRsd = page.getByRole('row', { name: /^C1-1 / }).getByText(/RSD/)
    await inRsd.first().waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.equal(await style(inRsd.first(), 'fontSize'), '10px', 'smaller than the first line')

    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await button(page, 'Razduženje: C1-1').click()
    const shown = page.getByRole('dialog').getByRole('table')
    await shown.waitFor()
    await page.emulateMedia({ media: 'print' })
    await resize(page, { width: PAPER.width, height: 300 })
    assert.deepEqual(await cutters(shown), [])
    const { width, height } = (await shown.boundingBox()) ?? { width: Number.NaN, height: Number.NaN }
    assert.ok(width <= PAPER.width && height > 300, 'the window is printed whole')
    assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) > height)
    assert.equal(await page.getByText('Novi dokument').isVisible(), false)
  })
})
