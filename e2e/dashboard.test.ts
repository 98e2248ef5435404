import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, holdAnswers, type PageOptions, withoutBrowser } from './browser.ts'
import { escapeDialog } from './document-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const FIRMA = { naziv: 'Šumadija kabl', pib: '104052135', mb: '20084693', grad: 'Kragujevac', drzava: 'Srbija' }
const REMAINING = 'Trenutni materijali po C4 (FIFO praćenje)'
/** Each with its screen, and the button there that opens the same form. */
const ACTIONS = [
  ['Novi ulazni dokument', '/dashboard/incoming', 'Novi dokument'],
  ['Novi izlazni dokument', '/dashboard/outgoing', 'Novi dokument'],
  ['Novi materijal', '/dashboard/materials', 'Novi materijal'],
  ['Novi proizvod', '/dashboard/products', 'Novi proizvod'],
] as const

describe('dashboard', { skip: withoutBrowser }, () => {
  const site = useSite()

  async function open(options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard`)
    return page
  }
  const panel = (page: AppPage, name: string | RegExp) => page.getByRole('region', { name })
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const month = () => new Date().toLocaleDateString('sv-SE').slice(0, 7)

  test('an empty database shows zeros and offers the first action everywhere', async () => {
    const page = await open()
    await page.getByText('Još nema ulaznih dokumenata.').waitFor()
    await page.getByText('Još nema izlaznih dokumenata.').waitFor()
    await page.getByText('0,00', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Pogledaj sve (0)' }).first().waitFor()
    assert.equal(await page.getByText('Još nema podataka za ovaj grafikon.').count(), 0)
    await panel(page, 'Nedavni ulazni dokumenti').getByRole('link', { name: 'Novi ulazni dokument' }).click()
    const form = page.getByRole('dialog', { name: 'Novi ulazni dokument' })
    await form.getByLabel('C4 broj').fill('C4-ZAPOCET')
    await form
      .getByText(/^Nacrt/)
      .first()
      .waitFor()
    await page.goto(`${site.app.url}/dashboard`)
    await panel(page, 'Za danas').getByRole('link', { name: 'Započet unos: ulazni dokument' }).click()
    await page
      .getByRole('list', { name: 'Nacrti' })
      .getByText(/C4-ZAPOCET/)
      .waitFor()
  })

  test('empty books lead through moving in; how far it is follows from the books, what is skipped is remembered', async () => {
    const page = await open()
    const card = panel(page, 'Preseljenje')
    const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
    const next = (name: string) => step(name).getByText('sledeći korak').waitFor()
    await next('Naša firma')
    await card.getByRole('link', { name: 'Upiši firmu' }).click()
    await page.getByRole('form', { name: 'Naša firma' }).getByLabel('Naziv firme').waitFor()
    await page.goBack()
    await send(site, 'PUT', '/nasa-firma', FIRMA)
    await page.reload()
    await step('Naša firma').getByText(FIRMA.naziv).waitFor()
    await next('Materijali')
    for (const [action, window] of [
      ['Učitaj materijale', 'Učitavanje materijala iz Excela'],
      ['Učitaj normative', 'Import BOM'],
      ['Učitaj uvoze', 'Učitavanje ulaznih dokumenata iz fajla'],
      ['Učitaj izvoze', 'Učitavanje izlaznih dokumenata iz fajla'],
      ['Uporedi stanje', 'Novi popis'],
    ] as const) {
      await card.getByRole('link', { name: action }).click()
      await page.getByRole('dialog', { name: window }).waitFor()
      await page.goBack()
    }
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await step('Materijali')
      .getByText(/^67 materijala$/)
      .waitFor()
    await next('Proizvodi i normativi')
    await card.getByRole('button', { name: 'Preskoči: Proizvodi i normativi' }).click()
    await step('Proizvodi i normativi').getByText('preskočeno').waitFor()
    await next('Uvozi')
    await page.reload()
    await next('Uvozi')
    await step('Proizvodi i normativi').getByText('preskočeno').waitFor()
    await card.getByRole('link', { name: 'Zaključaj period' }).click()
    await page.getByRole('heading', { name: 'Nijedan period nije zaključan.' }).waitFor()
  })

  test('cards, recent documents and the FIFO list show what the books hold', async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    for (const day of [1, 2, 3, 4, 5, 6, 7]) {
      await saveC4(site, `C4-0${day}`, `${month()}-0${day}`, [
        { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
        ...(day === 1 ? [{ materijal_id: 'PRV035ZEL', kolicina: 10, cena_po_jedinici: 0.05 }] : []),
      ])
    }
    const calm = await open()
    await panel(calm, 'Za danas')
      .getByText(/^Ništa ne čeka/)
      .waitFor()
    // 60 × 1 KON6PZ of 100 and 60 × 0,49 m PRV035ZEL of 10; the rest of the normativ was never imported.
    await saveC1(site, 'C1-01', `${month()}-08`, 'KS014', 60)

    const page = await open()
    await page.getByText('67', { exact: true }).waitFor()
    await page.getByText('ispod nule').waitFor()
    await page.getByText('svi sa normativom').waitFor()
    await page.getByText('1 sa manjkom').waitFor()
    await panel(page, 'Za danas').getByRole('link', { name: '1 izvoz sa manjkom' }).waitFor()
    assert.equal(await panel(page, 'Preseljenje').count(), 0)
    // (40 + 600) × 0,2 EUR × 117,5
    await page.getByText('15.040,00').first().waitFor()

    const incoming = panel(page, 'Nedavni ulazni dokumenti')
    assert.equal(await incoming.getByRole('listitem').count(), 5)
    assert.match(
      (await incoming.getByRole('listitem').first().textContent()) ?? '',
      /C4-07Müller Kabel GmbH20,00\sEUR07\.\d\d\.\d{4}\./,
    )
    const outgoing = panel(page, 'Nedavni izlazni dokumenti')
    assert.match(
      (await outgoing.getByRole('listitem').first().textContent()) ?? '',
      /C1-01manjakVolkswagen Slovakia a\.s\.1\.134,00\sEUR08\./,
    )
    await outgoing.getByRole('link', { name: 'Pogledaj sve (1)' }).waitFor()

    const remaining = panel(page, REMAINING)
    await remaining
      .getByText(/^C4-01 · 01\.\d\d\.\d{4}\. · EUR · 1\sEUR = 117,50\sRSD · 1 materijal · ID\s1$/)
      .waitFor()
    assert.match(
      (await remaining
        .getByRole('row', { name: /KON6PZ/ })
        .first()
        .textContent()) ?? '',
      /Konektor 6 polova, ženski, brtvljeni KON6PZNemačka#140\skom1006040\s%/,
    )
    assert.equal(
      await remaining.getByRole('meter').first().getAttribute('aria-valuetext'),
      '40\u00a0%',
      'the percent is said in words',
    )

    // A wide window has the chart and both lists side by side, so that the FIFO list begins on the first screen.
    const tops = [panel(page, /^Uvoz i izvoz po mesecima/), incoming, outgoing].map(
      async (one) => (await one.boundingBox())?.y,
    )
    assert.equal(new Set(await Promise.all(tops)).size, 1)

    await incoming.getByRole('link', { name: 'Pogledaj sve (7)' }).click()
    await page.getByRole('heading', { name: 'Ulazni dokumenti', level: 1 }).waitFor()
  })

  test('five C4 documents are shown, then all, then five again; details lead to the archive', async () => {
    const page = await open()
    const remaining = panel(page, REMAINING)
    const rows = remaining.getByRole('row', { name: /KON6PZ/ })
    await button(page, 'Prikaži sve (7)').waitFor()
    assert.equal(await rows.count(), 5)
    await button(page, 'Prikaži još 2 C4 dokumenta').click()
    await rows.nth(6).waitFor()
    assert.equal(await button(page, 'Prikaži sve (7)').count(), 0)
    await button(page, 'Prikaži manje').click()
    await button(page, 'Prikaži još 2 C4 dokumenta').waitFor()
    await button(page, 'Prikaži sve (7)').click()
    await rows.nth(6).waitFor()

    await remaining.getByRole('link', { name: 'Detaljni pregled' }).click()
    await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
    await page.getByRole('tab', { name: 'Materijali po C4', selected: true }).waitFor()
    await page.getByRole('button', { name: /^C4-01/ }).waitFor()
  })

  test('quick actions lead to their screens with the form open, which leaves the focus on the button that opens it there', async () => {
    const page = await open()
    const actions = page.getByRole('region', { name: 'Brze akcije' })
    const { height, width } = (await actions.getByRole('heading', { name: 'Brze akcije' }).boundingBox()) ?? {}
    assert.ok(height && width && height > 12 && width > 50, 'the heading is seen, too')
    await actions.getByRole('link', { name: 'Pregled arhive' }).waitFor()
    assert.equal(await actions.getByRole('link').count(), 5)
    for (const [name, path, opener] of ACTIONS) {
      await actions.getByRole('link', { name }).press('Enter')
      await page.waitForURL(`**${path}`)
      await page.getByRole('dialog').waitFor()
      // One that asks before it closes leaves it there, too.
      const isTyped = name === 'Novi izlazni dokument' || name === 'Novi materijal'
      if (isTyped) await page.getByRole('dialog').getByRole('textbox').first().fill('X')
      await escapeDialog(page)
      if (isTyped) await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.waitForFunction((label) => document.activeElement?.textContent === label, opener)
      await page.getByRole('link', { name: 'Kontrolna tabla' }).click()
    }
    await actions.getByRole('link', { name: 'Pregled arhive' }).click()
    await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
  })

  test('a month and a material of the charts lead to the rows that they add up', async () => {
    const page = await open()
    await button(page, 'Tabela: Zalihe po materijalu').click()
    await panel(page, /^Zalihe po materijalu/)
      .getByRole('link', { name: /KON6PZ$/ })
      .click()
    await page.getByRole('heading', { name: /KON6PZ$/, level: 2 }).waitFor()
    await page.goBack()
    await button(page, 'Tabela: Uvoz i izvoz po mesecima').click()
    await panel(page, /^Uvoz i izvoz po mesecima/)
      .getByRole('link', { name: '16.508,75' })
      .click()
    await page.getByRole('heading', { name: 'Ulazni dokumenti', level: 1 }).waitFor()
    await page.getByRole('row', { name: /^C4-/ }).first().waitFor()
    const { searchParams } = new URL(page.url())
    for (const name of ['datum_od', 'datum_do']) assert.equal(searchParams.get(name)?.slice(0, 7), month(), name)
    const { results } = await send<{ results: { vrednost_rsd: number }[] }>(
      site,
      'GET',
      `/c4?limit=100&${searchParams}`,
    )
    const cents = results.reduce((total, { vrednost_rsd }) => total + Math.round(vrednost_rsd * 100), 0)
    assert.equal(cents, 1_650_875)
  })

  test('each chart can be read as a table, and walked through by keyboard', async () => {
    const page = await open()
    const months = panel(page, /^Uvoz i izvoz po mesecima/)
    await months.getByRole('application').focus()
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight')
    await months.getByText(/\d{4}\.$/).waitFor()
    assert.match((await months.textContent()) ?? '', /Uvoz16\.508,75\sRSD/)

    await button(page, 'Tabela: Uvoz i izvoz po mesecima').click()
    assert.match((await months.getByRole('row').last().textContent()) ?? '', /^Ukupno16\.508,75133\.245,00$/)
    for (const [title, row] of [
      ['Zalihe po materijalu', /^Konektor 6 polova, ženski, brtvljeni KON6PZ15\.040,00100\s%$/],
      ['Zalihe po zemlji porekla', /^Nemačka ?15\.040,00100\s%$/],
      ['Starost zaliha', /^0–3 meseca 7 stavki15\.040,00100\s%$/],
    ] as const) {
      const heading = panel(page, new RegExp(`^${title}`)).getByRole('heading')
      assert.equal(await heading.textContent(), `${title} hilj. RSD`)
      await button(page, `Tabela: ${title}`).click()
      // The figures of the table are full RSD, whatever the unit of the chart is.
      assert.equal(await heading.textContent(), `${title} RSD`)
      assert.match(
        (await panel(page, new RegExp(`^${title}`))
          .getByRole('row')
          .nth(1)
          .textContent()) ?? '',
        row,
      )
    }
    await button(page, 'Grafikon: Starost zaliha').click()
    await button(page, 'Tabela: Starost zaliha').waitFor()

    await panel(page, /^Zalihe po zemlji porekla/)
      .getByRole('link', { name: 'Nemačka' })
      .click()
    await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('zemlja_porekla'), 'Nemačka')
    await button(page, 'Samo stavke poreklom: Nemačka').click()
    await button(page, 'Samo stavke poreklom: Nemačka').waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('zemlja_porekla'), null)
  })

  test('while figures are on their way their place is kept, and the value says so', async () => {
    const page = await openAs(site)
    const answer = await holdAnswers(page, '**/api/dashboard')
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByText('Računanje...').waitFor()
    answer()
    await page.getByText('15.040,00').first().waitFor()
    assert.equal(await page.getByText('Računanje...').count(), 0)
  })

  test('what is wrong leads to where it stands, what is named to itself', async () => {
    await send(site, 'POST', '/proizvodi', {
      id: 'PRAZAN',
      naziv: 'Bez normativa',
      hs_code: '85',
      jedinica_mere: 'kom',
    })
    await saveC1(site, 'C1-02', `${month()}-09`, 'PRAZAN', 1)
    const page = await open()
    const firstIn = (table: string) => page.getByRole('table', { name: table }).getByRole('row').nth(1)
    await page.getByRole('link', { name: '1 sa manjkom' }).click()
    await page.getByText('Broj izlaznih dokumenata: 1').waitFor()
    await firstIn('Izlazni dokumenti').getByText('C1-01').waitFor()
    assert.equal(await page.getByLabel('Manjak', { exact: true }).inputValue(), 'true')
    await page.getByLabel('Manjak', { exact: true }).selectOption('Bez manjka')
    await firstIn('Izlazni dokumenti').getByText('C1-02').waitFor()
    await button(page, 'Obriši sve').click()
    await page.getByText('Broj izlaznih dokumenata: 2').waitFor()
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('link', { name: /ispod nule/ }).click()
    await firstIn('Materijali').getByText(/^-\d/).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: '1 bez normativa' }).click()
    await firstIn('Proizvodi').getByText('PRAZAN').waitFor()
    await page.goBack()
    await panel(page, 'Nedavni izlazni dokumenti').getByRole('link', { name: 'C1-01' }).click()
    await page.getByRole('heading', { name: 'C1-01', level: 2 }).waitFor()
    await page.goBack()
    await panel(page, REMAINING).getByRole('link', { name: 'C4-03' }).click()
    await page.getByRole('heading', { name: 'C4-03', level: 2 }).waitFor()
  })
})
