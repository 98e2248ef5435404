// Drafts belong to who typed them: over the end of a session, a logout, and several tabs.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT, send } from './account.ts'
import { type AppPage, withoutBrowser, withoutNews } from './browser.ts'
import { button, dialog, escapeDialog } from './document-steps.ts'
import {
  answer,
  drafts,
  field,
  fillMaterial,
  goOn,
  kept,
  login,
  newForm,
  offer,
  openList,
  question,
} from './draft-steps.ts'
import { useSite } from './site.ts'

describe('a draft belongs to its user', { skip: withoutBrowser }, () => {
  const site = useSite()

  const open = (path: string, token?: string) => openList(site, path, {}, token)

  test('an expired session is renewed in place; whoever declines finds his draft after the next login', async () => {
    const own = await login(site)
    const page = await open('materials', own)
    await withoutNews(page)
    await newForm(page, 'Novi materijal')
    await fillMaterial(page, 'SESIJA1', 'Žica posle isteka')
    await send({ ...site, token: own }, 'POST', '/auth/logout')
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    const renewal = page.getByRole('alertdialog', { name: 'Sesija je istekla' })
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
    await newForm(page, 'Novi materijal')
    await goOn(page)
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
    const own = await login(site)
    const page = await open('materials', own)
    await withoutNews(page)
    const renewal = page.getByRole('alertdialog', { name: 'Sesija je istekla' })
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
    const next = await login(site)
    await second.evaluate((token) => localStorage.setItem('token', token), next)
    await page.waitForURL('**/dashboard')
    await expire(next)
  })

  test('who has logged in again in one tab is not asked in the other', async () => {
    const own = await login(site)
    const page = await open('materials', own)
    const second = (await page.context().newPage()) as AppPage
    await second.goto(`${site.app.url}/dashboard/products`)
    for (const one of [page, second]) {
      await one.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).waitFor()
      await withoutNews(one)
    }
    await send({ ...site, token: own }, 'POST', '/auth/logout')
    const renewal = (of: AppPage) => of.getByRole('alertdialog', { name: 'Sesija je istekla' })
    for (const one of [page, second]) {
      await one.getByRole('link', { name: 'Arhiva', exact: true }).first().dispatchEvent('click')
      await renewal(one).waitFor()
    }
    await renewal(page).getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await renewal(page).getByRole('button', { name: 'Prijavi se' }).click()
    for (const one of [page, second]) {
      await renewal(one).waitFor({ state: 'detached' })
      await one.getByText('Ukupno dokumenata').waitFor()
    }
  })

  test('a tab that slept over a logout and the next login shows nothing of the first user', async () => {
    const account = { email: 'sutra@firma.rs', password: 'tajna-rec-3' }
    await send({ app: site.app }, 'POST', '/auth/register', account)
    const next = (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', account)).token
    const page = await open('materials', await login(site))
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).waitFor()
    const second = await page.context().newPage()
    await second.goto(`${site.app.url}/favicon.svg`)
    await second.evaluate((token) => {
      localStorage.removeItem('token')
      localStorage.setItem('token', token)
    }, next)
    await page.getByRole('button', { name: `Podešavanja: ${account.email}` }).waitFor()
  })

  test('logout removes the drafts, and nobody else is offered them', async () => {
    const page = await open('materials', await login(site))
    await newForm(page, 'Novi materijal')
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
    await newForm(page, 'Novi materijal')
    await dialog(page).getByText('Novi materijal').waitFor()
    await field(page, 'Naziv').fill('Tuđa žica')
    await kept(page)
    assert.equal(await offer(page).count(), 0)
    assert.equal(await drafts(page), 2)

    await page.evaluate((myToken) => localStorage.setItem('token', myToken), mine)
    await page.reload()
    await newForm(page, 'Novi materijal')
    await dialog(page).getByText('Nedovršena žica').waitFor()
    await escapeDialog(page)
    const logout = async () => {
      await page.getByRole('button', { name: /^Podešavanja/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await question(page).getByText('Na ovom računaru čeka 1 nacrt. Odjava briše nacrte.').waitFor()
    }
    await logout()
    await answer(page, 'Ne')
    assert.equal(await drafts(page), 2)
    await logout()
    await answer(page, 'Da')
    await page.waitForURL('**/login')
    assert.equal(await drafts(page), 1)
  })

  test('logging out in one tab drops what is typed in another, and asks first', async () => {
    const page = await open('materials', await login(site))
    await newForm(page, 'Novi materijal')
    await field(page, 'Naziv').fill('Otvorena drugde')
    await kept(page)
    const second = (await page.context().newPage()) as AppPage
    await second.goto(`${site.app.url}/dashboard/products`)
    const logout = async () => {
      await second.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
      await second.getByRole('menuitem', { name: 'Logout' }).click()
      await question(second).getByText('Na ovom računaru čeka 1 nacrt. Odjava briše nacrte.').waitFor()
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

  test('a draft that another tab has discarded is not offered any more', async () => {
    const page = await open('materials')
    for (const naziv of ['Prva žica', 'Druga žica']) {
      await newForm(page, 'Novi materijal')
      await field(page, 'Naziv').fill(naziv)
      await kept(page)
      await page.keyboard.press('Escape')
      await answer(page, 'Da')
    }
    const strip = (of: AppPage, naziv: string) =>
      of.getByRole('list', { name: 'Nacrti' }).getByRole('listitem').filter({ hasText: naziv })
    await strip(page, 'Druga žica · još 1 stariji nacrt').waitFor()
    const second = (await page.context().newPage()) as AppPage
    await second.goto(`${site.app.url}/dashboard/materials`)
    await strip(second, 'Druga žica').waitFor()
    await strip(page, 'Druga žica').getByRole('button', { name: 'Odbaci' }).click()
    await strip(second, 'Prva žica').getByRole('button', { name: 'Nastavi nacrt' }).click()
    await kept(second)
    assert.equal(await field(second, 'Naziv').inputValue(), 'Prva žica')
    assert.equal(await offer(second).count(), 0)
  })

  test('of a form that two tabs have open the newest draft wins, and closing loses neither on the screen', async () => {
    const page = await open('materials')
    await newForm(page, 'Novi materijal')
    await field(page, 'Naziv').fill('Prva kartica')
    await kept(page)
    const second = (await page.context().newPage()) as AppPage
    await second.goto(`${site.app.url}/dashboard/materials`)
    await newForm(second, 'Novi materijal')
    await goOn(second)
    assert.equal(await field(second, 'Naziv').inputValue(), 'Prva kartica')
    await field(second, 'Naziv').fill('Druga kartica')
    await second.waitForFunction(() =>
      Object.values(localStorage).some((text) => String(text).includes('Druga kartica')),
    )
    assert.equal(await field(page, 'Naziv').inputValue(), 'Prva kartica')
    assert.equal(await drafts(page), 1)
    await second.close()
    await page.keyboard.press('Escape')
    await answer(page, 'Da')
    await newForm(page, 'Novi materijal')
    await dialog(page).getByText('Prva kartica').waitFor()
  })
})
