import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { ARCHIVE_FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { openAs, send } from './account.ts'
import { type AppPage, clockOf, type PageOptions, resize, withoutBrowser } from './browser.ts'
import { untilValue } from './document-steps.ts'
import { expectNoSidewaysScroll, expectSorted } from './findings.ts'
import { C4_HEAD, importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const TABS = ['Pregled', 'Svi dokumenti', 'Materijali po C4', 'Rezime materijala', 'Rezime proizvoda']
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

describe('archive', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    await saveC4(site, 'C4-STARI', '2025-05-10', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
      { materijal_id: 'PRV035ZEL', kolicina: 10.5, cena_po_jedinici: 0.05 },
    ])
    await saveC4(site, 'C4-NOVI', '2026-02-01', [{ materijal_id: 'KON6PZ', kolicina: 400, cena_po_jedinici: 0.25 }])
    // 60 × 1 KON6PZ of the older lot; the other materials of KS014 were never imported.
    await saveC1(site, 'C1-01', '2026-03-01', 'KS014', 60)
    await attachPdf('/c4', 'C4-NOVI')
  })

  async function attachPdf(path: string, number: string) {
    const parts = new FormData()
    parts.append('pdf', new Blob([PDF], { type: 'application/pdf' }), 'ulaz.pdf')
    parts.append('documentId', number)
    const headers = { authorization: `Bearer ${site.token}` }
    const answer = await fetch(`${site.app.url}/api${path}/upload`, { method: 'POST', headers, body: parts })
    const { filePath } = (await answer.json()) as { filePath: string }
    const { results } = await send<{ results: { id: number }[] }>(site, 'GET', `${path}?search=${number}`)
    const id = results[0]?.id
    const document = await send<object>(site, 'GET', `${path}/${id}`)
    await send(site, 'PUT', `${path}/${id}`, { ...document, pdf_fajl: filePath })
  }

  async function open(search = '', options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/archive${search}`)
    await page.getByRole('tab', { name: 'Pregled' }).waitFor()
    return page
  }
  const tab = (page: AppPage, name: string) => page.getByRole('tab', { name, exact: true })
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const texts = async (page: AppPage, row: RegExp) => (await page.getByRole('row', { name: row }).textContent()) ?? ''
  const parameter = (page: AppPage, name: string) => new URL(page.url()).searchParams.get(name)

  test('the overview counts, names the newest and values what remains, in the period', async () => {
    const page = await open()
    for (const label of ['Ukupno dokumenata', 'C4 Dokumenti', 'C1 Dokumenti', 'Ukupna vrednost (RSD)']) {
      await page.getByText(label, { exact: true }).waitFor()
    }
    // (20,53 + 100 + 1.134) EUR × 117,5
    await page.getByText('147.407,28').waitFor()
    const recent = page.getByRole('region', { name: 'Nedavni dokumenti' })
    assert.match((await recent.getByRole('listitem').first().textContent()) ?? '', /^C1-01manjakOdlazni · Volks/)
    const top = page.getByRole('region', { name: 'Top materijali po vrednosti (RSD)' })
    // (40 × 0,20 + 400 × 0,25) EUR × 117,5
    assert.match((await top.getByRole('listitem').first().textContent()) ?? '', /KON6PZ12\.690,00\sRSD440\skom$/)
    const asOfToday = top.getByText('Stanje na današnji dan, bez obzira na izabrani period.')
    assert.equal(await asOfToday.count(), 0)

    await page.getByLabel('Datum od').fill('1.1.26')
    await page.getByLabel('Datum do').fill('31.12.2026.')
    await page.getByText('144.995,00').waitFor()
    await asOfToday.waitFor()
    assert.equal(await recent.getByRole('listitem').count(), 2)
    assert.equal(parameter(page, 'datum_od'), '2026-01-01')
    await page.getByLabel('Datum do').fill('1.1.2025')
    await page.getByText('Kraj perioda je pre njegovog početka.').waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
    await page.getByText('144.995,00').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Izaberi period/ }).click()
    await page.getByRole('menuitem', { name: 'Ceo period' }).click()
    await page.getByText('147.407,28').waitFor()
  })

  test('a period that is chosen is not taken back by a day that was typed just before', async () => {
    const page = await openAs(site)
    await clockOf(page).install()
    await page.goto(`${site.app.url}/dashboard/archive`)
    await page.getByText('147.407,28').waitFor()
    await clockOf(page).pauseAt(await page.evaluate(() => Date.now() + 5_000))
    await page.getByLabel('Datum od').fill('1.1.2026')
    await page.getByRole('button', { name: /^Izaberi period/ }).click()
    await page.getByRole('menuitem', { name: 'Ceo period' }).click()
    await clockOf(page).runFor(2 * ARCHIVE_FILTER_DEBOUNCE_MS)
    await untilValue(page.getByLabel('Datum od'), /^$/)
    assert.equal(parameter(page, 'datum_od'), null)
  })

  test('all documents: newest first, searched, filtered and sorted; the address keeps it', async () => {
    const page = await open()
    await tab(page, 'Svi dokumenti').click()
    const rows = page.getByRole('row')
    await page.getByRole('row', { name: /C4-STARI/ }).waitFor()
    assert.match((await rows.nth(1).textContent()) ?? '', /^C1-01manjakOdlazniIzvozna deklaracija01\.03\.2026\./)
    assert.match(
      await texts(page, /C4-STARI/),
      /DolazniUvozna deklaracija10\.05\.2025\.Müller Kabel GmbHNemačka20,53\sEUR2\.412,28\sRSD110,5Nema PDF$/,
    )

    await page.getByLabel('Pretraži dokumente...').fill('müller')
    await page.getByText('Broj dokumenata: 2', { exact: true }).waitFor()
    assert.equal(parameter(page, 'search'), 'müller')
    await page.getByRole('columnheader', { name: 'Ukupna vrednost' }).getByRole('button').click()
    await page.waitForURL('**sort=vrednost_rsd**')
    await page.reload()
    await page.getByText('Broj dokumenata: 2', { exact: true }).waitFor()
    assert.match((await rows.nth(1).textContent()) ?? '', /^C4-STARI/)

    await page.getByLabel('Pretraži dokumente...').press('Escape')
    await page.getByText('Broj dokumenata: 3', { exact: true }).waitFor()
    await button(page, 'Prikaži filtere').click()
    await page.getByLabel('Tip', { exact: true }).selectOption('Odlazni')
    await page.getByText('Broj dokumenata: 1', { exact: true }).waitFor()
    await page.getByText('Aktivni').waitFor()
    assert.deepEqual(await page.getByLabel('Vrsta dokumenta').getByRole('option').allTextContents(), [
      'Sve vrste',
      'Izvozna deklaracija',
      'Privremeni izvoz',
      'Reeksport',
    ])
    await button(page, 'Obriši sve').click()
    await page.getByText('Broj dokumenata: 3', { exact: true }).waitFor()
    await page.getByLabel('Partner').fill('volks')
    await page.getByText('Broj dokumenata: 1', { exact: true }).waitFor()
    await page.getByLabel('Partner').fill('nema takvog')
    await page.getByText('Nema pronađenih podataka').waitFor()
  })

  test('a PDF opens in a new tab from memory, without the token in its address', async () => {
    const page = await open('?tab=documents', { complete: true })
    const opened = page.waitForEvent('popup')
    await button(page, 'Otvori PDF: C4-NOVI').click()
    const tabOfPdf = await opened
    await tabOfPdf.waitForURL(/^blob:/)
    assert.ok(!tabOfPdf.url().includes(site.token))
  })

  test('materials by C4: oldest first, closed, opened one by one or all, searched', async () => {
    const page = await open('?tab=materials-c4')
    const sheets = page.getByRole('button', { expanded: false }).filter({ hasText: 'C4-' })
    await sheets.nth(1).waitFor()
    assert.match(
      (await sheets.first().textContent()) ?? '',
      /^C4-STARIMüller Kabel GmbH · Uvozna deklaracija · 10\.05\.2025\. · EUR · 1\sEUR = 117,50\sRSD · 1 materijal · ID\s1$/,
    )
    const lots = page.getByRole('row').filter({ has: page.getByRole('meter') })
    assert.equal(await lots.count(), 0)
    const headsAt = () =>
      page.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x))
    const closed = await headsAt()
    await sheets.first().click()
    assert.match(await texts(page, /KON6PZ/), /Nemačka#140\skom1006040\s%940,00\sRSD$/)
    await page.getByRole('button', { name: /^C4-STARI/ }).click()
    assert.equal(await lots.count(), 0)
    await button(page, 'Proširi sve').click()
    assert.equal(await lots.count(), 2)
    assert.deepEqual(await headsAt(), closed, 'columns stay in place')
    await button(page, 'Skupi sve').click()

    await page.getByLabel('Pretraži C4 i materijale...').fill('novi')
    await page.getByText('Broj C4 dokumenata: 1', { exact: true }).waitFor()
    await page.getByLabel('Pretraži C4 i materijale...').fill('kabl koga nema')
    await page.getByText('Nema C4 dokumenata sa preostalim materijalom.').waitFor()
  })

  test('both summaries are sorted by any column and added up', async () => {
    const page = await open('?tab=materials-summary')
    await page.getByRole('row', { name: /KON6PZ/ }).waitFor()
    assert.match(await texts(page, /KON6PZ/), /500\skom60\skom440\skom12\.690,00201\.02\.2026\.$/)
    assert.match((await page.getByRole('row').last().textContent()) ?? '', /^Broj materijala: 6712\.690,00$/)
    const value = page.getByRole('columnheader', { name: 'Vrednost (RSD)' })
    await value.getByRole('button').click()
    await expectSorted(value, 'ascending')
    await value.getByRole('button').click()
    await expectSorted(value, 'descending')
    assert.match((await page.getByRole('row').nth(1).textContent()) ?? '', /KON6PZ/)
    await page.getByLabel('Pretraži materijale...').fill('ženski')
    await page.getByText('Broj materijala: 13').waitFor()

    await tab(page, 'Rezime proizvoda').click()
    await page.getByRole('row', { name: /KS014/ }).waitFor()
    // 60 × 18,90 EUR; its material: 60 × 0,20 EUR and all 10,5 m × 0,05 EUR, the rest is a shortage.
    assert.match(await texts(page, /KS014/), /60\skom11\.134,00133\.245,00manjak1\.471,69131\.773,31$/)
    assert.match(
      (await page.getByRole('row').last().textContent()) ?? '',
      /^Broj proizvoda: 151\.134,00133\.245,001\.471,69131\.773,31$/,
    )
    await page.getByText('Deo materijala nije pokriven uvozom, pa trošak nije potpun.').first().waitFor()
    await page.getByRole('row', { name: /KS014/ }).press('Enter')
    await page.getByRole('heading', { name: /KS014$/, level: 2 }).waitFor()
    await page.goBack()
    await tab(page, 'Rezime materijala').click()
    await page
      .getByRole('row', { name: /KON6PZ/ })
      .getByText('12.690,00')
      .click()
    await page.getByRole('heading', { name: /KON6PZ$/, level: 2 }).waitFor()
  })

  test('materials of a period: stock before it, movements, and the remainder on its last day', async () => {
    const page = await open('?tab=materials-summary&datum_od=2026-01-01&datum_do=2026-02-28')
    await page.getByText('Ulaz i izlaz od 01.01.2026. do 28.02.2026., preostalo i vrednost na dan').waitFor()
    await page.getByRole('columnheader', { name: 'Početno stanje' }).waitFor()
    assert.match(await texts(page, /KON6PZ/), /100\skom400\skom0\skom500\skom14\.100,00101\.02\.2026\.$/)
    assert.match((await page.getByRole('row').last().textContent()) ?? '', /^Broj materijala: 6714\.161,69$/)
    await page.getByRole('button', { name: /^Izaberi period: / }).click()
    await page.getByRole('menuitem', { name: 'Ceo period' }).click()
    await page.getByRole('row', { name: /KON6PZ.* 60 kom 440 kom/ }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Početno stanje' }).count(), 0)
  })

  test('while another period is being read, the figures of the one before are pale', async () => {
    const page = await open('?tab=materials-summary&datum_do=2026-02-28')
    const table = page.getByRole('table', { name: 'Rezime materijala', exact: true })
    await table.getByRole('row', { name: /KON6PZ.* 500 kom/ }).waitFor()
    const hold = Promise.withResolvers<void>()
    await page.route('**/api/archive/materials?**', async (route) => {
      await hold.promise
      await route.continue()
    })
    await page.getByLabel('Datum do').fill('31.12.2025.')
    await page.getByText('preostalo i vrednost na dan 31.12.2025.').waitFor()
    assert.equal(await table.getAttribute('aria-busy'), 'true')
    const rows = table.getByRole('rowgroup').nth(1)
    const isPale = (element: Element) =>
      new Promise<void>((done) => {
        const look = () => (Number(getComputedStyle(element).opacity) < 0.5 ? done() : requestAnimationFrame(look))
        look()
      })
    await rows.evaluate(isPale)
    hold.resolve()
    await table.getByRole('row', { name: /KON6PZ.* 100 kom/ }).waitFor()
    assert.equal(await table.getAttribute('aria-busy'), 'false')
    assert.equal(await rows.evaluate((element) => getComputedStyle(element).opacity), '1')
  })

  test('values that together leave the range of exact numbers are still added up to the last para', async () => {
    const path = '/c4'
    const ids: number[] = []
    for (const [at, materijal_id] of ['KON6PZ', 'KON8PZ', 'LEM60'].entries()) {
      const { id } = await send<{ id: number }>(site, 'POST', path, {
        ...C4_HEAD,
        valuta: 'RSD',
        broj_c4: `C4-VELIK-${at}`,
        datum: '2026-03-02',
        stavke: [
          {
            broj_fakture: 'F',
            redni_broj: 1,
            materijal_id,
            kolicina: 900_000_000,
            cena_po_jedinici: 60_000,
            dokazuje_poreklo: true,
            tarifni_broj: '8544.49',
            zemlja_porekla: 'Nemačka',
          },
        ],
      })
      ids.push(id)
    }
    const page = await open('?tab=materials-summary')
    await page.getByRole('row', { name: /KON6PZ/ }).waitFor()
    assert.match(
      (await page.getByRole('row').last().textContent()) ?? '',
      /^Broj materijala: 67162\.000\.000\.012\.690,00$/,
    )

    // They also fit into their places, uncut and with their currency.
    const fits = (shown: Locator, place: string) =>
      shown.evaluate((element, around) => {
        const right = element.closest(around)?.getBoundingClientRect().right ?? 0
        return element.getBoundingClientRect().right < right
      }, place)
    await tab(page, 'Pregled').click()
    const first = page
      .getByRole('region', { name: /^Top materijali/ })
      .getByRole('listitem')
      .first()
    assert.ok(await fits(first.getByText('RSD'), 'li'), 'the currency of a material is cut')
    await page.getByRole('link', { name: 'Kontrolna tabla' }).click()
    assert.ok(await fits(page.getByText('162.000.000.012.690,00').first(), 'dl'), 'the card is too narrow')
    await expectNoSidewaysScroll(page)
    for (const id of ids) await send(site, 'DELETE', `${path}/${id}`)
  })

  test('a smaller screen keeps the figures of lots and materials in sight, the rest folds', async () => {
    const page = await open('?tab=materials-c4')
    const inSight = async (table: string, width: number, texts: readonly (string | RegExp)[]) => {
      assert.equal(await page.getByRole('group', { name: table }).count(), 0, `${table} scrolls at ${width}`)
      const row = page
        .getByRole('table', { name: table })
        .getByRole('row', { name: /KON6PZ/ })
        .first()
      for (const text of texts) {
        const box = await row.getByText(text).first().boundingBox()
        assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${text} at ${width}`)
      }
    }
    await button(page, 'Proširi sve').click()
    const lot = ['40', '100', '940,00', /^razduženo 60 · #\d+ · Nemačka$/]
    for (const width of [1024, 768]) {
      await resize(page, { width, height: 768 })
      await inSight('Materijali po C4', width, lot)
    }
    await tab(page, 'Rezime materijala').click()
    await resize(page, { width: 1024, height: 768 })
    const imports = 'C4 dokumenata 2 · poslednji uvoz 01.02.2026.'
    await page.getByText(imports).waitFor()
    await inSight('Rezime materijala', 1024, ['440 kom', '12.690,00', imports])
  })

  test('tabs go by arrows and stand in the address; Back returns to the one before', async () => {
    const page = await open()
    await tab(page, 'Pregled').focus()
    for (const name of TABS.slice(1)) {
      await page.keyboard.press('ArrowRight')
      await page.getByRole('tab', { name, selected: true }).waitFor()
    }
    assert.equal(parameter(page, 'tab'), 'products-summary')
    await page.goBack()
    await page.getByRole('tab', { name: 'Rezime materijala', selected: true }).waitFor()
    assert.equal(parameter(page, 'tab'), 'materials-summary')
  })
})
