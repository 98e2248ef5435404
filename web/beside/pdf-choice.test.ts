import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_PDF_BYTES } from '#contract/limits.ts'
import { PdfUploadError, pdfFault, pdfSender } from './pdf-choice.ts'

const file = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

test('only PDF, and not more than 10 MB', () => {
  assert.equal(pdfFault({ name: 'a.pdf', type: 'application/pdf', size: MAX_PDF_BYTES }), null)
  assert.equal(pdfFault({ name: 'A.PDF', type: '', size: 1 }), null)
  assert.equal(pdfFault({ name: 'a.pdf', type: 'image/png', size: 1 }), 'Molimo vas da odaberete PDF fajl.')
  assert.equal(
    pdfFault({ name: 'a.pdf', type: 'application/pdf', size: MAX_PDF_BYTES + 1 }),
    'PDF fajl ne sme biti veći od 10MB.',
  )
})

describe('what a document says about its PDF', () => {
  test('absent keeps, null removes', async () => {
    const send = pdfSender(() => Promise.reject(new Error('not asked')))
    assert.deepEqual(await send({ kind: 'stored' }, true), {})
    assert.deepEqual(await send({ kind: 'none' }, true), { pdf_fajl: null })
    assert.deepEqual(await send({ kind: 'none' }, false), {})
  })

  test('a chosen file is sent once, another one again', async () => {
    const names: string[] = []
    const send = pdfSender(async ({ name }) => ({ filePath: `pdf/${names.push(name)}` }))
    const first = file('a.pdf')
    assert.deepEqual(await send({ kind: 'chosen', file: first }, false), { pdf_fajl: 'pdf/1' })
    assert.deepEqual(await send({ kind: 'chosen', file: first }, false), { pdf_fajl: 'pdf/1' })
    assert.deepEqual(await send({ kind: 'chosen', file: file('b.pdf') }, true), { pdf_fajl: 'pdf/2' })
    assert.deepEqual(names, ['a.pdf', 'b.pdf'])
  })

  test('a failed upload says that it was the upload', async () => {
    const cause = new Error('offline')
    const send = pdfSender(() => Promise.reject(cause))
    await assert.rejects(
      send({ kind: 'chosen', file: file('a.pdf') }, false),
      (error) => error instanceof PdfUploadError && error.cause === cause,
    )
  })
})
