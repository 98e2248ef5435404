import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'
import { openAs, register } from './account.ts'
import {
  type App,
  type AppOptions,
  type AppPage,
  type BrowserOptions,
  openBrowser,
  type PageOptions,
  startApp,
} from './browser.ts'
import { settled } from './findings.ts'

/** A running application, a browser, and the session that ACCOUNT has at it. */
export type Site = { readonly app: App; readonly browser: Browser; readonly token: string }

/** Books in which nothing stands but ACCOUNT, and its session. */
type Registered = { readonly books: string; readonly token: string }
/** Made by the first application of this process: passwords are costly. */
let registered: Registered | undefined

async function registerFirst(app: App): Promise<Registered> {
  const token = await register(app)
  const folder = mkdtempSync(join(tmpdir(), 'e2e-books-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const stored = new DatabaseSync(databaseFile(app.dataDir), { readOnly: true })
  await backup(stored, databaseFile(folder))
  stored.close()
  return { books: databaseFile(folder), token }
}

/**
 * A running application with an account and a browser, started before the tests of this suite and stopped after them.
 * Hooks run in their order in the file: a suite's own hooks belong below this call.
 */
export function useSite(options: AppOptions & BrowserOptions = {}): Site {
  let app: App | undefined
  let browser: Browser | undefined
  let token: string | undefined

  before(async () => {
    // Settings may be about accounts.
    const isUsual = !options.env
    app = await startApp(isUsual ? { books: registered?.books, ...options } : options)
    browser = await openBrowser(options)
    if (isUsual) registered ??= await registerFirst(app)
    token = isUsual && registered ? registered.token : await register(app)
  })
  after(async () => {
    await app?.kill()
  })

  return {
    get app() {
      return started(app)
    },
    get browser() {
      return started(browser)
    },
    get token() {
      return started(token)
    },
  }
}

/** A page of the account at this path under /dashboard, everything on it loaded. */
export async function openScreen(site: Site, path: string, options: PageOptions = {}): Promise<AppPage> {
  const page = await openAs(site, options)
  await goTo(page, site, path)
  return page
}

/** The page goes to this path under /dashboard, and everything on it is loaded. */
export async function goTo(page: AppPage, site: Site, path: string): Promise<void> {
  await page.goto(`${site.app.url}/dashboard/${path}`.replace(/\/$/, ''))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The site is not running yet: use it in a hook or in a test')
  return part
}
