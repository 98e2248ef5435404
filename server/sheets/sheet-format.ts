import { type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** A file whose format is known; a zip with its directory, which is read once. */
type KnownFile = { format: 'xls' } | { format: 'xlsx' | 'ods'; entries: ZipEntry[] }

/**
 * The format of a spreadsheet by its content; the name is not asked. Text, HTML and what else calls itself a
 * spreadsheet is refused, as is a format that this import does not take. Cheap: nothing is unpacked. Throws SheetRefused.
 */
export function formatOf(bytes: Uint8Array, limits: SheetLimits): KnownFile {
  const known = startsWith(bytes, COMPOUND_FILE)
    ? ({ format: 'xls' } as const)
    : startsWith(bytes, ZIP)
      ? zipFormat(readZipDirectory(bytes, limits))
      : null
  if (known === null || !limits.formats.includes(known.format)) throw new SheetRefused('format')
  return known
}

function zipFormat(entries: ZipEntry[]): KnownFile | null {
  const names = entries.map((entry) => entry.name)
  if (names.includes('mimetype') && names.includes('content.xml')) return { format: 'ods', entries }
  const isWorkbook = names.some((name) => /^xl\/workbook\d*\.xml$/i.test(name))
  return names.includes('[Content_Types].xml') && isWorkbook ? { format: 'xlsx', entries } : null
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)
