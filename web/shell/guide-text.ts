import { finderOf } from '#domain/search-text.ts'

// The guide is one Markdown file of ours, in the few forms that it uses: chapters, paragraphs, lists, tables.

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
export type Chapter = { readonly title: string; readonly blocks: readonly Block[] }
export type Span = { readonly kind: 'plain' | 'strong' | 'code'; readonly text: string }

/** The chapters of the guide; what stands before the first one is left out. */
export const chaptersOf = (markdown: string): Chapter[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((chapter) => {
      const [title = '', ...rest] = chapter.split('\n')
      const blocks = rest.join('\n').split(/\n{2,}/)
      return {
        title: title.trim(),
        blocks: blocks
          .map((block) => block.trim())
          .filter(Boolean)
          .map(blockOf),
      }
    })

function blockOf(text: string): Block {
  const lines = text.split('\n')
  if (/^\|/.test(text)) {
    const [head = [], , ...rows] = lines.map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    return { kind: 'table', head, rows }
  }
  const item = /^(- |\d+\. )/
  if (item.test(text)) {
    return { kind: 'list', ordered: /^\d/.test(text), items: lines.map((line) => line.replace(item, '')) }
  }
  return { kind: 'text', text: lines.join(' ') }
}

/** The parts of a line that look different. A link is its text: it leads to papers that stand beside the guide. */
export const spansOf = (line: string): Span[] =>
  line
    .replace(/\[([^[\]]+)\]\([^()[\]]+\)/g, '$1')
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) }
      return part.startsWith('`') ? { kind: 'code', text: part.slice(1, -1) } : { kind: 'plain', text: part }
    })

/** The chapters that hold every word of a search; all of them for an empty one. */
export function chaptersWith(chapters: readonly Chapter[], search: string): Chapter[] {
  const finders = search.split(/\s+/).filter(Boolean).map(finderOf)
  return chapters.filter((chapter) => {
    const text = [chapter.title, ...chapter.blocks.map(textOf)].join(' ')
    return finders.every((isIn) => isIn(text))
  })
}

function textOf(block: Block): string {
  if (block.kind === 'text') return block.text
  return (block.kind === 'list' ? block.items : block.rows.flat()).join(' ')
}

const CHAPTERS: readonly (readonly [beginning: string, chapter: string])[] = [
  ['/dashboard/incoming', 'Uvoz (C4)'],
  ['/dashboard/outgoing', 'Izvoz (C1)'],
  ['/dashboard/odobrenja', 'Odobrenja'],
  ['/dashboard/partneri', 'Partneri'],
  ['/dashboard/popisi', 'Popis'],
  ['/dashboard/usaglasavanje', 'Usaglašavanje'],
  ['/dashboard/obracun', 'Obračun za carinu'],
  ['/dashboard/archive', 'Pitanje carine'],
  ['/dashboard/history', 'Pitanje carine'],
]

/** The chapter of the guide that a screen needs first. */
export const chapterAt = (pathname: string): string =>
  CHAPTERS.find(([beginning]) => pathname.startsWith(beginning))?.[1] ?? 'Prvi dan'
