import { type PrilogFormat, prilogTexts } from '#contract/prilozi.ts'
import { kindOfPdf } from '#server/files/pdf-bytes.ts'
import { Refusal } from '#server/refusal.ts'
import { SHEET_LIMITS, SheetRefused } from '#server/sheets/sheet-limits.ts'
import { readZipDirectory } from '#server/sheets/zip-directory.ts'
import { unpackMembers } from '#server/sheets/zip-members.ts'

/**
 * The format of an attachment, told by its bytes alone. Refuses whatever is none of those that are taken, what was cut
 * off, and a spreadsheet with anything in it that runs.
 */
export function formatOfPrilog(bytes: Uint8Array): PrilogFormat {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(buffer, JPEG)) return whole('jpg', buffer.lastIndexOf(JPEG_END) > 0)
  if (startsWith(buffer, PNG)) return whole('png', buffer.lastIndexOf('IEND') > 0)
  if (startsWith(buffer, ZIP)) return xlsx(bytes)
  const pdf = kindOfPdf(bytes)
  if (pdf === 'none') throw new Refusal('unsupported', prilogTexts.wrongType)
  return whole('pdf', pdf === 'whole')
}

/** Start of image and the first marker (JFIF, Exif and raw alike); end of image. ITU-T T.81, B.1. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const JPEG_END = Buffer.from([0xff, 0xd9])
/** The signature, then the length and name of the first chunk (ISO/IEC 15948). */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
const ZIP = Buffer.from('PK\x03\x04', 'latin1')

const startsWith = (buffer: Buffer, signature: Buffer) => buffer.subarray(0, signature.length).equals(signature)

function whole(format: PrilogFormat, isWhole: boolean): PrilogFormat {
  if (!isWhole) throw new Refusal('unsupported', prilogTexts.cut)
  return format
}

const TYPES = '[Content_Types].xml'
/** Of the list of a workbook's parts; those of hundreds of sheets have tens of kilobytes. */
const MAX_TYPES_BYTES = 1024 * 1024
/** What the first part of a workbook without macros is (ECMA-376, 12.3.23). */
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
/** Macros of both kinds, and controls, by the name of a part or by its type. */
const RUNS = /macroenabled|vbaproject|macrosheet|intlmacrosheet|activex|dialogsheet/i

function xlsx(bytes: Uint8Array): PrilogFormat {
  try {
    const entries = readZipDirectory(bytes, SHEET_LIMITS)
    const isTypes = ({ name }: { name: string }) => name === TYPES
    if (entries.some((entry) => isTypes(entry) && entry.unpackedBytes > MAX_TYPES_BYTES))
      throw new SheetRefused('format')
    const types = new TextDecoder().decode(unpackMembers(bytes, entries, (name) => name === TYPES).get(TYPES))
    if (RUNS.test(types) || entries.some(({ name }) => RUNS.test(name)))
      throw new Refusal('unsupported', prilogTexts.macros)
    if (types.includes(WORKBOOK)) return 'xlsx'
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
  }
  throw new Refusal('unsupported', prilogTexts.wrongType)
}
