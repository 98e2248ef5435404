// Statements of docs/SPECIFIKACIJA.md on dashboard and archive, beyond dashboard.test.ts and archive.test.ts.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, clockOf, withoutBrowser } from './browser.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const MATERIALS = ['KON6PZ', 'LEM60', 'PRV035ZEL', 'MAST1', 'ALK99', 'REL12'] as const

describe('dashboard and archive, to the letter', { skip: withoutBrowser }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-old-data-'))
  const site = useSite({ dataDir })

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    for (const [place, materijal_id] of MATERIALS.entries()) {
      await saveC4(site, `C4-${place + 1}`, `2026-01-0${place + 1}`, [
        { materijal_id, kolicina: 100, cena_po_jedinici: place + 1 },
      ])
    }
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 2)
    await site.app.stop()
    // A document of a time when anything could be written as its currency.
    const old = new DatabaseSync(join(dataDir, 'zalihe.db'))
    old.exec("update c4 set valuta = 'CHF', kurs = 1000000 where broj_c4 = 'C4-1'")
    old.exec("update c4_stavka set kurs = 1000000 where c4_id = (select id from c4 where broj_c4 = 'C4-1')")
    old.close()
    await site.app.restart()
  })
  after(async () => {
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function open(screen: string): Promise<AppPage> {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/${screen}`)
    return page
  }
  const panel = (page: AppPage, name: string) => page.getByRole('region', { name, exact: true })

  test('five cards, and the lists of the latest documents name their screens', async () => {
    const page = await open('')
    await panel(page, 'Nedavni ulazni dokumenti').getByRole('listitem').first().waitFor()
    assert.deepEqual(await page.getByRole('term').allTextContents(), [
      'Ukupno materijala',
      'Ukupno proizvoda',
      'Ulazni dokumenti',
      'Izlazni dokumenti',
      'Vrednost trenutnih zaliha',
    ])
    const counts = await page.getByRole('definition').allTextContents()
    for (const count of ['67', '15', '6', '1']) assert.ok(counts.includes(count), count)
    const outgoing = panel(page, 'Nedavni izlazni dokumenti')
    assert.match(
      await outgoing.getByRole('listitem').innerText(),
      /^C1-1\s[\s\S]*Volkswagen[\s\S]*37,80\sEUR\s+01\.02\.2026\.$/,
    )
    assert.equal(await panel(page, 'Nedavni ulazni dokumenti').getByRole('listitem').count(), 5)
    await panel(page, 'Nedavni ulazni dokumenti').getByRole('link', { name: 'Pogledaj sve (6)' }).waitFor()
  })

  test('a document in an unknown currency counts 1 : 1, with a warning', async () => {
    const page = await open('')
    const remaining = panel(page, 'Trenutni materijali po C4 (FIFO praćenje)')
    await remaining.getByText('nepoznata valuta CHF, računa se 1 : 1').waitFor()
    assert.equal(await remaining.getByText('1\u00a0CHF =').count(), 0)
    await page.goto(`${site.app.url}/dashboard/archive?tab=materials-c4`)
    // 98 × 1 CHF
    await page.getByRole('button', { name: /^C4-1.*nepoznata valuta CHF/ }).click()
    await page.getByRole('row', { name: /KON6PZ .* 98,00 RSD$/ }).waitFor()
  })

  test('the overview has four cards, five newest documents and five top materials', async () => {
    const page = await open('archive')
    await panel(page, 'Nedavni dokumenti').getByRole('listitem').first().waitFor()
    assert.deepEqual(await page.getByRole('term').allTextContents(), [
      'Ukupno dokumenata',
      'C4 Dokumenti',
      'C1 Dokumenti',
      'Ukupna vrednost (RSD)',
    ])
    const newest = await panel(page, 'Nedavni dokumenti').getByRole('listitem').allInnerTexts()
    assert.deepEqual(
      newest.map((text) => text.split(/\s/)[0]),
      ['C1-1', 'C4-6', 'C4-5', 'C4-4', 'C4-3'],
    )
    const top = await panel(page, 'Top materijali po vrednosti (RSD)').getByRole('listitem').allInnerTexts()
    assert.equal(top.length, 5)
    assert.match(top[0] ?? '', /REL12\s[\s\S]*70\.500,00\sRSD/)
  })

  test('all documents stand in their columns', async () => {
    const page = await open('archive?tab=documents')
    await page.getByRole('row', { name: /^C1-1 .*Odlazni Izvozna deklaracija 01\.02\.2026\. Volkswagen/ }).waitFor()
    await page.getByRole('row', { name: /^C4-6 Dolazni Uvozna deklaracija 06\.01\.2026\. Müller/ }).waitFor()
    const heads = await page.getByRole('table', { name: 'Svi dokumenti' }).getByRole('columnheader').allTextContents()
    assert.deepEqual(heads, [
      'Broj dokumenta',
      'Tip',
      'Vrsta dokumenta',
      'Datum',
      'Partner',
      'Zemlja otpreme',
      'Ukupna vrednost',
      'Ukupna količina',
      'PDF',
    ])
  })

  test('the search of the archive waits for 300 ms, a filter for 500 ms', async () => {
    const page = await openAs(site)
    await clockOf(page).install()
    // News of what was saved just before would have the page read again.
    await page.route('**/api/changes*', () => undefined)
    await page.goto(`${site.app.url}/dashboard/archive?tab=documents`)
    await page.getByRole('row', { name: /^C1-1/ }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/archive/documents')) asked.push(new URL(request.url()).search)
    })
    await page.getByRole('button', { name: 'Prikaži filtere' }).click()
    await clockOf(page).pauseAt(await page.evaluate(() => Date.now() + 5_000))
    for (const [label, name, waitMs] of [
      ['Pretraži dokumente...', 'search', 300],
      ['Partner', 'partner', 500],
      ['Datum od', 'datum_od', 500],
    ] as const) {
      const before = asked.length
      await page.getByLabel(label, { exact: true }).fill(name === 'datum_od' ? '1.1.2026' : 'm')
      await clockOf(page).runFor(waitMs - 1)
      assert.equal(asked.length, before, `${label} does not ask yet`)
      const request = page.waitForRequest(new RegExp(`/api/archive/documents\\?.*${name}=`))
      await clockOf(page).runFor(1)
      await request
    }
  })

  test('tabs switch among five views; activeTab chooses one on arrival', async () => {
    const page = await open('archive')
    await page.getByRole('tab', { name: 'Pregled', selected: true }).waitFor()
    const names = ['Pregled', 'Svi dokumenti', 'Materijali po C4', 'Rezime materijala', 'Rezime proizvoda']
    assert.deepEqual(await page.getByRole('tab').allTextContents(), names)
    for (const name of names) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('tab', { name, selected: true }).waitFor()
    }
    await page.evaluate(() => history.replaceState({ usr: { activeTab: 'materials-c4' }, key: 'k', idx: 0 }, ''))
    await page.reload()
    await page.getByRole('tab', { name: 'Materijali po C4', selected: true }).waitFor()
    const c4 = page.getByRole('button', { name: /^C4-4/ })
    await c4.click()
    await page.getByRole('row', { name: /MAST1 .* 100 kg 100 0 / }).waitFor()
    assert.equal(await c4.getAttribute('aria-expanded'), 'true')
    await c4.click()
    assert.equal(await c4.getAttribute('aria-expanded'), 'false')
  })
})
