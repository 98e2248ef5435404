// Tables: heads and figures, names and large numbers in the room that there is, the place one has scrolled to.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, drawn, holdAnswers, type PageOptions, resize, withoutBrowser } from './browser.ts'
import { button, cell, dialog, discharge, escapeDialog } from './document-steps.ts'
import { isSeen } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { addLongNamed, importCatalogue, importSheet, saveC1, saveC4 } from './sample-data.ts'
import { openScreen, useSite } from './site.ts'

const LAPTOP = { width: 1024, height: 768 }
const LINES = 30

describe('tables', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importCatalogue(site)
    await addLongNamed(site)
    await saveC4(site, 'C4-1', '2026-01-05', [
      { materijal_id: 'DUGACAK', kolicina: 999_999_999.123456, cena_po_jedinici: 8.654321 },
      { materijal_id: 'KON6PZ', kolicina: 1000, cena_po_jedinici: 1342.73 },
    ])
    await saveC4(site, 'C4-UVOZ-DOBANOVCI-2026/0002', '2026-01-06', [
      { materijal_id: 'DUGACAK', kolicina: 5, cena_po_jedinici: 1 },
    ])
    await saveC4(site, 'C4-3', '2026-01-07', [{ materijal_id: 'KON6PZ', kolicina: 5, cena_po_jedinici: 1 }], {
      tip_dokumenta: 'Carinska deklaracija',
    })
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 1)
    const line = { materijal_id: 'PRV050CRV', kolicina: 1000, cena_po_jedinici: 0.085 }
    await saveC4(site, 'C4-DUG', '2026-01-08', Array<typeof line>(LINES).fill(line))
    await saveC1(site, 'C1-DUG', '2026-02-05', 'KS001', 10)
  })

  test('the head of a long table stays in sight, also where the table scrolls by itself', async () => {
    const page = await openScreen(site, 'materials?limit=50')
    for (const width of [1440, 390]) {
      await resize(page, { width, height: 900 })
      const last = page.getByRole('row').last()
      await last.evaluate((row) => row.scrollIntoView({ block: 'end' }))
      // Over cards stands what sorts them.
      const head =
        width > 640 ? page.getByRole('columnheader', { name: 'Naziv' }) : button(page, 'Redosled: Naziv, rastuće')
      const visible = await head.evaluate((cell) => {
        const { left, top, height } = cell.getBoundingClientRect()
        return cell.contains(document.elementFromPoint(left + 15, top + height / 2))
      })
      assert.ok(visible, `${width} px`)
    }
  })

  test('a copied table keeps its columns as plain text, numbers as they are shown, and no formulas', async () => {
    const named = { naziv: '=cmd|PRV050CRV', zemlja_porekla: 'Nemačka', jedinica_mere: 'm', tarifni_broj: '8544.49.95' }
    await send(site, 'POST', '/materials', { id: 'FORMULA', ...named })
    const page = await openScreen(site, 'materials?search=PRV050CRV')
    await page.getByRole('row', { name: /FORMULA/ }).waitFor()
    const copied = page.evaluate(
      () =>
        new Promise<string>((say) =>
          document.addEventListener('copy', ({ clipboardData }) => say(clipboardData?.getData('text/plain') ?? '')),
        ),
    )
    await page.getByRole('table').evaluate((table) => getSelection()?.selectAllChildren(table))
    await page.keyboard.press('Control+C')
    const [heads, ...rows] = (await copied).split('\n').map((line) => line.split('\t'))
    const rowOf = (id: string) => rows.find(([first]) => first === id)
    const cells = rowOf('PRV050CRV')
    assert.equal(rowOf('FORMULA')?.[1], "'=cmd|PRV050CRV")
    const headsShown = ['ID', 'Naziv', 'Zemlja porekla', 'Jedinica mere', 'Količina na stanju', 'Tarifni broj']
    assert.deepEqual(heads, headsShown)
    assert.equal(cells?.length, heads?.length)
    assert.match(cells?.[4] ?? '', /^[\d.]+(,\d+)? m$/)
  })

  test('a table that fits only while its long names are broken stands still', async () => {
    await send(site, 'POST', '/materials', {
      id: 'DUGNAZIV',
      naziv: 'Provodnik sa izolacijom od umreženog polietilena, otporan na ulje '.repeat(2).trim(),
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'm',
      tarifni_broj: '8544.49.95',
    })
    const page = await openScreen(site, 'archive?tab=materials-summary')
    const row = page.getByRole('row', { name: /DUGNAZIV/ })
    await row.waitFor()
    const heights = await row.evaluate(async (element) => {
      const seen = new Set<number>()
      for (let frame = 0; frame < 30; frame++) {
        seen.add(element.clientHeight)
        await new Promise(requestAnimationFrame)
      }
      return seen.size
    })
    assert.equal(heights, 1)
  })

  test('a second line has the room of its column in a table that scrolls', async () => {
    const page = await openScreen(site, 'materials?materijal=DUGACAK', LAPTOP)
    const line = page.getByRole('rowheader', { name: /^C4-1 / }).getByText(/^#\d+ · Nemačka$/)
    assert.ok(await line.evaluate((element) => element.scrollWidth <= element.clientWidth))
  })

  test('second lines of a row stand beside each other', async () => {
    const page = await openScreen(site, 'outgoing', LAPTOP)
    const row = page.getByRole('row', { name: /^C1-1/ })
    const [type, country] = [
      await row.getByRole('rowheader').getByText('Izvozna deklaracija').boundingBox(),
      await row.getByTitle('Srbija').first().boundingBox(),
    ]
    assert.ok(type && country && Math.abs(type.y - country.y) < 1, `${type?.y} and ${country?.y}`)
  })

  test('the longest kind of document is read whole under its number', async () => {
    const page = await openScreen(site, 'incoming?search=C4-3', LAPTOP)
    const kind = page.getByRole('rowheader').getByText('Carinska deklaracija')
    await page.evaluate(() => document.fonts.ready)
    assert.ok(await kind.evaluate((element) => element.scrollWidth <= element.clientWidth))
  })

  test('the day of a history stays over the tables of its entries', async () => {
    const page = await openScreen(site, 'history', { width: 1024, height: 500 })
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
    const page = await openScreen(site, '', LAPTOP)
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
    const page = await openScreen(site, 'outgoing', { width: 720, height: 450 })
    await page.getByRole('row', { name: /^C1-1/ }).waitFor()
    assert.equal(await page.getByRole('group', { name: 'Izlazni dokumenti' }).count(), 0, 'the table scrolls sideways')
    await page.goto(`${site.app.url}/dashboard/archive`)
    const [refresh, sheet] = [
      await button(page, 'Osveži').boundingBox(),
      await button(page, 'Razduženje u Excelu').boundingBox(),
    ]
    assert.equal(refresh?.y, sheet?.y)
  })

  test('a discharge that is still being read shows where its rows will stand', async () => {
    for (const [list, broj] of [
      ['outgoing', 'C1-1'],
      ['incoming', 'C4-1'],
    ]) {
      const page = await openAs(site)
      const release = await holdAnswers(page, /razduzenje/)
      await page.goto(`${site.app.url}/dashboard/${list}`)
      await rowAction(page, `Razduženje: ${broj}`)
      const table = discharge(page).getByRole('table', { name: 'Razduženje' })
      await table.getByText('Učitavanje...').waitFor()
      assert.ok((await table.getByRole('row').count()) > 5)
      release()
      await table.getByText('Učitavanje...').waitFor({ state: 'detached' })
    }
  })

  test('the account keeps its totals at the bottom of the window while its table is wider and longer', async () => {
    const line = { materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 2 }
    await saveC4(
      site,
      'C4-W',
      '2023-01-10',
      Array.from({ length: 40 }, () => line),
    )
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/obracun?datum_od=2023-01-01&datum_do=2023-02-28`)
    const lots = page.getByRole('table', { name: 'Uvozne stavke' })
    const total = lots.getByRole('row', { name: /^Ukupno / }).getByText('9.400,00', { exact: true })
    const scrolled = async () => {
      assert.ok(await total.evaluate(isSeen), 'before')
      await page.mouse.wheel(0, 150)
      await drawn(page)
      assert.ok(await total.evaluate(isSeen), 'after the page has moved')
      const end = lots.getByRole('row', { name: /^C4-W / }).last()
      assert.equal(await end.evaluate(isSeen), false)
    }
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
    ]) {
      await resize(page, size)
      await page.evaluate(() => scrollTo(0, 0))
      // As columns of waste, proofs and long names make it.
      for (const width of ['', '600px']) {
        await lots.evaluate((table, narrow) => table.parentElement?.style.setProperty('max-width', narrow), width)
        await drawn(page)
        await page.evaluate(() => scrollTo(0, 0))
        await page.mouse.move(5, 400)
        await scrolled()
      }
    }
  })

  test('a long number without a break stays in its column', async () => {
    const broj = 'DUGACAK-'.padEnd(48, '0123456789')
    const { id } = await saveC4(site, broj, '2026-03-03', [
      { materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 0.2 },
    ])
    const page = await openScreen(site, 'archive?tab=documents', LAPTOP)
    const number = await page.getByText(broj).boundingBox()
    const day = await page
      .getByRole('row', { name: /^DUGACAK/ })
      .getByText('03.03.2026.')
      .boundingBox()
    assert.ok(number && day && number.x + number.width < day.x)
    await send(site, 'DELETE', `/c4/${id}`)
  })

  /** The window that this button of a list opens, made this wide afterwards: narrow lists have a menu instead. */
  async function openWindow(list: string, action: string, width: number): Promise<AppPage> {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/${list}`)
    await rowAction(page, action)
    await (action.startsWith('Razduženje') ? discharge(page) : dialog(page)).getByRole('table').first().waitFor()
    await resize(page, { width, height: 600 })
    return page
  }
  const openC4 = (width: number) => openWindow('incoming', 'Izmeni: C4-DUG', width)

  for (const width of [1440, 1100])
    test(`at ${width} px nothing of a row is seen above the head of a table that is scrolled`, async () => {
      assert.deepEqual(await rowsAboveHead(await openC4(width), 'Stavke fakture DE-1'), [])
      const discharge = await openWindow('outgoing', 'Razduženje: C1-DUG', width)
      assert.deepEqual(await rowsAboveHead(discharge, 'Razduženje'), [])
    })

  for (const width of [1440, 1024])
    test(`at ${width} px names that differ at their end are seen to it, beside their IDs`, async () => {
      const page = await openC4(width)
      const name = cell(page, 'Materijal', 1)
      assert.equal(await name.getAttribute('title'), 'Provodnik FLRY-B 0,50 mm² crveni')
      assert.ok(await name.evaluate((field) => field.scrollWidth <= field.clientWidth), 'the name is cut')
      const id = await dialog(page).getByText('PRV050CRV', { exact: true }).first().boundingBox()
      const field = await name.boundingBox()
      assert.ok(id && field && id.y >= field.y && id.y + id.height <= field.y + field.height)
      assert.equal(id.x < field.x + field.width / 2, width === 1024, 'under the name where there is little room')
      assert.ok(await page.getByRole('columnheader', { name: 'Dokazuje poreklo' }).isVisible())
    })

  test('large numbers are read whole in their cells, and say themselves', async () => {
    const { id } = await saveC4(site, 'C4-VELIK', '2026-01-06', [
      { materijal_id: 'PRV050CRV', kolicina: 3333.333333, cena_po_jedinici: 12345.678901 },
      { materijal_id: 'PRV050CRV', kolicina: 1_000_000_000, cena_po_jedinici: 1.5 },
    ])
    const page = await openWindow('incoming', 'Izmeni: C4-VELIK', 1440)
    for (const [label, line, text] of [
      ['Količina', 1, '3.333,333333'],
      ['Cena po jedinici', 1, '12.345,678901'],
      ['Količina', 2, '1.000.000.000'],
    ] as const) {
      for (const width of [1440, 1280, 1024]) {
        await resize(page, { width, height: 600 })
        const field = cell(page, label, line)
        assert.equal(await field.inputValue(), text)
        assert.equal(await field.getAttribute('title'), text)
        assert.ok(await field.evaluate((one) => one.scrollWidth <= one.clientWidth), `${text} is cut at ${width}`)
      }
    }
    await resize(page, { width: 1440, height: 600 })
    const amount = dialog(page).getByRole('cell', { name: '1.500.000.000,00' })
    assert.ok(await amount.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the amount is cut')
    await send(site, 'DELETE', `/c4/${id}`)
  })
})

/** A border more or less is no jump. */
const SAME_PX = 2

describe('a table that scrolls keeps its place', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
  })

  /** The list of materials, one of the last of fifty in the middle of the window. */
  async function openScrolled(options: PageOptions = {}) {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/materials?limit=50`)
    const row = page.getByRole('row').nth(44)
    // Rows that stand for those to come have no text, and are others.
    await row.getByRole('rowheader').filter({ hasText: /\S/ }).waitFor()
    // A fresh page is put at its top once more when all of it is there: it is scrolled until it stays for ten frames.
    const stays = await row.evaluate(async (element) => {
      let still = 0
      for (let frame = 0; still < 10 && frame < 600; frame++) {
        if (scrollY === 0) element.scrollIntoView({ block: 'center' })
        await new Promise(requestAnimationFrame)
        still = scrollY > 0 ? still + 1 : 0
      }
      return still
    })
    assert.equal(stays, 10, 'the page can be scrolled')
    const name = (await row.getByRole('rowheader').innerText()).split('\n')[0] ?? ''
    return { page, row, id: name }
  }
  const topOf = (row: ReturnType<AppPage['getByRole']>) =>
    row.evaluate((element) => element.getBoundingClientRect().top)
  const assertSame = (now: number, then: number) =>
    assert.ok(Math.abs(now - then) <= SAME_PX, `${then} px, now ${now} px`)

  test('Back from the stock of a material', async () => {
    const { page, row } = await openScrolled()
    const then = await topOf(row)
    await rowAction(row, 'Pregled stanja')
    await page.getByRole('table', { name: 'Promet' }).waitFor()
    assert.equal(await page.evaluate(() => scrollY), 0, 'what is new starts at its top')
    await page.goBack()
    await row.waitFor()
    await page.waitForFunction(() => scrollY > 0)
    assertSame(await topOf(row), then)
  })

  test('the button back from the stock of a material, also after its pages', async () => {
    const lines = Array.from({ length: 11 }, (_, at) => ({ materijal_id: '', kolicina: at + 1, cena_po_jedinici: 1 }))
    const { page, row, id } = await openScrolled()
    await saveC4(
      site,
      'C4-PROMET',
      '2026-01-15',
      lines.map((line) => ({ ...line, materijal_id: id })),
    )
    await row.getByText('66').waitFor()
    const then = await topOf(row)
    await rowAction(row, 'Pregled stanja')
    await page.getByText('Broj transakcija: 11').waitFor()
    await button(page, 'Sledeća').last().click()
    await page.waitForURL(/promet=2/)
    await page.getByRole('link', { name: 'Nazad na materijale' }).click()
    await row.waitFor()
    await page.waitForFunction(() => scrollY > 0)
    assertSame(await topOf(row), then)
    assert.match(page.url(), /limit=50$/)
  })

  test('Back from another screen', async () => {
    const { page, row } = await openScrolled()
    const then = await topOf(row)
    await page.getByRole('navigation').getByRole('link', { name: 'Proizvodi' }).click()
    await page.getByRole('heading', { name: 'Proizvodi' }).waitFor()
    await page.goBack()
    await row.waitFor()
    await page.waitForFunction(() => scrollY > 0)
    assertSame(await topOf(row), then)
  })

  test('a form that was saved', async () => {
    const { page, row } = await openScrolled()
    const then = await topOf(row)
    const edit = await rowAction(row, 'Izmeni')
    const field = dialog(page).getByLabel('Tarifni broj')
    await field.fill((await field.inputValue()) === '8544' ? '8545' : '8544')
    await button(page, 'Sačuvaj izmene').click()
    await dialog(page).waitFor({ state: 'detached' })
    await row.getByText('8544').waitFor()
    assertSame(await topOf(row), then)
    assert.ok(await edit.evaluate((element) => element === document.activeElement), 'the focus is back')
  })

  test('rows that others change', async () => {
    const { row, id } = await openScrolled()
    const then = await topOf(row)
    await saveC4(site, 'C4-UZIVO', '2026-02-01', [{ materijal_id: id, kolicina: 77, cena_po_jedinici: 1 }])
    await row.getByText('143').waitFor()
    assertSame(await topOf(row), then)
  })

  test('sideways in a narrow window, when a form closes, others change it, and on the way Back', async () => {
    const { page, row, id } = await openScrolled({ width: 660, height: 844 })
    const box = page.getByRole('group', { name: 'Materijali' })
    const sideways = () => box.evaluate((element) => element.scrollLeft)
    await box.evaluate((element) => {
      element.scrollLeft = element.scrollWidth
    })
    const then = await sideways()
    assert.ok(then > 0)
    await rowAction(row, 'Izmeni')
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    assertSame(await sideways(), then)
    await saveC4(site, 'C4-TELEFON', '2026-02-02', [{ materijal_id: id, kolicina: 23, cena_po_jedinici: 1 }])
    await row.getByText('166').waitFor()
    assertSame(await sideways(), then)
    await rowAction(row, 'Pregled stanja')
    await page.getByRole('link', { name: 'Nazad na materijale' }).waitFor()
    await page.goBack()
    await row.waitFor()
    assertSame(await sideways(), then)
  })
})

/** The text of what is seen of the rows of a table above its head, once its middle has been scrolled to. */
const rowsAboveHead = (page: AppPage, name: string): Promise<string[]> =>
  page.getByRole('table', { name }).evaluate((table: HTMLTableElement) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows])
    rows[Math.floor(rows.length / 2)]?.scrollIntoView({ block: 'start' })
    let box = table.parentElement
    while (box && (box.scrollTop === 0 || getComputedStyle(box).overflowY === 'visible')) box = box.parentElement
    const head = table.tHead?.rows[0]?.cells[1]?.getBoundingClientRect()
    if (!head || (!box && scrollY === 0)) return ['nothing was scrolled']
    // Where the page itself scrolls, its header stands above.
    const above = box ?? document.elementFromPoint(head.left, 1)?.closest('header')
    const top = above?.getBoundingClientRect()[box ? 'top' : 'bottom'] ?? 0
    const seen: string[] = []
    for (let y = Math.ceil(top) + 1; y < head.bottom - 1; y++) {
      const row = document.elementFromPoint(head.left + head.width / 2, y)?.closest('tbody tr')
      if (row) seen.push(row.textContent ?? '')
    }
    return [...new Set(seen)]
  })
