import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, type PageOptions, resize, withoutBrowser } from './browser.ts'
import { button, closeAlert, dialog, escapeDialog, stored, untilValue } from './document-steps.ts'
import { expectNoSidewaysScroll, settled } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { C4_HEAD, importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('list of import documents', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await saveC4(site, 'C4-2026/0418', '2026-02-01', [
      { materijal_id: 'PRV050CRN', kolicina: 12000, cena_po_jedinici: 0.085 },
      { materijal_id: 'KON8PZ', kolicina: 1, cena_po_jedinici: 1 },
    ])
    await saveC4(site, 'C4-DRUGI', '2026-02-02', [{ materijal_id: 'PRV050CRN', kolicina: 1, cena_po_jedinici: 1 }])
  })

  async function open(search = '', options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/incoming${search}`)
    await page.getByRole('heading', { name: 'Ulazni dokumenti', level: 1 }).waitFor()
    return page
  }

  test('filters, order and page stand in the address', async () => {
    for (let day = 1; day <= 9; day++) {
      await saveC4(site, `STRANA-${day}`, `2025-01-0${day}`, [
        { materijal_id: 'PRV050CRN', kolicina: day, cena_po_jedinici: 10 },
      ])
    }
    const page = await open('?limit=10')
    await page.getByText('Stranica 1 od 2').waitFor()
    assert.ok(await button(page, 'Prethodna').isDisabled())
    await button(page, 'Sledeća').click()
    await page.getByText('Stranica 2 od 2').waitFor()
    assert.ok(await button(page, 'Sledeća').isDisabled())
    assert.equal(new URL(page.url()).searchParams.get('page'), '2')
    await page.goBack()
    await page.getByText('Stranica 1 od 2').waitFor()
    await page.goForward()
    await page.getByText('Stranica 2 od 2').waitFor()

    await page.getByLabel('Redova po stranici').selectOption('25')
    await page.getByText('Stranica 1 od 1').waitFor()
    assert.equal(new URL(page.url()).search, '?limit=25')
    await page.getByRole('row', { name: /^STRANA-1/ }).waitFor()
    await page.getByLabel('Redova po stranici').selectOption('10')
    await page.getByText('Stranica 1 od 2').waitFor()

    await button(page, 'Prikaži filtere').click()
    await page.getByLabel('C4 broj').fill('strana')
    await page.getByText('Broj ulaznih dokumenata: 9').waitFor()
    await page.getByText('Aktivni').waitFor()
    await page.getByLabel('Vrednost od').fill('50,5')
    await page.getByLabel('Datum do').fill('8.1.25')
    await page.getByText('Broj ulaznih dokumenata: 3').waitFor()
    // What cannot be read filters nothing, and stands there to be mended.
    await page.getByLabel('Vrednost od').fill('abc')
    await page.getByText('Broj ulaznih dokumenata: 8').waitFor()
    await page.getByText('Nije broj').waitFor()
    assert.equal(await page.getByLabel('Vrednost od').inputValue(), 'abc')
    await page.getByLabel('Vrednost od').fill('50,5')
    await page.getByText('Broj ulaznih dokumenata: 3').waitFor()
    await page.getByRole('columnheader', { name: 'Ukupna količina' }).getByRole('button').click()
    await page.getByRole('row', { name: /^STRANA-6/ }).waitFor()
    await page.reload()
    await page.getByText('Broj ulaznih dokumenata: 3').waitFor()
    assert.equal(await page.getByLabel('Vrednost od').inputValue(), '50,5')
    assert.equal(await page.getByLabel('Datum do').inputValue(), '08.01.2025.')
    const first = page.getByRole('table', { name: 'Ulazni dokumenti' }).getByRole('row').nth(1)
    assert.match(await first.innerText(), /STRANA-6/)
    await page.getByRole('link', { name: 'Materijali' }).click()
    await page.getByRole('heading', { name: 'Materijali', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText('Broj ulaznih dokumenata: 3').waitFor()
    assert.equal(await page.getByLabel('C4 broj').inputValue(), 'strana')
    await page.getByLabel('Vrednost od').fill('99.999.999.999')
    await page.getByText('Nema pronađenih podataka').waitFor()
    // Between two amounts of money.
    await page.getByLabel('Vrednost od').fill('50,505')
    await page.getByText('Broj ulaznih dokumenata: 3').waitFor()
    // No day: it holds nothing, and is cleared all the same.
    await page.getByLabel('Datum od').fill('32.1.')
    await button(page, 'Obriši sve').click()
    await page.getByText('Stranica 1 od 2').waitFor()
    for (const label of ['C4 broj', 'Datum od', 'Datum do', 'Vrednost od'])
      await untilValue(page.getByLabel(label), /^$/)
    await page.getByLabel('Pretraži dokumente...').fill('strana-7')
    await page.getByText('Broj ulaznih dokumenata: 1', { exact: true }).waitFor()
  })

  test('an address opens the form of a document and keeps it through a reload, until it is closed', async () => {
    const { results } = await stored<{ results: { id: number }[] }>(site, '/c4?search=0418')
    const page = await open(`?search=0418&otvori=${results[0]?.id}`)
    const form = page.getByRole('dialog', { name: 'Izmeni ulazni dokument' })
    assert.equal(await form.getByLabel('C4 broj').inputValue(), 'C4-2026/0418')
    await page.reload()
    await form.waitFor()
    await escapeDialog(page)
    await form.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).search, '?search=0418')
    await rowAction(page, 'Izmeni: C4-2026/0418')
    await form.waitFor()
    await button(page, 'Ažuriraj dokument').click()
    await page.getByText(/^Ulazni dokument .+ je izmenjen\.$/).waitFor()
    assert.equal(new URL(page.url()).search, '?search=0418')
  })

  test('an address that asks for a document that is not there says so, and forgets it', async () => {
    const page = await open('?otvori=999999')
    assert.match(await closeAlert(page), /Greška pri učitavanju stavki dokumenta\s+.+ne postoji/)
    assert.equal(new URL(page.url()).search, '')
    assert.equal(await dialog(page).count(), 0)
  })

  test('nothing moves sideways between orders and pages; a long name is cut and says its whole', async () => {
    const long = 'Preduzeće za proizvodnju kablovskih snopova, promet i usluge d.o.o.'
    const line = { materijal_id: 'KON8PZ', kolicina: 123456.25, cena_po_jedinici: 3, redni_broj: 1 }
    const item = { ...line, broj_fakture: 'F-1', dokazuje_poreklo: true, tarifni_broj: '8544', zemlja_porekla: 'Kina' }
    await send(site, 'POST', '/c4', {
      ...C4_HEAD,
      broj_c4: 'C4-DUGO',
      datum: '2026-02-05',
      posiljalac_naziv: long,
      zemlja_otpreme: 'Bosna i Hercegovina',
      stavke: [item],
    })
    const page = await open('?search=c4')
    const name = page.getByRole('row', { name: /^C4-DUGO/ }).getByTitle(long)
    await name.waitFor()
    assert.ok(await name.evaluate((text) => text.scrollWidth > text.clientWidth), 'the name is not cut')
    assert.ok(await name.evaluate((text) => text.clientHeight < 24), 'the name stands in two lines')
    const lefts = () =>
      page.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().left))
    const then = await lefts()
    await page.getByLabel('Pretraži dokumente...').fill('strana')
    await page.getByText('Broj ulaznih dokumenata: 9').waitFor()
    assert.deepEqual(await lefts(), then)
    await page.getByRole('columnheader', { name: 'Datum' }).getByRole('button').click()
    await page.waitForURL(/order=asc/)
    await settled(page)
    assert.deepEqual(await lefts(), then)
  })

  test('a long number breaks, and leaves billions their room', async () => {
    const broj = 'C4-UVOZ-BEOGRAD-DOBANOVCI-2026/000000417-A'
    const lot = { materijal_id: 'PRV050CRN', kolicina: 999_999_999.123456, cena_po_jedinici: 8.654321 }
    const { id } = await saveC4(site, broj, '2026-02-06', [lot])
    const page = await open('?search=dobanovci')
    const row = page.getByRole('row', { name: /^C4-UVOZ/ })
    const number = await row.getByText(broj).boundingBox()
    assert.ok(number && number.width < 180, 'the number takes the room of other columns')
    assert.equal(await page.getByRole('group', { name: 'Ulazni dokumenti' }).count(), 0, 'the table scrolls sideways')
    const [quantity, actions] = await Promise.all([
      row.getByText('999.999.999,123456').boundingBox(),
      row.getByRole('button').first().boundingBox(),
    ])
    assert.ok(quantity && actions && quantity.x + quantity.width < actions.x)
    await send(site, 'DELETE', `/c4/${id}`)
  })

  test('a smaller screen keeps number, day, partner, value and quantity in sight, the rest folds', async () => {
    const page = await open('?search=0418')
    const row = page.getByRole('row', { name: /^C4-2026\/0418/ })
    const texts = ['C4-2026/0418', '01.02.2026.', C4_HEAD.posiljalac_naziv, '1.021,00', '12.001']
    await row.waitFor()
    for (const width of [1024, 768]) {
      await resize(page, { width, height: 768 })
      for (const text of [...texts, 'Uvozna deklaracija', 'Nemačka']) {
        const box = await row.getByText(text).first().boundingBox()
        assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${text} at ${width}`)
      }
      assert.equal(await page.getByRole('group', { name: 'Ulazni dokumenti' }).count(), 0, `scrolls at ${width}`)
      assert.equal(await page.getByRole('columnheader', { name: 'Zemlja otpreme' }).count(), 0)
      await expectNoSidewaysScroll(page)
      await rowAction(page, 'Izmeni: C4-2026/0418')
      await escapeDialog(page)
      await dialog(page).waitFor({ state: 'detached' })
    }
    // The menu is as narrow as its signs, which say what they are.
    await resize(page, { width: 1024, height: 768 })
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Materijali' })
    const box = await entry.boundingBox()
    assert.ok(box && box.width < 48)
    assert.equal(await entry.getAttribute('title'), 'Materijali')
    // On paper there are no two lines: all its columns.
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('columnheader', { name: 'Zemlja otpreme' }).waitFor()
  })

  test('a page that cannot be read leaves the rows of before, pale, and the way to go on', async () => {
    const page = await open('?limit=10', { expectedErrors: [/ERR_FAILED/] })
    await page.getByText('Stranica 1 od 2').waitFor()
    await page.route('**/api/c4?*page=2*', (route) => route.abort())
    await button(page, 'Sledeća').click()
    assert.match(await closeAlert(page), /^\S*\s*Greška pri učitavanju dokumenata/)
    const strip = page.getByRole('alert').filter({ hasText: 'Greška pri učitavanju dokumenata' })
    await strip.waitFor()
    const table = page.getByRole('table', { name: 'Ulazni dokumenti' })
    await table.getByRole('row', { name: /^C4-2026\/0418/ }).waitFor()
    assert.equal(await table.getAttribute('aria-busy'), 'true')
    await button(page, 'Prethodna').click()
    await strip.waitFor({ state: 'detached' })
    await page.getByText('Stranica 1 od 2').waitFor()
    await button(page, 'Sledeća').click()
    await closeAlert(page)
    await page.unroute('**/api/c4?*page=2*')
    await strip.getByRole('button', { name: 'Pokušaj ponovo' }).click()
    await strip.waitFor({ state: 'detached' })
    await page.getByText('Stranica 2 od 2').waitFor()
    await table.getByRole('row', { name: /^STRANA-1/ }).waitFor()
  })

  test('the rows of a page are remembered for the list, an address that says how many wins', async () => {
    const page = await open()
    const rows = page.getByLabel('Redova po stranici')
    assert.equal(await rows.inputValue(), '25')
    await rows.selectOption('50')
    await page.waitForURL(/limit=50/)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await page.getByText('Stranica 1 od 1').waitFor()
    assert.equal(await rows.inputValue(), '50')
    await page.goto(`${site.app.url}/dashboard/incoming?limit=10`)
    await page.getByText('Stranica 1 od 2').waitFor()
    assert.equal(await rows.inputValue(), '10')
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await page.getByText('Broj izlaznih dokumenata: 0').waitFor()
    assert.equal(await rows.inputValue(), '25', 'another list keeps its own')
  })
  test('rows are equally high, the partner is whole, a type is a code that says its name; three lines on a phone', async () => {
    const name = 'Hirschfeld Steckverbinder GmbH'
    const line = { materijal_id: 'KON8PZ', kolicina: 3, cena_po_jedinici: 3, redni_broj: 1 }
    const item = { ...line, broj_fakture: 'F-1', dokazuje_poreklo: true, tarifni_broj: '8544', zemlja_porekla: 'Kina' }
    const rok = { rok_razduzenja: '2026-12-18', broj_jci: 'U-11728' }
    const body = { ...C4_HEAD, ...rok, tip_dokumenta: 'Privremeni uvoz', posiljalac_naziv: name, stavke: [item] }
    await send(site, 'POST', '/c4', { ...body, broj_c4: 'C4-2026/0104', datum: '2026-02-07' })
    const page = await open()
    const row = page.getByRole('row', { name: /^C4-2026\/0104 Privremeni uvoz .*Nema PDF/ })
    const partner = row.getByTitle(name)
    await partner.waitFor()
    const heights = await page
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((one) => one.getBoundingClientRect().height))
    assert.equal(new Set(heights).size, 1, `${heights}`)
    assert.ok(await partner.evaluate((text) => text.scrollWidth <= text.clientWidth), 'the partner is cut')
    assert.ok(((await partner.boundingBox())?.width ?? 0) >= 200)
    const code = row.getByTitle('Privremeni uvoz')
    assert.equal(await code.evaluate((element) => getComputedStyle(element, '::before').content), '"PU" / ""')
    await resize(page, { width: 1024, height: 768 })
    assert.ok(await partner.evaluate((text) => text.scrollWidth <= text.clientWidth), 'the partner is cut at 1024 px')
    assert.ok(((await partner.boundingBox())?.width ?? 0) >= 14 * 16, 'the partner has 14rem at 1024 px')
    await resize(page, { width: 390, height: 844 })
    const card = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'C4-2026/0104' }) })
    const tops = await card
      .getByRole('cell')
      .or(card.getByRole('rowheader'))
      .evaluateAll((cells) =>
        cells.flatMap((cell) => (cell.matches('[data-card]') ? [Math.round(cell.getBoundingClientRect().top)] : [])),
      )
    assert.equal(new Set(tops).size, 3, 'a card of three lines')
    assert.ok(((await card.boundingBox())?.height ?? 999) < 90)
  })
})
