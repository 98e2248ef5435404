import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import { faultIn } from './judge.ts'

const request = {
  endpoint: authEndpoints.me,
  path: '/auth/me',
  init: { method: 'GET', headers: {}, body: null },
  fault: 'good',
  address: '10.0.0.1',
  refused: null,
} as const
const json = 'application/json'

const judge = (status: number, body: unknown, more: { type?: string; ms?: number; blockedMs?: number } = {}) =>
  faultIn(request, { status, type: json, text: JSON.stringify(body), ms: 5, blockedMs: 1, ...more })

test('our refusals and answers are no fault', () => {
  assert.equal(judge(200, { user: { email: 'ana@firma.rs', ime: '', uloga: 'Administrator' } }), null)
  assert.equal(judge(404, { message: 'Traženi podatak ne postoji.' }), null)
  assert.equal(judge(400, { message: 'Password must be at least 8 characters long' }), null)
  const errors = [{ field: 'naziv', message: 'Naziv je obavezan' }]
  assert.equal(judge(400, { message: 'Naziv je obavezan (i još grešaka: 1).', errors }), null)
})

test('faults are told: of the server, of time, of shape, of language, of the contract', () => {
  const message = 'Traženi podatak ne postoji.'
  assert.match(judge(500, { message }) ?? '', /^status 500/)
  assert.match(judge(503, { message }) ?? '', /^status 503/)
  assert.match(judge(422, { message }) ?? '', /^status 422/)
  assert.match(judge(404, { message }, { ms: 10_001 }) ?? '', /^took/)
  assert.match(judge(404, { message }, { blockedMs: 201 }) ?? '', /^kept everybody waiting/)
  assert.match(judge(404, { message }, { type: 'text/html' }) ?? '', /type text\/html/)
  for (const body of [
    'Not Found',
    {},
    { message: '' },
    { message: 7 },
    { message, stack: 'at x' },
    { message, errors: {} },
  ])
    assert.match(judge(404, body) ?? '', /no \{ message \}/)
  for (const foreign of [
    'Invalid input: expected string, received number',
    'SqliteError: UNIQUE constraint failed: c4.broj_kljuc',
    'duplicate key value violates unique constraint',
    'Unexpected token } in JSON at position 3',
    'TypeError: x is not a function',
    'Greška u /app/server/c4/c4-save.ts:17',
  ])
    assert.match(judge(400, { message: foreign }) ?? '', /not ours/, foreign)
  assert.match(judge(400, { message, errors: [{ field: 'x', message: 'Required' }] }) ?? '', /not ours/)
  assert.match(judge(200, { email: 'ana@firma.rs' }) ?? '', /breaks the contract/)
  assert.match(judge(302, {}) ?? '', /^status 302/)
  assert.match(judge(200, { user: { email: 'a', lozinka: 'argon2id$m=1' } }) ?? '', /secret/)
})

test('what is to be refused before anything looks at it is a fault where it is not', () => {
  const message = 'Zahtev je poslat sa drugog sajta.'
  const answer = { type: json, text: JSON.stringify({ message }), ms: 5, blockedMs: 1 }
  assert.equal(faultIn({ ...request, refused: 403 }, { ...answer, status: 403 }), null)
  assert.match(faultIn({ ...request, refused: 403 }, { ...answer, status: 400 }) ?? '', /^status 400 where 403/)
})
