import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Clock,
  chromium,
  type Page,
} from 'playwright-core'
import { freePort } from '#scripts/free-port.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const SERVER = fileURLToPath(import.meta.resolve('#server/main.ts'))
const startTimeoutMs = 120_000
const stopTimeoutMs = 15_000

export type App = {
  url: string
  dataDir: string
  /** Ends the server as an operator would, and answers its exit code. */
  stop: () => Promise<number | null>
  /** Ends the server at once, and with it what it keeps; pages that stay open would have it wait for their next question. */
  kill: () => Promise<void>
  /** The same address and the same data again; `crash` ends the server without a warning first. */
  restart: (how?: { crash?: boolean }) => Promise<void>
  /** The server's output so far. */
  output: () => string
}

export type AppOptions = {
  /** Settings for the server on top of its defaults. */
  env?: Record<string, string>
  /** The data of an earlier server; otherwise an empty folder, removed at the end. */
  dataDir?: string
  /** The database that it begins with; otherwise an empty one. */
  books?: string | undefined
}

/** Starts the real server on a free port with data of its own. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'e2e-'))
  if (options.books) copyFileSync(options.books, databaseFile(dataDir))
  const port = await takePort()
  const url = `http://127.0.0.1:${port}`
  let printed = ''
  let server = start()
  await untilAnswering()

  function start() {
    const { DATABASE_URL: _, ...inherited } = process.env
    const env = { ...inherited, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...options.env }
    const child = spawn(process.execPath, [SERVER], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  async function untilAnswering() {
    for (const end = Date.now() + startTimeoutMs; Date.now() < end; await sleep(30)) {
      if (hasEnded(server)) break
      const answer = await fetch(url).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return
    }
    await ended(server, 'SIGKILL')
    throw new Error(`The server did not start:\n${printed}`)
  }

  function leave() {
    ports.add(port)
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
  }

  return {
    url,
    dataDir,
    output: () => printed,
    async stop() {
      const code = await ended(server, 'SIGTERM')
      leave()
      return code
    },
    async kill() {
      await ended(server, 'SIGKILL')
      leave()
    },
    async restart({ crash = false } = {}) {
      ports.delete(port)
      await ended(server, crash ? 'SIGKILL' : 'SIGTERM')
      server = start()
      await untilAnswering()
    },
  }
}

/** Ports of applications that have ended: the next one answers there, and finds its scripts in the caches of contexts. */
const ports = new Set<number>()

async function takePort(): Promise<number> {
  const [port] = ports
  if (port === undefined) return freePort()
  ports.delete(port)
  return port
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  const code = await exit
  clearTimeout(timer)
  return code
}

/** For `test(name, { skip: withoutBrowser }, …)`: why a test in the browser cannot run here, or false. */
export const withoutBrowser = process.env.TEST_CHROMIUM ? false : 'no Chromium: run it with npm test'

export type BrowserOptions = {
  /**
   * Chromium as its users have it, with its viewer of PDFs. Otherwise its headless shell, where there is one: the same
   * engine without the window around a page, for which Chromium starts a process with every page, a third of the time.
   */
  complete?: boolean
  /**
   * Scripts are compiled as far as at its users, for tests that measure times. Otherwise not: most pages of a test are
   * gone before a better compiled function has saved the time that compiling took.
   */
  optimised?: boolean
  /** Switches on top of ours. */
  flags?: readonly string[]
}

const browsers = new Map<string, Promise<Browser>>()
after(async () => {
  for (const browser of browsers.values()) await (await browser).close()
})

/**
 * A Chromium without a window; TEST_CHROMIUM and TEST_HEADLESS_SHELL say which. Files that run in one process share it
 * and it ends with them: pages have storage of their own by their context (`newPage`).
 */
export function openBrowser({
  complete = false,
  optimised = false,
  flags = [],
}: BrowserOptions = {}): Promise<Browser> {
  const kind = JSON.stringify([complete, optimised, flags])
  const browser = browsers.get(kind) ?? launch({ complete, optimised, flags })
  browsers.set(kind, browser)
  return browser
}

function launch({ complete, optimised, flags }: Required<BrowserOptions>): Promise<Browser> {
  const { TEST_CHROMIUM, TEST_HEADLESS_SHELL } = process.env
  const executablePath = (!complete && TEST_HEADLESS_SHELL) || TEST_CHROMIUM
  if (!executablePath) throw new Error('TEST_CHROMIUM names no browser: run it with npm test')
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      // Chromium's sandbox does not run as root, and a container's /dev/shm is too small for it.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages of one context share a process, and with it the compiled scripts.
      '--process-per-site',
      ...(optimised ? [] : ['--js-flags=--no-opt --no-maglev']),
      ...flags,
    ],
  })
}

/**
 * A page as its user has it: elements are found by role, label and text, never by a selector. Its clock: `clockOf`,
 * scripts before those of the application: `runFirst`.
 */
export type AppPage = Omit<
  Page,
  'locator' | '$' | '$$' | '$eval' | '$$eval' | 'getByTestId' | 'waitForSelector' | 'clock' | 'addInitScript'
>

export type PageOptions = {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** In the browser as its users have it, with its viewer of PDFs (`BrowserOptions`). */
  complete?: boolean
  /** Errors that the test provokes on purpose. */
  expectedErrors?: RegExp[]
  context?: BrowserContextOptions
}

/**
 * Leaves the page's questions for news (web/shell/use-live-changes.ts) unanswered from now on, so that what the user
 * does next is what finds his session gone. The one that was under way has been answered when this is done.
 */
export async function withoutNews(page: AppPage): Promise<void> {
  await new Promise((asked) => page.route('**/api/changes*', asked))
}

/** Lets the answers of these addresses wait, from now on until the function that it gives is called. */
export async function holdAnswers(page: AppPage, addresses: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/**
 * Makes the window this large, and waits until the page stands in it: parts with another shape on a phone are put in
 * place when the browser tells of the change, before the next frame but one.
 */
export async function resize(page: AppPage, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
  await drawn(page)
}

/** Waits until the page has drawn what it holds now. */
export const drawn = (page: AppPage): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const [WIDTH, HEIGHT] = [1440, 900]
/** The options of a page that asks for nothing else, and of every further one of its context. */
const USUAL: BrowserContextOptions = {
  viewport: { width: WIDTH, height: HEIGHT },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'sr-Latn-RS',
  timezoneId: 'Europe/Belgrade',
}

/**
 * A page with cookies and storage of its own, which the test that opens it has to itself: it is closed after it. One
 * that a suite opens before its tests stays. An error on it or in its console fails the test that is running. Motion is
 * reduced, unless the options of its context say otherwise.
 */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<AppPage> {
  const { width = WIDTH, height = HEIGHT, theme = 'light', expectedErrors = [] } = options
  const page = await takePage(options.complete ? await openBrowser({ complete: true }) : browser, {
    ...USUAL,
    viewport: { width, height },
    colorScheme: theme,
    ...options.context,
  })
  page.setDefaultTimeout(30_000)
  const report = (text: string) => {
    if (!expectedErrors.some((pattern) => pattern.test(text))) problems.push(text)
  }
  page.on('pageerror', (error) => report(`page error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    // The browser logs every refusal of the API (wrong password, number taken); those the test itself looks at.
    if (url.includes('/api/') && /status of 4\d\d/.test(message.text())) return
    // It goes on asking for news, also of a server that the test has stopped.
    if (url.includes('/api/changes') && message.text().includes('net::ERR_')) return
    report(`console error: ${message.text()} (${url})`)
  })
  return page
}

/** The clock of a page, which stays with its context: no other test gets it. */
export function clockOf(page: AppPage): Clock {
  spoilt.add(page.context())
  return (page as Page).clock
}

/** Runs this before the scripts of the application, at every load. No other test gets the page. */
export async function runFirst(page: AppPage, script: () => void): Promise<void> {
  spoilt.add(page.context())
  await (page as Page).addInitScript(script)
}

/**
 * A page of a context without cookies and storage. That of an earlier test is used again where it has the same options,
 * size, colours and permissions apart: its process is there and has compiled the scripts, which halves what it takes
 * until a screen stands.
 */
async function takePage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const { viewport, colorScheme, reducedMotion, permissions = [], ...others } = options
  const kind = JSON.stringify(others)
  const earlier = free.findIndex((one) => one.browser === browser && one.kind === kind)
  const taken = free.splice(earlier, earlier < 0 ? 0 : 1)[0] ?? (await openContext(browser, kind, others))
  opened.push(taken)
  const { context, page } = taken
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion })
  if (permissions.length > 0) await context.grantPermissions(permissions)
  return page
}

async function openContext(browser: Browser, kind: string, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext({ ...USUAL, ...options })
  return { browser, kind, context, page: await context.newPage() }
}

/** Keeps this in the storage of an address before anything of the application runs there. */
export async function keepAt(page: AppPage, origin: string, entries: Readonly<Record<string, string>>): Promise<void> {
  if (!page.url().startsWith(origin)) await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((kept) => Object.assign(localStorage, kept), entries)
}

type Opened = {
  readonly browser: Browser
  readonly kind: string
  readonly context: BrowserContext
  readonly page: Page
}
const problems: string[] = []
/** Pages that the running test itself has opened. */
let opened: Opened[] = []
/** Pages of earlier tests, brought back to how they were. */
const free: Opened[] = []
/** Contexts that no other test may have. */
const spoilt = new WeakSet<BrowserContext>()

/**
 * Ends what a test has left in its page, and leaves it where nothing of the application runs; answers whether another
 * test may have it. Of all storages the application uses this one alone; `setStorageState` would take as long as a new
 * page.
 */
async function park({ context, page }: Opened): Promise<boolean> {
  if (spoilt.has(context)) return false
  page.removeAllListeners()
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await page.goto(new URL('/favicon.svg', page.url()).href)
    await page.evaluate(() => localStorage.clear())
    await page.mouse.move(-1, -1)
    await context.clearPermissions()
    return true
  } catch {
    // Closed by its test, or its server is gone.
    return false
  }
}

beforeEach(() => {
  opened = []
})
afterEach(async () => {
  // A page that stayed open would go on asking for news, and read everything again with each save of the next tests.
  await Promise.all(
    opened.map(async (one) => {
      if (await park(one)) free.push(one)
      else await one.context.close()
    }),
  )
  assert.deepEqual(problems.splice(0), [], 'the page or its console reported errors')
})
