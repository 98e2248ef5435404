import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import {
  draftKey,
  draftPlace,
  draftsLeft,
  draftText,
  formOf,
  type KeptDraft,
  MAX_DRAFT_CHARACTERS,
  offeredDrafts,
} from './kept-draft.ts'

const shape = z.object({ naziv: z.string() })
const draft = (naziv: string, savedAt = 1): KeptDraft<{ naziv: string }> => {
  return { savedAt, verzija: null, name: naziv, content: { naziv } }
}
const ana = { email: 'ana@firma.rs', form: 'materijal/novi' }
const stored = (place: { email: string; form: string }, slot: string, text: string | null) =>
  [draftKey({ ...place, slot }), text ?? ''] as const

describe('kept drafts', () => {
  test('a key says whose draft of which form it is, whatever stands in the address', () => {
    const place = { email: 'a:"b"@firma.rs', form: 'c4/17', slot: 's' }
    assert.deepEqual(draftPlace(draftKey(place)), place)
    for (const other of ['token', 'nacrt:', 'nacrt:[1]', 'nacrt:["a","b"]']) assert.equal(draftPlace(other), null)
  })

  test('one form of one user gets its own drafts, newest first', () => {
    const { offers } = offeredDrafts(
      [
        stored(ana, 'old', draftText(draft('Prvi', 1))),
        stored(ana, 'new', draftText(draft('Drugi', 2))),
        stored({ ...ana, email: 'mika@firma.rs' }, 'x', draftText(draft('Tuđ', 3))),
        stored({ ...ana, form: 'materijal/KABL1' }, 'y', draftText(draft('Druga forma', 4))),
        ['token', 'abc'],
      ],
      ana,
      shape,
    )
    assert.deepEqual(
      offers.map(({ slot, content }) => [slot, content.naziv]),
      [
        ['new', 'Drugi'],
        ['old', 'Prvi'],
      ],
    )
  })

  test('a screen finds the drafts of all its forms, new and edited', () => {
    const text = (naziv: string, savedAt: number) => draftText(draft(naziv, savedAt))
    const left = draftsLeft(
      [
        stored(ana, 'a', text('Nov', 1)),
        stored({ ...ana, form: formOf('materijal', 'KABL1') }, 'b', text('Izmenjen', 2)),
        stored({ ...ana, form: formOf('materijali', undefined) }, 'c', text('Druga vrsta', 3)),
        stored({ ...ana, email: 'mika@firma.rs' }, 'd', text('Tuđ', 4)),
        stored(ana, 'e', 'nije nacrt'),
      ],
      ana.email,
      'materijal',
    )
    assert.deepEqual(
      left.map(({ id, name, slot }) => [id, name, slot]),
      [
        ['KABL1', 'Izmenjen', 'b'],
        [null, 'Nov', 'a'],
      ],
    )
  })

  test('what is damaged, of another shape or of another version is dropped', () => {
    const good = draftText(draft('Dobar')) ?? ''
    const texts = [good.replace('"shape":1', '"shape":2'), good.slice(1), '', good.replace('"naziv":"', '"ime":"')]
    const broken = texts.map((text, place) => stored(ana, String(place), text))
    const { offers, unreadable } = offeredDrafts([...broken, stored(ana, 'good', good)], ana, shape)
    assert.deepEqual(
      offers.map(({ slot }) => slot),
      ['good'],
    )
    assert.deepEqual(
      unreadable,
      broken.map(([key]) => key),
    )
  })

  test('a draft above the limit is not written', () => {
    const room = MAX_DRAFT_CHARACTERS - (draftText(draft(''))?.length ?? 0)
    const ofLength = (length: number): KeptDraft<{ naziv: string }> => ({
      ...draft(''),
      content: { naziv: 'x'.repeat(length) },
    })
    assert.equal(draftText(ofLength(room))?.length, MAX_DRAFT_CHARACTERS)
    assert.equal(draftText(ofLength(room + 1)), null)
  })
})
