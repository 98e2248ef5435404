import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, holdAnswers, newPage, withoutBrowser, withoutNews } from './browser.ts'
import { escapeDialog } from './document-steps.ts'
import { useSite } from './site.ts'

describe('login and register', { skip: withoutBrowser }, () => {
  const site = useSite()

  async function open(path = '/login', expectedErrors: RegExp[] = []): Promise<AppPage> {
    const page = await newPage(site.browser, { expectedErrors })
    await page.goto(`${site.app.url}${path}`)
    await page.getByRole('heading', { name: 'Sistem za upravljanje zalihama' }).waitFor()
    return page
  }
  const storedToken = (page: AppPage) => page.evaluate(() => localStorage.getItem('token'))
  const submit = (page: AppPage, name = 'Prijavi se') => page.getByRole('button', { name, exact: true }).click()
  const password = (page: AppPage) => page.getByLabel('Lozinka', { exact: true })

  async function expectRefusal(page: AppPage, text: string) {
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
  }

  test('registering logs in by itself, logging out leads back', async () => {
    const page = await open('/')
    await page.getByText('Prijavite se na svoj nalog').waitFor()
    await page.getByRole('link', { name: 'Nemate nalog? Napravite ga' }).click()
    await page.getByText('Napravite svoj nalog').waitFor()
    await page.getByLabel('Email').fill('nova@sumadijakabl.rs')
    await password(page).fill('lozinka-1')
    await page.getByLabel('Potvrdite lozinku').fill('lozinka-1')
    await submit(page, 'Napravi nalog')

    await page.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/dashboard')
    const issued = await storedToken(page)
    assert.ok(issued)

    await page.getByRole('button', { name: 'Podešavanja: nova@sumadijakabl.rs' }).click()
    const told = page.waitForResponse('**/api/auth/logout')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    assert.equal(await storedToken(page), null)
    await told
    await assert.rejects(send({ ...site, token: issued }, 'GET', '/auth/me'), /401/)
  })

  test('the form refuses by itself what spec §5 says, in its words', async () => {
    const page = await open()
    await submit(page)
    await expectRefusal(page, 'Please fill in all fields')
    await page.getByLabel('Email').fill('ana@firma.rs')
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await password(page).fill('1234567')
    await submit(page)
    await expectRefusal(page, 'Password must be at least 8 characters long')

    await page.getByRole('tab', { name: 'Registruj se' }).click()
    assert.equal(await page.getByLabel('Email').inputValue(), '')
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await page.getByLabel('Email').fill('ana@firma.rs')
    await password(page).fill('lozinka-1')
    await submit(page, 'Napravi nalog')
    await expectRefusal(page, 'Please confirm your password')
    await page.getByLabel('Potvrdite lozinku').fill('lozinka-2')
    await submit(page, 'Napravi nalog')
    await expectRefusal(page, 'Passwords do not match')
  })

  test('what the server refuses, by status', async () => {
    const page = await open()
    await page.getByLabel('Email').fill(ACCOUNT.email)
    await password(page).fill('pogresna-rec')
    await submit(page)
    await expectRefusal(page, 'Pogrešan email ili lozinka.')

    await page.getByLabel('Email').fill('nije email')
    await submit(page)
    await expectRefusal(page, 'Molimo popunite sva polja ispravno.')

    await page.getByRole('link', { name: 'Nemate nalog? Napravite ga' }).click()
    await page.getByLabel('Email').fill(ACCOUNT.email.toUpperCase())
    await password(page).fill('lozinka-1')
    await page.getByLabel('Potvrdite lozinku').fill('lozinka-1')
    await submit(page, 'Napravi nalog')
    await expectRefusal(page, 'Korisnik sa ovim emailom već postoji.')
  })

  test('while the server checks, the busy button says what it does', async () => {
    const page = await open('/login')
    const release = await holdAnswers(page, '**/api/auth/login')
    await page.getByLabel('Email').fill(ACCOUNT.email)
    await password(page).fill(ACCOUNT.password)
    await submit(page)
    await page.getByRole('button', { name: 'Prijavljivanje...' }).waitFor()
    release()
    await page.waitForURL('**/dashboard')
  })

  test('without a token every screen leads to /login, with one /login leads to the dashboard', async () => {
    const stranger = await newPage(site.browser)
    for (const path of ['/dashboard', '/dashboard/materials', '/dashboard/archive']) {
      await stranger.goto(`${site.app.url}${path}`)
      await stranger.waitForURL('**/login')
    }
    const member = await openAs(site)
    for (const path of ['/', '/login']) {
      await member.goto(`${site.app.url}${path}`)
      await member.waitForURL('**/dashboard')
    }
  })

  test('the six entries lead to their screens and the header says where one is', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    const entries = {
      'Ulazni dokumenti': '/dashboard/incoming',
      Materijali: '/dashboard/materials',
      Proizvodi: '/dashboard/products',
      'Izlazni dokumenti': '/dashboard/outgoing',
      Arhiva: '/dashboard/archive',
      'Kontrolna tabla': '/dashboard',
    }
    const navigation = page.getByRole('navigation', { name: 'Glavni meni' })
    for (const [name, path] of Object.entries(entries)) {
      await navigation.getByRole('link', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      assert.equal(new URL(page.url()).pathname, path)
    }
  })

  test('on a phone the entries stand behind a menu button; Escape closes it', async () => {
    const page = await openAs(site, { width: 390, height: 844 })
    await page.goto(`${site.app.url}/dashboard/materials`)
    const opener = page.getByRole('button', { name: 'Otvori meni' })
    await opener.click()
    const drawer = page.getByRole('dialog', { name: 'Meni' })
    await drawer.getByRole('link', { name: 'Proizvodi' }).waitFor()
    await escapeDialog(page)
    await drawer.waitFor({ state: 'detached' })
    await opener.click()
    await drawer.getByRole('link', { name: 'Proizvodi' }).click()
    await page.getByRole('heading', { name: 'Proizvodi', level: 1 }).waitFor()
    await drawer.waitFor({ state: 'detached' })
  })

  test('a session that ends during work is renewed in place, or leads to /login', async () => {
    const lost = await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', ACCOUNT)
    const page = await openAs({ ...site, token: lost.token })
    await page.goto(`${site.app.url}/dashboard/materials`)
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).waitFor()
    await withoutNews(page)
    await page.getByRole('button', { name: 'Novi materijal' }).first().click()
    await page.getByLabel('ID materijala').fill('MAT01')
    await page.getByLabel('Naziv').fill('Kabl')
    await page.getByLabel('Zemlja porekla').fill('Srbija')
    await page.getByLabel('Jedinica mere').selectOption('kg')
    await page.getByLabel('Tarifni broj').fill('8544.49.95')
    await send({ ...site, token: lost.token }, 'POST', '/auth/logout')
    await page.getByRole('dialog').getByRole('button', { name: 'Dodaj materijal' }).click()

    const renewal = page.getByRole('alertdialog', { name: 'Sesija je istekla' })
    await renewal.getByLabel('Lozinka', { exact: true }).fill('pogresna-rec')
    await renewal.getByRole('button', { name: 'Prijavi se' }).click()
    await renewal.getByText('Pogrešan email ili lozinka.').waitFor()
    await renewal.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await renewal.getByRole('button', { name: 'Prijavi se' }).click()
    await page.getByText('Materijal uspešno dodat.').waitFor()
    await page.getByRole('row', { name: /MAT01/ }).waitFor()

    await send({ ...site, token: (await storedToken(page)) ?? '' }, 'POST', '/auth/logout')
    await page.getByRole('link', { name: 'Proizvodi' }).click()
    await renewal.getByRole('button', { name: 'Odjavi me' }).click()
    await page.waitForURL('**/login')
    assert.equal(await storedToken(page), null)
  })

  test('a token the server does not know leads to /login at once', async () => {
    const page = await openAs({ ...site, token: 'nepoznat-token' })
    await page.goto(`${site.app.url}/dashboard`)
    await page.waitForURL('**/login')
    assert.equal(await storedToken(page), null)
  })

  test('the first visit loads at most 120 kB of program', async (t) => {
    const page = await open()
    await page.waitForLoadState('networkidle')
    const loaded = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0),
    )
    t.diagnostic(`${(loaded / 1000).toFixed(1)} kB of JavaScript, compressed`)
    assert.ok(loaded > 0 && loaded <= 120_000, `${loaded} bytes`)
  })
})
