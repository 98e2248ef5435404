const DRAWING =
  /<(\/?)draw:(?:caption|circle|connector|control|custom-shape|ellipse|frame|g|line|measure|path|polygon|polyline|rect|regular-polygon)(?:\s[^<>]*?)?(\/?)>/g

/**
 * The content of an OpenDocument spreadsheet without what is drawn on it: a stamp or a frame with a text in it is stored
 * in the cell to which it is anchored, and the parser takes its text for that of the cell.
 */
export function withoutDrawings(content: string): string {
  const kept: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: tag, 1: closing, 2: empty, index } of content.matchAll(DRAWING)) {
    if (depth === 0) kept.push(content.slice(from, index))
    if (closing) depth--
    else if (!empty) depth++
    from = index + tag.length
  }
  return depth === 0 ? [...kept, content.slice(from)].join('') : content
}
