/**
 * What users of a workbook do not see, as far as the parser does not say: which sheets by their places, and the rows of
 * a sheet, counted from 1, by its place and the id of its relation in the workbook.
 */
export type Hidden = {
  isSheet(place: number): boolean
  rowsOf(place: number, relation: string | undefined): ReadonlySet<number>
}

export const NOTHING_HIDDEN: Hidden = { isSheet: () => false, rowsOf: () => new Set() }

const RELATIONS = /^(.*\/)?_rels\/workbook\d*\.xml\.rels$/i
const RELATION = /<(?:\w+:)?Relationship\b([^<>]*)>/g
const XLSX_ROW = /<(?:\w+:)?row\b([^<>]*)>/g
const ID = /\sId\s*=\s*["']([^"']*)["']/
const TARGET = /\sTarget\s*=\s*["']([^"']*)["']/
const NUMBER = /\sr\s*=\s*["']([^"']*)["']/
const HIDDEN = /\shidden\s*=\s*["']([^"']*)["']/

/** Of an xlsx, by its unpacked members. */
export function hiddenInXlsx(members: ReadonlyMap<string, Uint8Array>): Hidden {
  const text = (name: string | undefined) => new TextDecoder().decode(members.get(name ?? ''))
  const memberOf = (relation: string | undefined) => {
    const relations = [...members.keys()].find((name) => RELATIONS.test(name))
    const folder = RELATIONS.exec(relations ?? '')?.[1] ?? ''
    const all = text(relations).matchAll(RELATION)
    const target = [...all].find(([, attributes = '']) => ID.exec(attributes)?.[1] === relation)?.[1] ?? ''
    return URL.parse(TARGET.exec(target)?.[1] ?? '', `file:///${folder}`)?.pathname.slice(1)
  }
  return {
    isSheet: () => false,
    rowsOf(_, relation) {
      const rows = new Set<number>()
      let red = 0
      for (const [, attributes = ''] of text(memberOf(relation)).matchAll(XLSX_ROW)) {
        red = Number(NUMBER.exec(attributes)?.[1] ?? red + 1)
        if (/^(1|true)$/.test(HIDDEN.exec(attributes)?.[1] ?? '')) rows.add(red)
      }
      return rows
    },
  }
}

const HIDING_STYLE =
  /<style:style\b[^<>]*?\bstyle:name\s*=\s*["']([^"']*)["'][^<>/]*>\s*<style:table-properties\b[^<>]*\btable:display\s*=\s*["']false["']/g
const TABLE_OR_ROW = /<table:(table|table-row)(\s[^<>]*)?>/g
const STYLE_OF_TABLE = /\stable:style-name\s*=\s*["']([^"']*)["']/
const VISIBILITY = /\stable:visibility\s*=\s*["']([^"']*)["']/
const REPEATED = /\stable:number-rows-repeated\s*=\s*["']([^"']*)["']/

/** Of an OpenDocument spreadsheet, by its content; rows after the last that may be read do not count. */
export function hiddenInOds(content: string, maxRows: number): Hidden {
  const hiding = new Set([...content.matchAll(HIDING_STYLE)].map(([, name]) => name))
  const tables: { hidden: boolean; rows: Set<number> }[] = []
  let red = 0
  for (const [, name, attributes = ''] of content.matchAll(TABLE_OR_ROW)) {
    if (name === 'table' && attributes.endsWith('/')) continue
    if (name === 'table') {
      tables.push({ hidden: hiding.has(STYLE_OF_TABLE.exec(attributes)?.[1] ?? ''), rows: new Set() })
      red = 0
    } else {
      const last = Math.min(maxRows, red + Number(REPEATED.exec(attributes)?.[1] ?? 1))
      const isHidden = /^(collapse|filter)$/.test(VISIBILITY.exec(attributes)?.[1] ?? '')
      while (red < last)
        if (isHidden) tables.at(-1)?.rows.add(++red)
        else red++
    }
  }
  return {
    isSheet: (place) => tables[place]?.hidden ?? false,
    rowsOf: (place) => tables[place]?.rows ?? new Set(),
  }
}
