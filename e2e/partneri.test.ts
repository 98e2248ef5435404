// The register of partners by keyboard alone: a name is corrected and suggested, the old document stays, two are joined.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, dialog, stored } from './document-steps.ts'
import { lookAtEverySize, settled } from './findings.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

type Listed = { results: { id: number; naziv: string; broj_c4: number }[] }

describe('partneri', { skip: withoutBrowser }, () => {
  const site = useSite()
  const line = { materijal_id: 'PRV050CRN', kolicina: 1, cena_po_jedinici: 1 }
  let old: unknown

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await saveC4(site, 'C4-STARI', '2026-02-01', [line], { posiljalac_naziv: 'Muler Kabel', posiljalac_grad: 'Ulm' })
    await saveC4(site, 'C4-DRUGI', '2026-02-02', [line], { posiljalac_naziv: 'Müller K.', posiljalac_grad: 'Ulm' })
    old = await stored(site, '/c4/1')
  })

  test('a name is corrected by keys and suggested so, and another spelling of the firm is joined to it', async () => {
    const page = await openAs(site)
    const { keyboard } = page
    await page.goto(`${site.app.url}/dashboard/partneri`)
    await page
      .getByRole('row', { name: /^Muler Kabel Ulm/ })
      .getByRole('link')
      .focus()
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Muler Kabel', level: 2 }).waitFor()
    await page.getByRole('table', { name: 'Dokumenti' }).getByRole('link', { name: 'C4-STARI' }).waitFor()
    await settled(page)
    await lookAtEverySize(page)
    await button(page, 'Izmeni').press('Enter')
    await dialog(page).getByLabel('Naziv').waitFor()
    await keyboard.press('Control+A')
    await keyboard.type('Müller Kabel GmbH')
    await lookAtEverySize(page)
    await keyboard.press('Control+s')
    await page.getByText('Partner je ispravljen.').waitFor()
    await page.getByRole('heading', { name: 'Müller Kabel GmbH', level: 2 }).waitFor()
    await page.getByRole('table', { name: 'Kako piše u dokumentima' }).getByText('Muler Kabel').waitFor()
    await page.getByRole('button', { name: /Izmenjen partner Müller Kabel GmbH/ }).waitFor()

    await button(page, 'Spoji').press('Enter')
    await dialog(page).getByLabel('Partner koji je ista firma').waitFor()
    await lookAtEverySize(page)
    await keyboard.type('K.')
    await page.getByRole('option', { name: /Müller K\./ }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.press('Control+s')
    await page.getByText('Spojeno: sve je sada kod partnera Müller Kabel GmbH.').waitFor()
    await page.getByRole('table', { name: 'Dokumenti' }).getByRole('link', { name: 'C4-DRUGI' }).waitFor()
    const { results } = await stored<Listed>(site, '/partneri?search=kabel')
    assert.deepEqual(
      results.map(({ naziv, broj_c4 }) => [naziv, broj_c4]),
      [['Müller Kabel GmbH', 2]],
    )

    await page.goto(`${site.app.url}/dashboard/incoming`)
    await page
      .getByRole('button', { name: /^Novi dokument/ })
      .first()
      .press('Enter')
    const sender = dialog(page).getByLabel('Pošiljalac', { exact: true })
    await sender.press('m')
    await page.getByRole('option', { name: /Müller Kabel GmbH/ }).waitFor()
    assert.equal(await page.getByRole('listbox').getByRole('option').count(), 1)
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    assert.equal(await sender.inputValue(), 'Müller Kabel GmbH')
    assert.equal(await dialog(page).getByLabel('Grad pošiljaoca').inputValue(), 'Ulm')
    assert.deepEqual(await stored(site, '/c4/1'), old)
  })
})
