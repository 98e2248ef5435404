import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authEndpoints, authTexts } from '#contract/auth.ts'
import { postaEndpoints } from '#contract/posta.ts'
import { ApiError } from '#web/request.ts'
import { codeTexts, faultIn, HAS_MAILS, isOfCode, LOGIN, loginTexts, REGISTER, refusalText } from './login-rules.ts'

const good = { email: 'ana@firma.rs', password: 'tajna-rec', confirmPassword: 'tajna-rec' }

describe('what the login form refuses by itself', () => {
  test('complete entries pass', () => {
    assert.equal(faultIn('register', good), null)
    assert.equal(faultIn('login', { ...good, confirmPassword: '' }), null)
  })

  test('email and password are required', () => {
    assert.deepEqual(faultIn('login', { ...good, email: '  ' }), { text: 'Please fill in all fields', field: 'email' })
    assert.deepEqual(faultIn('register', { ...good, password: '' }), {
      text: 'Please fill in all fields',
      field: 'password',
    })
  })

  test('a new password is confirmed', () => {
    assert.equal(faultIn('register', { ...good, confirmPassword: '' })?.text, 'Please confirm your password')
    assert.equal(faultIn('register', { ...good, confirmPassword: 'tajna-rek' })?.text, 'Passwords do not match')
  })

  test('seven characters are too few, eight are enough', () => {
    const seven = { ...good, password: '1234567', confirmPassword: '1234567' }
    const eight = { ...good, password: '12345678', confirmPassword: '12345678' }
    assert.equal(faultIn('register', seven)?.text, 'Password must be at least 8 characters long')
    assert.equal(faultIn('login', seven)?.text, 'Password must be at least 8 characters long')
    assert.equal(faultIn('register', eight), null)
  })
})

test('a code that is missing or wrong is said as the server says it', () => {
  const refused = new ApiError(401, authTexts.wrongCode, [{ field: 'code', message: authTexts.wrongCode }])
  assert.ok(isOfCode(refused))
  assert.equal(refusalText(refused), authTexts.wrongCode)
})

describe('what a refusal says', () => {
  const cases: [number, string, string][] = [
    [400, 'Email nije ispravan.', 'Molimo popunite sva polja ispravno.'],
    [401, 'bilo šta', 'Pogrešan email ili lozinka.'],
    [409, 'bilo šta', 'Korisnik sa ovim emailom već postoji.'],
    [403, 'Registracija je zatvorena.', 'Registracija je zatvorena.'],
    [500, 'Nešto je pošlo po zlu', 'Nešto je pošlo po zlu'],
    [0, 'x', 'Nema odgovora sa servera. Proverite konekciju.'],
    [-1, 'x', 'Greška u zahtevu. Pokušajte ponovo.'],
  ]
  for (const [status, message, said] of cases) {
    test(`${status}: ${said}`, () => assert.equal(refusalText(new ApiError(status, message)), said))
  }

  test('anything unforeseen', () => {
    assert.equal(refusalText(new Error('x')), 'Greška u zahtevu. Pokušajte ponovo.')
  })
})

test('texts and addresses are those of the contract', () => {
  for (const [name, text] of Object.entries(loginTexts)) {
    assert.equal(text, authTexts[name as keyof typeof loginTexts])
  }
  assert.equal(codeTexts.codeWanted, authTexts.codeWanted)
  assert.equal(LOGIN.path, authEndpoints.login.path)
  assert.equal(REGISTER.path, authEndpoints.register.path)
  assert.deepEqual([HAS_MAILS.method, HAS_MAILS.path], [postaEndpoints.imaPostu.method, postaEndpoints.imaPostu.path])
})
