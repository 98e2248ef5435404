import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldError, sentences } from '#contract/errors.ts'
import type { Engine, Outage } from '#server/db/engine.ts'
import { hostName, isOwnHost } from '#server/host.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import { bytesInFlight } from './body.ts'
import type { Handlers } from './call.ts'
import type { Connected } from './client.ts'
import { mount, type Services } from './mount.ts'
import { type OpenApi, openApi } from './openapi.ts'
import { pagePolicy, securityHeaders } from './security-headers.ts'
import { watchRequests } from './watch-requests.ts'
import { webFiles } from './web-files.ts'

/** Its style sheet; the security policy of the page names its hash. */
const STYLE = `
  body { font: 14px/20px system-ui, sans-serif; color: #12171f; background: #f6f7f9; max-width: 980px; margin: 24px auto; padding: 0 16px }
  h2 { margin: 32px 0 8px; text-transform: capitalize }
  details { background: #fff; border: 1px solid #e3e6ea; border-radius: 6px; margin: 4px 0; padding: 8px 12px }
  summary { cursor: pointer } code { font-weight: 600 } span { color: #4a5361 } pre { overflow: auto; font-size: 12px; line-height: 16px }
  @media (prefers-color-scheme: dark) { body { color: #e8ecf1; background: #0f1318 } details { background: #171c23; border-color: #2a313b } span { color: #a9b3c0 } }`

/** The OpenAPI document as a page to read, without a script and without anything from another host. */
function docsPage(document: OpenApi) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const tags = Map.groupBy(operations, (operation) => operation.tags[0] ?? '')
  return html`<!doctype html>
<html lang="sr-Latn">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API · ${document.info.title}</title><style>${raw(STYLE)}</style></head>
<body>
<h1>${document.info.title}: API</h1>
<p>Mašinski čitljivo: <a href="/api/openapi.json">openapi.json</a>. Token: <code>Authorization: Bearer {token}</code>.</p>
${[...tags].map(
  ([tag, list]) =>
    html`<h2>${tag}</h2>${list.map(
      ({ path, method, summary, security, parameters, requestBody, responses }) => html`<details>
<summary><code>${method.toUpperCase()} ${path}</code> <span>${summary}${security.length ? '' : ' · bez tokena'}</span></summary>
${parameters.length ? html`<p>Parametri</p><pre>${JSON.stringify(parameters, null, 2)}</pre>` : ''}
${requestBody ? html`<p>Telo</p><pre>${JSON.stringify(requestBody.content, null, 2)}</pre>` : ''}
<p>Odgovori</p><pre>${JSON.stringify(responses, null, 2)}</pre></details>`,
    )}`,
)}
</body></html>`
}

const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses requests under a name that is not ours (421), and changes from a page of another site (403). HTTP/1.0 may
 * come without a `Host`, as from HAProxy's checks; no browser speaks it.
 */
function ownSite(names: readonly string[]): MiddlewareHandler {
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

/** A feature: its part of the contract and the handlers that keep it. */
export type Feature = { endpoints: Record<string, Endpoint>; handlers: Handlers<Record<string, Endpoint>> }

/** The HTTP application: the API of the given features and, where `webRoot` is built, the web application. */
export function createApp(features: Record<string, Feature>, services: Services, webRoot?: string): Hono {
  const app = new Hono()
  app.onError((error, c) => answerError(error, c, services.store.engine))
  app.notFound((c) => refuse(c, 'not_found', sentences.routeNotFound))
  const { answered, trustedProxies = 0, publicHosts = [] } = services
  if (answered) app.use('*', watchRequests(answered, trustedProxies))
  app.use('*', securityHeaders(trustedProxies))
  app.use('*', ownSite(publicHosts))
  app.get('/api/health', async (c) => {
    await sql`select 1`.execute(services.store.read)
    return c.json({ status: 'ok' })
  })
  app.get('/api/ready', async (c) => {
    const reason = await services.unready?.()
    return reason ? refuse(c, 'unavailable', reason) : c.json({ status: 'ready' })
  })
  // It is made on demand: it takes a tenth of the time of a start.
  const described = madeOnce(() => openApi(features))
  const text = madeOnce(() => JSON.stringify(described()))
  const page = madeOnce(() => String(docsPage(described())))
  app.get('/api/openapi.json', (c) => c.body(text(), 200, { 'content-type': 'application/json' }))
  app.get('/api/docs', (c) => c.html(page(), 200, { 'content-security-policy': pagePolicy(STYLE) }))
  const bodies = bytesInFlight(services.rested)
  for (const feature of Object.values(features)) mount(app, feature, services, bodies)
  app.all('/api/*', (c) => c.notFound())
  if (webRoot) serveWeb(app, webRoot)
  return app
}

/** Makes the value at the first call. */
function madeOnce<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function serveWeb(app: Hono, root: string) {
  const send = webFiles(root)
  app.get('*', (c, next) => send(c, c.req.path) ?? next())
  app.get('/assets/*', serveStatic({ root }))
  // A missing file gets no page in its place.
  app.all('/assets/*', (c) => c.notFound())
  // Every other address is a screen of the web application, which reads the address itself.
  app.get('*', (c) => send(c, '/index.html') ?? c.notFound())
}

function refuse(c: Context, code: ErrorCode, message: string, errors?: readonly FieldError[]): Response {
  const body: ErrorBody = errors ? { message, errors: [...errors] } : { message }
  return c.json(body, ERROR_STATUS[code])
}

/** Refusals are for the user; an outage of the database has a sentence; anything else is ours: logged, never shown. */
function answerError(error: Error, c: Context, engine: Engine): Response {
  if (error instanceof TryAgain) c.header('retry-after', String(error.seconds))
  if (error instanceof Refusal) return refuse(c, error.code, error.message, error.errors)
  if (isGone(error, c)) return refuse(c, 'invalid', sentences.notHttp)
  const id: string | undefined = c.get('requestId')
  console.error(error, ...(id ? [{ id }] : []))
  const outage = engine.outageOf(error)
  return outage ? refuse(c, 'unavailable', OUTAGES[outage]) : refuse(c, 'internal', sentences.internal)
}

/**
 * After a failing disk or a lost connection nobody knows whether the commit happened; a full disk has written nothing.
 */
const OUTAGES: Readonly<Record<Outage, string>> = {
  full: 'Na disku servera nema dovoljno mesta, pa ništa nije sačuvano. Oslobodite prostor i pokušajte ponovo.',
  disk: 'Disk servera javlja grešku. Proverite da li je podatak sačuvan, pa pokušajte ponovo.',
  unknown: 'Veza sa bazom se prekinula pri čuvanju. Proverite da li je podatak sačuvan, pa pokušajte ponovo.',
  away: sentences.unavailable,
  newer: 'Program je u međuvremenu zamenjen novijom verzijom, pa ništa nije sačuvano. Osvežite stranicu i ponovite.',
}

/** The client broke off while it was sending: it is nobody's fault, and nobody reads the answer. */
const isGone = (error: Error & { code?: string }, c: Context): boolean =>
  error.code === 'ECONNRESET' && c.req.raw.signal.aborted
