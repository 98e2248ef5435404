import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { button, cell, dialog, escapeDialog, fillHead, pasteText, stored, untilCell } from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
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
    const page = await openAs(site, { width, context: { permissions: ['clipboard-read', 'clipboard-write'] } })
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

  test('a copy begins without what customs wrote on one document alone', async () => {
    const odobrenje = { broj: 'OD-KOPIJA', vazi_od: '2026-01-01' }
    const { id } = await send<{ id: number }>(site, 'POST', '/odobrenja', odobrenje)
    const line = { materijal_id: 'PRV050CRN', kolicina: 1, cena_po_jedinici: 1 }
    const both = { broj_jci: 'U-4711', oznaka_postupka: 'UV 5', odobrenje_id: id }
    await saveC4(site, 'C4-JCI', '2026-02-03', [line], { ...both, rok_razduzenja: '2026-08-03' })
    await saveC1(site, 'C1-JCI', '2026-02-04', 'KS006', 1, { ...both, dokaz_porekla: 'EUR.1', broj_dokaza: 'A 1' })
    for (const [path, number, empty] of [
      ['incoming', 'C4-JCI', ['Broj JCI', 'Rok razduženja']],
      ['outgoing', 'C1-JCI', ['Broj JCI', 'Broj dokaza']],
    ] as const) {
      const page = await open(path)
      await duplicate(page, number)
      const form = dialog(page)
      assert.equal(await form.getByLabel('Oznaka postupka').inputValue(), 'UV 5')
      for (const label of empty) assert.equal(await form.getByLabel(label, { exact: true }).inputValue(), '', label)
      await escapeDialog(page)
    }
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
  test('a material that the catalogue lacks is added from its cell and stands in it', async () => {
    const page = await open('incoming')
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.press('Enter')
    await cell(page, 'Materijal', 1).fill('Traka crvena')
    await page.getByRole('option', { name: 'Novi materijal „Traka crvena“' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const window = page.getByRole('dialog', { name: 'Novi materijal' })
    assert.equal(await window.getByLabel('Naziv').inputValue(), 'Traka crvena')
    await window.getByLabel('ID materijala').fill('TRAKA1')
    await window.getByLabel('Jedinica mere').selectOption('m')
    await window.getByLabel('Zemlja porekla').fill('Italija')
    await window.getByLabel('Tarifni broj').fill('5806.32')
    await page.keyboard.press('Control+S')
    await page.getByText('Materijal uspešno dodat.').waitFor()
    await window.waitFor({ state: 'detached' })
    assert.equal(await cell(page, 'Materijal', 1).inputValue(), 'Traka crvena')
    assert.equal(await cell(page, 'Zemlja porekla', 1).inputValue(), 'Italija')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Materijal, stavka 1')
    assert.equal(await page.getByText('Sva obavezna polja').count(), 0, 'the document was not sent')
  })

  test('a product is added from the cell of an export, its missing material from that of its normativ', async () => {
    const page = await open('outgoing')
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.press('Enter')
    await cell(page, 'Proizvod', 1).fill('snop9')
    await page.getByRole('option', { name: 'Novi proizvod „snop9“' }).click()
    const product = page.getByRole('dialog', { name: 'Novi proizvod' })
    assert.equal(await product.getByLabel('ID proizvoda').inputValue(), 'SNOP9')
    await product.getByLabel('Naziv').fill('Snop deveti')
    await product.getByLabel('HS kod').fill('8544.30.00')
    await product.getByLabel('Jedinica mere').fill('kom')
    await product.getByRole('button', { name: 'Dodaj materijal' }).click()
    await product.getByLabel('Materijal za stavku 1').fill('Obujmica')
    await page.getByRole('option', { name: 'Novi materijal „Obujmica“' }).click()
    const material = page.getByRole('dialog', { name: 'Novi materijal' })
    await material.getByLabel('ID materijala').fill('OBUJ1')
    await material.getByLabel('Jedinica mere').selectOption('kom')
    await material.getByLabel('Zemlja porekla').fill('Italija')
    await material.getByLabel('Tarifni broj').fill('7326.90')
    await material.getByRole('button', { name: 'Dodaj materijal' }).click()
    await material.waitFor({ state: 'detached' })
    assert.equal(await product.getByLabel('Materijal za stavku 1').inputValue(), 'Obujmica')
    await product.getByRole('button', { name: 'Dodaj proizvod' }).click()
    await product.waitFor({ state: 'detached' })
    assert.equal(await cell(page, 'Proizvod', 1).inputValue(), 'Snop deveti')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Proizvod, stavka 1')
  })
  test('proof and country of origin are set in all lines of an invoice at once, and taken back at once', async () => {
    const page = await open('incoming')
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.press('Enter')
    await cell(page, 'Materijal', 1).click()
    await pasteText(page, 'PRV050CRN\t2\nKON8PZ\t3\n')
    await untilCell(page, 'Zemlja porekla', 2, /./)
    const before = await cell(page, 'Zemlja porekla', 1).inputValue()
    await button(page, 'Za sve stavke…').click()
    const window = page.getByRole('dialog', { name: 'Za sve stavke' })
    await window.getByLabel('Dokazuje poreklo').selectOption('DA')
    await window.getByLabel('Zemlja porekla').fill('Polj')
    await window.getByRole('button', { name: 'Primeni (2)' }).click()
    await window.waitFor({ state: 'detached' })
    for (const line of [1, 2]) {
      assert.equal(await cell(page, 'Zemlja porekla', line).inputValue(), 'Poljska')
      assert.equal(await cell(page, 'Dokazuje poreklo', line).getAttribute('aria-checked'), 'true')
    }
    await page.keyboard.press('Control+Z')
    await untilCell(page, 'Zemlja porekla', 1, new RegExp(`^${before}$`))
    assert.equal(await cell(page, 'Dokazuje poreklo', 2).getAttribute('aria-checked'), 'false')
  })
  test('papers of an export come with each save, as one file, or only when they are asked for', async () => {
    await saveC1(site, 'C1-PAPIRI', '2026-03-01', 'KS001', 1)
    const page = await open('outgoing')
    const change = async (terminal: string) => {
      await rowAction(page, 'Izmeni: C1-PAPIRI')
      await fillHead(page, { 'Grad primaoca': terminal })
      const answer = page.waitForResponse((reply) => reply.request().method() === 'PUT')
      await button(page, 'Ažuriraj dokument').click()
      const { files } = await (await answer).json()
      // A shortage is told in a window.
      await dialog(page).getByText('Izlazni dokument C1-PAPIRI je izmenjen.').waitFor()
      await escapeDialog(page)
      await dialog(page).waitFor({ state: 'detached' })
      return files?.map(({ name }: { name: string }) => name)
    }
    const choose = async (choice: string) => {
      await page.getByRole('button', { name: /^Podešavanja/ }).click()
      await page.getByRole('menuitem', { name: 'Podešavanja' }).click()
      await page.getByLabel('Papiri izvoza').selectOption(choice)
      await page.goBack()
    }
    assert.equal((await change('Niš')).length, 2)
    await choose('Posle svakog čuvanja, svi kao jedan PDF')
    const saved = page.waitForEvent('download')
    assert.deepEqual(await change('Bor'), ['C1_C1-PAPIRI_papiri.pdf'])
    await saved
    const file = page.waitForEvent('download')
    await rowAction(page, 'Preuzmi papire: C1-PAPIRI')
    assert.equal((await file).suggestedFilename(), 'C1_C1-PAPIRI_papiri.pdf')
    await choose('Samo na zahtev (Preuzmi papire)')
    assert.equal(await change('Pirot'), undefined)
  })
})
