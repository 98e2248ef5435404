import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { saveC4 } from './sample-data.ts'
import { goTo, openScreen, useSite } from './site.ts'

describe('counts', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('the sheet is downloaded, filled in, read beside the books and kept', async () => {
    const material = { jedinica_mere: 'kg', tarifni_broj: '7318.15', zemlja_porekla: 'Nemačka' }
    await send(site, 'POST', '/materials', { id: 'CELIK1', naziv: 'Čelik', ...material })
    await send(site, 'POST', '/materials', { id: 'BAKAR1', naziv: 'Bakar', ...material })
    await saveC4(site, 'C4-1', '2026-01-10', [{ materijal_id: 'CELIK1', kolicina: 100, cena_po_jedinici: 2 }])
    const page = await openScreen(site, 'popisi')
    await page.getByText('Još nema nijednog popisa.').waitFor()
    await lookAtEverySize(page)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Popisna lista').click()])
    const book = XLSX.read(readFileSync(await file.path()))
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
    const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet)
    assert.deepEqual(
      rows.map(({ ID, Knjigovodstveno }) => [ID, Knjigovodstveno]),
      [
        ['BAKAR1', 0],
        ['CELIK1', 100],
      ],
    )
    XLSX.utils.sheet_add_aoa(sheet, [[2], [97.5]], { origin: 'E2' })
    const buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })

    await button(page, 'Novi popis').first().click()
    const form = dialog(page)
    await form.getByLabel('Komisija').fill('Ana, Petar')
    const own = XLSX.utils.book_new()
    const theirs = [
      ['Art', 'Zählung'],
      ['CELIK1', 97.5],
      ['NEMA1', 1],
    ]
    XLSX.utils.book_append_sheet(own, XLSX.utils.aoa_to_sheet(theirs), 'Lager')
    const list = { name: 'lager.xlsx', mimeType: 'application/octet-stream' }
    await form
      .getByLabel('Popunjena popisna lista')
      .last()
      .setInputFiles({ ...list, buffer: XLSX.write(own, { type: 'buffer', bookType: 'xlsx' }) })
    await form.getByLabel('ID', { exact: true }).selectOption({ label: 'A: Art — CELIK1 · NEMA1' })
    await form.getByLabel('Izbrojano', { exact: true }).selectOption({ label: 'B: Zählung — 97.5 · 1' })
    await lookAtEverySize(page)
    await page.keyboard.press('Control+s')
    await form.getByText('Izbrojano materijala: 1. Sa razlikom: 1.').waitFor()
    await form.getByText('1 red: Materijal NEMA1 ne postoji.').waitFor()
    const [left] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Preuzmi preskočene redove' }).click(),
    ])
    const skipped = XLSX.read(readFileSync(await left.path())).Sheets.Preskočeni as XLSX.WorkSheet
    assert.deepEqual(XLSX.utils.sheet_to_json(skipped, { header: 1 })[1], ['NEMA1', 1, 'Materijal NEMA1 ne postoji.'])
    const filled = { name: 'popis.xlsx', mimeType: 'application/octet-stream', buffer }
    await form.getByLabel('Popunjena popisna lista').last().setInputFiles(filled)
    await form.getByText('Izbrojano materijala: 2. Sa razlikom: 2.').waitFor()
    await form.getByRole('row', { name: /Čelik CELIK1 100 kg 97,5 kg -2,5 kg/ }).waitFor()
    await form.getByRole('row', { name: /Bakar BAKAR1 0 kg 2 kg \+2 kg/ }).waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: /^Popis od / }).waitFor()
    await page.getByRole('row', { name: /Čelik/ }).waitFor()
    await lookAtEverySize(page)
    const drawn = page.waitForResponse(/\/api\/popisi\/1\/files/)
    await Promise.all([page.waitForEvent('popup'), button(page, 'Popis (PDF)').click()])
    assert.equal((await drawn).status(), 200)
    await button(page, 'Manjak po popisu').press('Enter')
    await dialog(page).getByText('C4-1 · 10.01.2026. · DE-1 / 1').waitFor({ state: 'attached' })
    assert.equal(await dialog(page).getByLabel('Količina za stavku 1').inputValue(), '2,5')
    assert.match(await dialog(page).getByLabel('Razlog').inputValue(), /^Popis od /)
    await dialog(page).getByLabel('Broj razduženja').fill('MP-1')
    await page.keyboard.press('Control+s')
    await page.getByText('Razduženje je sačuvano.').waitFor()
    await page.getByRole('row', { name: /^MP-1 .* Manjak po popisu Popis od/ }).waitFor()
    await goTo(page, site, 'popisi')
    await page.getByRole('row', { name: /Ana, Petar 2 1 1/ }).waitFor()
    await goTo(page, site, 'materials/CELIK1')
    await page.getByRole('row', { name: /100 kg 97,5 kg -2,5 kg/ }).waitFor()

    await goTo(page, site, 'popisi/1')
    await button(page, 'Obriši').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).click()
    await button(page, 'Vrati').click()
    await page.getByText(/^Popis .* je vraćen\.$/).waitFor()
    await goTo(page, site, 'popisi')
    await page.getByRole('row', { name: /Ana, Petar 2 1 1/ }).waitFor()
  })
})
