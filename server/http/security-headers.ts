import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { isSecure } from './client.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** The name of a style sheet of a page in a policy. */
const hashSource = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * The policy of a page of the web application. It may load and run its own files, and PDFs that it made from memory. It
 * runs no other script, and text never becomes one (Trusted Types, with no policy that could make an exception). Its
 * only style in the page is that of sonner (toasts), which puts its sheet there: an element that is empty at first,
 * hence the two hashes.
 */
const WEB_POLICY = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': `'self' ${hashSource('')} 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='`,
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': 'blob:',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
})

/** An answer of the API is data: opened as a page it can do nothing. */
export const API_POLICY = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'", sandbox: '' }).trim()

/** The same for a page of ours with this style sheet in it and no script. */
export const pagePolicy = (style: string): string =>
  policy({
    'default-src': "'none'",
    'style-src': hashSource(style),
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })

/**
 * Sets the headers that make browsers protect us, on every answer. They hold over plain HTTP in a local network too.
 * Headers for TLS alone (HSTS, an opener of its own) are sent when a trusted proxy says that it speaks TLS.
 */
export function securityHeaders(trustedProxies: number): MiddlewareHandler {
  return async (c, next) => {
    const isApi = /^\/api(\/|$)/.test(c.req.path)
    // They are set before there is an answer: a header on a finished one makes the server copy its body through a
    // stream.
    c.header('content-security-policy', isApi ? API_POLICY : WEB_POLICY)
    c.header('x-content-type-options', 'nosniff')
    c.header('x-frame-options', 'DENY')
    c.header('referrer-policy', 'no-referrer')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    c.header('cache-control', isApi ? 'no-store' : 'no-cache')
    if (isSecure(c, trustedProxies)) {
      c.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
      c.header('cross-origin-opener-policy', 'same-origin')
    }
    await next()
    if (!isApi && isForGood(c)) c.header('cache-control', 'public, max-age=31536000, immutable')
  }
}

/** The names of built files carry a hash of their content: another content has another name. */
const isForGood = (c: Context): boolean => c.res.ok && c.req.path.startsWith('/assets/')
