import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { formOf, type KeptDraft, readDrafts } from './kept-draft.ts'

test('a draft that is damaged, or no longer fits its form, is not offered', () => {
  const shape = z.object({ naziv: z.string() })
  const draft: KeptDraft<{ naziv: string }> = { savedAt: 1, verzija: null, name: '', content: { naziv: 'Žica' } }
  const text = JSON.stringify([draft])
  assert.deepEqual(readDrafts(text, shape), [draft])
  for (const broken of [text.slice(1), '', 'null', text.replace('"naziv"', '"ime"')])
    assert.deepEqual(readDrafts(broken, shape), [])
})

test('a form is named by its kind and its record', () => {
  assert.deepEqual([formOf('c4', undefined), formOf('c4', 17)], ['c4/novi', 'c4/17'])
})
