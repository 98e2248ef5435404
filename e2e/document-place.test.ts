// The page of a document: from its list and back, along its neighbours, to where its material went, and its deletion.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { button, dialog, discharge, escapeDialog } from './document-steps.ts'
import { importCatalogue, saveC1, saveC4, uploadPdf } from './sample-data.ts'
import { useSite } from './site.ts'

describe('the page of a document', { skip: withoutBrowser }, () => {
  const site = useSite()
  const KON = { materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 1 }

  before(async () => {
    await importCatalogue(site)
    for (let day = 10; day < 40; day++)
      await saveC4(site, `C4-${day}`, `2026-01-${String(day - 9).padStart(2, '0')}`, [KON])
    await saveC1(site, 'C1-1', '2026-03-01', 'KS014', 5)
  })
  const at = (page: AppPage, broj: string) => page.getByRole('heading', { name: broj, level: 2 }).waitFor()
  const held = async (element: ReturnType<AppPage['getByRole']>) => {
    await element.waitFor()
    assert.ok(await element.evaluate((one) => one === document.activeElement))
  }
  async function open(path: string): Promise<AppPage> {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/${path}`)
    return page
  }

  test('leads from a row of the list to its neighbours, and Back to that row where it stood', async () => {
    const page = await open('incoming?limit=50')
    const number = page.getByRole('rowheader').getByRole('link', { name: 'C4-14' })
    await number.scrollIntoViewIfNeeded()
    const stood = await page.evaluate(() => scrollY)
    assert.ok(stood > 0)
    await number.click()
    await at(page, 'C4-14')
    await page.getByRole('link', { name: 'Sledeći: C4-15' }).click()
    await at(page, 'C4-15')
    await page.getByRole('link', { name: 'Prethodni: C4-14' }).click()
    await at(page, 'C4-14')
    await page.getByRole('link', { name: 'Ulazni dokumenti' }).last().click()
    await number.waitFor()
    await page.waitForFunction((top) => scrollY === top, stood)
    assert.ok(await number.evaluate((link) => link === document.activeElement))
    await number.press('Enter')
    await at(page, 'C4-14')
    await page.goBack()
    await number.waitFor()
  })

  test('keys lead from the search through the rows to a document, a click beside the number too', async () => {
    const page = await open('incoming?limit=50')
    const row = (broj: string) => page.getByRole('row', { name: new RegExp(`^${broj} `) })
    const focused = (broj: string) => held(row(broj))
    await row('C4-39').waitFor()
    await page.getByLabel('Pretraži dokumente...').focus()
    await page.keyboard.press('ArrowDown')
    await focused('C4-39')
    for (const key of ['ArrowDown', 'PageDown', 'ArrowUp']) await page.keyboard.press(key)
    await focused('C4-29')
    await page.keyboard.press('Enter')
    await at(page, 'C4-29')
    await page.goBack()
    // The number has the focus now, and arrows go on from its row.
    await held(row('C4-29').getByRole('link'))
    await page.keyboard.press('End')
    await focused('C4-10')
    for (const key of ['Home', 'ArrowUp']) await page.keyboard.press(key)
    await held(page.getByLabel('Pretraži dokumente...'))
    await row('C4-38').getByText('Müller Kabel GmbH').click()
    await at(page, 'C4-38')
  })

  test('? shows what keys do, but not while one types', async () => {
    const page = await open('incoming')
    const search = page.getByLabel('Pretraži dokumente...')
    await search.waitFor()
    await search.press('?')
    assert.equal(await search.inputValue(), '?')
    await search.fill('')
    await page.getByRole('button', { name: 'Prikaži filtere' }).press('?')
    const shown = dialog(page)
    await shown.getByRole('row', { name: 'Ctrl + S Čuva' }).waitFor()
    await escapeDialog(page)
    await shown.waitFor({ state: 'detached' })
  })

  test('shows head, lines with what left them, exports, history, and edits under the number', async () => {
    const pdf_fajl = await uploadPdf(site, 'C4-PDF')
    await saveC4(site, 'C4-PDF', '2025-12-31', [{ ...KON, kolicina: 100 }], { pdf_fajl })
    const page = await open('incoming?search=C4-PDF')
    await page.getByRole('link', { name: 'C4-PDF' }).click()
    await page.getByRole('region', { name: 'Podaci' }).getByText('Müller Kabel GmbH').waitFor()
    const lines = page.getByRole('region', { name: 'Stavke' })
    await lines.getByRole('row', { name: /KON6PZ .*DA 100 kom \d+ \d+ / }).waitFor()
    await discharge(page)
      .getByRole('row', { name: /^C1-1 .*KS014 [\d.]+ kom$/ })
      .waitFor()
    const tops = await Promise.all(
      ['Razduženje', 'Prilozi'].map((name) => page.getByRole('region', { name }).first().boundingBox()),
    )
    assert.ok((tops[0]?.y ?? 0) < (tops[1]?.y ?? 0), 'files stand below the discharge')
    await page.getByRole('region', { name: 'Istorija' }).getByText('Dodat ulazni dokument').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Preuzmi PDF').click()])
    assert.equal(file.suggestedFilename(), 'C4-PDF.pdf')
    await button(page, 'Izmeni').click()
    await dialog(page).getByText('Izmeni ulazni dokument C4-PDF').waitFor()
    await dialog(page).getByLabel('Broj terminala').fill('T-77')
    await page.keyboard.press('Control+s')
    await page.getByRole('region', { name: 'Podaci' }).getByText('T-77').waitFor()
    await lines.getByRole('link', { name: /KON6PZ$/ }).click()
    await page.getByRole('heading', { name: /KON6PZ$/, level: 2 }).waitFor()
  })

  test('addresses of its form and its discharge arrive; a removed document leads back to the list', async () => {
    const { id } = await saveC4(site, 'C4-BRISI', '2026-02-20', [KON])
    const page = await open(`incoming?razduzenje=${id}`)
    await at(page, 'C4-BRISI')
    assert.match(page.url(), new RegExp(`/incoming/${id}#razduzenje$`))
    await button(page, 'Obriši').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).click()
    await page.getByText('Ulazni dokument C4-BRISI je obrisan.').waitFor()
    await button(page, 'Novi dokument').waitFor()
    await page.goto(`${site.app.url}/dashboard/incoming/${id}`)
    await page.getByRole('alert').getByText('Greška pri učitavanju stavki dokumenta').waitFor()
  })
})
