// Ctrl + K: one search over everything, by keys alone.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { importCatalogue, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('the search over everything', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importCatalogue(site)
    await saveC4(site, 'C4-0418', '2026-01-10', [{ materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 2 }])
  })

  test('leads by keys to a document, a material, a screen and the form of a new document', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('heading', { name: 'Kontrolna tabla' }).waitFor()
    const find = async (text: string, option: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Pretraga' }).getByRole('combobox').waitFor()
      await page.keyboard.type(text)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await find('0418', /^C4-0418 · uvoz · 10\.01\.2026\. · Müller Kabel GmbH/)
    await page.getByRole('heading', { name: 'C4-0418', level: 2 }).waitFor()
    await find('kon6pz', /KON6PZ/)
    await page.getByRole('heading', { name: /KON6PZ$/, level: 2 }).waitFor()
    await find('arhiva', /^Arhiva · ekran/)
    await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
    await find('novi izl', /^Novi izlazni dokument/)
    await page.getByRole('dialog', { name: 'Novi izlazni dokument' }).waitFor()
  })

  test('the guide opens at the chapter of the screen', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await page.getByRole('button', { name: 'Uputstvo' }).click()
    const guide = page.getByRole('dialog', { name: 'Uputstvo' })
    const chapter = guide.getByRole('heading', { name: 'Izvoz (C1)' })
    await chapter.waitFor()
    assert.ok(((await chapter.boundingBox())?.y ?? 999) < 200)
    await page.keyboard.press('Escape')
    await guide.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Izlazni dokumenti', level: 1 }).waitFor()
  })
})
