import { type SheetFormat, type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { readZipDirectory } from './zip-directory.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/**
 * The format of a spreadsheet by its content; the name is not asked. Text, HTML and what else calls itself a
 * spreadsheet is refused, as is a format that this import does not take. Cheap: nothing is unpacked. Throws SheetRefused.
 */
export function formatOf(bytes: Uint8Array, limits: SheetLimits): SheetFormat {
  const format = startsWith(bytes, COMPOUND_FILE) ? 'xls' : startsWith(bytes, ZIP) ? zipFormat(bytes, limits) : null
  if (format === null || !limits.formats.includes(format)) throw new SheetRefused('format')
  return format
}

function zipFormat(bytes: Uint8Array, limits: SheetLimits): SheetFormat | null {
  const names = readZipDirectory(bytes, limits).map((entry) => entry.name)
  if (names.includes('mimetype') && names.includes('content.xml')) return 'ods'
  if (names.includes('[Content_Types].xml') && names.some((name) => /^xl\/workbook\d*\.xml$/i.test(name))) return 'xlsx'
  return null
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)
