import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, holdAnswers, type PageOptions, resize, withoutBrowser } from './browser.ts'
import {
  button,
  C1_TYPED,
  cell,
  chooseInCell,
  closeAlert,
  dialog,
  discharge,
  downloaded,
  fillHead,
  nextDownloads,
  PDF,
  stored,
} from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

type Stored = {
  id: number
  pdf_fajl: string | null
  vrednost_total: number
  manjak: { materijal_id: string; kolicina: number }[]
  stavke: { id: number; proizvod_id: string; kolicina: number; cena: number; broj_fakture: string }[]
}

const HEAD = { ...C1_TYPED, 'C1 broj': 'C1-2026/001', Datum: '01.03.2026.' }

describe('export documents', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
  })

  async function open(search = '', options: PageOptions = {}): Promise<AppPage> {
    // What could not be saved also stands in the console.
    const page = await openAs(site, { expectedErrors: [/ApiError/, /ERR_FAILED/], ...options })
    await page.goto(`${site.app.url}/dashboard/outgoing${search}`)
    await page.getByRole('heading', { name: 'Izlazni dokumenti', level: 1 }).waitFor()
    return page
  }
  const find = async (broj: string) => {
    const { results } = await stored<{ results: Stored[] }>(site, `/c1?c1Number=${encodeURIComponent(broj)}`)
    return stored<Stored>(site, `/c1/${results[0]?.id}`)
  }
  const newForm = async (page: AppPage) => {
    await button(page, 'Novi dokument').first().click()
    await dialog(page).getByText('Novi izlazni dokument').waitFor()
  }
  const edit = async (page: AppPage, broj: string) => {
    await rowAction(page, `Izmeni: ${broj}`)
    await dialog(page).getByText('Izmeni izlazni dokument').waitFor()
  }

  test('without products the form says so; an empty one says all that is missing', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('link', { name: 'Novi izlazni dokument' }).first().click()
    await dialog(page).getByText('Nema učitanih proizvoda. Proverite konzolu za greške.').waitFor()
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await dialog(page).getByText('Morate dodati barem jednu fakturu sa stavkama').waitFor()
    assert.equal(await dialog(page).getByText('Obavezno polje', { exact: true }).count(), 9)
    // Nothing was typed: it closes, and the empty list offers the sheet.
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await page
      .getByRole('table', { name: 'Izlazni dokumenti' })
      .getByRole('button', { name: 'Učitaj iz Excela' })
      .click()
    await button(page, 'Preuzmi šablon').waitFor()
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
  })

  test('an export is entered, its norm list is shown, its papers come and its shortage is named', async () => {
    await saveC4(site, 'C4-1', '2026-01-10', [{ materijal_id: 'PRV035CRN', kolicina: 700, cena_po_jedinici: 0.1 }])
    const page = await open()
    await newForm(page)
    await fillHead(page, HEAD)
    await button(page, 'Dodaj fakturu').click()
    assert.match(await dialog(page).getByLabel('Broj fakture', { exact: true }).inputValue(), /^F-\d{13}$/)
    await page.keyboard.type('IZ-1/26')
    await page.keyboard.press('Enter')
    await page.keyboard.type('KS006')
    await page.getByRole('option', { name: /KS006/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('100')
    await page.keyboard.press('Enter')
    await page.keyboard.type('18,90')
    await page.keyboard.press('Tab')
    const normativ = dialog(page).getByRole('list', { name: 'Normativ' })
    await normativ.getByText('PRV075BEL').waitFor()
    assert.equal(await normativ.getByRole('listitem').count(), 16)
    assert.match(await normativ.getByRole('listitem').filter({ hasText: 'PRV075BEL' }).innerText(), /757\sm/)
    await dialog(page)
      .getByText(/kom · HS kod/)
      .waitFor()
    assert.match(await dialog(page).getByText('Vrednost').innerText(), /1\.890,00\sEUR/)

    // An item that is half filled is an error, whatever its amounts are.
    await button(page, 'Dodaj stavke (1)').click()
    await cell(page, 'Količina', 2).fill('0')
    await button(page, 'Napravi dokument').click()
    assert.match(
      await closeAlert(page),
      /Molimo proverite sve stavke\. Količina i cena moraju biti validni brojevi i veći od 0, a proizvod mora biti izabran\./,
    )
    await dialog(page).getByText('Količina mora biti veća od 0').waitFor()
    await cell(page, 'Količina', 2).fill('1')
    await cell(page, 'Cena po jedinici', 2).fill('0')
    await button(page, 'Napravi dokument').click()
    await closeAlert(page)
    await dialog(page).getByText('Cena mora biti veća od 0').waitFor()
    await button(page, 'Ukloni stavku 2').click()

    // The alert speaks of quantity, price and product: other faults are shown at their fields.
    await cell(page, 'Redni broj', 1).fill('0')
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Redni broj mora biti najmanje 1.').waitFor()
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    await cell(page, 'Redni broj', 1).fill('1')

    await button(page, 'Proveri').click()
    const foreseen = page.getByRole('dialog', { name: 'Provera pre čuvanja' })
    await foreseen.getByText('Drugi izvozi se ne menjaju.').waitFor()
    await foreseen.getByRole('row', { name: /KON24PZ.*900.*Manjak/ }).waitFor()
    await foreseen
      .getByRole('row', { name: /PRV035CRN.*C4-1/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await foreseen.waitFor({ state: 'detached' })
    assert.equal((await stored<{ total: number }>(site, '/c1')).total, 0)

    // What was found stands at the normativ of its line, until the form is another one.
    const wire = normativ.getByRole('listitem').filter({ hasText: 'PRV035CRN' })
    assert.match(await wire.innerText(), /C4-1 · 10\.01\.2026\. · Nemačka · dokazuje poreklo\s+485 m/)
    assert.match(await normativ.getByRole('listitem').filter({ hasText: 'KON24PZ' }).innerText(), /manjak\s+900 kom/)
    await cell(page, 'Količina', 1).fill('99')
    await dialog(page).getByText('Forma je promenjena posle provere.').waitFor()
    // Over the invoices, and at the line.
    await dialog(page).getByText('zastarelo').nth(1).waitFor()

    // A newer look ends the one that is still under way.
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/c1/provera'))
    const release = await holdAnswers(page, /c1\/provera/)
    await button(page, 'Proveri').click()
    await dialog(page).getByText('Proverava se šta bi se promenilo…').waitFor()
    await cell(page, 'Količina', 1).fill('100')
    await button(page, 'Proveri').click()
    await ended
    release()
    await foreseen.getByRole('row', { name: /KON24PZ.*900.*Manjak/ }).waitFor()
    await page.keyboard.press('Escape')
    await foreseen.waitFor({ state: 'detached' })
    assert.equal(await dialog(page).getByText('zastarelo').count(), 0)

    const papers = nextDownloads(page, 2)
    await button(page, 'Napravi dokument').click()
    const consequences = page.getByRole('dialog', { name: 'Posledice po zalihe' })
    await consequences.getByText('Izlazni dokument C1-2026/001 je napravljen.').waitFor()
    await consequences.getByRole('listitem').filter({ hasText: 'KON24PZ' }).getByText('900').waitFor()
    await consequences.getByRole('link', { name: 'Pogledaj razduženje' }).click()
    await page.getByRole('heading', { name: 'C1-2026/001', level: 2 }).waitFor()
    assert.deepEqual((await papers).map((paper) => paper.suggestedFilename().replaceAll('/', '_')).sort(), [
      'C1_C1-2026-001_razduzenje.pdf',
      'C1_C1-2026-001_specifikacija.pdf',
    ])
    const saved = await find('C1-2026/001')
    assert.equal(saved.vrednost_total, 1890)
    assert.deepEqual(
      saved.stavke.map(({ proizvod_id, kolicina, cena, broj_fakture }) => [proizvod_id, kolicina, cena, broj_fakture]),
      [['KS006', 100, 18.9, 'IZ-1/26']],
    )
  })

  test('the discharge answers the question of customs: by item, by C4, by material', async () => {
    const page = await open()
    await page.getByRole('row', { name: /^C1-2026\/001 manjak Izvozna deklaracija/ }).waitFor()
    await rowAction(page, 'Razduženje: C1-2026/001')
    const window = discharge(page)
    await window
      .getByRole('row', { name: /PRV035CRN 485 m C4-1 10\.01\.2026\. DE-1 \/ 1 8544\.49\.95 Nemačka DA 215 m/ })
      .waitFor()
    await window.getByRole('row', { name: /KON24PZ 900 kom Manjak/ }).waitFor()
    assert.match(page.url(), /\/outgoing\/\d+#razduzenje$/)
    await resize(page, { width: 1024, height: 768 })
    await window.getByText('10.01.2026.').first().waitFor()
    assert.equal(await page.getByRole('group', { name: 'Razduženje' }).count(), 0, 'the table scrolls sideways')
    await resize(page, { width: 1440, height: 900 })

    await button(page, 'Samo manjak').click()
    assert.equal(await window.getByText('PRV035CRN').count(), 0)
    await button(page, 'Prikaži sve').click()
    await window.getByRole('tab', { name: 'Po C4 dokumentima' }).click()
    await window.getByRole('row', { name: /^C4-1 · 10\.01\.2026\. · 1 stavka/ }).waitFor()
    await window.getByRole('row', { name: 'Bez pokrića u uvozu' }).waitFor()
    await window.getByRole('tab', { name: 'Po materijalima' }).click()
    await window.getByRole('row', { name: /PRV035CRN · potrebno 485 m/ }).waitFor()
    await window.getByLabel('Pretraži razduženje...').fill('c4-1')
    await window.getByRole('row', { name: /^C4-1 10\.01\.2026\. 485 m/ }).waitFor()
    await window.getByLabel('Pretraži razduženje...').fill('kon24pz')
    await window.getByRole('row', { name: /^Manjak 900 kom/ }).waitFor()

    await page.reload()
    await window.getByRole('row', { name: /KON24PZ 900 kom Manjak/ }).waitFor()
    await page.getByRole('link', { name: 'Izlazni dokumenti' }).last().click()
    await button(page, 'Novi dokument').waitFor()
    assert.equal(new URL(page.url()).search, '')
    const paper = await downloaded(page, async () => void (await rowAction(page, 'Preuzmi papire: C1-2026/001')))
    assert.equal(paper.start, '%PDF-')
  })

  test('an edit keeps the copied normativ; a C4 that comes later covers the shortage', async () => {
    await send(site, 'POST', '/normativ/KS006', { items: [{ materijal_id: 'REL12', potrebna_kolicina: 1 }] })
    const page = await open()
    await edit(page, 'C1-2026/001')
    const normativ = dialog(page).getByRole('list', { name: 'Normativ' })
    const missing = normativ.getByRole('listitem').filter({ hasText: 'KON24PZ' })
    await missing.getByText('manjak 900').waitFor()
    await cell(page, 'Količina', 1).fill('200')
    assert.match(await missing.innerText(), /1\.800\skom/)
    assert.equal(await missing.getByText('manjak').count(), 0)
    await button(page, 'Sakrij normative').click()
    assert.equal(await normativ.count(), 0)
    await button(page, 'Prikaži normative').click()
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Proizvod', 2, 'KS006', 'KS006')
    await normativ.nth(1).getByText('REL12').waitFor()
    assert.equal(await normativ.nth(1).getByRole('listitem').count(), 1)
    await button(page, 'Ukloni stavku 2').click()
    await button(page, 'Ažuriraj dokument').click()
    await page
      .getByRole('dialog', { name: 'Posledice po zalihe' })
      .getByText('Izlazni dokument C1-2026/001 je izmenjen.')
      .waitFor()
    await button(page, 'U redu').click()
    const saved = await find('C1-2026/001')
    assert.equal(saved.manjak.find(({ materijal_id }) => materijal_id === 'KON24PZ')?.kolicina, 1800)
    await saveC4(
      site,
      'C4-2',
      '2026-02-10',
      saved.manjak.map(({ materijal_id, kolicina }) => ({ materijal_id, kolicina, cena_po_jedinici: 1 })),
    )
    await page.reload()
    // What was downloaded with the document says of a shortage that is none any more.
    const outdated = page.getByRole('row', { name: /^C1-2026\/001 papiri zastareli Izvozna deklaracija/ })
    await outdated.waitFor()
    await rowAction(page, 'Preuzmi papire: C1-2026/001')
    await outdated.waitFor({ state: 'detached' })
  })

  test('an export whose papers cannot be drawn now is saved, and the form says when to ask for them', async () => {
    const page = await open()
    const message = 'PDF fajlovi trenutno ne mogu da se naprave. Dokument je sačuvan.'
    // The document is saved for real; what a busy printer would leave out is taken from the answer.
    await page.route('**/api/c1/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      const answer = await route.fetch()
      const json = { ...(await answer.json()), files: [], papiri_poruka: message, papiri_posle: 10 }
      await route.fulfill({ response: answer, json })
    })
    await edit(page, 'C1-2026/001')
    await cell(page, 'Cena po jedinici', 1).fill('2')
    await button(page, 'Ažuriraj dokument').click()
    await page.getByText('Izlazni dokument C1-2026/001 je sačuvan, ali bez papira.').waitFor()
    await page.getByText(`${message} Za 10 s ih možete preuzeti dugmetom 'Preuzmi papire'.`).waitFor()
    assert.equal((await find('C1-2026/001')).stavke[0]?.cena, 2)
  })

  test('the number is refused at its field, the PDF belongs to the document, deleting asks', async () => {
    const page = await open()
    await newForm(page)
    await fillHead(page, { ...HEAD, 'C1 broj': 'c1-2026/001' })
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Proizvod', 1, 'KS001', 'KS001')
    await button(page, 'Napravi dokument').click()
    assert.match(await closeAlert(page), /Greška pri snimanju dokumenta: Dokument sa ovim brojem već postoji\./)
    assert.equal(await dialog(page).getByLabel('C1 broj').getAttribute('aria-invalid'), 'true')
    await fillHead(page, { 'C1 broj': 'C1-2026/002' })
    await dialog(page)
      .getByLabel('PDF dokumenta', { exact: true })
      .last()
      .setInputFiles({ name: 'izvoz.pdf', mimeType: 'application/pdf', buffer: PDF })
    await button(page, 'Napravi dokument').dblclick()
    await button(page, 'U redu').click()
    assert.ok((await find('C1-2026/002')).pdf_fajl)
    const pdf = await downloaded(page, () => button(page, 'Preuzmi PDF: C1-2026/002').click())
    assert.deepEqual([pdf.name.replace('_', '/'), pdf.start], ['C1-2026/002.pdf', '%PDF-'])

    await rowAction(page, 'Obriši: C1-2026/002')
    const question = page.getByRole('alertdialog', { name: 'Potvrda brisanja' })
    await question.getByText('Da li ste sigurni da želite da obrišete ovaj C1 dokument?').waitFor()
    await question.getByRole('button', { name: 'Ne' }).click()
    await rowAction(page, 'Obriši: C1-2026/002')
    await question.getByRole('button', { name: 'Da' }).click()
    await page.getByText('Broj izlaznih dokumenata: 1').waitFor()
  })

  test('an export that goes first takes the older lots, and the others are named', async () => {
    await saveC4(site, 'C4-3', '2026-04-01', [{ materijal_id: 'REL12', kolicina: 10, cena_po_jedinici: 2 }])
    await saveC1(site, 'C1-KASNIJI', '2026-05-02', 'KS006', 1)
    const page = await open()
    await newForm(page)
    await fillHead(page, { ...HEAD, 'C1 broj': 'C1-RANIJI', Datum: '1.5.2026' })
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Proizvod', 1, 'KS006', 'KS006')
    await cell(page, 'Količina', 1).fill('100000')
    await button(page, 'Proveri').click()
    const foreseen = page.getByRole('dialog', { name: 'Provera pre čuvanja' })
    const moved = foreseen.getByRole('table', { name: 'Izvozi koji bi se pomerili' })
    await moved.getByRole('row', { name: /^C1-KASNIJI 02\.05\.2026\. REL12 C4-3 .+ manjak / }).waitFor()
    await foreseen.getByRole('button', { name: 'Zatvori', exact: true }).last().click()
    await button(page, 'Napravi dokument').click()
    // What is unusual is asked about first; 'Ne' leads back to the form.
    const question = page.getByRole('alertdialog', { name: 'Neuobičajene vrednosti' })
    await question.getByText(/\(KS006\): količina 100\.000 .+, a uobičajena je /).waitFor()
    await question.getByRole('button', { name: 'Ne' }).click()
    await question.waitFor({ state: 'detached' })
    await button(page, 'Napravi dokument').click()
    await question.getByRole('button', { name: 'Da' }).click()
    const consequences = page.getByRole('dialog', { name: 'Posledice po zalihe' })
    await consequences.getByText('Manjak', { exact: true }).waitFor()
    await consequences.getByText('Novi manjak u izvozima (1)').waitFor()
    assert.equal(await consequences.getByText('Promenjena razduženja').count(), 0)
    const later = consequences.getByRole('listitem').filter({ hasText: 'C1-KASNIJI' })
    await later.getByText('manjak').waitFor()
    await later.getByText('REL12').waitFor()
    await consequences.getByRole('link', { name: 'C1-KASNIJI' }).click()
    await page.getByRole('heading', { name: 'C1-KASNIJI', level: 2 }).waitFor()
  })

  test('from an export to its import, to all exports of that, and back', async () => {
    const page = await open('', { complete: true })
    const at = (broj: string) => page.getByRole('heading', { name: broj, level: 2 }).waitFor()
    await rowAction(page, 'Razduženje: C1-2026/001')
    await discharge(page).getByText('Materijala bez pokrića').waitFor()
    await discharge(page).getByRole('link', { name: 'C4-1', exact: true }).first().click()
    await at('C4-1')
    await discharge(page)
      .getByRole('row', { name: /^Faktura DE-1 · 1 stavka .*PRV035CRN · uvezeno 700 m · razduženo \d+ m/ })
      .waitFor()
    const drawn = discharge(page).getByRole('row', { name: /^C1-2026\/001 .*KS006 [\d.,]+ m$/ })
    await drawn.first().waitFor()
    const [paper] = await Promise.all([page.waitForEvent('popup'), button(page, 'Razduženje (PDF)').click()])
    await paper.waitForURL(/^blob:/)
    await paper.close()
    await discharge(page).getByLabel('Pretraži razduženje...').fill('nema ga')
    await discharge(page).getByText('Nema pronađenih podataka').waitFor()
    await discharge(page).getByLabel('Pretraži razduženje...').fill('prv035crn c1-2026/001')
    await discharge(page).getByText('Broj redova: 1').waitFor()
    await drawn.getByRole('link', { name: 'C1-2026/001' }).click()
    await at('C1-2026/001')
    await page.goBack()
    await at('C4-1')
    await page.goBack()
    await page.goBack()
    await button(page, 'Novi dokument').waitFor()
  })

  test('a new line is shown with the normativ of the day of the export', async () => {
    const [product, material] = [{ id: 'VERZ1', naziv: 'Sa verzijom' }, { materijal_id: 'KLP01' }]
    const norm = (potrebna_kolicina: number) => [{ ...material, potrebna_kolicina }]
    const normativi = norm(1)
    await send(site, 'POST', '/proizvodi', { ...product, hs_code: '8544', jedinica_mere: 'kom', normativi })
    await send(site, 'POST', '/normativ/VERZ1/verzije', { vazi_od: '2026-02-15', items: norm(3) })
    const page = await open()
    await newForm(page)
    await fillHead(page, { ...HEAD, 'C1 broj': 'C1-VERZ', Datum: '01.03.2026.' })
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.type('IZ-V')
    await page.keyboard.press('Enter')
    await page.keyboard.type('VERZ1')
    await page.getByRole('option', { name: /VERZ1/ }).waitFor()
    await page.keyboard.press('Enter')
    await cell(page, 'Količina', 1).fill('10')
    const needed = dialog(page).getByRole('list', { name: 'Normativ' }).getByRole('listitem')
    await needed.filter({ hasText: /KLP01[\s\S]*30\s/ }).waitFor()
    await fillHead(page, { Datum: '14.02.2026.' })
    await needed.filter({ hasText: /KLP01[\s\S]*10\s/ }).waitFor()
  })

  test('filters by receiver, country and quantity', async () => {
    const page = await open('?partner=volkswagen')
    await page.getByText('Broj izlaznih dokumenata: 1').waitFor()
    await page.getByText('Aktivni').waitFor()
    await button(page, 'Obriši sve').click()
    await page.getByText('Broj izlaznih dokumenata: 3').waitFor()
    await page.getByLabel('Zemlja otpreme').selectOption('Hrvatska')
    await page.getByText('Nema pronađenih podataka').waitFor()
    await page.getByLabel('Zemlja otpreme').selectOption('Srbija')
    await page.getByLabel('Količina od').fill('1000')
    await page.getByText('Broj izlaznih dokumenata: 1').waitFor()
    await button(page, 'Sakrij filtere').click()
    await page.getByText('Aktivni').waitFor()
    await page.getByLabel('Pretraži dokumente...').fill('kasniji')
    await page.getByText('Nema pronađenih podataka').waitFor()
  })
})
