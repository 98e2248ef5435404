import { type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { isTextTable } from './sheet-text.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Excel 2, 3 and 4 wrote a bare stream: it begins with the record that says so. */
const OLD_EXCEL = [
  [0x09, 0x00, 0x04, 0x00],
  [0x09, 0x02, 0x06, 0x00],
  [0x09, 0x04, 0x06, 0x00],
]
/** HTML and XML, as many programs name `.xls` what Excel is to open; in UTF-8 or UTF-16. */
const MARKUP = /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*<[\0]?[!?a-z]/i
const MARKUP_WITHIN_BYTES = 256
const PDF = [0x25, 0x50, 0x44, 0x46]
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** A file whose format is known; a zip with its directory, which is read once. */
type KnownFile =
  | { format: 'xls' }
  | { format: 'csv' }
  | { format: 'xml' }
  | { format: 'xlsx' | 'ods'; entries: ZipEntry[] }

/**
 * The format of a spreadsheet by its content, not its name. Refuses HTML and other files that call themselves a
 * spreadsheet, and formats that this import does not take, text among them. It is cheap: nothing is unpacked. Throws
 * SheetRefused.
 */
export function formatOf(bytes: Uint8Array, limits: SheetLimits): KnownFile {
  // A text has no mark of its format: a file with such a name is a text, unless it is something else.
  if (limits.formats.every((format) => format === 'csv')) {
    if ([ZIP, COMPOUND_FILE, PDF].some((start) => startsWith(bytes, start))) throw new SheetRefused('format')
    return { format: 'csv' }
  }
  if (limits.formats.includes('xml')) {
    if (!isMarkup(bytes)) throw new SheetRefused('format')
    return { format: 'xml' }
  }
  if (limits.formats.includes('xls') && opensInExcel(bytes)) throw new SheetRefused('resave')
  const known = startsWith(bytes, COMPOUND_FILE)
    ? ({ format: 'xls' } as const)
    : startsWith(bytes, ZIP)
      ? zipFormat(readZipDirectory(bytes, limits))
      : isTextTable(bytes)
        ? ({ format: 'csv' } as const)
        : null
  if (known === null || !limits.formats.includes(known.format)) throw new SheetRefused('format')
  return known
}

function zipFormat(entries: ZipEntry[]): KnownFile | null {
  const names = entries.map((entry) => entry.name)
  // LibreOffice 24.8 and later lock a document as one member.
  if (names.includes('mimetype') && names.includes('encrypted-package')) throw new SheetRefused('encrypted')
  if (names.includes('mimetype') && names.includes('content.xml')) return { format: 'ods', entries }
  // Mostly in the folder `xl`, but the standard leaves that to the writer.
  const isWorkbook = names.some((name) => /(^|\/)workbook\d*\.xml$/i.test(name))
  return names.includes('[Content_Types].xml') && isWorkbook ? { format: 'xlsx', entries } : null
}

const opensInExcel = (bytes: Uint8Array): boolean =>
  OLD_EXCEL.some((start) => startsWith(bytes, start)) || isMarkup(bytes)

const isMarkup = (bytes: Uint8Array): boolean =>
  MARKUP.test(new TextDecoder('latin1').decode(bytes.subarray(0, MARKUP_WITHIN_BYTES)))

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, ZIP)
/** Whether a file is the container in which programs kept their files before 2007, and Excel keeps what it encrypts. */
export const isCompoundFile = (bytes: Uint8Array): boolean => startsWith(bytes, COMPOUND_FILE)

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)
