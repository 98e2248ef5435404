import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, dialog, discharge } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { saveC1, saveC4 } from './sample-data.ts'
import { openScreen, useSite } from './site.ts'

describe('the origin sheet', { skip: withoutBrowser }, () => {
  const site = useSite()

  // Customs §7, example 5: of 100 EUR ex works 38 are without origin, 12 of them of the product's own heading.
  test('of an exported line is computed from its draws, by keys, and opens as a paper', async () => {
    const material = { naziv: 'Kabl crni', jedinica_mere: 'm', tarifni_broj: '8544.49', zemlja_porekla: 'Nemačka' }
    await send(site, 'POST', '/materials', { id: 'KABL1', ...material })
    const normativi = [{ materijal_id: 'KABL1', potrebna_kolicina: 100 }]
    const product = { id: 'SNOP1', naziv: 'Snop', hs_code: '8544.30', jedinica_mere: 'kom', normativi }
    await send(site, 'POST', '/proizvodi', product)
    const lot = { materijal_id: 'KABL1', cena_po_jedinici: 1 }
    await saveC4(site, 'C4-1', '2026-01-10', [
      { ...lot, kolicina: 12, ...{ dokazuje_poreklo: false } },
      { ...lot, kolicina: 26, ...{ dokazuje_poreklo: false, tarifni_broj: '7408.11' } },
      { ...lot, kolicina: 62 },
    ])
    const { id } = await saveC1(site, 'C1-1', '2026-02-01', 'SNOP1', 1)
    const page = await openScreen(site, `outgoing/${id}`, { complete: true })
    const ask = discharge(page).getByRole('button', { name: 'Radni list porekla stavke 1' })
    await ask.focus()
    await page.keyboard.press('Enter')
    assert.equal(await dialog(page).getByLabel('Cena franko fabrika (EUR)').inputValue(), '18,9')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Granica je obavezna.').waitFor()
    await dialog(page).getByLabel('Cena franko fabrika (EUR)').fill('100')
    await dialog(page).getByLabel('Granica (%)').fill('40')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('udeo 38,00 % – u granici 40,00 %').waitFor()
    assert.equal(
      await dialog(page)
        .getByRole('row', { name: /C4-1 \/ 3 .* DA 62 m 1,00 EUR 7\.285,00/ })
        .count(),
      1,
    )
    await lookAtEverySize(page)
    const [paper] = await Promise.all([page.waitForEvent('popup'), button(page, 'Otvori PDF').click()])
    await paper.waitForURL(/^blob:/)
    await paper.close()
    await dialog(page).getByLabel('Pravilo').selectOption('promena tarifnog broja')
    await dialog(page).getByLabel('Tolerancija (%)').fill('10')
    await dialog(page).getByLabel('Tolerancija (%)').press('Enter')
    await dialog(page).getByText('udeo 12,00 % – preko granice 10,00 %').waitFor()
  })
})
