import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { sentences, summaryOf } from '#contract/errors.ts'
import { keyTexts } from '#contract/keys.ts'
import { mayDo, needOf, ROLE_REFUSALS } from '#contract/roles.ts'
import { secondFactorTexts } from '#contract/second-factor.ts'
import { normalized } from '#domain/one-form.ts'
import { type Log, logger } from '#server/audit/log.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { takenBack, takenBackApart } from '#server/db/transactions.ts'
import { Refusal } from '#server/refusal.ts'
import { type BytesInFlight, bodyText, type Room, readFile, readJson } from './body.ts'
import type { Authenticate, Call, FileReply, Handler, Handlers, UploadedFile } from './call.ts'
import { clientOf } from './client.ts'
import { once } from './idempotency.ts'
import { jsonBody, WrittenRows } from './json-body.ts'
import { paced, streamOf } from './paced.ts'
import { parse, parseBody } from './parse.ts'
import { unknownNames } from './unknown-names.ts'
import type { Answered } from './watch-requests.ts'

export type Services = {
  readonly store: Store
  readonly authenticate: Authenticate
  now(): number
  /**
   * True if an account without a second factor has to set one up before anything else (SECOND_FACTOR); false by
   * default.
   */
  readonly secondFactor?: 'optional' | 'required'
  /** The number of our own proxies in front (TRUST_PROXY); none by default. */
  readonly trustedProxies?: number
  /** The names under which other machines ask for the program (PUBLIC_HOSTS); none by default. */
  readonly publicHosts?: readonly string[]
  /** A sentence about why no requests should be sent here now (server/watch/readiness.ts); null when they may be. */
  unready?(): Promise<string | null>
  /** Is called after every answer; without it nothing is measured. */
  answered?(answered: Answered): void
  /** Is called when many bytes of bodies have gone (`bytesInFlight`). */
  rested?(): void
}

/**
 * Turns the endpoints of a feature and their handlers into routes: the contract parses requests and encodes answers.
 */
export function mount<T extends Record<string, Endpoint>>(
  app: Hono,
  { endpoints, handlers }: { readonly endpoints: T; readonly handlers: Handlers<T> },
  services: Services,
  bodies: BytesInFlight,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name] as unknown as Handler<Endpoint>
    app.on(endpoint.method, `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const known = await knownOf(c, endpoint, services)
      // The bytes count until the answer: the values that a handler took of the body lie in memory too.
      const room = known ? bodies(known.user.id) : null
      let leaves = true
      try {
        const { call, warnings } = await readCall(c, endpoint, services, { known, room })
        const reply = await handler(call)
        if (warnings.length > 0) c.header('x-upozorenja', encoded(JSON.stringify(warnings)))
        for (const [field, value] of Object.entries(endpoint.headers ?? {})) c.header(field, value)
        if (endpoint.reply !== 'file') return jsonResponse(c, endpoint, reply, warnings)
        const file = await fileResponse(c, reply as FileReply, () => room?.leave())
        leaves = false
        return file
      } finally {
        if (leaves) room?.leave()
      }
    })
  }
}

type Known = Awaited<ReturnType<Authenticate>>

/**
 * The caller; null for an open call. Refuses a caller without a session or key, and one whose role does not allow the
 * call.
 */
async function knownOf(c: Context, endpoint: Endpoint, services: Services): Promise<Known> {
  // For the watchers of requests (./watch-requests.ts).
  c.set('route', `/api${endpoint.path}`)
  const attended = !endpoint.unattended && c.req.header('x-unattended') === undefined
  c.set('unattended', !attended)
  const token = tokenOf(c)
  const { address } = clientOf(c, services.trustedProxies ?? 0)
  const asked = { attended, writes: endpoint.method !== 'GET', address }
  const known = endpoint.open || !token ? null : await services.authenticate(token, services.now(), asked)
  if (!endpoint.open && !known) throw new Refusal('unauthorized', sentences.unauthorized)
  c.set('userId', known?.user.id)
  if (known?.program && endpoint.person) throw new Refusal('forbidden', keyTexts.person)
  const needsFactor = services.secondFactor === 'required' && known !== null && !known.program && !known.secondFactor
  if (needsFactor && !endpoint.person && !endpoint.always) throw new Refusal('forbidden', secondFactorTexts.required)
  const need = needOf(endpoint, c.req.query('dryRun') === 'true')
  if (known && need !== 'read' && !mayDo(known.user.uloga, need)) throw new Refusal('forbidden', ROLE_REFUSALS[need])
  return known
}

const tokenOf = (c: Context): string => /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''

/** The call as its handler sees it, and the remarks on it (`unknownNames`). */
async function readCall(
  c: Context,
  endpoint: Endpoint,
  services: Services,
  { known, room }: { readonly known: Known; readonly room: Room | null },
): Promise<{ call: Call; warnings: readonly string[] }> {
  const now = services.now()
  const token = tokenOf(c)
  const user = known?.user ?? null
  const client = clientOf(c, services.trustedProxies ?? 0)
  const params = endpoint.params ? parse(endpoint.params, c.req.param()) : undefined
  const query = endpoint.query ? parse(endpoint.query, c.req.query()) : undefined
  const text = endpoint.body ? await bodyText(c, endpoint, room) : ''
  const sent = endpoint.body ? readJson(text) : undefined
  const file = endpoint.file ? await readFile(c, endpoint.file, room) : undefined
  const prefer = c.req.header('prefer') ?? ''
  const unknown = unknownNames(endpoint, { query: c.req.query(), fields: file?.fields, body: sent })
  if (unknown.length > 0 && STRICT.test(prefer)) throw new Refusal('invalid', summaryOf(unknown), unknown)
  const body = endpoint.body ? await parseBody(endpoint.body, sent) : undefined
  const key = endpoint.method === 'POST' && user ? idempotencyKeyOf(c.req.header('idempotency-key')) : undefined
  const request = () =>
    [endpoint.method, c.req.path, new URL(c.req.url).search, file ? digestOf(file) : text].join('\n')
  const { store } = services
  const session = known?.session ? { id: known.session, now: services.now, program: known.program === true } : null
  const logging =
    <T>(work: (tx: Tx, log: Log) => Promise<T>) =>
    (tx: Tx) =>
      work(tx, logger(tx, user, services.now))
  const call = {
    params,
    query,
    body,
    file,
    user,
    token,
    client,
    now,
    ifVersion: ifVersionOf(c.req.header('if-match')),
    minimal: MINIMAL.test(prefer),
    write: <T>(work: (tx: Tx, log: Log) => Promise<T>) => {
      const keyed = key && user && session ? { userId: user.id, key, request: request(), now } : null
      return once(store, session, keyed, logging(work))
    },
    writeApart: <T>(work: (tx: Tx, log: Log) => Promise<T>) => once(store, session, null, logging(work)),
    tryOut: <T>(work: (tx: Tx, log: Log) => Promise<T>) =>
      once({ ...store, transact: takenBack(store.transact) }, session, null, logging(work)),
    tryOutApart: <T>(work: (tx: Tx, log: Log, goOn: () => void) => Promise<T>) =>
      takenBackApart(store, (transact, goOn) =>
        once(
          { ...store, transact },
          session,
          null,
          logging((tx, log) => work(tx, log, goOn)),
        ),
      ),
  } as Call
  return { call, warnings: unknown.map(({ message }) => message) }
}

function digestOf({ bytes, fields, more }: UploadedFile): string {
  const hash = createHash('sha256').update(bytes).update(JSON.stringify(fields))
  for (const one of more) hash.update(one.bytes)
  return hash.digest('hex')
}

/** `If-Match: "7"` → 7; null where any version will do. Refuses a value that is no version: it would guard nothing. */
function ifVersionOf(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const match = /^(?:W\/)?"?(\d+)"?$/.exec(header.trim())
  if (!match) throw new Refusal('invalid', sentences.noVersion)
  return Number(match[1])
}

/** An empty key is refused: it would make a request that is sent twice count twice. */
function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header?.trim() === '') throw new Refusal('invalid', sentences.emptyKey)
  return header
}

/** Warnings stand in the body too, unless it is a plain list. */
function jsonResponse(c: Context, endpoint: Endpoint, reply: unknown, warnings: readonly string[]): Response {
  const answer =
    reply instanceof WrittenRows ? reply : (z.encode(endpoint.reply as z.ZodType, reply as never) as object)
  const value = warnings.length > 0 ? withWarnings(answer, warnings) : answer
  const { verzija, papiri_posle } = (reply ?? {}) as { verzija?: unknown; papiri_posle?: unknown }
  if (typeof verzija === 'number') c.header('etag', `"${verzija}"`)
  if (typeof papiri_posle === 'number') c.header('retry-after', String(papiri_posle))
  return c.body(jsonBody(value), endpoint.status ?? 200, { 'content-type': 'application/json' })
}

function withWarnings(answer: object, upozorenja: readonly string[]): object {
  if (answer instanceof WrittenRows) return new WrittenRows(answer.results, { ...answer.rest, upozorenja })
  if (Array.isArray(answer)) return answer
  // An import has sentences of its own under this name.
  const { upozorenja: own = [] } = answer as { upozorenja?: readonly string[] }
  return { ...answer, upozorenja: [...own, ...upozorenja] }
}

/** Preferences among others, their value with or without quotes (RFC 7240). */
const MINIMAL = /(?:^|[\s,;])return\s*=\s*"?minimal\b/i
const STRICT = /(?:^|[\s,;])handling\s*=\s*"?strict\b/i

/** Text of a header; signs that cannot stand there are encoded (RFC 8187). */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Names may hold any letter: the plain form for old clients, the encoded one for the rest (RFC 6266). `sent` is called
 * when the call is completely over.
 */
async function fileResponse(c: Context, { name, type, bytes }: FileReply, sent: () => void): Promise<Response> {
  const body = c.req.method === 'HEAD' ? null : await bodyOf(bytes, sent)
  const plain = normalized(name, 'NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '')
  c.header('content-type', type)
  c.header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`)
  if (bytes instanceof Uint8Array) c.header('content-length', String(bytes.byteLength))
  if (body === null) sent()
  return body ? c.body(body) : c.body(null)
}

/** A large file goes at the pace of its reader too: it stays in memory until the reader has it. */
async function bodyOf(bytes: FileReply['bytes'], sent: () => void): Promise<ReadableStream> {
  const over = new AbortController()
  return paced(bytes instanceof Uint8Array ? streamOf(bytes) : await bytes(over.signal), over, sent)
}
