import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { type AppPage, newPage, openBrowser, type PageOptions, resize, withoutBrowser } from './browser.ts'
import { dialogListens } from './document-steps.ts'
import { expectNoFindings, expectSorted } from './findings.ts'
import { startGallery } from './gallery-server.ts'

test('the gallery leaves out no base component', () => {
  const shown = sourcesBeside('#web/gallery/gallery.tsx')
  const components = sourcesBeside('#web/ui/button.tsx')
  const left = [...components.keys()].filter((name) => {
    const used = [...shown.values()].some((text) => text.includes(`#web/ui/${name}`))
    return !used && ![...components.values()].some((text) => text.includes(`'./${name}'`))
  })
  assert.deepEqual(left, [])
})

describe('base components', { skip: withoutBrowser }, () => {
  let browser: Browser
  let gallery: Awaited<ReturnType<typeof startGallery>>

  before(async () => {
    gallery = await startGallery()
    browser = await openBrowser()
  })
  after(async () => {
    gallery?.stop()
  })

  async function open(options: PageOptions = {}): Promise<AppPage> {
    const page = await newPage(browser, options)
    await page.goto(gallery.url)
    await page.getByRole('heading', { name: 'Osnovni delovi' }).waitFor()
    return page
  }

  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`no accessibility findings and no sideways scrolling: ${theme}, ${width} px`, async () => {
        const page = await open({ theme, width, context: { reducedMotion: 'reduce' } })
        await expectNoFindings(page)
        await button(page, 'Dokument').click()
        await expectNoFindings(page)
        await page.getByLabel('Izbor materijala').fill('ter')
        await page.getByRole('option', { name: 'Terminal 1,5 mm' }).waitFor()
        await expectNoFindings(page)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').getByRole('button', { name: 'Otvori kalendar' }).click()
        await expectNoFindings(page)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await button(page, 'Greška').click()
        await page.getByText('Nema odgovora sa servera.').waitFor()
        await button(page, 'izvoz@sumadijakabl.rs').click()
        await expectNoFindings(page)
      })
    }
  }

  test('a chosen theme holds before the first paint of the next visit', async () => {
    const page = await open({ theme: 'light' })
    const choose = async (name: string) => {
      await button(page, 'izvoz@sumadijakabl.rs').click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Tamna tema')
    const dark = await ground(page)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.body !== null)
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
    assert.equal(await ground(page), dark)
    await choose('Sistemska tema')
    assert.notEqual(await ground(page), dark)
  })

  test('a number field keeps plain text, shows groups and takes the point of the numeric pad for a comma', async () => {
    const page = await open()
    const field = page.getByLabel('Količina', { exact: true })
    assert.equal(await field.inputValue(), '12.000')
    await field.focus()
    assert.equal(await field.inputValue(), '12000')
    await page.keyboard.type('1234')
    await page.keyboard.press('Shift+NumpadDecimal')
    await page.keyboard.type('5')
    assert.equal(await field.inputValue(), '1234,5')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    assert.equal(await field.inputValue(), '1.235,5')
  })

  test('a date field takes what people type, and its calendar works by keyboard', async () => {
    const page = await open()
    const field = page.getByLabel('Datum', { exact: true })
    await field.fill('1.2.26')
    await field.blur()
    assert.equal(await field.inputValue(), '01.02.2026.')
    await field.press('Alt+ArrowDown')
    await page.getByText('februar 2026.').waitFor()
    const day = page.getByRole('button', { name: 'nedelja, 1. februar 2026.' })
    assert.ok(await day.evaluate((element) => element === document.activeElement))
    await page.keyboard.press('PageDown')
    await page.getByText('mart 2026.').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), '08.03.2026.')
    assert.equal(await page.getByRole('dialog').count(), 0)

    await resize(page, { width: 390, height: 400 })
    await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await field.press('Alt+ArrowDown')
    const edges = [button(page, 'Prethodni mesec'), page.getByRole('button', { name: /\. april 2026\.$/ }).last()]
    for (const edge of edges) {
      const box = await edge.boundingBox()
      assert.ok(box && box.y >= 0 && box.y + box.height <= 400, 'the calendar is shown whole in a low window')
      assert.ok(await edge.isVisible())
    }
  })

  test('a choice is found by typing; free text is never replaced by itself', async () => {
    const page = await open()
    const material = page.getByLabel('Materijal', { exact: true })
    await material.fill('terminal 1,5')
    await page.getByRole('option', { name: 'TRM150M' }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await material.inputValue(), 'Terminal 1,5 mm muški')
    await material.fill('nečeg takvog nema')
    await material.blur()
    assert.equal(await material.inputValue(), 'Terminal 1,5 mm muški')

    const firm = page.getByLabel('Pošiljalac', { exact: true })
    await firm.fill('Brem')
    await page.getByRole('option', { name: 'Brembati' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await firm.inputValue(), 'Brem')
    await firm.fill('Brem')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await firm.inputValue(), 'Brembati Connettori S.p.A.')
  })

  test('a cell of a grid takes a choice or keeps what was typed', async () => {
    const page = await open()
    const cell = page.getByLabel('Materijal stavke').first()
    await cell.fill('trm150')
    await page.getByRole('option', { name: 'TRM150M' }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await cell.inputValue(), 'Terminal 1,5 mm muški')
    await cell.fill('nečeg takvog nema')
    await page.getByText('Nema rezultata').waitFor()
    await cell.press('Tab')
    assert.equal(await cell.inputValue(), 'nečeg takvog nema')
  })

  test('a form that was typed in asks before it closes; a clean one closes', async () => {
    const page = await open()
    const opener = button(page, 'Dokument')
    const form = page.getByRole('dialog', { name: 'Novi ulazni dokument' })
    const question = page.getByRole('alertdialog', { name: 'Nesačuvane izmene' })

    await opener.click()
    await dialogListens(page)
    await page.mouse.click(5, 5)
    await form.waitFor({ state: 'detached' })
    await expectFocus(opener)

    await opener.click()
    await form.getByLabel('Naziv').fill('Kabl')
    await page.mouse.click(5, 5)
    await question.waitFor()
    await expectFocus(button(page, 'Ne'))
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await form.getByLabel('Naziv').inputValue(), 'Kabl')
    await page.keyboard.press('Escape')
    await question.waitFor()
    await button(page, 'Da').click()
    await form.waitFor({ state: 'detached' })
    await expectFocus(opener)
  })

  test('Ctrl + S sends the form; its toast can be read and clicked without closing it', async () => {
    const page = await open()
    await button(page, 'Dokument').click()
    const form = page.getByRole('dialog', { name: 'Novi ulazni dokument' })
    await form.getByLabel('Naziv').press('Control+s')
    const toast = page.getByText('Materijal uspešno dodat.')
    await toast.click()
    assert.ok(await form.isVisible())
    await page.mouse.move(400, 400)
    await toast.waitFor({ state: 'detached' })
    assert.ok(await form.isVisible())
  })

  test('a question answers, an alert says its text and its reason', async () => {
    const page = await open()
    await button(page, 'Pitanje').click()
    await expectFocus(button(page, 'Ne'))
    await button(page, 'Da').click()
    await page.getByRole('status').filter({ hasText: /^Da$/ }).waitFor()
    await expectFocus(button(page, 'Pitanje'))
    await button(page, 'Upozorenje').click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Greška prilikom brisanja dokumenta.').waitFor()
    await alert.getByText('Dokument je razdužen u: C1-12, C1-13').waitFor()
    await button(page, 'U redu').press('Enter')
    await alert.waitFor({ state: 'detached' })
  })

  test('a table sorts up, then down, in Serbian order, and finds without marks and case', async () => {
    const page = await open()
    const table = page.getByRole('table', { name: 'Ulazni dokumenti' })
    const head = table.getByRole('columnheader', { name: 'Pošiljalac' })
    const firms = async () => {
      const rows = await table
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader') })
        .all()
      return Promise.all(rows.map(async (row) => (await row.getByRole('cell').nth(1).textContent())?.slice(0, 4)))
    }
    await head.getByRole('button').click()
    await expectSorted(head, 'ascending')
    assert.deepEqual(await firms(), ['Anad', 'Brem', 'Čeli', 'Đuri', 'Müll'])
    await head.getByRole('button').click()
    await expectSorted(head, 'descending')
    assert.deepEqual(await firms(), ['Müll', 'Đuri', 'Čeli', 'Brem', 'Anad'])
    const search = page.getByRole('textbox', { name: 'Pretraži dokumente...' })
    await search.fill('djuric')
    assert.deepEqual(await firms(), ['Đuri'])
    await search.fill('12.480,5')
    assert.deepEqual(await firms(), ['Müll'])
    await search.fill('nema toga')
    await table.getByText('Nema pronađenih podataka').waitFor()
  })
})

/** The texts of the .tsx files in the folder of a file, by name. */
function sourcesBeside(specifier: string): Map<string, string> {
  const folder = dirname(fileURLToPath(import.meta.resolve(specifier)))
  const names = readdirSync(folder).filter((name) => name.endsWith('.tsx'))
  return new Map(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]))
}

const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })

const ground = (page: AppPage) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

async function expectFocus(target: ReturnType<typeof button>) {
  await target.page().waitForFunction((element) => element === document.activeElement, await target.elementHandle())
}
