import { SheetRefused } from './sheet-limits.ts'

/** The sign in place of bytes that are no UTF-8. */
const BROKEN = '\ufffd'
const UTF8_MARK = [0xef, 0xbb, 0xbf] as const

/**
 * The text of a file. It is UTF-16 or UTF-8, with or without a mark; else the encodings of Serbian Windows: Latin
 * (1250), Cyrillic (1251) or DOS (852). Throws SheetRefused, with its row, if a text in UTF-8 has a wrong byte: any
 * other reading would change its letters.
 */
export function textOf(bytes: Uint8Array): string {
  const wide = wideText(bytes, true)
  if (wide !== null) return wide
  const text = new TextDecoder().decode(bytes)
  const broken = text.split(BROKEN).length - 1
  // The sign itself may stand in a file, written by a program that met such a byte.
  if (broken === 0 || isWhole(bytes)) return text
  const letters = text.match(/[^\0-\x7f]/g)?.length ?? 0
  const isMeant = UTF8_MARK.every((byte, at) => bytes[at] === byte) || letters - broken >= broken
  if (isMeant) throw new SheetRefused('not-utf8', rowAt(text, text.indexOf(BROKEN)))
  return singleByteText(bytes)
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The row of a sheet in which a place of its text lies. */
function rowAt(text: string, place: number): number {
  const bare = text.slice(0, place).replaceAll(/"[^"]*("|$)/g, '')
  return bare.split(/\r\n|\r|\n/).length
}

/** The number of bytes that show, in a text without a mark, whether every other one is zero. */
const SEEN_BYTES = 2000
/** At least this part of Serbian text in UTF-16 is ASCII: digits, signs, spaces. */
const ASCII_PART = 1 / 8

/** The text of bytes in UTF-16, null if they are not. With `whole` it refuses bytes that end in half a letter. */
export function wideText(bytes: Uint8Array, whole: boolean): string | null {
  const order = orderOf(bytes)
  if (order === null) return null
  try {
    return new TextDecoder(order, { fatal: whole }).decode(bytes)
  } catch {
    throw new SheetRefused('damaged')
  }
}

function orderOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const seen = bytes.subarray(0, SEEN_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of seen.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even, odd] = zeros as [number, number]
  if (Math.max(even, odd) < (seen.length / 2) * ASCII_PART || Math.min(even, odd) > 0) return null
  return odd > even ? 'utf-16le' : even > odd ? 'utf-16be' : null
}

/** Code page 852 from 0x80 on, which the platform does not know. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤' +
  'đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0'

/** Words of Cyrillic letters alone: a Latin word has single letters beyond ASCII. */
const CYRILLIC = /(?<![A-Za-z])[Ѐ-ӿ]{2,}(?![A-Za-z])/g
/** Letters of our papers in the case of their word: letters read with a wrong code page seldom are. */
const FITTING = /(?<!\p{Ll})[ŠŽČĆĐ]|[šžčćđ](?!\p{Lu})|(?<=\p{L})[äöüß]/gu

function singleByteText(bytes: Uint8Array): string {
  const high = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0)
  const cyrillic = new TextDecoder('windows-1251').decode(bytes)
  if ((cyrillic.match(CYRILLIC) ?? []).reduce((sum, word) => sum + word.length, 0) * 2 > high) return cyrillic
  const windows = new TextDecoder('windows-1250').decode(bytes)
  const dos = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00ff]/g, (byte) => CP852[byte.charCodeAt(0) - 0x80] as string)
  return fitting(dos) > fitting(windows) ? dos : windows
}

const fitting = (text: string): number => text.match(FITTING)?.length ?? 0

/** Signs between cells; Serbian Excel writes semicolons, because numbers contain commas. */
export const DELIMITERS = [';', '\t', ',']
/** The length of the beginning that says which of them it is. */
const SEEN_CHARACTERS = 20_000

/**
 * The sign between the cells: the most frequent one in most lines, outside of quotation marks. A single line may be a
 * title with a comma. Undefined without any.
 */
export function delimiterOf(text: string): string | undefined {
  const bare = text.slice(0, SEEN_CHARACTERS).replaceAll(QUOTED_CELL, '')
  const votes = new Map<string, number>()
  for (const line of bare.split(LINE_END)) {
    const [sign, count] = DELIMITERS.map((one) => [one, line.split(one).length] as const).reduce(mostOf)
    if (count > 1) votes.set(sign, (votes.get(sign) ?? 0) + 1)
  }
  return DELIMITERS.filter((sign) => votes.has(sign)).sort((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0))[0]
}
const QUOTED_CELL = /(?<=^|[;\t,\r\n])"(?:[^"]|"")*"/g
const LINE_END = /\r\n|\r|\n/
const mostOf = <T extends readonly [string, number]>(one: T, other: T): T => (other[1] > one[1] ? other : one)

/** Control codes that no text holds. Those from 0x80 to 0x9f are not among them: DOS has letters there. */
const CONTROLS = /[^\P{Cc}\t\r\n\u0080-\u009f]/u

/** True if bytes that are no workbook are a table in text; some programs name those `.xls`. */
export function isTextTable(bytes: Uint8Array): boolean {
  const seen = bytes.subarray(0, SEEN_CHARACTERS)
  const text = (wideText(seen, false) ?? new TextDecoder('windows-1250').decode(seen)).trimEnd()
  return !CONTROLS.test(text) && LINE_END.test(text) && delimiterOf(text) !== undefined
}
