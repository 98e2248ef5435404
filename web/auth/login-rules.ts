import { useEffect, useState } from 'react'
import type { authEndpoints } from '#contract/auth.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import type { postaEndpoints } from '#contract/posta.ts'
import { ApiError, BAD_REQUEST, isOfField, NO_RESPONSE, request, requestTexts } from '#web/request.ts'

/** Addresses as the contract has them; only its types, because its schemas would make the first page twice as heavy. */
type Address<K extends keyof typeof authEndpoints> = Pick<(typeof authEndpoints)[K], 'method' | 'path'>
export const LOGIN: Address<'login'> = { method: 'POST', path: '/auth/login' }
export const REGISTER: Address<'register'> = { method: 'POST', path: '/auth/register' }
export const HAS_MAILS: Pick<(typeof postaEndpoints)['imaPostu'], 'method' | 'path'> = {
  method: 'GET',
  path: '/auth/mail',
}

/**
 * The literal sentences of the form (spec §5 and §8); the English ones stay English (decisions §5). They stand in the
 * contract too, beside its schemas; login-rules.test.ts keeps the two alike.
 */
export const loginTexts = {
  fillAll: 'Please fill in all fields',
  confirm: 'Please confirm your password',
  mismatch: 'Passwords do not match',
  short: 'Password must be at least 8 characters long',
  badRequest: 'Molimo popunite sva polja ispravno.',
  wrong: 'Pogrešan email ili lozinka.',
  exists: 'Korisnik sa ovim emailom već postoji.',
} as const

/** Sentences of the second step; the first one stands in the contract too. */
export const codeTexts = {
  codeWanted: 'Upišite kod iz aplikacije.',
  note: 'Ovaj nalog ima potvrdu u dva koraka. Otvorite aplikaciju sa kodovima na telefonu.',
  enter: 'Potvrdi',
  entering: 'Provera...',
  back: 'Nazad',
} as const

export type Mode = 'login' | 'register'
export type Entries = { email: string; password: string; confirmPassword: string }
export const NO_ENTRIES: Entries = { email: '', password: '', confirmPassword: '' }

/** The fault and its field, or null when it can be sent. */
export type Fault = { text: string; field: keyof Entries }

/** The checks of the browser, in the order of spec §5. */
export function faultIn(mode: Mode, { email, password, confirmPassword }: Entries): Fault | null {
  if (!email.trim()) return { text: loginTexts.fillAll, field: 'email' }
  if (!password) return { text: loginTexts.fillAll, field: 'password' }
  if (mode === 'register' && !confirmPassword) return { text: loginTexts.confirm, field: 'confirmPassword' }
  if (mode === 'register' && password !== confirmPassword)
    return { text: loginTexts.mismatch, field: 'confirmPassword' }
  if (password.length < MIN_PASSWORD_CHARACTERS) return { text: loginTexts.short, field: 'password' }
  return null
}

/** Whether the password was right and the code is missing or wrong. */
export const isOfCode = (error: unknown): boolean => isOfField(error, 'code')

/** The sentence for a refused login or registration, by status (spec §8). */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return requestTexts.badRequest
  if (isOfCode(error)) return error.message
  switch (error.status) {
    case 400:
      return loginTexts.badRequest
    case 401:
      return loginTexts.wrong
    case 409:
      return loginTexts.exists
    case NO_RESPONSE:
      return requestTexts.noResponse
    case BAD_REQUEST:
      return requestTexts.badRequest
    default:
      return error.message
  }
}

/** Whether the server sends mails; false until it says so. */
export function useHasMails(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    request({ ...HAS_MAILS, session: false })
      .then((answer) => answer.json())
      .then(({ mejl }) => setHas(mejl === true))
      .catch(() => undefined)
  }, [])
  return has
}
