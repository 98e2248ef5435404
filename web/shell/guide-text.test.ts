import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chapterAt, chaptersOf, spansOf } from './guide-text.ts'

test('chapters hold paragraphs, lists and tables', () => {
  const text =
    '# Naslov\n\nuvod\n\n## Prvi\n\nJedan\nred.\n\n- a\n- **b**: c\n\n1. x\n2. y\n\n## Drugi\n\n| P | O |\n|---|---|\n| a | b |\n'
  assert.deepEqual(chaptersOf(text), [
    {
      title: 'Prvi',
      blocks: [
        { kind: 'text', text: 'Jedan red.' },
        { kind: 'list', ordered: false, items: ['a', '**b**: c'] },
        { kind: 'list', ordered: true, items: ['x', 'y'] },
      ],
    },
    { title: 'Drugi', blocks: [{ kind: 'table', head: ['P', 'O'], rows: [['a', 'b']] }] },
  ])
  assert.deepEqual(spansOf('Uz **ime** i `MAT01:2,5`, [ovde](x.md)'), [
    { kind: 'plain', text: 'Uz ' },
    { kind: 'strong', text: 'ime' },
    { kind: 'plain', text: ' i ' },
    { kind: 'code', text: 'MAT01:2,5' },
    { kind: 'plain', text: ', ovde' },
  ])
})

test('the guide has the chapter of every screen, and nothing of its signs is left over', () => {
  const chapters = chaptersOf(readFileSync(new URL('../../docs/UPUTSTVO.md', import.meta.url), 'utf8'))
  const titles = chapters.map(({ title }) => title)
  for (const path of [
    '/dashboard',
    '/dashboard/incoming/4',
    '/dashboard/outgoing',
    '/dashboard/odobrenja/3',
    '/dashboard/obracun',
    '/dashboard/archive',
  ])
    assert.ok(titles.includes(chapterAt(path)), path)
  const lines = chapters.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'list' ? block.items : block.kind === 'text' ? [block.text] : block.rows.flat(),
    ),
  )
  for (const { kind, text } of lines.flatMap(spansOf))
    assert.doesNotMatch(text, kind === 'code' ? /`/ : /\*\*|`|^#|\]\(/, text)
})
