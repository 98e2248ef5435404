// The account for customs: of one import from its page, of a period, its parts, and its checks with their documents.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { LONG_OBRACUN_ROWS, MAX_OBRACUN_LOTS } from '#contract/obracun.ts'
import { type CalendarDate, type PartOfYear, parseIsoDate, partsOfYears } from '#domain/calendar-date.ts'
import { openAs, send } from './account.ts'
import { drawn, withoutBrowser } from './browser.ts'
import { button, focusInDialog, untilValue } from './document-steps.ts'
import { isSeen } from './findings.ts'
import { importCatalogue, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

/** The quarter before the present one, which can be handed in. */
const LAST_QUARTER = partsOfYears(
  parseIsoDate(new Date().toISOString().slice(0, 10)) as CalendarDate,
  3,
  2,
)[1] as PartOfYear
/** From the dashboard to the account that is handed in. */
const MAX_KEYS = 25

/** Imports over which the lots of a large account are spread. */
const PARTS = 3

describe('the account for customs', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('is shown of one import from its page and of a period, and its checks lead to what they are about', async () => {
    await importCatalogue(site)
    const { id } = await saveC4(site, 'C4-1', '2026-01-10', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 2 },
    ])
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 5)
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming/${id}`)
    await page.getByRole('main').getByRole('link', { name: 'Obračun' }).click()
    await button(page, 'Samo: C4-1').waitFor()
    await page
      .getByRole('row', {
        name: /^C4-1 10\.01\.2026\. .*KON6PZ DE-1 \/ 1 8544\.49\.95 .* dokaz: (DA|NE) 100 0 100 5 95 kom 22\.325,00$/,
      })
      .waitFor()
    // Where the table scrolls sideways, what names a lot and what is left of it stay in sight.
    const lots = page.getByRole('table', { name: 'Uvozne stavke' })
    const narrow = (table: Element, width: string) => table.parentElement?.style.setProperty('max-width', width)
    await lots.evaluate(narrow, '500px')
    await page.getByRole('group', { name: 'Uvozne stavke' }).evaluate((box) => box.scrollTo({ left: 150 }))
    assert.ok(await lots.getByRole('link', { name: 'C4-1' }).evaluate(isSeen))
    assert.ok(await lots.getByText('95 kom').evaluate(isSeen))
    await lots.evaluate(narrow, '')
    await page.getByRole('button', { name: '5', expanded: false }).click()
    const draws = page.getByRole('list', { name: 'Izvozi iz stavke 1 fakture DE-1 (C4-1)' })
    await draws.getByText(/^C1-101\.02\.2026\..*izvezeno 5 komrazduženo 5 kom$/).waitFor()
    await page.getByRole('tab', { name: 'Izvoz 1' }).click()
    const draw = page.getByRole('row', { name: /^C1-1 01\.02\.2026\. .*KS014 .*5 kom C4-1 \/ 1 .*KON6PZ 5 kom$/ })
    await draw.press('Enter')
    await page.getByRole('heading', { name: 'C1-1', level: 2 }).waitFor()
    await page.goBack()
    await draw.waitFor()

    await button(page, 'Samo: C4-1').click()
    await page.getByLabel('Datum od').fill('01.02.2026.')
    await page.keyboard.press('Tab')
    await page.getByRole('tab', { name: /^Uvozne stavke/ }).click()
    await page.getByRole('row', { name: /KON6PZ DE-1 \/ 1 8544\.49\.95 .*100 100 0 5 95 kom/ }).waitFor()
    const checks = page.getByRole('region', { name: /^Provere/ })
    await checks.getByText(/^Izvozi čiji materijal nije pokriven uvozom \(\d+ red/).waitFor()
    const check = checks.getByRole('listitem').filter({ hasText: 'Izvozi čiji materijal nije pokriven uvozom' })
    await check.getByRole('button', { name: 'Prikaži u obračunu' }).first().click()
    await page.getByRole('tab', { name: /^Bez pokrića/, selected: true }).waitFor()
    await page
      .getByRole('row', { name: /^C1-1 / })
      .first()
      .waitFor()
    await button(page, 'Prikaži sve redove').press('Enter')
    await page.getByText(/^Samo: Izvozi čiji materijal/).waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'tab')
    await page.goBack()
    await page.getByText(/^Samo: Izvozi čiji materijal/).waitFor()
    await page.goBack()
    await page.getByRole('tab', { name: /^Uvozne stavke/, selected: true }).waitFor()
    await page.getByText(/^Samo: /).waitFor({ state: 'detached' })
    await check.getByRole('button', { expanded: false }).click()
    await check.getByRole('link', { name: 'C1-1' }).first().click()
    await page.getByRole('heading', { name: 'C1-1', level: 2 }).waitFor()
  })

  test('is handed in with its shortages confirmed, and its page shows what was handed in', async () => {
    await importCatalogue(site)
    await saveC4(site, 'C4-7', '2025-01-10', [{ materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 2 }])
    await saveC1(site, 'C1-7', '2025-02-01', 'KS014', 5)
    const page = await openAs(site, { expectedErrors: [/ERR_FAILED/] })
    await page.goto(`${site.app.url}/dashboard/obracun?datum_od=2025-01-01&datum_do=2025-02-28`)
    const coming = page.waitForResponse(/\/api\/obracun\/files/)
    await Promise.all([page.waitForEvent('popup'), button(page, 'Obračun (PDF)').click()])
    assert.equal((await coming).status(), 200)
    const withChecks = page.waitForResponse(/\/api\/obracun\/files\?.*provere=true/)
    await Promise.all([page.waitForEvent('popup'), button(page, 'PDF sa proverama').click()])
    assert.equal((await withChecks).status(), 200)

    await button(page, 'Sačuvaj kao podnet').click()
    const dialog = page.getByRole('dialog', { name: 'Sačuvaj kao podnet' })
    await dialog.getByLabel('Broj obračuna').fill('O-1/25')
    await dialog.getByRole('button', { name: /^Podnesi/ }).click()
    await dialog
      .getByRole('alert')
      .getByText(/^Obračun ima \d+ red(a|ova)? u 1 izvozu bez pokrića\./)
      .waitFor()
    await dialog.getByLabel('Podnosim i sa izvozima bez pokrića').check()
    await dialog.getByRole('button', { name: /^Podnesi/ }).click()
    await page.getByRole('heading', { name: 'O-1/25 podnet', level: 2 }).waitFor()
    await page.getByRole('row', { name: /^C4-7 .*KON6PZ/ }).waitFor()
    const [asHandedIn] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Podneti Excel').press('Enter'),
    ])
    assert.equal(asHandedIn.suggestedFilename(), 'obracun-svi-uvozi_2025-01-01_2025-02-28_O-1-25.xlsx')
    const kept = XLSX.read(readFileSync(await asHandedIn.path())).Sheets['Uvozne stavke'] as XLSX.WorkSheet
    assert.ok(XLSX.utils.sheet_to_json<Record<string, unknown>>(kept).some(({ C4 }) => C4 === 'C4-7'))
    await saveC4(site, 'C4-8', '2025-01-11', [{ materijal_id: 'KON6PZ', kolicina: 3, cena_po_jedinici: 2 }])
    await page.reload()
    await page.getByText(/od tada je promenjeno \d+ red/).waitFor()
    await page
      .getByRole('row', { name: /^Uvozne stavke Dodat C4-8, faktura DE-1, stavka 1 Krajnje stanje: — 3$/ })
      .waitFor()
    await button(page, 'Stanje i akt').click()
    await page.getByLabel('Stanje', { exact: true }).selectOption('prihvaćen')
    await page.getByLabel('Broj akta').fill('148-5')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'O-1/25 prihvaćen', level: 2 }).waitFor()
    await page.getByRole('link', { name: 'Nazad na podnete obračune' }).click()
    await page.getByRole('row', { name: /^O-1\/25 Svi uvozi 01\.01\.2025\. – 28\.02\.2025\. prihvaćen/ }).waitFor()
    // The screen has a title of its own, and what cannot be read keeps its.
    await page.getByRole('heading', { name: 'Podneti obračuni', level: 1 }).waitFor()
    await page.route('**/api/obracuni?*', (route) => route.abort())
    await page.reload()
    await page.getByText('Podneti obračuni nisu mogli da se učitaju.').waitFor()
    await page.getByRole('heading', { name: 'Podneti obračuni', level: 2 }).waitFor()
    await page.getByRole('heading', { name: 'Za podnošenje', level: 2 }).waitFor()
  })

  test('a quarter is handed in by keys: found among those due, its account looked at, and saved as handed in', async (t) => {
    await importCatalogue(site)
    const { id } = await send<{ id: number }>(site, 'POST', '/odobrenja', { broj: 'OD-K', vazi_od: '2020-01-01' })
    const line = { materijal_id: 'KON6PZ', kolicina: 10, cena_po_jedinici: 2 }
    await saveC4(site, 'C4-K', LAST_QUARTER.od, [line], { odobrenje_id: id, broj_jci: 'JCI-K' })
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('heading', { name: 'Kontrolna tabla' }).waitFor()
    let keys = 0
    const press = async (...pressed: string[]) => {
      for (const key of pressed) {
        keys++
        await page.keyboard.press(key)
      }
    }
    await press('Control+k', ...'za podn', 'Enter')
    const due = page.getByRole('table', { name: 'Za podnošenje' })
    await due.getByRole('row', { name: new RegExp(`^${LAST_QUARTER.naziv} OD-K (kasni|za podnošenje) `) }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    for (let tabs = 0; tabs < 4 && (await focused()) !== LAST_QUARTER.naziv; tabs++) await press('Tab')
    await press('Enter')
    await page.getByRole('row', { name: /^C4-K .*KON6PZ/ }).waitFor()
    await untilValue(page.getByLabel('Odobrenje', { exact: true }), new RegExp(`^${id}$`))
    await press('n')
    const dialog = page.getByRole('dialog', { name: 'Sačuvaj kao podnet' })
    await dialog.getByText('Odobrenje OD-K').waitFor()
    await focusInDialog(page)
    await press('Control+s')
    // The window's title ends so too.
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: /podnet$/, level: 2 }).waitFor()
    t.diagnostic(`${keys} keys`)
    assert.ok(keys <= MAX_KEYS, `${keys} keys`)
    await page.getByRole('link', { name: 'Nazad na podnete obračune' }).press('Enter')
    await due.waitFor()
    await due.getByRole('row', { name: new RegExp(`^${LAST_QUARTER.naziv} OD-K podnet `) }).waitFor()
  })

  test('before it is handed in, it says what of, and asks about a period that is not over or was handed in', async () => {
    await importCatalogue(site)
    const today = new Date()
    const od = `${today.getFullYear()}-01-01`
    await saveC4(site, 'C4-Q', od, [{ materijal_id: 'REL12', kolicina: 10, cena_po_jedinici: 2 }])
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/obracun?datum_od=${od}&datum_do=${today.getFullYear()}-12-31`)
    await page.getByRole('row', { name: /^C4-Q / }).waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Sačuvaj kao podnet' })
    await dialog.getByText('Svi uvozi').waitFor()
    await dialog.getByText(/^Period još nije završen: traje do 31\.12\.\d{4}\.$/).waitFor()
    // Its paper is drawn for it.
    await dialog.getByText('…', { exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('definition').nth(3).getByText(/^\d+$/).waitFor()
    await focusInDialog(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('O-Q')
    await page.keyboard.press('Control+s')
    await dialog.getByText('Bez potvrde obračun nije podnet.').waitFor()
    // The box that was asked about has the focus.
    await page.keyboard.press('Space')
    const shortages = dialog.getByLabel('Podnosim i sa izvozima bez pokrića')
    if (await shortages.isVisible()) await shortages.check()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'O-Q podnet', level: 2 }).waitFor()

    await page.goto(`${site.app.url}/dashboard/obracun?datum_od=${od}&datum_do=${today.getFullYear()}-01-31`)
    await page.getByRole('row', { name: /^C4-Q / }).waitFor()
    await page.keyboard.press('n')
    await dialog.getByText(/^Već je podnet obračun O-Q .* Otvori O-Q$/).waitFor()
    // As its correction it is of another period.
    await dialog.getByLabel(/^Ispravlja obračun/).selectOption('O-Q')
    await dialog.getByText(/^Obračun O-Q, koji se ispravlja, je za drugi period .* Otvori O-Q$/).waitFor()
    await dialog.getByText(/^Već je podnet obračun O-Q /).waitFor({ state: 'detached' })
    await dialog.getByRole('link', { name: 'Otvori O-Q' }).press('Enter')
    await page.getByRole('heading', { name: 'O-Q podnet', level: 2 }).waitFor()
  })

  test('an authorisation and a quarter are chosen by keys, and checks without findings fold to a line', async () => {
    await importCatalogue(site)
    const { id } = await send<{ id: number }>(site, 'POST', '/odobrenja', {
      ...{ broj: 'OD-B', vazi_od: '2020-01-01' },
      stavke: [{ tarifni_broj: '3908' }],
    })
    const line = { materijal_id: 'KON6PZ', kolicina: 10, cena_po_jedinici: 2 }
    await saveC4(site, 'C4-B', LAST_QUARTER.od, [line], { odobrenje_id: id, broj_jci: 'JCI-B' })
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/obracun`)
    const odobrenje = page.getByLabel('Odobrenje', { exact: true })
    // Keys find no choice that has not come yet.
    await odobrenje.getByRole('option', { name: 'OD-B' }).waitFor({ state: 'attached' })
    await odobrenje.focus()
    await page.keyboard.type('OD-B')
    await page.getByRole('button', { name: /^Izaberi period/ }).press('Enter')
    await page.getByRole('menuitem', { name: LAST_QUARTER.naziv }).waitFor()
    await page.keyboard.type(LAST_QUARTER.naziv.slice(0, 4))
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /^C4-B / }).waitFor()
    // Of all imports it is one too, until those of the authorisation have come.
    await page.getByRole('row', { name: /^C4-/ }).nth(1).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /^C4-B / }).waitFor()
    const address = new URL(page.url()).searchParams
    assert.deepEqual(
      ['odobrenje', 'datum_od', 'datum_do'].map((name) => address.get(name)),
      [String(id), LAST_QUARTER.od, LAST_QUARTER.do],
    )
    const checks = page.getByRole('region', { name: /^Provere/ })
    await checks.getByRole('button', { name: /^Uvozi sa robom koja nije u odobrenju\./ }).press('Enter')
    await checks.getByText(/nije u odobrenju OD-B$/).waitFor()
    const quiet = checks.getByRole('button', { name: /^Provere bez nalaza: \d+$/ })
    assert.equal(await checks.getByText(/izvoz bez pokrića/).count(), 0)
    await quiet.press('Enter')
    await checks.getByText(/izvoz bez pokrića/).waitFor()

    // The same choice stands among the filters of a list.
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Prikaži filtere').press('Enter')
    await page.getByRole('button', { name: /^Izaberi period/ }).press('Enter')
    await page.getByRole('menuitem', { name: LAST_QUARTER.naziv }).press('Enter')
    await page.getByRole('row', { name: /C4-B/ }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('datum_do'), LAST_QUARTER.do)
    await page.goto(`${site.app.url}/dashboard/archive`)
    await page.getByRole('button', { name: /^Izaberi period/ }).press('Enter')
    await page
      .getByRole('menuitem', { name: /polugodište/ })
      .first()
      .waitFor()
    await page.getByRole('menuitem', { name: LAST_QUARTER.naziv }).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('datum_do') === LAST_QUARTER.do)
  })

  test('of many rows is drawn while its screen says how far it is, can be left off, and comes as a file', async () => {
    await importCatalogue(site)
    const line = { materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 2 }
    const half = Array.from({ length: LONG_OBRACUN_ROWS / 2 + 1 }, () => line)
    await saveC4(site, 'C4-L1', '2024-01-10', half)
    await saveC4(site, 'C4-L2', '2024-01-11', half)
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/obracun?datum_od=2024-01-01&datum_do=2024-02-28`)
    const bar = page.getByRole('progressbar', { name: 'Izrada PDF-a' })
    await page.getByRole('tab', { name: /^Uvozne stavke/ }).waitFor()
    let downloads = 0
    page.on('download', () => downloads++)
    await button(page, 'Obračun (PDF)').click()
    await bar.waitFor()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
    await drawn(page)
    assert.equal(downloads, 0)
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Obračun (PDF)').click()])
    assert.equal(file.suggestedFilename(), 'obracun-svi-uvozi_2024-01-01_2024-02-28.pdf')
    await button(page, 'Obračun (PDF)').waitFor()
  })

  // Last, and later than all others: so many lots are open in every period after them.
  test('of more lots than are added up at once comes page by page', async () => {
    await importCatalogue(site)
    const line = { materijal_id: 'KON6PZ', kolicina: 2, cena_po_jedinici: 2 }
    const part = Array.from({ length: Math.ceil(MAX_OBRACUN_LOTS / PARTS) + 1 }, () => line)
    for (let at = 0; at < PARTS; at++) await saveC4(site, `C4-V${at}`, `2027-01-1${at}`, part)
    await saveC1(site, 'C1-V', '2027-02-01', 'KS014', 5)
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/obracun?datum_od=2027-01-01&datum_do=2027-02-28`)
    await page.getByText(/Ovde su stavke po stranicama, bez zbirova i provera\.$/).waitFor()
    const lots = page.getByRole('table', { name: 'Uvozne stavke' })
    await lots
      .getByRole('row', { name: /^C4-.* KON6PZ / })
      .first()
      .waitFor()
    await page.getByText(/^Stranica 1 od \d+$/).waitFor()
    await page.getByRole('button', { name: 'Sledeća' }).click()
    const second = page.getByText(/^Stranica 2 od \d+$/)
    await second.waitFor()
    // The page stays while the account is read again because others save.
    const again = page.waitForResponse(/\/api\/obracun\?/)
    await saveC1(site, 'C1-V2', '2027-02-02', 'KS014', 5)
    await (await again).finished()
    await drawn(page)
    await second.waitFor()
    await page.getByRole('tab', { name: 'Izvoz' }).click()
    await page
      .getByRole('table', { name: 'Izvoz' })
      .getByRole('row', { name: /^C1-V / })
      .first()
      .waitFor()
  })

  test('names the exports before the day of change-over of their import, as the page of the import does', async () => {
    await importCatalogue(site)
    const lot = { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 2, vec_razduzeno: 60 }
    const { id } = await saveC4(site, 'C4-P', '2022-10-01', [lot], { dan_prelaska: '2023-01-01' })
    await saveC1(site, 'C1-P', '2022-12-30', 'KS014', 5)
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming/${id}`)
    await page.getByRole('row', { name: /C1-P.* pre dana prelaska/ }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Obračun' }).click()
    const checks = page.getByRole('region', { name: /^Provere/ })
    const check = checks.getByRole('listitem').filter({ hasText: 'Izvozi pre dana prelaska uvoza' })
    await check.getByRole('button', { name: 'Prikaži u obračunu' }).first().click()
    await page.getByRole('columnheader', { name: 'Pre dana prelaska' }).waitFor()
    await page.getByRole('row', { name: /^C1-P .* pre dana prelaska$/ }).waitFor()
  })
})
