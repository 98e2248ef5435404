// Ctrl + K: one search over everything, by keys alone.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { resize, withoutBrowser } from './browser.ts'
import { escapeDialog } from './document-steps.ts'
import { settled } from './findings.ts'
import { importCatalogue, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const MAX_KEYS = 12
const ANYWHERE = ['', '/materials', '/archive', '/obracun', '/podesavanja', '/history'] as const
const PHONE = { width: 390, height: 844 }

describe('the search over everything', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importCatalogue(site)
    await saveC4(site, 'C4-0418', '2026-01-10', [{ materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 2 }])
  })

  test('leads by keys to a document, a material, a screen and the form of a new document', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('heading', { name: 'Kontrolna tabla' }).waitFor()
    const find = async (text: string, option: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Pretraga' }).getByRole('combobox').waitFor()
      await page.keyboard.type(text)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await find('0418', /^C4-0418 · uvoz · 10\.01\.2026\. · Müller Kabel GmbH/)
    await page.getByRole('heading', { name: 'C4-0418', level: 2 }).waitFor()
    await find('kon6pz', /KON6PZ/)
    await page.getByRole('heading', { name: /KON6PZ$/, level: 2 }).waitFor()
    await find('arhiva', /^Arhiva · ekran/)
    await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
    await find('novi izl', /^Novi izlazni dokument/)
    await page.getByRole('dialog', { name: 'Novi izlazni dokument' }).waitFor()
  })

  test('keeps what is typed before the window is there, and Enter waits for its answer', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nov ul')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Novi ulazni dokument' }).waitFor()
    await escapeDialog(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('418')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'C4-0418', level: 2 }).waitFor()
  })

  test('an empty search offers what was opened last and what can be done here; themes, guide and imports are found', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/materials/BRT10`)
    await page.getByRole('heading', { name: /BRT10$/, level: 2 }).waitFor()
    await page.goto(`${site.app.url}/dashboard/materials`)
    await page.getByRole('row', { name: /BRT10/ }).waitFor()
    const options = page.getByRole('dialog').getByRole('option')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Novi materijal · na ovom ekranu' }).waitFor()
    assert.match(await options.first().innerText(), /BRT10 · Materijali/)
    // Enter waits for the answer to what was typed.
    const take = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await take('tamna')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.keyboard.press('Control+k')
    await take('rezime mat')
    await page.getByRole('tab', { name: 'Rezime materijala', selected: true }).waitFor()
    await page.keyboard.press('Control+k')
    await take('ucitaj uvoz')
    await page.getByRole('dialog', { name: /Učitavanje/ }).waitFor()
    await escapeDialog(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await take('pitanje car')
    const guide = page.getByRole('dialog', { name: 'Uputstvo' })
    await guide.getByPlaceholder('Pretraži uputstvo...').fill('kalo')
    await guide.getByRole('heading', { name: 'Popis' }).waitFor()
  })

  // A key is each character that is typed and each key or chord that is pressed, as in the count of a C4.
  test(`'What is left of C4-31/26, and until when?' is answered within ${MAX_KEYS} keys from anywhere`, async (t) => {
    const goods = { materijal_id: 'KON6PZ', kolicina: 10, cena_po_jedinici: 2 }
    await saveC4(site, 'C4-31/26', '2026-01-12', [goods, goods], { rok_razduzenja: '2099-12-18' })
    await saveC4(site, 'C4-131/26', '2026-02-12', [{ ...goods, kolicina: 31 }])
    const out = await saveC1(site, 'C1-31/26', '2026-02-20', 'KS014', 1)
    const page = await openAs(site)
    const left = page.getByText(/^ostalo 2 od 2 stavke · [\d.,]+ RSD · rok 18\.12\.2099\. \(za \d+ dana?\)$/)
    let keys = 0
    for (const path of ANYWHERE) {
      await page.goto(`${site.app.url}/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      keys = 0
      for (const key of ['Control+k', ...'c4-31/26', 'Enter']) {
        await page.keyboard.press(key)
        keys++
      }
      await page.getByRole('heading', { name: 'C4-31/26', level: 2 }).waitFor()
      await left.waitFor()
      assert.ok(keys <= MAX_KEYS, `${path}: ${keys} keys`)
    }
    t.diagnostic(`${keys} keys`)
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2')
    await resize(page, PHONE)
    const { y = PHONE.height, height = 0 } = (await left.boundingBox()) ?? {}
    assert.ok(y + height < PHONE.height, 'a phone shows it without scrolling')
    await page.goto(`${site.app.url}/dashboard/outgoing/${out.id}`)
    await page.getByText(/^bez pokrića: \S+ [\d.,]+ \S+/).waitFor()
  })

  test('keys alone lead about: a letter after G, / to the search, N and E, and the next Tab is in the list', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
    await page.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()
    // The second key counts for 1.5 s, in which the charts must not be drawn.
    await settled(page)
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('row', { name: /BRT10/ }).waitFor()
    assert.equal(await focused(), 'H1')
    await page.keyboard.press('Tab')
    const first = page.getByRole('row').nth(1)
    assert.ok(await first.evaluate((row) => row === document.activeElement), 'the next Tab is in the list')
    await page.keyboard.press('/')
    assert.equal(await focused(), 'Pretraži materijale...')
    await page.keyboard.type('brt10')
    await page.keyboard.press('Enter')
    await page.getByText('Broj materijala: 1').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /BRT10$/, level: 2 }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2')
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: /materijal/i }).waitFor()
    await escapeDialog(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.getByRole('heading', { name: 'Ulazni dokumenti', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Novi dokument' }).first().waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Novi ulazni dokument' }).waitFor()
  })

  test('a finger finds the field ready to type, and one Esc closes all of it', async () => {
    const page = await openAs(site, { ...PHONE, context: { hasTouch: true, isMobile: true } })
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('button', { name: 'Pretraga (Ctrl + K)' }).tap()
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    await page.keyboard.type('0418')
    await page.getByRole('option', { name: /^C4-0418/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the guide opens at the chapter of the screen', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await page.getByRole('button', { name: 'Uputstvo' }).click()
    const guide = page.getByRole('dialog', { name: 'Uputstvo' })
    const chapter = guide.getByRole('heading', { name: 'Izvoz (C1)' })
    await chapter.waitFor()
    await page.waitForFunction((head) => head && head.getBoundingClientRect().y < 200, await chapter.elementHandle())
    await guide
      .getByRole('navigation', { name: 'Poglavlja' })
      .getByRole('button', { name: 'Popis', exact: true })
      .waitFor()
    assert.ok(((await guide.boundingBox())?.width ?? 0) > 1200, 'it has the width of the window')
    await escapeDialog(page)
    await guide.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Izlazni dokumenti', level: 1 }).waitFor()
  })
})
