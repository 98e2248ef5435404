// Texts have the room that there is: long names break, second lines stand beside each other, and what is loading stands
// where it will be.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, type PageOptions, withoutBrowser } from './browser.ts'
import { button } from './document-steps.ts'
import { expectNoSidewaysScroll, settled, textBeside } from './findings.ts'
import { C4_HEAD, fixture, importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const PHONE: PageOptions = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }
/** As suppliers write names into narrow columns of theirs: nothing in it at which a line could break. */
const LONG_NAME = 'Provodnikzaizuzetnovisoketemperaturesasilikonskomizolacijomipletenicomodbakra12'

describe('the room of texts', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    const named = { naziv: LONG_NAME, zemlja_porekla: 'Ujedinjeno Kraljevstvo', jedinica_mere: 'm' }
    await send(site, 'POST', '/materials', { id: 'DUGACAK', ...named, tarifni_broj: '8544.49.95' })
    await saveC4(site, 'C4-1', '2026-01-05', [
      { materijal_id: 'DUGACAK', kolicina: 999_999_999.123456, cena_po_jedinici: 8.654321 },
      { materijal_id: 'KON6PZ', kolicina: 1000, cena_po_jedinici: 1342.73 },
    ])
    await saveC4(site, 'C4-UVOZ-DOBANOVCI-2026/0002', '2026-01-06', [
      { materijal_id: 'DUGACAK', kolicina: 5, cena_po_jedinici: 1 },
    ])
    const line = { materijal_id: 'KON6PZ', kolicina: 5, cena_po_jedinici: 1, broj_fakture: 'DE-1', redni_broj: 1 }
    await send(site, 'POST', '/c4', {
      ...C4_HEAD,
      tip_dokumenta: 'Carinska deklaracija',
      broj_c4: 'C4-3',
      datum: '2026-01-07',
      stavke: [{ ...line, dokazuje_poreklo: false, tarifni_broj: '8536.69.90', zemlja_porekla: 'Nemačka' }],
    })
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 1)
  })

  async function open(path: string, options: PageOptions): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    return page
  }

  for (const [path, opened] of [
    ['', undefined],
    ['archive', undefined],
    ['archive?tab=materials-c4', 'C4-1'],
    ['materials?materijal=DUGACAK', undefined],
    ['history', undefined],
  ] as const) {
    test(`a long name without a space breaks on a phone: /${path}`, async () => {
      const page = await open(path, PHONE)
      if (opened) await page.getByRole('button', { name: opened }).click()
      const name = page.getByText(LONG_NAME)
      await name.first().waitFor()
      // Names in charts are cut, and their table has them in full.
      const rows = page
        .getByRole('listitem')
        .or(page.getByRole('heading', { level: 2 }))
        .filter({ has: name })
      assert.ok((await rows.count()) > 0)
      assert.deepEqual(await rows.evaluateAll(textBeside), [])
      await expectNoSidewaysScroll(page)
    })
  }

  test('a second line has the room of its column in a table that scrolls', async () => {
    const page = await open('materials?materijal=DUGACAK', { width: 1024, height: 768 })
    const line = page.getByRole('rowheader', { name: /^C4-1 / }).getByText(/^#\d+ · Nemačka$/)
    assert.ok(await line.evaluate((element) => element.scrollWidth <= element.clientWidth))
  })

  test('second lines of a row stand beside each other', async () => {
    const page = await open('outgoing', { width: 1024, height: 768 })
    const row = page.getByRole('row', { name: /^C1-1/ })
    const [type, country] = [
      await row.getByRole('rowheader').getByText('Izvozna deklaracija').boundingBox(),
      await row.getByTitle('Srbija').first().boundingBox(),
    ]
    assert.ok(type && country && Math.abs(type.y - country.y) < 1, `${type?.y} and ${country?.y}`)
  })

  test('the longest kind of document is read whole under its number', async () => {
    const page = await open('incoming?search=C4-3', { width: 1024, height: 768 })
    const kind = page.getByRole('rowheader').getByText('Carinska deklaracija')
    await page.evaluate(() => document.fonts.ready)
    assert.ok(await kind.evaluate((element) => element.scrollWidth <= element.clientWidth))
  })

  test('the day of a history stays over the tables of its entries', async () => {
    const page = await open('history', { width: 1024, height: 500 })
    await page.getByRole('button', { name: /Dodat ulazni dokument C4-1/ }).click()
    const head = page.getByRole('columnheader', { name: 'Faktura' })
    await head.waitFor()
    const day = page.getByRole('heading', { level: 2 }).first()
    const top = (await day.boundingBox())?.height ?? 0
    await head.evaluate((element, under) => scrollBy(0, element.getBoundingClientRect().top - 52 - under / 2), top)
    const covered = await head.evaluate((element) => {
      const { left, top: above, width } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, above + 6))
    })
    assert.equal(covered, false)
  })

  test('the quick actions are one row at 1024 px, beside the bar that scrolls the page', async () => {
    const page = await open('', { width: 1024, height: 768 })
    const actions = page.getByRole('region', { name: 'Brze akcije' }).getByRole('link')
    await page.evaluate(() => {
      document.body.style.paddingRight = '15px'
      return document.fonts.ready
    })
    const tops = await actions.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    assert.equal(tops.length, 5)
    assert.equal(new Set(tops).size, 1)
  })

  test('at 200 % of 1440 px a list has all of its columns, and the buttons of the archive stay together', async () => {
    const page = await open('outgoing', { width: 720, height: 450 })
    await page.getByRole('row', { name: /^C1-1/ }).waitFor()
    assert.equal(await page.getByRole('group', { name: 'Izlazni dokumenti' }).count(), 0, 'the table scrolls sideways')
    await page.goto(`${site.app.url}/dashboard/archive`)
    const [refresh, sheet] = [
      await button(page, 'Osveži').boundingBox(),
      await button(page, 'Razduženje u Excelu').boundingBox(),
    ]
    assert.equal(refresh?.y, sheet?.y)
  })

  test('what is loading on a phone stands where it will be', async () => {
    const page = await open('outgoing', PHONE)
    const height = (await page.getByRole('row', { name: /^C1-1/ }).boundingBox())?.height ?? 0
    await page.route('**/api/c1?*', () => undefined)
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    const row = page.getByRole('row', { name: /Učitavanje/ })
    await row.waitFor()
    const loading = await row.evaluate((element) => ({
      height: element.clientHeight,
      misplaced: [...element.children].flatMap((cell) => {
        const bar = cell.firstElementChild?.getBoundingClientRect()
        if (!cell.getAttribute('data-label')) return []
        const { left, right } = cell.getBoundingClientRect()
        const atRight = cell.getAttribute('data-card') === 'fact-right'
        return bar && Math.abs(atRight ? right - bar.right : bar.left - left) < 1
          ? []
          : [cell.getAttribute('data-label')]
      }),
    }))
    assert.deepEqual(loading.misplaced, [])
    assert.ok(Math.abs(loading.height - height) < 12, `${loading.height} px, then ${height} px`)
  })

  test('why a row of a file is left out is read whole on a phone', async () => {
    const page = await open('materials', PHONE)
    await button(page, 'Import iz Excel fajla').first().click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByText('Izaberite fajl').click()
    await (await chooser).setFiles(fixture('materijali-sa-greskama.xlsx'))
    const table = page.getByRole('table', { name: 'Redovi fajla' })
    const cell = table.getByRole('cell').filter({ hasText: 'tarifni broj mora biti u formatu' })
    await cell.waitFor()
    assert.deepEqual(await cell.evaluateAll(textBeside), [])
    const [box, card] = [await cell.boundingBox(), await table.boundingBox()]
    assert.ok(box && card && box.width > card.width - 40, 'a sentence has the whole width')
    assert.equal(await page.getByRole('group', { name: 'Redovi fajla' }).count(), 0, 'the table scrolls sideways')
  })

  test('that there is nothing is said in the middle of a phone', async () => {
    const page = await open('incoming?search=nema-ga', PHONE)
    const box = await page.getByText('Nema pronađenih podataka').boundingBox()
    assert.ok(box && Math.abs(box.x + box.width / 2 - 195) < 2, `${box?.x} px from the left, ${box?.width} px wide`)
  })
})
