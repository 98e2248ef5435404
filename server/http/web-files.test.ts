import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { MAX_WEB_BYTES, webFiles } from './web-files.ts'

const SCRIPT = `export const text = '${'x'.repeat(2000)}'`

function built(t: { after(done: () => void): void }): string {
  const root = mkdtempSync(join(tmpdir(), 'web-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'assets', 'main-1.js'), SCRIPT)
  writeFileSync(join(root, 'assets', 'main-1.js.gz'), gzipSync(SCRIPT))
  return root
}

function siteOf(root: string) {
  const send = webFiles(root)
  const app = new Hono()
  app.get('*', (c) => send(c, c.req.path) ?? c.notFound())
  return (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
}

/** A turn for each file, and one more. */
async function readBehind() {
  for (let turn = 0; turn < 3; turn++) await nextTurn()
}

test('the web is sent from memory, in the form that the browser takes, and not again where it has it', async (t) => {
  const root = built(t)
  const ask = siteOf(root)
  const plain = await ask('/assets/main-1.js')
  rmSync(root, { recursive: true })
  assert.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.deepEqual([await plain.text(), plain.headers.get('content-encoding')], [SCRIPT, null])
  const short = await ask('/assets/main-1.js', { 'accept-encoding': 'br, gzip;q=0.8' })
  assert.deepEqual([short.headers.get('content-encoding'), short.headers.get('vary')], ['gzip', 'accept-encoding'])
  assert.equal(gunzipSync(Buffer.from(await short.arrayBuffer())).toString(), SCRIPT)
  const tags = [plain, short].map(({ headers }) => headers.get('etag') ?? '')
  assert.notEqual(tags[0], tags[1])
  assert.equal((await ask('/assets/main-1.js', { 'if-none-match': tags[0] ?? '' })).status, 304)
  assert.equal((await ask('/assets/main-1.js', { 'if-none-match': '"other"' })).status, 200)
  for (const path of ['/assets/main-1.js.gz', '/assets', '/assets/../assets/none.js'])
    assert.equal((await ask(path)).status, 404, path)
})

test('all of it is in memory soon after the start, before anybody asks', async (t) => {
  const root = built(t)
  const ask = siteOf(root)
  await readBehind()
  rmSync(root, { recursive: true })
  assert.equal(await (await ask('/assets/main-1.js')).text(), SCRIPT)
})

test('maps stay on the disk, and 32 MiB are all that is kept', async (t) => {
  assert.equal(MAX_WEB_BYTES, 33_554_432)
  const root = built(t)
  writeFileSync(join(root, 'assets', 'main-1.js.map'), Buffer.alloc(MAX_WEB_BYTES + 1))
  webFiles(root)
  await readBehind()
  writeFileSync(join(root, 'large.js'), Buffer.alloc(MAX_WEB_BYTES + 1))
  assert.throws(() => webFiles(root), /ima \d+ bajtova, a sme najviše 33554432\./)
})
