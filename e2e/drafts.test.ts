import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, holdAnswers, type PageOptions, withoutBrowser, withoutNews } from './browser.ts'
import { expectNoFindings } from './findings.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

type C4 = { id: number; broj_c4: string; paritet: string; stavke: { id: number; kolicina: number }[] }

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

  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (page: AppPage) => page.getByRole('dialog')
  const field = (page: AppPage, label: string) => dialog(page).getByLabel(label, { exact: true })
  const question = (page: AppPage) => page.getByRole('alertdialog', { name: 'Nesačuvane izmene' })
  const answer = (page: AppPage, name: 'Ne' | 'Da') => question(page).getByRole('button', { name, exact: true }).click()
  const kept = (page: AppPage) =>
    dialog(page)
      .getByText(/sačuvan pre \d+ s/)
      .waitFor()
  const offer = (page: AppPage) => dialog(page).getByText(/^Nacrt od \d\d\.\d\d\.\d{4}\. u \d\d:\d\d/)
  const total = async (path: string) => (await send<{ total: number }>(site, 'GET', path)).total
  const login = async () => (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', ACCOUNT)).token

  async function open(path: string, options: PageOptions = {}, as = site.token): Promise<AppPage> {
    const page = await openAs({ ...site, token: as }, options)
    page.on('dialog', (asked) => asked.accept())
    await page.goto(`${site.app.url}/dashboard/${path}`)
    await page.getByRole('table').first().waitFor()
    return page
  }
  const newForm = (page: AppPage, name: string) => button(page, name).first().click()
  const drafts = (page: AppPage) =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('nacrt:')).length)

  test('outside click asks, and what was typed is offered on return', async () => {
    const page = await open('materials')
    await newForm(page, 'Dodaj materijal')
    await page.mouse.click(4, 4)
    await dialog(page).waitFor({ state: 'detached' })

    await newForm(page, 'Dodaj materijal')
    assert.equal(await offer(page).count(), 0)
    await field(page, 'ID materijala').fill('NACRT1')
    await field(page, 'Naziv').fill('Žica iz nacrta')
    await field(page, 'Jedinica mere').selectOption('kg')
    await kept(page)
    await page.mouse.click(4, 4)
    await question(page).getByText('ostaje kao nacrt').waitFor()
    await answer(page, 'Ne')
    assert.equal(await field(page, 'Naziv').inputValue(), 'Žica iz nacrta')
    await page.mouse.click(4, 4)
    await answer(page, 'Da')
    await dialog(page).waitFor({ state: 'detached' })

    await newForm(page, 'Dodaj materijal')
    await offer(page).waitFor()
    await dialog(page).getByText('Žica iz nacrta NACRT1').waitFor()
    assert.equal(await field(page, 'Naziv').inputValue(), '')
    await expectNoFindings(page)
    await button(page, 'Nastavi nacrt').click()
    assert.equal(await field(page, 'ID materijala').inputValue(), 'NACRT1')
    assert.equal(await field(page, 'Naziv').inputValue(), 'Žica iz nacrta')
    assert.equal(await field(page, 'Jedinica mere').inputValue(), 'kg')
    assert.equal(await offer(page).count(), 0)
    await page.keyboard.press('Escape')
    await answer(page, 'Da')

    await newForm(page, 'Dodaj materijal')
    await button(page, 'Odbaci').click()
    assert.equal(await offer(page).count(), 0)
    assert.equal(await drafts(page), 0)
    await page.keyboard.press('Escape')
    await newForm(page, 'Dodaj materijal')
    await dialog(page).getByText('Novi materijal').waitFor()
    assert.equal(await offer(page).count(), 0)
  })

  test('Escape keeps a product with its normativ; typing over an offer loses neither; saved drafts are gone', async () => {
    const page = await open('products')
    await newForm(page, 'Dodaj proizvod')
    await field(page, 'ID proizvoda').fill('NACRTP1')
    await field(page, 'HS kod').fill('8544')
    await field(page, 'Jedinica mere').fill('kom')
    await field(page, 'Naziv').fill('Snop iz nacrta')
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await page.getByLabel('Materijal za stavku 1').fill('LEM60')
    await page.getByRole('option', { name: /Lem/ }).first().click()
    await page.getByLabel('Količina za stavku 1').fill('0,00035')
    await page.keyboard.press('Escape')
    await answer(page, 'Da')

    await newForm(page, 'Dodaj proizvod')
    await offer(page).waitFor()
    await field(page, 'Naziv').fill('Drugi snop')
    await kept(page)
    await page.keyboard.press('Escape')
    await answer(page, 'Da')
    assert.equal(await drafts(page), 2)

    await newForm(page, 'Dodaj proizvod')
    await dialog(page).getByText('starijih nacrta: 1').waitFor()
    await button(page, 'Odbaci').click()
    await button(page, 'Nastavi nacrt').click()
    assert.equal(await page.getByLabel('Količina za stavku 1').inputValue(), '0,00035')
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await page.getByText('Proizvod uspešno dodat.').waitFor()
    assert.equal(await drafts(page), 0)
    await newForm(page, 'Dodaj proizvod')
    await dialog(page).getByText('Novi proizvod').waitFor()
    assert.equal(await offer(page).count(), 0)
  })

  test('Back asks and keeps a new C4, lines and all, but not its PDF, and says so', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('link', { name: 'Ulazni dokumenti', exact: true }).first().click()
    await newForm(page, 'Novi dokument')
    await fillC4(page, 'C4-NAZAD')
    await dialog(page)
      .getByLabel('PDF dokumenta', { exact: true })
      .last()
      .setInputFiles({ name: 'racun.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
    await page.evaluate(() => history.back())
    await question(page).getByText('bez izabranog PDF fajla').waitFor()
    await answer(page, 'Ne')
    assert.equal(await field(page, 'C4 broj').inputValue(), 'C4-NAZAD')
    await page.evaluate(() => history.back())
    await answer(page, 'Da')
    await page.waitForURL('**/dashboard')

    await page.getByRole('link', { name: 'Ulazni dokumenti', exact: true }).first().click()
    await newForm(page, 'Novi dokument')
    await dialog(page).getByText('C4-NAZAD · 1 stavka').waitFor()
    await expectNoFindings(page)
    await button(page, 'Nastavi nacrt').click()
    assert.equal(await field(page, 'C4 broj').inputValue(), 'C4-NAZAD')
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '12,5')
    await dialog(page).getByText('PDF fajl „racun.pdf“ nije deo nacrta. Izaberite ga ponovo.').waitFor()
    await expectNoFindings(page)
    await button(page, 'Napravi dokument').click()
    await page.getByText('Ulazni dokument je napravljen.').waitFor()
    assert.equal(await drafts(page), 0)
  })

  test('a reload keeps the edit of a C4, and an older draft says that the document has changed since', async () => {
    const { id } = await saveC4(site, 'C4-OSVEZI', '2026-03-01', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
    ])
    const page = await open('incoming?broj=C4-OSVEZI')
    const edit = async () => {
      await button(page, 'Izmeni: C4-OSVEZI').click()
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
      .getByText(/sačuvan pre/)
      .waitFor()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '150')
    await page.reload()
    await shelf.waitFor()
    await expectNoFindings(page)
    await edit()
    await dialog(page).getByText('C4-OSVEZI · 1 stavka').waitFor()
    assert.equal(await dialog(page).getByText('Podatak je u međuvremenu izmenjen.').count(), 0)
    await button(page, 'Nastavi nacrt').click()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '150')
    await page.keyboard.press('Escape')
    await answer(page, 'Da')

    await changeC4(id, { paritet: 'DAP' })
    await edit()
    await dialog(page).getByText('Podatak je u međuvremenu izmenjen.').waitFor()
    await button(page, 'Nastavi nacrt').click()
    await dialog(page).getByText('Otkako je nacrt započet, neko je izmenio ovaj podatak.').waitFor()
    await dialog(page).getByText('Paritet: EXW').waitFor()
    await button(page, 'Nastavi uređivanje').click()
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Otkako je nacrt započet').waitFor()
    await button(page, 'Sačuvaj moje preko').click()
    await page.getByText('Ulazni dokument je izmenjen.').waitFor()
    const saved = await send<C4>(site, 'GET', `/c4/${id}`)
    assert.deepEqual([saved.paritet, saved.stavke[0]?.kolicina], ['EXW', 150])
    assert.equal(await drafts(page), 0)
  })

  test('an expired session is renewed in place; whoever declines finds his draft after the next login', async () => {
    const own = await login()
    const page = await open('materials', {}, own)
    await withoutNews(page)
    await newForm(page, 'Dodaj materijal')
    await fillMaterial(page, 'SESIJA1', 'Žica posle isteka')
    await send({ ...site, token: own }, 'POST', '/auth/logout')
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    const renewal = page.getByRole('alertdialog', { name: 'Prijava je istekla' })
    // Neither says anything about the session: only the button declines.
    await renewal.waitFor()
    await page.mouse.click(4, 4)
    await page.keyboard.press('Escape')
    await renewal.getByLabel('Lozinka', { exact: true }).fill('jos-ne-znam')
    await renewal.getByRole('button', { name: 'Odjavi me' }).click()
    await page.waitForURL('**/login')

    await page.getByLabel('Email').fill(ACCOUNT.email)
    await page.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await button(page, 'Prijavi se').click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('link', { name: 'Materijali', exact: true }).first().click()
    await newForm(page, 'Dodaj materijal')
    await button(page, 'Nastavi nacrt').click()
    assert.equal(await field(page, 'Naziv').inputValue(), 'Žica posle isteka')

    const renewed = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await send({ ...site, token: renewed }, 'POST', '/auth/logout')
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await renewal.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await renewal.getByRole('button', { name: 'Prijavi se' }).click()
    await page.getByText('Materijal uspešno dodat.').waitFor()
    assert.equal(await drafts(page), 0)
  })

  test('a login asked for in vain, because another tab logged out, does not stand in the way of the next', async () => {
    const own = await login()
    const page = await open('materials', {}, own)
    await withoutNews(page)
    const renewal = page.getByRole('alertdialog', { name: 'Prijava je istekla' })
    const expire = async (token: string) => {
      await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).waitFor()
      await send({ ...site, token }, 'POST', '/auth/logout')
      // What the screen still reads may have brought the question up by now.
      await page.getByRole('link', { name: 'Arhiva', exact: true }).first().dispatchEvent('click')
      await renewal.waitFor()
    }
    await expire(own)
    const second = await page.context().newPage()
    await second.goto(`${site.app.url}/favicon.svg`)
    await second.evaluate(() => localStorage.removeItem('token'))
    await page.waitForURL('**/login')
    const next = await login()
    await second.evaluate((token) => localStorage.setItem('token', token), next)
    await page.waitForURL('**/dashboard')
    await expire(next)
  })

  test('a tab that slept over a logout and the next login shows nothing of the first user', async () => {
    const account = { email: 'sutra@firma.rs', password: 'tajna-rec-3' }
    await send({ app: site.app }, 'POST', '/auth/register', account)
    const next = (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', account)).token
    const page = await open('materials', {}, await login())
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).waitFor()
    const second = await page.context().newPage()
    await second.goto(`${site.app.url}/favicon.svg`)
    await second.evaluate((token) => {
      localStorage.removeItem('token')
      localStorage.setItem('token', token)
    }, next)
    await page.getByRole('button', { name: `Podešavanja: ${account.email}` }).waitFor()
  })

  test('a document that is read late opens over nothing else', async () => {
    await saveC4(site, 'C4-KASNI', '2026-03-04', [{ materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 1 }])
    const page = await open('incoming?broj=C4-KASNI')
    const answer = await holdAnswers(page, /\/api\/c4\/\d+$/)
    const late = page.waitForResponse(/\/api\/c4\/\d+$/)
    await button(page, 'Izmeni: C4-KASNI').click()
    await newForm(page, 'Novi dokument')
    await dialog(page).getByText('Novi ulazni dokument').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    answer()
    await (await late).finished()
    await newForm(page, 'Novi dokument')
    await dialog(page).getByText('Novi ulazni dokument').waitFor()
  })

  test('a save that fails keeps the form, and the same save works when the server is back', async () => {
    const page = await open('incoming', { expectedErrors: [/ERR_CONNECTION_REFUSED/, /Nema odgovora sa servera/] })
    await newForm(page, 'Novi dokument')
    await fillC4(page, 'C4-PAD')
    await site.app.stop()
    await button(page, 'Napravi dokument').click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Nema odgovora sa servera. Proverite konekciju.').waitFor()
    await alert.getByRole('button', { name: 'U redu' }).click()
    assert.equal(await field(page, 'C4 broj').inputValue(), 'C4-PAD')
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '12,5')
    await site.app.restart()
    await button(page, 'Napravi dokument').click()
    await page.getByText('Ulazni dokument je napravljen.').waitFor()
    assert.equal(await total('/c4?c4Number=C4-PAD'), 1)
    assert.equal(await drafts(page), 0)
  })

  test('what could not be looked up is not said to be missing, and is found when the server is back', async () => {
    const page = await open('incoming', { expectedErrors: [/ERR_/, /Nema odgovora sa servera/] })
    const catalogue = /\/api\/(materials|proizvodi)\?.*search=/
    const told = page.getByText('Nema odgovora sa servera. Proverite konekciju.')
    const away = () => page.route(catalogue, (route) => route.abort())
    await newForm(page, 'Novi dokument')
    await fillC4(page, 'C4-TRAZI')
    await away()
    await field(page, 'Materijal, stavka 1').fill('LEM60')
    await button(page, 'Napravi dokument').click()
    await told.waitFor()
    await button(page, 'U redu').click()
    assert.equal(await dialog(page).getByText('nije u katalogu').count(), 0)
    await page.unroute(catalogue)
    await button(page, 'Napravi dokument').click()
    await page.getByText('Ulazni dokument je napravljen.').waitFor()

    await page.goto(`${site.app.url}/dashboard/products`)
    await newForm(page, 'Dodaj proizvod')
    await field(page, 'ID proizvoda').fill('TRAZI1')
    await field(page, 'HS kod').fill('8544')
    await field(page, 'Jedinica mere').fill('kom')
    await field(page, 'Naziv').fill('Snop bez veze')
    await away()
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await page.getByLabel('Materijal za stavku 1').fill('LEM60')
    await page.getByLabel('Količina za stavku 1').fill('2')
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await dialog(page).getByText('Greška prilikom snimanja proizvoda.').waitFor()
    assert.equal(await dialog(page).getByText('ne postoji').count(), 0)
    await page.unroute(catalogue)
    await dialog(page).getByRole('button', { name: 'Dodaj proizvod' }).click()
    await page.getByText('Proizvod uspešno dodat.').waitFor()
  })

  test('logout removes the drafts, and nobody else is offered them', async () => {
    const page = await open('materials', {}, await login())
    await newForm(page, 'Dodaj materijal')
    await field(page, 'Naziv').fill('Nedovršena žica')
    await kept(page)
    await page.keyboard.press('Escape')
    await answer(page, 'Da')
    assert.equal(await drafts(page), 1)
    await page.getByRole('list', { name: 'Nacrti' }).getByText('nov unos · Nedovršena žica').waitFor()

    const other = { email: 'drugi@sumadijakabl.rs', password: ACCOUNT.password }
    await send({ app: site.app }, 'POST', '/auth/register', other)
    const { token: theirs } = await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', other)
    const mine = await page.evaluate((theirToken) => {
      const before = localStorage.getItem('token') ?? ''
      localStorage.setItem('token', theirToken)
      return before
    }, theirs)
    await page.reload()
    await newForm(page, 'Dodaj materijal')
    await dialog(page).getByText('Novi materijal').waitFor()
    await field(page, 'Naziv').fill('Tuđa žica')
    await kept(page)
    assert.equal(await offer(page).count(), 0)
    assert.equal(await drafts(page), 2)

    await page.evaluate((myToken) => localStorage.setItem('token', myToken), mine)
    await page.reload()
    await newForm(page, 'Dodaj materijal')
    await dialog(page).getByText('Nedovršena žica').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Podešavanja/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    assert.equal(await drafts(page), 1)
  })

  test('logging out asks first while another tab has something typed open', async () => {
    const page = await open('materials', {}, await login())
    await newForm(page, 'Dodaj materijal')
    await field(page, 'Naziv').fill('Otvorena drugde')
    await kept(page)
    const second = (await page.context().newPage()) as AppPage
    await second.goto(`${site.app.url}/dashboard/products`)
    const logout = async () => {
      await second.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
      await second.getByRole('menuitem', { name: 'Logout' }).click()
      await question(second).getByText('U drugoj kartici je otvoren unos koji još nije sačuvan.').waitFor()
    }
    await logout()
    await answer(second, 'Ne')
    assert.equal(await drafts(second), 1)
    assert.equal(await field(page, 'Naziv').inputValue(), 'Otvorena drugde')
    await logout()
    await answer(second, 'Da')
    await second.waitForURL('**/login')
    await page.waitForURL('**/login')
    assert.equal(await drafts(second), 0)
  })

  test('a draft that another tab has taken or discarded is not opened empty: the screen says what became of it', async () => {
    const page = await open('materials')
    for (const naziv of ['Uzeta drugde', 'Odbačena drugde']) {
      await newForm(page, 'Dodaj materijal')
      await field(page, 'Naziv').fill(naziv)
      await kept(page)
      await page.keyboard.press('Escape')
      await answer(page, 'Da')
    }
    const strip = (of: AppPage, naziv: string) =>
      of.getByRole('list', { name: 'Nacrti' }).getByRole('listitem').filter({ hasText: naziv })
    await strip(page, 'Uzeta drugde').waitFor()
    const second = (await page.context().newPage()) as AppPage
    await second.goto(`${site.app.url}/dashboard/materials`)
    await strip(second, 'Uzeta drugde').waitFor()

    await strip(page, 'Odbačena drugde').getByRole('button', { name: 'Odbaci' }).click()
    await strip(second, 'Odbačena drugde').waitFor({ state: 'detached' })
    await strip(page, 'Uzeta drugde').getByRole('button', { name: 'Nastavi nacrt' }).click()
    await kept(page)
    assert.equal(await field(page, 'Naziv').inputValue(), 'Uzeta drugde')
    await strip(second, 'Uzeta drugde').getByRole('button', { name: 'Nastavi nacrt' }).click()
    await second.getByText('Nacrt je otvoren u drugoj kartici.').waitFor()
    assert.equal(await dialog(second).count(), 0)
    await strip(second, 'Uzeta drugde').waitFor({ state: 'detached' })
  })

  test('two tabs keep two drafts, and neither is offered while it is being typed', async () => {
    const page = await open('materials')
    await newForm(page, 'Dodaj materijal')
    await field(page, 'Naziv').fill('Prva kartica')
    await kept(page)
    const second = (await page.context().newPage()) as AppPage
    await second.goto(`${site.app.url}/dashboard/materials`)
    await newForm(second, 'Dodaj materijal')
    await field(second, 'Naziv').fill('Druga kartica')
    await kept(second)
    assert.equal(await offer(second).count(), 0)
    await second.close()
    await page.keyboard.press('Escape')
    await answer(page, 'Da')
    await newForm(page, 'Dodaj materijal')
    await dialog(page).getByText('Druga kartica').waitFor()
    await dialog(page).getByText('starijih nacrta: 1').waitFor()
  })

  test('a draft of an older program is dropped; where there is no room for one, the form says so', async () => {
    const page = await open('materials')
    const key = `nacrt:${JSON.stringify([ACCOUNT.email, 'materijal/novi', 'star'])}`
    await page.evaluate((name) => localStorage.setItem(name, '{"shape":0,"content":{"ime":"x"}}'), key)
    await newForm(page, 'Dodaj materijal')
    await field(page, 'Naziv').fill('Žica')
    await kept(page)
    assert.equal(await offer(page).count(), 0)
    assert.equal(await drafts(page), 1)

    await page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (;;) localStorage.setItem(`punjenje ${localStorage.length}`, 'x'.repeat(size))
        } catch {
          // Full: a smaller piece may still fit.
        }
      }
    })
    await field(page, 'Naziv').fill('Žica koja ne staje')
    await dialog(page).getByText('Nacrt nije sačuvan: pregledač nema mesta.').waitFor()
    await page.keyboard.press('Escape')
    await question(page).getByText('će biti izgubljene').waitFor()
  })

  test('two editors of a material: the second is told what changed and decides', async () => {
    await addMaterial('SUKOB1')
    const page = await open('materials?search=SUKOB1')
    const theirs = (naziv: string, zemlja_porekla: string) =>
      send(site, 'PUT', '/materials/SUKOB1', { naziv, zemlja_porekla, jedinica_mere: 'kg', tarifni_broj: '8544' })
    const stored = () => send<{ naziv: string }>(site, 'GET', '/materials/SUKOB1')
    const save = () => button(page, 'Sačuvaj izmene').click()

    await page.getByRole('button', { name: /^Izmeni: / }).click()
    await theirs('Tuđa žica', 'Kina')
    await field(page, 'Naziv').fill('Moja žica')
    await save()
    await dialog(page)
      .getByText('Neko je u međuvremenu izmenio ovaj podatak. Osvežite prikaz i pokušajte ponovo.')
      .waitFor()
    const [first, second] = await dialog(page).getByRole('listitem').allInnerTexts()
    assert.match(first ?? '', /^Naziv: Žica za sukob\s+Tuđa žica · kod vas: Moja žica$/)
    assert.match(second ?? '', /^Zemlja porekla: Nemačka\s+Kina$/)
    await expectNoFindings(page)
    await button(page, 'Nastavi uređivanje').click()
    assert.equal(await field(page, 'Naziv').inputValue(), 'Moja žica')
    await save()
    await button(page, 'Sačuvaj moje preko').click()
    await page.getByText('Materijal uspešno izmenjen.').waitFor()
    assert.equal((await stored()).naziv, 'Moja žica')

    await page.getByRole('button', { name: /^Izmeni: / }).click()
    await theirs('Opet tuđa', 'Kina')
    await field(page, 'Naziv').fill('Opet moja')
    await save()
    await button(page, 'Učitaj novo').click()
    assert.equal(await field(page, 'Naziv').inputValue(), 'Opet tuđa')
    assert.equal(await drafts(page), 0)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('two editors of a product, each at a screen: the second sees what the first changed, keeps his input and decides', async () => {
    const account = { email: 'milena@firma.rs', password: 'tajna-rec-2' }
    await send({ app: site.app }, 'POST', '/auth/register', account)
    const other = (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', account)).token
    const normativi = [
      { materijal_id: 'KON6PZ', potrebna_kolicina: 1 },
      { materijal_id: 'LEM60', potrebna_kolicina: 0.5 },
    ]
    const product = { id: 'SUKOBP', naziv: 'Set za sukob', hs_code: '8544', jedinica_mere: 'kom', normativi }
    await send(site, 'POST', '/proizvodi', product)
    const edit = async (as: string) => {
      const page = await open('products?search=SUKOBP', {}, as)
      await page.getByRole('button', { name: /^Izmeni: / }).click()
      await page.getByLabel('Količina za stavku 2').waitFor()
      return page
    }
    const first = await edit(other)
    const second = await edit(site.token)
    await field(first, 'Naziv').fill('Set, njen')
    await first.getByLabel('Količina za stavku 1').fill('3')
    await button(first, 'Sačuvaj izmene').click()
    await first.getByText('Proizvod uspešno ažuriran.').waitFor()

    await field(second, 'Naziv').fill('Set, moj')
    await second.getByLabel('Količina za stavku 2').fill('0,75')
    await button(second, 'Sačuvaj izmene').click()
    await dialog(second)
      .getByText('Neko je u međuvremenu izmenio ovaj podatak. Osvežite prikaz i pokušajte ponovo.')
      .waitFor()
    const told = await dialog(second)
      .getByRole('listitem')
      .filter({ hasText: /Set za sukob|Normativ/ })
      .allInnerTexts()
    assert.match(told[0] ?? '', /^Naziv: Set za sukob\s+Set, njen · kod vas: Set, moj$/)
    assert.match(told[1] ?? '', /^Normativ · .+ \(KON6PZ\) · Količina: 1 kom\s+3 kom$/)
    assert.equal(told.length, 2)
    await button(second, 'Nastavi uređivanje').click()
    assert.equal(await field(second, 'Naziv').inputValue(), 'Set, moj')
    assert.equal(await second.getByLabel('Količina za stavku 2').inputValue(), '0,75')
    assert.equal(await second.getByLabel('Količina za stavku 1').inputValue(), '1')
    await second.getByLabel('Količina za stavku 1').fill('3')
    await button(second, 'Sačuvaj izmene').click()
    await button(second, 'Sačuvaj moje preko').click()
    await second.getByText('Proizvod uspešno ažuriran.').waitFor()
    const saved = await send<{ naziv: string; normativ: { potrebna_kolicina: number }[] }>(
      site,
      'GET',
      '/proizvodi/SUKOBP',
    )
    assert.deepEqual(
      [saved.naziv, ...saved.normativ.map(({ potrebna_kolicina }) => potrebna_kolicina)],
      ['Set, moj', 3, 0.75],
    )
  })

  test('two editors of a C4: lines are compared, and a line that is gone is saved as a new one', async () => {
    const { id, stavke } = await saveC4(site, 'C4-SUKOB', '2026-03-02', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
      { materijal_id: 'LEM60', kolicina: 5, cena_po_jedinici: 20 },
    ])
    const page = await open('incoming?broj=C4-SUKOB')
    await button(page, 'Izmeni: C4-SUKOB').click()
    await dialog(page).getByText('Izmeni ulazni dokument').waitFor()
    await changeC4(id, { broj_terminala: 'T-77' }, (lines) => [{ ...lines[0], kolicina: 90 }])
    await field(page, 'Količina, stavka 2').fill('7')
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    const told = await dialog(page).getByRole('listitem').allInnerTexts()
    assert.match(told[0] ?? '', /^Broj terminala: T-12\s+T-77$/)
    assert.match(told[1] ?? '', /^DE-1, stavka 1 \(.+\) · Količina: 100\s+90$/)
    assert.match(told[2] ?? '', /^DE-1, stavka 2 \(.+\): .*Količina 5,.*nema$/)
    await expectNoFindings(page)
    await button(page, 'Sačuvaj moje preko').click()
    await page.getByText('Ulazni dokument je izmenjen.').waitFor()
    const saved = await send<C4>(site, 'GET', `/c4/${id}`)
    assert.deepEqual(
      saved.stavke.map(({ kolicina }) => kolicina),
      [100, 7],
    )
    assert.equal(saved.stavke[0]?.id, stavke[0]?.id)
  })

  test('a C1 is kept and compared like a C4', async () => {
    const { id } = await saveC1(site, 'C1-NACRT', '2026-04-01', 'KS014', 10)
    const page = await open('outgoing?broj=C1-NACRT')
    const edit = async () => {
      await button(page, 'Izmeni: C1-NACRT').click()
      await dialog(page).getByText('Izmeni izlazni dokument').waitFor()
    }
    await edit()
    await field(page, 'Količina, stavka 1').fill('25')
    await page.reload()
    await edit()
    await dialog(page).getByText('C1-NACRT · 1 stavka').waitFor()
    await button(page, 'Nastavi nacrt').click()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '25')

    const { pdf_fajl: _, ...known } = await send<C4 & { pdf_fajl: null }>(site, 'GET', `/c1/${id}`)
    await send(site, 'PUT', `/c1/${id}`, { ...known, primalac_grad: 'Beč' })
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    assert.match(
      (await dialog(page).getByRole('listitem').first().innerText()) ?? '',
      /Grad primaoca: Bratislava\s+Beč$/,
    )
    await button(page, 'Sačuvaj moje preko').click()
    await page.getByText('Posledice po zalihe').waitFor()
    const saved = await send<C4 & { primalac_grad: string }>(site, 'GET', `/c1/${id}`)
    assert.deepEqual([saved.primalac_grad, saved.stavke[0]?.kolicina], ['Bratislava', 25])
    assert.equal(await drafts(page), 0)
  })

  test('what somebody else deleted while it was edited is saved as a new one, and kept as such until then', async () => {
    const { id } = await saveC4(site, 'C4-OBRISAN', '2026-03-03', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
    ])
    const pdf = new FormData()
    pdf.set('file', new File(['%PDF-1.4\n%%EOF\n'], 'c4.pdf'))
    const headers = { authorization: `Bearer ${site.token}` }
    const upload = await fetch(`${site.app.url}/api/c4/upload`, { method: 'POST', headers, body: pdf })
    await changeC4(id, { pdf_fajl: ((await upload.json()) as { filePath: string }).filePath })
    const page = await open('incoming?broj=C4-OBRISAN')
    await button(page, 'Izmeni: C4-OBRISAN').click()
    await field(page, 'Količina, stavka 1').fill('120')
    await kept(page)
    await send(site, 'DELETE', `/c4/${id}`)
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('U međuvremenu je neko obrisao ovaj podatak.').waitFor()
    await expectNoFindings(page)
    await button(page, 'Nastavi uređivanje').click()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '120')
    await field(page, 'C4 broj').fill('')
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await field(page, 'C4 broj').fill('C4-OBRISAN-2')
    await button(page, 'Ažuriraj dokument').click()
    await button(page, 'Nastavi kao nov unos').click()
    await dialog(page).getByText('PDF dokumenta više ne postoji. Izaberite ga ponovo.').waitFor()
    await dialog(page).getByRole('button', { name: 'Napravi dokument' }).click()
    await page.getByText('Ulazni dokument je napravljen.').waitFor()
    const [saved] = (await send<{ results: C4[] }>(site, 'GET', '/c4?c4Number=C4-OBRISAN-2')).results
    assert.equal((await send<C4>(site, 'GET', `/c4/${saved?.id}`)).stavke[0]?.kolicina, 120)
    assert.equal(await drafts(page), 0)

    await addMaterial('OBRISAN1')
    await page.goto(`${site.app.url}/dashboard/materials?search=OBRISAN1`)
    await page.getByRole('button', { name: /^Izmeni: / }).click()
    await field(page, 'Naziv').fill('Žica, ipak')
    await send(site, 'DELETE', '/materials/OBRISAN1')
    await button(page, 'Sačuvaj izmene').click()
    await button(page, 'Nastavi kao nov unos').click()
    await dialog(page).getByText('Novi materijal').waitFor()
    await field(page, 'ID materijala').fill('OBRISAN2')
    await kept(page)
    await page.reload()
    await page.getByText('nov unos · Žica, ipak OBRISAN2').waitFor()
    await button(page, 'Nastavi nacrt').click()
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await page.getByText('Materijal uspešno dodat.').waitFor()
    assert.equal((await send<{ naziv: string }>(site, 'GET', '/materials/OBRISAN2')).naziv, 'Žica, ipak')
    assert.equal(await drafts(page), 0)
  })

  test('the draft of a document that was deleted goes on as a new one', async () => {
    const { id } = await saveC1(site, 'C1-OBRISAN', '2026-04-02', 'KS014', 10)
    const page = await open('outgoing?broj=C1-OBRISAN')
    await button(page, 'Izmeni: C1-OBRISAN').click()
    await field(page, 'Količina, stavka 1').fill('35')
    await kept(page)
    await page.reload()
    await page.getByText('izmena · C1-OBRISAN · 1 stavka').waitFor()
    await send(site, 'DELETE', `/c1/${id}`)
    const ask = page.getByRole('alertdialog', { name: 'Podatak je obrisan' })
    await button(page, 'Nastavi nacrt').click()
    await ask.getByRole('button', { name: 'Ne', exact: true }).click()
    assert.equal(await drafts(page), 1)
    await button(page, 'Nastavi nacrt').click()
    await ask.getByRole('button', { name: 'Da', exact: true }).click()
    await dialog(page).getByText('Novi izlazni dokument').waitFor()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '35')
    await dialog(page).getByRole('button', { name: 'Napravi dokument' }).click()
    await page.getByText('Posledice po zalihe').waitFor()
    const [saved] = (await send<{ results: C4[] }>(site, 'GET', '/c1?c1Number=C1-OBRISAN')).results
    assert.equal((await send<C4>(site, 'GET', `/c1/${saved?.id}`)).stavke[0]?.kolicina, 35)
    assert.equal(await drafts(page), 0)
  })

  test('a double click saves once, and so does Ctrl + S held down', async () => {
    const page = await open('materials')
    await newForm(page, 'Dodaj materijal')
    await fillMaterial(page, 'DVAPUT1', 'Dvaput kliknuta')
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).dblclick()
    await page.getByText('Materijal uspešno dodat.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(await page.getByText('Materijal uspešno dodat.').count(), 1)
    assert.equal(await total('/materials?search=DVAPUT1'), 1)

    await page.goto(`${site.app.url}/dashboard/incoming`)
    await newForm(page, 'Novi dokument')
    await fillC4(page, 'C4-DVAPUT')
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await button(page, 'Napravi dokument').dblclick()
    await page.getByText('Ulazni dokument je napravljen.').waitFor()
    assert.equal(posts.filter((url) => url.endsWith('/api/c4')).length, 1)
    assert.equal(await total('/c4?c4Number=C4-DVAPUT'), 1)

    await page.goto(`${site.app.url}/dashboard/materials`)
    await newForm(page, 'Dodaj materijal')
    await fillMaterial(page, 'DVAPUT2', 'Dvaput poslata')
    await page.keyboard.down('Control')
    for (let press = 0; press < 5; press++) await page.keyboard.down('s')
    await page.keyboard.up('Control')
    await page.getByText('Materijal uspešno dodat.').waitFor()
    assert.equal(await total('/materials?search=DVAPUT2'), 1)
  })

  async function fillMaterial(page: AppPage, id: string, naziv: string) {
    await field(page, 'ID materijala').fill(id)
    await field(page, 'Naziv').fill(naziv)
    await field(page, 'Jedinica mere').selectOption('kg')
    await field(page, 'Zemlja porekla').fill('Nemačka')
    await field(page, 'Tarifni broj').fill('8544.49.95')
  }

  async function fillC4(page: AppPage, broj: string) {
    await field(page, 'Tip dokumenta').selectOption('Uvozna deklaracija')
    for (const [label, text] of [
      ['Broj terminala', 'T-12'],
      ['C4 broj', broj],
      ['Datum', '1.2.26'],
      ['Pošiljalac', 'Müller Kabel GmbH'],
      ['Grad pošiljaoca', 'München'],
      ['Država pošiljaoca', 'Nemačka'],
      ['Zemlja otpreme', 'Nemačka'],
      ['Primalac', 'Šumadija Kabl d.o.o.'],
      ['Grad primaoca', 'Kragujevac'],
    ] as const) {
      await field(page, label).fill(text)
    }
    await button(page, 'Dodaj fakturu').click()
    await button(page, 'Dodaj stavke (1)').click()
    await field(page, 'Materijal, stavka 1').fill('KON6PZ')
    await page.getByRole('listbox').getByRole('option').first().click()
    await field(page, 'Količina, stavka 1').fill('12,5')
    await field(page, 'Cena po jedinici, stavka 1').fill('0,2')
    await kept(page)
  }

  const addMaterial = (id: string) =>
    send(site, 'POST', '/materials', {
      id,
      naziv: 'Žica za sukob',
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'kg',
      tarifni_broj: '8544',
    })

  /** Somebody else saves the document with other facts. */
  async function changeC4(id: number, change: object, lines: (stavke: C4['stavke']) => object[] = (stavke) => stavke) {
    const { pdf_fajl: _, ...known } = await send<C4 & { pdf_fajl: string | null }>(site, 'GET', `/c4/${id}`)
    await send(site, 'PUT', `/c4/${id}`, { ...known, ...change, stavke: lines(known.stavke) })
  }
})
