// `npm run screenshots`: every screen over the data of the demonstration, without any data, while it is loading, and
// while nothing can be loaded; wide and narrow, light and dark, as PNG files in screenshots/.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { openStore } from '#server/db/open.ts'
import { dayOf } from '#server/local-time.ts'
import { DEMO_ACCOUNT, fillDemo } from './demo-fill.ts'
import { findChromium } from './find-programs.mjs'
import { BARE_SCREENS, SCREENS, type Screen } from './screenshot-screens.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const target = join(project, 'screenshots')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const
const THEMES = ['light', 'dark'] as const

const executablePath = findChromium()
if (!executablePath) {
  console.error('No Chromium or Chrome on this machine: install one, or name it with TEST_CHROMIUM.')
  process.exit(1)
}

const fullDir = mkdtempSync(join(tmpdir(), 'screenshots-'))
const emptyDir = mkdtempSync(join(tmpdir(), 'screenshots-'))
const servers: ChildProcess[] = []
let browser: Browser | undefined
try {
  const store = await openStore({ dataDir: fullDir })
  await fillDemo(store, dayOf(Date.now()))
  await store.close()
  const full = await startServer(fullDir)
  const empty = await startServer(emptyDir)
  await fetch(`${empty}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_ACCOUNT),
  })
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  let taken = 0
  for (const size of SIZES) {
    for (const theme of THEMES) {
      const look = { viewport: size, colorScheme: theme }
      taken += await photograph(browser, { ...look, url: full, screens: SCREENS })
      taken += await photograph(browser, { ...look, url: empty, screens: BARE_SCREENS, state: 'prazno' })
      taken += await photograph(browser, { ...look, url: full, screens: BARE_SCREENS, state: 'greska' })
      taken += await photograph(browser, { ...look, url: full, screens: BARE_SCREENS, state: 'ucitavanje' })
    }
  }
  console.log(`${taken} PNG: ${target}`)
} finally {
  await browser?.close()
  await Promise.all(servers.map(ended))
  for (const dir of [fullDir, emptyDir]) rmSync(dir, { recursive: true, force: true })
}

/** The server says its address when it is ready to answer. */
function startServer(dataDir: string): Promise<string> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = { ...inherited, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['--conditions=built', 'dist/server/main.js'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(child)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    child.stdout.on('data', (text) => {
      const url = /http:\/\/\S+/.exec(String(text))?.[0]
      if (url) resolve(url)
    })
  })
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

type Photograph = {
  url: string
  viewport: (typeof SIZES)[number]
  colorScheme: (typeof THEMES)[number]
  screens: readonly Screen[]
  state?: 'prazno' | 'greska' | 'ucitavanje'
}

/** The screens at one size in one theme, as they are, without data, without an answer or before it; gives how many. */
async function photograph(open: Browser, { url, viewport, colorScheme, screens, state }: Photograph): Promise<number> {
  const context = await open.newContext({
    viewport,
    colorScheme,
    locale: 'sr-Latn-RS',
    timezoneId: 'Europe/Belgrade',
    reducedMotion: 'reduce',
    hasTouch: viewport.width < 640,
    isMobile: viewport.width < 640,
  })
  const page = await context.newPage()
  const suffix = `${viewport.width}-${colorScheme === 'light' ? 'svetla' : 'tamna'}${state ? `-${state}` : ''}`
  await page.goto(`${url}/login`)
  await settled(page)
  if (!state) await page.screenshot({ path: join(target, `prijava-${suffix}.png`) })
  await logIn(page)
  if (state === 'greska') await page.route(/\/api\/(?!auth)/, (route) => route.abort())
  if (state === 'ucitavanje') await page.route(/\/api\/(?!auth)/, () => undefined)
  for (const screen of screens) {
    if (state === 'ucitavanje') await showLoading(page, url, screen)
    else await show(page, url, screen)
    // The full page in a window of its height, so that elements fixed to the window stand in their places.
    const height = screen.open ? viewport.height : await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...viewport, height })
    await page.screenshot({ path: join(target, `${screen.name}-${suffix}.png`) })
    await page.setViewportSize(viewport)
  }
  await context.close()
  return screens.length + (state ? 0 : 1)
}

async function logIn(page: Page) {
  await page.getByLabel('Email').fill(DEMO_ACCOUNT.email)
  await page.getByRole('textbox', { name: /lozinka|password/i }).fill(DEMO_ACCOUNT.password)
  await page.getByRole('button', { name: 'Prijavi se', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

async function show(page: Page, url: string, { path, open }: Screen) {
  await page.goto(`${url}${path}`)
  await settled(page)
  if (!open) return
  await open(page)
  await settled(page)
}

/** Nothing is answered until the next screen is asked for. */
async function showLoading(page: Page, url: string, { path }: Screen) {
  await page.goto(`${url}${path}`)
  await page.waitForFunction(() => document.querySelector('.animate-pulse, [aria-busy="true"]'))
  await page.evaluate(() => document.fonts.ready)
}

async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  // Parts that still load pulse, and nothing else does.
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'))
  await page.evaluate(() => document.fonts.ready)
}
