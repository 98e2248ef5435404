// Every window, menu and question of the program: nothing for axe to find in either theme, no sideways scroll of the page
// at any width, nothing from another host, the focus where it was, windows of one kind alike. The screens themselves:
// screens.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, type PageOptions, withoutBrowser, withoutNews } from './browser.ts'
import {
  button,
  C1_TYPED,
  C4_TYPED,
  cell,
  chooseInCell,
  dialog,
  escapeDialog,
  fillHead,
  PDF,
} from './document-steps.ts'
import { expectNoFindings, lookAtEverySize, lookOf, watchHosts } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { fixture, importCatalogue, SOME_LINES, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

/** A line that makes sending 1 MB last long enough to be watched. */
const SLOW_LINE = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 1024 * 1024 }

describe('every window', { skip: withoutBrowser }, () => {
  const site = useSite()
  const foreign: string[] = []

  before(async () => {
    await importCatalogue(site)
    await saveC4(site, 'C4-01', '2026-01-05', SOME_LINES)
    await saveC4(site, 'C4-02', '2026-02-05', SOME_LINES)
    await saveC1(site, 'C1-01', '2026-04-01', 'KS014', 40)
    await saveC1(site, 'C1-02', '2026-04-02', 'KS014', 4000)
  })

  async function open(path: string, options: PageOptions = {}, session = site.token): Promise<AppPage> {
    const page = await openAs({ ...site, token: session }, options)
    watchHosts(page, site.app, foreign)
    await page.goto(`${site.app.url}/dashboard/${path}`)
    await button(page, `Podešavanja: ${ACCOUNT.email}`).waitFor()
    return page
  }
  const press = (page: AppPage, name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const question = (page: AppPage) => page.getByRole('alertdialog')
  const choose = async (page: AppPage, label: string, file: string) =>
    dialog(page).getByLabel(label, { exact: true }).last().setInputFiles(fixture(file))

  test('windows that only show something close alike, and those of documents have the same edge and names', async () => {
    const page = await open('incoming')
    await page.emulateMedia({ colorScheme: 'dark' })
    const edge = () =>
      dialog(page)
        .getByRole('heading', { level: 2 })
        .first()
        .evaluate((element) => {
          const panel = element.closest('[data-dialog-panel]') ?? element
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(panel)
          return `${outlineStyle} ${outlineWidth} ${outlineColor}`
        })
    const close = dialog(page).getByText('Zatvori', { exact: true })

    // A history of one change is a small window, and grows with what is opened in it.
    await rowAction(page, 'Istorija: C4-02')
    const entry = dialog(page).getByRole('button', { name: /Dodat ulazni dokument C4-02/ })
    await entry.waitFor()
    const [look, shown] = [await lookOf(close), await edge()]
    assert.match(shown, /^solid 1px/)
    const foot = (await close.boundingBox())?.y ?? 0
    assert.ok(foot - ((await entry.boundingBox())?.y ?? 0) < 200, 'the foot stands under the only entry')
    await entry.click()
    await dialog(page).getByRole('table').first().waitFor()
    assert.ok(((await close.boundingBox())?.y ?? 0) > foot)
    await closeWindow(page)

    await rowAction(page, 'Izmeni: C4-02')
    await dialog(page).getByRole('columnheader', { name: 'Iznos', exact: true }).waitFor()
    assert.equal(await edge(), shown)
    await closeWindow(page)

    await page.getByRole('navigation').getByRole('link', { name: 'Izlazni dokumenti' }).click()
    await rowAction(page, 'Istorija: C1-01')
    await close.waitFor()
    assert.deepEqual(await lookOf(close), look)
    await closeWindow(page)
    await rowAction(page, 'Izmeni: C1-01')
    await dialog(page).getByRole('columnheader', { name: 'Iznos', exact: true }).waitFor()
  })

  test('what every screen has: its menu, and on the page of settings rates and accounts', async () => {
    const colleague = 'petar@sumadijakabl.rs'
    await send({ app: site.app }, 'POST', '/auth/register', { ...ACCOUNT, email: colleague })
    const page = await open('materials')
    await press(page, /^Podešavanja/)
    await page.getByRole('menuitem', { name: 'Kursevi' }).waitFor()
    await lookAtEverySize(page)
    await page.getByRole('menuitem', { name: 'Kursevi' }).click()
    const rates = page.getByRole('region', { name: 'Kursevi' })
    await rates
      .getByRole('row', { name: /početni kurs/ })
      .first()
      .waitFor()
    await button(page, 'Sačuvaj kurs').click()
    await rates.getByText('Važi od: obavezno polje.').waitFor()
    await lookAtEverySize(page)
    await rates.getByLabel('Važi od', { exact: true }).fill('1.1.2026')
    await rates.getByLabel(/^Kurs \(/).fill('117,2')
    await button(page, 'Sačuvaj kurs').click()
    await rates.getByRole('button', { name: /^Obriši:/ }).click()
    await question(page).waitFor()
    await lookAtEverySize(page)
    await button(page, 'Ne').click()
    await button(page, 'Učitaj kursnu listu').click()
    const [valuta, kurs] = ['<Currency>EUR</Currency><Unit>1</Unit>', '<Middle_Rate>117.2433</Middle_Rate>']
    const list = `<Exchange_Rates_List><header><Date>22.05.2026</Date></header><Item>${valuta}${kurs}</Item></Exchange_Rates_List>`
    await dialog(page)
      .getByLabel('Kursna lista', { exact: true })
      .last()
      .setInputFiles({ name: 'kursna-lista.xml', mimeType: 'text/xml', buffer: Buffer.from(list) })
    await dialog(page)
      .getByRole('row', { name: /117,2433/ })
      .waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    if (await question(page).count()) await button(page, 'Da').click()
    await button(page, 'Promeni lozinku').click()
    await page.getByText('Please confirm your password').waitFor()
    await lookAtEverySize(page)
    await button(page, `Izmeni: ${colleague}`).click()
    await dialog(page).getByLabel('Uloga').waitFor()
    await lookAtEverySize(page)
  })

  test('an account that is handed in', async () => {
    const page = await open('obracun?datum_od=2026-01-01&datum_do=2026-12-31')
    await page
      .getByRole('row', { name: /^C4-01 / })
      .first()
      .waitFor()
    await page.keyboard.press('n')
    // Its paper is drawn for it.
    await dialog(page).getByText('…', { exact: true }).waitFor({ state: 'detached' })
    await dialog(page).getByRole('definition').nth(3).getByText(/^\d+$/).waitFor()
    await lookAtEverySize(page)
  })

  test('the menu of a phone', async () => {
    const page = await open('materials', { width: 390, height: 844 })
    await button(page, 'Otvori meni').click()
    await page.getByRole('dialog', { name: 'Meni' }).getByRole('link', { name: 'Arhiva' }).waitFor()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectNoFindings(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoFindings(page)
  })

  test('on a phone the actions of a row are in one menu, in sight', async () => {
    const page = await open('incoming', { width: 390, height: 844 })
    const actions = button(page, 'Još: C4-01')
    await actions.waitFor()
    const { x = 0, width = 0 } = (await actions.boundingBox()) ?? {}
    assert.ok(x > 300 && x + width <= 390 - 16, `${x} to ${x + width}`)
    assert.equal(await page.getByRole('button', { name: /^(Izmeni|Obriši|Istorija): / }).count(), 0)
    await actions.click()
    await page.getByRole('menuitem', { name: 'Izmeni' }).waitFor()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectNoFindings(page)
    await page.getByRole('menuitem', { name: 'Istorija' }).click()
    await page.getByRole('dialog', { name: 'Istorija: C4-01' }).getByText('Dodat ulazni dokument C4-01').waitFor()
    await page.keyboard.press('Escape')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Obriši' }).click()
    await question(page).getByText('C4-01').waitFor()
    await button(page, 'Ne').click()
  })

  test('logging in again in place', async () => {
    const own = await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', ACCOUNT)
    const page = await open('materials?search=KON6PZ', {}, own.token)
    await page.getByRole('row', { name: /KON6PZ/ }).waitFor()
    await withoutNews(page)
    await send({ ...site, token: own.token }, 'POST', '/auth/logout')
    await page.getByRole('link', { name: 'Proizvodi' }).click()
    const renewal = page.getByRole('alertdialog', { name: 'Sesija je istekla' })
    await renewal.getByLabel('Lozinka', { exact: true }).fill('pogresna-rec')
    await renewal.getByRole('button', { name: 'Prijavi se' }).click()
    await renewal.getByText('Pogrešan email ili lozinka.').waitFor()
    await lookAtEverySize(page)
  })

  test('windows of materials', async () => {
    const page = await open('materials?search=KON6PZ')
    await button(page, 'Novi materijal').click()
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await dialog(page).getByText('Molimo ispravite greške u formi').waitFor()
    await dialog(page).getByLabel('Zemlja porekla').fill('ne')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await lookAtEverySize(page)
    await dialog(page).getByLabel('Naziv').fill('Žica u nacrtu')
    await dialog(page)
      .getByText(/sačuvan u \d\d:\d\d/)
      .waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    await lookAtEverySize(page)
    await button(page, 'Da').click()
    await page.getByRole('list', { name: 'Nacrti' }).waitFor()
    await lookAtEverySize(page)
    await button(page, 'Novi materijal').click()
    await button(page, 'Nastavi nacrt').waitFor()
    await lookAtEverySize(page)
    await button(page, 'Odbaci').click()
    await page.keyboard.press('Escape')

    await button(page, 'Učitaj iz Excela').click()
    await lookAtEverySize(page)
    await choose(page, 'Excel fajl', 'materijali-sa-greskama.xlsx')
    await dialog(page).getByRole('tab', { name: 'Preskočeni 5' }).click()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    if (await question(page).count()) await button(page, 'Da').click()
    await rowAction(page, 'Istorija')
    await dialog(page).getByRole('button').nth(1).waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await rowAction(page, 'Obriši')
    await page.getByText('Greška prilikom brisanja materijala.').waitFor()
    await lookAtEverySize(page)

    const facts = { naziv: 'Žica', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544' }
    await send(site, 'POST', '/materials', { id: 'OBRISAN1', ...facts })
    await page.goto(`${site.app.url}/dashboard/materials?search=OBRISAN1`)
    await rowAction(page, 'Izmeni')
    await dialog(page).getByLabel('Naziv').fill('Žica, ipak')
    await send(site, 'DELETE', '/materials/OBRISAN1')
    await button(page, 'Sačuvaj izmene').click()
    await dialog(page).getByText('Ovaj podatak je u međuvremenu obrisan.').waitFor()
    await lookAtEverySize(page)
  })

  test('windows of products', async () => {
    const page = await open('products?search=KS014')
    await button(page, 'Novi proizvod').click()
    await dialog(page).getByLabel('Naziv').fill('Ogled')
    await page.getByLabel('Količina za stavku 1').fill('2')
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await dialog(page).getByText('Materijal je obavezan za stavku 1').waitFor()
    await page.getByLabel('Materijal za stavku 1').fill('prov')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    if (await question(page).count()) await button(page, 'Da').click()
    await rowAction(page, 'Izmeni')
    await page.getByLabel('Količina za stavku 1').fill('0')
    await button(page, 'Sačuvaj izmene').click()
    await dialog(page).getByText('Količina mora biti veća od 0 za stavku 1').waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    if (await question(page).count()) await button(page, 'Da').click()
    await button(page, 'Import BOM').click()
    await choose(page, 'Excel fajl', 'normativi-ifs-sa-greskama.xlsx')
    await dialog(page).getByRole('tab', { name: 'Preskočeni 4' }).click()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    if (await question(page).count()) await button(page, 'Da').click()
    await page.getByRole('row', { name: /KS014/ }).getByRole('checkbox').check()
    await button(page, 'Obriši odabrane (1)').click()
    await page.getByRole('alertdialog', { name: 'Brisanje nije moguće' }).waitFor()
    await lookAtEverySize(page)
  })

  test('windows of an import document', async () => {
    const page = await open('incoming', { expectedErrors: [/ApiError/] })
    await button(page, 'Novi dokument').click()
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await dialog(page).getByLabel('Pošiljalac', { exact: true }).fill('mül')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await dialog(page)
      .getByRole('button', { name: /kalendar/i })
      .first()
      .click()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await choose(page, 'Excel fajl sa fakturama', 'fakture-c4-zamke.xlsx')
    const preview = page.getByRole('dialog', { name: 'Pregled učitavanja faktura' })
    await preview.getByText('Preskočeni redovi').waitFor()
    await lookAtEverySize(page)
    await preview.getByRole('button', { name: 'Učitaj u dokument' }).click()
    await preview.waitFor({ state: 'detached' })
    await lookAtEverySize(page)
    await press(page, /^Ukloni fakturu/)
    await question(page).waitFor()
    await lookAtEverySize(page)
    await button(page, 'Ne').click()
    await page.keyboard.press('Escape')
    await button(page, 'Da').click()

    await rowAction(page, 'Izmeni: C4-01')
    await dialog(page).getByText('Izmeni ulazni dokument').waitFor()
    await dialog(page)
      .getByLabel('PDF dokumenta')
      .last()
      .setInputFiles({ name: 'carinska isprava.pdf', mimeType: 'application/pdf', buffer: PDF })
    await cell(page, 'Materijal', 2).fill('konektor')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await chooseInCell(page, 'Materijal', 2, 'REL12', 'Relej')
    const { results } = await send<{ results: { id: number }[] }>(site, 'GET', '/c4?c4Number=C4-01')
    const path = `/c4/${results[0]?.id}`
    const stored = await send<object>(site, 'GET', path)
    await send(site, 'PUT', path, { ...stored, broj_terminala: 'T-77' })
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await button(page, 'Da').click()
    await rowAction(page, 'Istorija: C4-01')
    await press(page, /Izmenjen ulazni dokument/)
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await declineByEnter(page, 'Obriši: C4-01')
    await rowAction(page, 'Obriši: C4-01')
    await lookAtEverySize(page)
    await button(page, 'Da').click()
    await page.getByText('Greška prilikom brisanja dokumenta.').waitFor()
    await lookAtEverySize(page)
  })

  test('windows of an export document', async () => {
    const page = await open('outgoing', { expectedErrors: [/ApiError/] })
    await button(page, 'Novi dokument').click()
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await rowAction(page, 'Izmeni: C1-01')
    await dialog(page).getByRole('list', { name: 'Normativ' }).waitFor()
    await lookAtEverySize(page)
    await cell(page, 'Količina', 1).fill('0')
    await button(page, 'Ažuriraj dokument').click()
    await question(page)
      .getByText(/^Molimo proverite sve stavke\./)
      .waitFor()
    await lookAtEverySize(page)
    await button(page, 'U redu').click()
    await cell(page, 'Količina', 1).fill('4000')
    await button(page, 'Ažuriraj dokument').click()
    await page.getByRole('dialog', { name: 'Posledice po zalihe' }).waitFor()
    await lookAtEverySize(page)
    await button(page, 'U redu').click()
    await rowAction(page, 'Razduženje: C1-01')
    for (const name of ['Po stavkama izvoza', 'Po C4 dokumentima', 'Po materijalima']) {
      await page.getByRole('tab', { name }).click()
      await lookAtEverySize(page)
    }
    await page.goBack()
    await rowAction(page, 'Istorija: C1-02')
    await dialog(page)
      .getByRole('button', { name: /Promenjeno/ })
      .first()
      .click()
    await page.getByRole('table', { name: 'Razduženje' }).waitFor()
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await declineByEnter(page, 'Obriši: C1-02')
    await rowAction(page, 'Obriši: C1-02')
    await question(page).getByText('Da li ste sigurni da želite da obrišete ovaj C1 dokument?').waitFor()
    await lookAtEverySize(page)
  })

  test('a form says what its parts lack in one way', async () => {
    const page = await open('incoming')
    await button(page, 'Novi dokument').click()
    await button(page, 'Napravi dokument Ctrl+S').or(button(page, 'Napravi dokument')).click()
    const ofDocument = dialog(page).getByText('Morate dodati barem jednu fakturu sa stavkama')
    await ofDocument.waitFor()
    const look = await lookOf(ofDocument)
    await page.goto(`${site.app.url}/dashboard/products`)
    await button(page, 'Novi proizvod').click()
    await dialog(page)
      .getByRole('button', { name: /^Dodaj proizvod/ })
      .click()
    const ofProduct = dialog(page).getByText('Morate dodati barem jedan materijal u normativ')
    await ofProduct.waitFor()
    assert.deepEqual(await lookOf(ofProduct), look)
  })

  test('a document without a PDF leaves the room to its lines, one with it as much as somebody wants', async () => {
    const page = await open('incoming')
    await rowAction(page, 'Izmeni: C4-02')
    const side = dialog(page).getByRole('complementary')
    // Of the sheet, which leaves a margin of the window.
    const part = () =>
      side.evaluate((one) => Math.round((100 * one.clientWidth) / (one.parentElement?.clientWidth ?? 1)))
    assert.ok((await part()) < 20, `${await part()} %`)
    const choose = () =>
      dialog(page)
        .getByLabel('PDF dokumenta', { exact: true })
        .last()
        .setInputFiles({ name: 'carina.pdf', mimeType: 'application/pdf', buffer: PDF })
    await choose()
    await button(page, 'Proširi').waitFor()
    assert.ok((await part()) < 20, `${await part()} % for a PDF that nobody looks at yet`)
    await button(page, 'Proširi').click()
    assert.equal(await part(), 50)
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.reload()
    await rowAction(page, 'Izmeni: C4-02')
    await button(page, 'Skupi').waitFor()
    assert.equal(await part(), 50)
    await button(page, 'Skupi').click()
    assert.ok((await part()) < 30, `${await part()} %`)
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    await rowAction(page, 'Izmeni: C4-02')
    await button(page, 'Proširi').waitFor()
  })

  test('a bar shows how far the upload of a PDF and of an Excel file has come', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    const line = await page
      .context()
      .newCDPSession(page as Parameters<ReturnType<AppPage['context']>['newCDPSession']>[0])
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', SLOW_LINE)
    await rowAction(page, 'Izmeni: C4-01')
    const file = dialog(page).getByLabel('PDF dokumenta', { exact: true }).last()
    const buffer = Buffer.concat([PDF, Buffer.alloc(1024 * 1024, '\n')])
    await file.setInputFiles({ name: 'velik.pdf', mimeType: 'application/pdf', buffer })
    await button(page, 'Ažuriraj dokument').click()
    const bar = page.getByRole('progressbar', { name: 'Slanje: PDF dokumenta' })
    await bar.waitFor()
    assert.ok(Number(await bar.getAttribute('aria-valuenow')) < 100)
    await page.getByText(/^Ulazni dokument .+ je izmenjen\.$/).waitFor()

    await page.goto(`${site.app.url}/dashboard/materials`)
    await button(page, 'Učitaj iz Excela').click()
    await line.send('Network.emulateNetworkConditions', { ...SLOW_LINE, uploadThroughput: 16 * 1024 })
    await dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(fixture('materijali.xlsx'))
    await page.getByRole('progressbar', { name: 'Slanje: Excel fajl' }).waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
  })

  test('what saving a new document did to the stock is told, and then the focus is where its form was opened', async () => {
    const page = await openAs(site)
    // The import covers what the export lacks: both have something to tell.
    for (const [path, fields, goods, id] of [
      ['/outgoing', { ...C1_TYPED, 'C1 broj': 'C1-FOKUS', Datum: '01.03.2026.' }, 'Proizvod', 'KS006'],
      ['/incoming', { ...C4_TYPED, 'C4 broj': 'C4-FOKUS', Datum: '01.02.2026.' }, 'Materijal', 'PRV075BEL'],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard${path}`)
      const opener = button(page, 'Novi dokument')
      await opener.focus()
      await page.keyboard.press('Enter')
      await dialog(page).waitFor()
      await fillHead(page, fields)
      await button(page, 'Dodaj fakturu').click()
      await button(page, 'Dodaj stavke (1)').click()
      await chooseInCell(page, goods, 1, id, id)
      await cell(page, 'Količina', 1).fill('10')
      await page.keyboard.press('Control+s')
      const notice = page.getByRole('dialog', { name: 'Posledice po zalihe' })
      await notice.waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'U redu')
      await page.keyboard.press('Enter')
      await notice.waitFor({ state: 'detached' })
      assert.ok(await opener.evaluate((element) => element === document.activeElement), path)
    }
  })

  test('nothing of this came from another host', () => assert.deepEqual(foreign, []))
})

/** The question about deleting is answered with Ne by Enter, and the focus is where it was. */
async function declineByEnter(page: AppPage, action: string) {
  const opener = await rowAction(page, action)
  const question = page.getByRole('alertdialog', { name: 'Potvrda brisanja' })
  await question.waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Ne')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  assert.ok(await opener.evaluate((element) => element === document.activeElement))
}

async function closeWindow(page: AppPage) {
  await escapeDialog(page)
  await dialog(page).waitFor({ state: 'detached' })
}
