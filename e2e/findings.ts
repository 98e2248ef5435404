import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { isDeep } from '#server/testing-depth.ts'
import { type App, type AppPage, resize } from './browser.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const WIDE = { width: 1440, height: 900 }
const MIDDLE = { width: 768, height: 1024 }
const NARROW = { width: 390, height: 844 }
/** WCAG 2.5.8, without its exception for small targets that stand apart. */
const TARGET = 24

/** Expects a screen without findings of axe that does not scroll sideways. */
export async function expectNoFindings(page: AppPage): Promise<void> {
  // The one rule of WCAG 2.2 AA; axe leaves it out unless it is asked.
  await expectNothing(page, { rules: { 'target-size': { enabled: true } } })
  await expectNoSidewaysScroll(page)
}

/**
 * Looks at the screen and leaves it wide and light: in deep runs alone, in both themes, wide and narrow. One look of axe
 * costs as much as opening the screen. At the width between nothing but the sideways scroll can differ.
 */
export async function lookAtEverySize(page: AppPage): Promise<void> {
  if (!isDeep) return
  // A theme that fades in would be looked at while it is neither.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expectNoFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(page, { runOnly: ['color-contrast'] })
  await resize(page, MIDDLE)
  await expectNoSidewaysScroll(page)
  await resize(page, NARROW)
  await expectNoFindings(page)
  assert.deepEqual(await page.evaluate(smallTargets, TARGET), [], `${page.url()}: less than ${TARGET} px to hit`)
  await page.emulateMedia({ colorScheme: 'light' })
  await resize(page, WIDE)
}

/** Waits until nothing is loading: loading parts pulse or say so, and no others do. */
export async function settled(page: AppPage): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('.animate-pulse, [aria-busy="true"]') &&
      !document.querySelector('main')?.textContent?.includes('Učitavanje...'),
  )
}

/** A column is sorted so; one that sorts by the server says it only when the address has come back to the table. */
export const expectSorted = (head: Locator, order: 'ascending' | 'descending'): Promise<void> =>
  head.and(head.page().locator(`[aria-sort="${order}"]`)).waitFor()

/** Every control that is shown gets the focus by Tab; gives how many there are. */
export async function expectAllReachedByTab(page: AppPage): Promise<number> {
  const controls = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')
    const shown = [...all].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        // Tabs share one stop and are walked through by arrows; a button opens the choice of a file.
        !control.matches(':disabled, main, [role="tab"][aria-selected="false"], [type="file"][tabindex="-1"]'),
    )
    for (const control of shown) control.dataset.waits = ''
    addEventListener('focusin', ({ target }) => delete (target as HTMLElement).dataset.waits)
    return shown.length
  })
  // Some stops more than controls: the document itself is one between the last and the first.
  for (let tab = 0; tab < controls + 5; tab++) await page.keyboard.press('Tab')
  const left = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-waits]')].map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
  assert.deepEqual(left, [], `${page.url()}: out of reach`)
  return controls
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
      // Parts that fade in are paler than they will be; pulsing ones never end, and are looked at as they are.
      const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(passing.map(({ finished }) => finished))
      // A screen under a window is pale and out of reach; it is looked at without one.
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run({ exclude: ['body > [inert]'] }, asked)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    { ...options, resultTypes: ['violations' as const], iframes: false, preload: false },
  )
  assert.deepEqual(findings, [])
}

/** Targets that offer fewer pixels than that, in height or width; links in sentences excepted. */
function smallTargets(least: number): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [role="tab"], [role="menuitem"], [role="option"]',
  )
  // Targets under an open window are out of reach.
  const window = [...document.querySelectorAll('[role$="dialog"][aria-modal="true"]')].at(-1)
  const isShown = (target: HTMLElement) =>
    (!window || window.contains(target)) &&
    target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !target.closest('[inert], .sr-only, [aria-hidden="true"]') &&
    getComputedStyle(target).clipPath === 'none'
  const isInSentence = (target: HTMLElement) =>
    getComputedStyle(target).display === 'inline' &&
    target.parentElement?.textContent?.trim() !== target.textContent?.trim()
  const isHitAt = (target: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    const label = hit?.closest('label')
    return target.contains(hit) || (label?.control ?? null) === target
  }
  return [...targets].flatMap((target) => {
    if (!isShown(target) || isInSentence(target)) return []
    const { width, height } = target.getBoundingClientRect()
    if (Math.min(width, height) >= least - 0.5) return []
    // The area around it may belong to it: its label, or room that is not painted.
    target.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top } = target.getBoundingClientRect()
    const [x, y, away] = [left + width / 2, top + height / 2, least / 2 - 0.5]
    const around = [
      [x - away, y],
      [x + away, y],
      [x, y - away],
      [x, y + away],
    ] as const
    if (around.every((place) => isHitAt(target, ...place))) return []
    return [`${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`]
  })
}

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: AppPage): Promise<void> {
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  assert.ok((await page.evaluate(sideways)) <= 0, 'the page scrolls sideways')
}

/** The texts of these elements that stand outside of them, or over another one. */
export function textBeside(elements: Element[]): string[] {
  const beside: string[] = []
  for (const element of elements) {
    const { left, right } = element.getBoundingClientRect()
    const seen: DOMRect[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()]
      const wrong = boxes.some(
        (box) =>
          box.left < left - 1 ||
          box.right > right + 1 ||
          seen.some(
            (other) =>
              box.left < other.right - 1 &&
              other.left < box.right - 1 &&
              box.top < other.bottom - 2 &&
              other.top < box.bottom - 2,
          ),
      )
      if (wrong) beside.push(text.textContent ?? '')
      seen.push(...boxes)
    }
  }
  return beside
}

/** Whether nothing lies over an element where it should be seen; runs in the page. */
export const isSeen = (said: Element): boolean => {
  const { left, right, top, height } = said.getBoundingClientRect()
  return said.contains(document.elementFromPoint((left + right) / 2, top + height / 2))
}

/** The colour of the ground of a page. */
export const groundOf = (page: AppPage): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** How many lines a text takes. */
export const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

/** Colours, letters and height of a control. */
export const lookOf = (control: Locator): Promise<(string | number)[]> =>
  control.evaluate((element) => {
    const { backgroundColor, borderColor, color, font } = getComputedStyle(element)
    return [backgroundColor, borderColor, color, font, element.clientHeight]
  })
