import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import guide from '#docs/UPUTSTVO.md?raw'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type Block, chapterAt, chaptersOf, chaptersWith, spansOf } from './guide-text.ts'

const CHAPTERS = chaptersOf(guide)
export const CHAPTER_TITLES = CHAPTERS.map(({ title }) => title)

/** Uputstvo, opened at a chapter, else at that of the screen behind it: its contents and a search stand beside it. */
export function GuideDialog({ chapter, onClose }: { chapter?: string | undefined; onClose: () => void }) {
  const ofScreen = chapterAt(useLocation().pathname)
  const [search, setSearch] = useState('')
  const headings = useRef(new Map<string, HTMLElement>())
  const shown = chaptersWith(CHAPTERS, search)
  // New browsers answer a promise, which React would take for the cleanup of the effect.
  const goTo = (title: string) => void headings.current.get(title)?.scrollIntoView()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once
  useEffect(() => goTo(chapter ?? ofScreen), [])
  return (
    <Dialog open reading size="sheet" title="Uputstvo" onClose={onClose}>
      <div className="lg:flex lg:items-start lg:gap-8">
        <nav aria-label="Poglavlja" className="mb-6 lg:sticky lg:top-0 lg:mb-0 lg:w-60 lg:flex-none">
          <SearchBox value={search} onChange={setSearch} placeholder="Pretraži uputstvo..." className="mb-3 w-full" />
          <ul>
            {shown.map(({ title }) => (
              <li key={title}>
                <button
                  type="button"
                  className="w-full rounded-control px-2 py-1 text-left hover:bg-hover"
                  onClick={() => goTo(title)}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
          {shown.length === 0 && (
            <p role="status" className="px-2 text-ink-3">
              Ništa nije nađeno.
            </p>
          )}
        </nav>
        <div className="min-w-0 flex-1">
          {shown.map(({ title, blocks }) => (
            <section key={title} className="mb-8 max-w-[80ch]">
              <h3
                ref={(heading) => {
                  if (heading) headings.current.set(title, heading)
                }}
                className="mb-2 scroll-mt-4 font-semibold text-lg"
              >
                {title}
              </h3>
              {blocks.map((block, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
                <GuideBlock key={place} of={block} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function GuideBlock({ of: block }: { of: Block }): ReactNode {
  if (block.kind === 'text') return <p className="mb-3">{line(block.text)}</p>
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List className={`mb-3 space-y-1.5 pl-5 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
        {block.items.map((item) => (
          <li key={item}>{line(item)}</li>
        ))}
      </List>
    )
  }
  return (
    <dl className="mb-3 divide-y divide-line-quiet border-line border-y">
      {block.rows.map(([question = '', answer = '']) => (
        <div key={question} className="py-2">
          <dt className="text-ink-2">{line(question)}</dt>
          <dd>{line(answer)}</dd>
        </div>
      ))}
    </dl>
  )
}

const TAGS = { plain: 'span', strong: 'strong', code: 'code' } as const

const line = (text: string): ReactNode =>
  spansOf(text).map(({ kind, text: part }, place) => {
    const Tag = TAGS[kind]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
      <Tag key={place} className={kind === 'code' ? 'code' : undefined}>
        {part}
      </Tag>
    )
  })
