import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { appCode } from '#server/testing-codes.ts'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, newPage, withoutBrowser, withoutNews } from './browser.ts'
import { lookAtEverySize, settled } from './findings.ts'
import { useSite } from './site.ts'

const STEP = 30_000
/** The code after that of `begun`: the next one, as a clock may be ahead by a step, or the one of now if that is later. */
const codeAfter = (secret: string, begun: number) => appCode(secret, Math.max(Date.now(), begun + STEP))

describe('the second factor', { skip: withoutBrowser }, () => {
  const site = useSite({ env: { SECOND_FACTOR: 'required' } })
  const enter = async (page: AppPage) => {
    await page.getByLabel('Email').fill(ACCOUNT.email)
    await page.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await page.keyboard.press('Enter')
  }
  const dashboard = (page: AppPage) => page.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()
  async function openMenu(page: AppPage, entry: string) {
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).press('Enter')
    await page.getByRole('menuitem', { name: entry }).press('Enter')
  }

  test('is set up first where it is required, asked for at the login, and turned off, by keys', async () => {
    // The dashboard asks beside the question whose account it is, and may be refused first.
    const expectedErrors = [/status of 40[0139]/, /Pre svega ostalog uključite/]
    const page = await newPage(site.browser, { expectedErrors })
    await page.goto(`${site.app.url}/login`)
    await enter(page)
    await page.getByRole('heading', { name: 'Potvrda u dva koraka', level: 1 }).waitFor()
    await lookAtEverySize(page)
    await page.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /^QR kod/ }).waitFor()
    await lookAtEverySize(page)
    const secret = (await page.getByLabel('Ključ za ručni unos').inputValue()).replaceAll(' ', '')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByText('Kod nije ispravan ili je već upotrebljen.').waitFor()
    const begun = Date.now()
    await page.getByLabel('Kod iz aplikacije').fill(appCode(secret, begun))
    await page.keyboard.press('Enter')
    const shown = page.getByRole('list', { name: 'Rezervni kodovi' }).getByRole('listitem')
    await shown.first().waitFor()
    const codes = await shown.allTextContents()
    assert.equal(codes.length, 10)
    await lookAtEverySize(page)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Preuzmi' }).press('Enter')
    const file = readFileSync(await (await coming).path(), 'utf8')
    for (const code of codes) assert.ok(file.includes(code))
    await page.getByRole('button', { name: 'Gotovo' }).press('Enter')
    await dashboard(page)

    await openMenu(page, 'Logout')
    await page.waitForURL('**/login')
    await enter(page)
    await page.getByText('Ovaj nalog ima potvrdu u dva koraka.').waitFor()
    await lookAtEverySize(page)
    await page.keyboard.type(appCode(secret, begun))
    await page.keyboard.press('Enter')
    await page.getByText('Kod nije ispravan ili je već upotrebljen.').waitFor()
    await lookAtEverySize(page)
    await page.keyboard.type(codeAfter(secret, begun))
    await page.keyboard.press('Enter')
    await dashboard(page)

    await openMenu(page, 'Logout')
    await page.waitForURL('**/login')
    await enter(page)
    await page.getByRole('button', { name: 'Upiši rezervni kod' }).press('Enter')
    await page.getByLabel('Rezervni kod').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await dashboard(page)

    await openMenu(page, 'Nalog i sesije')
    const account = page.getByRole('region', { name: 'Nalog i sesije' })
    await account.getByText('9 rezervnih kodova').waitFor()
    await account.getByRole('button', { name: 'Isključi potvrdu' }).press('Enter')
    const asked = page.getByRole('alertdialog', { name: 'Isključi potvrdu' })
    await asked.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await asked.getByRole('button', { name: 'Upiši rezervni kod' }).press('Enter')
    await asked.getByLabel('Rezervni kod').fill(codes[1] ?? '')
    await lookAtEverySize(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Potvrda u dva koraka', level: 1 }).waitFor()
  })

  /** Turns it on for whose session this is; gives the app's code of a moment, and the recovery codes. */
  async function turnedOn(token: string, password: string) {
    const own = { ...site, token }
    const { tajna } = await send<{ tajna: string }>(own, 'POST', '/auth/second-factor', { password })
    const begun = Date.now()
    const confirmed = { password, code: appCode(tajna, begun) }
    const { kodovi } = await send<{ kodovi: string[] }>(own, 'POST', '/auth/second-factor/confirm', confirmed)
    return { next: () => codeAfter(tajna, begun), kodovi }
  }

  test('is asked for behind a one-time link and when a session is renewed; an administrator removes it', async () => {
    const { token } = await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', ACCOUNT)
    await turnedOn(token, ACCOUNT.password)
    const admin = { ...site, token }
    const tokenOf = ({ adresa }: { adresa: string }) => adresa.slice(adresa.indexOf('#') + 1)
    const email = 'petar@sumadijakabl.rs'
    const invited = await send<{ adresa: string }>(admin, 'POST', '/auth/invitations', {
      ...{ email, ime: 'Petar', uloga: 'Pun pristup' },
    })
    const first = { token: tokenOf(invited), password: 'kiša-u-avgustu' }
    const petar = await send<{ token: string }>({ app: site.app }, 'POST', '/auth/link/password', first)
    const { next, kodovi } = await turnedOn(petar.token, first.password)
    const { accounts } = await send<{ accounts: { id: number; email: string }[] }>(admin, 'GET', '/auth/accounts')
    const id = accounts.find((account) => account.email === email)?.id
    const link = await send<{ adresa: string }>(admin, 'POST', `/auth/accounts/${id}/link`)

    const page = await newPage(site.browser, { expectedErrors: [/status of 401/] })
    await page.goto(`${site.app.url}${link.adresa}`)
    await page.getByLabel('Nova lozinka', { exact: true }).fill('sneg-u-januaru')
    await page.getByLabel('Potvrdite novu lozinku').fill('sneg-u-januaru')
    await page.keyboard.press('Enter')
    await page.getByText('Ovaj nalog ima potvrdu u dva koraka.').waitFor()
    await page.getByLabel('Kod iz aplikacije').fill(next())
    await page.keyboard.press('Enter')
    await dashboard(page)
    await settled(page)
    await withoutNews(page)

    await send(admin, 'DELETE', `/auth/accounts/${id}/sessions`)
    await page.getByRole('link', { name: 'Materijali' }).first().click()
    const renewal = page.getByRole('alertdialog', { name: 'Sesija je istekla' })
    await renewal.getByLabel('Lozinka', { exact: true }).fill('sneg-u-januaru')
    await page.keyboard.press('Enter')
    await renewal.getByRole('button', { name: 'Upiši rezervni kod' }).press('Enter')
    await renewal.getByLabel('Rezervni kod').fill(kodovi[0] ?? '')
    await lookAtEverySize(page)
    await page.keyboard.press('Enter')
    await renewal.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Materijali', level: 1 }).waitFor()

    const office = await openAs({ ...site, token })
    await office.goto(`${site.app.url}/dashboard`)
    await openMenu(office, 'Nalog i sesije')
    const row = office.getByRole('list', { name: 'Nalozi' }).getByRole('listitem').filter({ hasText: email })
    await row.getByText('Dva koraka').waitFor()
    // The focus goes to the section once all of the page is there, which closes a menu.
    await settled(office)
    await row.getByRole('button', { name: `Još: ${email}` }).press('Enter')
    await office.getByRole('menuitem', { name: 'Ukloni potvrdu u dva koraka' }).press('Enter')
    await office.getByRole('button', { name: 'Da', exact: true }).click()
    await office.getByText('Potvrda u dva koraka je uklonjena, a nalog odjavljen.').waitFor()
    await row.getByText('Dva koraka').waitFor({ state: 'detached' })
  })
})
