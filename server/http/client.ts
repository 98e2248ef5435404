import { isIP } from 'node:net'
import type { Context } from 'hono'

/** Who is calling, as far as the connection tells. */
export type Client = {
  /** IP address in one spelling; empty where there is no connection (tests). */
  readonly address: string
  /** What the browser says it is. */
  readonly device: string
}

type Connected = { incoming?: { socket?: { remoteAddress?: string | undefined } } } | undefined

/**
 * The client of a call. With `trustedProxies` (TRUST_PROXY) of our own in front, the address is what the outermost of
 * them wrote into `X-Forwarded-For`: it appended it, so what stands further left the client may have made up.
 */
export function clientOf(c: Context, trustedProxies: number): Client {
  const connection = (c.env as Connected)?.incoming?.socket?.remoteAddress ?? ''
  const forwarded = trustedProxies > 0 ? (c.req.header('x-forwarded-for') ?? '').split(',') : []
  const named = addressIn(forwarded.at(-trustedProxies) ?? '')
  return { address: named || addressIn(connection), device: c.req.header('user-agent') ?? '' }
}

/** Whether the browser speaks TLS to the proxy in front of us; without a proxy nobody knows. */
export const isSecure = (c: Context, trustedProxies: number): boolean =>
  trustedProxies > 0 && c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https'

/** The IP address in a text that may carry a port; IPv4 inside IPv6 is IPv4. Empty for anything else. */
function addressIn(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(\.\d+){3}):\d+$/, '$1')
  const address = (bare.split('%', 1)[0] ?? '').toLowerCase()
  const kind = isIP(address)
  if (kind !== 6) return kind === 4 ? address : ''
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (!mapped) return short
  const [high = 0, low = 0] = mapped.slice(1).map((word) => Number.parseInt(word, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whom a limit of tries is for: an IPv4 address, or the /64 of IPv6, which is what one subscriber gets. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const words = tail === undefined ? [...head] : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  return `${words.slice(0, 4).join(':')}::/64`
}
