// Things that docs/SECURITY.md says the program never does, looked for in its source.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'

const project = join(import.meta.dirname, '..')
const sources = globSync(['{domain,contract,server,web}/**/*.{ts,tsx}', 'web/public/*.js', 'web/index.html'], {
  cwd: project,
})
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !/\.test\.ts$|\/testing/.test(path))
  .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }))

/** Files of these rooms that hold the pattern; `but` names those that may. */
function holding(pattern: RegExp, rooms: RegExp = /./, but: readonly string[] = []): string[] {
  return sources
    .filter(({ path, text }) => rooms.test(path) && !but.includes(path) && pattern.test(text))
    .map(({ path }) => path)
}

test('no text becomes a program', () => {
  assert.deepEqual(holding(/\beval\(|new Function\b|\bsetTimeout\(['"`]|node:vm\b/), [])
})

test('no text becomes markup', () => {
  const markup = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc|javascript:/i
  assert.deepEqual(holding(markup, /^web\//), [])
  assert.deepEqual(holding(/<script(?![^>]*\bsrc=)[^>]*>|\son\w+="/, /\.html$/), [])
})

test('no regular expression is made of what comes from outside', () => {
  assert.deepEqual(holding(/new RegExp\(|[^.\w]RegExp\(/), [])
})

test('processes are started by their file, without a shell, and only for spreadsheets', () => {
  assert.deepEqual(holding(/node:child_process|shell: *true/), ['server/jobs/job-worker.ts'])
})

test('the server asks no other host for anything', () => {
  const outside =
    /\bfetch\(|node:https|http\.(request|get)\(|\bWebSocket\b|EventSource|node:dgram|node:tls|(?<!xmlns=)['"`]https?:\/\/(?!localhost|schemas\.openxmlformats\.org\/)/
  assert.deepEqual(holding(outside, /^server\//, ['server/main.ts', 'server/host.ts']), [])
})

test('but the mail server, from one file', () => {
  assert.deepEqual(holding(/nodemailer/, /^server\//), ['server/posta/posta.ts'])
})

test('the web asks its own server alone', () => {
  assert.deepEqual(holding(/https?:\/\/|\bWebSocket\b|EventSource|sendBeacon|postMessage/, /^web\/(?!gallery)/), [])
})

test('hashes are SHA-256 and argon2id, and chance that matters is that of the operating system', () => {
  assert.deepEqual(holding(/createHash\((?!'sha256')|\b(md5|sha1)\b/i), [])
  // How long somebody waits before he tries again is no secret.
  assert.deepEqual(
    holding(/Math\.random/, /^server\//, [
      'server/db/transactions.ts',
      'server/db/postgres/hosts.ts',
      'server/db/postgres/open-postgres.ts',
    ]),
    [],
  )
  assert.deepEqual(holding(/createCipher|createSign|createHmac|\bpbkdf2|\bscrypt/), [])
})

test('no program hashes passwords more cheaply', () => {
  assert.deepEqual(holding(/setHashCost\(/), ['server/auth/passwords.ts'])
})

test('nobody reads cookies', () => {
  assert.deepEqual(holding(/document\.cookie|set-cookie|hono\/cookie/i), [])
})
