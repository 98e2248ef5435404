// A table that scrolls keeps its place: on the way Back, when a form over it closes, and when others change its rows.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, type PageOptions, withoutBrowser } from './browser.ts'
import { button, dialog, escapeDialog } from './document-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

/** A border more or less is no jump. */
const SAME_PX = 2

describe('a table that scrolls keeps its place', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
  })

  /** The list of materials, one of the last of fifty in the middle of the window. */
  async function openScrolled(options: PageOptions = {}) {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/materials?limit=50`)
    const row = page.getByRole('row').nth(44)
    await row.waitFor()
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const name = (await row.getByRole('rowheader').innerText()).split('\n')[0] ?? ''
    return { page, row, id: name }
  }
  const topOf = (row: ReturnType<AppPage['getByRole']>) =>
    row.evaluate((element) => element.getBoundingClientRect().top)
  const assertSame = (now: number, then: number) =>
    assert.ok(Math.abs(now - then) <= SAME_PX, `${then} px, now ${now} px`)

  test('Back from the stock of a material', async () => {
    const { page, row } = await openScrolled()
    const then = await topOf(row)
    await row.getByRole('button', { name: /^Pregled stanja: / }).click()
    await page.getByRole('table', { name: 'Promet' }).waitFor()
    assert.equal(await page.evaluate(() => scrollY), 0, 'what is new starts at its top')
    await page.goBack()
    await row.waitFor()
    await page.waitForFunction(() => scrollY > 0)
    assertSame(await topOf(row), then)
  })

  test('the button back from the stock of a material, also after its pages', async () => {
    const lines = Array.from({ length: 11 }, (_, at) => ({ materijal_id: '', kolicina: at + 1, cena_po_jedinici: 1 }))
    const { page, row, id } = await openScrolled()
    await saveC4(
      site,
      'C4-PROMET',
      '2026-01-15',
      lines.map((line) => ({ ...line, materijal_id: id })),
    )
    await row.getByText('66').waitFor()
    const then = await topOf(row)
    await row.getByRole('button', { name: /^Pregled stanja: / }).click()
    await page.getByText('Ukupno 11 transakcija').waitFor()
    await button(page, 'Sledeća').last().click()
    await page.waitForURL(/promet=2/)
    await button(page, 'Nazad na materijale').click()
    await row.waitFor()
    await page.waitForFunction(() => scrollY > 0)
    assertSame(await topOf(row), then)
    assert.match(page.url(), /limit=50$/)
  })

  test('Back from another screen', async () => {
    const { page, row } = await openScrolled()
    const then = await topOf(row)
    await page.getByRole('navigation').getByRole('link', { name: 'Proizvodi' }).click()
    await page.getByRole('heading', { name: 'Proizvodi' }).waitFor()
    await page.goBack()
    await row.waitFor()
    await page.waitForFunction(() => scrollY > 0)
    assertSame(await topOf(row), then)
  })

  test('a form that was saved', async () => {
    const { page, row } = await openScrolled()
    const then = await topOf(row)
    const edit = row.getByRole('button', { name: /^Izmeni: / })
    await edit.click()
    const field = dialog(page).getByLabel('Tarifni broj')
    await field.fill((await field.inputValue()) === '8544' ? '8545' : '8544')
    await button(page, 'Sačuvaj izmene').click()
    await dialog(page).waitFor({ state: 'detached' })
    await row.getByText('8544').waitFor()
    assertSame(await topOf(row), then)
    assert.ok(await edit.evaluate((element) => element === document.activeElement), 'the focus is back')
  })

  test('rows that others change', async () => {
    const { row, id } = await openScrolled()
    const then = await topOf(row)
    await saveC4(site, 'C4-UZIVO', '2026-02-01', [{ materijal_id: id, kolicina: 77, cena_po_jedinici: 1 }])
    await row.getByText('143').waitFor()
    assertSame(await topOf(row), then)
  })

  test('sideways in a narrow window, when a form closes, others change it, and on the way Back', async () => {
    const { page, row, id } = await openScrolled({ width: 660, height: 844 })
    const box = page.getByRole('group', { name: 'Materijali' })
    const sideways = () => box.evaluate((element) => element.scrollLeft)
    await box.evaluate((element) => {
      element.scrollLeft = element.scrollWidth
    })
    const then = await sideways()
    assert.ok(then > 0)
    const choose = async (action: string) => {
      await row.getByRole('button', { name: /^Akcije: / }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Izmeni')
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    assertSame(await sideways(), then)
    await saveC4(site, 'C4-TELEFON', '2026-02-02', [{ materijal_id: id, kolicina: 23, cena_po_jedinici: 1 }])
    await row.getByText('166').waitFor()
    assertSame(await sideways(), then)
    await choose('Pregled stanja')
    await page.getByRole('button', { name: 'Nazad na materijale' }).waitFor()
    await page.goBack()
    await row.waitFor()
    assertSame(await sideways(), then)
  })
})
