import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { Endpoint, FileReply } from '#contract/endpoint.ts'
import { fieldErrorsOf, sentences, summaryOf } from '#contract/errors.ts'
import { type Log, logger } from '#server/audit/log.ts'
import type { Store, Tx } from '#server/db/open.ts'
import type { Outcome, Together } from '#server/db/work.ts'
import { Refusal } from '#server/refusal.ts'
import { readFile, readJson, readText } from './body.ts'
import type { Authenticate, Call, CallPart, Handler, Handlers, UploadedFile } from './call.ts'
import { clientOf } from './client.ts'
import { eachOnce, once } from './idempotency.ts'
import { jsonBody } from './json-body.ts'
import type { Answered } from './watch-requests.ts'

export type Services = {
  readonly store: Store
  readonly authenticate: Authenticate
  now(): number
  /** How many proxies of our own stand in front (TRUST_PROXY); none by default. */
  readonly trustedProxies?: number
  /** Why no requests should be sent here now, in a sentence (server/watch/readiness.ts); null when they may be. */
  unready?(): Promise<string | null>
  /** Hears of every answer; without it nothing is measured. */
  answered?(answered: Answered): void
}

/** Turns a feature's endpoints and their handlers into routes: parses in by the contract, parses out by the contract. */
export function mount<T extends Record<string, Endpoint>>(
  app: Hono,
  endpoints: T,
  handlers: Handlers<T>,
  services: Services,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name] as unknown as Handler<Endpoint>
    app.on(endpoint.method, `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const reply = await handler(await readCall(c, endpoint, services))
      return endpoint.reply === 'file' ? sendFile(c, reply as FileReply) : sendJson(c, endpoint, reply)
    })
  }
}

async function readCall(c: Context, endpoint: Endpoint, services: Services): Promise<Call> {
  // For whoever watches requests (./watch-requests.ts).
  c.set('route', `/api${endpoint.path}`)
  const now = services.now()
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const attended = !endpoint.unattended && c.req.header('x-unattended') === undefined
  const asked = { attended, writes: endpoint.method !== 'GET' }
  const user = endpoint.open ? null : token ? await services.authenticate(token, now, asked) : null
  if (!endpoint.open && !user) throw new Refusal('unauthorized', sentences.unauthorized)
  c.set('userId', user?.id)
  c.set('unattended', !attended)
  const params = endpoint.params ? parse(endpoint.params, c.req.param()) : undefined
  const query = endpoint.query ? parse(endpoint.query, c.req.query()) : undefined
  const text = endpoint.body ? await readText(c, endpoint) : ''
  const body = endpoint.body ? parse(endpoint.body, readJson(text)) : undefined
  // Of documents that wait for each other, the oldest is saved first (server/db/transactions.ts).
  const { datum: day } = (body ?? {}) as { datum?: string }
  const file = endpoint.file ? await readFile(c, endpoint.file) : undefined
  const key = endpoint.method === 'POST' && user ? c.req.header('idempotency-key') : undefined
  const request = () =>
    [endpoint.method, c.req.path, new URL(c.req.url).search, file ? digestOf(file) : text].join('\n')
  const { store } = services
  function writePart<Input, T>(together: Together<CallPart<Input>, T>, input: Input): Promise<T> {
    const keyed = key && user ? { userId: user.id, key, request: request(), now } : null
    return once(store, together, { input, log: (tx) => logger(tx, user, services.now), keyed }, day)
  }
  return {
    params,
    query,
    body,
    file,
    user,
    token,
    client: clientOf(c, services.trustedProxies ?? 0),
    now,
    ifVersion: versionOf(c.req.header('if-match')),
    minimal: PREFERS_MINIMAL.test(c.req.header('prefer') ?? ''),
    write: <T>(work: (tx: Tx, log: Log) => Promise<T>) =>
      writePart(
        eachOnce<CallPart<null>, T>(async (tx, parts) => {
          const answers: Outcome<T>[] = []
          for (const { log } of parts) answers.push({ answer: await work(tx, log(tx)) })
          return answers
        }),
        null,
      ),
    writeTogether: writePart,
  } as Call
}

const digestOf = ({ bytes, fields }: UploadedFile): string =>
  createHash('sha256').update(bytes).update(JSON.stringify(fields)).digest('hex')

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors = fieldErrorsOf(parsed.error)
  throw new Refusal('invalid', summaryOf(errors), errors)
}

/** `If-Match: "7"` → 7. A tag that is none of ours can match nothing: -1. */
function versionOf(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '' || header.trim() === '*') return null
  const match = /^(?:W\/)?"?(\d+)"?$/.exec(header.trim())
  return match ? Number(match[1]) : -1
}

function sendJson(c: Context, endpoint: Endpoint, reply: unknown): Response {
  const value = z.encode(endpoint.reply as z.ZodType, reply)
  const version = (reply as { verzija?: unknown } | null)?.verzija
  if (typeof version === 'number') c.header('etag', `"${version}"`)
  return c.body(jsonBody(value as object), endpoint.status ?? 200, { 'content-type': 'application/json' })
}

/** A preference among others, its value with or without quotes (RFC 7240). */
const PREFERS_MINIMAL = /(?:^|[\s,;])return\s*=\s*"?minimal\b/i

/** Text of a header in which everything is encoded that cannot stand there as it is (RFC 8187). */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Names may hold any letter: the plain form for old clients, the encoded one for the rest (RFC 6266). */
function sendFile(c: Context, { name, type, bytes }: FileReply): Response {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '')
  c.header('content-type', type)
  c.header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`)
  return c.body(bytes)
}
