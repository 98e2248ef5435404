// A day at the keyboard: from the list to an export, to the import that it drew from, back, a copy, its removal, and that taken back.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { dialog, discharge, stored } from './document-steps.ts'
import { importCatalogue, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('a day at the keyboard', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importCatalogue(site)
    await saveC4(site, 'C4-1', '2026-01-10', [{ materijal_id: 'KON6PZ', kolicina: 500, cena_po_jedinici: 2 }])
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 5)
  })
  const at = (page: AppPage, broj: string) => page.getByRole('heading', { name: broj, level: 2 }).waitFor()

  test('list, page, trace to the import, back, duplicate, save, delete and Vrati', async () => {
    const page = await openAs(site)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    /** Tab until this has the focus. */
    const tabTo = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
      const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).last()
      await wanted.waitFor()
      for (let tabs = 0; tabs < 60; tabs++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`${name} is not reached by Tab`)
    }
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await page.getByRole('row', { name: /^C1-1 / }).waitFor()
    await page.getByLabel('Pretraži dokumente...').focus()
    await press('ArrowDown', 'Enter')
    await at(page, 'C1-1')

    // Which import did it draw from, and which exports went out of that?
    await discharge(page).getByRole('link', { name: 'C4-1', exact: true }).first().waitFor()
    await tabTo('C4-1', 'link')
    await press('Enter')
    await at(page, 'C4-1')
    await discharge(page)
      .getByRole('row', { name: /^C1-1 / })
      .waitFor()
    await page.goBack()
    await at(page, 'C1-1')

    await tabTo('Dupliraj')
    await press('Enter')
    await dialog(page).getByText('Novi izlazni dokument').waitFor()
    await dialog(page).getByLabel('C1 broj').fill('C1-KOPIJA')
    await dialog(page).getByLabel('Datum', { exact: true }).fill('05.02.2026.')
    await press('Control+s')
    await page.getByText('Izlazni dokument C1-KOPIJA je napravljen.').waitFor()
    const consequences = page.getByRole('dialog', { name: 'Posledice po zalihe' })
    if (await consequences.count()) await press('Enter')
    const { results } = await stored<{ results: { id: number; pdf_fajl: string | null }[] }>(
      site,
      '/c1?c1Number=C1-KOPIJA',
    )
    const [copy] = results
    const before = await stored(site, `/c1/${copy?.id}`)

    await page.goto(`${site.app.url}/dashboard/outgoing/${copy?.id}`)
    await at(page, 'C1-KOPIJA')
    await tabTo('Obriši')
    await press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).focus()
    await press('Enter')
    await page.getByText('Izlazni dokument C1-KOPIJA je obrisan.').waitFor()
    await page.getByLabel('Pretraži dokumente...').waitFor()
    await page.getByRole('button', { name: 'Vrati', exact: true }).press('Enter')
    await page.getByText('Izlazni dokument C1-KOPIJA je vraćen.').waitFor()
    assert.deepEqual(await stored(site, `/c1/${copy?.id}`), before)
  })
})
