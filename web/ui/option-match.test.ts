import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { begunAt, matchOptions, SHOWN_OPTIONS_MAX } from './option-match.ts'

const options = [
  { id: 'PRV050CRN', name: 'Provodnik FLRY-B 0,50 mm² crni' },
  { id: 'KON8PZ', name: 'Konektor 8 polova, ženski' },
  { id: 'TRM063M', name: 'Terminal 0,63 mm muški' },
  { id: 'DJ1', name: 'Đonski provodnik', detail: 'Čačak' },
]
const ids = (text: string) => matchOptions(options, text).map((option) => option.id)

describe('options of a combobox', () => {
  test('search name, ID and detail, without case, marks and script', () => {
    assert.deepEqual(ids('zenski'), ['KON8PZ'])
    assert.deepEqual(ids('trm'), ['TRM063M'])
    assert.deepEqual(ids('cacak'), ['DJ1'])
    assert.deepEqual(ids('ђонски'), ['DJ1'])
    assert.deepEqual(ids('crni prov'), ['PRV050CRN'])
    assert.deepEqual(ids('nema'), [])
  })

  test('what starts with the text comes first', () => {
    const turned = matchOptions([...options].reverse(), 'provodnik').map((option) => option.id)
    assert.deepEqual(turned, ['PRV050CRN', 'DJ1'])
  })

  test('shows a limited number', () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ id: `M${at}`, name: 'Materijal' }))
    assert.equal(matchOptions(many, '').length, SHOWN_OPTIONS_MAX)
    assert.equal(matchOptions(many, 'mat').length, SHOWN_OPTIONS_MAX)
  })

  test('what is named wholly comes before what is begun; two letters begin something, and words count', () => {
    const names = ['komplet', 'kom', 'metar kvadratni', 'Šumadija Kabl d.o.o.']
    const at = (text: string) =>
      begunAt(
        names.map((name) => ({ id: name, name })),
        text,
      )
    assert.deepEqual(['ko', 'kom', 'KOMP', 'kv', 'sum', 'kabl'].map(at), [0, 1, 0, 2, 3, 3])
    for (const nothing of ['', 'k', 'abl', 'kabl sum', 'šumadija kabl d.o.o. 2']) assert.equal(at(nothing), -1)
  })
})
