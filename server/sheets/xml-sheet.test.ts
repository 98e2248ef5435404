import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ownTimeMs } from '#reliability/server-process.ts'
import { SHEET_LIMITS, SheetRefused } from './sheet-limits.ts'
import { xmlSheet } from './xml-sheet.ts'

const cellsOf = (xml: string | Uint8Array, limits = SHEET_LIMITS) =>
  xmlSheet(typeof xml === 'string' ? Buffer.from(xml) : xml, limits).map(({ cells }) => cells)
const refusal = (xml: string, limits = SHEET_LIMITS) => {
  try {
    cellsOf(xml, limits)
  } catch (error) {
    if (error instanceof SheetRefused) return error.code
    throw error
  }
  return null
}

describe('an XML file', () => {
  test('gives a row for each element that holds values, under their names', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <s:List xmlns:s="urn:x"><header><No>92</No><Date>21.05.2025</Date></header>
      <s:Item n="1"><Currency>EUR</Currency><Rate><![CDATA[117.2433]]></Rate></s:Item>
      <s:Item n="2"><Currency>A&amp;B &#x17D;</Currency><Unit/><Rate>1</Rate></s:Item></s:List>`
    assert.deepEqual(cellsOf(xml), [
      ['No', 'Date'],
      ['92', '21.05.2025'],
      ['Currency', 'Rate', 'Unit'],
      ['EUR', '117.2433'],
      ['A&B Ž', '1', ''],
    ])
    assert.deepEqual(cellsOf(Buffer.from(`\ufeff${xml}`, 'utf16le')), cellsOf(xml))
  })

  test('that declares entities is refused, whatever they would become', () => {
    const levels = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
    const began = ownTimeMs()
    assert.equal(refusal(`<!DOCTYPE x [<!ENTITY l0 "haha">${levels}]><x><y>&l12;</y></x>`), 'xml-doctype')
    assert.equal(refusal('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x><y>&f;</y></x>'), 'xml-doctype')
    assert.equal(refusal('<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd"><x><y>1</y></x>'), 'xml-doctype')
    assert.equal(refusal('<x><y>&unknown;</y></x>'), 'damaged')
    assert.ok(ownTimeMs() - began < 2_000)
  })

  test('that is deep, large or broken is refused', () => {
    const deep = (levels: number) => `${'<a>'.repeat(levels)}1${'</a>'.repeat(levels)}`
    assert.equal(refusal(deep(30)), null)
    assert.equal(refusal(deep(1_000_000)), 'xml-large')
    const items = (count: number) => `<x>${'<i><v>1</v></i>'.repeat(count)}</x>`
    assert.equal(refusal(items(SHEET_LIMITS.maxRows)), null)
    assert.equal(refusal(items(SHEET_LIMITS.maxRows + 1)), 'xml-large')
    assert.equal(refusal(`<x>${'a'.repeat(SHEET_LIMITS.maxCharacters)}</x>`), 'xml-large')
    const names = Array.from({ length: SHEET_LIMITS.maxColumns + 1 }, (_, at) => `<c${at}>1</c${at}>`).join('')
    assert.equal(refusal(`<x><i>${names}</i></x>`), 'xml-large')
    for (const broken of ['<x><y>1</x>', '<x>', '<x', '<x><y a=1>2</y></x>', '<html><br></html>'])
      assert.equal(refusal(broken), 'damaged', broken)
  })
})
