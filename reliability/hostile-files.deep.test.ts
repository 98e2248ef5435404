// Spreadsheets that are attacks, sent to a real server by several people at once while another one goes on working.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sheetTexts } from '#contract/imports.ts'
import { odsMembers, xlsxMembers } from '#server/sheets/testing-zip.ts'
import { zipOf } from '#server/sheets/write-zip.ts'
import { callerOf, signUp } from './http-client.ts'
import { askedMeanwhile } from './meanwhile.ts'
import { startServer } from './server-process.ts'

const REFUSED_MS = 20_000
const WAIT_MS = 200
const SENTENCES: readonly string[] = [
  sheetTexts.tooManyCells,
  sheetTexts.tooSlow,
  sheetTexts.busy,
  'Molimo odaberite validan Excel fajl (.xlsx ili .xls)',
]
const MEGABYTE = 1024 * 1024

const xlsx = (sheet: string) => zipOf(xlsxMembers(sheet))
const withSheet = (content: Buffer, declaredBytes: number) =>
  zipOf([
    ...xlsxMembers('').filter(({ name }) => name !== 'xl/worksheets/sheet1.xml'),
    { name: 'xl/worksheets/sheet1.xml', content, declaredBytes },
  ])
const odsCell = '<table:table-cell table:number-columns-repeated="16384"><text:p>1</text:p></table:table-cell>'
const blanks = Buffer.alloc(250 * MEGABYTE, ' ')

const HOSTILE: Record<string, Uint8Array> = {
  'from A1 to XFD1048576': xlsx(
    '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
  ),
  'millions of cells': xlsx(`<sheetData>${`<row>${'<c><v>1</v></c>'.repeat(100)}</row>`.repeat(50_000)}</sheetData>`),
  '250 MB unpacked': withSheet(blanks, blanks.length),
  '250 MB that say they are a kilobyte': withSheet(blanks, 1024),
  'rows repeated a million times': zipOf(
    odsMembers(`<table:table-row table:number-rows-repeated="1048576">${odsCell}</table:table-row>`),
  ),
}

test('hostile spreadsheets are refused in time, and whoever works meanwhile does not notice', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostile-'))
  const server = await startServer({ dataDir })
  try {
    const caller = callerOf(server.url, await signUp(server.url))
    const sendAll = Object.entries(HOSTILE).flatMap(([name, bytes]) =>
      ['/materials/import', '/c4/import'].map((path) => async () => {
        const began = performance.now()
        const file = path === '/c4/import' ? 'fakture.ods' : 'podaci.xlsx'
        const { status, body } = await caller.upload(path, file, Buffer.from(bytes))
        const tookMs = performance.now() - began
        assert.ok([400, 413, 415, 503].includes(status), `${path}, ${name}: ${status} ${JSON.stringify(body)}`)
        assert.ok(tookMs < REFUSED_MS, `${path}, ${name}: refused after ${Math.round(tookMs)} ms`)
        assert.ok(SENTENCES.includes(body.message), body.message)
      }),
    )
    const ask = async () => assert.equal((await caller.call('GET', '/materials')).status, 200)
    const { longestMs, ownMs, asked } = await askedMeanwhile(server, ask, Promise.all(sendAll.map((send) => send())))
    const longest = `${Math.round(longestMs)} ms, ${Math.round(ownMs)} ms without waiting for a processor`
    t.diagnostic(`${sendAll.length} files refused; of ${asked} other requests the longest took ${longest}`)
    assert.ok(ownMs < WAIT_MS, `another request took ${longest}`)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
