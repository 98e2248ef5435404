import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { openAs } from './account.ts'
import { type AppPage, holdAnswers, type PageOptions, withoutBrowser } from './browser.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

type Row = Record<string, string | number>

describe('the archive as spreadsheets', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    await saveC4(site, 'C4-STARI', '2026-01-10', [{ materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 }])
    await saveC4(site, 'C4-NOVI', '2026-02-01', [{ materijal_id: 'KON6PZ', kolicina: 400, cena_po_jedinici: 0.25 }])
    // Each takes 60 KON6PZ: of the older lot, and of both.
    await saveC1(site, 'C1-FEB', '2026-02-15', 'KS014', 60)
    await saveC1(site, 'C1-MAR', '2026-03-01', 'KS014', 60)
  })

  async function open(search: string, options?: PageOptions): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/archive${search}`)
    return page
  }
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })

  /** Presses the button; gives the name of the file that comes, and its rows by their headers. */
  async function download(page: AppPage, name: string) {
    const coming = page.waitForEvent('download')
    await button(page, name).click()
    const file = await coming
    const { SheetNames, Sheets } = XLSX.read(readFileSync(await file.path()))
    const sheet = Sheets[SheetNames[0] ?? ''] as XLSX.WorkSheet
    return { name: file.suggestedFilename(), rows: XLSX.utils.sheet_to_json<Row>(sheet) }
  }

  test('the ledger of the chosen period, from every view', async () => {
    const page = await open('?tab=overview&datum_od=2026-03-01&datum_do=2026-03-31')
    const { name, rows } = await download(page, 'Razduženje u Excelu')
    assert.equal(name, 'razduzenje_od-2026-03-01_do-2026-03-31.xlsx')
    const drawn = rows.filter((row) => row['ID materijala'] === 'KON6PZ')
    assert.deepEqual(
      drawn.map((row) => [row['Broj C1'], row['Broj C4'], row.Razduženo]),
      [
        ['C1-MAR', 'C4-STARI', 40],
        ['C1-MAR', 'C4-NOVI', 20],
      ],
    )
    await page.getByRole('tab', { name: 'Rezime materijala' }).click()
    await page.getByRole('tab', { name: 'Rezime materijala', selected: true }).waitFor()
    assert.deepEqual(await download(page, 'Razduženje u Excelu'), { name, rows })
  })

  test('the ledger of what is searched and filtered on the screen, and of no more', async () => {
    const page = await open('?tab=documents&tip=Dolazni&partner=Adria&search=C4-NOVI')
    const filtered = await download(page, 'Razduženje u Excelu')
    assert.equal(filtered.name, 'razduzenje_Dolazni_partner-Adria_pretraga-C4-NOVI.xlsx')
    assert.deepEqual(filtered.rows, [], 'its partner is another one')
    await page.getByRole('tab', { name: 'Rezime materijala' }).click()
    await page.getByPlaceholder('Pretraži materijale...').fill('KON6PZ')
    await page.getByText('Broj materijala: 1', { exact: true }).waitFor()
    const { name, rows } = await download(page, 'Razduženje u Excelu')
    assert.equal(name, 'razduzenje_pretraga-KON6PZ.xlsx', 'the filters of another view do not stand here')
    assert.deepEqual([...new Set(rows.map((row) => row['ID materijala']))], ['KON6PZ'])
    const materials = await download(page, 'Preuzmi Excel')
    assert.deepEqual(
      materials.rows.map((row) => row['ID materijala']),
      ['KON6PZ'],
    )
  })

  test('each view, with what is searched and filtered in it', async () => {
    const documents = await open('?tab=documents&tip=Dolazni&sort=broj&order=asc')
    const all = await download(documents, 'Preuzmi Excel')
    assert.equal(all.name, 'dokumenti_Dolazni.xlsx')
    assert.deepEqual(
      all.rows.map((row) => row['Broj dokumenta']),
      ['C4-NOVI', 'C4-STARI'],
    )
    const remaining = await download(await open('?tab=materials-c4&search=KON6PZ'), 'Preuzmi Excel')
    assert.deepEqual(
      remaining.rows.map((row) => [row['Broj C4'], row.Uvezeno, row.Preostalo]),
      [['C4-NOVI', 400, 380]],
    )
    const materials = await download(await open('?tab=materials-summary&datum_do=2026-02-28'), 'Preuzmi Excel')
    assert.equal(materials.name, 'rezime-materijala_do-2026-02-28.xlsx')
    assert.equal(materials.rows.find((row) => row['ID materijala'] === 'KON6PZ')?.Stanje, 440)
    const products = await download(await open('?tab=products-summary'), 'Preuzmi Excel')
    assert.equal(products.rows.find((row) => row['ID proizvoda'] === 'KS014')?.Izvezeno, 120)
  })

  test('while it is made the button says so, and is pressed once', async () => {
    const page = await open('?tab=products-summary')
    const release = await holdAnswers(page, /\/archive\/sheets\//)
    const coming = page.waitForEvent('download')
    await button(page, 'Preuzmi Excel').click()
    const busy = button(page, 'Izrada tabele…')
    await busy.waitFor()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/archive/sheets/')) asked++
    })
    await page.keyboard.press('Enter')
    assert.equal(await busy.getAttribute('aria-busy'), 'true')
    release()
    await coming
    await button(page, 'Preuzmi Excel').waitFor()
    assert.equal(asked, 0)
  })

  test('what can not be made is said, with the reason', async () => {
    const page = await open('?tab=documents')
    await page.route(/\/archive\/sheets\//, (route) =>
      route.fulfill({ status: 413, json: { message: 'Tabela bi imala više od 50.000 redova.' } }),
    )
    await button(page, 'Preuzmi Excel').click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Greška pri pravljenju Excel fajla.').waitFor()
    await alert.getByText('Tabela bi imala više od 50.000 redova.').waitFor()
  })
})
