// Closing a period: its window, what a closed document still takes, and the mark in lists and on pages.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAs } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, dialog, focusInDialog, PDF } from './document-steps.ts'
import { lookAtEverySize, settled } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { importCatalogue, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('closing a period', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('open checks want a confirmation; then its documents are closed, until somebody opens it with a reason', async () => {
    await importCatalogue(site)
    const line = { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 2 }
    await saveC4(site, 'C4-1', '2026-01-10', [line])
    await saveC4(site, 'C4-2', '2026-04-10', [line])
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 5)
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    const openWindow = async () => {
      await page.getByRole('navigation', { name: 'Carina' }).getByRole('link', { name: 'Zaključavanje' }).press('Enter')
    }
    await openWindow()
    await page.getByText('Nijedan period nije zaključan.').waitFor()
    await page.getByLabel('Do dana').fill('31.3.2026')
    await page.getByLabel('Razlog').fill('Predat obračun za prvi kvartal')
    await page.keyboard.press('Enter')
    await page.getByText(/^Otvorenih provera: \d+\. Zaključavanje perioda je moguće tek posle potvrde\.$/).waitFor()
    await page.getByText(/^Izvozi čiji materijal nije pokriven uvozom \(/).waitFor()
    await lookAtEverySize(page)
    await page.getByRole('checkbox', { name: 'Zaključaj i pored otvorenih provera' }).check()
    await button(page, 'Zaključaj').click()
    await page.getByText('Zaključano do 31.03.2026.').waitFor()
    await page.getByRole('row', { name: /^31\.03\.2026\. zaključano .*Predat obračun za prvi kvartal$/ }).waitFor()
    await page.goBack()

    await page.getByRole('row', { name: /C4-1/ }).getByRole('img', { name: 'Zaključano' }).waitFor()
    assert.equal(await page.getByRole('img', { name: 'Zaključano' }).count(), 1)
    await rowAction(page, 'Izmeni: C4-1')
    await dialog(page).getByText('Period do 31.03.2026. je zaključan.').waitFor()
    assert.equal(await page.getByLabel('Datum', { exact: true }).isDisabled(), true)
    assert.equal(await page.getByLabel('Količina, stavka 1').isDisabled(), true)
    assert.equal(await button(page, 'Dodaj fakturu').isDisabled(), true)
    await lookAtEverySize(page)
    await focusInDialog(page)
    // The button goes with the choice, and the focus with it: Ctrl+S saves all the same.
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Izaberite fajl').click()
    await (await choosing).setFiles({ name: 'jci.pdf', mimeType: 'application/pdf', buffer: PDF })
    await button(page, 'Ukloni').waitFor()
    await page.keyboard.press('Control+s')
    await dialog(page).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'C4-1', exact: true }).click()
    await page.getByRole('heading', { name: /^C4-1/ }).getByText('Zaključano').waitFor()
    await settled(page)
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await button(page, 'Otključaj').click()
    await button(page, 'Otključaj period').click()
    await page.getByText('Razlog otključavanja je obavezan.').waitFor()
    await page.getByLabel('Razlog', { exact: true }).last().fill('Ispravka količine')
    await page.keyboard.press('Enter')
    await page.getByText('Nijedan period nije zaključan.').waitFor()
    await page.getByRole('row', { name: /^31\.03\.2026\. otključano .*Ispravka količine$/ }).waitFor()
  })
})
