import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane; about 20 ms, off the event loop. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16

type Cost = { memory: number; passes: number; parallelism: number }
type Stored = { cost: Cost; salt: Buffer; tag: Buffer }

const derive = promisify(argon2)
const tagOf = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength: TAG_BYTES, ...cost })

/** Password → `argon2id$m=19456,t=2,p=1$salt$tag`, salt and tag in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, salt, COST)
  return `${PREFIX}$${salt.toString('base64')}$${tag.toString('base64')}`
}
const PREFIX = `argon2id$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`

/** Whether the password is the stored one. Without a stored one it takes just as long and is false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const known = parse(stored ?? '')
  const { cost, salt } = known ?? { cost: COST, salt: Buffer.alloc(SALT_BYTES) }
  const actual = await tagOf(password, salt, cost)
  return known !== null && actual.length === known.tag.length && timingSafeEqual(actual, known.tag)
}

/** True for a hash of another cost than today's: the next login renews it. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(`${PREFIX}$`)

function parse(stored: string): Stored | null {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? []
  if (!memory) return null
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}
