// The messages of the specification for a server that does not answer: it is really stopped, with every screen open.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, newPage, withoutBrowser } from './browser.ts'
import { cell, closeAlert } from './document-steps.ts'
import { lookAtEverySize, settled } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { fixture, importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

/** Each screen and a text that it shows when it has read its data. */
const SCREENS = [
  ['Materijali', 'Broj materijala: 67'],
  ['Proizvodi', 'Broj proizvoda: 15'],
  ['Ulazni dokumenti', 'Broj ulaznih dokumenata: 1'],
  ['Izlazni dokumenti', 'Broj izlaznih dokumenata: 1'],
  ['Arhiva', 'C4 Dokumenti'],
  ['Kontrolna tabla', 'Pogledaj sve (1)'],
] as const

describe('a server that does not answer', { skip: withoutBrowser }, () => {
  // It comes back with the same data.
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-unreachable-'))
  const site = useSite({ dataDir })
  /** Every screen has been here and nothing of what was read is kept. */
  let visitor: AppPage
  let materials: AppPage
  let products: AppPage
  let incoming: AppPage
  let outgoing: AppPage
  let login: AppPage
  const logged: string[] = []

  /** Waits until the console of the visitor's page has told this. */
  async function whenLogged(text: string) {
    if (!logged.some((line) => line.includes(text)))
      await visitor.waitForEvent('console', (message) => message.text().includes(text))
  }
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const link = (page: AppPage, name: string) =>
    page.getByRole('navigation', { name: 'Glavni meni' }).getByRole('link', { name })
  const dialog = (page: AppPage) => page.getByRole('dialog')
  const expectedErrors = [
    /ERR_CONNECTION_REFUSED/,
    /ERR_FAILED/,
    /Greška pri učitavanju/,
    /ApiError/,
    /dynamically imported/,
  ]

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    await saveC4(site, 'C4-01', '2026-03-01', [{ materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 }])
    await saveC1(site, 'C1-01', '2026-04-01', 'KS014', 10)

    const open = async (screen: string, session = site.token) => {
      const page = await openAs({ ...site, token: session }, { expectedErrors })
      await page.goto(`${site.app.url}/dashboard/${screen}`)
      await button(page, `Podešavanja: ${ACCOUNT.email}`).waitFor()
      return page
    }
    // He logs out, which ends his session: it must not be that of the others.
    visitor = await open('', (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', ACCOUNT)).token)
    visitor.on('console', (message) => logged.push(message.text()))
    for (const [name, text] of SCREENS) {
      await link(visitor, name).click()
      await visitor.getByText(text).first().waitFor()
    }
    await button(visitor, `Podešavanja: ${ACCOUNT.email}`).click()
    await visitor.getByRole('menuitem', { name: 'Logout' }).click()
    await visitor.waitForURL('**/login')

    materials = await open('materials')
    await materials.getByText('Broj materijala: 67').waitFor()
    // The program of its page is there before the server is gone.
    await materials.getByRole('row').nth(3).getByRole('link').click()
    await materials.getByRole('heading', { level: 2 }).first().waitFor()
    await materials.goBack()
    await materials.getByText('Broj materijala: 67').waitFor()
    await button(materials, 'Novi materijal').click()
    await materials.getByLabel('ID materijala').fill('OGLED1')
    await materials.getByLabel('Naziv').fill('Ogled')
    await materials.getByLabel('Zemlja porekla').fill('Srbija')
    await materials.getByLabel('Jedinica mere').selectOption('kg')
    await materials.getByLabel('Tarifni broj').fill('1234')

    products = await open('products')
    await rowAction(products, 'Izmeni')
    await dialog(products).getByLabel('Naziv').fill('Ogled')

    incoming = await open('incoming')
    await rowAction(incoming, 'Izmeni: C4-01')
    await cell(incoming, 'Količina', 1).fill('200')
    outgoing = await open('outgoing')
    await rowAction(outgoing, 'Izmeni: C1-01')
    await cell(outgoing, 'Količina', 1).fill('20')

    login = await newPage(site.browser, { expectedErrors })
    await login.goto(`${site.app.url}/login`)
    await login.getByLabel('Email').fill(ACCOUNT.email)
    await login.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)

    await site.app.stop()
    // As if somebody had logged in in another tab: the screens come, and what they read does not.
    await visitor.evaluate((value) => {
      localStorage.setItem('token', value)
      dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    }, site.token)
  })
  after(async () => {
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Gives up what stands in the open form. */
  async function giveUp(page: AppPage) {
    await page.keyboard.press('Escape')
    await button(page, 'Da').click()
    await dialog(page).waitFor({ state: 'detached' })
  }
  async function upload(page: AppPage, opener: string, name: string, text: string) {
    await button(page, opener).click()
    await dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(fixture(name))
    await dialog(page).getByText(text, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }
  async function deleteFirst(page: AppPage, text: string) {
    await rowAction(page, 'Obriši')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da', exact: true }).click()
    assert.match(
      await closeAlert(page),
      new RegExp(`^Greška\\s+${text.replaceAll('.', '\\.')}[^]*Nema odgovora sa servera`),
    )
  }

  test('login', async () => {
    await button(login, 'Prijavi se').click()
    await login.getByRole('alert').getByText('Nema odgovora sa servera. Proverite konekciju.').waitFor()
  })

  test('dashboard: the errors are logged, the lists stay empty', async () => {
    await visitor.getByText('Podaci nisu učitani.').first().waitFor()
    const told = visitor.getByRole('alert').filter({ hasText: 'Nema odgovora sa servera. Proverite konekciju.' })
    await told.getByRole('button', { name: 'Pokušaj ponovo' }).waitFor()
    assert.equal(await button(visitor, 'Pokušaj ponovo').count(), 1)
    assert.equal(await visitor.getByRole('listitem').count(), 0)
    for (const part of ['kontrolne table', 'preostalih materijala', 'grafikona'])
      await whenLogged(`Greška pri učitavanju ${part}`)
    await lookAtEverySize(visitor)
  })

  test('materials', async () => {
    await link(visitor, 'Materijali').click()
    await visitor.getByText('Greška prilikom učitavanja materijala', { exact: true }).waitFor()
    await lookAtEverySize(visitor)

    await materials.keyboard.press('Control+s')
    await dialog(materials).getByText('Došlo je do greške prilikom snimanja materijala.', { exact: true }).waitFor()
    await giveUp(materials)
    const failed = 'Greška prilikom importa materijala iz Excel fajla'
    await upload(materials, 'Učitaj iz Excela', 'materijali.xlsx', failed)
    await deleteFirst(materials, 'Greška prilikom brisanja materijala.')
    await rowAction(materials, 'Pregled stanja')
    await materials.getByText('Greška prilikom učitavanja pregleda materijala', { exact: true }).first().waitFor()
  })

  test('products', async () => {
    await link(visitor, 'Proizvodi').click()
    await visitor.getByText('Greška prilikom učitavanja proizvoda', { exact: true }).waitFor()
    await lookAtEverySize(visitor)

    await products.keyboard.press('Control+s')
    await dialog(products).getByText('Greška prilikom snimanja proizvoda.', { exact: true }).waitFor()
    await giveUp(products)
    await upload(products, 'Import BOM', 'normativi-ifs.xlsx', 'Greška prilikom učitavanja proizvoda iz Excela')
    await deleteFirst(products, 'Greška prilikom brisanja proizvoda.')
  })

  test('import documents', async () => {
    await link(visitor, 'Ulazni dokumenti').click()
    await visitor.getByRole('alertdialog').waitFor()
    await lookAtEverySize(visitor)
    assert.match(await closeAlert(visitor), /Greška pri učitavanju dokumenata\s+Nema odgovora sa servera/)
    await lookAtEverySize(visitor)

    await incoming.keyboard.press('Control+s')
    const unsaved = /Greška pri snimanju dokumenta\. Proverite konzolu za više detalja\.\s+Nema odgovora sa servera/
    assert.match(await closeAlert(incoming), unsaved)
    await dialog(incoming).getByLabel('Excel fajl sa fakturama').setInputFiles(fixture('fakture-c4.xlsx'))
    assert.match(await closeAlert(incoming), /Greška pri importu Excel fajla\. Proverite format fajla\./)
    await cell(incoming, 'Materijal', 1).fill('lem')
    await incoming.getByText('Pretraga nije uspela.').waitFor()
    await Promise.all([
      incoming.waitForEvent('console', (message) => message.text().includes('Greška pri učitavanju materijala')),
      cell(incoming, 'Materijal', 1).press('Tab'),
    ])
    await giveUp(incoming)
    await rowAction(incoming, 'Izmeni: C4-01')
    assert.match(await closeAlert(incoming), /Greška pri učitavanju stavki dokumenta\s/)
    await deleteFirst(incoming, 'Greška prilikom brisanja dokumenta.')
  })

  test('export documents', async () => {
    await link(visitor, 'Izlazni dokumenti').click()
    assert.match(await closeAlert(visitor), /Greška pri učitavanju dokumenata\s+Nema odgovora sa servera/)
    await lookAtEverySize(visitor)

    await outgoing.keyboard.press('Control+s')
    const unsaved = /Greška pri snimanju dokumenta: Provjerite podatke i pokušajte ponovo\./
    assert.match(await closeAlert(outgoing), unsaved)
    await giveUp(outgoing)
    await rowAction(outgoing, 'Izmeni: C1-01')
    assert.match(await closeAlert(outgoing), /Greška pri učitavanju stavki dokumenta\.\s/)
    await deleteFirst(outgoing, 'Greška prilikom brisanja dokumenta.')
  })

  test('archive: the error box, and empty lists on every tab', async () => {
    await link(visitor, 'Arhiva').click()
    const box = visitor.getByRole('alert').filter({ hasText: 'Greška prilikom učitavanja podataka' })
    await box.getByText('Greška', { exact: true }).waitFor()
    for (const tab of ['Pregled', 'Svi dokumenti', 'Materijali po C4', 'Rezime materijala', 'Rezime proizvoda']) {
      await visitor.getByRole('tab', { name: tab }).click()
      await visitor.getByRole('tab', { name: tab, selected: true }).waitFor()
      await settled(visitor)
      await visitor.getByText('Podaci nisu učitani.').first().waitFor()
      await lookAtEverySize(visitor)
    }
  })

  test('the server is back: another try helps on every screen', async () => {
    await site.app.restart()
    const away = () => visitor.route('**/api/**', (route) => route.abort())
    await away()
    const again = 'Pokušaj ponovo'
    for (const [name, failed, retry, loaded] of [
      ['Arhiva', 'Greška prilikom učitavanja podataka', 'Osveži', 'C1-01'],
      ['Kontrolna tabla', 'Podaci nisu učitani.', again, 'C4-01'],
      ['Materijali', 'Greška prilikom učitavanja materijala', again, 'Broj materijala: 67'],
      ['Proizvodi', 'Greška prilikom učitavanja proizvoda', again, 'Broj proizvoda: 15'],
      ['Ulazni dokumenti', 'Greška pri učitavanju dokumenata', again, 'Broj ulaznih dokumenata: 1'],
      ['Izlazni dokumenti', 'Greška pri učitavanju dokumenata', again, 'Broj izlaznih dokumenata: 1'],
    ] as const) {
      await link(visitor, name).click()
      await visitor.getByText(failed).first().waitFor()
      if (name.endsWith('dokumenti')) await closeAlert(visitor)
      await visitor.unroute('**/api/**')
      await button(visitor, retry).click()
      await visitor.getByText(loaded).first().waitFor()
      await visitor.getByText(failed).first().waitFor({ state: 'detached' })
      await away()
    }
    await visitor.unroute('**/api/**')
    await site.app.stop()
  })

  test('a screen whose program cannot be fetched says so and offers to load the page again', async () => {
    await visitor.getByRole('button', { name: /^Podešavanja/ }).click()
    // A routed page leaves the browser's cache aside: a test before this one may have been at that screen.
    await visitor.route('**/assets/**', (route) => route.continue())
    await visitor.getByRole('menuitem', { name: 'Istorija' }).click()
    await button(visitor, 'Osveži stranicu').waitFor()
    await lookAtEverySize(visitor)
    await site.app.restart()
    await button(visitor, 'Osveži stranicu').click()
    await visitor.getByText(/^Dodat izlazni dokument/).waitFor()
  })
})
