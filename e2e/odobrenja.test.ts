// Authorisations of customs by keyboard alone: entered, refused, changed, looked at, deleted; and the settings of customs.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { c1Body, c4Body } from '#server/testing-documents.ts'
import { workbook } from '#server/testing-sheets.ts'
import { openAs, send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { dialog, focusInDialog } from './document-steps.ts'
import { lookAtEverySize, settled } from './findings.ts'
import { importSheet } from './sample-data.ts'
import { useSite } from './site.ts'

type Stored = { rok_do_kraja: string; stavke: { opis: string; najvise_kolicina: number; sporedni: boolean }[] }

describe('odobrenja', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('an authorisation is entered, refused, changed, looked at and deleted by keys', async () => {
    const page = await openAs(site)
    const { keyboard } = page
    await page.goto(`${site.app.url}/dashboard/odobrenja`)
    const add = page.getByRole('button', { name: /^Novo odobrenje/ }).first()
    await add.focus()
    await keyboard.press('Enter')
    await focusInDialog(page)
    await keyboard.type('148-01/26')
    await keyboard.press('Enter')
    await keyboard.type('privremeni')
    await keyboard.press('Enter')
    for (const text of ['Carinarnica Niš', '', '01.01.2026.', '31.12.2025.', '6']) {
      await keyboard.type(text)
      await keyboard.press('Enter')
    }
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    // The 30 days stay; Enter goes on through the remark to the first line, which is there.
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    for (const text of ['7318.15', 'Zavrtnji', '10000,5']) {
      await keyboard.type(text)
      await keyboard.press('Enter')
    }
    await keyboard.type('kg')
    await keyboard.press('Enter')
    await keyboard.press('Space')
    await lookAtEverySize(page)
    await keyboard.press('Control+s')
    await dialog(page).getByText('Važi do: ne može da bude pre datuma od kog važi.').waitFor()
    const until = dialog(page).getByLabel(/^Važi do/)
    await page.waitForFunction((field) => field === document.activeElement, await until.elementHandle())
    await keyboard.press('Control+A')
    await keyboard.type('31.12.2027.')
    await keyboard.press('Control+s')
    await page.getByText('Odobrenje je uneto.').waitFor()
    const row = page.getByRole('row', { name: /^148-01\/26 Privremeni uvoz 01\.01\.2026\. 31\.12\.2027\. 0 0/ })
    await row.waitFor()
    const { results } = await send<{ results: { id: number }[] }>(site, 'GET', '/odobrenja')
    const id = results[0]?.id
    const saved = await send<Stored>(site, 'GET', `/odobrenja/${id}`)
    assert.equal(saved.rok_do_kraja, 'mesec')
    assert.deepEqual(
      saved.stavke.map(({ opis, najvise_kolicina, sporedni }) => [opis, najvise_kolicina, sporedni]),
      [['Zavrtnji', 10000.5, true]],
    )

    await row.getByRole('link').focus()
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: '148-01/26', level: 2 }).waitFor()
    await page.getByText('6 meseci od uvoza, do kraja meseca').waitFor()
    await page.getByRole('row', { name: /^7318\.15 Zavrtnji.* 10\.000,5 kg 0 kg 0 kg$/ }).waitFor()
    await page.getByText('Nema uvoza sa ostatkom.').waitFor()
    await page.getByText('Za ovo odobrenje nije podnet obračun.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Obračun' }).press('Enter')
    const chosen = page
      .getByLabel('Odobrenje', { exact: true })
      .getByRole('option', { name: '148-01/26', selected: true })
    await chosen.waitFor({ state: 'attached' })
    assert.equal(await page.getByLabel('Datum od').inputValue(), '01.01.2026.')
    await page.goBack()
    await page.getByText('6 meseci od uvoza, do kraja meseca').waitFor()
    await settled(page)
    await lookAtEverySize(page)
    await page.getByRole('button', { name: 'Izmeni' }).focus()
    await keyboard.press('Enter')
    await focusInDialog(page)
    await keyboard.press('Control+A')
    await keyboard.type('148-02/26')
    await keyboard.press('Control+s')
    await page.getByRole('heading', { name: '148-02/26', level: 2 }).waitFor()
    await page.getByRole('button', { name: /Izmenjeno odobrenje 148-02\/26/ }).waitFor()
    await page.getByRole('button', { name: 'Obriši' }).focus()
    await keyboard.press('Enter')
    await page.getByRole('alertdialog').getByText('148-02/26').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da', exact: true }).focus()
    await keyboard.press('Enter')
    await page.getByText('Odobrenje 148-02/26 je obrisano.').waitFor()
    await page.getByText('Nema pronađenih podataka').waitFor()
    await page.getByRole('button', { name: 'Vrati', exact: true }).focus()
    await keyboard.press('Enter')
    await page.getByText('Odobrenje 148-02/26 je vraćeno.').waitFor()
    await page.getByRole('row', { name: /^148-02\/26 / }).waitFor()
  })

  test('the days of the warning before a deadline are set for everybody', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/odobrenja`)
    await page.getByRole('heading', { name: 'Odobrenja', level: 1 }).waitFor()
    // The search leads to a setting, and each says what it does.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('upoz')
    await page.getByRole('option', { name: /^Upozori N dana pre roka/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Toliko dana pre roka za razduženje uvoz dobija oznaku da ističe.').waitFor()
    await lookAtEverySize(page)
    const days = page.getByLabel('Upozori N dana pre roka')
    await days.fill('400')
    await page.keyboard.press('Control+s')
    await page.getByText('Upozori N dana pre roka: ceo broj od 0 do 366.').waitFor()
    await days.fill('45')
    await page.keyboard.press('Control+s')
    await page.getByText('Podešavanja su sačuvana.').waitFor()
    const { upozorenje_roka_dana } = await send<{ upozorenje_roka_dana: number }>(site, 'GET', '/podesavanja')
    assert.equal(upozorenje_roka_dana, 45)
    // A rate of tax with the day from which it holds; the one before it stays for the days before.
    await page.getByLabel(/^Stopa PDV \(%\)/).fill('18')
    const answer = page.waitForResponse((one) => one.request().method() === 'PUT')
    await page.keyboard.press('Control+s')
    await answer
    await page.getByRole('button', { name: 'Čuvanje...' }).waitFor({ state: 'detached' })
    await page.getByLabel(/^Stopa PDV \(%\)/).fill('20')
    await page.getByLabel(/^Stopa PDV važi od/).fill('1.4.2026')
    await page.keyboard.press('Control+s')
    await page.getByText(/ Pre toga: 18 % do 31\.03\.2026\.$/).waitFor()
    const { stopa_pdv_od } = await send<{ stopa_pdv_od: string }>(site, 'GET', '/podesavanja')
    assert.equal(stopa_pdv_od, '2026-04-01')
  })

  test('a queue per authorisation is turned on after what would move is shown', async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await send(site, 'POST', '/proizvodi', {
      ...{ id: 'RED', naziv: 'Red', hs_code: '8544', jedinica_mere: 'kom' },
      normativi: [{ materijal_id: 'KON6PZ', potrebna_kolicina: 1 }],
    })
    const ids: number[] = []
    for (const broj of ['RED-A', 'RED-B'])
      ids.push((await send<{ id: number }>(site, 'POST', '/odobrenja', { broj, vazi_od: '2026-01-01' })).id)
    const lot = [{ materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 2 }]
    await send(site, 'POST', '/c4', c4Body('C4-RED-A', '2026-01-10', lot, { odobrenje_id: ids[0] }))
    await send(site, 'POST', '/c4', c4Body('C4-RED-B', '2026-02-05', lot, { odobrenje_id: ids[1] }))
    const line = [{ proizvod_id: 'RED', kolicina: 60, cena: 5 }]
    await send(site, 'POST', '/c1', c1Body('C1-RED', '2026-03-01', line, { odobrenje_id: ids[1] }))
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/odobrenja`)
    await page.getByRole('heading', { name: 'Odobrenja', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Uključi…' }).press('Enter')
    const asked = page.getByRole('dialog', { name: 'Red po odobrenju' })
    await asked.getByRole('row', { name: /^C1-RED .*KON6PZ C4-RED-A 60 C4-RED-B 60/ }).waitFor()
    await lookAtEverySize(page)
    await asked.getByRole('button', { name: 'Uključi', exact: true }).click()
    await page.getByText('Svako odobrenje ima svoj red.').waitFor()
    await page.getByText('Red po odobrenju: uključen').waitFor()
    const { red_po_odobrenju } = await send<{ red_po_odobrenju: boolean }>(site, 'GET', '/podesavanja')
    assert.equal(red_po_odobrenju, true)
  })

  test('a file of invoices fills in what it says of its import to customs', async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await send(site, 'POST', '/odobrenja', { broj: '148-09/26', vazi_od: '2026-01-01' })
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await page
      .getByRole('button', { name: /^Novi dokument/ })
      .first()
      .click()
    const heading = ['broj_fakture', 'materijal_id', 'kolicina', 'cena_po_jedinici', 'Odobrenje', 'Broj JCI', 'Rok']
    const { name, bytes } = workbook({
      Fakture: [heading, ['F-1', 'KON6PZ', 1, 2, '148-09/26', '26RS01', '31.01.2027.']],
    })
    const file = { name, mimeType: '', buffer: Buffer.from(bytes) }
    await dialog(page).getByLabel('Excel fajl sa fakturama').setInputFiles(file)
    const preview = page.getByRole('dialog', { name: 'Pregled učitavanja faktura' })
    await preview.getByText('Za dokument: Odobrenje 148-09/26 · Broj JCI 26RS01 · Rok razduženja 31.01.2027.').waitFor()
    await preview.getByRole('button', { name: 'Učitaj u dokument' }).click()
    await preview.waitFor({ state: 'detached' })
    const fields = ['Odobrenje', 'Broj JCI', 'Rok razduženja'].map((label) =>
      dialog(page).getByLabel(label, { exact: true }),
    )
    // The number of the authorisation is read by its ID.
    const number = await dialog(page).getByLabel('Odobrenje', { exact: true }).elementHandle()
    await page.waitForFunction((field) => (field as HTMLInputElement | null)?.value !== '…', number)
    const values = await Promise.all(fields.map((field) => field.inputValue()))
    assert.deepEqual(values, ['148-09/26', '26RS01', '31.01.2027.'])
  })
})
