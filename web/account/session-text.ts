import { accountTexts } from './account-texts.ts'

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `User-Agent` → 'Chrome, Windows'; another program by its first word. */
export function deviceName(userAgent: string): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(BROWSERS)
  if (browser) return [browser, find(SYSTEMS)].filter(Boolean).join(', ')
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? accountTexts.unknownDevice
}

/** Milliseconds since 1970 → `01.02.2026. 14:05`, on the clock of this machine or in the given zone. */
export function momentText(milliseconds: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('sr-Latn-RS', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone ? { timeZone } : {}),
  }).formatToParts(milliseconds)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value
  return `${part('day')}.${part('month')}.${part('year')}. ${part('hour')}:${part('minute')}`
}
