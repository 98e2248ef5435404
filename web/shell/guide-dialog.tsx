import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import guide from '#docs/UPUTSTVO.md?raw'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Block, chapterAt, chaptersOf, spansOf } from './guide-text.ts'

/** Uputstvo, opened at the chapter of the screen behind it. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  const wanted = chapterAt(useLocation().pathname)
  const chapter = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // In new browsers it answers a promise, which React would take for what ends the effect.
    void chapter.current?.scrollIntoView()
  }, [])
  return (
    <Dialog open reading size="large" title="Uputstvo" onClose={onClose}>
      {chaptersOf(guide).map(({ title, blocks }) => (
        <section key={title} className="mb-8 max-w-prose">
          <h3 ref={title === wanted ? chapter : null} className="mb-2 scroll-mt-4 font-semibold text-lg">
            {title}
          </h3>
          {blocks.map((block, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
            <GuideBlock key={place} of={block} />
          ))}
        </section>
      ))}
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
