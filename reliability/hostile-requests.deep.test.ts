// Single requests that would keep the program busy for seconds, sent to a real server while somebody else asks for his
// health. Each is named by what it would do to a program that reads before it measures.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MAX_JSON_BYTES, MAX_PRILOG_BYTES } from '#contract/limits.ts'
import { xlsxMembers } from '#server/sheets/testing-zip.ts'
import { zipOf } from '#server/sheets/write-zip.ts'
import { callerOf, signUp } from './http-client.ts'
import { askedMeanwhile } from './meanwhile.ts'
import { startServer } from './server-process.ts'

const WAIT_MS = 200

const MARKS = '\u0301\u0316'
const material = { naziv: 'Kabl', zemlja_porekla: 'Srbija', jedinica_mere: 'm', tarifni_broj: '8544' }
const zeros = `1.${'0'.repeat(200_000)}1`
/** So often that the body is as large as it may be. */
const filling = (piece: string) => piece.repeat(Math.floor((MAX_JSON_BYTES - 1000) / Buffer.byteLength(piece)))
const line = (text: string, number: string) => ({
  broj_fakture: text,
  redni_broj: 1,
  materijal_id: text,
  kolicina: number,
  cena_po_jedinici: number,
  tarifni_broj: text,
  zemlja_porekla: text,
})

const BODIES: Readonly<Record<string, () => [path: string, body: string]>> = {
  '100,000 pairs of marks in a name': () => [
    '/materials',
    JSON.stringify({ id: 'MAT01', ...material, naziv: `a${MARKS.repeat(100_000)}` }),
  ],
  'a million pairs of marks in a name': () => [
    '/materials',
    JSON.stringify({ id: 'MAT01', ...material, naziv: `a${MARKS.repeat(1_000_000)}` }),
  ],
  'marks in each text of thousands of lines': () => [
    '/c4',
    JSON.stringify({ stavke: Array(4_900).fill(line(`a${MARKS.repeat(95)}`, '1')) }),
  ],
  'texts of blanks and unseen signs': () => [
    '/c4',
    JSON.stringify({ stavke: Array(3_900).fill(line(` ${'\u200b '.repeat(90)}`, ' '.repeat(90))) }),
  ],
  'a rate of 200,000 zeros': () => ['/rates', JSON.stringify({ valuta: 'EUR', vazi_od: '2026-01-01', kurs: zeros })],
  'quantities of 200,000 zeros': () => ['/c4', JSON.stringify({ stavke: Array(18).fill(line('a', zeros)) })],
  'norms of 200,000 zeros': () => [
    '/proizvodi',
    JSON.stringify({ normativi: Array(30).fill({ materijal_id: 'MAT01', potrebna_kolicina: zeros }) }),
  ],
  'a day of blanks': () => ['/rates', JSON.stringify({ vazi_od: `${' '.repeat(7_000_000)}x` })],
  'millions of lines': () => ['/c4', `{"stavke":[${filling('{},')}{}]}`],
  'as many lines as a list may have': () => ['/c4', JSON.stringify({ stavke: Array(10_000).fill({}) })],
  'millions of values in small lists': () => ['/c4', `{"stavke":[${filling(`[${'{},'.repeat(99)}{}],`)}[]]}`],
  'half a million names': () => ['/materials', `{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
  'Cyrillic texts in thousands of lines': () => [
    '/c4',
    JSON.stringify({ stavke: Array(4_900).fill(line('Ж'.repeat(190), '1')) }),
  ],
  'the same unknown names in every line': () => [
    '/c4',
    JSON.stringify({
      stavke: Array(9_900).fill(Object.fromEntries(Array.from({ length: 18 }, (_, i) => [`datum${i}`, 1]))),
    }),
  ],
  'unknown names in every line': () => [
    '/c4',
    JSON.stringify({
      stavke: Array.from({ length: 4_000 }, (_, i) => ({ [`datum${i}`]: 1, [`x${'y'.repeat(900)}${i}`]: 1 })),
    }),
  ],
  'a name of a field that fills the body': () => ['/materials', `{"${filling('a')}":1}`],
}

/** Not packed: a file that unpacks to hundreds of times its size is refused before it is read. */
const stored = (sheet: string) => xlsxMembers(sheet).map((member) => ({ ...member, stored: true }))
/** A sheet of these texts, one in each row. */
const sheetOf = (texts: readonly string[]) =>
  zipOf(
    stored(
      `<sheetData>${texts
        .map((text, at) => {
          const cells = ['A', 'B', 'C', 'D', 'E'].map(
            (column) => `<c r="${column}${at + 1}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
          )
          return `<row r="${at + 1}">${cells.join('')}</row>`
        })
        .join('')}</sheetData>`,
    ),
  )
const SHEETS: Readonly<Record<string, () => [path: string, bytes: Buffer]>> = {
  'a cell of 50,000 pairs of marks': () => ['/c4/import', sheetOf([`a${MARKS.repeat(50_000)}`])],
  'a cell of 60,000 zeros and a letter': () => ['/c4/import', sheetOf([`${'0'.repeat(60_000)}x`])],
  'cells of marks in each row': () => ['/materials/import', sheetOf(Array(400).fill(`a${MARKS.repeat(900)}`))],
  'thousands of rows, each with its faults': () => ['/materials/import', sheetOf(Array(9_000).fill('x'.repeat(60)))],
  'as many pairs as fit': () => ['/proizvodi/import', sheetOf(Array(180).fill('MAT01:1;'.repeat(500)))],
}

const filled = (head: string, piece: string) =>
  Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(MAX_PRILOG_BYTES - head.length, piece, 'latin1')])
const BESIDE = '/prilozi?uz=c4&predmet=1&vrsta=CMR'
const FILES: Readonly<Record<string, () => [path: string, bytes: Buffer]>> = {
  '10 MB of obj in a PDF': () => ['/c4/upload', filled('%PDF-1.4\n1 0 obj\n', 'obj')],
  '10 MB of markers in a JPEG': () => [BESIDE, filled('\xff\xd8\xff\xda\0\x02', '\xff\0')],
  '10 MB of chunks of a PNG': () => [
    BESIDE,
    filled(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'.'.repeat(17)}`, '\0\0\0\0abcd....'),
  ],
}

/** A shorter boundary is none to the parser behind us. */
const BOUNDARY = 'x'.repeat(30)
const part = (i: number) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${i}"\r\n\r\n\r\n`
const FORMS: Readonly<Record<string, () => string>> = {
  'a hundred thousand tiny parts': () =>
    `${Array.from({ length: 125_000 }, (_, i) => part(i)).join('')}--${BOUNDARY}--\r\n`,
  'a part of a million headers': () => `--${BOUNDARY}\r\n${'a: b\r\n'.repeat(1_000_000)}\r\n\r\n--${BOUNDARY}--\r\n`,
  'a name of a file that fills the body': () =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${'.a'.repeat(4_000_000)}.pdf"\r\n\r\n%PDF-\r\n--${BOUNDARY}--\r\n`,
}

type Request = { path: string; body: Buffer; type: string }
const JSON_TYPE = 'application/json'
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const fileForm = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="podaci.xlsx"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

const ATTACKS: Readonly<Record<string, Request>> = Object.fromEntries([
  ...Object.entries(BODIES).map(([name, make]) => {
    const [path, body] = make()
    return [name, { path, body: Buffer.from(body), type: JSON_TYPE }]
  }),
  ...Object.entries(FORMS).map(([name, make]) => {
    return [name, { path: '/c4/upload', body: Buffer.from(make()), type: FORM_TYPE }]
  }),
  ...Object.entries({ ...SHEETS, ...FILES }).map(([name, make]) => {
    const [path, bytes] = make()
    return [name, { path, body: fileForm(bytes), type: FORM_TYPE }]
  }),
])

/** Answers the status. The bytes are made before: our own work would count as waiting. */
async function posted(url: string, token: string, { path, body, type }: Request): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
  const sent = request(`${url}/api${path}`, { method: 'POST', headers, agent: false }).end(body)
  const [answer] = await once(sent, 'response')
  await once(answer.resume(), 'end')
  return answer.statusCode
}

/** Fifty at once, each with an address and headers as long as they may be. */
async function longAddresses(url: string, token: string): Promise<number> {
  const search = encodeURIComponent(`a${MARKS.repeat(900)}`)
  const headers = {
    authorization: `Bearer ${token}`,
    'if-match': `"${'1'.repeat(1_500)}x"`,
    prefer: `return${' '.repeat(1_500)}=`,
    'accept-encoding': ';q=,'.repeat(300),
  }
  const ask = () => fetch(`${url}/api/c4?search=${search}`, { headers })
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  return Math.max(...answers.map(({ status }) => status))
}

test('no single request holds up whoever else asks', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostile-requests-'))
  const server = await startServer({ dataDir })
  try {
    const token = await signUp(server.url)
    const added = await callerOf(server.url, token).call('POST', '/materials', { id: 'MAT01', ...material })
    assert.equal(added.status, 201)
    const health = callerOf(server.url, '')
    const faults: string[] = []
    const attacks: [string, () => Promise<number>][] = [
      ...Object.entries(ATTACKS).map(([name, sent]): [string, () => Promise<number>] => {
        return [name, () => posted(server.url, token, sent)]
      }),
      ['long addresses and headers', () => longAddresses(server.url, token)],
    ]
    for (const [name, attack] of attacks) {
      const sent = attack()
      const { ownMs, longestMs } = await askedMeanwhile(server, () => health.call('GET', '/health'), sent)
      const status = await sent
      const waited = `${Math.round(longestMs)} ms, ${Math.round(ownMs)} ms without waiting for a processor`
      const said = `${name}: ${status}; health took ${waited}`
      t.diagnostic(said)
      if (ownMs >= WAIT_MS || status >= 500) faults.push(said)
    }
    assert.deepEqual(faults, [])
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
