// What is typed into a form is kept: whatever closes it, without a server, without room for it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, drawn, holdAnswers, type PageOptions, withoutBrowser } from './browser.ts'
import { button, C4_TYPED, dialog, dialogListens, escapeDialog, fillHead } from './document-steps.ts'
import {
  answer,
  type C4,
  changeC4,
  drafts,
  field,
  fillMaterial,
  goOn,
  kept,
  newForm,
  noDrafts,
  offer,
  openList,
  question,
} from './draft-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

/** Records of the catalogue to look up. */
const SEARCH = /\/api\/(materials|proizvodi)\?.*search=/

describe('nothing typed is ever lost', { skip: withoutBrowser }, () => {
  // One test stops the server and starts it again on the same data.
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-drafts-'))
  const site = useSite({ dataDir })

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
  })
  after(async () => {
    rmSync(dataDir, { recursive: true, force: true })
  })

  const open = (path: string, options?: PageOptions) => openList(site, path, options)
  const total = async (path: string) => (await send<{ total: number }>(site, 'GET', path)).total

  test('outside click asks, and what was typed is offered on return', async () => {
    const page = await open('materials')
    const old = (place: string[]) => `nacrt:${JSON.stringify([ACCOUNT.email, 'materijal/novi', ...place])}`
    await page.evaluate(
      (keys) => {
        for (const key of keys) localStorage.setItem(key, '{"shape":1,"content":{"ime":"x"}}')
      },
      [old([]), old(['star'])],
    )
    await newForm(page, 'Novi materijal')
    await dialogListens(page)
    await page.mouse.click(4, 4)
    await dialog(page).waitFor({ state: 'detached' })
    // What an older program kept is dropped.
    await noDrafts(page)

    await newForm(page, 'Novi materijal')
    await dialogListens(page)
    assert.equal(await offer(page).count(), 0)
    await field(page, 'ID materijala').fill('NACRT1')
    await field(page, 'Naziv').fill('Žica iz nacrta')
    await field(page, 'Jedinica mere').selectOption('kg')
    await kept(page)
    await page.mouse.click(4, 4)
    await question(page).getByText('ostaju kao nacrt').waitFor()
    await answer(page, 'Ne')
    assert.equal(await field(page, 'Naziv').inputValue(), 'Žica iz nacrta')
    await page.mouse.click(4, 4)
    await answer(page, 'Da')
    await dialog(page).waitFor({ state: 'detached' })

    await newForm(page, 'Novi materijal')
    await offer(page).waitFor()
    await dialog(page).getByText('Žica iz nacrta NACRT1').waitFor()
    assert.equal(await field(page, 'Naziv').inputValue(), '')
    await goOn(page)
    assert.equal(await field(page, 'ID materijala').inputValue(), 'NACRT1')
    assert.equal(await field(page, 'Naziv').inputValue(), 'Žica iz nacrta')
    assert.equal(await field(page, 'Jedinica mere').inputValue(), 'kg')
    assert.equal(await offer(page).count(), 0)
    await page.keyboard.press('Escape')
    await answer(page, 'Da')

    await newForm(page, 'Novi materijal')
    await button(page, 'Odbaci').click()
    await button(page, 'Vrati').click()
    await offer(page).waitFor()
    assert.equal(await drafts(page), 1)
    await button(page, 'Odbaci').click()
    assert.equal(await offer(page).count(), 0)
    await noDrafts(page)
  })

  test('a double click saves once, and so does Ctrl + S held down; a form says where its draft finds no room', async () => {
    const page = await open('materials')
    await newForm(page, 'Novi materijal')
    await fillMaterial(page, 'DVAPUT1', 'Dvaput kliknuta')
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).dblclick()
    await page.getByText('Materijal uspešno dodat.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(await page.getByText('Materijal uspešno dodat.').count(), 1)
    assert.equal(await total('/materials?search=DVAPUT1'), 1)

    await newForm(page, 'Novi materijal')
    await fillMaterial(page, 'DVAPUT2', 'Dvaput poslata')
    await page.keyboard.down('Control')
    for (let press = 0; press < 5; press++) await page.keyboard.down('s')
    await page.keyboard.up('s')
    await page.keyboard.press('s')
    await page.keyboard.up('Control')
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(await total('/materials?search=DVAPUT2'), 1)

    await page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (;;) localStorage.setItem(`punjenje ${localStorage.length}`, 'x'.repeat(size))
        } catch {
          // Full: a smaller piece may still fit.
        }
      }
    })
    await newForm(page, 'Novi materijal')
    await field(page, 'Naziv').fill('Žica koja ne staje')
    await dialog(page).getByText('Nacrt nije sačuvan: nema dovoljno mesta u pregledaču.').waitFor()
    await page.keyboard.press('Escape')
    await question(page).getByText('biće izgubljeni').waitFor()
  })

  test('Escape keeps a product with its normativ; typing over an offer loses neither; a catalogue that is away says nothing of a material', async () => {
    const page = await open('products', { expectedErrors: [/ERR_/, /Nema odgovora sa servera/] })
    await newForm(page, 'Novi proizvod')
    await fillProduct(page, 'NACRTP1')
    await page.getByLabel('Materijal za stavku 1').fill('LEM60')
    await page.getByRole('option', { name: /Lem/ }).first().click()
    await page.getByLabel('Količina za stavku 1').fill('0,00035')
    await page.keyboard.press('Escape')
    await answer(page, 'Da')

    await newForm(page, 'Novi proizvod')
    await offer(page).waitFor()
    await field(page, 'Naziv').fill('Drugi snop')
    await kept(page)
    await page.keyboard.press('Escape')
    await answer(page, 'Da')

    await newForm(page, 'Novi proizvod')
    await dialog(page).getByText('Drugi snop · još 1 stariji nacrt').waitFor()
    await button(page, 'Odbaci').click()
    await goOn(page)
    assert.equal(await page.getByLabel('Količina za stavku 1').inputValue(), '0,00035')
    await page.route(SEARCH, (route) => route.abort())
    await page.getByLabel('Materijal za stavku 1').fill('LEM60')
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await dialog(page).getByText('Greška prilikom snimanja proizvoda.').waitFor()
    assert.equal(await dialog(page).getByText('ne postoji').count(), 0)
    await page.unroute(SEARCH)
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await page.getByText('Proizvod uspešno dodat.').waitFor()
    await noDrafts(page)
  })

  test('Back asks and keeps a new C4, but not its PDF; it is saved once, when the server is back', async () => {
    const expectedErrors = [/ERR_/, /Nema odgovora sa servera/]
    const page = await openAs(site, { expectedErrors })
    await page.goto(`${site.app.url}/dashboard`)
    const toImports = () => page.getByRole('link', { name: 'Ulazni dokumenti', exact: true }).first().click()
    await toImports()
    await newForm(page, 'Novi dokument')
    await fillC4(page, 'C4-NAZAD')
    await dialog(page)
      .getByLabel('PDF dokumenta', { exact: true })
      .last()
      .setInputFiles({
        name: 'racun.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF\n'),
      })
    await page.evaluate(() => history.back())
    await question(page).getByText('bez izabranog PDF fajla').waitFor()
    await answer(page, 'Ne')
    assert.equal(await field(page, 'C4 broj').inputValue(), 'C4-NAZAD')
    await page.evaluate(() => history.back())
    await answer(page, 'Da')
    await page.waitForURL('**/dashboard')

    await toImports()
    await newForm(page, 'Novi dokument')
    await dialog(page).getByText('C4-NAZAD · 1 stavka').waitFor()
    await goOn(page)
    assert.equal(await field(page, 'C4 broj').inputValue(), 'C4-NAZAD')
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '12,5')
    await dialog(page).getByText('PDF fajl „racun.pdf“ nije deo nacrta. Izaberite ga ponovo.').waitFor()

    const saidAway = page.getByText('Nema odgovora sa servera. Proverite konekciju.')
    const save = button(page, 'Napravi dokument')
    await page.route(SEARCH, (route) => route.abort())
    await field(page, 'Materijal, stavka 1').fill('LEM60')
    await save.click()
    await saidAway.waitFor()
    await button(page, 'U redu').click()
    assert.equal(await dialog(page).getByText('nije u katalogu').count(), 0)
    await page.unroute(SEARCH)
    await field(page, 'Materijal, stavka 1').fill('KON6PZ')
    await page.getByRole('listbox').getByRole('option').first().click()

    await site.app.stop()
    await save.click()
    await saidAway.waitFor()
    await button(page, 'U redu').click()
    assert.equal(await field(page, 'C4 broj').inputValue(), 'C4-NAZAD')
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '12,5')
    await site.app.restart()
    await save.dblclick()
    await page.getByText(/^Ulazni dokument .+ je napravljen\.$/).waitFor()
    assert.equal(await total('/c4?c4Number=C4-NAZAD'), 1)
    await noDrafts(page)
  })

  test('Back and reload ask in a form that keeps no draft, too', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('button', { name: /^Podešavanja:/ }).click()
    await page.getByRole('menuitem', { name: 'Podešavanja' }).click()
    await page.getByLabel('Grad', { exact: true }).fill('Beograd')
    await page.evaluate(() => history.back())
    await question(page).getByText('Ako napustite stranicu, biće izgubljeni.').waitFor()
    await answer(page, 'Ne')
    assert.equal(await page.getByLabel('Grad', { exact: true }).inputValue(), 'Beograd')
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    assert.equal((await asked).type(), 'beforeunload')
    await (await asked).accept()
    await reloaded
  })

  test('a reload keeps the edit of a C4, and an older draft says that the document has changed since', async () => {
    const { id } = await saveC4(site, 'C4-OSVEZI', '2026-03-01', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
    ])
    const page = await open('incoming?broj=C4-OSVEZI')
    const edit = async () => {
      await rowAction(page, 'Izmeni: C4-OSVEZI')
      await dialog(page).getByText('Izmeni ulazni dokument').waitFor()
    }
    await edit()
    await field(page, 'Količina, stavka 1').fill('150')
    await page.reload()
    const shelf = page.getByRole('list', { name: 'Nacrti' }).getByRole('listitem')
    await shelf
      .filter({ hasText: 'izmena · C4-OSVEZI · 1 stavka' })
      .getByRole('button', { name: 'Nastavi nacrt' })
      .click()
    await dialog(page).getByText('Izmeni ulazni dokument').waitFor()
    await dialog(page)
      .getByText(/sačuvan u \d\d:\d\d/)
      .waitFor()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '150')
    await page.keyboard.press('Escape')
    await answer(page, 'Da')
    await shelf.waitFor()
    await edit()
    await dialog(page).getByText('C4-OSVEZI · 1 stavka').waitFor()
    assert.equal(await dialog(page).getByText('Podatak je u međuvremenu izmenjen.').count(), 0)
    await goOn(page)
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '150')
    await page.keyboard.press('Escape')
    await answer(page, 'Da')

    await changeC4(site, id, { paritet: 'DAP' })
    await edit()
    await dialog(page).getByText('Podatak je u međuvremenu izmenjen.').waitFor()
    await button(page, 'Nastavi nacrt').click()
    await dialog(page).getByText('Otkako je nacrt započet, neko je izmenio ovaj podatak.').waitFor()
    await dialog(page).getByText('Paritet: EXW').waitFor()
    await button(page, 'Nastavi uređivanje').click()
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Otkako je nacrt započet').waitFor()
    await button(page, 'Zameni mojim unosom').click()
    await page.getByText(/^Ulazni dokument .+ je izmenjen\.$/).waitFor()
    const saved = await send<C4>(site, 'GET', `/c4/${id}`)
    assert.deepEqual([saved.paritet, saved.stavke[0]?.kolicina], ['EXW', 150])
    assert.equal(await drafts(page), 0)
  })

  test('a document that is read late opens over nothing else', async () => {
    await saveC4(site, 'C4-KASNI', '2026-03-04', [{ materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 1 }])
    const page = await open('incoming?broj=C4-KASNI')
    const answer = await holdAnswers(page, /\/api\/c4\/\d+$/)
    const late = page.waitForResponse(/\/api\/c4\/\d+$/)
    await rowAction(page, 'Izmeni: C4-KASNI')
    await newForm(page, 'Novi dokument')
    await dialog(page).getByText('Novi ulazni dokument').waitFor()
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    answer()
    await (await late).finished()
    await newForm(page, 'Novi dokument')
    await dialog(page).getByText('Novi ulazni dokument').waitFor()
  })

  test('a form that is closed while it still looks something up is not sent any more, and stays a draft', async () => {
    const page = await open('outgoing')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    for (const [at, [screen, add, fill, material]] of (
      [
        ['Izlazni dokumenti', 'Novi dokument', addLine, 'Proizvod, stavka 1'],
        ['Proizvodi', 'Novi proizvod', fillProduct, 'Materijal za stavku 1'],
      ] as const
    ).entries()) {
      await page.getByRole('link', { name: screen, exact: true }).first().click()
      await newForm(page, add)
      await fill(page)
      const release = await holdAnswers(page, SEARCH)
      await field(page, material).fill('LEM60')
      await page.keyboard.press('Control+S')
      const answered = page.waitForResponse(SEARCH)
      await button(page, 'Otkaži').click()
      await answer(page, 'Da')
      await dialog(page).waitFor({ state: 'detached' })
      release()
      await (await answered).finished()
      await page.getByRole('list', { name: 'Nacrti' }).getByText('nov unos').waitFor()
      await drawn(page)
      assert.deepEqual(sent, [])
      assert.equal(await page.getByRole('alertdialog').count(), 0, 'nothing is said of a form that is gone')
      assert.equal(await drafts(page), at + 1)
      await page.unroute(SEARCH)
    }
  })

  /** A new product with an empty line in its normativ. */
  async function fillProduct(page: AppPage, id = 'TRAZI1') {
    await field(page, 'ID proizvoda').fill(id)
    await field(page, 'HS kod').fill('8544')
    await field(page, 'Jedinica mere').fill('kom')
    await field(page, 'Naziv').fill('Snop bez veze')
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
  }

  async function addLine(page: AppPage) {
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
  }

  async function fillC4(page: AppPage, broj: string) {
    await fillHead(page, { ...C4_TYPED, 'C4 broj': broj, Datum: '1.2.26' })
    await addLine(page)
    await field(page, 'Materijal, stavka 1').fill('KON6PZ')
    await page.getByRole('listbox').getByRole('option').first().click()
    await field(page, 'Količina, stavka 1').fill('12,5')
    await field(page, 'Cena po jedinici, stavka 1').fill('20')
    await kept(page)
  }
})
