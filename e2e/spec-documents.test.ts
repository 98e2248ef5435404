// Statements of docs/SPECIFIKACIJA.md on import and export documents, beyond c4.test.ts and c1.test.ts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, clockOf, type PageOptions, withoutBrowser } from './browser.ts'
import { button, cell, chooseInCell, closeAlert, dialog, fillHead, PDF } from './document-steps.ts'
import { expectRowActions, rowAction } from './row-steps.ts'
import { C1_HEAD, C4_HEAD, fixture, importSheet } from './sample-data.ts'
import { useSite } from './site.ts'

const C1_FILLED = { ...C1_HEAD, primalac_pib: 'SK2020220862', primalac_mb: '35757442' }

const C4_TYPES = ['Carinska deklaracija', 'Uvozna deklaracija', 'Privremeni uvoz']
const C1_TYPES = ['Izvozna deklaracija', 'Privremeni izvoz', 'Reeksport']
const C4_COUNTRIES = ['Srbija', 'Nemačka', 'Italija', 'Francuska', 'Poljska', 'Turska', 'Španija', 'Bugarska']
const C1_COUNTRIES = [
  'Srbija',
  'Hrvatska',
  'Slovenija',
  'Bosna i Hercegovina',
  'Crna Gora',
  'Makedonija',
  'Albanija',
  'Bugarska',
]

/** One document that each filter finds alone, or leaves out alone, among ten others. */
const C4_FILTERS = [
  ['C4 broj', 'ALFA', 1],
  ['Tip dokumenta', 'Carinska deklaracija', 1],
  ['Datum od', '1.2.2026', 10],
  ['Datum do', '31.01.2026.', 1],
  ['Pošiljalac', 'alfa', 1],
  ['Zemlja otpreme', 'Italija', 1],
  ['Vrednost od', '900,5', 1],
  ['Vrednost do', '900,5', 10],
  ['Količina od', '90', 1],
  ['Količina do', '90', 10],
] as const
const C1_FILTERS = [
  ['C1 broj', 'ALFA', 1],
  ['Tip dokumenta', 'Reeksport', 1],
  ['Primalac', 'alfa', 1],
  ['Zemlja otpreme', 'Crna Gora', 1],
  ['Datum od', '1.2.2026', 10],
  ['Datum do', '31.01.2026.', 1],
  ['Vrednost (EUR) od', '900,5', 1],
  ['Vrednost (EUR) do', '900,5', 10],
  ['Količina od', '90', 1],
  ['Količina do', '90', 10],
] as const

describe('documents, to the letter', { skip: withoutBrowser }, () => {
  const site = useSite()
  let pdfOf: Record<string, number>

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    const product = { id: 'SNOP1', naziv: 'Ogledni snop', hs_code: '8544.30.00', jedinica_mere: 'kom' }
    const normativi = [{ materijal_id: 'LEM60', potrebna_kolicina: 2.5 }]
    await send(site, 'POST', '/proizvodi', { ...product, normativi })
    for (let day = 1; day <= 10; day++) {
      await c4(`C4-${day}`, `2026-02-${String(day).padStart(2, '0')}`, 10, 1)
      await c1(`C1-${day}`, `2026-02-${String(day).padStart(2, '0')}`, 1, 1)
    }
    const other = { tip_dokumenta: 'Carinska deklaracija', zemlja_otpreme: 'Italija', posiljalac_naziv: 'Alfa S.p.A.' }
    const c4Alfa = await c4('ALFA-1', '2026-01-05', 100, 10, { ...other, pdf_fajl: await upload('/c4/upload') })
    const c1Alfa = await c1('ALFA-2', '2026-01-05', 100, 10, {
      tip_dokumenta: 'Reeksport',
      zemlja_otpreme: 'Crna Gora',
      primalac_naziv: 'Alfa S.p.A.',
      pdf_fajl: await upload('/c1/upload'),
    })
    pdfOf = { c4: c4Alfa.id, c1: c1Alfa.id }
  })

  const c4 = (broj_c4: string, datum: string, kolicina: number, cena_po_jedinici: number, fields: object = {}) => {
    const origin = { dokazuje_poreklo: true, tarifni_broj: '8311.30.00', zemlja_porekla: 'Nemačka' }
    const stavka = { broj_fakture: 'DE-1', redni_broj: 1, materijal_id: 'LEM60', kolicina, cena_po_jedinici, ...origin }
    return send<{ id: number }>(site, 'POST', '/c4', { ...C4_HEAD, broj_c4, datum, ...fields, stavke: [stavka] })
  }
  const c1 = (broj_c1: string, datum: string, kolicina: number, cena: number, fields: object = {}) => {
    const stavka = { broj_fakture: 'IZ-1', redni_broj: 1, proizvod_id: 'SNOP1', kolicina, cena }
    return send<{ id: number }>(site, 'POST', '/c1', { ...C1_FILLED, broj_c1, datum, ...fields, stavke: [stavka] })
  }
  async function upload(path: string): Promise<string> {
    const parts = new FormData()
    parts.append('pdf', new Blob([PDF], { type: 'application/pdf' }), 'papir.pdf')
    parts.append('documentId', 'X')
    const headers = { authorization: `Bearer ${site.token}` }
    const answer = await fetch(`${site.app.url}/api${path}`, { method: 'POST', headers, body: parts })
    return ((await answer.json()) as { filePath: string }).filePath
  }
  const change = async (path: string, fields: object) => {
    const stored = await send<object>(site, 'GET', path)
    return send(site, 'PUT', path, { ...stored, ...fields })
  }
  async function open(screen: 'incoming' | 'outgoing', options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/${screen}`)
    await page.getByText('Stranica 1 od 1').waitFor()
    return page
  }
  const heads = (page: AppPage, table: string) =>
    page.getByRole('table', { name: table }).getByRole('columnheader').allTextContents()

  async function setFilter(page: AppPage, label: string, value: string) {
    const field = page.getByRole('region', { name: 'Filteri' }).getByLabel(label, { exact: true })
    if (await field.evaluate((element) => element.tagName === 'SELECT')) return field.selectOption(value)
    await field.fill(value)
    // Typed text holds after a pause.
    await clockOf(page).runFor(500)
  }
  const offered = (page: AppPage, label: string) => page.getByLabel(label, { exact: true }).getByRole('option')
  async function tryFilters(
    page: AppPage,
    filters: readonly (readonly [string, string, number])[],
    kind: 'ulazni' | 'izlazni',
  ) {
    await button(page, 'Prikaži filtere').click()
    const counted = (count: number) => `Broj ${kind.slice(0, -1)}ih dokumenata: ${count}`
    const [types, countries] = kind === 'ulazni' ? [C4_TYPES, C4_COUNTRIES] : [C1_TYPES, C1_COUNTRIES]
    assert.deepEqual(await offered(page, 'Tip dokumenta').allTextContents(), ['Svi tipovi', ...types])
    assert.deepEqual(await offered(page, 'Zemlja otpreme').allTextContents(), ['Sve zemlje', ...countries])
    for (const [label, value, found] of filters) {
      await setFilter(page, label, value)
      await page.getByText(counted(found), { exact: true }).waitFor()
      await page.getByText('Aktivni', { exact: true }).waitFor()
      await button(page, 'Obriši sve').click()
      await page.getByText(counted(11), { exact: true }).waitFor()
      assert.equal(await page.getByText('Aktivni', { exact: true }).count(), 0)
    }
    await button(page, 'Sakrij filtere').click()
    await page.getByLabel('Datum od').waitFor({ state: 'hidden' })
  }

  test('the list of imports: its columns, as many to a page as one wishes, each filter alone', async () => {
    const page = await openAs(site)
    await clockOf(page).install()
    const [asked] = await Promise.all([
      page.waitForRequest('**/api/c4?**'),
      page.goto(`${site.app.url}/dashboard/incoming`),
    ])
    assert.match(asked.url(), /[?&]page=1&limit=25\b/)
    await page.getByText('Stranica 1 od 1').waitFor()
    await page.getByLabel('Redova po stranici').selectOption('10')
    await page.getByText('Stranica 1 od 2').waitFor()
    assert.deepEqual(await heads(page, 'Ulazni dokumenti'), [
      'C4 broj',
      'Tip dokumenta',
      'Datum',
      'Pošiljalac',
      'Zemlja otpreme',
      'Ukupna vrednost',
      'Ukupna količina',
      'PDF',
      'Akcije',
    ])
    assert.equal(await page.getByRole('rowheader').count(), 10)
    const row = page.getByRole('row', {
      name: /^C4-10 Uvozna deklaracija 10\.02\.2026\. Müller Kabel GmbH Nemačka 10,00 EUR 10 Nema PDF/,
    })
    await expectRowActions(row, ['Razduženje', 'Izmeni', 'Dupliraj', 'Istorija', 'Obriši'])
    await tryFilters(page, C4_FILTERS, 'ulazni')
    await button(page, 'Sledeća').click()
    await button(page, 'Preuzmi PDF: ALFA-1').waitFor()
  })

  test('the list of exports: its columns, as many to a page as one wishes, each filter alone', async () => {
    const page = await openAs(site)
    await clockOf(page).install()
    const [asked] = await Promise.all([
      page.waitForRequest('**/api/c1?**'),
      page.goto(`${site.app.url}/dashboard/outgoing`),
    ])
    assert.match(asked.url(), /[?&]page=1&limit=25\b/)
    await page.getByText('Stranica 1 od 1').waitFor()
    await page.getByLabel('Redova po stranici').selectOption('10')
    await page.getByText('Stranica 1 od 2').waitFor()
    assert.deepEqual(await heads(page, 'Izlazni dokumenti'), [
      'C1 broj',
      'Tip dokumenta',
      'Datum',
      'Primalac',
      'Zemlja otpreme',
      'Ukupna vrednost (EUR)',
      'Ukupna količina',
      'PDF',
      'Akcije',
    ])
    assert.equal(await page.getByRole('rowheader').count(), 10)
    const row = page.getByRole('row', {
      name: /^C1-10 .*Izvozna deklaracija 10\.02\.2026\. Volkswagen Slovakia a\.s\. Srbija 1,00 1 Nema PDF/,
    })
    await expectRowActions(row, ['Razduženje', 'Izmeni', 'Dupliraj', 'Preuzmi papire', 'Istorija', 'Obriši'])
    await button(page, 'Novi dokument').waitFor()
    assert.ok(await button(page, 'Prethodna').isDisabled())
    await tryFilters(page, C1_FILTERS, 'izlazni')
    await page.getByLabel('Pretraži dokumente...').fill('alfa')
    await page.getByText('Broj izlaznih dokumenata: 1', { exact: true }).waitFor()
    // The PDF is a sign, and the shortage stands beside the number.
    const pdf = button(page, 'Preuzmi PDF: ALFA-2')
    assert.deepEqual([await pdf.innerText(), await pdf.getAttribute('title')], ['', 'Preuzmi PDF'])
    const sign = await pdf.boundingBox()
    assert.ok(sign && sign.width < 40)
    const number = page.getByRole('rowheader', { name: /ALFA-2/ })
    const [link, mark] = await Promise.all([
      number.getByRole('link').boundingBox(),
      number.getByText('manjak', { exact: true }).boundingBox(),
    ])
    assert.ok(link && mark && mark.x >= link.x + link.width && mark.y < link.y + link.height)
    await page.getByLabel('Pretraži dokumente...').fill('')
    await button(page, 'Sledeća').click()
    await page.getByText('Stranica 2 od 2').waitFor()
    assert.ok(await button(page, 'Sledeća').isDisabled())
  })

  test('openModal opens the form of an export, in which everything can be given', async () => {
    const page = await open('outgoing')
    await page.evaluate(() => history.replaceState({ usr: { openModal: true }, key: 'k', idx: 0 }, ''))
    await page.reload()
    const form = page.getByRole('dialog', { name: 'Novi izlazni dokument' })
    await form.waitFor()
    const types = await form.getByLabel('Tip dokumenta').getByRole('option').allTextContents()
    assert.deepEqual(types, ['Izaberite', ...C1_TYPES])
    await form.getByRole('group', { name: 'PDF dokumenta' }).getByText('Samo PDF, najviše 10MB').waitFor()
    const optional = await form
      .getByLabel(/nije obavezno/)
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).name))
    assert.deepEqual(optional, ['primalac_pib', 'primalac_mb'])

    await form.getByLabel('Pošiljalac', { exact: true }).fill('sumadija')
    await page.getByRole('option', { name: /Šumadija Kabl d\.o\.o\./ }).click()
    await form.getByLabel('Primalac', { exact: true }).fill('volks')
    await page.getByRole('option', { name: /Volkswagen/ }).click()
    for (const [label, value] of Object.entries({
      'Grad pošiljaoca': 'Kragujevac',
      'Država pošiljaoca': 'Srbija',
      'PIB (nije obavezno)': 'SK2020220862',
      'MB (nije obavezno)': '35757442',
      'Grad primaoca': 'Bratislava',
    })) {
      assert.equal(await form.getByLabel(label, { exact: true }).inputValue(), value)
    }
    await fillHead(page, {
      'Tip dokumenta': 'Reeksport',
      'C1 broj': 'C1-NOV',
      Datum: '1.3.26',
      'Zemlja otpreme': 'Srbija',
    })

    await button(page, 'Dodaj fakturu').click()
    assert.match(await form.getByLabel('Broj fakture', { exact: true }).inputValue(), /^F-\d{13}$/)
    await form.getByLabel('Broj fakture', { exact: true }).fill('IZ-2')
    const count = form.getByLabel('Broj stavki za dodavanje u fakturu IZ-2')
    assert.equal(await count.inputValue(), '1')
    for (const [typed, becomes] of [
      ['0', '1'],
      ['21', '20'],
      ['3', '3'],
    ] as const) {
      await count.fill(typed)
      await count.blur()
      assert.equal(await count.inputValue(), becomes)
    }
    await button(page, 'Dodaj stavke (3)').click()
    assert.deepEqual(
      [await cell(page, 'Redni broj', 3).inputValue(), await cell(page, 'Proizvod', 3).inputValue()],
      ['3', ''],
    )
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '1')
    assert.equal(await cell(page, 'Cena po jedinici', 1).inputValue(), '1,00')
    await button(page, 'Ukloni stavku 3').click()
    await cell(page, 'Proizvod', 3).waitFor({ state: 'detached' })

    await chooseInCell(page, 'Proizvod', 1, 'ogledni', 'Ogledni snop')
    await cell(page, 'Količina', 1).fill('a2b')
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '1')
    await cell(page, 'Količina', 1).fill('2')
    await cell(page, 'Cena po jedinici', 1).fill('1,5')
    await form.getByText('kom · HS kod 8544.30.00').waitFor()
    const norm = form.getByRole('list', { name: 'Normativ' }).getByRole('listitem')
    await norm.getByText(/^na stanju/).waitFor()
    assert.match(await norm.innerText(), /^Lem Sn60Pb40 1 mm\sLEM60\s+5\skg\sna stanju -75$/)
    await form.getByRole('cell', { name: /^3,00\sEUR$/ }).waitFor()
    await form.getByText(/^Količina\s+2$/).waitFor()
    assert.match(await form.getByText(/^Vrednost\s/).innerText(), /3,00\sEUR/)

    await cell(page, 'Količina', 1).press('Control+ArrowUp')
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '3')
    for (let step = 0; step < 4; step++) await cell(page, 'Količina', 1).press('Control+ArrowDown')
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '1')
    await cell(page, 'Cena po jedinici', 1).press('Control+ArrowUp')
    assert.equal(await cell(page, 'Cena po jedinici', 1).inputValue(), '1,51')

    // The second line was never given anything: it is dropped.
    await button(page, 'Napravi dokument').click()
    await page.getByText(/^Izlazni dokument .+ je napravljen\.$/).waitFor()
    const { results } = await send<{ results: { id: number }[] }>(site, 'GET', '/c1?search=C1-NOV')
    const saved = await send<{ datum: string; stavke: object[] }>(site, 'GET', `/c1/${results[0]?.id}`)
    assert.deepEqual([saved.datum, saved.stavke.length], ['2026-03-01', 1])
    await send(site, 'DELETE', `/c1/${results[0]?.id}`)
  })

  test('an edit opens whole; an invoice is removed after a question; Otkaži gives all up', async () => {
    const page = await open('outgoing')
    await rowAction(page, 'Izmeni: C1-10')
    const form = page.getByRole('dialog', { name: 'Izmeni izlazni dokument' })
    assert.equal(await form.getByLabel('Datum', { exact: true }).inputValue(), '10.02.2026.')
    assert.equal(await cell(page, 'Proizvod', 1).inputValue(), 'Ogledni snop')
    await button(page, 'Ažuriraj dokument').waitFor()
    await cell(page, 'Količina', 1).fill('')
    await button(page, 'Ažuriraj dokument').click()
    assert.match(await closeAlert(page), /^Obaveštenje\s+Molimo proverite sve stavke\./)
    await form.getByText('Količina: obavezno polje.').waitFor()
    await button(page, 'Ukloni fakturu IZ-1').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da', exact: true }).click()
    await form.getByText('Dokument još nema faktura.').waitFor()
    await button(page, 'Otkaži').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await rowAction(page, 'Izmeni: C1-10')
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '1')
  })

  test('quantity and price of an import step by 1 and stop there, smaller ones can be typed', async () => {
    const page = await open('incoming')
    await rowAction(page, 'Izmeni: C4-10')
    for (const label of ['Količina', 'Cena po jedinici']) {
      const field = cell(page, label, 1)
      await field.fill('2')
      for (let step = 0; step < 3; step++) await field.press('Control+ArrowDown')
      assert.match(await field.inputValue(), /^1$/)
      await field.fill('0,25')
    }
    await button(page, 'Ažuriraj dokument').click()
    await page.getByText(/^Ulazni dokument .+ je izmenjen\.$/).waitFor()
    await page.getByRole('row', { name: /^C4-10 .* 0,06 EUR 0,25 / }).waitFor()
  })

  /** Neither the question for news nor the list is answered any more, as on a bad line: the old rows stay. */
  const keepOld = (page: AppPage) => page.route(/\/api\/(changes|c[14]\?)/, () => undefined)

  test('a document that somebody deleted meanwhile cannot be opened', async () => {
    const [removedC4, removedC1] = [
      await c4('NESTAJE-4', '2026-05-01', 1, 1),
      await c1('NESTAJE-1', '2026-05-01', 1, 1),
    ]
    const incoming = await open('incoming')
    const outgoing = await open('outgoing')
    await keepOld(incoming)
    await keepOld(outgoing)
    await send(site, 'DELETE', `/c1/${removedC1.id}`)
    await send(site, 'DELETE', `/c4/${removedC4.id}`)
    await rowAction(incoming, 'Izmeni: NESTAJE-4')
    assert.match(await closeAlert(incoming), /Greška pri učitavanju stavki dokumenta\s+Traženi podatak ne postoji\./)
    await rowAction(outgoing, 'Izmeni: NESTAJE-1')
    assert.match(await closeAlert(outgoing), /Greška pri učitavanju stavki dokumenta\.\s+Traženi podatak ne postoji\./)
  })

  test('a PDF that somebody removed meanwhile: the import says so, of the export another one with its number opens', async () => {
    const incoming = await open('incoming')
    await button(incoming, 'Preuzmi PDF: ALFA-1').waitFor()
    await keepOld(incoming)
    await change(`/c4/${pdfOf.c4}`, { pdf_fajl: null })
    await button(incoming, 'Preuzmi PDF: ALFA-1').click()
    assert.match(await closeAlert(incoming), /Greška pri preuzimanju PDF fajla\./)

    const older = await c1('ALFA-2', '2025-06-01', 1, 1, { pdf_fajl: await upload('/c1/upload') })
    const outgoing = await open('outgoing', { complete: true })
    const download = outgoing.getByRole('row', { name: /05\.01\.2026\./ }).getByRole('button', { name: /^Preuzmi PDF/ })
    await download.waitFor()
    await keepOld(outgoing)
    await change(`/c1/${pdfOf.c1}`, { pdf_fajl: null })
    const opened = outgoing.waitForEvent('popup')
    await download.click()
    await (await opened).waitForURL(/^blob:/)
    await change(`/c1/${older.id}`, { pdf_fajl: null })
    await download.click()
    assert.match(await closeAlert(outgoing), /Greška pri preuzimanju PDF fajla\./)
  })

  test('the form of an import has its lists, and says so when an invoice file cannot be read', async () => {
    const page = await open('incoming')
    await button(page, 'Novi dokument').click()
    for (const [label, options] of [
      ['Tip dokumenta', ['Izaberite', ...C4_TYPES]],
      ['Valuta', ['RSD', 'EUR', 'USD']],
      ['Paritet', ['EXW', 'CIF', 'DAP', 'FOB']],
    ] as const) {
      const field = dialog(page).getByLabel(label, { exact: true })
      assert.deepEqual(await field.getByRole('option').allTextContents(), options)
    }
    const file = dialog(page).getByLabel('Excel fajl sa fakturama')
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await file.setInputFiles({ name: 'prekinut.xlsx', mimeType, buffer: Buffer.from('PK\u0003\u0004 nije do kraja') })
    const said = await closeAlert(page)
    assert.match(said, /Greška pri importu Excel fajla\. Proverite format fajla\./)
    assert.match(said, /Nije moguće pročitati fajl/)
    await file.setInputFiles(fixture('fakture-c4.ods'))
    await page
      .getByRole('dialog', { name: 'Pregled učitavanja faktura' })
      .getByText('Za učitavanje: 3 fakture')
      .waitFor()
  })
})
