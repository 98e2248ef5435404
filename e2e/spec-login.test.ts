// Statements of docs/SPECIFIKACIJA.md on login and shell, beyond login.test.ts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, clockOf, newPage, withoutBrowser } from './browser.ts'
import { useSite } from './site.ts'

describe('login and shell, to the letter', { skip: withoutBrowser }, () => {
  const site = useSite()

  async function open(expectedErrors: RegExp[] = []): Promise<AppPage> {
    const page = await newPage(site.browser, { expectedErrors })
    await page.goto(`${site.app.url}/login`)
    await page.getByRole('tab', { name: 'Login' }).waitFor()
    return page
  }
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const password = (page: AppPage) => page.getByLabel('Lozinka', { exact: true })
  const expectRefusal = (page: AppPage, text: string) =>
    page.getByRole('alert').getByText(text, { exact: true }).waitFor()

  async function logIn(page: AppPage, email: string) {
    await page.getByLabel('Email').fill(email)
    await password(page).fill(ACCOUNT.password)
    await button(page, 'Prijavi se').click()
  }

  test('each mode has its tab, subtitle, fields and buttons, and switching clears what was typed', async () => {
    const page = await open()
    const fields = () =>
      page.getByRole('textbox').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).type))
    const tabs = page.getByRole('tab')
    assert.deepEqual(await tabs.allTextContents(), ['Login', 'Registruj se'])
    await page.getByRole('heading', { name: 'Sistem za upravljanje zalihama', level: 1 }).waitFor()
    await page.getByText('Prijavite se na svoj nalog', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Email').getAttribute('type'), 'email')
    assert.equal(await password(page).getAttribute('type'), 'password')
    assert.deepEqual(await fields(), ['email', 'password'])
    await page.getByLabel('Email').fill('ana@firma.rs')
    await password(page).fill('kratka')
    await button(page, 'Prijavi se').click()
    await expectRefusal(page, 'Password must be at least 8 characters long')

    await page.getByRole('link', { name: 'Nemate nalog? Napravite ga' }).click()
    await page.getByText('Napravite svoj nalog', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Registruj se', selected: true }).waitFor()
    await button(page, 'Napravi nalog').waitFor()
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Email').inputValue(), '')
    assert.equal(await password(page).inputValue(), '')
    assert.deepEqual(await fields(), ['email', 'password', 'password'])
    await page.getByLabel('Potvrdite lozinku').fill('nešto')

    await page.getByRole('link', { name: 'Već imate nalog? Prijavite se' }).click()
    await page.getByRole('tab', { name: 'Login', selected: true }).waitFor()
    await tabs.filter({ hasText: 'Registruj se' }).click()
    assert.equal(await page.getByLabel('Potvrdite lozinku').inputValue(), '')
  })

  test('a registration says Kreiranje naloga... while it lasts, stores the token and leads to the dashboard', async () => {
    const page = await open()
    const hold = Promise.withResolvers<void>()
    await page.route('**/api/auth/register', async (route) => {
      await hold.promise
      await route.continue()
    })
    await page.getByRole('tab', { name: 'Registruj se' }).click()
    await page.getByLabel('Email').fill('nova@firma.rs')
    await password(page).fill('lozinka-1')
    await page.getByLabel('Potvrdite lozinku').fill('lozinka-1')
    await button(page, 'Napravi nalog').click()
    await button(page, 'Kreiranje naloga...').waitFor()
    hold.resolve()
    await page.waitForURL('**/dashboard')
    const stored = await page.evaluate(() => localStorage.getItem('token'))
    const me = await send<{ user: { email: string } }>({ ...site, token: stored ?? '' }, 'GET', '/auth/me')
    assert.equal(me.user.email, 'nova@firma.rs')
  })

  test('any other refusal is told in the words of the server, or in those for everything', async () => {
    for (let time = 1; time <= 10; time++) {
      await assert.rejects(
        send({ app: site.app }, 'POST', '/auth/login', { email: 'x@firma.rs', password: 'pogresna-rec' }),
        /401/,
      )
    }
    const page = await open([/status of 500/])
    await logIn(page, 'x@firma.rs')
    await expectRefusal(page, 'Previše pokušaja prijavljivanja. Pokušajte ponovo kasnije.')

    // An answer that is not the server's own can only come from something that stands in between.
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
    await logIn(page, ACCOUNT.email)
    await expectRefusal(page, 'Nešto je pošlo po zlu')
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 200, body: 'nije JSON' }))
    await logIn(page, ACCOUNT.email)
    await expectRefusal(page, 'Greška u zahtevu. Pokušajte ponovo.')
  })

  test('every screen needs a token in local storage, and every call carries it', async () => {
    const stranger = await newPage(site.browser)
    const screens = ['', '/incoming', '/materials', '/products', '/outgoing', '/archive', '/nepoznato']
    for (const screen of screens) {
      await stranger.goto(`${site.app.url}/dashboard${screen}`)
      await stranger.waitForURL('**/login')
    }
    const member = await openAs(site)
    const calls: (string | undefined)[] = []
    member.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.headers().authorization)
    })
    for (const screen of screens) {
      await member.goto(`${site.app.url}/dashboard${screen}`)
      await button(member, `Podešavanja: ${ACCOUNT.email}`).waitFor()
      assert.equal(new URL(member.url()).pathname, `/dashboard${screen}`)
    }
    assert.ok(calls.length >= screens.length)
    assert.deepEqual([...new Set(calls)], [`Bearer ${site.token}`])
  })

  test('the shell asks for the current user and says Loading... until it knows', async () => {
    const page = await openAs(site)
    const hold = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await hold.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/auth/me')
    await page.goto(`${site.app.url}/dashboard/archive`)
    await asked
    await button(page, 'Podešavanja: Loading...').click()
    await page.getByRole('menu').getByText('Loading...').waitFor()
    hold.resolve()
    await page.getByRole('menu').getByText(ACCOUNT.email).waitFor()
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  })

  test('a search typed in a menu is forgotten after 350 ms', async () => {
    const page = await openAs(site)
    await clockOf(page).install()
    await page.goto(`${site.app.url}/dashboard/archive`)
    await button(page, `Podešavanja: ${ACCOUNT.email}`).click()
    const entry = (name: string) => page.getByRole('menuitem', { name })
    const focused = async (name: string) => (await entry(name).getAttribute('data-focus')) !== null
    await entry('Svetla tema').waitFor()
    await clockOf(page).pauseAt(Date.now() + 60_000)
    await page.keyboard.press('s')
    await page.keyboard.press('v')
    assert.ok(await focused('Svetla tema'))
    await clockOf(page).runFor(349)
    await page.keyboard.press('t')
    assert.ok(await focused('Svetla tema'), 'no entry begins with svt')
    await clockOf(page).runFor(351)
    await page.keyboard.press('t')
    assert.ok(await focused('Tamna tema'))
  })
})
