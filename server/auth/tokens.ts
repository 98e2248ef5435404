import { createHash, randomBytes, randomInt } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** 256 random bits, as 43 signs. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Whether a text may be a token; of anything else there is no need to ask the database. */
export const isToken = (text: string): boolean => TOKEN.test(text)

/** The database knows only the hash: nobody can log in with it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Without signs that look alike when they are read out. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP_SIGNS = 5

/** Random signs for people to type, in groups of five with hyphens between: 24 bits each. */
export function typedSecret(groups: number): string {
  const group = () => Array.from({ length: GROUP_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
