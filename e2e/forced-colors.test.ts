// In the few colours of the system (high contrast) nothing is told by its ground alone.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openAs } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { settled } from './findings.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('in the colours of the system', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    await saveC4(site, 'C4-1', '2026-01-05', [{ materijal_id: 'KON6PZ', kolicina: 1000, cena_po_jedinici: 3 }])
  })

  async function open(path: string): Promise<AppPage> {
    const page = await openAs(site, { context: { forcedColors: 'active' } })
    await page.goto(`${site.app.url}/dashboard/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    return page
  }

  const styleOf = (of: Locator, name: 'borderBottomColor' | 'outlineStyle' | 'backgroundColor', pseudo?: string) =>
    of.evaluate((element, [asked, part]) => getComputedStyle(element, part)[asked as 'outlineStyle'], [name, pseudo])

  test('the open view of the archive and the open screen', async () => {
    const page = await open('archive')
    const chosen = page.getByRole('tab', { name: 'Pregled' })
    const other = page.getByRole('tab', { name: 'Svi dokumenti' })
    assert.notEqual(await styleOf(chosen, 'borderBottomColor'), await styleOf(other, 'borderBottomColor'))
    assert.equal(await styleOf(page.getByRole('link', { name: 'Arhiva' }), 'outlineStyle'), 'solid')
    assert.equal(await styleOf(page.getByRole('link', { name: 'Proizvodi' }), 'outlineStyle'), 'none')
  })

  test('what is chosen, and the entry on which one stands', async () => {
    const page = await open('products')
    const box = page.getByRole('checkbox', { name: /^Izaberi: / }).first()
    await box.check()
    assert.notEqual(await styleOf(box, 'backgroundColor', '::before'), await styleOf(box, 'backgroundColor'))

    await page.getByRole('button', { name: /^Podešavanja/ }).click()
    const entry = page.getByRole('menuitem', { name: 'Istorija' })
    assert.equal(await styleOf(entry, 'outlineStyle'), 'none')
    await entry.hover()
    assert.equal(await styleOf(entry, 'outlineStyle'), 'solid')
  })

  test('how much remains, and which bar of the chart is which', async () => {
    const page = await open('')
    const bar = page.getByRole('meter').first()
    await bar.waitFor()
    const grounds = await bar.evaluate((element) =>
      [element, element.firstElementChild].map((part) => part && getComputedStyle(part).backgroundColor),
    )
    assert.notEqual(grounds[0], grounds[1])
    const sign = page.getByText('Uvoz', { exact: true }).first()
    await sign.waitFor()
    const [ofSign, ofPage] = await sign.evaluate((element) =>
      [element.firstElementChild, document.body].map((part) => part && getComputedStyle(part).backgroundColor),
    )
    assert.notEqual(ofSign, ofPage)
  })
})
