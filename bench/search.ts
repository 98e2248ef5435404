// Ctrl + K as its user has it: in Chromium, from the last key to the answer on the screen.
import { chromium } from 'playwright-core'
import { findChromium } from '#scripts/find-programs.mjs'

/** Between two letters of somebody who types fast. */
const LETTER_MS = 80
const ROUNDS = 6

/**
 * How long each of these texts, typed into the search of the server at `url` in the session `token`, waits from its last
 * key until its answer has been drawn, in ms on the clock, some rounds of each but the first. Null without a browser.
 */
export async function searchTimes(url: string, token: string, texts: readonly string[]): Promise<number[] | null> {
  const executablePath = findChromium()
  if (!executablePath) return null
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript((kept) => localStorage.setItem('token', kept), token)
    await page.goto(`${url}/dashboard`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round++)
      for (const text of texts) {
        await page.keyboard.press('Control+k')
        await page.getByRole('option').first().waitFor()
        await page.keyboard.type(text.slice(0, -1), { delay: LETTER_MS })
        await page.waitForTimeout(LETTER_MS)
        const answered = await page.evaluateHandle(untilAnswered)
        await page.keyboard.press(text.slice(-1))
        const took = await answered.evaluate(({ took: waited }) => waited)
        if (round > 0) times.push(took)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    return times
  } finally {
    await browser.close()
  }
}

/** Runs in the page: the time from the next key to the frame behind the one that shows the answer. */
function untilAnswered(): { took: Promise<number> } {
  const took = new Promise<number>((resolve) => {
    const begin = ({ timeStamp }: KeyboardEvent) => {
      const look = () => {
        const list = document.querySelector('[role="listbox"]')
        if (list?.getAttribute('aria-busy') === 'false') setTimeout(() => resolve(performance.now() - timeStamp))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
    addEventListener('keydown', begin, { capture: true, once: true })
  })
  return { took }
}
