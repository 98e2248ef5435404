import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { register } from './account.ts'
import { type App, type AppOptions, type BrowserOptions, openBrowser, startApp } from './browser.ts'

/** A running application, a browser, and the session that ACCOUNT has at it. */
export type Site = { readonly app: App; readonly browser: Browser; readonly token: string }

/**
 * A running application with an account and a browser, started before the tests of this suite and stopped after them.
 * Hooks run in their order in the file: a suite's own hooks belong below this call.
 */
export function useSite(options: AppOptions & BrowserOptions = {}): Site {
  let app: App | undefined
  let browser: Browser | undefined
  let token: string | undefined

  before(async () => {
    app = await startApp(options)
    browser = await openBrowser(options)
    token = await register(app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
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

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The site is not running yet: use it in a hook or in a test')
  return part
}
