// A change of one user stands on another's open screen within 2 seconds: on SQLite, and on PostgreSQL where the two are
// connected to different instances.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, postgresUrl } from '#reliability/fresh-database.ts'
import { type Caller, openAs, register, send } from './account.ts'
import { type App, type AppPage, clockOf, openBrowser, resize, startApp, withoutBrowser } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import type { Site } from './site.ts'

/** An open page looks every 0.8 seconds: with one look under way and the next, what is new stands there within 2. */
const MOST_LOOKS = 2
const MINUTE_MS = 60_000
/** Import documents at the start. */
const START = 20
/** The row of the material when each has brought its 100 pieces. */
const stockOf = (documents: number) =>
  new RegExp(`KON6PZ.*${(documents * 100).toLocaleString('de-DE').replace('.', '\\.')}`)

describe('changes of others on open screens', { skip: withoutBrowser }, () => {
  for (const engine of postgresUrl ? (['SQLite', 'PostgreSQL, two instances'] as const) : (['SQLite'] as const)) {
    describe(engine, { concurrency: false }, () => {
      const cleanUp: (() => Promise<unknown>)[] = []
      /** Jelena looks, Marko changes: through another instance where there are two. */
      let jelena: Site
      let marko: Caller

      before(async () => {
        const browser = await openBrowser()
        let jelenas: App
        let markos: App
        if (engine === 'SQLite') {
          jelenas = markos = await startApp()
          cleanUp.push(jelenas.stop)
        } else {
          const database = await freshDatabase()
          cleanUp.push(database.drop)
          const env = { DATABASE_URL: database.url }
          jelenas = await startApp({ env })
          cleanUp.push(jelenas.stop)
          markos = await startApp({ env })
          cleanUp.push(markos.stop)
        }
        jelena = { app: jelenas, browser, token: await register(jelenas) }
        const account = { email: 'marko@firma.rs', password: 'tajna-rec-2' }
        await send({ app: markos }, 'POST', '/auth/register', account)
        const { token } = await send<{ token: string }>({ app: markos }, 'POST', '/auth/login', account)
        marko = { app: markos, token }
        await importSheet(jelena, '/materials/import', 'materijali.xlsx')
        await importSheet(jelena, '/proizvodi/import', 'normativi-ifs.xlsx')
        for (let n = 1; n <= START; n++) await markoSavesC4(n)
      })
      after(async () => {
        for (const one of cleanUp.reverse()) await one()
      })

      /** Each brings 100 pieces. */
      const markoSavesC4 = (n: number) =>
        saveC4(marko, `ULAZ-${n}`, '2026-01-15', [{ materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 }])

      async function open(path: string): Promise<AppPage> {
        const page = await openAs(jelena)
        await page.goto(`${jelena.app.url}/dashboard${path}`)
        return page
      }

      test('a document, its stock and its entry in the history are seen within 2 seconds', async () => {
        const screens: [string, (page: AppPage, n: number) => Promise<void>][] = [
          ['/incoming', (page, n) => page.getByRole('row', { name: new RegExp(`^ULAZ-${n}\\b`) }).waitFor()],
          ['', (page, n) => page.getByText(`Pogledaj sve (${n})`).waitFor()],
          ['/materials?search=KON6PZ', (page, n) => page.getByRole('row', { name: stockOf(n) }).waitFor()],
          [
            '/history',
            (page, n) => page.getByRole('button', { name: new RegExp(`Dodat ulazni dokument ULAZ-${n}\\b`) }).waitFor(),
          ],
        ]
        const looks: number[] = []
        const seenAfter = async (page: AppPage, seen: Promise<void>) => {
          let count = 0
          page.on('request', (request) => {
            if (new URL(request.url()).pathname === '/api/changes') count++
          })
          await seen
          looks.push(count)
        }
        let n = START
        for (const [path, seen] of screens) {
          const page = await open(path)
          await seen(page, n)
          n++
          await markoSavesC4(n)
          await seenAfter(page, seen(page, n))
          await page.context().close()
        }
        const outgoing = await open('/outgoing')
        await outgoing.getByText('Broj izlaznih dokumenata: 0').waitFor()
        await saveC1(marko, 'IZVOZ-1', '2026-03-01', 'KS014', 10)
        await seenAfter(outgoing, outgoing.getByRole('row', { name: /^IZVOZ-1/ }).waitFor())
        assert.ok(Math.max(...looks) <= MOST_LOOKS, `seen after ${looks} looks`)
      })

      test('the page and the place of a list stay where they are', async () => {
        const page = await open('/incoming?page=2&limit=10')
        await resize(page, { width: 1000, height: 500 })
        await page.getByText(`Broj ulaznih dokumenata: ${START + 4}`).waitFor()
        await page.getByText('Stranica 2 od 3').scrollIntoViewIfNeeded()
        const place = await page.evaluate(() => window.scrollY)
        assert.ok(place > 100)
        await markoSavesC4(START + 5)
        await page.getByText(`Broj ulaznih dokumenata: ${START + 5}`).waitFor()
        await page.getByText('Stranica 2 od 3').waitFor()
        assert.equal(await page.evaluate(() => window.scrollY), place)
        assert.equal(new URL(page.url()).searchParams.get('page'), '2')
      })

      test('an open form keeps what was typed; saving it tells what the other one changed', async () => {
        const c4 = await markoSavesC4(START + 6)
        const page = await open('/incoming')
        await rowAction(page, `Izmeni: ULAZ-${START + 6}`)
        const terminal = dialog(page).getByLabel('Broj terminala', { exact: true })
        await terminal.fill('T-77')
        const stored = await send<object>(marko, 'GET', `/c4/${c4.id}`)
        // The list behind the form is read again.
        const behind = page.waitForResponse((answer) => answer.url().includes('/api/c4?') && answer.ok())
        await send(marko, 'PUT', `/c4/${c4.id}`, { ...stored, posiljalac_grad: 'Passau' })
        await behind
        assert.equal(await terminal.inputValue(), 'T-77')
        assert.equal(await terminal.evaluate((element) => element === document.activeElement), true)
        await button(page, 'Ažuriraj dokument').click()
        await dialog(page).getByText('Passau').waitFor()
        assert.equal(await terminal.inputValue(), 'T-77')
      })

      test('nobody asks behind a hidden page or after a logout, and a page left alone keeps no session alive', async () => {
        const page = await openAs({ ...jelena, token: (await logInAgain()).token })
        const asked: string[] = []
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        const looks = () => asked.filter((path) => path === '/api/changes').length
        await clockOf(page).install()
        await page.goto(`${jelena.app.url}/dashboard/incoming`)
        await page
          .getByRole('row', { name: /^ULAZ-/ })
          .first()
          .waitFor()
        const nextLook = page.waitForResponse(/\/api\/changes\?since=/)
        await clockOf(page).runFor(1_000)
        await nextLook

        await setHidden(page, true)
        await clockOf(page).runFor(MINUTE_MS)
        const before = looks()
        await clockOf(page).runFor(MINUTE_MS)
        assert.equal(looks(), before, 'hidden')
        await markoSavesC4(START + 7)
        const seen = page.getByRole('row', { name: new RegExp(`^ULAZ-${START + 7}\\b`) }).waitFor()
        await setHidden(page, false)
        await seen

        // Nobody has touched anything for more than five minutes: these reads are unattended.
        await clockOf(page).fastForward(6 * MINUTE_MS)
        await markoSavesC4(START + 8)
        const alone = page.waitForRequest((request) => request.url().includes('/api/c4?'))
        await clockOf(page).runFor(1_000)
        assert.equal((await alone).headers()['x-unattended'], '1')
        await page.mouse.click(600, 25)
        const attended = page.waitForRequest((request) => request.url().includes('/api/c4?'))
        await page.getByLabel('Pretraži dokumente...').fill('ULAZ')
        await clockOf(page).runFor(1_000)
        assert.equal((await attended).headers()['x-unattended'], undefined)

        await button(page, 'Podešavanja: izvoz@sumadijakabl.rs').click()
        await page.getByRole('menuitem', { name: 'Logout' }).click()
        await page.waitForURL('**/login')
        const left = looks()
        await clockOf(page).runFor(MINUTE_MS)
        assert.equal(looks(), left, 'logged out')
      })

      const logInAgain = () =>
        send<{ token: string }>({ app: jelena.app }, 'POST', '/auth/login', {
          email: 'izvoz@sumadijakabl.rs',
          password: 'tajna-rec-1',
        })
    })
  }
})

/** A window that is minimised, as the page sees it: a browser without windows cannot do it. */
const setHidden = (page: AppPage, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
