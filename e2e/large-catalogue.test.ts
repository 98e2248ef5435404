// A catalogue with more rows than one answer of the server holds: nothing of it is missing on any screen.
import { before, describe, test } from 'node:test'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { openAs } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { button, cell, dialog, pasteText, untilCell } from './document-steps.ts'
import { importFile } from './sample-data.ts'
import { useSite } from './site.ts'

const ROWS = MAX_PAGE_ROWS + 1
/** By name the last one, by ID that with which the IDs of 1,111 others begin. */
const LAST = { id: 'MAT1', naziv: 'Žica poslednja' }
const LAST_PRODUCT = { id: 'PRO1', naziv: 'Žičani snop' }

describe('a large catalogue', { skip: withoutBrowser }, () => {
  const site = useSite()
  const numbers = Array.from({ length: ROWS - 1 }, (_, at) => at + 2)

  before(async () => {
    const rows = numbers.map((n) => [`MAT${n}`, `Kabl ${n}`, 'Kina', 'm', '8544'])
    await importFile(site, '/materials/import', xlsx(...rows, [LAST.id, LAST.naziv, 'Kina', 'm', '8544']))
    const products = numbers.map((n) => [`PRO${n}`, `Snop ${n}`, '8544', 'kom', 'MAT1:2'])
    const last = [LAST_PRODUCT.id, LAST_PRODUCT.naziv, '8544', 'kom', 'MAT1:2']
    await importFile(site, '/proizvodi/import', xlsx(...products, last))
  })

  async function newDocument(path: string): Promise<AppPage> {
    const page = await openAs(site, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    await page.goto(`${site.app.url}/dashboard/${path}`)
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    return page
  }

  test('a typed ID finds its material among a thousand that begin with it, and is offered first', async () => {
    const page = await newDocument('incoming')
    await cell(page, 'Materijal', 1).fill(LAST.id)
    await page.getByRole('listbox').getByRole('option').first().getByText(LAST.naziv).click()
    await untilCell(page, 'Materijal', 1, new RegExp(LAST.naziv))
    await page.keyboard.press('Escape')
  })

  test('a name that only one row has is found among thousands that hold it too', async () => {
    const incoming = await newDocument('incoming')
    await cell(incoming, 'Materijal', 1).pressSequentially('Kabl 2')
    await cell(incoming, 'Količina', 1).focus()
    await dialog(incoming).getByText('MAT2', { exact: true }).waitFor()

    const outgoing = await newDocument('outgoing')
    await cell(outgoing, 'Proizvod', 1).pressSequentially('Snop 3')
    await cell(outgoing, 'Količina', 1).focus()
    await dialog(outgoing).getByText('PRO3', { exact: true }).waitFor()
  })

  test('pasted products are found in the whole catalogue', async () => {
    const page = await newDocument('outgoing')
    await cell(page, 'Proizvod', 1).focus()
    const names = [LAST_PRODUCT.naziv, 'Snop 2', 'Snop 3', 'Snop 4', 'Snop 5']
    await pasteText(page, names.join('\n'))
    await dialog(page).getByText(LAST_PRODUCT.id, { exact: true }).waitFor()
    await dialog(page).getByText('PRO5', { exact: true }).waitFor()
  })

  test('the summaries of the archive hold every row', async () => {
    const page = await openAs(site)
    for (const [tab, naziv] of [
      ['Rezime materijala', LAST.naziv],
      ['Rezime proizvoda', LAST_PRODUCT.naziv],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard/archive`)
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByPlaceholder(/^Pretraži/).fill(naziv)
      await page.getByRole('row', { name: new RegExp(naziv) }).waitFor()
    }
  })
})
