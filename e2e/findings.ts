import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AppPage } from './browser.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What is on the screen is accessible by axe's rules, and the page does not scroll sideways. */
export async function expectNoFindings(page: AppPage): Promise<void> {
  await page.evaluate(axe)
  const findings = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run({
      // The one rule of WCAG 2.2 AA; axe leaves it out unless it is asked.
      rules: { 'target-size': { enabled: true } },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
  assert.deepEqual(findings, [])
  await expectNoSidewaysScroll(page)
}

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: AppPage): Promise<void> {
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  assert.ok((await page.evaluate(sideways)) <= 0, 'the page scrolls sideways')
}
