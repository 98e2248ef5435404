import type { AppPage } from './browser.ts'

/** Rows of keys that are measured where processors are shared with other programs, which makes them slower. */
const MAX_ROWS = 10

type KeyTimes = { middle: number; p95: number }

/**
 * How much processor time the page takes for a typed character until it stands on the screen, in ms: the middle and the
 * 95th percentile of a row of keys, and of some rows the best, until one is within `maxMs`. Each row begins with `text` in
 * the field. On the clock it would be the other programs of the machine that are measured.
 */
export async function keyTimes(
  page: AppPage,
  field: ReturnType<AppPage['getByLabel']>,
  text: string,
  keys: readonly string[],
  maxMs: number,
): Promise<KeyTimes> {
  const line = await page
    .context()
    .newCDPSession(page as Parameters<ReturnType<AppPage['context']>['newCDPSession']>[0])
  await line.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await line.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const painted = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  let best: KeyTimes = { middle: Number.POSITIVE_INFINITY, p95: Number.POSITIVE_INFINITY }
  for (let row = 0; row < MAX_ROWS && best.p95 > maxMs; row++) {
    await field.fill(text)
    const times: number[] = []
    for (const key of keys) {
      const before = await worked()
      await page.keyboard.press(key)
      await painted()
      times.push((await worked()) - before)
    }
    times.sort((a, b) => a - b)
    const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? Number.POSITIVE_INFINITY
    if (at(0.95) < best.p95) best = { middle: at(0.5), p95: at(0.95) }
  }
  return best
}
