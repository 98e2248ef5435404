import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readEInvoice } from '#domain/e-invoice.ts'
import { MAX_TEXT_CHARACTERS } from '#domain/e-invoice-standards.ts'
import { ublText } from '#server/testing-invoices.ts'
import {
  MAX_EMBEDDED_FILES,
  MAX_XML_CHARACTERS,
  MAX_XML_DEPTH,
  MAX_XML_ELEMENTS,
  readInvoiceFile,
  treeOf,
} from './e-invoice-file.ts'

const LINES = 5
const text = ublText({ broj: 'F-Š1' }, [{ naziv: 'Kabl ž', kolicina: 1, cena: 1 }])
const bytesOf = (xml: string) => new TextEncoder().encode(xml)
const nested = (depth: number) => bytesOf('<a>'.repeat(depth) + '</a>'.repeat(depth))
const number = async (bytes: Uint8Array) => {
  const read = await readInvoiceFile(bytes, LINES)
  return 'fault' in read ? read.fault : read.broj_fakture
}

test('XML is read as far as 40 levels, 500,000 elements and 20 million letters', () => {
  assert.deepEqual([MAX_XML_DEPTH, MAX_XML_ELEMENTS, MAX_XML_CHARACTERS], [40, 500_000, 20_000_000])
  assert.equal(treeOf(nested(MAX_XML_DEPTH)).name, 'a')
  assert.throws(() => treeOf(nested(MAX_XML_DEPTH + 1)), { code: 'xml-large' })
  assert.equal(treeOf(bytesOf(`<a>${'<b/>'.repeat(MAX_XML_ELEMENTS - 1)}</a>`)).children.length, MAX_XML_ELEMENTS - 1)
  assert.throws(() => treeOf(bytesOf(`<a>${'<b/>'.repeat(MAX_XML_ELEMENTS)}</a>`)), { code: 'xml-large' })
  assert.throws(() => treeOf(bytesOf(`<a>${' '.repeat(MAX_XML_CHARACTERS)}</a>`)), { code: 'xml-large' })
})

test('no entity, no DOCTYPE and no broken XML comes through; texts end somewhere', () => {
  assert.throws(() => treeOf(bytesOf('<!DOCTYPE a SYSTEM "http://x/y.dtd"><a/>')), { code: 'xml-doctype' })
  for (const broken of ['<a>&haha;</a>', '<a><b></a>', '<a', '<a/><b/>', '<!-- -->'])
    assert.throws(() => treeOf(bytesOf(broken)), { code: 'damaged' }, broken)
  const long = treeOf(bytesOf(text.replace('Kabl ž', 'k'.repeat(MAX_TEXT_CHARACTERS + 1))))
  const read = readEInvoice(long, LINES)
  assert.equal('fault' in read ? '' : read.stavke[0]?.naziv.length, MAX_TEXT_CHARACTERS)
})

test('UTF-8 and UTF-16 with their marks, and the single bytes that the file declares, are read', async () => {
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1').replaceAll('Š', 'ä').replaceAll('ž', 'ö'), 'latin1')
  for (const bytes of [bytesOf(text), bytesOf(`\ufeff${text}`), utf16, Buffer.from(utf16).swap16()])
    assert.equal(await number(bytes), 'F-Š1')
  assert.equal(await number(latin), 'F-ä1')
})

test('the invoice that is there to be tried is read without a doubt', async () => {
  const file = new URL('../../e2e/fixtures/faktura-za-probu.xml', import.meta.url)
  const read = await readInvoiceFile(readFileSync(file), LINES)
  assert.ok(!('fault' in read))
  assert.deepEqual([read.broj_fakture, read.stavke.length, read.sumnje], ['RE-2026-0417', 3, []])
})

/** A PDF with these files in it. */
function pdfWith(files: readonly { name: string; content: string }[]): Uint8Array {
  const named = files.map(({ name }, at) => `(${String(at).padStart(4, '0')} ${name}) ${10 + at * 2} 0 R`)
  const objects = files.map(
    ({ name, content }, at) =>
      `${10 + at * 2} 0 obj<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${11 + at * 2} 0 R>>>>endobj
${11 + at * 2} 0 obj<</Type/EmbeddedFile/Length ${Buffer.byteLength(content, 'latin1')}>>stream\n${content}\nendstream endobj`,
  )
  return Buffer.from(
    `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${named.join(' ')}]>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
${objects.join('\n')}
trailer<</Root 1 0 R>>
%%EOF`,
    'latin1',
  )
}

test('of a PDF its first 50 files are looked at, and an invoice among others is found', async () => {
  assert.equal(MAX_EMBEDDED_FILES, 50)
  const plain = ublText({ broj: 'F-1' }, [{ naziv: 'Kabl', kolicina: 1, cena: 1 }])
  const others = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `b${at}.xml`, content: '<b/>' }))
  const invoice = { name: 'factur-x.xml', content: plain }
  assert.equal(await number(pdfWith([...others(MAX_EMBEDDED_FILES - 1), invoice])), 'F-1')
  assert.match(await number(pdfWith([...others(MAX_EMBEDDED_FILES), invoice])), /^Fajl nije/)
  assert.match(await number(pdfWith([{ name: 'slika.png', content: 'x' }])), /^PDF u sebi nema/)
  await assert.rejects(readInvoiceFile(bytesOf('%PDF-1.7 x'), LINES), { code: 'damaged' })
})

test('an invoice has at most as many lines as a document', async () => {
  const many = ublText({ broj: 'F-1' }, Array(LINES + 1).fill({ naziv: 'Kabl', kolicina: 1, cena: 1 }))
  assert.equal(await number(bytesOf(many)), `Faktura ima više od ${LINES} stavki.`)
})
