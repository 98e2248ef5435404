import { type EInvoice, invoiceTexts, readEInvoice } from '#domain/e-invoice.ts'
import type { XmlElement } from '#domain/e-invoice-standards.ts'
import { SheetRefused } from './sheet-limits.ts'
import { textOf } from './sheet-text.ts'
import { portionsOf, saxParser } from './xml-sheet.ts'

/** The limit for the text of an XML file, and for the content of a PDF: papers of 5000 lines have five million. */
export const MAX_XML_CHARACTERS = 20_000_000
/** The limit for nested elements; an invoice with lines under lines has twelve. */
export const MAX_XML_DEPTH = 40
/** A line has some thirty of them. */
export const MAX_XML_ELEMENTS = 500_000
/** A PDF has the invoice beside its own supplements. */
export const MAX_EMBEDDED_FILES = 50

/** Content that is no fact of an invoice and may be megabytes long: files within the file. */
const PASSED_OVER: readonly string[] = ['EmbeddedDocumentBinaryObject', 'AttachmentBinaryObject']

export type InvoiceKind = 'UBL' | 'CII' | 'Factur-X'
export type FileInvoice = Omit<EInvoice, 'vrsta'> & { vrsta: InvoiceKind }

const PDF = '%PDF-'
/** The bytes that a PDF may have before its mark. */
const PDF_WITHIN_BYTES = 1024

/** The kind of an uploaded file by its bytes: XML, a PDF, or neither. */
export function kindOfBytes(bytes: Uint8Array): 'xml' | 'pdf' | null {
  const start = Buffer.from(bytes.subarray(0, PDF_WITHIN_BYTES)).toString('latin1')
  if (start.includes(PDF)) return 'pdf'
  return /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*<[\0]?[!?a-z]/i.test(start) ? 'xml' : null
}

/**
 * The invoice in an XML file or embedded in a PDF, or the reason why it cannot be taken. A hostile file can make its
 * synchronous parts slow, so it runs in the process that sheet-queue.ts starts. Throws SheetRefused.
 */
export async function readInvoiceFile(bytes: Uint8Array, maxLines: number): Promise<FileInvoice | { fault: string }> {
  if (kindOfBytes(bytes) === 'xml') return readEInvoice(treeOf(bytes), maxLines)
  let fault: string | null = null
  for (const xml of await embeddedIn(bytes)) {
    const read = readEInvoice(treeOf(xml), maxLines)
    if (!('fault' in read)) return { ...read, vrsta: 'Factur-X' }
    if (fault === null || fault === invoiceTexts.none) fault = read.fault
  }
  return { fault: fault ?? invoiceTexts.noEmbedded }
}

type Attachments = ReadonlyMap<string, { readonly filename: string }>
const NONE = new Uint8Array()

/** Names by which the standards know the invoice in a PDF. */
const KNOWN_NAMES = /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i

/** XML files that lie in a PDF, that of the standards first. */
async function embeddedIn(bytes: Uint8Array): Promise<Uint8Array[]> {
  const { getDocumentProxy } = await import('unpdf')
  let files: { name: string; content: Uint8Array }[]
  try {
    // Its pages are never drawn, so scripts, fonts and addresses in it have no effect.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    const all = [...(((await pdf.getAttachments()) as Attachments | null) ?? [])].slice(0, MAX_EMBEDDED_FILES)
    const named = all.filter(([, { filename }]) => /\.xml$/i.test(filename))
    files = await Promise.all(
      named.map(async ([id, { filename }]) => ({
        name: filename,
        content: (await pdf.getAttachmentContent(id)) ?? NONE,
      })),
    )
  } catch (error) {
    throw new SheetRefused(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged')
  }
  return files
    .filter(({ content }) => kindOfBytes(content) === 'xml')
    .sort((one, other) => Number(KNOWN_NAMES.test(other.name)) - Number(KNOWN_NAMES.test(one.name)))
    .map(({ content }) => content)
}

const DECLARED = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/

/** The text of an XML file, in the encoding of its declaration, if that is one of single bytes. */
function xmlText(bytes: Uint8Array): string {
  const [, declared = 'utf-8'] = DECLARED.exec(Buffer.from(bytes.subarray(0, 300)).toString('latin1')) ?? []
  if (!/^(iso-8859-\d+|windows-125\d)$/i.test(declared)) return textOf(bytes)
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes)
  } catch {
    throw new SheetRefused('damaged')
  }
}

/** The elements of an XML file. Names lose their prefix. Declarations of entities are refused with their DOCTYPE. */
export function treeOf(bytes: Uint8Array): XmlElement {
  const text = xmlText(bytes).replace(/^\ufeff/, '')
  if (text.length > MAX_XML_CHARACTERS) throw new SheetRefused('xml-large')
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open: XmlElement[] = [root]
  let elements = 0
  const parser = saxParser()
  parser.onerror = () => {
    throw new SheetRefused('damaged')
  }
  parser.ondoctype = () => {
    throw new SheetRefused('xml-doctype')
  }
  parser.onopentag = ({ name, attributes }) => {
    if (open.length > MAX_XML_DEPTH || ++elements > MAX_XML_ELEMENTS) throw new SheetRefused('xml-large')
    const element: XmlElement = { name: name.slice(name.indexOf(':') + 1), attributes, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  parser.ontext = parser.oncdata = (part) => {
    const element = open.at(-1)
    if (element && !PASSED_OVER.includes(element.name)) element.text += part
  }
  parser.onclosetag = () => {
    open.pop()
  }
  for (const portion of portionsOf(text)) parser.write(portion)
  parser.close()
  const [only, other] = root.children
  if (!only || other) throw new SheetRefused('damaged')
  return only
}
