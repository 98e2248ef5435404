// Waste through the browser (customs §7.1): typed in a normativ, told apart in razduženje and account, disposed of.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('otpad', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('4 % of waste go from the form of a product to razduženje, the account and the screen of waste', async () => {
    const material = { naziv: 'Čelik', zemlja_porekla: 'Nemačka', jedinica_mere: 'kg', tarifni_broj: '7208' }
    await send(site, 'POST', '/materials', { id: 'CEL01', ...material })
    const normativi = [{ materijal_id: 'CEL01', potrebna_kolicina: 2.5 }]
    await send(site, 'POST', '/proizvodi', {
      id: 'NOS01',
      naziv: 'Nosač',
      hs_code: '7308',
      jedinica_mere: 'kom',
      normativi,
    })
    await saveC4(site, 'C4-1', '2026-01-10', [{ materijal_id: 'CEL01', kolicina: 200, cena_po_jedinici: 2 }])
    await saveC4(site, 'C4-2', '2026-01-11', [{ materijal_id: 'CEL01', kolicina: 500, cena_po_jedinici: 2 }])
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/products/NOS01`)
    await button(page, 'Izmeni').click()
    await dialog(page).getByRole('button', { name: 'Otpad i gubitak' }).click()
    await dialog(page).getByLabel('Otpad (%) za stavku 1').waitFor()
    await page.keyboard.press('4')
    await dialog(page).getByRole('button', { name: 'Nova verzija normativa' }).click()
    await page.keyboard.type('01.01.2026.')
    await dialog(page).getByLabel('Broj akta').fill('148-I-08/26')
    await page.keyboard.press('Control+s')
    await page.getByText('Proizvod uspešno ažuriran.').waitFor()
    const { id } = await saveC1(site, 'C1-1', '2026-02-01', 'NOS01', 100)
    await page.goto(`${site.app.url}/dashboard/products/NOS01`)
    await page.getByRole('row', { name: /^01\.01\.2026\. u snazi 2 148-I-08\/26 .*otpad 4 % C1-1/ }).waitFor()

    await page.goto(`${site.app.url}/dashboard/outgoing/${id}`)
    await page.getByText('ugrađeno 192,307692 · otpad 7,692308').waitFor()
    await page.goto(`${site.app.url}/dashboard/obracun?deo=normativi`)
    await page.getByRole('row', { name: /NOS01 .*2 148-I-08\/26 .*2,5 4 2,6 0,384615 100 260/ }).waitFor()

    await page.goto(`${site.app.url}/dashboard/otpad`)
    await page.getByRole('row', { name: /CEL01 10 0 0 0 0 10 kg/ }).waitFor()
    await page
      .getByRole('button', { name: /^Novi raspored/ })
      .first()
      .click()
    await dialog(page).getByLabel('Datum').fill('15.02.2026.')
    await dialog(page).getByLabel('Vrsta').selectOption('Uništenje')
    await dialog(page).getByLabel('Materijal').fill('CEL01')
    await dialog(page).getByLabel('Količina').fill('11')
    await page.keyboard.press('Control+s')
    await dialog(page)
      .getByText('Otpada materijala CEL01 na dan 15.02.2026. ima 10 kg; ne može da se rasporedi 11 kg.')
      .first()
      .waitFor()
    await dialog(page).getByLabel('Količina').fill('6')
    await page.keyboard.press('Control+s')
    await page.getByText('Raspored otpada je unet.').waitFor()
    await page.getByRole('row', { name: /CEL01 10 0 0 6 0 4 kg/ }).waitFor()
    await lookAtEverySize(page)
    const { results } = await send<{ results: { stanje: number }[] }>(site, 'GET', '/otpad/stanje')
    assert.deepEqual(
      results.map(({ stanje }) => stanje),
      [4],
    )
  })
})
