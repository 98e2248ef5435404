import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, test } from 'node:test'
import { isGuessable } from './guessable.ts'
import { HASHES_AT_ONCE, hashPassword, isOutdated, setHashCost, verifyPassword, WAITING_HASHES } from './passwords.ts'

// Other files of this process may have asked for another one.
beforeEach(() => setHashCost())

test('a password is stored as argon2id with its cost and a salt of its own, and only it is right', async () => {
  const stored = await hashPassword('Šećer-i-đumbir 7')
  assert.match(stored, /^argon2id\$m=19456,t=2,p=1\$[\w+/]{22}==\$[\w+/]{43}=$/)
  assert.notEqual(await hashPassword('Šećer-i-đumbir 7'), stored)
  assert.equal(await verifyPassword('Šećer-i-đumbir 7', stored), true)
  for (const wrong of ['šećer-i-đumbir 7', 'Šećer-i-đumbir 7 ', 'Šećer-i-đumbir', ''])
    assert.equal(await verifyPassword(wrong, stored), false, wrong)
})

test('a letter typed as one sign or as two is the same password', async () => {
  const stored = await hashPassword('č'.normalize('NFD').repeat(8))
  assert.equal(await verifyPassword('č'.normalize('NFC').repeat(8), stored), true)
})

test('no part of a long password is left out', async () => {
  const stored = await hashPassword('x'.repeat(200))
  assert.equal(await verifyPassword('x'.repeat(199), stored), false)
  assert.equal(await verifyPassword('x'.repeat(200), stored), true)
})

test('what is no hash is nobody’s password', async () => {
  for (const stored of [undefined, '', 'tajna', 'argon2id$m=1,t=1$x$y']) {
    assert.equal(await verifyPassword('', stored), false)
    assert.equal(await verifyPassword('tajna', stored), false)
  }
})

test('a hash of an older cost is verified with its own cost and is due for a new one', async () => {
  const nonce = Buffer.alloc(16)
  const cost = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: 'tajna-rec-1', nonce, ...cost }).toString('base64')
  const old = `argon2id$m=8192,t=1,p=1$${nonce.toString('base64')}$${tag}`
  assert.equal(await verifyPassword('tajna-rec-1', old), true)
  assert.equal(await verifyPassword('tajna-rec-2', old), false)
  assert.equal(isOutdated(old), true)
  assert.equal(isOutdated(await hashPassword('x')), false)
})

test('what is guessed first is known, with its figures, signs and repetitions', async () => {
  const email = 'petar.petrovic@sumadijakabl.rs'
  const guessable = `12345678 123456789012 password Password1 p@ssw0rd P@$$w0rd! lozinka123 Lozinka2026! sifrasifra
    qwertyui qwertzuiop 1q2w3e4r asdfghjk zxcvbnm,1 abcdefgh abcd1234 11111111 aaaaaaaa abababab abcabcabc
    20260101 01.02.2026 iloveyou admin123 administrator Zvezda1945 Partizan!! beograd011 jugoslavija zalihe2026
    Lozinka.2026 Password!2021 Zalihe-2030 petrovic.2020 petrovic1 Petrovic2026 sumadijakabl SumadijaKabl1! petarpetar`.split(
    /\s+/,
  )
  for (const password of guessable) assert.equal(await isGuessable(password, email), true, password)
  const chosen = `tajna-rec-1 kiša-u-avgustu konjuplavomkaputu Tr7!kd0pQz 7h3r3c0l correct-horse krastavac-mleko
    lozinka-za-magacin-2 petrovic-voli-kablove žutažabažutalampa`.split(/\s+/)
  for (const password of chosen) assert.equal(await isGuessable(password, email), false, password)
})

test('marks of Serbian letters, short pieces, rows read backwards and signs alone make no password better', async () => {
  const email = 'ana.djokic@kabl2.rs'
  for (const password of [
    'Šifra2026',
    'šumadija1',
    'Đokić2026',
    'qwe123asd',
    'poiuytrewq',
    'žabažaba',
    '!"#$%&/()',
    'ana2026!',
  ])
    assert.equal(await isGuessable(password, email), true, password)
  for (const password of ['jovan-i-đurđa', 'abc-def-ghi', 'ana85kupuje'])
    assert.equal(await isGuessable(password, email), false, password)
})

test('an address and its parts are guessed also with the figures and signs that they hold', async () => {
  const email = 'ana.85@kabl2.rs'
  for (const password of [email, `${email}!`, 'ANA.85@KABL2.RS', 'kabl2026'])
    assert.equal(await isGuessable(password, email), true, password)
  assert.equal(await isGuessable('petar85!', 'petar85@firma.rs'), true)
  assert.equal(await isGuessable('kiša-u-avgustu', email), false)
})

test('the common passwords are known, in any case', async () => {
  for (const password of ['alex1234', 'Chocolate', 'metallica', 'TRUSTNO1', 'rush2112', 'bubbles1'])
    assert.equal(await isGuessable(password, 'petar@firma.rs'), true, password)
})

test('two hashes at once, 64 wait, and what comes beyond is refused with the time to wait', async () => {
  assert.deepEqual([HASHES_AT_ONCE, WAITING_HASHES], [2, 64])
  const asked = Array.from({ length: HASHES_AT_ONCE + WAITING_HASHES + 3 }, () => hashPassword('tajna-rec-1'))
  let hashed = 0
  for (const one of asked) one.then(() => hashed++).catch(() => undefined)
  const file = readFile(import.meta.filename).then(() => hashed)
  const done = await Promise.allSettled(asked)
  const refused = done.filter((one) => one.status === 'rejected').map(({ reason }) => reason)
  assert.deepEqual(
    refused.map(({ code, seconds }) => [code, seconds]),
    Array(3).fill(['unavailable', 5]),
  )
  assert.ok((await file) < WAITING_HASHES / 2, 'a file is read meanwhile')
})
