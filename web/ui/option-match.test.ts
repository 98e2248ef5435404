import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchOptions, SHOWN_OPTIONS_MAX } from './option-match.ts'

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
})
