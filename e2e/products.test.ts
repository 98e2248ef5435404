import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, type PageOptions, withoutBrowser } from './browser.ts'
import { escapeDialog, untilValue } from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { fixture, importSheet, saveC1 } from './sample-data.ts'
import { useSite } from './site.ts'

type Product = { naziv: string; normativ: { materijal_id: string; potrebna_kolicina: number }[] }

describe('products', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
  })

  async function open(search = '', options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/products${search}`)
    await page.getByRole('heading', { name: 'Proizvodi', level: 1 }).waitFor()
    return page
  }
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (page: AppPage) => page.getByRole('dialog')
  const stored = (id: string) => send<Product>(site, 'GET', `/proizvodi/${id}`)
  const confirmation = (page: AppPage) => page.getByRole('alertdialog', { name: 'Potvrda brisanja' })
  const yes = (page: AppPage) => confirmation(page).getByRole('button', { name: 'Da', exact: true }).click()

  async function addMaterial(page: AppPage, line: number, search: string, name: string, quantity: string) {
    // The first line is there already.
    if (line > 1) await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await page.getByLabel(`Materijal za stavku ${line}`).fill(search)
    await page.getByRole('option', { name }).click()
    await page.getByLabel(`Količina za stavku ${line}`).fill(quantity)
  }

  test('Import BOM shows every row before it writes any', async () => {
    const page = await open()
    // The empty list offers the sheet.
    await page.getByRole('table', { name: 'Proizvodi' }).getByRole('button', { name: 'Import BOM' }).click()
    await button(page, 'Preuzmi šablon').waitFor()
    const file = dialog(page).getByLabel('Excel fajl', { exact: true }).last()
    await file.setInputFiles(fixture('normativi-ifs-sa-greskama.xlsx'))
    await dialog(page).getByRole('tab', { name: 'Preskočeni 4' }).click()
    for (const red of ['3', '4', '5', '7']) {
      await dialog(page)
        .getByRole('row', { name: new RegExp(`^${red} .*Preskočen .+`) })
        .waitFor()
    }
    await file.setInputFiles(fixture('normativi-ifs.xlsx'))
    await dialog(page).getByRole('tab', { name: 'Novi 15' }).waitFor()
    assert.equal((await send<{ total: number }>(site, 'GET', '/proizvodi')).total, 0)
    await button(page, 'Učitaj').click()
    await page.getByText('Proizvodi uspešno učitani iz Excela').waitFor()
    await page.getByText('Broj proizvoda: 15').waitFor()
    await page.getByRole('row', { name: /KS002 .* 8544.30.00 kom 16/ }).waitFor()
  })

  test('the form names the line that is wrong', async () => {
    const page = await open()
    await button(page, 'Novi proizvod').click()
    const save = dialog(page).getByRole('button', { name: 'Dodaj proizvod' })
    await save.click()
    for (const text of [
      'Molimo ispravite greške u formi',
      'ID proizvoda je obavezan',
      'Naziv je obavezan',
      'HS kod je obavezan',
      'Jedinica mere je obavezna',
      'Morate dodati barem jedan materijal u normativ',
    ]) {
      await dialog(page).getByText(text).waitFor()
    }
    await addMaterial(page, 1, 'lem', 'Lem Sn60Pb40', '0')
    await dialog(page).getByText('Količina mora biti veća od 0 za stavku 1').waitFor()
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    assert.equal(await page.getByLabel('Količina za stavku 2').inputValue(), '1')
    await page.getByLabel('Količina za stavku 2').fill('')
    await save.click()
    await dialog(page).getByText('Materijal je obavezan za stavku 2').waitFor()
    await dialog(page).getByText('Količina mora biti validan broj za stavku 2').waitFor()
    await page.getByRole('button', { name: 'Ukloni stavku 2' }).click()
    await dialog(page).getByText('Materijal je obavezan za stavku 2').waitFor({ state: 'detached' })
  })

  test('a product is added with its normativ and edited with a fixed ID', async () => {
    const page = await open()
    await button(page, 'Novi proizvod').click()
    await page.getByLabel('ID proizvoda').fill('OGLED1')
    await dialog(page).getByLabel('Naziv').fill('Ogledni snop')
    await page.getByLabel('HS kod').fill('8544.30.00')
    await page.getByLabel('Jedinica mere').fill('kom')
    await page.keyboard.press('Escape')
    await addMaterial(page, 1, 'lem', 'Lem Sn60Pb40', '0,00035')
    await addMaterial(page, 2, 'konektor 6 zenski', 'Konektor 6 polova, ženski', '1.234,5')
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await page.getByText('Proizvod uspešno dodat.').waitFor()
    const kept = (product: Product) => product.normativ.map((line) => [line.materijal_id, line.potrebna_kolicina])
    assert.deepEqual(kept(await stored('OGLED1')), [
      ['LEM60', 0.00035],
      ['KON6PZ', 1234.5],
    ])

    await page.getByLabel('Pretraži proizvode...').fill('ogledni')
    await page.getByRole('row', { name: /OGLED1 Ogledni snop 8544.30.00 kom 2/ }).waitFor()
    await rowAction(page, 'Izmeni: Ogledni snop')
    assert.equal(await page.getByLabel('ID proizvoda').getAttribute('readonly'), '')
    assert.equal(await page.getByLabel('Materijal za stavku 1').inputValue(), 'Lem Sn60Pb40 1 mm')
    await page.getByRole('button', { name: 'Ukloni stavku 2' }).click()
    await button(page, 'Sačuvaj izmene').click()
    await page.getByText('Proizvod uspešno ažuriran.').waitFor()
    await page.getByRole('row', { name: /OGLED1 .* kom 1/ }).waitFor()
    assert.deepEqual(kept(await stored('OGLED1')), [['LEM60', 0.00035]])
  })

  test('what an Import BOM takes away is listed and asked about by number, and comes back from the history', async () => {
    const page = await open('', { width: 390, height: 844 })
    const components = async () => (await stored('OGLED1')).normativ.map(({ materijal_id }) => materijal_id)
    await button(page, 'Import BOM').first().click()
    const buffer = Buffer.from('OGLED1;Ogledni snop;8544.30.00;kom;KON6PZ:2')
    await dialog(page)
      .getByLabel('Excel fajl', { exact: true })
      .last()
      .setInputFiles({ name: 'bom.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Izmene za OGLED1: dolazi 1, nestaje 1').waitFor()
    await dialog(page).getByRole('list', { name: 'Dolazi' }).getByText('OGLED1: KON6PZ 2').waitFor()
    await dialog(page).getByRole('list', { name: 'Nestaje' }).getByText('OGLED1: LEM60 0,00035').waitFor()
    const question = page.getByRole('alertdialog', { name: 'Učitavanje briše sačuvano' })
    for (const answer of ['Ne', 'Da']) {
      await button(page, 'Učitaj').click()
      await question.getByText('Nestaje 1 stavka: OGLED1: LEM60 0,00035. Da li želite da učitate fajl?').waitFor()
      await question.getByRole('button', { name: answer, exact: true }).click()
      await question.waitFor({ state: 'detached' })
      if (answer === 'Ne') assert.deepEqual(await components(), ['LEM60'])
    }
    await page.getByText('Proizvodi uspešno učitani iz Excela').waitFor()
    assert.deepEqual(await components(), ['KON6PZ'])
    await page.goto(`${site.app.url}/dashboard/history`)
    await button(page, 'Vrati: Proizvod Ogledni snop').click()
    await page.getByText('Proizvod Ogledni snop je vraćen na stanje pre učitavanja.').waitFor()
    assert.deepEqual(await components(), ['LEM60'])
  })

  test('a material that is typed and not chosen is looked up, and one that does not exist is never another one', async () => {
    const page = await open('?search=OGLED1')
    await rowAction(page, 'Izmeni: Ogledni snop')
    const material = page.getByLabel('Materijal za stavku 1')
    await material.fill('nema me')
    await page.keyboard.press('Control+S')
    await dialog(page).getByText('Materijal nema me za stavku 1 ne postoji').waitFor()
    assert.equal(await material.inputValue(), 'nema me')
    // The only one that matches, but nobody has seen that it is meant.
    await material.fill('izopropil')
    await page.keyboard.press('Control+S')
    await dialog(page).getByText('Materijal izopropil za stavku 1 ne postoji').waitFor()
    await material.fill('alk9')
    await page.keyboard.press('Tab')
    await dialog(page).getByText('ALK99', { exact: true }).waitFor()
    await material.fill('kon6pz')
    await page.keyboard.press('Control+S')
    await page.getByText('Proizvod uspešno ažuriran.').waitFor()
    assert.deepEqual(
      (await stored('OGLED1')).normativ.map((line) => line.materijal_id),
      ['KON6PZ'],
    )
  })

  test('Enter leads on through the normativ, and from its end to the button that adds a line', async () => {
    const page = await open('?search=OGLED1')
    await rowAction(page, 'Izmeni: Ogledni snop')
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
    const press = async (key: string, leadsTo: string) => {
      await page.keyboard.press(key)
      assert.equal(await focused(), leadsTo)
    }
    await dialog(page).getByRole('button', { name: 'Ukloni stavku 1' }).click()
    await dialog(page).getByLabel('HS kod').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await press('Enter', 'Dodaj materijal')
    await press('Enter', 'Materijal za stavku 1')
    await page.keyboard.type('klp01')
    await page.getByRole('option', { name: /KLP01/ }).waitFor()
    await press('Enter', 'Količina za stavku 1')
    await page.keyboard.type('5')
    await press('Enter', 'Dodaj materijal')
    await untilValue(page.getByLabel('Materijal za stavku 1'), /^Klipsa za šasiju$/)
    await press('Enter', 'Materijal za stavku 2')
    // Faster than the offer: it is looked up after it was left.
    await page.keyboard.type('rel12')
    await press('Enter', 'Količina za stavku 2')
    await press('Shift+Enter', 'Materijal za stavku 2')
    await press('Shift+Enter', 'Količina za stavku 1')
    await press('Enter', 'Materijal za stavku 2')
    await press('Enter', 'Količina za stavku 2')
    await page.keyboard.type('2,5')
    assert.equal(await dialog(page).getByRole('alert').count(), 0, 'nothing was sent yet')
    await page.keyboard.press('Control+S')
    await page.getByText('Proizvod uspešno ažuriran.').waitFor()
    assert.deepEqual(
      (await stored('OGLED1')).normativ.map((line) => [line.materijal_id, line.potrebna_kolicina]),
      [
        ['KLP01', 5],
        ['REL12', 2.5],
      ],
    )
  })

  test('the name of a product leads to its page, with its normativ; its form has an address', async () => {
    const page = await open('?search=OGLED1')
    await page.getByRole('link', { name: 'Ogledni snop' }).click()
    await page.getByRole('heading', { name: 'Ogledni snop OGLED1', level: 2 }).waitFor()
    await page
      .getByRole('region', { name: 'Normativ' })
      .getByRole('row', { name: /KLP01 5 kom/ })
      .waitFor()
    const [bom] = await Promise.all([page.waitForEvent('download'), button(page, 'Preuzmi BOM').click()])
    assert.equal(bom.suggestedFilename(), 'normativi_OGLED1.xlsx')
    await page.getByRole('link', { name: 'Nazad na proizvode' }).click()
    await page.getByRole('link', { name: 'Ogledni snop' }).waitFor()
    await page.goto(`${site.app.url}/dashboard/products?search=OGLED1&otvori=OGLED1`)
    await dialog(page).waitFor()
    assert.equal(await page.getByLabel('ID proizvoda').inputValue(), 'OGLED1')
    await page.reload()
    await dialog(page).waitFor()
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).search, '?search=OGLED1')
    await page.goto(`${site.app.url}/dashboard/products?otvori=NEMA1`)
    await page.getByText('Greška prilikom učitavanja proizvoda').waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  test('one product is deleted after a question', async () => {
    const page = await open('?search=OGLED1')
    await rowAction(page, 'Obriši: Ogledni snop')
    await confirmation(page).getByText('Da li ste sigurni da želite da nastavite ovu akciju?').waitFor()
    await yes(page)
    await page.getByText('Proizvod uspešno obrisan.').waitFor()
    await page.getByText('Nema pronađenih podataka').waitFor()
  })

  test('chosen products are deleted together; one that is refused is named and the others go', async () => {
    await saveC1(site, 'C1-01', '2026-04-01', 'KS003', 5)
    const page = await open()
    await button(page, 'Obriši odabrane').click()
    await page.getByText('Nijedan proizvod nije odabran za brisanje').waitFor()

    for (const id of ['KS001', 'KS002', 'KS003']) {
      await page
        .getByRole('row', { name: new RegExp(id) })
        .getByRole('checkbox')
        .check()
    }
    await button(page, 'Obriši odabrane (3)').click()
    await yes(page)
    const told = page.getByRole('alertdialog', { name: 'Brisanje nije moguće' })
    await told.getByText('Greška prilikom brisanja proizvoda.').waitFor()
    const kept = told.getByRole('listitem')
    assert.equal(await kept.count(), 1)
    assert.match(await kept.innerText(), /^[^\n]* KS003\s+se koristi:\s+C1 dokument C1-01$/)
    await page.getByText('2 proizvoda uspešno obrisano.').waitFor()
    await told.getByRole('button', { name: 'U redu' }).click()
    await page.getByText('Broj proizvoda: 13').waitFor()
    assert.ok(await page.getByRole('row', { name: /KS003/ }).getByRole('checkbox').isChecked())
  })

  test('openModal opens the form', async () => {
    const page = await open()
    await page.evaluate(() => history.replaceState({ usr: { openModal: true }, key: 'k', idx: 0 }, ''))
    await page.reload()
    await page.getByRole('dialog', { name: 'Novi proizvod' }).waitFor()
  })
})
