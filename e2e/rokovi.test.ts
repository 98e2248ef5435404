// The deadlines: their states with sums lead to the rows, a row to its import, and the dashboard to what has expired.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { openAs } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, stored } from './document-steps.ts'
import { lookAtEverySize, settled } from './findings.ts'
import { importCatalogue, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('deadlines', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('are shown by state, lead to their import, and come as a calendar', async () => {
    await importCatalogue(site)
    for (const [broj, rok] of [
      ['C4-1', '2026-02-01'],
      ['C4-2', '2999-12-31'],
      ['C4-3', null],
    ] as const) {
      const { id } = await saveC4(site, broj, '2026-01-10', [
        { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 2 },
      ])
      const books = new DatabaseSync(join(site.app.dataDir, 'zalihe.db'), { timeout: 10_000 })
      books.prepare('update c4 set rok = ? where id = ?').run(rok, id)
      books.close()
    }
    assert.equal((await stored<{ total: number }>(site, '/rokovi')).total, 3)

    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    const today = page.getByRole('region', { name: 'Za danas' })
    const first = await today.getByRole('link', { name: '1 uvoz sa isteklim rokom' }).boundingBox()
    const figure = await page.getByText('Ukupno materijala').boundingBox()
    assert.ok(first && figure && first.y < figure.y, 'work of today comes before figures')
    await today.getByRole('link', { name: '1 uvoz sa isteklim rokom' }).click()
    await page
      .getByRole('row', {
        name: /^C4-1 10\.01\.2026\. Müller Kabel GmbH isteklo 01\.02\.2026\. \(pre \d+ dana?\) .*1 23\.500,00$/,
      })
      .waitFor()
    await page.getByText('Broj ulaznih dokumenata: 1').waitFor()
    await button(page, 'Isteklo 1 23.500,00 RSD').click()
    await page.getByText('Broj ulaznih dokumenata: 3').waitFor()

    await settled(page)
    await lookAtEverySize(page)

    // By keys alone: the state, then a row of it.
    await button(page, 'Bez roka 1 23.500,00 RSD').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Broj ulaznih dokumenata: 1').waitFor()
    await page.getByRole('link', { name: 'C4-3' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'C4-3', level: 2 }).waitFor()
    assert.equal(await page.getByText(/^ostalo 1 od 1 stavke/).innerText(), 'ostalo 1 od 1 stavke · 23.500,00 RSD')
    await page.goBack()

    await page.getByLabel('Stanje', { exact: true }).selectOption('Sa ostatkom')
    await page.getByText('Broj ulaznih dokumenata: 3', { exact: true }).waitFor()
    const coming = page.waitForEvent('download')
    await button(page, 'Preuzmi kalendar').click()
    const calendar = await readFile(await (await coming).path(), 'utf8')
    assert.match(calendar, /^BEGIN:VCALENDAR\r\n[\s\S]+DTSTART;VALUE=DATE:20260201\r\n/)
    const sheet = page.waitForEvent('download')
    await button(page, 'Preuzmi Excel').click()
    assert.match((await sheet).suggestedFilename(), /^rokovi_na-dan-\d{4}-\d\d-\d\d\.xlsx$/)
  })
})
