// Printed pages: full tables and windows, black on white, without what one presses, from every screen and window alike.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { resize, withoutBrowser } from './browser.ts'
import { button, dialog, discharge } from './document-steps.ts'
import { groundOf, linesOf } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { addLongNamed, importCatalogue, saveC1, saveC4 } from './sample-data.ts'
import { openScreen, useSite } from './site.ts'

/** A number with everything at which lines break. */
const INVOICE = 'DE-2026-07/0435-B'
/** A4 within its margins, at 96 dots per inch. */
const PAPER = { width: 700, height: 1028 }

describe('on paper', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importCatalogue(site)
    const line = { materijal_id: 'KON6PZ', kolicina: 500, cena_po_jedinici: 0.25, broj_fakture: INVOICE }
    await saveC4(site, 'C4-1', '2026-01-05', [line])
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 1)
  })

  test('on paper stands what is on the screen: whole tables, whole windows, black on white, no buttons', async () => {
    const page = await openScreen(site, 'archive?tab=products-summary', { theme: 'dark' })
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
      assert.equal(await groundOf(page), 'rgb(255, 255, 255)')
      for (const gone of [page.getByRole('complementary'), button(page, 'Osveži'), page.getByLabel(/^Pretraži/)]) {
        assert.equal(await gone.isVisible(), false)
      }
      await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
    }

    const foot = table.getByRole('rowgroup').last()
    assert.match((await foot.textContent()) ?? '', /^Broj proizvoda: \d+/)
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
    await rowAction(page, 'Razduženje: C1-1')
    const shown = discharge(page).getByRole('table')
    await shown.waitFor()
    await page.emulateMedia({ media: 'print' })
    await resize(page, { width: PAPER.width, height: 300 })
    assert.deepEqual(await cutters(shown), [])
    const { width, height } = (await shown.boundingBox()) ?? { width: Number.NaN, height: Number.NaN }
    assert.ok(width <= PAPER.width && height > 300, 'the table is printed whole')
    assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) > height)
    assert.equal(await page.getByText('Prethodni').isVisible(), false)
  })

  test('a discharge is printed lying, and no number breaks at its hyphens', async () => {
    const page = await openScreen(site, 'outgoing')
    await rowAction(page, 'Razduženje: C1-1')
    await discharge(page).getByRole('cell', { name: INVOICE }).waitFor()
    const sheet = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
    const [, , width = 0, height = 0] = (await sheet.getPage(1)).view
    assert.ok(width > height, `${width} × ${height}`)

    await page.emulateMedia({ media: 'print' })
    // Even where a printer holds to its upright paper.
    await resize(page, { width: PAPER.width, height: 900 })
    for (const broj of [INVOICE, 'C4-1']) {
      assert.equal(await linesOf(discharge(page).getByText(broj).first()), 1, broj)
    }
  })

  test('each page of a printed list names its columns', async () => {
    const page = await openScreen(site, 'materials?limit=100')
    await page.getByRole('row', { name: /KON6PZ/ }).waitFor()
    const sheet = await getDocumentProxy(new Uint8Array(await page.pdf({ height: '90mm', width: '210mm' })))
    const { text } = await extractText(sheet)
    const rows = text.filter((ofPage) => /\d{4}\.\d\d/.test(ofPage))
    assert.ok(rows.length > 2, `on ${rows.length} pages`)
    for (const ofPage of rows) assert.match(ofPage, /Naziv.*Zemlja\s+porekla.*Tarifni\s+broj/s)
  })

  test('a printed form shows neither where one writes nor how many lines one would add', async () => {
    const page = await openScreen(site, 'incoming')
    await rowAction(page, 'Izmeni: C4-1')
    const count = dialog(page).getByLabel(/^Broj stavki za dodavanje/)
    await count.waitFor()
    const field = dialog(page).getByLabel('C4 broj')
    await field.focus()
    const outline = () => field.evaluate((element) => getComputedStyle(element).outlineStyle)
    assert.equal(await outline(), 'solid')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await outline(), 'none')
    assert.equal(await count.isVisible(), false)
  })

  test('the dashboard is printed without what could be pressed on it', async () => {
    const page = await openScreen(site, '')
    await page.getByRole('application').first().waitFor()
    const controls = page
      .getByRole('main')
      .getByRole('button')
      .or(page.getByText(/^(Pogledaj sve|Detaljni pregled)/))
    assert.ok((await controls.count()) > 5)
    await page.emulateMedia({ media: 'print' })
    for (const control of await controls.all()) assert.equal(await control.isVisible(), false)
  })

  test('charts and tables fit the paper whole, whatever the names and the theme', async () => {
    await addLongNamed(site)
    const line = { materijal_id: 'DUGACAK', kolicina: 4_000_000, cena_po_jedinici: 100, broj_fakture: INVOICE }
    await saveC4(site, 'C4-2', '2026-01-06', [line])
    for (const path of ['', 'archive?tab=materials-c4']) {
      const page = await openScreen(site, path, { theme: 'dark' })
      if (path === '') await page.getByRole('application').nth(3).waitFor()
      else await button(page, 'Proširi sve').click()
      await page.emulateMedia({ media: 'print' })
      // The place of a scrollbar is no part of the paper.
      await resize(page, { width: PAPER.width + 15, height: 900 })
      const widths = await page.getByRole('table').evaluateAll((tables) => tables.map(({ scrollWidth }) => scrollWidth))
      assert.ok(Math.max(...widths) <= PAPER.width, `${path}: ${widths}`)
      assert.equal(await groundOf(page), 'rgb(255, 255, 255)')
      const breaks = await page
        .getByRole('application')
        .evaluateAll((charts) =>
          charts.map((chart) => getComputedStyle(chart.closest('section') as Element).breakInside),
        )
      assert.deepEqual([...new Set(breaks)], path === '' ? ['avoid'] : [], 'a chart would be broken over pages')
    }
    const account = await openScreen(site, 'obracun')
    await account.getByRole('row', { name: /DUGACAK/ }).waitFor()
    const sheet = await getDocumentProxy(new Uint8Array(await account.pdf({ preferCSSPageSize: true })))
    const [, , width = 0, height = 0] = (await sheet.getPage(1)).view
    assert.ok(width > height, `${width} × ${height}`)
  })

  test('what a phone prints is a table as from any other screen', async () => {
    const page = await openScreen(site, 'incoming?search=C4-1', {
      width: 390,
      height: 844,
      context: { hasTouch: true, isMobile: true },
    })
    await page.emulateMedia({ media: 'print' })
    const row = page.getByRole('row', { name: /C4-1/ })
    const [ofRow = 0, ofCell = 0] = await row.evaluate((element) =>
      [element, element.firstElementChild].map((part) => part?.clientHeight ?? 0),
    )
    assert.ok(ofCell > 0 && ofRow - ofCell <= 1, 'its cells stand beside each other')
  })
})
