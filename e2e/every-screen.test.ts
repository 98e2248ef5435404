// Every screen without data and full: nothing for axe to find in either theme, no sideways scroll of the page at any
// width, nothing from another host. Screens that cannot be loaded: spec-unreachable. Windows: every-window.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ACCOUNT, openAs } from './account.ts'
import { type AppPage, newPage, withoutBrowser } from './browser.ts'
import { button } from './document-steps.ts'
import { lookAtEverySize, settled, watchHosts } from './findings.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const SCREENS = {
  dashboard: 'Kontrolna tabla',
  'dashboard/incoming': 'Ulazni dokumenti',
  'dashboard/outgoing': 'Izlazni dokumenti',
  'dashboard/materials': 'Materijali',
  'dashboard/products': 'Proizvodi',
  'dashboard/archive': 'Arhiva',
  'dashboard/history': 'Istorija',
  'dashboard/nema-je': 'Nepoznata stranica',
}
/** The first action on a screen without data. */
const FIRST_ACTIONS: Record<string, RegExp> = {
  dashboard: /^Dodaj ulazni dokument/,
  'dashboard/incoming': /^Novi dokument/,
  'dashboard/outgoing': /^Novi dokument/,
  'dashboard/materials': /^Dodaj materijal/,
  'dashboard/products': /^Dodaj proizvod/,
  'dashboard/archive': /^Dodaj ulazni dokument/,
}
const ARCHIVE_TABS = ['overview', 'documents', 'materials-c4', 'materials-summary', 'products-summary']

describe('every screen', { skip: withoutBrowser }, () => {
  const site = useSite()
  let page: AppPage
  const foreign: string[] = []

  before(async () => {
    page = await openAs(site)
    watchHosts(page, site.app, foreign)
  })

  async function show(path: string, name: string | RegExp) {
    await page.goto(`${site.app.url}/${path}`)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await button(page, `Podešavanja: ${ACCOUNT.email}`).waitFor()
    await settled(page)
  }

  test('login and registration', async () => {
    const visitor = await newPage(site.browser)
    watchHosts(visitor, site.app, foreign)
    await visitor.goto(`${site.app.url}/login`)
    await visitor.getByLabel('Email').waitFor()
    await lookAtEverySize(visitor)
    await visitor.getByLabel('Email').fill(ACCOUNT.email)
    await visitor.getByLabel('Lozinka', { exact: true }).fill('pogresna-rec')
    await button(visitor, 'Prijavi se').click()
    await visitor.getByText('Pogrešan email ili lozinka.').waitFor()
    await lookAtEverySize(visitor)
    await visitor.getByRole('tab', { name: 'Registruj se' }).click()
    await button(visitor, 'Napravi nalog').click()
    await visitor.getByText('Please fill in all fields').waitFor()
    await lookAtEverySize(visitor)
  })

  for (const [path, name] of Object.entries(SCREENS)) {
    test(`${name} without data`, async () => {
      await show(path, name)
      const first = FIRST_ACTIONS[path]
      const offered = page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link'))
      if (first) await offered.filter({ hasText: first }).last().waitFor()
      await lookAtEverySize(page)
    })
  }

  test('the dashboard with data: charts and their tables', async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    const line = { kolicina: 500, cena_po_jedinici: 0.25 }
    for (const [at, month] of ['01', '02', '03'].entries()) {
      const lines = ['KON6PZ', 'PRV050CRN', 'REL12'].map((materijal_id) => ({ ...line, materijal_id }))
      await saveC4(site, `C4-0${at + 1}`, `2026-${month}-05`, lines)
    }
    await saveC1(site, 'C1-01', '2026-04-01', 'KS014', 40)
    await saveC1(site, 'C1-02', '2026-04-02', 'KS014', 4000)
    await show('dashboard', 'Kontrolna tabla')
    const charts = page.getByRole('application')
    await charts.first().waitFor()
    await charts.first().focus()
    await page.keyboard.press('ArrowRight')
    await lookAtEverySize(page)
    const toTable = page.getByRole('button', { name: /^Tabela: / })
    while (await toTable.count()) await toTable.first().click()
    await lookAtEverySize(page)
  })

  test('lists with data, their filters open', async () => {
    for (const path of ['incoming', 'outgoing', 'materials', 'products', 'history']) {
      await show(`dashboard/${path}`, SCREENS[`dashboard/${path}` as keyof typeof SCREENS])
      await page
        .getByText(/^Ukupno \d+/)
        .first()
        .waitFor()
      if (await button(page, 'Prikaži filtere').count()) await button(page, 'Prikaži filtere').click()
      if (path === 'history') await page.getByRole('button', { name: /Dodat ulazni dokument C4-01/ }).click()
      if (path === 'products') await page.getByRole('row').nth(2).getByRole('checkbox').check()
      await lookAtEverySize(page)
    }
  })

  test('every tab of the archive', async () => {
    for (const tab of ARCHIVE_TABS) {
      await show(`dashboard/archive?tab=${tab}`, 'Arhiva')
      if (tab === 'materials-c4') await button(page, 'Proširi sve').click()
      if (tab === 'documents') {
        await button(page, 'Prikaži filtere').click()
        await page.getByRole('button', { name: /^Izaberi period/ }).click()
        await page.getByRole('menuitem', { name: 'Ceo period' }).waitFor()
      }
      await lookAtEverySize(page)
    }
  })

  test('the stock overview of a material', async () => {
    await show('dashboard/materials?materijal=KON6PZ', 'Materijali')
    await page.getByRole('table', { name: 'Promet' }).waitFor()
    await lookAtEverySize(page)
  })

  test('nothing of this came from another host', () => assert.deepEqual(foreign, []))
})
