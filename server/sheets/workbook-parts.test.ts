import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SheetRefused } from './sheet-limits.ts'
import { xlsxMembers } from './testing-zip.ts'
import { workbookFault } from './workbook-parts.ts'
import { type ZipMember, zipOf } from './write-zip.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const [TYPES, , , WORKBOOK_RELATIONS] = xlsxMembers('<sheetData/>') as [ZipMember, ...ZipMember[]]
const TYPES_END = '</Types>'
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

/** A plain workbook in which these members take the place of those of their names. */
const withMembers = (...members: ZipMember[]) => {
  const names = members.map(({ name }) => name)
  return zipOf([...xlsxMembers('<sheetData/>').filter(({ name }) => !names.includes(name)), ...members])
}
const typed = (type: string) =>
  String(TYPES.content).replace(TYPES_END, `<Override PartName="/xl/x.bin" ContentType="${type}"/>${TYPES_END}`)
const related = (type: string) => ({
  name: 'xl/_rels/workbook.xml.rels',
  content: String(WORKBOOK_RELATIONS?.content).replace(
    '</Relationships>',
    `<Relationship Id="r9" Type="${type}" Target="x.bin"/></Relationships>`,
  ),
})
const linked = (inside: string, name = 'xl/externalLinks/externalLink1.xml') => ({
  name,
  content: `<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${inside}</externalLink>`,
})
const refused = (code: string) => (error: unknown) => error instanceof SheetRefused && error.code === code

test('a plain workbook is one, also with a link to another workbook, pictures and drawings', () => {
  const plain = withMembers(
    linked('<externalBook/>'),
    { name: 'xl/media/image1.png', content: '\x89PNG' },
    { name: 'xl/drawings/vmlDrawing1.vml', content: '<xml xmlns:v="urn:x"><v:shape><br></v:shape></xml>' },
    { name: 'xl/x.bin', content: 'printer' },
  )
  assert.equal(workbookFault(plain), null)
  for (const name of readdirSync(new URL('fixtures', import.meta.url)).filter((name) => name.endsWith('.xlsx')))
    if (!['odsecen.xlsx', 'sa-lozinkom.xlsx', 'oznaka-poverljivosti.xlsx'].includes(name))
      assert.equal(workbookFault(fixture(name)), null, name)
  for (const name of ['fakture-c4.xlsx'])
    assert.equal(workbookFault(readFileSync(new URL(`../../e2e/fixtures/${name}`, import.meta.url))), null, name)
})

test('macros are found however they are written: entities, UTF-16, a relation alone, a name', () => {
  const macro = 'application/vnd.ms-office.vbaProject'
  const wide = (text: string, mark = '\ufeff') => Buffer.from(`${mark}${text}`, 'utf16le')
  for (const [said, members] of [
    ['its type', [{ name: TYPES.name, content: typed(macro) }]],
    [
      'its type with entities',
      [{ name: TYPES.name, content: typed(macro.replace('v', '&#x76;').replace('P', '&#80;')) }],
    ],
    ['its type in UTF-16', [{ name: TYPES.name, content: wide(typed(macro)) }]],
    ['its type in UTF-16 without a mark', [{ name: TYPES.name, content: wide(typed(macro), '') }]],
    ['the relation', [related('http://schemas.microsoft.com/office/2006/relationships/vbaProject')]],
    [
      'the relation of a sheet of macros',
      [related('http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet')],
    ],
    ['the relation of a control', [related(`${RELATIONS}/control`)]],
    [
      'the type of its ending',
      [
        { name: 'xl/x.BIN', content: 'x' },
        {
          name: TYPES.name,
          content: String(TYPES.content).replace(
            TYPES_END,
            `<Default Extension="bin" ContentType="${macro}"/>${TYPES_END}`,
          ),
        },
      ],
    ],
    ['the name', [{ name: 'xl/vbaProject.bin', content: 'x' }]],
    [
      'the workbook',
      [
        {
          name: TYPES.name,
          content: String(TYPES.content).replace(
            'openxmlformats-officedocument.spreadsheetml.sheet.main',
            'ms-excel.sheet.macroEnabled.main',
          ),
        },
      ],
    ],
  ] as [string, ZipMember[]][])
    assert.equal(workbookFault(withMembers(...members)), 'macros', said)
})

test('objects of other programs and links to them are found', () => {
  for (const [said, member] of [
    ['an object', { name: 'xl/embeddings/oleObject1.bin', content: 'x' }],
    ['an object by its relation', related(`${RELATIONS}/oleObject`)],
    ['a file of another program', related(`${RELATIONS}/package`)],
    ['a DDE link', linked('<ddeLink ddeService="cmd" ddeTopic="/c calc"/>')],
    ['an OLE link', linked('<oleLink progId="Word.Document"/>')],
    ['a link in a part of another name', linked('<x:ddeLink xmlns:x="a"/>', 'xl/theme/theme9.dat')],
  ] as const)
    assert.equal(workbookFault(withMembers(member)), 'objects', said)
})

test('what is locked, cut off, altered or no workbook is told apart', () => {
  for (const name of ['sa-lozinkom.xlsx', 'oznaka-poverljivosti.xlsx'])
    assert.throws(() => workbookFault(fixture(name)), refused('encrypted'), name)
  assert.throws(() => workbookFault(fixture('odsecen.xlsx')), refused('damaged'))
  assert.throws(() => workbookFault(fixture('sa-lozinkom.xlsx').subarray(0, 4000)), refused('damaged'))
  const whole = withMembers()
  for (let bytes = 4; bytes < whole.length - 22; bytes += 50)
    assert.throws(() => workbookFault(whole.subarray(0, bytes)), refused('damaged'), `${bytes}`)
  const broken = { name: TYPES.name, content: '<Types><Override' }
  for (const member of [
    broken,
    { name: TYPES.name, content: `<!DOCTYPE a [<!ENTITY m "vbaProject">]>${typed('&m;')}` },
    { name: TYPES.name, content: `<?xml version="1.0" encoding="utf-7"?>${TYPES.content}` },
  ])
    assert.throws(() => workbookFault(withMembers(member)), refused('damaged'))
  const twice = [...xlsxMembers(''), { name: 'xl/workbook.xml', content: 'x' }]
  assert.throws(() => workbookFault(zipOf(twice)), refused('damaged'))
  assert.throws(() => workbookFault(zipOf([{ name: 'a.txt', content: 'a' }])), refused('format'))
  assert.equal(
    workbookFault(withMembers({ name: TYPES.name, content: `<?xml version='1.0' encoding='UTF-8'?>${TYPES.content}` })),
    null,
  )
})
