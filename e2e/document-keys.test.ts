import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, holdAnswers, withoutBrowser } from './browser.ts'
import {
  acceptDoubts,
  button,
  C4_TYPED,
  cell,
  chooseInCell,
  closeAlert,
  dialog,
  escapeDialog,
  fillHead,
  stored,
} from './document-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const MAX_C4_KEYS = 21
const MAX_C1_KEYS = 18

/** The number of the invoice that Enter at the end of the head has added has the focus. */
const atInvoiceNumber = (page: AppPage) =>
  page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Broj fakture')

describe('the head of a document, by keyboard', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await saveC4(site, 'C4-2026-017', '2026-01-05', [{ materijal_id: 'REL12', kolicina: 1, cena_po_jedinici: 2 }])
  })

  async function open(): Promise<AppPage> {
    const page = await openAs(site, { expectedErrors: [/ApiError/] })
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Novi dokument').first().click()
    await dialog(page).getByText('Novi ulazni dokument').waitFor()
    return page
  }
  const field = (page: AppPage, label: string) => dialog(page).getByLabel(label, { exact: true })
  const textOf = (page: AppPage, label: string) => field(page, label).inputValue()
  const offered = (page: AppPage) => page.getByRole('listbox').getByRole('option')

  test('Enter takes the firm that a text begins, Tab and Escape leave the text', async () => {
    const page = await open()
    await field(page, 'Primalac').fill('s')
    await offered(page).first().waitFor()
    assert.equal(
      await page.getByRole('listbox').getByRole('option', { selected: true }).count(),
      0,
      'one letter begins too much',
    )
    await field(page, 'Primalac').fill('sum')
    await page.getByRole('option', { selected: true, name: /Šumadija Kabl/ }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await textOf(page, 'Primalac'), 'sum')
    await field(page, 'Primalac').fill('sum')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    assert.equal(await textOf(page, 'Primalac'), 'sum')
    await field(page, 'Primalac').fill('kabl')
    await page.keyboard.press('Enter')
    assert.equal(await textOf(page, 'Primalac'), 'Šumadija Kabl d.o.o.')
    assert.equal(await textOf(page, 'Grad primaoca'), 'Kragujevac')
    // A key that moves on does not choose the present value again.
    await field(page, 'Grad primaoca').fill('Topola')
    await field(page, 'Primalac').click()
    await offered(page).first().waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await textOf(page, 'Grad primaoca'), 'Topola')
  })

  test('a half-typed country is the one that begins so, a code is its country', async () => {
    const page = await open()
    for (const [typed, kept] of [
      ['srb', 'Srbija'],
      ['slo', 'slo'],
      ['ES', 'Španija'],
      ['Australija', 'Australija'],
    ] as const) {
      await field(page, 'Zemlja otpreme').fill(typed)
      await page.keyboard.press('Tab')
      assert.equal(await textOf(page, 'Zemlja otpreme'), kept)
    }
    await field(page, 'Država pošiljaoca').fill('ne')
    await page.keyboard.press('Enter')
    assert.equal(await textOf(page, 'Država pošiljaoca'), 'Nemačka')
  })

  test('Enter leads from the first field, past defaults and what a firm filled, to the invoices', async () => {
    const page = await open()
    const passed: string[] = []
    const focused = () =>
      page.evaluate(() => {
        const here = document.activeElement as HTMLInputElement | null
        return here?.labels?.[0]?.textContent ?? here?.ariaLabel ?? here?.textContent ?? ''
      })
    await page.waitForFunction(() => document.activeElement?.matches('select'))
    // The number.
    await dialog(page).getByText('predloženo').first().waitFor()
    const hasAll = () =>
      page.evaluate(() => {
        const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
        return selectionStart === 0 && selectionEnd === value.length
      })
    for (const last = 'Broj fakture'; passed.at(-1) !== last && passed.length < 20; ) {
      passed.push(await focused())
      if (passed.at(-1) !== last) await page.keyboard.press('Enter')
    }
    assert.deepEqual(
      passed.map((label) => label.replace(/\*| \(nije obavezno\)/g, '').trim()),
      [
        'Tip dokumenta',
        'Datum',
        'Pošiljalac',
        'Grad pošiljaoca',
        'Država pošiljaoca',
        'Zemlja otpreme',
        'Primalac',
        'PIB',
        'MB',
        'Grad primaoca',
        'Broj fakture',
      ],
    )
    await field(page, 'Zemlja otpreme').fill('Italija')
    await field(page, 'Pošiljalac').fill('mul')
    await page.getByRole('option', { selected: true, name: /Müller/ }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await textOf(page, 'Grad pošiljaoca'), 'München')
    assert.match(await focused(), /^Zemlja otpreme/)
    assert.ok(await hasAll(), 'what is typed replaces what stands there')
    await field(page, 'Valuta').selectOption('USD')
    await field(page, 'Datum').press('Enter')
    assert.match(await focused(), /^Valuta/, 'what the user chose is no default any more')
    await field(page, 'Broj fakture').press('Enter')
    await cell(page, 'Materijal', 1).waitFor()
    await field(page, 'Grad primaoca').press('Enter')
    assert.ok(await cell(page, 'Materijal', 1).evaluate((one) => one === document.activeElement))
  })

  test('a chosen firm proposes what its last document had, marked until touched, past which Enter goes', async () => {
    const page = await open()
    await fillHead(page, { Datum: '1.2.26', Valuta: 'USD', Pošiljalac: 'mul' })
    await page.getByRole('option', { selected: true, name: /Müller/ }).waitFor()
    await page.keyboard.press('Enter')
    await atInvoiceNumber(page)
    const texts = ['C4 broj', 'Tip dokumenta', 'Broj terminala', 'Zemlja otpreme', 'Primalac', 'Valuta']
    assert.deepEqual(await Promise.all(texts.map((label) => textOf(page, label))), [
      'C4-2026-018',
      'Uvozna deklaracija',
      'T-12',
      'Nemačka',
      'Šumadija Kabl d.o.o.',
      'USD',
    ])
    const isProposed = async (label: string) => {
      const ids = (await field(page, label).getAttribute('aria-describedby'))?.split(' ') ?? []
      return page.evaluate((all) => all.some((id) => document.getElementById(id)?.textContent === 'predloženo'), ids)
    }
    assert.deepEqual(await Promise.all(texts.map(isProposed)), [true, true, true, true, true, false])
    await field(page, 'Broj terminala').fill('T-7')
    assert.equal(await isProposed('Broj terminala'), false)
  })

  // A key is each character that is typed and each key or chord that is pressed, from the open form to Ctrl+S. A paper is
  // not compulsory, so none is attached. What is typed are the facts that nobody could guess: day, partner, goods,
  // quantity and price.
  test(`with a known partner a C4 of one line takes at most ${MAX_C4_KEYS} keys and a C1 ${MAX_C1_KEYS}`, async (t) => {
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    await saveC4(site, 'C4-2026-018', '2026-01-06', [{ materijal_id: 'KLP01', kolicina: 50, cena_po_jedinici: 2.4 }])
    await saveC1(site, 'C1-2026-004', '2026-01-08', 'KS006', 50)
    const page = await open()
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    const firma = {
      'Naziv firme': 'Mi d.o.o.',
      PIB: '104052136',
      'Matični broj': '20084693',
      Grad: 'Niš',
      Država: 'Srbija',
    }
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    const form = page.getByRole('form', { name: 'Naša firma' })
    for (const [label, value] of Object.entries(firma)) await form.getByLabel(label, { exact: true }).fill(value)
    await page.keyboard.press('Control+s')
    await form.getByText('PIB mora imati 9 cifara sa ispravnom kontrolnom cifrom.').waitFor()
    await form.getByLabel('PIB').fill('104052135')
    await page.keyboard.press('Control+s')
    await page.getByText('Podaci firme su sačuvani.').waitFor()
    await page.goBack()

    let keys = 0
    const type = async (text: string) => {
      keys += text.length
      await page.keyboard.type(text)
    }
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    /** The head: Enter to the day, today, Enter to the partner, and past the rest. */
    const enter = async (typed: {
      toDay: number
      toPartner: number
      partner: string
      goods: string
      price: string
    }) => {
      keys = 0
      await dialog(page).getByText('predloženo').first().waitFor()
      for (let key = 0; key < typed.toDay; key++) await press('Enter')
      await type('d')
      for (let key = 0; key < typed.toPartner; key++) await press('Enter')
      await type(typed.partner)
      await page.getByRole('listbox').getByRole('option', { selected: true }).waitFor()
      await press('Enter')
      await atInvoiceNumber(page)
      await press('Enter')
      await type(typed.goods)
      await page.getByRole('listbox').getByRole('option').first().waitFor()
      await press('Enter')
      await type('40')
      await press('Enter')
      await type(typed.price)
      await press('Control+S')
      await page
        .getByText(/dokument C\d-\S+ je napravljen/)
        .first()
        .waitFor()
      return keys
    }
    await button(page, 'Novi dokument').first().click()
    const c4 = await enter({ toDay: 1, toPartner: 1, partner: 'mul', goods: 'klp01', price: '2,5' })
    await page.goto(`${site.app.url}/dashboard/outgoing`)
    await button(page, 'Novi dokument').first().click()
    const c1 = await enter({ toDay: 1, toPartner: 1, partner: 'vol', goods: '006', price: '18' })
    t.diagnostic(`C4: ${c4} keys, C1: ${c1} keys`)
    assert.ok(c4 <= MAX_C4_KEYS && c1 <= MAX_C1_KEYS, `${c4}, ${c1}`)

    const year = new Date().getFullYear()
    const counted = year === 2026 ? ['019', '005'] : ['001', '001']
    const saved = async (path: string) =>
      (await stored<{ results: Record<string, unknown>[] }>(site, `${path}?limit=1`)).results[0]
    const own = { primalac_naziv: 'Mi d.o.o.', primalac_pib: '104052135', broj_c4: `C4-${year}-${counted[0]}` }
    const import_ = await saved('/c4')
    assert.deepEqual({ ...import_, ...own, kolicina_total: 40, vrednost_total: 100, valuta: 'EUR' }, import_)
    const export_ = await saved('/c1')
    const sender = { posiljalac_naziv: 'Mi d.o.o.', posiljalac_drzava: 'Srbija', broj_c1: `C1-${year}-${counted[1]}` }
    assert.deepEqual({ ...export_, ...sender, primalac_grad: 'Bratislava', vrednost_total: 720 }, export_)
  })

  test('a day is judged when its field is left, and after Ctrl+S the first wrong field has the focus', async () => {
    const page = await open()
    await dialog(page).getByText('predloženo').first().waitFor()
    const datum = field(page, 'Datum')
    const isWrong = () => datum.getAttribute('aria-invalid')
    await datum.pressSequentially('32 11')
    assert.equal(await isWrong(), null)
    await page.keyboard.press('Control+s')
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    assert.equal(await isWrong(), 'true')
    assert.ok(await datum.evaluate((input) => input === document.activeElement))
    for (const [typed, day] of [
      ['28.11', /^28\.11\.\d{4}\.$/],
      ['281126', /^28\.11\.2026\.$/],
      ['28 11', /^28\.11\.\d{4}\.$/],
      ['5.3', /^05\.03\.\d{4}\.$/],
      ['danas', /^\d\d\.\d\d\.\d{4}\.$/],
    ] as const) {
      await datum.fill(typed)
      assert.equal(await datum.inputValue(), typed)
      await datum.press('Tab')
      assert.match(await datum.inputValue(), day, typed)
    }
    assert.equal(await isWrong(), null)
  })

  test('a form that the server refused says what the server said, not that something is missing', async () => {
    const page = await open()
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await fillHead(page, { ...C4_TYPED, 'C4 broj': 'C4-2026-017', Datum: '2026-01-06' })
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Materijal', 1, 'REL12', 'Relej')
    await button(page, 'Napravi dokument').click()
    await acceptDoubts(page)
    await closeAlert(page)
    const banner = dialog(page).getByRole('alert')
    assert.equal(await banner.innerText(), 'Dokument sa ovim brojem već postoji.')
    assert.equal(await dialog(page).getByText('Sva obavezna polja').count(), 0)
    await field(page, 'C4 broj').fill('')
    await button(page, 'Napravi dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
  })

  test('nothing is typed past what is being saved: fields wait from the key on, and have the focus after a no', async () => {
    const page = await open()
    const release = await holdAnswers(page, '**/api/c4/uobicajeno')
    await dialog(page).getByText('predloženo').first().waitFor()
    await fillHead(page, { ...C4_TYPED, 'C4 broj': 'C4-2026-030', Datum: '2026-01-07' })
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    await chooseInCell(page, 'Materijal', 1, 'REL12', 'Relej')
    await cell(page, 'Količina', 1).fill('5')
    await page.keyboard.press('Control+s')
    await button(page, 'Čuvanje...').waitFor()
    await page.keyboard.type('7')
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '5')
    release()
    const question = page.getByRole('alertdialog', { name: 'Neuobičajene vrednosti' })
    await question.getByRole('button', { name: 'Ne' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Količina, stavka 1')
    await page.keyboard.press('Control+s')
    await acceptDoubts(page)
    await dialog(page).waitFor({ state: 'detached' })
  })
})
