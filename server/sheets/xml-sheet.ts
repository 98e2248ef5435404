import { createRequire } from 'node:module'
import type { SheetRow } from '#domain/sheet.ts'
import { type SheetLimits, SheetRefused } from './sheet-limits.ts'
import { textOf } from './sheet-text.ts'

/** As much of sax as is used here; it brings no types. It reads no file and expands no entity of a document's own. */
type Parser = {
  onopentag: ((tag: { name: string; attributes: Record<string, string> }) => void) | null
  onprocessinginstruction: ((instruction: { name: string; body: string }) => void) | null
  ontext: ((text: string) => void) | null
  oncdata: ((text: string) => void) | null
  onclosetag: (() => void) | null
  ondoctype: (() => void) | null
  onerror: ((error: Error) => void) | null
  write(text: string): Parser
  close(): Parser
}
const sax: { parser(strict: true): Parser } = createRequire(import.meta.url)('sax')
export const saxParser = (): Parser => sax.parser(true)

/** A list of rates in the envelope of the service that gives it is eight deep. */
const MAX_DEPTH = 32
/** Between two portions the parser looks at how much it holds. */
const PORTION_CHARACTERS = 16 * 1024
export function* portionsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PORTION_CHARACTERS) yield text.slice(at, at + PORTION_CHARACTERS)
}

type Element = { name: string; text: string; values: Map<string, string> }
/** Elements of one name with values in them: their names are the columns. */
type Table = { columns: Map<string, number>; rows: string[][] }

/**
 * The rows of an XML file as of a sheet. Each kind of element with values has a heading of their names and a row for
 * each such element, counted from 1. The kinds come in the order in which they begin. Namespaces and attributes are
 * ignored. Entities of its own are refused with their declaration (DOCTYPE). Throws SheetRefused.
 */
export function xmlSheet(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = textOf(bytes)
  if (text.length > limits.maxCharacters) throw new SheetRefused('xml-large')
  const tables = tablesIn(text, limits)
  return [...tables.values()].flatMap(({ columns, rows }) =>
    [[...columns.keys()], ...rows].map((cells, red) => ({ red, cells })),
  )
}

function tablesIn(text: string, limits: SheetLimits): Map<string, Table> {
  const open: Element[] = []
  const tables = new Map<string, Table>()
  let [rows, cells] = [0, 0]
  const parser = saxParser()
  parser.onerror = () => {
    throw new SheetRefused('damaged')
  }
  parser.ondoctype = () => {
    throw new SheetRefused('xml-doctype')
  }
  parser.onopentag = ({ name }) => {
    if (open.length === MAX_DEPTH) throw new SheetRefused('xml-large')
    open.push({ name: name.slice(name.indexOf(':') + 1), text: '', values: new Map() })
  }
  parser.ontext = parser.oncdata = (part) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.onclosetag = () => {
    const element = open.pop() as Element
    if (element.values.size === 0) {
      open.at(-1)?.values.set(element.name, element.text.trim())
      return
    }
    const table: Table = tables.get(element.name) ?? { columns: new Map(), rows: [] }
    tables.set(element.name, table)
    rows += 1
    cells += element.values.size
    if (rows > limits.maxRows || cells > limits.maxCells) throw new SheetRefused('xml-large')
    const row: string[] = []
    for (const [name, value] of element.values) {
      const column = table.columns.get(name) ?? table.columns.size
      if (column >= limits.maxColumns) throw new SheetRefused('xml-large')
      table.columns.set(name, column)
      row[column] = value
    }
    table.rows.push(Array.from(row, (value) => value ?? ''))
  }
  for (const portion of portionsOf(text)) parser.write(portion)
  parser.close()
  return tables
}
