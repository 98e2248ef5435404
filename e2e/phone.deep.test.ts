// Screens read at a glance on a phone: rows of documents and lots as cards, without a sideways scroll, and choices that
// are long.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type AppPage, type PageOptions, resize, withoutBrowser } from './browser.ts'
import { button, C4_TYPED, dialog, discharge, fillHead } from './document-steps.ts'
import { expectNoSidewaysScroll, expectSorted, lookAtEverySize, settled, textBeside } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { addLongNamed, C1_HEAD, C4_HEAD, fixture, importCatalogue, LONG_NAME, saveC1, saveC4 } from './sample-data.ts'
import { goTo, openScreen, useSite } from './site.ts'

const PHONE = { width: 390, height: 844 }
/** As a finger has it: larger controls and letters. */
const FINGER: PageOptions = { ...PHONE, context: { hasTouch: true, isMobile: true } }

describe('on a phone', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importCatalogue(site)
    await addLongNamed(site)
    await saveC4(site, 'C4-1', '2026-01-04', [
      { materijal_id: 'DUGACAK', kolicina: 999_999_999.123456, cena_po_jedinici: 8.654321 },
      { materijal_id: 'REL12', kolicina: 1000, cena_po_jedinici: 1342.73 },
    ])
    await saveC4(site, 'C4-UVOZ-DOBANOVCI-2026/0002', '2026-01-03', [
      { materijal_id: 'DUGACAK', kolicina: 5, cena_po_jedinici: 1 },
    ])
    await saveC4(site, 'C4-2026/0107', '2026-01-05', [{ materijal_id: 'KON6PZ', kolicina: 1000, cena_po_jedinici: 3 }])
    await saveC4(site, 'C4-2026/0108', '2026-02-05', [{ materijal_id: 'KON6PZ', kolicina: 500, cena_po_jedinici: 2 }])
    await saveC1(site, 'C1-2026/0001', '2026-03-01', 'KS014', 10)
  })

  const open = (path: string, options: PageOptions = FINGER) => openScreen(site, path, options)

  /** Every text stands in the row uncut, between the edges of the screen. */
  async function expectInSight(row: ReturnType<AppPage['getByRole']>, texts: readonly string[]) {
    for (const text of texts) {
      const box = await row.getByText(text).first().boundingBox()
      assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.width, `${text} stands beside the screen`)
    }
  }

  for (const [path, opened] of [
    ['', undefined],
    ['archive', undefined],
    ['archive?tab=materials-c4', 'C4-1'],
    ['materials?materijal=DUGACAK', undefined],
    ['history', undefined],
  ] as const) {
    test(`a long name without a space breaks on a phone: /${path}`, async () => {
      const page = await open(path)
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

  test('what is loading on a phone stands where it will be', async () => {
    const page = await open('outgoing')
    const height = (await page.getByRole('row', { name: /^C1-2026\/0001/ }).boundingBox())?.height ?? 0
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
    const page = await open('materials')
    await button(page, 'Učitaj iz Excela').first().click()
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

  const LISTS = [
    [
      'incoming',
      'Ulazni dokumenti',
      'C4-2026/0108',
      ['05.02.2026.', C4_HEAD.posiljalac_naziv, '1.000,00', 'Uvozna deklaracija'],
    ],
    ['outgoing', 'Izlazni dokumenti', 'C1-2026/0001', ['01.03.2026.', C1_HEAD.primalac_naziv, '189,00', 'EUR']],
    [
      'archive?tab=documents',
      'Svi dokumenti',
      'C4-2026/0107',
      ['05.01.2026.', C4_HEAD.posiljalac_naziv, '3.000,00', 'Dolazni', 'Uvozna deklaracija'],
    ],
  ] as const
  for (const [path, label, broj, texts] of LISTS) {
    test(`${label}: a card of each row, which one neither scrolls nor searches through`, async () => {
      const page = await open(path)
      const table = page.getByRole('table', { name: label })
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: broj }) })
      await expectInSight(row, [broj, ...texts])
      assert.equal(await page.getByRole('group', { name: label }).count(), 0, 'the table scrolls sideways')
      assert.ok(((await row.boundingBox())?.height ?? 999) < 90, 'more than three lines')

      const head = table.getByRole('columnheader', { name: 'Ukupna vrednost' })
      await table.getByRole('button', { name: /^Redosled: / }).click()
      await page.getByRole('menuitem', { name: 'Ukupna vrednost' }).click()
      await expectSorted(head, 'descending')
      await page.waitForURL(/sort=vrednost/)
      await settled(page)
      await lookAtEverySize(page)
    })
  }

  const CATALOGUES = [
    ['materials', 'Materijali', 'KON6PZ', ['Konektor 6 polova', '1.490', 'kom']],
    ['products', 'Proizvodi', 'KS014', ['Kablovski set baterije BMS', '8544.30.00']],
  ] as const
  for (const [path, label, id, texts] of CATALOGUES) {
    test(`${label}: a card of each, with what can be done to it`, async () => {
      const page = await open(`${path}?search=${id}`)
      const row = page.getByRole('table', { name: label }).getByRole('row', { name: new RegExp(id) })
      await expectInSight(row, [id, ...texts])
      assert.match((await row.getByRole('rowheader').textContent()) ?? '', new RegExp(`^${texts[0]}.* ${id}$`))
      assert.equal(await page.getByRole('group', { name: label }).count(), 0, 'the table scrolls sideways')
      await rowAction(row, 'Izmeni')
      await dialog(page).getByLabel('Naziv').first().waitFor()
      await lookAtEverySize(page)
    })
  }

  test('the head of the cards stays in sight, and with it what sorts them', async () => {
    for (let day = 10; day < 20; day++) await saveC4(site, `C4-${day}`, `2025-01-${day}`, [LINE])
    const page = await open('incoming?limit=25')
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    const sort = button(page, 'Redosled: Datum, opadajuće')
    assert.ok(await sort.evaluate(isOnTop))
    await sort.click()
    await page.getByRole('menuitem', { name: 'Rastuće' }).click()
    await page.waitForURL(/order=asc/)
    await button(page, 'Redosled: Datum, rastuće').click()
    await page.getByRole('menuitem', { name: 'Ukupna vrednost' }).click()
    await page.waitForURL(/sort=vrednost/)
  })

  test('that nothing was found is said in the middle, between the search and the pages', async () => {
    const page = await open('incoming?search=xyzq')
    for (const path of [
      'incoming?search=xyzq',
      'outgoing?search=xyzq',
      'materials?search=xyzq',
      'archive?tab=documents&search=xyzq',
    ]) {
      await goTo(page, site, path)
      const said = page.getByText('Nema pronađenih podataka')
      assert.ok(await said.evaluate(isOnTop), path)
      const box = await said.boundingBox()
      assert.ok(box && Math.abs(box.x + box.width / 2 - 195) < 2, `${box?.x} px from the left, ${box?.width} px wide`)
      const next = button(page, 'Sledeća')
      if ((await next.count()) === 0) continue
      const [text, below] = await Promise.all([said.boundingBox(), next.boundingBox()])
      assert.ok(text && below && text.y + text.height <= below.y, path)
    }
  })

  test('the first wrong field of a document comes into sight', async () => {
    const page = await open('incoming')
    await button(page, 'Novi dokument').click()
    await fillHead(page, { ...C4_TYPED, 'C4 broj': 'C4-BEZ-STAVKI', Datum: '1.2.2026' })
    await button(page, 'Dodaj fakturu').click()
    await dialog(page).getByLabel('Grad pošiljaoca').focus()
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Ova faktura mora imati barem jednu stavku').waitFor()
    const number = dialog(page).getByLabel('Broj fakture', { exact: true })
    assert.ok(await number.evaluate((field) => field === document.activeElement))
    assert.ok(await number.evaluate(isOnTop))
  })

  test('what can be done to a row stands on its card', async () => {
    const page = await open('incoming?search=0108')
    await rowAction(page, 'Izmeni: C4-2026/0108')
    await dialog(page).getByLabel('C4 broj').waitFor()
  })

  test('the stock of a material shows the remainder of each C4, its total and its transactions', async () => {
    const page = await open('materials?materijal=KON6PZ')
    const remaining = page.getByRole('table', { name: 'Preostalo po C4' })
    await expectInSight(remaining.getByRole('row', { name: /C4-2026\/0108/ }), ['500', '05.02.2026.', '117.500,00'])
    // Ten exported products took 10 of the older import.
    const total = remaining.getByRole('row', { name: /^Ukupno/ })
    await expectInSight(total, ['Ukupno', '1.490', 'RSD'])
    const moved = page.getByRole('table', { name: 'Promet' })
    await expectInSight(moved.getByRole('row', { name: /C1-2026\/0001/ }), [C1_HEAD.primalac_naziv, '01.03.2026.'])
    assert.equal(await page.getByRole('group', { name: /Preostalo|Promet/ }).count(), 0, 'a table scrolls sideways')
  })

  const SUMMARIES = [
    ['materials-summary', 'Rezime materijala', 'KON6PZ', ['1.500', '1.490', '466.475,00', '05.02.2026.']],
    ['products-summary', 'Rezime proizvoda', 'KS014', ['10', '189,00', 'manjak']],
  ] as const
  for (const [tab, label, id, texts] of SUMMARIES) {
    test(`${label}: the outcome of each row, every figure with its name`, async () => {
      const page = await open(`archive?tab=${tab}`)
      const table = page.getByRole('table', { name: label })
      await expectInSight(table.getByRole('row', { name: new RegExp(id) }), [id, ...texts])
      assert.equal(await page.getByRole('group', { name: label }).count(), 0, 'the table scrolls sideways')
    })
  }

  test('a discharge from both of its sides has the draws of each document under its band', async () => {
    const page = await open('outgoing')
    await rowAction(page, 'Razduženje: C1-2026/0001')
    const row = (name: RegExp) => discharge(page).getByRole('row', { name }).first()
    await expectInSight(row(/^Konektor .* C4-2026\/0107/), ['KON6PZ', 'C4-2026/0107', '05.01.2026.', '10'])
    await expectInSight(row(/Manjak/), ['Manjak'])
    assert.equal(await page.getByRole('group', { name: 'Razduženje' }).count(), 0, 'the table scrolls sideways')
    await discharge(page).getByRole('link', { name: 'C4-2026/0107' }).first().click()
    await page.getByRole('heading', { name: 'C4-2026/0107', level: 2 }).waitFor()
    await expectInSight(row(/^C1-2026\/0001/), ['C1-2026/0001', C1_HEAD.primalac_naziv, '01.03.2026.', 'KS014'])
    assert.equal(await page.getByRole('group', { name: 'Razduženje' }).count(), 0, 'the table scrolls sideways')
  })

  test('the longest kind of document is read whole where it is chosen', async () => {
    /** How much wider the chosen text is than the room for it. */
    const missing = (field: ReturnType<AppPage['getByLabel']>) =>
      field.evaluate((element) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(element)
        const pen = new OffscreenCanvas(1, 1).getContext('2d')
        if (!pen) throw new Error('there is nothing to measure with')
        pen.font = font
        const text = (element as HTMLSelectElement).selectedOptions[0]?.text ?? ''
        const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return pen.measureText(text).width - room
      })
    for (const [options, widths] of [
      [FINGER, [PHONE.width]],
      [{}, [1440, 1280, 768]],
    ] as const) {
      const page = await open('incoming?tip_dokumenta=Carinska+deklaracija', options)
      const expectWhole = async (field: ReturnType<AppPage['getByLabel']>, where: string) => {
        for (const width of widths) {
          if (options !== FINGER) await resize(page, { width, height: 900 })
          assert.ok((await missing(field)) <= 0, `${where} at ${width}`)
        }
      }
      await expectWhole(page.getByLabel('Tip dokumenta'), 'filter')
      await page.goto(`${site.app.url}/dashboard/archive?tab=documents&tip_dokumenta=Carinska+deklaracija`)
      await expectWhole(page.getByLabel('Vrsta dokumenta'), 'archive')
      await page.goto(`${site.app.url}/dashboard/incoming`)
      await button(page, 'Novi dokument').click()
      const field = dialog(page).getByLabel('Tip dokumenta')
      await field.selectOption('Carinska deklaracija')
      await expectWhole(field, 'form')
    }
  })

  test('the largest numbers stay whole on their card, and beside the name that they belong to', async () => {
    const lot = { materijal_id: 'PRV050CRN', kolicina: 999_999_999.123456, cena_po_jedinici: 8.654321 }
    const begun = { materijal_id: 'CEV06', kolicina: 40_000, cena_po_jedinici: 1 }
    await saveC4(site, 'C4-UVOZ-BEOGRAD-DOBANOVCI-2026/000000417-A', '2026-02-06', [lot, begun])
    await saveC1(site, 'C1-VELIKI', '2026-03-04', 'KS001', 15_241_574.729462)

    const page = await open('materials?materijal=PRV050CRN')
    const moved = page.getByRole('table', { name: 'Promet' })
    await moved.getByRole('row', { name: /C4-UVOZ/ }).waitFor()
    assert.deepEqual(await moved.getByRole('cell').evaluateAll(textBeside), [])
    await page.goto(`${site.app.url}/dashboard/materials?materijal=CEV06`)
    const bar = page.getByRole('table', { name: 'Preostalo po C4' }).getByText(/^>\s99\s%$/)
    assert.ok(await bar.evaluate((text) => text.scrollWidth <= text.clientWidth && text.clientHeight < 24))

    await page.goto(`${site.app.url}/dashboard/outgoing?search=VELIKI`)
    await rowAction(page, 'Izmeni: C1-VELIKI')
    const needs = dialog(page).getByRole('list', { name: 'Normativ' }).getByRole('listitem')
    await needs
      .filter({ hasText: /manjak.*na stanju/ })
      .first()
      .waitFor()
    assert.deepEqual(await needs.evaluateAll(textBeside), [])
  })
})

const LINE = { materijal_id: 'LEM60', kolicina: 1, cena_po_jedinici: 1 }

/** Nothing lies over the middle of it. */
function isOnTop(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
