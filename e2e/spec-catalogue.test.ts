// What docs/SPECIFIKACIJA.md says of materials and products, beyond materials.test.ts and products.test.ts.
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, clockOf, type PageOptions, withoutBrowser } from './browser.ts'
import { dialogListens } from './document-steps.ts'
import { expectRowActions, rowAction } from './row-steps.ts'
import { fixture, importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('materials and products, to the letter', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    // Whatever else KS014 is made of was never imported: its stock goes below zero.
    for (let day = 1; day <= 9; day++) {
      await saveC4(site, `C4-0${day}`, `2026-03-0${day}`, [
        { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
        { materijal_id: 'LEM60', kolicina: 1000, cena_po_jedinici: 10 },
      ])
    }
    for (let day = 1; day <= 3; day++) await saveC1(site, `C1-0${day}`, `2026-04-0${day}`, 'KS014', 120)
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
  })
  const folder = mkdtempSync(join(tmpdir(), 'e2e-files-'))
  function fileOf(name: string, content: string) {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  async function open(screen: string, options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/${screen}`)
    await page.getByText(/^Broj .*: \d/).waitFor()
    return page
  }
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (page: AppPage) => page.getByRole('dialog')
  const heads = (page: AppPage, table: string) =>
    page.getByRole('table', { name: table, exact: true }).getByRole('columnheader').allTextContents()

  /** Which of red, green and blue is the strongest in the colour of a text. */
  async function inkOf(page: AppPage, text: RegExp) {
    const color = await page
      .getByText(text)
      .first()
      .evaluate((element) => getComputedStyle(element).color)
    const channels = Array.from(color.matchAll(/[\d.]+/g), Number).slice(0, 3)
    return ['red', 'green', 'blue'][channels.indexOf(Math.max(...channels))]
  }

  test('materials stand in their columns, stock in green or red', async () => {
    const asked: string[] = []
    const page = await openAs(site)
    page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
    await page.goto(`${site.app.url}/dashboard/materials`)
    await page.getByText('Stranica 1 od 3').waitFor()
    assert.deepEqual(await heads(page, 'Materijali'), [
      'ID',
      'Naziv',
      'Zemlja porekla',
      'Jedinica mere',
      'Količina na stanju',
      'Tarifni broj',
      'Akcije',
    ])
    assert.equal(await page.getByRole('rowheader').count(), 25)
    // What was just saved may make the screen read its list a second time; anything else would be another address.
    const addresses = new Set(asked.filter((address) => address.startsWith('/api/materials')))
    assert.equal(addresses.size, 1, 'the stock comes with the list')
    assert.match([...addresses].join(), /[?&]page=1&limit=25/)

    await page.getByLabel('Pretraži materijale...').fill('KON6PZ')
    const row = page.getByRole('row', { name: /^KON6PZ .* kom 540 kom / })
    await expectRowActions(row, ['Izmeni', 'Pregled stanja', 'Istorija', 'Obriši'])
    assert.equal(await inkOf(page, /^540$/), 'green')
    await page.goto(`${site.app.url}/dashboard/materials?sort=totalQuantity`)
    assert.equal(await inkOf(page, /^-[\d.,]+$/), 'red')
  })

  test('the stock overview reads the page of transactions again, prices in RSD, and sums the outputs of that page', async () => {
    const page = await open('materials?search=KON6PZ')
    await rowAction(page, 'Pregled stanja')
    await page.getByText('Stranica 1 od 2').waitFor()
    for (const card of ['Ukupno na stanju', 'Ukupno ulaza', 'Ukupno izlaza']) {
      await page.getByRole('term').filter({ hasText: card }).waitFor()
    }
    assert.deepEqual((await heads(page, 'Promet')).slice(0, 8), [
      'Dokument',
      'Tip',
      'Datum',
      'Količina',
      'Cena po jedinici',
      'Ukupna vrednost',
      'Dokazuje poreklo',
      'Partner',
    ])
    const promet = page.getByRole('table', { name: 'Promet' })
    assert.equal(await promet.getByRole('rowheader').count(), 10)
    await promet
      .getByRole('row', { name: /^C1-03 Izlaz 03\.04\.2026\. .* 23,50 RSD [\d.]+,\d\d RSD DA Volkswagen/ })
      .first()
      .waitFor()
    const outputs = page.getByRole('definition').filter({ hasText: /^360/ })
    await outputs.waitFor()

    const [asked] = await Promise.all([
      page.waitForRequest('**/api/materials/KON6PZ/transactions?page=2**'),
      button(page, 'Sledeća').click(),
    ])
    assert.equal(asked.method(), 'GET')
    await page.getByText('Stranica 2 od 2').waitFor()
    assert.ok(await button(page, 'Sledeća').isDisabled())
    // No output stands on this page: the card shows all of them.
    await promet.getByRole('row', { name: /^C4-01 Ulaz/ }).waitFor()
    await outputs.waitFor()
    await page.getByRole('link', { name: 'Nazad na materijale' }).click()
    await page.getByRole('table', { name: 'Materijali' }).waitFor()
  })

  test('a green toast is gone after 3000 ms, an error stays until it is closed', async () => {
    const page = await openAs(site)
    await clockOf(page).install()
    await page.goto(`${site.app.url}/dashboard/materials`)
    await button(page, 'Novi materijal').click()
    await page.getByLabel('Jedinica mere').waitFor()
    const units = await page.getByLabel('Jedinica mere').getByRole('option').allTextContents()
    assert.deepEqual(units, ['Izaberite', 'kg', 'm', 'kom', 'l', 't'])
    await page.getByLabel('ID materijala').fill('AA1')
    await page.getByLabel('Naziv').fill('Aa ogled')
    await page.getByLabel('Zemlja porekla').fill('Srbija')
    await page.getByLabel('Jedinica mere').selectOption('kg')
    await page.getByLabel('Tarifni broj').fill('1234.56.78')
    await clockOf(page).pauseAt(await page.evaluate(() => Date.now() + 5_000))
    await Promise.all([page.waitForResponse('**/api/materials'), page.keyboard.press('Control+s')])
    const added = page.getByText('Materijal uspešno dodat.')
    for (let frame = 0; frame < 20 && !(await added.isVisible()); frame++) await clockOf(page).runFor(20)
    assert.equal(await inkOf(page, /^Materijal uspešno dodat\.$/), 'green')
    await clockOf(page).runFor(2500)
    assert.ok(await added.isVisible())
    await clockOf(page).runFor(1000)
    await added.waitFor({ state: 'detached' })
    await dialog(page).waitFor({ state: 'detached' })
    await clockOf(page).resume()

    await page.getByLabel('Pretraži materijale...').fill('LEM60')
    await page.getByText('Broj materijala: 1', { exact: true }).waitFor()
    await rowAction(page, 'Obriši: Lem Sn60Pb40 1 mm')
    const failed = page.getByText('Greška prilikom brisanja materijala.')
    await failed.waitFor()
    await clockOf(page).runFor(60_000)
    assert.ok(await failed.isVisible())
    await button(page, 'U redu').click()
    await failed.waitFor({ state: 'detached' })
  })

  test('clicking outside a form in which nothing was typed closes it', async () => {
    for (const [screen, opener] of [
      ['materials', 'Novi materijal'],
      ['products', 'Novi proizvod'],
    ] as const) {
      const page = await open(screen)
      await button(page, opener).click()
      await dialogListens(page)
      await page.mouse.click(5, 5)
      await dialog(page).waitFor({ state: 'detached' })
    }
  })

  test('an import says what is wrong with its file, and what stands in which column', async () => {
    const tooLarge = fileOf('velik.xlsx', '')
    truncateSync(tooLarge, 10 * 1024 * 1024 + 1)
    const noExcel = fileOf('nije.xlsx', 'nije Excel')
    for (const [screen, opener, columns] of [
      ['materials', 'Učitaj iz Excela', /Kolone od A do E: ID, naziv, zemlja porekla, jedinica mere, tarifni broj/],
      ['products', 'Import BOM', /Kolone od A do D: ID proizvoda, naziv, HS kod, jedinica mere\. Od kolone E nadalje/],
    ] as const) {
      const page = await open(screen)
      await button(page, opener).click()
      const file = dialog(page).getByLabel('Excel fajl', { exact: true }).last()
      await dialog(page).getByText(columns).waitFor()
      await button(page, 'Učitaj').click()
      await dialog(page).getByText('Molimo odaberite fajl za import', { exact: true }).waitFor()
      await file.setInputFiles(fixture('fakture-c4.ods'))
      await dialog(page).getByText('Molimo odaberite validan Excel fajl (.xlsx ili .xls)', { exact: true }).waitFor()
      await file.setInputFiles(tooLarge)
      await dialog(page).getByText('Fajl je prevelik. Maksimalna veličina je 10MB', { exact: true }).waitFor()
      await file.setInputFiles(noExcel)
      await dialog(page).getByText('Molimo odaberite validan Excel fajl (.xlsx ili .xls)', { exact: true }).waitFor()
    }
  })

  test('a file that was changed after it was chosen cannot be read, a broken one neither', async () => {
    const page = await open('materials')
    await button(page, 'Učitaj iz Excela').click()
    const file = dialog(page).getByLabel('Excel fajl', { exact: true }).last()
    await file.setInputFiles(fileOf('prekinut.xlsx', 'PK\u0003\u0004 nije do kraja'))
    await dialog(page).getByText('Nije moguće pročitati fajl', { exact: true }).waitFor()

    const changing = join(folder, 'menja-se.xlsx')
    copyFileSync(fixture('materijali-sa-greskama.xlsx'), changing)
    await file.setInputFiles(changing)
    await dialog(page).getByRole('tab', { name: 'Novi 2' }).waitFor()
    writeFileSync(changing, 'nešto drugo')
    await button(page, 'Učitaj').click()
    await dialog(page).getByText('Greška pri čitanju fajla', { exact: true }).waitFor()
  })

  test('a list says that it is being read, and keeps its place', async () => {
    const page = await openAs(site)
    const hold = Promise.withResolvers<void>()
    await page.route('**/api/proizvodi?**', async (route) => {
      await hold.promise
      await route.continue()
    })
    await page.goto(`${site.app.url}/dashboard/products`)
    const table = page.getByRole('table', { name: 'Proizvodi', exact: true })
    await table.getByText('Učitavanje...').waitFor()
    assert.equal(await table.getAttribute('aria-busy'), 'true')
    hold.resolve()
    await table.getByRole('row', { name: /KS001/ }).waitFor()
    assert.equal(await table.getAttribute('aria-busy'), 'false')
  })

  test('products stand in their columns, each with a checkbox', async () => {
    const page = await openAs(site)
    const [asked] = await Promise.all([
      page.waitForRequest('**/api/proizvodi?**'),
      page.goto(`${site.app.url}/dashboard/products`),
    ])
    assert.match(asked.url(), /[?&]page=1&limit=1000/)
    await page.getByText('Broj proizvoda: 15').waitFor()
    assert.deepEqual(await heads(page, 'Proizvodi'), [
      '',
      'ID proizvoda',
      'Naziv',
      'HS kod',
      'Jedinica mere',
      'Stavki normativa',
      'Akcije',
    ])
    const row = page.getByRole('row', { name: /KS002 .* 8544\.30\.00 kom 16/ })
    await row.getByRole('checkbox').check()
    await expectRowActions(row, ['Izmeni', 'Dupliraj', 'Istorija', 'Obriši'])
    await button(page, 'Obriši odabrane (1)').waitFor()
    await page.getByLabel('Izaberi sve').check()
    await button(page, 'Obriši odabrane (15)').waitFor()
  })

  test('a product in use is not deleted', async () => {
    const page = await open('products?search=KS014')
    await rowAction(page, 'Obriši')
    await page.getByText('Greška prilikom brisanja proizvoda.', { exact: true }).waitFor()
    await page.getByText(/C1-01, C1-02, C1-03/).waitFor()
  })

  test('a product with a taken or a wrong ID is refused; the norm steps by 0,01 and stops there', async () => {
    const page = await open('products')
    await button(page, 'Novi proizvod').click()
    await page.getByLabel('ID proizvoda').fill('ks 1')
    await dialog(page).getByLabel('Naziv').fill('Ogled')
    await page.getByLabel('HS kod').fill('8544')
    await page.getByLabel('Jedinica mere').fill('kom')
    await page.keyboard.press('Escape')
    await button(page, 'Dodaj materijal').click()
    await page.getByLabel('Materijal za stavku 1').fill('lem')
    await page.getByRole('option', { name: 'Lem Sn60Pb40' }).click()
    const quantity = page.getByLabel('Količina za stavku 1')
    await quantity.press('ArrowUp')
    assert.equal(await quantity.inputValue(), '1,01')
    await quantity.fill('0,02')
    for (const _ of [1, 2]) await quantity.press('ArrowDown')
    assert.equal(await quantity.inputValue(), '0,01')

    const save = dialog(page).getByRole('button', { name: 'Dodaj proizvod' })
    await save.click()
    await dialog(page).getByText('ID mora sadržati 3-10 velikih slova ili brojeva', { exact: true }).last().waitFor()
    await page.getByLabel('ID proizvoda').fill('KS001')
    await save.click()
    await dialog(page).getByText('Proizvod sa ovim ID-jem već postoji.').first().waitFor()
  })
})
