import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'

/** One answered request, without what anybody typed: no path, query, address or body. */
export type Answered = {
  /** That of a trusted proxy (`X-Request-Id`), otherwise ours; the answer names it. */
  readonly id: string
  readonly method: string
  /** The template of its path (`/api/c4/{id}`), or what stands in for those outside the contract. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** Id of the logged-in user. */
  readonly user: number | undefined
  /** A screen asked by itself. */
  readonly unattended: boolean
}

const OWN_ROUTES = ['/api/health', '/api/ready', '/api/openapi.json', '/api/docs']
const REQUEST_ID = /^[\w.:-]{1,64}$/

/** Tells `tell` of every answer; routes leave their facts about a request in `c` (server/http/mount.ts). */
export function watchRequests(tell: (answered: Answered) => void, trustedProxies: number): MiddlewareHandler {
  const ours = randomBytes(6).toString('base64url')
  let requests = 0
  return async (c, next) => {
    const began = performance.now()
    const sent = trustedProxies > 0 ? (c.req.header('x-request-id') ?? '') : ''
    const id = REQUEST_ID.test(sent) ? sent : `${ours}-${(++requests).toString(36)}`
    c.set('requestId', id)
    await next()
    c.header('x-request-id', id)
    tell({
      id,
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      ms: performance.now() - began,
      user: c.get('userId'),
      unattended: c.get('unattended') === true,
    })
  }
}

/** Few names, whatever strangers ask for. */
function routeOf(c: Context): string {
  const route: string | undefined = c.get('route')
  if (route !== undefined) return route
  const { path } = c.req
  if (OWN_ROUTES.includes(path)) return path
  return path.startsWith('/api') ? 'unknown' : 'web'
}
