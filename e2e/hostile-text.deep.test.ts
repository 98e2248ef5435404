// Stored text is text on every screen and in every PDF, under the content security policy, over plain HTTP in a local
// network (where the browser has no secure page).
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, runFirst, withoutBrowser } from './browser.ts'
import { discharge } from './document-steps.ts'
import { asCode, asKept, HOSTILE, HOSTILE_NAME, hostileBodies, hostileSheet } from './hostile-texts.ts'
import { rowAction } from './row-steps.ts'
import { type Site, useSite } from './site.ts'

const LAN = 'zalihe.firma.lan'
const texts = Object.values(HOSTILE)
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('stored text', { skip: withoutBrowser }, () => {
  const site = useSite({
    complete: true,
    env: { PUBLIC_HOSTS: LAN },
    flags: [`--host-resolver-rules=MAP ${LAN} 127.0.0.1`],
  })
  /** The same as a browser of the local network sees it. */
  let lan: Site
  const papers: string[] = []

  before(async () => {
    lan = { ...site, app: { ...site.app, url: site.app.url.replace('127.0.0.1', LAN) } }
    for (const [index, text] of texts.entries()) {
      const { material, product, c4, c1 } = hostileBodies(text, index)
      await send(site, 'POST', '/materials', material)
      await send(site, 'POST', '/proizvodi', product)
      await send(site, 'POST', '/c4', c4)
      const { files } = await send<{ files: { data: string }[] }>(site, 'POST', '/c1', c1)
      papers.push(...files.map(({ data }) => data))
    }
  })

  /** A page that remembers what a browser reports against the policy, and every dialog of its own. */
  async function open(path: string): Promise<{ page: AppPage; assertQuiet: () => Promise<void> }> {
    const device = '<img src=x onerror="window.ran=1">'
    const page = await openAs(lan, { context: { userAgent: device } })
    const dialogs: string[] = []
    page.on('dialog', async (shown) => {
      dialogs.push(shown.message())
      await shown.dismiss()
    })
    await runFirst(page, () => {
      const reports: string[] = []
      Object.assign(window, { reports })
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        reports.push(`${violatedDirective} ${blockedURI} ${sample}`),
      )
    })
    await page.goto(`${lan.app.url}${path}`)
    return {
      page,
      async assertQuiet() {
        const seen = await page.evaluate(() => {
          const { reports, ran } = window as unknown as { reports: string[]; ran?: number }
          return { reports, ran: ran ?? null, secure: isSecureContext }
        })
        assert.deepEqual(seen, { reports: [], ran: null, secure: false })
        assert.deepEqual(dialogs, [])
      },
    }
  }

  /** The text, or a part long enough to know it by, is somewhere on the screen as its user reads it. */
  async function expectText(page: AppPage, wanted: string) {
    const shown = async () => `${await page.evaluate(() => document.body.innerText)}`.replace(/\s+/g, ' ')
    await page
      .waitForFunction(
        (part) => document.body.innerText.replace(/\s+/g, ' ').includes(part),
        wanted.replace(/\s+/g, ' '),
        { timeout: 10_000 },
      )
      .catch(async () => assert.fail(`${JSON.stringify(wanted)} is not in ${await shown()}`))
  }

  const lists = {
    '/dashboard/materials': texts,
    '/dashboard/products': texts,
    '/dashboard/incoming': texts,
    '/dashboard/outgoing': texts,
  }
  for (const [path, expected] of Object.entries(lists)) {
    test(`shows as text in the list and the form of ${path}`, async () => {
      const { page, assertQuiet } = await open(path)
      for (const text of expected) await expectText(page, asKept(text))
      const menus = page.getByRole('button', { name: /^Još: / })
      assert.ok((await menus.count()) >= 3)
      for (let i = 0; i < 3; i++) {
        await rowAction(page.getByRole('row').nth(i + 1), 'Izmeni')
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox').first().waitFor()
        const values = await dialog
          .getByRole('textbox')
          .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
        assert.ok(
          values.some((value) => texts.some((text) => value === asKept(text))),
          values.join('\n'),
        )
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      await assertQuiet()
    })
  }

  test('shows as text on the dashboard', async () => {
    const { page, assertQuiet } = await open('/dashboard')
    for (const text of texts.slice(-5)) await expectText(page, asKept(text))
    await assertQuiet()
  })

  test('shows as text in the archive, in each of its tabs', async () => {
    const { page, assertQuiet } = await open('/dashboard/archive')
    const tabs = page.getByRole('tab')
    await tabs.first().waitFor()
    for (let i = 0; i < (await tabs.count()); i++) {
      await tabs.nth(i).click()
      await expectText(page, HOSTILE.script)
    }
    await assertQuiet()
  })

  test('shows as text in the stock overview of a material', async () => {
    const { page, assertQuiet } = await open('/dashboard/materials')
    await rowAction(page, 'Pregled stanja')
    await page.getByRole('table').first().waitFor()
    await assertQuiet()
  })

  test('a name that is searched for is looked for, not run', async () => {
    const { page, assertQuiet } = await open('/dashboard/materials')
    for (const text of [HOSTILE.script, HOSTILE.formula, HOSTILE.rightToLeft]) {
      await page.getByPlaceholder('Pretraži').first().fill(text)
      await page.getByText('Broj materijala: 1').waitFor()
      await expectText(page, asKept(text))
    }
    await assertQuiet()
  })

  test('is text in the address too', async () => {
    for (const path of ['/dashboard/materials', '/dashboard/archive', '/nema']) {
      const query = new URLSearchParams({ search: HOSTILE.attribute, materijal: HOSTILE.script, tab: HOSTILE.vector })
      const { page, assertQuiet } = await open(`${path}?${query}#${encodeURIComponent(HOSTILE.script)}`)
      await page.getByRole('heading').first().waitFor()
      await assertQuiet()
    }
  })

  test('shows as text in the history of changes, opened or not', async () => {
    const { page, assertQuiet } = await open('/dashboard/history')
    await expectText(page, asCode(HOSTILE.script))
    for (const what of [/dokument/, /proizvod/, /materijal/]) {
      const entry = page.getByRole('button', { name: what, expanded: false }).first()
      await entry.click()
    }
    await page.getByRole('table').first().waitFor()
    await assertQuiet()
  })

  test('shows as text in what an export was discharged from', async () => {
    const { page, assertQuiet } = await open('/dashboard/outgoing')
    await page
      .getByRole('button', { name: /^Razduženje/ })
      .last()
      .click()
    await discharge(page).getByRole('table').getByRole('row').nth(1).waitFor()
    await assertQuiet()
  })

  for (const path of ['materials', 'products'] as const) {
    test(`shows as text in the import of ${path}, before and after, and so does the name of the file`, async () => {
      const { page, assertQuiet } = await open(`/dashboard/${path}`)
      const name = `${HOSTILE_NAME}.xlsx`
      await page
        .getByRole('button', { name: /^(Učitaj iz Excela|Import BOM)$/ })
        .first()
        .click()
      const buffer = Buffer.from(hostileSheet(path))
      await page
        .getByRole('dialog')
        .getByLabel('Excel fajl', { exact: true })
        .last()
        .setInputFiles({ name, mimeType: XLSX_TYPE, buffer })
      await page.getByRole('tab', { name: `Novi ${texts.length}` }).waitFor()
      for (const text of [name, ...texts]) await expectText(page, asKept(text))
      await page.getByRole('button', { name: 'Učitaj', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('status')
        .getByText(/^Novih: /)
        .waitFor()
      await page.goto(`${lan.app.url}/dashboard/history?radnja=import`)
      await expectText(page, name)
      await assertQuiet()
    })
  }

  test('shows as text in the preview of invoices, the reasons for skipped rows among it', async () => {
    const { page, assertQuiet } = await open('/dashboard/incoming')
    await page.getByRole('button', { name: 'Novi dokument' }).first().click()
    const buffer = Buffer.from(hostileSheet('invoices'))
    const file = { name: `${HOSTILE_NAME}.xlsx`, mimeType: XLSX_TYPE, buffer }
    await page.getByRole('dialog').getByLabel('Excel fajl sa fakturama').setInputFiles(file)
    await page.getByRole('table', { name: 'Preskočeni redovi' }).waitFor()
    await expectText(page, asCode(HOSTILE.script))
    await assertQuiet()
  })

  test('shows as text in one’s sessions', async () => {
    const { page, assertQuiet } = await open('/dashboard')
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Nalog i sesije' }).click()
    await page.getByText('Ova sesija').waitFor()
    await assertQuiet()
  })

  test('a PDF is shown beside its form from memory', async () => {
    const { page, assertQuiet } = await open('/dashboard/outgoing')
    await rowAction(page, 'Izmeni')
    const buffer = Buffer.from(papers[0] ?? '', 'base64')
    const name = `${HOSTILE_NAME}.pdf`
    await page.getByLabel('PDF dokumenta', { exact: true }).last().setInputFiles({
      name,
      mimeType: 'application/pdf',
      buffer,
    })
    await page.getByText(name).waitFor()
    if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
      await page.getByRole('button', { name: 'Prikaži pregled' }).click()
      await page.getByTitle(`Pregled: ${name}`).waitFor()
    }
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Otvori PDF' }).click()
    const tab = await opening
    await tab.waitForURL(/^blob:/)
    await assertQuiet()
  })

  test('is text in the papers of an export, and they hold no script and no link', async () => {
    assert.equal(papers.length, 2 * texts.length)
    for (const [index, paper] of papers.entries()) {
      const bytes = Buffer.from(paper, 'base64')
      assert.doesNotMatch(bytes.toString('latin1'), /\/(JavaScript|JS|OpenAction|AA|URI|Launch|EmbeddedFile)\b/)
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
      const wanted = texts[Math.floor(index / 2)] ?? ''
      // Signs that no font of ours draws are left out of what can be read of the others.
      if (/^[\x20-\x7e]+$/.test(wanted))
        assert.ok(text.replace(/\s/g, '').includes(asCode(wanted).replace(/\s/g, '')), text)
    }
  })
})
