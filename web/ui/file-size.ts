import { formatMicro, microFromNumber } from '#domain/decimal.ts'

const KB = 1024
const MB = KB * KB

/** `950 B`, `12,3 KB`, `1,2 MB`. */
export function fileSizeText(bytes: number): string {
  if (bytes < KB) return `${bytes}\u00a0B`
  const [size, unit] = bytes < MB ? [bytes / KB, 'KB'] : [bytes / MB, 'MB']
  const value = microFromNumber(Math.round(size * 10) / 10)
  return `${value === null ? size : formatMicro(value)}\u00a0${unit}`
}
