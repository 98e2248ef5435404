import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, resize, withoutBrowser } from './browser.ts'
import { button, cell, dialog, escapeDialog, PDF } from './document-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const LINES = 30

describe('the look of a document', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    const line = { materijal_id: 'PRV050CRV', kolicina: 1000, cena_po_jedinici: 0.085 }
    await saveC4(site, 'C4-DUG', '2026-01-05', Array<typeof line>(LINES).fill(line))
    await saveC1(site, 'C1-DUG', '2026-02-05', 'KS001', 10)
  })

  /** The window that this button of a list opens, made this wide afterwards: narrow lists have a menu instead. */
  async function open(list: string, action: string, width: number): Promise<AppPage> {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/${list}`)
    await button(page, action).click()
    await dialog(page).getByRole('table').first().waitFor()
    await resize(page, { width, height: 600 })
    return page
  }
  const openC4 = (width: number) => open('incoming', 'Izmeni: C4-DUG', width)

  for (const width of [1440, 1100])
    test(`at ${width} px nothing of a row is seen above the head of a table that is scrolled`, async () => {
      assert.deepEqual(await rowsAboveHead(await openC4(width), 'Stavke fakture DE-1'), [])
      const discharge = await open('outgoing', 'Razduženje: C1-DUG', width)
      assert.deepEqual(await rowsAboveHead(discharge, 'Razduženje'), [])
    })

  for (const width of [1440, 1024])
    test(`at ${width} px names that differ at their end are seen to it, beside their IDs`, async () => {
      const page = await openC4(width)
      const name = cell(page, 'Materijal', 1)
      assert.equal(await name.getAttribute('title'), 'Provodnik FLRY-B 0,50 mm² crveni')
      assert.ok(await name.evaluate((field) => field.scrollWidth <= field.clientWidth), 'the name is cut')
      const id = await dialog(page).getByText('PRV050CRV', { exact: true }).first().boundingBox()
      const field = await name.boundingBox()
      assert.ok(id && field && id.y >= field.y && id.y + id.height <= field.y + field.height)
      assert.equal(id.x < field.x + field.width / 2, width === 1024, 'under the name where there is little room')
      assert.ok(await page.getByRole('columnheader', { name: 'Dokazuje poreklo' }).isVisible())
    })

  test('large numbers are read whole in their cells, and say themselves', async () => {
    const { id } = await saveC4(site, 'C4-VELIK', '2026-01-06', [
      { materijal_id: 'PRV050CRV', kolicina: 3333.333333, cena_po_jedinici: 12345.678901 },
      { materijal_id: 'PRV050CRV', kolicina: 1_000_000_000, cena_po_jedinici: 1.5 },
    ])
    const page = await open('incoming', 'Izmeni: C4-VELIK', 1440)
    for (const [label, line, text] of [
      ['Količina', 1, '3.333,333333'],
      ['Cena po jedinici', 1, '12.345,678901'],
      ['Količina', 2, '1.000.000.000'],
    ] as const) {
      for (const width of [1440, 1280, 1024]) {
        await resize(page, { width, height: 600 })
        const field = cell(page, label, line)
        assert.equal(await field.inputValue(), text)
        assert.equal(await field.getAttribute('title'), text)
        assert.ok(await field.evaluate((one) => one.scrollWidth <= one.clientWidth), `${text} is cut at ${width}`)
      }
    }
    await resize(page, { width: 1440, height: 600 })
    const amount = dialog(page).getByRole('cell', { name: '1.500.000.000,00' })
    assert.ok(await amount.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the amount is cut')
    await send(site, 'DELETE', `/c4/${id}`)
  })

  test('a document without a PDF leaves the room to its lines, one with it as much as somebody wants', async () => {
    const page = await openC4(1440)
    const side = dialog(page).getByRole('complementary')
    // Of the sheet, which leaves a margin of the window.
    const part = () =>
      side.evaluate((one) => Math.round((100 * one.clientWidth) / (one.parentElement?.clientWidth ?? 1)))
    assert.ok((await part()) < 20, `${await part()} %`)
    const choose = () =>
      dialog(page)
        .getByLabel('PDF dokumenta', { exact: true })
        .last()
        .setInputFiles({ name: 'carina.pdf', mimeType: 'application/pdf', buffer: PDF })
    await choose()
    await button(page, 'Raširi').click()
    assert.equal(await part(), 50)
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.reload()
    await button(page, 'Izmeni: C4-DUG').click()
    await button(page, 'Skupi').waitFor()
    assert.equal(await part(), 50)
    await button(page, 'Skupi').click()
    assert.ok((await part()) < 30, `${await part()} %`)
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    await button(page, 'Izmeni: C4-DUG').click()
    await button(page, 'Raširi').waitFor()
  })
})

/** The text of what is seen of the rows of a table above its head, once its middle has been scrolled to. */
const rowsAboveHead = (page: AppPage, name: string): Promise<string[]> =>
  page.getByRole('table', { name }).evaluate((table: HTMLTableElement) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows])
    rows[Math.floor(rows.length / 2)]?.scrollIntoView({ block: 'start' })
    let box = table.parentElement
    while (box && (box.scrollTop === 0 || getComputedStyle(box).overflowY === 'visible')) box = box.parentElement
    const head = table.tHead?.rows[0]?.cells[1]?.getBoundingClientRect()
    if (!box || !head) return ['nothing was scrolled']
    const { top } = box.getBoundingClientRect()
    const seen: string[] = []
    for (let y = Math.ceil(top) + 1; y < head.bottom - 1; y++) {
      const row = document.elementFromPoint(head.left + head.width / 2, y)?.closest('tbody tr')
      if (row) seen.push(row.textContent ?? '')
    }
    return [...new Set(seen)]
  })
