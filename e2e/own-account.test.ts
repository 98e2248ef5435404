import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { accountTexts } from '#web/account/account-texts.ts'
import { secondFactorWords } from '#web/account/second-factor-texts.ts'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, newPage, withoutBrowser } from './browser.ts'
import { settled } from './findings.ts'
import { useSite } from './site.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

describe('one’s own account', { skip: withoutBrowser }, () => {
  const site = useSite()

  const logIn = async (password: string = ACCOUNT.password) =>
    (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', { email: ACCOUNT.email, password })).token
  const works = (token: string) =>
    send({ ...site, token }, 'GET', '/auth/me').then(
      () => true,
      () => false,
    )
  /** The part of the page of settings. */
  const account = (page: AppPage) => page.getByRole('region', { name: 'Nalog i sesije' })
  const sessions = (page: AppPage) => account(page).getByRole('list', { name: 'Otvorene sesije' }).getByRole('listitem')

  async function open(token: string, width?: number): Promise<AppPage> {
    const page = await openAs({ ...site, token }, width ? { width } : {})
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Nalog i sesije' }).click()
    await account(page).getByText('Ova sesija').waitFor()
    // The menu leads to this part of the page, not to its top.
    await page.waitForFunction(() => document.activeElement?.textContent === 'Nalog i sesije')
    return page
  }

  async function change(page: AppPage, current: string, next: string, again = next) {
    await account(page).getByLabel('Trenutna lozinka', { exact: true }).fill(current)
    await account(page).getByLabel('Nova lozinka', { exact: true }).fill(next)
    await account(page).getByLabel('Potvrdite novu lozinku', { exact: true }).fill(again)
    await account(page).getByRole('button', { name: 'Promeni lozinku' }).click()
  }

  /** Answers the window that asks for the password before it ends a session. */
  async function confirm(page: AppPage, password: string) {
    const asked = page.getByRole('alertdialog')
    await asked.getByLabel('Lozinka', { exact: true }).fill(password)
    await asked.getByRole('button', { name: 'Odjavi', exact: true }).click()
  }

  test('each setting has a sentence beside it, and what cannot be read keeps its title', async () => {
    const page = await openAs(site, { expectedErrors: [/ERR_FAILED/] })
    await page.goto(`${site.app.url}/dashboard/podesavanja`)
    await account(page).getByText('Ova sesija').waitFor()
    await page.getByRole('region', { name: 'Carina' }).getByRole('button', { name: 'Sačuvaj' }).waitFor()
    await page.getByRole('region', { name: 'Naša firma' }).getByRole('button', { name: 'Sačuvaj' }).waitFor()
    await settled(page)
    const counted = async (name: string) => {
      const part = page.getByRole('region', { name, exact: true })
      const controls = part.getByRole('textbox').or(part.getByRole('combobox'))
      return [
        await controls.count(),
        await part
          .getByRole('paragraph')
          .filter({ hasText: /\.(\s|$)/ })
          .count(),
      ]
    }
    assert.deepEqual(await counted('Naša firma'), [6, 6])
    // Beside its fields the queue and the lock.
    assert.deepEqual(await counted('Carina'), [4, 6])
    // The papers say too that they are of this computer.
    assert.deepEqual(await counted('Za vas'), [2, 3])
    // What is entered together has one.
    assert.deepEqual(await counted('Kursevi'), [3, 1])
    const { passwordNote, sessionsNote, accountsNote, keysNote } = accountTexts
    for (const note of [passwordNote, secondFactorWords.note, sessionsNote, accountsNote, keysNote])
      assert.ok(await page.getByText(note).isVisible(), note)

    for (const path of ['nasa-firma', 'podesavanja']) await page.route(`**/api/${path}`, (route) => route.abort())
    await page.reload()
    for (const [title, text] of [
      ['Naša firma', 'Podaci firme nisu pročitani.'],
      ['Carina', 'Podešavanja nisu pročitana.'],
    ] as const)
      await page.getByRole('region', { name: title }).getByText(text).waitFor()
  })

  test('shows where one is logged in, and ends another session', async () => {
    const other = await logIn()
    const page = await open(await logIn())
    const rows = sessions(page)
    assert.ok((await rows.count()) >= 2)
    assert.ok(await works(other))
    for (let left = (await rows.count()) - 1; left > 0; left--) {
      await account(page)
        .getByRole('button', { name: /^Odjavi: / })
        .first()
        .click()
      await confirm(page, ACCOUNT.password)
      await page.getByText('Sesija je odjavljena.').first().waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await rows.nth(left).waitFor({ state: 'detached' })
    }
    assert.equal(await works(other), false)
    await account(page).getByText('127.0.0.1').waitFor()
  })

  test('ends all other sessions at once', async () => {
    const others = [await logIn(), await logIn()]
    const page = await open(await logIn())
    await account(page).getByRole('button', { name: 'Odjavi sve ostale' }).click()
    await confirm(page, 'pogresna-rec')
    await page.getByText('Trenutna lozinka nije ispravna.').waitFor()
    for (const other of others) assert.ok(await works(other))
    await confirm(page, ACCOUNT.password)
    await page.getByText('Sve ostale sesije su odjavljene.').waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await sessions(page).nth(1).waitFor({ state: 'detached' })
    await account(page).getByText('Ova sesija').waitFor()
    for (const other of others) assert.equal(await works(other), false)
    assert.equal(await account(page).getByRole('button', { name: 'Odjavi sve ostale' }).count(), 0)
  })

  test('changes the password, with the reason where it is refused, and ends the other sessions', async () => {
    const [other, own] = [await logIn(), await logIn()]
    const page = await open(own)
    await change(page, ACCOUNT.password, 'kratka')
    await account(page).getByText('Password must be at least 8 characters long').waitFor()
    await change(page, ACCOUNT.password, 'kiša-u-avgustu', 'kiša-u-julu')
    await account(page).getByText('Passwords do not match').waitFor()
    await change(page, 'pogresna-rec', 'kiša-u-avgustu')
    await account(page).getByText('Trenutna lozinka nije ispravna.').waitFor()
    await change(page, ACCOUNT.password, 'lozinka123')
    await account(page).getByText('Ova lozinka se lako pogađa. Izaberite drugu.').waitFor()
    assert.ok(await works(other))

    await change(page, ACCOUNT.password, 'kiša-u-avgustu')
    await page.getByText('Lozinka je promenjena. Ostale sesije su odjavljene.').waitFor()
    assert.equal(await account(page).getByLabel('Trenutna lozinka', { exact: true }).inputValue(), '')
    assert.deepEqual([await works(other), await works(own)], [false, false])
    assert.ok(await works((await page.evaluate(() => localStorage.getItem('token'))) ?? ''))
    await sessions(page).nth(1).waitFor({ state: 'detached' })
    const answer = page.waitForResponse('**/api/auth/password')
    await change(page, 'kiša-u-avgustu', ACCOUNT.password)
    assert.equal((await answer).status(), 200)
  })

  test('a colleague lets in who waits, who is told so until then, and the browser stays known after a logout', async () => {
    // Such accounts come with REGISTRATION=firma.rs; whether the program runs with it is of no matter here.
    const nova = { email: 'nova@firma.rs', password: 'tajna-rec-1' }
    await send({ app: site.app }, 'POST', '/auth/register', nova)
    const waits = new DatabaseSync(join(site.app.dataDir, 'zalihe.db'), { timeout: 10_000 })
    waits.exec("update korisnik set ceka_odobrenje = 1 where email = 'nova@firma.rs'")
    waits.close()
    const visitor = await newPage(site.browser, { expectedErrors: [/status of 403/] })
    await visitor.goto(`${site.app.url}/login`)
    const enter = async () => {
      await visitor.getByLabel('Email').fill(nova.email)
      await visitor.getByLabel('Lozinka', { exact: true }).fill(nova.password)
      await visitor.getByRole('button', { name: 'Prijavi se', exact: true }).click()
    }
    await enter()
    await visitor.getByText('Nalog čeka odobrenje.').waitFor()

    const page = await open(await logIn())
    const list = page.getByRole('list', { name: 'Nalozi koji čekaju odobrenje' })
    await list.getByText(nova.email).waitFor()
    assert.equal(await list.getByRole('listitem').count(), 1)
    await list.getByRole('button', { name: `Odobri: ${nova.email}` }).click()
    await page.getByText('Nalog je odobren.').waitFor()
    await list.waitFor({ state: 'detached' })

    await enter()
    await visitor.waitForURL('**/dashboard')
    const device = () => visitor.evaluate(() => localStorage.getItem('device'))
    const known = await device()
    assert.match(known ?? '', /^[\w-]{43}$/)
    await visitor.getByRole('button', { name: `Podešavanja: ${nova.email}` }).click()
    await visitor.getByRole('menuitem', { name: 'Logout' }).click()
    await visitor.waitForURL('**/login')
    assert.equal(await device(), known)
  })

  test('a password from the administrator leads straight to choosing one’s own', async () => {
    const run = (...words: string[]) =>
      spawnSync(process.execPath, ['scripts/account.ts', ...words], {
        cwd: project,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: site.app.dataDir, DATABASE_URL: '' },
      })
    const unknown = run('reset-password', 'niko@firma.rs')
    assert.deepEqual([unknown.status, unknown.stderr], [1, 'Nalog niko@firma.rs ne postoji.\n'])
    assert.match(run('reset-password').stderr, /npm run account -- reset-password ime@firma\.rs$/m)
    const reset = run('reset-password', ACCOUNT.email.toUpperCase())
    assert.equal(reset.status, 0, reset.stderr)
    const given = /: (\S+)\n/.exec(reset.stdout)?.[1] ?? ''
    assert.match(reset.stdout, /Važi 24 sata/)

    const page = await newPage(site.browser)
    await page.goto(`${site.app.url}/login`)
    await page.getByLabel('Email').fill(ACCOUNT.email)
    await page.getByLabel('Lozinka', { exact: true }).fill(given)
    await page.getByRole('button', { name: 'Prijavi se', exact: true }).click()
    await account(page).getByText('Prijavljeni ste privremenom lozinkom').waitFor()
    await change(page, given, ACCOUNT.password)
    await page.getByText('Lozinka je promenjena.').waitFor()
    await account(page).getByText('Prijavljeni ste privremenom lozinkom').waitFor({ state: 'detached' })
    await logIn()

    const token = await logIn()
    assert.equal(
      run('disable', ACCOUNT.email).stdout,
      `Nalog ${ACCOUNT.email} je isključen, sve njegove sesije su odjavljene.\nBaza: ${site.app.dataDir}\n`,
    )
    assert.equal(await works(token), false)
    await assert.rejects(logIn(), /401/)
    assert.equal(run('enable', ACCOUNT.email).status, 0)
    assert.ok(await works(await logIn()))
  })
})
