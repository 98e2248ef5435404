import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { button, dialog, fillHead, stored } from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

type Stavka = { broj_fakture: string; materijal_id: string; kolicina: number; cena_po_jedinici: number }
type Listed = { results: { id: number; broj_c4: string; datum: string; pdf_fajl: string | null; stavke: Stavka[] }[] }

describe('what is there already is not typed again', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
  })

  async function open(path: string, width = 1440): Promise<AppPage> {
    const page = await openAs(site, { width })
    await page.goto(`${site.app.url}/dashboard/${path}`)
    return page
  }
  async function duplicate(page: AppPage, name: string) {
    await rowAction(page, `Dupliraj: ${name}`)
  }

  test('a document is duplicated without its number, its day and the numbers of its invoices', async () => {
    const line = { materijal_id: 'PRV050CRN', kolicina: 12.5, cena_po_jedinici: 0.35 }
    await saveC4(site, 'C4-STARI', '2026-02-01', [line, { ...line, kolicina: 7, broj_fakture: 'DE-2' }])
    const page = await open('incoming', 390)
    await duplicate(page, 'C4-STARI')
    await dialog(page).getByText('Novi ulazni dokument').waitFor()
    assert.equal(await dialog(page).getByLabel('C4 broj').inputValue(), '')
    assert.equal(await dialog(page).getByLabel('Datum').inputValue(), '')
    await fillHead(page, { 'C4 broj': 'C4-NOVI', Datum: '2.2.26' })
    await button(page, 'Napravi dokument').click()
    await page.getByText('Ulazni dokument C4-NOVI je napravljen.').waitFor()
    const { results } = await stored<Listed>(site, '/c4?c4Number=C4-NOVI')
    const saved = await stored<Listed['results'][number]>(site, `/c4/${results[0]?.id}`)
    assert.deepEqual([saved.datum, saved.pdf_fajl], ['2026-02-02', null])
    assert.deepEqual(
      saved.stavke.map(({ materijal_id, kolicina, cena_po_jedinici }) => ({
        materijal_id,
        kolicina,
        cena_po_jedinici,
      })),
      [line, { ...line, kolicina: 7 }],
    )
    const numbers = saved.stavke.map(({ broj_fakture }) => broj_fakture)
    assert.ok(new Set(numbers).size === 2 && numbers.every((number) => /^F-\d+$/.test(number)), numbers.join())
  })

  test('a product is duplicated with its normativ, under another ID and name', async () => {
    const page = await open('products?search=KS002', 390)
    const { naziv, normativ } = await stored<{ naziv: string; normativ: unknown[] }>(site, '/proizvodi/KS002')
    await duplicate(page, naziv)
    await dialog(page).getByText('Novi proizvod').waitFor()
    await fillHead(page, { 'ID proizvoda': 'KS002B', Naziv: 'Snop kao drugi' })
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await page.getByText('Proizvod uspešno dodat.').waitFor()
    assert.deepEqual((await stored<{ normativ: unknown[] }>(site, '/proizvodi/KS002B')).normativ, normativ)
  })
})
