import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { stavkiOf } from '#domain/count-words.ts'
import { openAs } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import {
  acceptDoubts,
  button,
  C4_TYPED,
  cell,
  chooseInCell,
  dialog,
  fillHead,
  pasteText,
  stored,
  untilCell,
} from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

/** More than are drawn at once. */
const LINES = 80

describe('grid of items', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
  })

  /** A new import document with one invoice and one line, whose material's cell has the focus. */
  async function open(): Promise<AppPage> {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await openAs(site, { context: { permissions } })
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.type('DE-1')
    await page.keyboard.press('Enter')
    return page
  }
  const hasFocus = (page: AppPage, label: string, line: number) =>
    cell(page, label, line).evaluate((field) => field === document.activeElement)
  const textOf = (page: AppPage, label: string, line: number) => cell(page, label, line).inputValue()

  test('arrows move between cells, a space answers, the adder adds 1 to 20 lines', async () => {
    const page = await open()
    const count = dialog(page).getByLabel('Broj stavki za dodavanje u fakturu DE-1')
    await count.fill('0')
    await button(page, 'Dodaj stavke (1)').waitFor()
    await count.fill('25')
    await button(page, 'Dodaj stavke (20)').waitFor()
    await count.fill('3')
    await button(page, 'Dodaj stavke (3)').click()
    assert.ok(await hasFocus(page, 'Materijal', 2))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    assert.ok(await hasFocus(page, 'Količina', 3))
    await page.keyboard.type('12.5')
    await page.keyboard.press('ArrowLeft')
    assert.ok(await hasFocus(page, 'Količina', 3), 'inside of a text the arrow belongs to the text')
    await page.keyboard.press('ArrowUp')
    assert.ok(await hasFocus(page, 'Količina', 2))
    assert.equal(await textOf(page, 'Količina', 3), '12,5')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Enter')
    assert.ok(await hasFocus(page, 'Količina', 2))
    await page.keyboard.press('Control+ArrowUp')
    assert.equal(await textOf(page, 'Količina', 2), '2')
    await page.keyboard.type('x7')
    assert.equal(await textOf(page, 'Količina', 2), '27', 'letters are not taken')
    await cell(page, 'Dokazuje poreklo', 2).focus()
    await page.keyboard.press('Space')
    await cell(page, 'Dokazuje poreklo', 2).getByText('DA').waitFor()
    await page.keyboard.press('n')
    await cell(page, 'Dokazuje poreklo', 2).getByText('NE').waitFor()
    await cell(page, 'Zemlja porekla', 2).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    assert.equal(await textOf(page, 'Količina', 2), '12,5', 'the line has gone')
    assert.ok(await hasFocus(page, 'Materijal', 2))
  })

  test('focus stays when an invoice opens again, Enter in its number opens it, a removed one hands it on', async () => {
    const page = await open()
    const focused = (what: ReturnType<AppPage['getByRole']>) =>
      what.evaluate((element) => element === document.activeElement)
    const number = dialog(page).getByLabel('Broj fakture', { exact: true })
    assert.ok(await hasFocus(page, 'Materijal', 1))
    await button(page, 'Skupi fakturu DE-1').click()
    await button(page, 'Proširi fakturu DE-1').click()
    await cell(page, 'Materijal', 1).waitFor()
    assert.ok(await focused(button(page, 'Skupi fakturu DE-1')))

    await button(page, 'Skupi fakturu DE-1').click()
    await number.press('Enter')
    await cell(page, 'Materijal', 1).waitFor()
    assert.ok(await hasFocus(page, 'Materijal', 1))

    await button(page, 'Ukloni stavku 1').press('Enter')
    await cell(page, 'Materijal', 1).waitFor({ state: 'detached' })
    assert.ok(await focused(number))
    await button(page, 'Ukloni fakturu DE-1').press('Enter')
    await number.waitFor({ state: 'detached' })
    assert.ok(await focused(button(page, 'Dodaj fakturu')))

    // With the question in between.
    await page.keyboard.press('Enter')
    await page.keyboard.type('DE-2')
    await page.keyboard.press('Enter')
    await cell(page, 'Količina', 1).fill('5')
    await button(page, 'Ukloni fakturu DE-2').press('Enter')
    await button(page, 'Da').click()
    await number.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Dodaj fakturu')

    const calendar = button(page, 'Otvori kalendar').first()
    await calendar.click()
    await page.getByRole('dialog', { name: 'Kalendar' }).waitFor()
    await calendar.click()
    await page.getByRole('dialog', { name: 'Kalendar' }).waitFor({ state: 'detached' })
    assert.ok(await focused(calendar))
  })

  test('who types faster than the offer comes still gets the material', async () => {
    const page = await open()
    await page.keyboard.type('prv050crn')
    await page.keyboard.press('Enter')
    await page.keyboard.type('7')
    await dialog(page).getByText('PRV050CRN', { exact: true }).waitFor()
    assert.equal(await textOf(page, 'Tarifni broj', 1), '8544.49.95')
    assert.match(await textOf(page, 'Materijal', 1), /Provodnik FLRY-B 0,50 mm² crni/)
    assert.equal(await textOf(page, 'Količina', 1), '7')
    await cell(page, 'Materijal', 1).fill('alk99')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('ALK99', { exact: true }).waitFor()
    assert.equal(await textOf(page, 'Tarifni broj', 1), '2905.12.00', 'of this material, not of the one before')
    await cell(page, 'Materijal', 1).fill('nema me')
    await page.keyboard.press('Tab')
    await dialog(page).getByText('Materijal „nema me“ nije u katalogu.').waitFor()
    assert.equal(await textOf(page, 'Materijal', 1), 'nema me')
    assert.equal(await textOf(page, 'Tarifni broj', 1), '')
  })

  test('Enter right after a letter takes nothing that was offered for the text without it', async () => {
    const page = await open()
    const material = cell(page, 'Materijal', 1)
    await page.keyboard.type('KON8P')
    await page.getByRole('option', { name: 'KON8PM' }).waitFor()
    // Both in one turn of the browser, as a busy machine gives them to the page.
    await material.evaluate(async (field: HTMLInputElement) => {
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      write?.call(field, 'KON8PZ')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await null
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    await dialog(page).getByText('KON8PZ', { exact: true }).waitFor()
    assert.match(await textOf(page, 'Materijal', 1), /ženski/)
  })

  test('a text that is longer than any name is no material, and no fault either', async () => {
    const page = await open()
    const paragraph = 'alk '.repeat(60).trim()
    await cell(page, 'Materijal', 1).fill(paragraph)
    await dialog(page).getByText('Nema takvog materijala u katalogu.').waitFor()
    await page.keyboard.press('Tab')
    await dialog(page).getByText(`Materijal „${paragraph}“ nije u katalogu.`).waitFor()
    assert.equal(await textOf(page, 'Materijal', 1), paragraph)
  })

  test('a number cell takes no letters, also over what it holds', async () => {
    const page = await open()
    await cell(page, 'Količina', 1).focus()
    await page.keyboard.type('12,5')
    await cell(page, 'Materijal', 1).focus()
    await cell(page, 'Količina', 1).focus()
    await page.keyboard.type('kg')
    assert.equal(await textOf(page, 'Količina', 1), '12,5')
  })

  test('a document that is sent while a cell is still typed in has what was typed', async () => {
    const page = await open()
    await fillHead(page, { ...C4_TYPED, 'C4 broj': 'C4-BRZI', Datum: '2026-01-02' })
    await cell(page, 'Materijal', 1).focus()
    // The only one that matches, but nobody has seen that it is meant.
    await page.keyboard.type('dielektricna')
    await page.keyboard.press('Control+S')
    await dialog(page).getByText('Materijal „dielektricna“ nije u katalogu.').waitFor()
    await cell(page, 'Materijal', 1).fill('rel12')
    await page.keyboard.press('Control+S')
    await dialog(page).waitFor({ state: 'detached' })
    const { results } = await stored<{ results: { id: number }[] }>(site, '/c4?c4Number=C4-BRZI')
    const saved = await stored<{ stavke: { materijal_id: string }[] }>(site, `/c4/${results[0]?.id}`)
    assert.deepEqual(
      saved.stavke.map(({ materijal_id }) => materijal_id),
      ['REL12'],
    )
  })

  test('a table from a spreadsheet goes into the cells, bad ones are marked', async () => {
    const page = await open()
    await chooseInCell(page, 'Materijal', 1, 'PRV050CRN', 'Provodnik')
    await cell(page, 'Količina', 1).focus()
    await pasteText(page, '12.000\t0,085\tDA\n4.000\tdvadeset\tNE\n')
    await cell(page, 'Količina', 2).waitFor()
    assert.equal(await textOf(page, 'Količina', 1), '12000', 'the field that has the focus shows no thousands points')
    assert.equal(await textOf(page, 'Cena po jedinici', 1), '0,085')
    assert.equal(await textOf(page, 'Cena po jedinici', 2), 'dvadeset')
    await dialog(page).getByText('Cena po jedinici: „dvadeset“ nije broj.').waitFor()

    await cell(page, 'Materijal', 2).focus()
    const table = 'Zemlja porekla\tMaterijal ID\tKoličina\nITA\tKON8PZ\t1.234,5\n\tNEPOZNAT\t2\nUKUPNO\t\t1.236,5\n'
    await pasteText(page, table)
    await page.getByText('Preskočeno redova sa zbirom: 1.').waitFor()
    await cell(page, 'Materijal', 4).waitFor()
    await dialog(page).getByText('Materijal „NEPOZNAT“ nije u katalogu.').waitFor()
    assert.match(await textOf(page, 'Materijal', 3), /Konektor 8 polova, ženski/)
    assert.equal(await textOf(page, 'Količina', 3), '1.234,5')
    assert.equal(await textOf(page, 'Zemlja porekla', 3), 'Italija')
    assert.equal(await textOf(page, 'Tarifni broj', 3), '8536.69.90')
    await cell(page, 'Cena po jedinici', 1).focus()
    await pasteText(page, '12.480\n')
    assert.equal(await textOf(page, 'Cena po jedinici', 1), '12480', 'one cell is read as several are')
    await page.keyboard.press('Control+A')
    await pasteText(page, '0,5')
    assert.equal(await textOf(page, 'Cena po jedinici', 1), '0,5', 'one cell goes into the field')
  })

  test('what is pasted over a number and is none stands in the cell and is marked', async () => {
    const page = await open()
    await cell(page, 'Količina', 1).focus()
    await pasteText(page, '12,5 kg\n')
    await dialog(page).getByText('Količina: „12,5 kg“ nije broj.').waitFor()
    assert.equal(await textOf(page, 'Količina', 1), '12,5 kg')
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Backspace')
    await dialog(page).getByText('nije broj').waitFor({ state: 'detached' })
    assert.equal(await textOf(page, 'Količina', 1), '12,5')
    await pasteText(page, ' kg')
    assert.equal(await textOf(page, 'Količina', 1), '12,5', 'behind a number letters are not taken, as while typing')
  })

  test('Ctrl + Z takes back what was pasted, and nothing that was typed before', async () => {
    const page = await open()
    const invoiceNumber = dialog(page).getByLabel('Broj fakture', { exact: true })
    await invoiceNumber.fill('P-1')
    await chooseInCell(page, 'Materijal', 1, 'PRV050CRN', 'Provodnik')
    await cell(page, 'Količina', 1).fill('250')
    await pasteText(page, '7\t1,5\n8\t2,5\n')
    await cell(page, 'Količina', 2).waitFor()
    await page.keyboard.press('Control+Z')
    await cell(page, 'Količina', 2).waitFor({ state: 'detached' })
    assert.equal(await textOf(page, 'Količina', 1), '250')
    assert.equal(await textOf(page, 'Cena po jedinici', 1), '1,00', 'which a new line has')
    assert.equal(await invoiceNumber.inputValue(), 'P-1')
    assert.match(await textOf(page, 'Materijal', 1), /^Provodnik/)
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Količina, stavka 1')
    await pasteText(page, '9\n10\n')
    await cell(page, 'Količina', 2).waitFor()
    assert.equal(await textOf(page, 'Količina', 1), '9')

    await button(page, 'Ukloni stavku 1').click()
    await cell(page, 'Količina', 2).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Z')
    await cell(page, 'Količina', 2).waitFor()
    assert.ok(await hasFocus(page, 'Materijal', 1))
    await page.getByText('je uklonjena').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Z')
    await cell(page, 'Količina', 2).waitFor({ state: 'detached' })
    assert.equal(await textOf(page, 'Količina', 1), '250', 'the paste before the removal')
  })

  test('what was removed comes back by the message about it, beside what was typed since', async () => {
    const page = await open()
    const number = dialog(page).getByLabel('Broj fakture', { exact: true })
    await number.fill('P-1')
    await cell(page, 'Količina', 1).fill('250')
    await button(page, 'Ukloni fakturu P-1').click()
    await button(page, 'Da').click()
    await number.waitFor({ state: 'detached' })
    await dialog(page).getByLabel('Broj terminala').fill('T-7')
    await page.getByText('Faktura P-1 je uklonjena.').waitFor()
    await button(page, 'Vrati').click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Broj fakture')
    assert.equal(await number.inputValue(), 'P-1')
    assert.equal(await textOf(page, 'Količina', 1), '250')
    assert.equal(await dialog(page).getByLabel('Broj terminala').inputValue(), 'T-7')
    await button(page, 'Vrati').waitFor({ state: 'detached' })
  })

  test('sixty rows with their heads land in the right columns, and bad cells are marked', async () => {
    const page = await open()
    const rows = Array.from({ length: 60 }, (_, at) => {
      const quantity = at === 21 ? 'mnogo' : `1.${String(at).padStart(3, '0')},5`
      return ['Kina', at % 2 ? 'DA' : 'NE', '0,085', quantity, at === 40 ? 'NEMA-GA' : 'REL12'].join('\t')
    })
    const heads = ['Zemlja porekla', 'Dokazuje poreklo', 'Cena po jedinici', 'Količina', 'Materijal ID'].join('\t')
    await cell(page, 'Materijal', 1).focus()
    await pasteText(page, `${heads}\n${rows.join('\n')}\n`)
    await dialog(page).getByText('60 stavki').waitFor()
    await untilCell(page, 'Materijal', 1, /^Relej/)
    assert.deepEqual(
      [
        await textOf(page, 'Količina', 3),
        await textOf(page, 'Cena po jedinici', 3),
        await textOf(page, 'Zemlja porekla', 3),
      ],
      ['1.002,5', '0,085', 'Kina'],
    )
    assert.equal(await cell(page, 'Dokazuje poreklo', 2).getAttribute('aria-checked'), 'true')
    // Only what is near the window is drawn: one walks there.
    await cell(page, 'Količina', 1).focus()
    for (let line = 2; line <= 60; line++) {
      await page.keyboard.press('ArrowDown')
      if (line === 22) await dialog(page).getByText('Količina: „mnogo“ nije broj.').waitFor()
      if (line === 41) await dialog(page).getByText('Materijal „NEMA-GA“ nije u katalogu.').waitFor()
    }
    assert.equal(await textOf(page, 'Količina', 60), '1059,5')
  })

  test(`${LINES} lines: every one can be reached, and keeps what is typed`, async () => {
    const lines = Array.from({ length: LINES }, (_, at) => ({
      materijal_id: ['PRV050CRN', 'KON8PZ', 'REL12'][at % 3] ?? '',
      kolicina: at + 1,
      cena_po_jedinici: 0.25,
    }))
    await saveC4(site, 'C4-VELIKI', '2026-01-05', lines)
    const page = await openAs(site, { expectedErrors: [/ApiError/] })
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await rowAction(page, 'Izmeni: C4-VELIKI')
    await dialog(page).getByText(stavkiOf(LINES)).waitFor()

    const field = cell(page, 'Količina', 3)
    await field.fill('3')
    await cell(page, 'Količina', 20).focus()
    for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowDown')
    assert.ok(await hasFocus(page, 'Količina', 70))
    const row = dialog(page)
      .getByRole('row')
      .filter({ has: page.getByLabel('Količina, stavka 70', { exact: true }) })
    assert.equal(await row.getAttribute('aria-rowindex'), '71', 'which of the rows that are not drawn all')
    await page.keyboard.type('0')
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Količina mora biti veća od 0').waitFor()
    assert.ok(await hasFocus(page, 'Količina', 70))
    await page.keyboard.type('70')
    await field.waitFor({ state: 'detached' })
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Materijal', LINES + 1, 'REL12', 'Relej')
    await button(page, 'Ažuriraj dokument').click()
    await acceptDoubts(page)
    await dialog(page).waitFor({ state: 'detached' })
    type Saved = { broj_stavki: number; kolicina_total: number; stavke: { redni_broj: number }[] }
    const list = await stored<{ results: { id: number }[] }>(site, '/c4?c4Number=C4-VELIKI')
    const saved = await stored<Saved>(site, `/c4/${list.results[0]?.id}`)
    assert.equal(saved.broj_stavki, LINES + 1)
    assert.equal(saved.kolicina_total, (LINES * (LINES + 1)) / 2 + 1)
    assert.equal(saved.stavke.at(-1)?.redni_broj, LINES + 1)
  })

  test('removing an invoice that holds something asks first', async () => {
    const page = await open()
    await chooseInCell(page, 'Materijal', 1, 'REL12', 'Relej')
    await button(page, 'Ukloni fakturu DE-1').click()
    const question = page.getByRole('alertdialog', { name: 'Uklanjanje fakture' })
    await question.getByText('Da li ste sigurni da želite da uklonite fakturu DE-1 (1 stavka)?').waitFor()
    await question.getByRole('button', { name: 'Ne' }).click()
    await button(page, 'Skupi fakturu DE-1').click()
    assert.equal(await cell(page, 'Materijal', 1).count(), 0)
    await button(page, 'Ukloni fakturu DE-1').click()
    await question.getByRole('button', { name: 'Da' }).click()
    await dialog(page).getByText('Dokument još nema faktura.').waitFor()
  })
})
