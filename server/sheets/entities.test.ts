import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ownTimeMs } from '#reliability/server-process.ts'
import { parseSheet } from './parse-sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { odsMembers, xlsxMembers } from './testing-zip.ts'
import { type ZipMember, zipOf } from './write-zip.ts'

/** The same members, each XML with this before its root. */
const declaring = (members: readonly ZipMember[], doctype: string) =>
  zipOf(
    members.map((member) =>
      /\.(xml|rels)$/.test(member.name) ? { ...member, content: `${doctype}${member.content}` } : member,
    ),
  )

const rowOf = (text: string) =>
  `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`

/** All that a reader may make of a file, as text; nothing where it refuses it. */
function readAs(bytes: Uint8Array): string {
  try {
    return JSON.stringify(parseSheet(bytes, SHEET_LIMITS).rows)
  } catch {
    return ''
  }
}

describe('entities in the XML of a spreadsheet', () => {
  test('bring in no file of the server', () => {
    const folder = mkdtempSync(join(tmpdir(), 'entity-'))
    const secret = join(folder, 'secret.txt')
    writeFileSync(secret, 'strictly-confidential')
    try {
      const doctype = `<!DOCTYPE x [<!ENTITY file SYSTEM "${pathToFileURL(secret)}">]>`
      const xlsx = xlsxMembers(rowOf('A &file; Z'))
      const ods = odsMembers(
        '<table:table-row><table:table-cell office:value-type="string"><text:p>A &file; Z</text:p></table:table-cell></table:table-row>',
      )
      for (const members of [xlsx, ods]) {
        const read = readAs(declaring(members, doctype))
        assert.match(read, /A .*Z/, 'the cell was read')
        assert.doesNotMatch(read, /confidential/)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('multiply nothing', () => {
    const levels = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const doctype = `<!DOCTYPE x [<!ENTITY l0 "haha">${levels}]>`
    const began = ownTimeMs()
    const read = readAs(declaring(xlsxMembers(rowOf('A &l12; Z')), doctype))
    assert.match(read, /A .*Z/)
    assert.ok(read.length < 1_000, `${read.length} characters`)
    assert.ok(ownTimeMs() - began < 5_000)
  })
})
