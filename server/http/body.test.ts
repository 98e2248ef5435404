import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MAX_JSON_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_MEMBERS,
  MAX_JSON_VALUES,
  MAX_MULTIPART_PARTS,
  MAX_OPEN_JSON_BYTES,
  MAX_PART_HEADER_BYTES,
  MAX_PDF_BYTES,
  MAX_TOLD_ERRORS,
} from '#contract/limits.ts'
import { blockedBy } from '#reliability/meanwhile.ts'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'

const MAX_BLOCKED_MS = 200
/** A shorter one is none to the parser behind us. */
const BOUNDARY = 'x'.repeat(30)

/**
 * Sends a body as it is; answers what came back, and for how long the server could do nothing else, without the time in
 * which the machine had no processor for it.
 */
async function send(
  { app, token }: TestApi,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const { made, blockedMs } = await blockedBy(async () => {
    const answer = await app.request(`/api${path}`, { method: 'POST', headers, body })
    return { status: answer.status, text: await answer.text() }
  })
  return { status: made.status, body: JSON.parse(made.text), length: made.text.length, blockedMs }
}

anyEngine('large and deep bodies', (engine) => {
  if (engine.name === 'postgres') return
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  test('brackets in each other have a limit, those in texts do not count', async () => {
    const api = await testApi(engine)
    const refused = { message: 'Poslati podaci su previše ugnežđeni.' }
    for (const body of [
      deep(MAX_JSON_DEPTH + 1),
      '{"a":'.repeat(30),
      '['.repeat(MAX_JSON_BYTES),
      deep(MAX_JSON_BYTES / 2),
    ]) {
      const answer = await send(api, '/materials', body)
      assert.deepEqual([answer.status, answer.body], [400, refused])
      assert.ok(answer.blockedMs < MAX_BLOCKED_MS, `${answer.blockedMs} ms`)
    }
    assert.notDeepEqual((await send(api, '/materials', deep(MAX_JSON_DEPTH))).body, refused)
    const naziv = `${'[{'.repeat(50)}\\"${'[{'.repeat(20)}\\\\`
    const material = `{"id":"KABL1","naziv":"${naziv}","zemlja_porekla":"Srbija","jedinica_mere":"m","tarifni_broj":"8544"}`
    const { status } = await send(api, '/materials', material)
    assert.equal(status, 201)
  })

  test('letters of another encoding are refused, not stored as signs that nobody can turn back', async () => {
    const api = await testApi(engine)
    const material =
      '{"id":"KABL1","naziv":"Šumadija","zemlja_porekla":"Srbija","jedinica_mere":"m","tarifni_broj":"8544"}'
    const windows1250 = Uint8Array.from(material, (letter) => (letter === 'Š' ? 0x8a : letter.charCodeAt(0)))
    const refused = { message: 'Telo zahteva mora biti u kodnom rasporedu UTF-8.' }
    const unread = await send(api, '/materials', windows1250)
    assert.deepEqual([unread.status, unread.body], [400, refused])
    const named = await send(api, '/materials', material, 'application/json; charset=windows-1250')
    assert.deepEqual([named.status, named.body], [415, refused])
    const { status, body } = await send(api, '/materials', material, 'application/json; charset="UTF-8"')
    assert.deepEqual([status, body.naziv], [201, 'Šumadija'])
  })

  test('millions of items, keys and parts are refused in time, with a short answer', async () => {
    const api = await testApi(engine)
    const items = (path: string, list: string) =>
      send(api, path, `{"${list}":[${'{},'.repeat(Math.floor(MAX_JSON_BYTES / 3) - 20)}{}]}`)
    const keys = `{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":1`).join(',')}}`
    const part = (i: number) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${i}"\r\n\r\n\r\n`
    const parts = Array.from({ length: Math.floor(MAX_PDF_BYTES / 90) }, (_, i) => part(i)).join('')
    const answers = [
      await items('/c4', 'stavke'),
      await items('/proizvodi', 'normativi'),
      await send(api, '/materials', keys),
      await send(api, '/c4/upload', `${parts}--${BOUNDARY}--\r\n`, `multipart/form-data; boundary=${BOUNDARY}`),
    ]
    for (const { status, body, length, blockedMs } of answers) {
      assert.equal(status, 400)
      assert.match(body.message, /^(Poslati podaci imaju previše vrednosti|Zahtev ima previše delova)\.$/)
      assert.ok(length < 10_000, `${length} characters`)
      assert.ok(blockedMs < MAX_BLOCKED_MS, `${blockedMs} ms`)
    }
  })

  test('a body may hold so many values, a list so many members, a form so many parts', async () => {
    const api = await testApi(engine)
    const list = (members: number) => send(api, '/c4', `{"x":[${'1,'.repeat(members - 1)}1]}`)
    const tooMany = 'Poslati podaci imaju previše vrednosti.'
    assert.notEqual((await list(MAX_JSON_MEMBERS)).body.message, tooMany)
    assert.equal((await list(MAX_JSON_MEMBERS + 1)).body.message, tooMany)
    const lists = `[${'1,'.repeat(MAX_JSON_MEMBERS - 1)}1]`
    const values = (times: number) => send(api, '/c4', `{"x":[${`${lists},`.repeat(times - 1)}${lists}]}`)
    assert.notEqual((await values(MAX_JSON_VALUES / MAX_JSON_MEMBERS - 1)).body.message, tooMany)
    assert.equal((await values(MAX_JSON_VALUES / MAX_JSON_MEMBERS + 1)).body.message, tooMany)
    const form = (parts: number, header = '') => {
      const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"${header}\r\n\r\nb\r\n`
      return send(
        api,
        '/c4/upload',
        `${part.repeat(parts)}--${BOUNDARY}--\r\n`,
        `multipart/form-data; boundary="${BOUNDARY}"`,
      )
    }
    const noFile = 'Zahtev mora sadržati fajl.'
    assert.equal((await form(MAX_MULTIPART_PARTS)).body.message, noFile)
    assert.equal((await form(MAX_MULTIPART_PARTS + 1)).body.message, 'Zahtev ima previše delova.')
    assert.equal(
      (await form(1, `; x="${'y'.repeat(MAX_PART_HEADER_BYTES)}"`)).body.message,
      'Zahtev ima previše delova.',
    )
  })

  test('of thousands of wrong lines the first are told, with their places', async () => {
    const api = await testApi(engine)
    const { status, body } = await send(api, '/c4', JSON.stringify({ stavke: Array(4_000).fill({}) }))
    assert.equal(status, 400)
    assert.equal(body.errors.length, MAX_TOLD_ERRORS)
    const lines = body.errors.filter(({ field }: { field: string }) => /^stavke\.\d+\.kolicina$/.test(field))
    assert.deepEqual(lines[0], { field: 'stavke.0.kolicina', message: 'Stavka 1: Količina: obavezno polje.' })
    assert.ok(lines.length > 100)
  })

  test('strangers may send little', async () => {
    const api = await testApi(engine)
    const login = (bytes: number) => {
      const rest = '{"email":"ana@firma.rs","password":""}'
      return send(api, '/auth/login', rest.replace('""', `"${'a'.repeat(bytes - rest.length)}"`))
    }
    assert.equal((await login(MAX_OPEN_JSON_BYTES)).status, 400)
    const refused = await login(MAX_OPEN_JSON_BYTES + 1)
    assert.deepEqual([refused.status, refused.body], [413, { message: 'Poslati podaci su preveliki.' }])
  })

  test('keys that name prototypes change none', async () => {
    const api = await testApi(engine)
    const material = '"naziv":"Kabl","zemlja_porekla":"Srbija","jedinica_mere":"m","tarifni_broj":"8544"'
    const body = `{"__proto__":{"admin":true,"id":"X"},"constructor":{"prototype":{"admin":true}},"id":"KABL1",${material}}`
    assert.equal((await send(api, '/materials', body)).status, 201)
    assert.equal(({} as Record<string, unknown>).admin, undefined)
    const own = `{"__proto__":{"id":"KABL2"},${material}}`
    assert.equal((await send(api, '/materials', own)).status, 400)
  })
})
