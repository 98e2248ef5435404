import { type Figure, figureText, isAmount } from '#contract/figures/figure.ts'
import { type Micro, type Para, totalPara } from '#domain/decimal.ts'
import { headCell, linedTable, PADDING, restWidth, roomFor, spanning, titleCell, under } from './paper-table.ts'
import {
  figure as amount,
  figuresByUnit,
  printedText,
  TABLE_POINTS,
  textWidth,
  withPercent,
  words,
} from './paper-text.ts'
import type { Block, Cell } from './pdf-definition.ts'

/** Least points of a column of names, and most of a column of codes: a longer text wraps. */
const LEAST_NAME = 110
const MOST_CODE = 180

const TOTAL = 'Ukupno'

/** A printed column: one figure, a code with its name, or a document with the ordinal of its line. */
type Item = { head: string; kind: 'name' | 'text' | 'flag' | 'unit' | 'amount'; texts: string[]; total: string }

type Options<Row> = {
  /** Rows that agree in all figures before this one stand under one line with those figures. */
  readonly detail?: keyof Row & string
}

/**
 * A part of a paper as a table of pdfmake: title and headings come back on each page. A column is as wide as its
 * longest entry and the longest word of its heading, names get the rest. A row has two lines or more where the columns
 * do not fit beside each other: its facts stand above, its amounts below.
 */
export function figureTable<Row>(
  title: string,
  figures: readonly Figure<Row>[],
  rows: readonly Row[],
  { detail }: Options<Row> = {},
): Block[] {
  if (rows.length === 0) return []
  const at = figures.findIndex(({ id }) => id === detail)
  const items = itemsOf(figures.slice(Math.max(0, at)), rows)
  const grid = gridOf([numbered(rows.length), ...items])
  const halves = detail && grid.lines === 1 && grid.width <= HALF ? 2 : 1
  const widths = spread(grid, halves)
  const all = twice(halves, () => widths)
  const columns = all.length
  const head = [
    spanning(titleCell(title, restWidth('landscape', [])), columns),
    ...range(grid.lines).map((line) => twice(halves, () => grid.columns.map((column) => headOf(column[line])))),
  ]
  const body: Cell[][] = []
  for (const group of detail ? groupsOf(rows, figures.slice(0, at)) : [range(rows.length)]) {
    const printed = range(Math.ceil(group.length / halves)).map((line) =>
      range(halves).flatMap((half) => {
        const row = group[line * halves + half]
        return grid.columns.map((column, no) =>
          cellOf(column, widths[no] ?? 0, (item) => (row === undefined ? '' : item.texts[row])),
        )
      }),
    )
    if (detail) {
      const above = spanning(groupHead(figures.slice(0, at), rows[group[0] ?? 0] as Row), columns)
      body.push(spanning(under(above, all, printed), columns))
    } else body.push(...printed)
  }
  const hasTotal = items.some(({ total }) => total !== '')
  if (hasTotal) {
    const label = { ...numbered(0), kind: 'name' as const, total: TOTAL }
    const named = grid.columns.findIndex((column) => column.some((item) => item?.kind === 'name'))
    // The lines that have a total.
    const lines = range(grid.lines).filter((line) => grid.columns.some((column) => column[line]?.total))
    const total = grid.columns.map((column, no) => {
      const said =
        no === named ? lines.map((_, at) => (at === 0 ? label : null)) : lines.map((line) => column[line] ?? null)
      return no === 0 ? { text: '' } : cellOf(said, widths[no] ?? 0, (item) => item.total)
    })
    body.push(total.map((cell) => ({ ...cell, bold: true })))
  }
  const table = linedTable(all, head.length, [...head, ...body], { dense: true, nested: detail !== undefined })
  return detail ? [roomFor(GROUP_ROOM), table] : [table]
}

const range = (length: number) => Array.from({ length }, (_, at) => at)
const twice = <T>(times: number, of: () => T[]): T[] => range(times).flatMap(of)
const numbered = (rows: number): Item => ({
  head: 'R. br.',
  kind: 'amount',
  texts: range(rows).map((at) => String(at + 1)),
  total: '',
})

/** The printed columns of these figures. */
function itemsOf<Row>(figures: readonly Figure<Row>[], rows: readonly Row[]): Item[] {
  const items: Item[] = []
  const quantities = quantityTexts(figures, rows)
  for (const [at, figure] of figures.entries()) {
    const { heading, kind } = figure
    const before = figures[at - 1]?.kind
    const last = items.at(-1)
    const texts = quantities.get(figure) ?? rows.map((row) => printedText(figureText(kind, row[figure.id])))
    if (last && ((kind === 'name' && before === 'id') || kind === 'of')) {
      const [joint, wide] = kind === 'of' ? [' / ', last.kind] : [' ', 'name' as const]
      last.texts = last.texts.map((text, row) => `${text}${joint}${texts[row]}`)
      last.kind = wide
      if (kind === 'of') last.head = `${last.head} / ${heading}`
      continue
    }
    const total =
      kind === 'money'
        ? figureText(kind, totalPara(rows.map((row) => row[figure.id] as Para | null).filter((one) => one !== null)))
        : ''
    const kinds = { name: 'name', flag: 'flag', unit: 'unit' } as const
    const is = isAmount(figure) ? 'amount' : (kinds[kind as keyof typeof kinds] ?? 'text')
    items.push({ head: heading, kind: is, texts, total })
  }
  return items
}

/** The texts of quantities. Those of one unit have equally many decimal places in all columns. */
function quantityTexts<Row>(figures: readonly Figure<Row>[], rows: readonly Row[]): Map<Figure<Row>, string[]> {
  const columns = figures.flatMap((figure, at) => {
    if (figure.kind !== 'quantity') return []
    const unit = figure.unit ?? ('jedinica_mere' as keyof Row & string)
    return [
      {
        figure,
        cells: rows.map((row) => ({ value: row[figure.id] as Micro | null, unit: row[unit] })),
        own: figure.apiece ? at : unit,
      },
    ]
  })
  const texts = new Map<Figure<Row>, string[]>()
  for (const together of Map.groupBy(columns, ({ own }) => own).values()) {
    const cells = together.flatMap((column) => column.cells)
    const shown = figuresByUnit(
      cells.map(({ value }) => value),
      cells.map(({ unit }) => unit),
    )
    for (const { figure } of together) texts.set(figure, shown.splice(0, rows.length))
  }
  return texts
}

/** The texts of one column, line by line. */
type Column = readonly (Item | null)[]
type Grid = { columns: Column[]; lines: number; least: number[]; width: number }

const ROOM = restWidth('landscape', []) + 2 * PADDING
const HALF = ROOM / 2

/** The items in as few lines as the width of the sheet allows. */
function gridOf(items: readonly Item[]): Grid {
  const beside = asGrid(items.map((item) => [item]))
  const name = items.find(({ kind }) => kind === 'name')
  if (beside.width <= ROOM || !name) return beside
  const [number, first, ...others] = items.filter((item) => item !== name) as [Item, Item, ...Item[]]
  const amounts = others.filter(({ kind }) => kind === 'amount')
  const unit = others.find(({ kind }) => kind === 'unit') ?? null
  const flag = others.find(({ kind }) => kind === 'flag') ?? null
  const facts = others.filter((item) => !amounts.includes(item) && item !== unit && item !== flag)
  let grid = beside
  for (let across = Math.max(facts.length, amounts.length); across > 0; across--) {
    // Amounts begin beside the first figure where a row has no other facts.
    const above = facts.length === 0 && !flag ? 0 : Math.max(1, Math.ceil(facts.length / across))
    const lines = Math.max(2, above + Math.ceil(amounts.length / across))
    const lined = (item: Item | null, line: number): Column => range(lines).map((at) => (at === line ? item : null))
    // Nothing stands below the name, which may wrap.
    const named = range(lines).map((at) => (at === 0 ? first : at === 1 ? name : null))
    const marked = range(lines).map((at) => (at === above ? unit : at === 0 ? flag : null))
    const columns = range(across).map((no) =>
      range(lines).map(
        (line) => (line < above ? facts[line * across + no] : amounts[(line - above) * across + no]) ?? null,
      ),
    )
    grid = asGrid([lined(number, 0), named, marked, ...columns])
    if (grid.width <= ROOM) break
  }
  return grid
}

function asGrid(columns: Column[]): Grid {
  const least = columns.map((column) => Math.max(...column.map((item) => (item ? leastOf(item) : 0))))
  const width = least.reduce((sum, one) => sum + one + 2 * PADDING, 0)
  return { columns, lines: columns[0]?.length ?? 1, least, width }
}

const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, textWidth(text)), 0)
/** A heading with at most this many signs stays on one line. */
const MOST_WHOLE = 7
/** Points that a column wants: 0.1 more than its texts, because pdfmake adds up widths differently. */
function leastOf({ head, kind, texts, total }: Item): number {
  const entries = Math.max(widest(texts), textWidth(kind === 'name' ? TOTAL : total)) + 0.1
  const most = kind === 'name' ? LEAST_NAME : kind === 'text' ? MOST_CODE : Infinity
  return Math.max(
    Math.min(entries, most),
    widest(head.length > MOST_WHOLE ? withPercent(head).split(' ') : [head]) + 0.1,
  )
}

/** The widths of the columns: names share what the others leave, or are cut back where the sheet is too narrow. */
function spread({ columns, least, width }: Grid, halves: number): number[] {
  const rest = ROOM / halves - width
  const names = columns.map((column) => column.some((item) => item?.kind === 'name'))
  const open = names.filter(Boolean).length
  if (rest < 0)
    return least.map((one) => one * ((ROOM - 2 * PADDING * least.length) / (width - 2 * PADDING * least.length)))
  if (open === 0) return least.map((one, at) => (at === least.length - 1 ? one + rest : one))
  return least.map((one, at) => (names[at] ? one + rest / open : one))
}

const headOf = (item: Item | null | undefined): Cell =>
  item ? headCell(withPercent(item.head), item.kind === 'amount' ? 'right' : 'left') : headCell('')

function cellOf(column: Column, width: number, textIn: (item: Item) => string | undefined): Cell {
  const last = column.findLastIndex(Boolean)
  const lines = column.slice(0, last + 1).map((item): Cell => {
    const text = (item && textIn(item)) || ' '
    return item?.kind === 'amount' ? amount(text) : words(text, width)
  })
  return lines.length > 1 ? { stack: lines } : (lines[0] ?? { text: '' })
}

/** The places of neighbouring rows that agree in these figures, group by group. */
function groupsOf<Row>(rows: readonly Row[], figures: readonly Figure<Row>[]): number[][] {
  const groups: number[][] = []
  let known = ''
  for (const [at, row] of rows.entries()) {
    const said = JSON.stringify(figures.map(({ id }) => row[id]))
    if (said !== known) groups.push([])
    known = said
    groups.at(-1)?.push(at)
  }
  return groups
}

/** The height in points of title, headings, the line of a group and its first row. */
const GROUP_ROOM = 110
const GROUP_FILL = '#f3f3f3'
/** The facts that all rows of a group share, as one line. A fact is never broken; the line wraps between facts. */
function groupHead<Row>(figures: readonly Figure<Row>[], row: Row): Cell {
  const items = itemsOf(figures, [row]).filter(({ texts }) => texts[0])
  const text = items.flatMap(({ head, kind, texts: [said = ''] }, at): Cell[] => {
    const unit = kind === 'amount' && items[at + 1]?.kind === 'unit' ? ` ${items[at + 1]?.texts[0]}` : ''
    if (kind === 'unit' && items[at - 1]?.kind === 'amount') return []
    const named = kind === 'name' ? '' : `${head} `
    return [{ text: `${at > 0 ? '   ' : ''}${named}` }, { text: `${said}${unit}`, bold: true, noWrap: kind !== 'name' }]
  })
  return { text, fillColor: GROUP_FILL, fontSize: TABLE_POINTS }
}
