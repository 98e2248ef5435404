import * as XLSX from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import type { SheetRow } from '#domain/sheet.ts'
import { checkOdsRepeats } from './ods-repeats.ts'
import { rowsOf } from './sheet-cells.ts'
import { formatOf } from './sheet-format.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { readZipDirectory } from './zip-directory.ts'
import { unpackMembers } from './zip-members.ts'

// Workbooks of Excel 95 hold text in the code page of the machine that wrote them, here mostly 1250.
XLSX.set_cptable(codePages)

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const ODS_MEMBERS = ['mimetype', 'META-INF/manifest.xml', 'content.xml', 'styles.xml']

/**
 * The rows of the first sheet that hold anything. Formulas are not evaluated, their stored results count. Synchronous
 * and as slow as the file wants it: runs in the process that `readSheet` starts. Throws SheetRefused.
 */
export function parseSheet(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const format = formatOf(bytes, limits)
  const safe = format === 'xls' ? bytes : repack(bytes, format, limits)
  const { SheetNames, Sheets } = parse(safe)
  const sheet = Sheets[SheetNames[0] ?? '']
  return sheet ? rowsOf(sheet, limits) : []
}

/** A zip of the members that the parser needs, unpacked under our limits and stored as they are. */
function repack(bytes: Uint8Array, format: 'xlsx' | 'ods', limits: SheetLimits): Uint8Array {
  const wanted =
    format === 'ods' ? (name: string) => ODS_MEMBERS.includes(name) : (name: string) => /\.(xml|rels)$/i.test(name)
  const members = unpackMembers(bytes, readZipDirectory(bytes, limits), wanted)
  if (format === 'ods') {
    if (!text(members.get('mimetype')).startsWith(ODS_TYPE)) throw new SheetRefused('format')
    if (text(members.get('META-INF/manifest.xml')).includes('encryption-data')) throw new SheetRefused('encrypted')
    checkOdsRepeats(text(members.get('content.xml')), limits)
    // Optional by the standard, but the parser insists on it.
    if (!members.has('styles.xml')) members.set('styles.xml', Buffer.from('<styles/>'))
  }
  const zip = XLSX.CFB.utils.cfb_new()
  for (const [name, content] of members) XLSX.CFB.utils.cfb_add(zip, name, Buffer.from(content), { unsafe: true })
  return XLSX.CFB.write(zip, { fileType: 'zip', type: 'buffer' })
}

const text = (member: Uint8Array | undefined): string => new TextDecoder().decode(member)

function parse(bytes: Uint8Array): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, {
      type: 'buffer',
      sheets: 0,
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/password|encrypt/i.test(message)) throw new SheetRefused('encrypted')
    throw new SheetRefused(/Cannot find Workbook|not a spreadsheet/i.test(message) ? 'format' : 'damaged')
  }
}
