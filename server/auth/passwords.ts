import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane; about 20 ms, off the event loop. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const SALT_BYTES = 16

const derive = promisify(argon2)
const tagOf = (password: string, nonce: Buffer): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFC'), nonce, ...PARAMETERS })

/** Password → `argon2id$salt$tag`, both base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `argon2id$${salt.toString('base64')}$${(await tagOf(password, salt)).toString('base64')}`
}

/** Whether the password is the stored one. Without a stored one it takes just as long and is false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = '', tag = ''] = (stored ?? '').split('$')
  const expected = Buffer.from(tag, 'base64')
  const actual = await tagOf(password, salt ? Buffer.from(salt, 'base64') : Buffer.alloc(SALT_BYTES))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
