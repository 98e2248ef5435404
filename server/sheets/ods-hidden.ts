const HIDING_STYLE =
  /<style:style\b[^<>]*?\bstyle:name\s*=\s*["']([^"']*)["'][^<>/]*>\s*<style:table-properties\b[^<>]*\btable:display\s*=\s*["']false["']/g
const TABLE = /<table:table(\s[^<>]*[^<>/])>/g
const STYLE_OF_TABLE = /\btable:style-name\s*=\s*["']([^"']*)/

/** Which tables of an OpenDocument spreadsheet are hidden, by their places; the parser does not say. */
export function hiddenOdsTables(content: string): Set<number> {
  const hiding = new Set([...content.matchAll(HIDING_STYLE)].map(([, name]) => name))
  const styles = [...content.matchAll(TABLE)].map(([, attributes = '']) => STYLE_OF_TABLE.exec(attributes)?.[1])
  return new Set([...styles.keys()].filter((place) => hiding.has(styles[place] ?? '')))
}
