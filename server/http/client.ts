import { isIP } from 'node:net'
import type { Context } from 'hono'
import { addressIn } from '#server/host.ts'

/** The caller, as far as the connection says. */
export type Client = {
  /** IP address in one spelling; empty where there is no connection (tests). */
  readonly address: string
  /** The browser's name for itself. */
  readonly device: string
}

/** The connection of a call; there is none in tests. */
export type Connected = { incoming?: { socket?: { remoteAddress?: string; localAddress?: string } } } | undefined

/**
 * The client of a call. With `trustedProxies` (TRUST_PROXY) in front, the address is the one that the outermost of them
 * appended to `X-Forwarded-For`: the client may have made up everything to the left of it.
 */
export function clientOf(c: Context, trustedProxies: number): Client {
  const connection = (c.env as Connected)?.incoming?.socket?.remoteAddress ?? ''
  const forwarded = trustedProxies > 0 ? (c.req.header('x-forwarded-for') ?? '').split(',') : []
  const named = addressIn(forwarded.at(-trustedProxies) ?? '')
  return { address: named || addressIn(connection), device: c.req.header('user-agent') ?? '' }
}

/** True if the browser speaks TLS to the proxy in front of us; without a proxy nobody knows. */
export const isSecure = (c: Context, trustedProxies: number): boolean =>
  trustedProxies > 0 && c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https'

/** The key of a client for limits of tries: an IPv4 address, or the /64 of IPv6, which is what one subscriber gets. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const words = tail === undefined ? [...head] : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  return `${words.slice(0, 4).join(':')}::/64`
}
