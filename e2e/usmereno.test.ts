// A lot is chosen for a line of an export in the panel of 'Proveri' (customs §4.4).
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, C1_TYPED, cell, chooseInCell, dialog, discharge, fillHead, stored } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { importCatalogue, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('directed draws', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importCatalogue(site)
    await send(site, 'POST', '/normativ/KS006', { items: [{ materijal_id: 'REL12', potrebna_kolicina: 1 }] })
    await saveC4(site, 'C4-1', '2026-01-10', [{ materijal_id: 'REL12', kolicina: 100, cena_po_jedinici: 1 }])
    await saveC4(site, 'C4-2', '2026-02-10', [{ materijal_id: 'REL12', kolicina: 100, cena_po_jedinici: 1 }])
  })

  test('a lot is chosen in the look ahead, taken back, chosen again and shown with the saved export', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await button(page, 'Novi dokument').first().click()
    await fillHead(page, { ...C1_TYPED, 'C1 broj': 'C1-1', Datum: '1.3.2026' })
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Proizvod', 1, 'KS006', 'KS006')
    await cell(page, 'Količina', 1).fill('50')

    const foreseen = page.getByRole('dialog', { name: 'Provera pre čuvanja' })
    const choice = page.getByRole('dialog', { name: /^Usmeri: / })
    const chosen = dialog(page).getByRole('list', { name: 'Usmereno' })
    let looked = false
    const direct = async () => {
      await button(page, 'Proveri').click()
      await foreseen.getByRole('button', { name: 'Usmeri REL12, C4-1' }).click()
      await choice.getByRole('button', { name: 'Usmeri', exact: true }).click()
      await choice.getByText('Razlog je obavezan.').waitFor()
      if (!looked) await lookAtEverySize(page)
      looked = true
      const lot = { label: 'C4-2 · DE-1 / 1 · 10.02.2026. · 100 kom' }
      await choice.getByLabel('Stavka uvoza').selectOption(lot)
      await choice.getByText(/Na taj dan ima 100 /).waitFor()
      await choice.getByLabel('Količina').fill('30')
      await choice.getByLabel('Razlog').fill('Traži kupac')
      await choice.getByRole('button', { name: 'Usmeri', exact: true }).click()
      await choice.waitFor({ state: 'detached' })
      await chosen.getByText('Traži kupac').waitFor()
    }
    await direct()
    await button(page, 'Ukloni usmerenje REL12 iz C4-2 · DE-1 / 1').click()
    await chosen.waitFor({ state: 'detached' })
    await direct()
    await button(page, 'Proveri').click()
    await foreseen.getByRole('row', { name: /REL12.*20.*C4-1/ }).waitFor()
    await foreseen.getByRole('row', { name: /REL12.*30.*usmereno.*C4-2/ }).waitFor()
    await foreseen.getByRole('button', { name: 'Zatvori', exact: true }).last().click()
    await button(page, 'Napravi dokument').click()
    await page.getByText('Izlazni dokument C1-1 je napravljen.').first().waitFor()
    const { results } = await stored<{ results: { id: number }[] }>(site, '/c1')
    const rows = await stored<{ kolicina: number; usmereno: boolean }[]>(site, `/c1/${results[0]?.id}/razduzenje`)
    assert.deepEqual(
      rows.map(({ kolicina, usmereno }) => [kolicina, usmereno]),
      [
        [20, false],
        [30, true],
      ],
    )
    await page.goto(`${site.app.url}/dashboard/outgoing/${results[0]?.id}`)
    await discharge(page)
      .getByRole('row', { name: /REL12.*30.*usmereno.*C4-2/ })
      .waitFor()
  })
})
