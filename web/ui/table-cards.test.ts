import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardPlaces } from './table-cards.ts'

test('the first column is the title of the card, what says no place is a fact: left, right, left', () => {
  const columns = [
    { id: 'broj', header: 'Broj' },
    { id: 'tip', header: 'Tip' },
    { id: 'datum', header: 'Datum', card: 'second-right' },
    { id: 'partner', header: 'Partner', card: 'second' },
    { id: 'zemlja', header: 'Zemlja' },
    { id: 'vrednost', header: 'Vrednost', card: 'right' },
    { id: 'pdf', header: 'PDF', card: 'fact' },
  ] as const
  assert.deepEqual(cardPlaces(columns), [
    'title',
    'fact-left',
    'second-right',
    'second',
    'fact-right',
    'right',
    'fact-left',
  ])
})

test('a long fact stands over the whole width, and others beside each other as without it', () => {
  const columns = [
    { id: 'red', header: 'Red' },
    { id: 'razlog', header: 'Razlog', card: 'wide-fact' },
    { id: 'tip', header: 'Tip' },
    { id: 'zemlja', header: 'Zemlja' },
  ] as const
  assert.deepEqual(cardPlaces(columns), ['title', 'fact-wide', 'fact-left', 'fact-right'])
})

test('another column may be the title, and the first one stand behind it', () => {
  const columns = [
    { id: 'id', header: 'ID', card: 'behind' },
    { id: 'naziv', header: 'Naziv', card: 'title' },
    { id: 'tarifni_broj', header: 'Tarifni broj' },
  ] as const
  assert.deepEqual(cardPlaces(columns), ['behind', 'title', 'fact-left'])
})
