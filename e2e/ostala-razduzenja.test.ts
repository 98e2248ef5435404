// Goods that leave named lots without an export, through the browser (customs §7.3 and §7.4).
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, dialog, dialogListens } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { saveC1, saveC4 } from './sample-data.ts'
import { openScreen, useSite } from './site.ts'

describe('ostala razduženja', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    const material = { naziv: 'Čelik', zemlja_porekla: 'Nemačka', jedinica_mere: 'kg', tarifni_broj: '7208' }
    await send(site, 'POST', '/materials', { id: 'CEL01', ...material })
    const normativi = [{ materijal_id: 'CEL01', potrebna_kolicina: 1 }]
    const product = { naziv: 'Nosač', hs_code: '7308', jedinica_mere: 'kom', normativi }
    await send(site, 'POST', '/proizvodi', { id: 'NOS01', ...product })
    const days = ['2026-01-10', '2026-02-10', '2026-04-20']
    for (const [at, day] of days.entries()) {
      await saveC4(site, `C4-00${at + 1}/26`, day, [
        { materijal_id: 'CEL01', kolicina: 100, cena_po_jedinici: 2, broj_fakture: `F-${at + 1}` },
      ])
    }
    await saveC1(site, 'C1-001/26', '2026-03-01', 'NOS01', 120)
    await saveC1(site, 'C1-002/26', '2026-05-01', 'NOS01', 50)
  })

  test('40 kg go back by keys alone; 90 are refused, and the later export is named as moved', async () => {
    const page = await openScreen(site, 'ostala-razduzenja')
    await button(page, 'Novo razduženje').first().focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByLabel('Broj razduženja').waitFor()
    for (const text of ['OR-001/26', '15.04.2026.', 'Pov', 'JCI-77', 'Carinarnica Kragujevac', 'Pogrešna boja']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('CEL01')
    await page.getByRole('listbox').getByRole('option', { name: /Čelik/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Stavka uvoza za stavku 1')
    await page
      .getByRole('option', { name: 'C4-002/26 · 10.02.2026. · F-2 / 1 · moguće 80 kg' })
      .waitFor({ state: 'attached' })
    await page.keyboard.type('C4-002')
    await page.keyboard.press('Enter')
    await page.keyboard.type('90')
    await dialog(page).getByText('Moguće na dan 15.04.2026.: 80 kg').waitFor()
    await page.keyboard.press('Control+s')
    const refused = 'Na stavci 1 fakture F-2 (C4-002/26) na dan 15.04.2026. ima 80 kg; ne može da se razduži 90 kg.'
    await dialog(page).getByText(refused).first().waitFor()
    await dialog(page)
      .getByText(/sa datumom pre 15\.04\.2026\. više ne može/)
      .waitFor()
    await lookAtEverySize(page)
    await dialog(page).getByLabel('Količina za stavku 1').fill('40')
    await page.keyboard.press('Control+s')
    const told = page.getByRole('dialog', { name: 'Posledice po zalihe' })
    await told.getByText('Razduženje je sačuvano.').waitFor()
    await told.getByRole('link', { name: 'C1-002/26' }).waitFor()
    assert.equal(await told.getByRole('link').count(), 1)
    await dialogListens(page)
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /OR-001\/26 15\.04\.2026\. Povraćaj neprerađene robe Pogrešna boja/ }).waitFor()
    await lookAtEverySize(page)
  })

  test('its page tells what left, and a deletion is asked about and taken back', async () => {
    const page = await openScreen(site, 'ostala-razduzenja?search=OR-001')
    await page.getByRole('link', { name: 'OR-001/26' }).click()
    await page.getByRole('row', { name: /Čelik CEL01 40 kg C4-002\/26 10\.02\.2026\. F-2 \/ 1/ }).waitFor()
    await lookAtEverySize(page)
    await button(page, 'Obriši').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).click()
    const told = page.getByRole('dialog', { name: 'Posledice po zalihe' })
    await told.getByText('Razduženje OR-001/26 je obrisano.').waitFor()
    await page.getByText('Obrisano razduženje OR-001/26').waitFor()
    await told.getByRole('link', { name: 'C1-002/26' }).waitFor()
    await told.getByRole('button', { name: 'Vrati' }).click()
    await page
      .getByRole('dialog')
      .getByText(/OR-001\/26 je vraćeno/)
      .waitFor()
  })

  test('400 kg are released, 401 are not; with the rate of tax duty and tax stand beside them', async () => {
    const material = { naziv: 'Žica', zemlja_porekla: 'Nemačka', jedinica_mere: 'kg', tarifni_broj: '7217' }
    await send(site, 'POST', '/materials', { id: 'ZIC01', ...material })
    const normativi = [{ materijal_id: 'ZIC01', potrebna_kolicina: 1 }]
    const product = { naziv: 'Mreža', hs_code: '7314', jedinica_mere: 'kom', normativi }
    await send(site, 'POST', '/proizvodi', { id: 'MRE01', ...product })
    await send(site, 'POST', '/rates', { valuta: 'EUR', vazi_od: '2026-03-01', kurs: 117.5 })
    const goods = { materijal_id: 'ZIC01', kolicina: 1000, cena_po_jedinici: 2, broj_fakture: 'F-4' }
    await saveC4(site, 'C4-004/26', '2026-03-10', [goods], { valuta: 'EUR' })
    await saveC1(site, 'C1-003/26', '2026-03-20', 'MRE01', 600)

    const page = await openScreen(site, 'ostala-razduzenja')
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.getByLabel(/^Stopa PDV \(%\)/).fill('20')
    await page.keyboard.press('Control+s')
    await page.getByText('Podešavanja su sačuvana.').waitFor()
    await page.goBack()

    await button(page, 'Novo razduženje').first().click()
    await dialog(page).getByLabel('Broj razduženja').fill('OR-003/26')
    await dialog(page).getByLabel('Datum razduženja').fill('10.04.2026.')
    await dialog(page).getByLabel('Vrsta razduženja').selectOption('Stavljanje u slobodan promet')
    await dialog(page).getByLabel('Razlog').fill('Ostaje u zemlji')
    await dialog(page).getByLabel('Materijal za stavku 1').fill('ZIC01')
    await page.getByRole('listbox').getByRole('option', { name: /Žica/ }).waitFor()
    await page.keyboard.press('Enter')
    const lot = dialog(page).getByLabel('Stavka uvoza za stavku 1')
    await lot.selectOption('C4-004/26 · 10.03.2026. · F-4 / 1 · moguće 400 kg')
    await dialog(page).getByRole('button', { name: 'Carinska vrednost' }).click()
    await dialog(page).getByLabel('Stopa carine (%) za stavku 1').fill('5')
    await dialog(page).getByLabel('Količina za stavku 1').fill('401')
    await page.keyboard.press('Control+s')
    await dialog(page)
      .getByText(/na dan 10\.04\.2026\. ima 400 kg; ne može da se razduži 401 kg\./)
      .first()
      .waitFor()
    await dialog(page).getByLabel('Količina za stavku 1').fill('400')
    await page.keyboard.press('Control+s')
    await page.getByText('Razduženje je sačuvano.').waitFor()
    await page.getByRole('link', { name: 'OR-003/26' }).click()
    await page.getByText('Carina i PDV, informativno').waitFor()
    const line = page.getByRole('row', { name: /Žica ZIC01/ })
    const said = (await line.innerText()).replace(/\s/g, ' ')
    assert.match(said, /94\.000,00.*4\.700,00.*19\.740,00/)
    await page.getByText(/^24\.440,00/).waitFor()
    const stock = await send<{ totalQuantity: number }>(site, 'GET', '/materials/ZIC01/stock')
    assert.equal(stock.totalQuantity, 0)
  })
})
