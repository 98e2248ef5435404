import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { type AppPage, withoutBrowser } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { importSheet } from './sample-data.ts'
import { openScreen, type Site, useSite } from './site.ts'

const HEAD = [
  ...['C4 broj', 'Datum', 'Tip dokumenta', 'Broj terminala', 'Pošiljalac', 'Grad pošiljaoca', 'Država pošiljaoca'],
  ...['Primalac', 'Grad primaoca', 'Zemlja otpreme', 'Broj fakture', 'Materijal', 'Količina', 'Cena po jedinici'],
]
const OF_DOCUMENT = ['Uvozna deklaracija', 'T1', 'Kabel GmbH', 'Nürnberg', 'Nemačka', 'Firma', 'Niš', 'Nemačka']
const rows = [
  HEAD,
  ['C4-001/26', '15.01.2026.', ...OF_DOCUMENT, 'F-1', 'KON6PZ', '1.200', '0,25'],
  ['C4-001/26', '', ...OF_DOCUMENT.map(() => ''), '', 'KON6PZ', 5, 1],
  ['C4-002/26', '16.01.2026.', ...OF_DOCUMENT, 'F-2', 'NEMA1', 5, 1],
]

/** Of the answer of this call only the first line comes, until the function that it gives is called. */
async function holdAfterFirstLine(page: AppPage, { app }: Site, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const between = createServer(async (request, reply) => {
    const headers = new Headers(request.headers as Record<string, string>)
    headers.delete('connection')
    headers.delete('content-length')
    const body = await buffer(request)
    const answer = await fetch(`${app.url}${request.url}`, { method: request.method ?? '', headers, body })
    const lines = await answer.text()
    const first = lines.indexOf('\n') + 1
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', connection: 'close' })
    reply.write(lines.slice(0, first))
    await released
    reply.end(lines.slice(first))
    between.close()
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const { port } = between.address() as AddressInfo
  await page.route(address, (route, request) => {
    const { pathname, search } = new URL(request.url())
    return route.continue({ url: `http://127.0.0.1:${port}${pathname}${search}` })
  })
  return release
}

type Rows = readonly (readonly (string | number)[])[]
async function choose(page: AppPage, of: Rows, more: Readonly<Record<string, Rows>> = {}) {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries({ C4: of, ...more }))
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  const buffer: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  const file = { name: 'uvoz.xlsx', mimeType: 'application/octet-stream', buffer }
  await dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(file)
}

describe('documents from a file', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('a file of imports is shown document by document, saved and listed', async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    const page = await openScreen(site, 'incoming')
    await button(page, 'Učitaj iz Excela').first().click()
    await dialog(page).getByText('Red je jedna stavka.').waitFor()
    await lookAtEverySize(page)
    await choose(page, rows)
    await dialog(page)
      .getByRole('row', { name: /^2 C4-001\/26 .*Nov 2/ })
      .waitFor()
    await dialog(page)
      .getByRole('row', { name: /^4 C4-002\/26 .*Preskočen .*Red 4: ID materijala/ })
      .waitFor()
    await lookAtEverySize(page)
    // The file says nothing of the currency: it is shown, and chosen for all of it.
    await dialog(page)
      .getByText(/^Za ceo fajl: Kurs: po kursnoj listi/)
      .waitFor()
    assert.equal(await dialog(page).getByLabel('Valuta').inputValue(), 'RSD')
    await dialog(page).getByLabel('Valuta').selectOption('EUR')
    await button(page, 'Nastavi').click()
    await dialog(page)
      .getByRole('row', { name: /^2 C4-001\/26 .*305,00 EUR/ })
      .waitFor()
    const release = await holdAfterFirstLine(page, site, '**/api/c4/documents/import/*')
    await button(page, 'Učitaj').click()
    await dialog(page).getByText('Upisano: 0 od 2. Upis ide dalje i kad se prozor zatvori.').waitFor()
    await dialog(page).getByRole('progressbar', { name: 'Upisivanje' }).waitFor()
    await lookAtEverySize(page)
    release()
    await page.getByText('Dokumenti su učitani iz fajla').waitFor()
    // What came in is counted, and led to.
    const counts = 'Novih: 1, izmenjenih: 0, nepromenjenih: 0, preskočenih: 1.'
    await dialog(page).getByRole('status').getByText(counts).waitFor()
    const came = dialog(page).getByRole('list', { name: 'Učitano' }).getByRole('link')
    assert.equal(await came.getAttribute('href'), '/dashboard/incoming/1')
    await lookAtEverySize(page)
    await dialog(page).getByRole('link', { name: 'Ulazni dokumenti' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /C4-001\/26/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /C4-002\/26/ }).count(), 0)
  })

  test('a file over a stored import says what changes and stays, asks before lines go, and is taken back', async () => {
    const short = [HEAD, ['C4-001/26', '15.01.2026.', ...OF_DOCUMENT, 'F-2', 'KON6PZ', 7, 1]]
    const page = await openScreen(site, 'incoming')
    await button(page, 'Učitaj iz Excela').click()
    await choose(page, short)
    const changes = dialog(page).getByRole('button', { name: 'Izmene za C4-001/26: dolazi 1' })
    await changes.click()
    await dialog(page).getByText('F-1: 2 stavke nisu u fajlu, ostaju.').waitFor()
    await lookAtEverySize(page)
    await dialog(page).getByLabel('Zameni cele dokumente').check()
    const goes = dialog(page).getByRole('list', { name: 'Nestaje' })
    await goes.getByText('F-1 · R. br. 2 · KON6PZ · 5').waitFor()
    await button(page, 'Učitaj').click()
    const question = page.getByRole('alertdialog')
    await question.getByText(/^Nestaje 2 stavke: F-1 · R\. br\. 1/).waitFor()
    await button(page, 'Da').click()
    await page.getByText('Dokumenti su učitani iz fajla').waitFor()
    const history = await openScreen(site, 'history')
    await button(history, 'Vrati: Ulazni dokument C4-001/26').click()
    await history.getByText('Ulazni dokument C4-001/26 je vraćen na stanje pre učitavanja.').waitFor()
  })

  test('another sheet is chosen, and a column that was is shown the next time and chosen anew', async () => {
    const header = [...HEAD.map((name) => (name === 'Količina' ? 'Pakovanja' : name)), 'Bruto', 'Valuta']
    const sheet = (broj: string, cena = 1) => [
      header,
      [broj, '17.01.2026.', ...OF_DOCUMENT, 'F-9', 'KON6PZ', 3, cena, 8, 'EUR'],
    ]
    const page = await openScreen(site, 'incoming')
    await button(page, 'Učitaj iz Excela').click()
    const asks = dialog(page).getByRole('region', { name: 'Kolone fajla' })
    const row = (name: RegExp) => dialog(page).getByRole('row', { name }).waitFor()
    await choose(page, sheet('C4-010/26'), { Stari: sheet('C4-011/26') })
    await row(/^2 C4-010\/26/)
    await asks.getByLabel('List', { exact: true }).selectOption('Stari')
    await button(page, 'Nastavi').click()
    await row(/^2 C4-011\/26/)
    await asks.getByLabel('Količina', { exact: true }).selectOption({ label: 'M: Pakovanja — 3' })
    await button(page, 'Nastavi').click()
    await row(/^2 C4-011\/26 .*Nov .*3,00 EUR/)
    await button(page, 'Učitaj').click()
    await dialog(page).waitFor({ state: 'detached' })

    await button(page, 'Učitaj iz Excela').click()
    await choose(page, sheet('C4-012/26'))
    await row(/^2 C4-012\/26 .*Nov .*3,00 EUR/)
    await asks.getByRole('button', { name: /Pakovanja.*kao prošli put$/ }).click()
    const column = asks.getByLabel('Količina', { exact: true })
    assert.equal(await column.inputValue(), '13', 'M: Pakovanja')
    await column.selectOption({ label: 'O: Bruto — 8' })
    await button(page, 'Nastavi').click()
    await row(/^2 C4-012\/26 .*Nov .*8,00 EUR/)
    await lookAtEverySize(page)
  })
})
