import * as XLSX from '@e965/xlsx'
import { isCompoundFile } from './sheet-format.ts'
import { SHEET_LIMITS, SheetRefused } from './sheet-limits.ts'
import { wideText } from './sheet-text.ts'
import { portionsOf, saxParser } from './xml-sheet.ts'
import { readZipDirectory, unpackMembers } from './zip-directory.ts'

/** The reasons why a workbook is not plain: it holds code, or objects that another program opens. */
export type WorkbookFault = 'macros' | 'objects'

const TYPES = '[Content_Types].xml'
/** The type of the first part of a workbook without macros (ECMA-376, 12.3.23). */
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
/** Macros of both kinds, and ActiveX controls, by name, type or relation. */
const RUNS = /macroenabled|vbaproject|macrosheet|activex|dialogsheet|\/relationships\/control$/i
/** Objects of other programs, within the file or linked. */
const OBJECT = /oleobject|(^|\/)embeddings\/|\/relationships\/package$/i
/** The part of a link to another file, and the elements in it that call another program. */
const LINK_PART = 'externalLink'
const CALLS = ['ddeLink', 'oleLink']

/**
 * Goes through the parts of an xlsx and unpacks all of them: null for a plain workbook, else the reason why it is not.
 * Throws SheetRefused: `format` for a file that is no xlsx, `encrypted` for one with a password, `damaged` for one that
 * is cut off.
 */
export function workbookFault(bytes: Uint8Array): WorkbookFault | null {
  if (isCompoundFile(bytes)) throw new SheetRefused(compoundKind(bytes))
  const entries = readZipDirectory(bytes, SHEET_LIMITS)
  const members = unpackMembers(bytes, entries, () => true)
  // Nobody knows which of two parts of one name a program opens.
  if (members.size < entries.length) throw new SheetRefused('damaged')
  const names = [...members.keys()]
  const said = [...names]
  const types: string[] = []
  const calls: string[] = []
  for (const [name, content] of members) {
    if (name === TYPES) types.push(...typesIn(content, names))
    else if (/\.rels$/i.test(name)) eachTag(content, (_, attributes) => said.push(...Object.values(attributes)))
    else if (rootOf(content) === LINK_PART) eachTag(content, (tag) => calls.push(tag))
  }
  said.push(...types)
  if (said.some((text) => RUNS.test(text))) return 'macros'
  if (!types.some((type) => type.toLowerCase() === WORKBOOK)) throw new SheetRefused('format')
  return said.some((text) => OBJECT.test(text)) || calls.some((tag) => CALLS.includes(tag)) ? 'objects' : null
}

/** The types of parts: their own, and those of endings that any of them has; writers name endings that they do not use. */
function typesIn(content: Uint8Array, names: readonly string[]): string[] {
  const types: string[] = []
  eachTag(content, (_, { ContentType = '', Extension }) => {
    const ending = `.${Extension}`.toLowerCase()
    if (Extension === undefined || names.some((name) => name.toLowerCase().endsWith(ending))) types.push(ContentType)
  })
  return types
}

/**
 * The first bytes of the container of old programs: Excel puts a workbook with a password into one ([MS-OFFCRYPTO],
 * 2.3.4).
 */
function compoundKind(bytes: Uint8Array): 'encrypted' | 'format' | 'damaged' {
  try {
    return XLSX.CFB.find(XLSX.CFB.read(Buffer.from(bytes), { type: 'buffer' }), 'EncryptedPackage')
      ? 'encrypted'
      : 'format'
  } catch {
    return 'damaged'
  }
}

type Heard = (name: string, attributes: Readonly<Record<string, string>>) => unknown

/**
 * Calls `heard` with each element of an XML part, until it answers true. Throws SheetRefused (`damaged`) for other
 * content: parts are in UTF-8 or UTF-16 without a DOCTYPE (ECMA-376-2, 8.2.5).
 */
function eachTag(content: Uint8Array, heard: Heard) {
  const parser = saxParser()
  let stopped = false
  const refuse = () => {
    if (!stopped) throw new SheetRefused('damaged')
  }
  parser.onerror = refuse
  parser.ondoctype = refuse
  parser.onprocessinginstruction = ({ name, body }) => {
    if (name === 'xml' && !/^(?!.*encoding)|encoding\s*=\s*["']utf-?(8|16)["']/i.test(body)) refuse()
  }
  parser.onopentag = ({ name, attributes }) => {
    stopped ||= heard(name.slice(name.indexOf(':') + 1), attributes) === true
  }
  for (const portion of portionsOf(xmlText(content))) {
    parser.write(portion)
    if (stopped) return
  }
  parser.close()
}

function xmlText(content: Uint8Array): string {
  try {
    return wideText(content, true) ?? new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new SheetRefused('damaged')
  }
}

const MARKUP = /^[\ufeff\s]*</
const SEEN_BYTES = 64

/** The name of the first element of a part, null if it is no XML. */
function rootOf(content: Uint8Array): string | null {
  const seen = content.subarray(0, SEEN_BYTES)
  if (!MARKUP.test(wideText(seen, false) ?? new TextDecoder().decode(seen))) return null
  let root: string | null = null
  eachTag(content, (name) => {
    root ??= name
    return true
  })
  return root
}
