import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { App, AppPage } from './browser.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const WIDE = { width: 1440, height: 900 }
const MIDDLE = { width: 768, height: 1024 }
const NARROW = { width: 390, height: 844 }

/** What is on the screen is accessible by axe's rules, and the page does not scroll sideways. */
export async function expectNoFindings(page: AppPage): Promise<void> {
  // The one rule of WCAG 2.2 AA; axe leaves it out unless it is asked.
  await expectNothing(page, { rules: { 'target-size': { enabled: true } } })
  await expectNoSidewaysScroll(page)
}

/**
 * What is on the screen is looked at in both themes, wide and narrow, and left as it was: wide and light. At the width
 * between nothing but the sideways scroll can differ.
 */
export async function lookAtEverySize(page: AppPage): Promise<void> {
  // A theme that fades in would be looked at while it is neither.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expectNoFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(page, { runOnly: ['color-contrast'] })
  await page.setViewportSize(MIDDLE)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(NARROW)
  await expectNoFindings(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(WIDE)
}

/** Nothing is loading any more: what loads pulses or says so, and nothing else does. */
export async function settled(page: AppPage): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('.animate-pulse, [aria-busy="true"]') &&
      !document.querySelector('main')?.textContent?.includes('Učitavanje…'),
  )
}

/** Writes down every request of the page to a host that is not ours. */
export function watchHosts(page: AppPage, app: App, foreign: string[]): void {
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(app.url) && !/^(blob|data):/.test(url)) foreign.push(url)
  })
}

async function expectNothing(page: AppPage, options: import('axe-core').RunOptions) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const findings = await page.evaluate(
    async (asked) => {
      const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(asked)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    { ...options, resultTypes: ['violations' as const], iframes: false, preload: false },
  )
  assert.deepEqual(findings, [])
}

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: AppPage): Promise<void> {
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  assert.ok((await page.evaluate(sideways)) <= 0, 'the page scrolls sideways')
}
