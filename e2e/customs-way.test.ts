// The whole way of an account for customs: authorisation, import, export, deadline, account, handing in, lock.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, holdAnswers, withoutBrowser } from './browser.ts'
import { C1_TYPED, C4_TYPED, dialog, fillHead } from './document-steps.ts'
import { importCatalogue } from './sample-data.ts'
import { useSite } from './site.ts'

/** Moves the focus to what has this name and presses a key on it. */
async function press(
  page: AppPage,
  role: 'button' | 'link' | 'menuitem' | 'tab',
  name: string | RegExp,
  key = 'Enter',
) {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' }).last()
  await target.waitFor()
  await target.focus()
  await page.keyboard.press(key)
}

/** The first line of the invoice that was just added: its goods and its quantity. */
async function enterLine(page: AppPage, code: string, kolicina: string) {
  await page.keyboard.press('Enter')
  await page.keyboard.type(code)
  await page.getByRole('option', { name: new RegExp(code) }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(kolicina)
}

describe('the whole way of an account for customs', { skip: withoutBrowser }, () => {
  const site = useSite()
  before(() => importCatalogue(site))

  test('from the authorisation to the closed period, by keys', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/odobrenja`)
    await press(page, 'button', /^Novo odobrenje/)
    await fillHead(page, { 'Broj odobrenja': '148-01/26', 'Važi od': '01.01.2026.' })
    await dialog(page)
      .getByLabel(/^Rok u mesecima/)
      .fill('6')
    await page.keyboard.press('Control+s')
    await page.getByText('Odobrenje je uneto.').waitFor()

    await page.goto(`${site.app.url}/dashboard/incoming`)
    await press(page, 'button', /^Novi dokument/)
    await fillHead(page, { ...C4_TYPED, 'C4 broj': 'C4-1', Datum: '15.01.2026.' })
    await press(page, 'button', 'Carina')
    const odobrenje = dialog(page).getByLabel('Odobrenje', { exact: true })
    await odobrenje.focus()
    // Enter comes before the answer does: it waits for the first choice and leads no further.
    const release = await holdAnswers(page, '**/api/odobrenja?*')
    await page.keyboard.type('148')
    await page.keyboard.press('Enter')
    release()
    const chosen = (field: SVGElement | HTMLElement | null) => (field as HTMLInputElement).value === '148-01/26'
    await page.waitForFunction(chosen, await odobrenje.elementHandle())
    await fillHead(page, { 'Broj JCI': 'U-11014' })
    await press(page, 'button', 'Dodaj fakturu')
    await enterLine(page, 'KON6PZ', '100')
    await page.keyboard.press('Control+s')
    await page.getByText('Ulazni dokument C4-1 je napravljen.').waitFor()

    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await press(page, 'button', /^Novi dokument/)
    await fillHead(page, { ...C1_TYPED, 'C1 broj': 'C1-1', Datum: '20.02.2026.' })
    await press(page, 'button', 'Dodaj fakturu')
    await enterLine(page, 'KS014', '5')
    await page.keyboard.press('Control+s')
    await page.getByText('Izlazni dokument C1-1 je napravljen.').waitFor()

    // The list of imports is filtered by what they say to customs.
    await page.goto(`${site.app.url}/dashboard/incoming?broj_jci=u-110`)
    await page.getByRole('row', { name: /^C4-1 .*U-11014.*148-01\/26/ }).waitFor()
    await page.getByLabel('Odobrenje', { exact: true }).selectOption('148-01/26')
    await page.getByLabel('Rok do', { exact: true }).fill('01.06.2026.')
    await page.getByText('Nema pronađenih podataka').waitFor()

    await page.goto(`${site.app.url}/dashboard/rokovi?datum=2026-07-16`)
    await page.getByRole('row', { name: /^C4-1 15\.01\.2026\. .* isteklo 15\.07\.2026\./ }).waitFor()

    const [{ id }] = (await send<{ results: [{ id: number }] }>(site, 'GET', '/odobrenja')).results
    await page.goto(`${site.app.url}/dashboard/obracun?odobrenje_id=${id}&datum_od=2026-01-01&datum_do=2026-03-31`)
    await page.getByRole('row', { name: /^C4-1 15\.01\.2026\. .*KON6PZ .*U-11014/ }).waitFor()
    await press(page, 'button', 'Sačuvaj kao podnet')
    await dialog(page).getByLabel('Broj obračuna').fill('O-1/26')
    // Of what else the product is made nothing was imported.
    await dialog(page).getByLabel('Podnosim i sa izvozima bez pokrića').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'O-1/26 podnet', level: 2 }).waitFor()

    // An export that is entered late draws what was handed in as the remainder.
    const c1 = (await send<{ results: [{ id: number }] }>(site, 'GET', '/c1')).results[0]
    const document = await send<{ stavke: { kolicina: number }[] }>(site, 'GET', `/c1/${c1.id}`)
    const more = document.stavke.map((line) => ({ ...line, kolicina: 6 }))
    await send(site, 'PUT', `/c1/${c1.id}`, { ...document, stavke: more })
    await page.reload()
    await page.getByText(/od tada je promenjeno \d+ red/).waitFor()

    // The account that was handed in leads to the lock, which proposes its last day.
    await press(page, 'link', 'Zaključaj period')
    await page.getByRole('heading', { name: 'Nijedan period nije zaključan.' }).waitFor()
    assert.equal(await page.getByLabel('Do dana').inputValue(), '31.03.2026.')
    await page.getByLabel(/^Razlog/).fill('Predat obračun')
    await page.keyboard.press('Enter')
    const confirmed = page.getByRole('checkbox', { name: 'Zaključaj i pored otvorenih provera' })
    await confirmed.focus()
    await page.keyboard.press('Space')
    await press(page, 'button', /^Zaključaj/)
    await page.getByRole('heading', { name: 'Zaključano do 31.03.2026.' }).waitFor()

    const late = await fetch(`${site.app.url}/api/c1/${c1.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${site.token}` },
    })
    const { message } = (await late.json()) as { message: string }
    assert.equal(late.status, 409)
    assert.equal(
      message,
      'Period do 31.03.2026. je zaključan; dokument sa datumom 20.02.2026. ne može da se unese, izmeni ni obriše.',
    )
  })
})
