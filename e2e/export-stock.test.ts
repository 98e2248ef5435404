import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, C1_TYPED, cell, chooseInCell, dialog, fillHead, stored } from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('the stock beside the needs of an export', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await send(site, 'POST', '/proizvodi', {
      id: 'SNOP1',
      naziv: 'Snop vrata',
      hs_code: '8544.30.00',
      jedinica_mere: 'kom',
      normativi: [
        { materijal_id: 'PRV050CRV', potrebna_kolicina: 2 },
        { materijal_id: 'REL12', potrebna_kolicina: 1 },
      ],
    })
    await saveC4(site, 'C4-1', '2026-01-10', [
      { materijal_id: 'PRV050CRV', kolicina: 100, cena_po_jedinici: 0.1 },
      { materijal_id: 'REL12', kolicina: 10, cena_po_jedinici: 2 },
    ])
  })

  test('what the lines lack together is seen before it is saved, and what the document took is its own', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await button(page, 'Novi dokument').first().click()
    await fillHead(page, { ...C1_TYPED, 'C1 broj': 'C1-ZALIHA', Datum: '01.03.2026.' })
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Proizvod', 1, 'SNOP1', 'Snop vrata')
    await cell(page, 'Količina', 1).fill('5')
    const needs = (line: number) =>
      dialog(page)
        .getByRole('list', { name: 'Normativ' })
        .nth(line - 1)
    const need = (line: number, id: string) => needs(line).getByRole('listitem').filter({ hasText: id })
    await need(1, 'REL12').getByText('na stanju 10').waitFor()
    assert.match(await need(1, 'PRV050CRV').innerText(), /10\sm\sna stanju 100$/)
    const short = dialog(page).getByText('Materijala sa manjkom:')
    assert.equal(await short.count(), 0)

    await chooseInCell(page, 'Proizvod', 2, 'SNOP1', 'Snop vrata')
    await cell(page, 'Količina', 2).fill('6')
    await dialog(page).getByText('Materijala sa manjkom: 1').waitFor()
    assert.equal(await short.getAttribute('title'), 'Bez obzira na datum; tačno se zna posle čuvanja')
    await cell(page, 'Količina', 2).fill('5')
    await short.waitFor({ state: 'detached' })
    await button(page, 'Napravi dokument').click()
    await dialog(page).waitFor({ state: 'detached' })

    await rowAction(page, 'Izmeni: C1-ZALIHA')
    await need(2, 'REL12').getByText('na stanju 0').waitFor()
    assert.equal(await short.count(), 0, 'what it took is its own')
    await cell(page, 'Količina', 2).fill('6')
    await dialog(page).getByText('Materijala sa manjkom: 1').waitFor()
    // Somebody else brings what is lacking.
    await saveC4(site, 'C4-2', '2026-02-10', [{ materijal_id: 'REL12', kolicina: 1, cena_po_jedinici: 2 }])
    await need(2, 'REL12').getByText('na stanju 1').waitFor()
    await short.waitFor({ state: 'detached' })
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).waitFor({ state: 'detached' })
    const { results } = await stored<{ results: { ima_manjak: boolean }[] }>(site, '/c1?c1Number=C1-ZALIHA')
    assert.equal(results[0]?.ima_manjak, false)
  })
})
