import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { send } from './account.ts'
import { holdAnswers, withoutBrowser } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { saveC4 } from './sample-data.ts'
import { goTo, openScreen, useSite } from './site.ts'

const sheet = (...rows: (string | number)[][]) => {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Uvoz')
  const buffer: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  return { name: 'spediter.xlsx', mimeType: 'application/octet-stream', buffer }
}
/** Customs, example 9, a line that is the same but for a column of another value, and one without a quantity. */
const THEIRS = sheet(
  ['MRN', 'Dan', 'R. br.', 'Tarifa', 'Komada', 'JM', 'Iznos'],
  ['C4-001/26', '15.01.2026.', 1, '7318 15', '2,5', '1000 kom', 77],
  ['C4-001/26', '15.01.2026.', 2, '7318 16', '100', 'kom', 77],
  ['C4-001/26', '15.01.2026.', 3, '7318 15', '70', 'kom', 77],
  ['C4-009/26', '20.01.2026.', 1, '7318 15', '10', 'kom', 77],
  ['C4-009/26', '20.01.2026.', 2, '7318 15', 'nema', 'kom', 77],
)

describe('reconciliation', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('a sheet is chosen, its columns mapped, differences looked at and explained, and printed with the account', async () => {
    const material = { naziv: 'Vijak', jedinica_mere: 'kom', tarifni_broj: '7318.15', zemlja_porekla: 'Nemačka' }
    await send(site, 'POST', '/materials', { id: 'VIJAK', ...material })
    const line = (kolicina: number) => ({
      materijal_id: 'VIJAK',
      kolicina,
      cena_po_jedinici: 2,
      tarifni_broj: '7318.15',
    })
    await saveC4(site, 'C4-001/26', '2026-01-15', [line(2500), line(100), line(70)])
    const page = await openScreen(site, 'usaglasavanje')
    await page.getByText('Još ništa nije upoređeno.').waitFor()
    await lookAtEverySize(page)

    await button(page, 'Uporedi fajl').click()
    const form = dialog(page)
    await form.getByLabel('Tabela špeditera ili carine').last().setInputFiles(THEIRS)
    const quantity = form.getByLabel('Količina', { exact: true })
    await quantity.waitFor()
    assert.equal(await button(page, 'Uporedi').count(), 0)
    await quantity.selectOption('E: Komada — 2,5 · 100 · 70')
    await form.getByRole('button', { name: /^Prepoznato: MRN/ }).click()
    await form.getByLabel('Datum', { exact: true }).selectOption({ value: '2' })
    await form.getByLabel('Vrednost', { exact: true }).selectOption('Ne čita se')
    await lookAtEverySize(page)
    await page.keyboard.press('Control+s')
    await form.getByText('Za poređenje: 4 reda.').waitFor()
    await form.getByText(/^1 red: .*„nema“/).waitFor()
    const [left] = await Promise.all([page.waitForEvent('download'), button(page, 'Preuzmi preskočene redove').click()])
    assert.match(left.suggestedFilename(), /\.xlsx$/)
    await page.keyboard.press('Control+s')
    await dialog(page).waitFor({ state: 'detached' })
    await page
      .getByRole('region', { name: 'Zašto se redovi preskaču' })
      .getByText(/^1 red: .*„nema“/)
      .waitFor()

    await page.getByRole('row', { name: /^JM ×1000 C4-001\/26 .* 2\.500 kom .* 2,5 × 1000 kom/ }).waitFor()
    await page.getByRole('row', { name: /^Tarifni broj C4-001\/26 .* 7318\.15 .* 731816/ }).waitFor()
    await page.getByRole('row', { name: /^Samo kod špeditera — C4-009\/26/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /^Isto/ }).count(), 0)
    await button(page, 'Isto 1').click()
    await page.getByRole('row', { name: /^Isto C4-001\/26 .* 70 kom/ }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /^JM ×1000/ }).waitFor()
    assert.ok(await button(page, 'Isto 1').isDisabled(), 'nobody keeps those rows')
    await button(page, 'JM ×1000 1').click()
    await page.getByRole('button', { name: 'JM ×1000 1', pressed: true }).waitFor()
    await lookAtEverySize(page)

    const why = page.getByLabel('Objašnjenje: C4-001/26, stavka 1')
    await why.fill('Špediter vodi u hiljadama.')
    await why.press('Enter')
    await page.getByText('Bez objašnjenja2').waitFor()
    const drawn = page.waitForResponse(/\/api\/usaglasavanje\/1\/files/)
    await Promise.all([page.waitForEvent('popup'), button(page, 'Usaglašavanje (PDF)').press('Enter')])
    assert.equal((await drawn).status(), 200)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Preuzmi Excel').click()])
    assert.match(file.suggestedFilename(), /^usaglasavanje.*\.xlsx$/)
    const book = XLSX.read(readFileSync(await file.path()))
    const [row] = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Razlike as XLSX.WorkSheet)
    assert.equal(row?.Objašnjenje, 'Špediter vodi u hiljadama.')

    await goTo(page, site, 'obracun?datum_od=2026-01-01&datum_do=2026-01-31')
    await page.getByRole('button', { name: /^Neobjašnjene razlike prema špediteru ili carini/ }).click()
    await page.getByText('R. br. 1, Samo kod špeditera: kod špeditera 731815, 10 kom').waitFor()
    await page.getByRole('tab', { name: 'Objašnjenja' }).click()
    await page
      .getByRole('row', { name: /C4-001\/26 .* 2\.500 kom 2,5 × 1000 kom Špediter vodi u hiljadama\./ })
      .waitFor()
    await page.getByRole('link', { name: 'C4-009/26' }).click()

    await page.getByRole('heading', { name: 'Usaglašavanje', level: 1 }).waitFor()
    await button(page, 'Uporedi fajl').click()
    await dialog(page).getByLabel('Tabela špeditera ili carine').last().setInputFiles(THEIRS)
    await form.getByRole('button', { name: /^Prepoznato: .*Komada.* · kao prošli put$/ }).waitFor()
    await form.getByLabel('Razlika u vrednosti, celih jedinica').fill('1,5')
    await page.keyboard.press('Control+s')
    await form.getByText('Očekuje se ceo broj od 0 naviše').waitFor()
    await form.getByLabel('Razlika u vrednosti, celih jedinica').fill('1')
    await form.getByLabel('Decimala u količini').selectOption('2')
    await page.keyboard.press('Control+s')
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText('Tolerancija: razlika u vrednosti do 1, količina na 2 dec.').waitFor()
    assert.equal(await page.getByLabel('Objašnjenje: C4-001/26, stavka 1').inputValue(), 'Špediter vodi u hiljadama.')

    // The first one is gone.
    await goTo(page, site, 'usaglasavanje?id=1&vrsta=isto')
    await page.getByRole('row', { name: /^JM ×1000/ }).waitFor()
    assert.equal(await page.getByText('Usaglašavanje nije učitano.').count(), 0)
  })

  test('an explanation is saved as it was typed last, and asked about while it is not saved', async () => {
    const page = await openScreen(site, 'obracun')
    await page.getByRole('link', { name: 'Usaglašavanje' }).click()
    const why = page.getByLabel('Objašnjenje: C4-001/26, stavka 2')
    const release = await holdAnswers(page, '**/api/usaglasavanje/objasnjenja')
    await why.fill('Stara')
    await why.press('Tab')
    await page.getByText('Čuvanje...').waitFor()
    await why.fill('Stara glava')
    await why.press('Tab')
    release()
    await page.getByText('Čuvanje...').waitFor({ state: 'detached' })
    const stored = await send<{ redovi: { objasnjenje: string | null }[] }>(site, 'GET', '/usaglasavanje/2')
    assert.ok(stored.redovi.some(({ objasnjenje }) => objasnjenje === 'Stara glava'))

    await why.fill('Nova glava')
    await page.goBack()
    await page.getByRole('alertdialog', { name: 'Nesačuvane izmene' }).getByRole('button', { name: 'Ne' }).click()
    assert.equal(await why.inputValue(), 'Nova glava')
  })

  test('Ctrl + K finds the screen and what is begun on it', async () => {
    const page = await openScreen(site, '')
    await page.keyboard.press('Control+k')
    await dialog(page).getByRole('combobox').fill('tabelu spedit')
    await page.getByRole('option', { name: /Uporedi tabelu špeditera/ }).click()
    await dialog(page).getByText('Upoređivanje sa špediterom ili carinom').waitFor()
  })
})
