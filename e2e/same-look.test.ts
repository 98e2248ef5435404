// What is the same looks the same wherever it stands, and takes the room that its content needs: on the screen, on paper.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { openAs, send } from './account.ts'
import { type AppPage, type PageOptions, resize, withoutBrowser } from './browser.ts'
import { button, dialog, PDF } from './document-steps.ts'
import { settled } from './findings.ts'
import { C4_HEAD, importSheet, saveC1 } from './sample-data.ts'
import { useSite } from './site.ts'

/** As long as firms are called that have more than one owner and a legal form. */
const LONG_NAME = 'Hirschfeld & Söhne Steckverbinder Vertriebsgesellschaft mbH'
/** A number with everything at which lines break. */
const INVOICE = 'DE-2026-07/0435-B'
/** A4 within its margins, at 96 dots per inch. */
const PAPER_WIDTH = 700

describe('the same everywhere', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    const pdf = new FormData()
    pdf.append('pdf', new Blob([PDF], { type: 'application/pdf' }), 'ulaz.pdf')
    pdf.append('documentId', 'C4-1')
    const headers = { authorization: `Bearer ${site.token}` }
    const upload = await fetch(`${site.app.url}/api/c4/upload`, { method: 'POST', headers, body: pdf })
    const { filePath } = (await upload.json()) as { filePath: string }
    await send(site, 'POST', '/c4', {
      ...C4_HEAD,
      posiljalac_naziv: LONG_NAME,
      broj_c4: 'C4-1',
      datum: '2026-01-05',
      pdf_fajl: filePath,
      stavke: [
        {
          materijal_id: 'KON6PZ',
          kolicina: 500,
          cena_po_jedinici: 0.25,
          broj_fakture: INVOICE,
          redni_broj: 1,
          dokazuje_poreklo: true,
          tarifni_broj: '8536.69.90',
          zemlja_porekla: 'Nemačka',
        },
      ],
    })
    await saveC1(site, 'C1-1', '2026-02-01', 'KS014', 1)
  })

  async function open(path: string, options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    return page
  }
  const lookOf = (control: Locator) =>
    control.evaluate((element) => {
      const { backgroundColor, borderColor, color, font } = getComputedStyle(element)
      return [backgroundColor, borderColor, color, font, element.clientHeight]
    })
  /** How many lines its text takes. */
  const linesOf = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })

  test("'Zatvori' of every window that only shows something", async () => {
    const page = await open('incoming')
    const looks: unknown[] = []
    for (const [path, opener] of [
      ['incoming', 'Istorija: C4-1'],
      ['incoming', 'Razduženje: C4-1'],
      ['outgoing', 'Razduženje: C1-1'],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard/${path}`)
      await button(page, opener).click()
      const close = dialog(page).getByText('Zatvori', { exact: true })
      await close.waitFor()
      looks.push(await lookOf(close))
    }
    assert.deepEqual(looks[1], looks[0])
    assert.deepEqual(looks[2], looks[0])
  })

  test('the PDF of a document in its list and in the archive', async () => {
    const page = await open('incoming')
    const inList = button(page, 'Preuzmi PDF: C4-1')
    const look = await lookOf(inList)
    assert.equal(await inList.innerText(), 'Preuzmi')
    await page.goto(`${site.app.url}/dashboard/archive?tab=documents`)
    const inArchive = button(page, 'Otvori PDF: C4-1')
    assert.equal(await inArchive.innerText(), 'Otvori')
    assert.deepEqual(await lookOf(inArchive), look)
  })

  test('what a line comes to has one name in C4 and C1', async () => {
    for (const [path, broj] of [
      ['incoming', 'C4-1'],
      ['outgoing', 'C1-1'],
    ] as const) {
      const page = await open(path)
      await button(page, `Izmeni: ${broj}`).click()
      await dialog(page).getByRole('columnheader', { name: 'Iznos', exact: true }).waitFor()
    }
  })

  test('a form says what its parts lack in one way', async () => {
    const page = await open('incoming')
    await button(page, 'Novi dokument').click()
    await button(page, 'Napravi dokument Ctrl+S').or(button(page, 'Napravi dokument')).click()
    const ofDocument = dialog(page).getByText('Morate dodati barem jednu fakturu sa stavkama')
    await ofDocument.waitFor()
    const look = await lookOf(ofDocument)
    await page.goto(`${site.app.url}/dashboard/products`)
    await button(page, 'Dodaj proizvod').click()
    await dialog(page)
      .getByRole('button', { name: /^Dodaj proizvod/ })
      .click()
    const ofProduct = dialog(page).getByText('Morate dodati barem jedan materijal u normativ')
    await ofProduct.waitFor()
    assert.deepEqual(await lookOf(ofProduct), look)
  })

  test('the whole worth of the archive names its currency once', async () => {
    const page = await open('archive')
    const card = page.getByRole('term').filter({ hasText: 'Ukupna vrednost (RSD)' })
    const value = await card.evaluate((name) => name.nextElementSibling?.textContent)
    assert.match(value ?? '', /^[\d.]+,\d\d$/)
  })

  test('a long partner stands in one line where there is room for it', async () => {
    for (const path of ['incoming', 'archive?tab=documents']) {
      const page = await open(path, { width: 1920 })
      assert.equal(await linesOf(page.getByText(LONG_NAME)), 1, path)
    }
  })

  test('a history of one change is a small window, and grows with what is opened in it', async () => {
    const page = await open('incoming')
    await button(page, 'Istorija: C4-1').click()
    const close = dialog(page).getByText('Zatvori', { exact: true })
    const entry = dialog(page).getByRole('button', { name: /Dodat ulazni dokument C4-1/ })
    await entry.waitFor()
    const before = (await close.boundingBox())?.y ?? 0
    const above = (await entry.boundingBox())?.y ?? 0
    assert.ok(before - above < 200, 'the foot stands under the only entry')
    await entry.click()
    await dialog(page).getByRole('table').first().waitFor()
    assert.ok(((await close.boundingBox())?.y ?? 0) > before)
  })

  test('a discharge is printed lying, and no number breaks at its hyphens', async () => {
    const page = await open('outgoing')
    await button(page, 'Razduženje: C1-1').click()
    await dialog(page).getByRole('cell', { name: INVOICE }).waitFor()
    const sheet = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
    const [, , width = 0, height = 0] = (await sheet.getPage(1)).view
    assert.ok(width > height, `${width} × ${height}`)

    await page.emulateMedia({ media: 'print' })
    // Even where a printer holds to its upright paper.
    await resize(page, { width: PAPER_WIDTH, height: 900 })
    for (const broj of [INVOICE, 'C4-1']) {
      assert.equal(await linesOf(dialog(page).getByText(broj).first()), 1, broj)
    }
  })

  test('each page of a printed list names its columns', async () => {
    const page = await open('materials?limit=100')
    await page.getByRole('row', { name: /KON6PZ/ }).waitFor()
    const sheet = await getDocumentProxy(new Uint8Array(await page.pdf({ height: '90mm', width: '210mm' })))
    const { text } = await extractText(sheet)
    const rows = text.filter((ofPage) => /\d{4}\.\d\d/.test(ofPage))
    assert.ok(rows.length > 2, `on ${rows.length} pages`)
    for (const ofPage of rows) assert.match(ofPage, /Naziv.*Zemlja\s+porekla.*Tarifni\s+broj/s)
  })

  test('a printed form shows neither where one writes nor how many lines one would add', async () => {
    const page = await open('incoming')
    await button(page, 'Izmeni: C4-1').click()
    const count = dialog(page).getByLabel(/^Broj stavki za dodavanje/)
    await count.waitFor()
    const field = dialog(page).getByLabel('C4 broj')
    await field.focus()
    const outline = () => field.evaluate((element) => getComputedStyle(element).outlineStyle)
    assert.equal(await outline(), 'solid')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await outline(), 'none')
    assert.equal(await count.isVisible(), false)
  })

  test('a window has the same edge in the dark, whether it is a form or not', async () => {
    const page = await open('incoming', { context: { colorScheme: 'dark' } })
    const edges: string[] = []
    for (const opener of ['Istorija: C4-1', 'Izmeni: C4-1']) {
      await page.goto(`${site.app.url}/dashboard/incoming`)
      await button(page, opener).click()
      const title = dialog(page).getByRole('heading', { level: 2 }).first()
      await title.waitFor()
      edges.push(
        await title.evaluate((element) => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
            element.closest('[data-dialog-panel]') ?? element,
          )
          return `${outlineStyle} ${outlineWidth} ${outlineColor}`
        }),
      )
    }
    assert.match(edges[0] ?? '', /^solid 1px/)
    assert.equal(edges[1], edges[0])
  })

  test('the dashboard is printed without what could be pressed on it', async () => {
    const page = await open('')
    await page.getByRole('application').first().waitFor()
    const controls = page
      .getByRole('main')
      .getByRole('button')
      .or(page.getByText(/^(Pogledaj sve|Detaljni pregled)/))
    assert.ok((await controls.count()) > 5)
    await page.emulateMedia({ media: 'print' })
    for (const control of await controls.all()) assert.equal(await control.isVisible(), false)
  })
})
