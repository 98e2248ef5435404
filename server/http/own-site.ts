import type { MiddlewareHandler } from 'hono'
import { sentences } from '#contract/errors.ts'
import { hostName, isOwnHost } from '#server/host.ts'
import { Refusal } from '#server/refusal.ts'
import type { Connected } from './client.ts'

const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses requests under a name that is not ours (421), and changes that a page of another site asks for (403). HTTP/1.0
 * may come without a `Host`, as from HAProxy's checks; no browser speaks it.
 */
export function ownSite(names: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host')
    const localAddress = (c.env as Connected)?.incoming?.socket?.localAddress
    const own = host === undefined || isOwnHost({ host, localAddress }, names)
    if (own === null) throw new Refusal('invalid', sentences.notHttp)
    if (!own) throw new Refusal('misdirected', sentences.foreignHost)
    const isForeign =
      c.req.header('sec-fetch-site') === 'cross-site' || !isOwnOrigin(c.req.header('origin'), host, names)
    if (isForeign && !CHANGES_NOTHING.includes(c.req.method)) throw new Refusal('forbidden', sentences.foreignSite)
    await next()
  }
}

/** A proxy may leave the port out of `Host`, or put a name of its own there: a name of PUBLIC_HOSTS has any port. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, names: readonly string[]): boolean {
  if (origin === undefined) return true
  const [, from = ''] = /^https?:\/\/(.+)$/.exec(origin) ?? []
  return from !== '' && (from.toLowerCase() === host?.toLowerCase() || names.includes(hostName(from) ?? ''))
}
