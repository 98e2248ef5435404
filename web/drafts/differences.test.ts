import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { differences, type RecordFacts } from './differences.ts'

type Line = { id: string; kolicina: string }
const record = (naziv: string, lines: Line[] = [], zemlja = 'Srbija'): RecordFacts => ({
  facts: [
    { field: 'naziv', label: 'Naziv', text: naziv },
    { field: 'zemlja', label: 'Zemlja', text: zemlja },
  ],
  lines: lines.map(({ id, kolicina }) => ({
    id,
    name: `Stavka ${id}`,
    summary: `Količina ${kolicina}`,
    facts: [{ field: 'kolicina', label: 'Količina', text: kolicina }],
  })),
})

describe('what somebody else changed', () => {
  test('nothing is different in what is the same, whatever I typed', () => {
    assert.deepEqual(differences(record('Žica'), record('Žica'), record('Moja')), [])
  })

  test('a field says what it was, what it is and what I have, where that is a third thing', () => {
    const changed = { line: '', label: 'Naziv', before: 'Žica', now: 'Tuđa' }
    assert.deepEqual(differences(record('Žica'), record('Tuđa'), record('Moja')), [{ ...changed, mine: 'Moja' }])
    assert.deepEqual(differences(record('Žica'), record('Tuđa'), record('Žica')), [{ ...changed, mine: null }])
    assert.deepEqual(differences(record('Žica'), record('Tuđa'), record('Tuđa')), [{ ...changed, mine: null }])
  })

  test('lines that changed, came and went are told apart by their id, in the order of the record', () => {
    const before = record('Žica', [
      { id: '1', kolicina: '10' },
      { id: '2', kolicina: '20' },
    ])
    const now = record('Žica', [
      { id: '3', kolicina: '30' },
      { id: '2', kolicina: '25' },
    ])
    const mine = record('Žica', [{ id: '2', kolicina: '21' }])
    assert.deepEqual(differences(before, now, mine), [
      { line: 'Stavka 3', label: '', before: null, now: 'Količina 30', mine: null },
      { line: 'Stavka 2', label: 'Količina', before: '20', now: '25', mine: '21' },
      { line: 'Stavka 1', label: '', before: 'Količina 10', now: null, mine: null },
    ])
  })

  test('equal texts may hide different values, e.g. a PDF that was replaced', () => {
    const pdf = (value: string): RecordFacts => ({
      facts: [{ field: 'pdf', label: 'PDF', text: 'priložen', value }],
      lines: [],
    })
    assert.deepEqual(differences(pdf('a'), pdf('b'), pdf('a')), [
      { line: '', label: 'PDF', before: 'priložen', now: 'priložen', mine: null },
    ])
  })
})
