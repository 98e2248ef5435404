import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { authTexts } from '#contract/auth.ts'
import { createTurns } from '#server/limited-turns.ts'
import { TryAgain } from '#server/refusal.ts'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane; about 20 ms, off the event loop. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
let cost: Cost = COST
const TAG_BYTES = 32
const SALT_BYTES = 16

type Cost = { memory: number; passes: number; parallelism: number }
/** Sets another cost, in tests of other things only (scripts/dangerous-calls.test.ts). */
export function setHashCost(other: Cost = COST): void {
  cost = other
}

type Stored = { cost: Cost; salt: Buffer; tag: Buffer }

/** Each hash takes 19 MiB and one of libuv's four threads, which files and host names need too. */
export const HASHES_AT_ONCE = 2
/** The hashes that may wait: a second of work. */
export const WAITING_HASHES = 64
const WAIT_MS = 60_000
const RETRY_SECONDS = 5
const turns = createTurns({ places: HASHES_AT_ONCE, queue: WAITING_HASHES, waitMs: WAIT_MS })

const derive = promisify(argon2)
/** Refuses (503, `Retry-After`) where too many wait already. */
async function tagOf(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
  const place = await turns.enter()
  if (typeof place === 'string') throw new TryAgain('unavailable', authTexts.busy, RETRY_SECONDS)
  try {
    return await derive('argon2id', {
      message: password.normalize('NFC'),
      nonce,
      tagLength: TAG_BYTES,
      memory,
      passes,
      parallelism,
    })
  } finally {
    place.leave()
  }
}

/**
 * Password → `argon2id$m=19456,t=2,p=1$salt$tag`, salt and tag in base64. With cost and salt of the hash `like`, so that
 * the same password gives the same text.
 */
export async function hashPassword(password: string, like = ''): Promise<string> {
  const as = parse(like) ?? { cost, salt: randomBytes(SALT_BYTES) }
  const tag = await tagOf(password, as.salt, as.cost)
  return `${prefixOf(as.cost)}$${as.salt.toString('base64')}$${tag.toString('base64')}`
}
const prefixOf = ({ memory, passes, parallelism }: Cost) => `argon2id$m=${memory},t=${passes},p=${parallelism}`

/** Whether the password is the stored one. Without a stored one it takes just as long and is false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const known = parse(stored ?? '')
  const as = known ?? { cost, salt: Buffer.alloc(SALT_BYTES) }
  const actual = await tagOf(password, as.salt, as.cost)
  return known !== null && actual.length === known.tag.length && timingSafeEqual(actual, known.tag)
}

/** True for a hash of another cost than today's: the next login renews it. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(`${prefixOf(cost)}$`)

function parse(stored: string): Stored | null {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? []
  if (!memory) return null
  const as = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost: as, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}
