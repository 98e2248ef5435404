import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import {
  draftKey,
  draftsText,
  formOf,
  type KeptDraft,
  MAX_DRAFT_CHARACTERS,
  newestDrafts,
  placeIn,
  readDrafts,
} from './kept-draft.ts'

const shape = z.object({ naziv: z.string() })
const draft = (naziv: string, savedAt = 1): KeptDraft<{ naziv: string }> => {
  return { savedAt, verzija: null, name: naziv, content: { naziv } }
}

describe('kept drafts', () => {
  test('a key says whose drafts of which form it is, whatever stands in the address', () => {
    const place = ['a:"b"@firma.rs', 'c4/17'] as const
    assert.deepEqual(placeIn(draftKey(...place)), place)
    for (const other of ['nacrt:', 'nacrt:[1]', 'nacrt:["a","b","c"]']) assert.equal(placeIn(other), null)
  })

  test('a screen finds the newest draft of each of its forms, new and edited', () => {
    const stored: Record<string, string | null> = {
      [formOf('materijal', undefined)]: draftsText([draft('Nov', 2), draft('Stariji', 1)]),
      [formOf('materijal', 'KABL1')]: draftsText([draft('Izmenjen', 3)]),
      [formOf('materijal', 'KABL2')]: 'nije nacrt',
      [formOf('materijali', undefined)]: draftsText([draft('Druga vrsta', 4)]),
    }
    assert.deepEqual(
      newestDrafts(Object.keys(stored), 'materijal', (form) => stored[form] ?? '').map(({ id, name, older }) => [
        id,
        name,
        older,
      ]),
      [
        ['KABL1', 'Izmenjen', 0],
        [null, 'Nov', 1],
      ],
    )
  })

  test('what is damaged, of another shape or of another version is dropped', () => {
    const good = draftsText([draft('Dobar')]) ?? ''
    assert.deepEqual(readDrafts(good, shape), [draft('Dobar')])
    const broken = [good.replace('"shape":2', '"shape":1'), good.slice(1), '', good.replace('"naziv":"', '"ime":"')]
    for (const text of broken) assert.deepEqual(readDrafts(text, shape), [])
  })

  test('a draft above the limit is not written', () => {
    const room = MAX_DRAFT_CHARACTERS - (draftsText([draft('')])?.length ?? 0)
    const ofLength = (length: number) => draftsText([{ ...draft(''), content: { naziv: 'x'.repeat(length) } }])
    assert.equal(ofLength(room)?.length, MAX_DRAFT_CHARACTERS)
    assert.equal(ofLength(room + 1), null)
  })
})
