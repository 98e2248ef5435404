import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, type PageOptions, withoutBrowser } from './browser.ts'
import { button } from './document-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('list of import documents', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await saveC4(site, 'C4-2026/0418', '2026-02-01', [
      { materijal_id: 'PRV050CRN', kolicina: 12000, cena_po_jedinici: 0.085 },
      { materijal_id: 'KON8PZ', kolicina: 1, cena_po_jedinici: 1 },
    ])
    await saveC4(site, 'C4-DRUGI', '2026-02-02', [{ materijal_id: 'PRV050CRN', kolicina: 1, cena_po_jedinici: 1 }])
  })

  async function open(search = '', options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/incoming${search}`)
    await page.getByRole('heading', { name: 'Ulazni dokumenti', level: 1 }).waitFor()
    return page
  }

  test('filters, order and page stand in the address', async () => {
    for (let day = 1; day <= 9; day++) {
      await saveC4(site, `STRANA-${day}`, `2025-01-0${day}`, [
        { materijal_id: 'PRV050CRN', kolicina: day, cena_po_jedinici: 10 },
      ])
    }
    const page = await open()
    await page.getByText('Stranica 1 od 2').waitFor()
    assert.ok(await button(page, 'Prethodna').isDisabled())
    await button(page, 'Sledeća').click()
    await page.getByText('Stranica 2 od 2').waitFor()
    assert.ok(await button(page, 'Sledeća').isDisabled())
    assert.equal(new URL(page.url()).searchParams.get('page'), '2')
    await page.goBack()
    await page.getByText('Stranica 1 od 2').waitFor()
    await page.goForward()
    await page.getByText('Stranica 2 od 2').waitFor()

    await page.getByLabel('Redova po stranici').selectOption('25')
    await page.getByText('Stranica 1 od 1').waitFor()
    assert.equal(new URL(page.url()).search, '?limit=25')
    await page.getByRole('row', { name: /^STRANA-1/ }).waitFor()
    await page.getByLabel('Redova po stranici').selectOption('10')
    await page.getByText('Stranica 1 od 2').waitFor()

    await button(page, 'Prikaži filtere').click()
    await page.getByLabel('C4 broj').fill('strana')
    await page.getByText('Ukupno 9 ulaznih dokumenata').waitFor()
    await page.getByText('Aktivni').waitFor()
    await page.getByLabel('Vrednost od').fill('50,5')
    await page.getByLabel('Datum do').fill('8.1.25')
    await page.getByText('Ukupno 3 ulazna dokumenta').waitFor()
    // What cannot be read filters nothing, and stands there to be mended.
    await page.getByLabel('Vrednost od').fill('abc')
    await page.getByText('Ukupno 8 ulaznih dokumenata').waitFor()
    await page.getByText('Nije broj').waitFor()
    assert.equal(await page.getByLabel('Vrednost od').inputValue(), 'abc')
    await page.getByLabel('Vrednost od').fill('50,5')
    await page.getByText('Ukupno 3 ulazna dokumenta').waitFor()
    await page.getByRole('columnheader', { name: 'Ukupna količina' }).getByRole('button').click()
    await page.getByRole('row', { name: /^STRANA-6/ }).waitFor()
    await page.reload()
    await page.getByText('Ukupno 3 ulazna dokumenta').waitFor()
    assert.equal(await page.getByLabel('Vrednost od').inputValue(), '50,5')
    assert.equal(await page.getByLabel('Datum do').inputValue(), '08.01.2025.')
    const first = page.getByRole('table', { name: 'Ulazni dokumenti' }).getByRole('row').nth(1)
    assert.match(await first.innerText(), /STRANA-6/)
    await page.getByRole('link', { name: 'Materijali' }).click()
    await page.getByRole('heading', { name: 'Materijali', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText('Ukupno 3 ulazna dokumenta').waitFor()
    assert.equal(await page.getByLabel('C4 broj').inputValue(), 'strana')
    await page.getByLabel('Vrednost od').fill('99.999.999.999')
    await page.getByText('Nema pronađenih podataka').waitFor()
    // Between two amounts of money.
    await page.getByLabel('Vrednost od').fill('50,505')
    await page.getByText('Ukupno 3 ulazna dokumenta').waitFor()
    // No day: it holds nothing, and is cleared all the same.
    await page.getByLabel('Datum od').fill('32.1.')
    await button(page, 'Obriši sve').click()
    await page.getByText('Stranica 1 od 2').waitFor()
    for (const label of ['C4 broj', 'Datum od', 'Datum do', 'Vrednost od'])
      assert.equal(await page.getByLabel(label).inputValue(), '', label)
    await page.getByLabel('Pretraži dokumente...').fill('strana-7')
    await page.getByText('Ukupno 1 ulazni dokument').waitFor()
  })
})
