import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as Listener, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { sentences } from '#contract/errors.ts'
import { API_POLICY } from './security-headers.ts'

/** A client that has not sent its headers by then holds a connection for nothing. */
const HEADERS_TIMEOUT_MS = 15_000
/** Time for one request: the largest file, 10 MB, over a line of 1 Mbit/s, with room. */
const REQUEST_TIMEOUT_MS = 180_000
/** How often both are looked after. */
const CHECK_INTERVAL_MS = 5_000
/** Longer than load balancers keep theirs, so that they never write into a connection that we just closed. */
const KEEP_ALIVE_MS = 65_000
/** A connection on which nothing moves, neither way. */
const IDLE_CONNECTION_MS = 300_000
/**
 * The time in which a refused connection has to take its answer: one that does not close, half or fully, is cut off.
 */
export const REFUSED_MS = 1_000
/** One more is closed at once. A user's browser takes six, an idle connection some 20 KB. */
export const MAX_CONNECTIONS = 1_000
/** Request line and headers. */
export const MAX_HEADER_BYTES = 16 * 1024

/** A server that takes calls; `stop` lets those under way finish and, after `drainMs`, takes no more. */
export type Listening = { readonly port: number; stop(drainMs?: number): Promise<void> }

type Address = StopLimits & { port: number; host: string; headersTimeoutMs?: number; requestTimeoutMs?: number }

/**
 * Serves the application on this address; rejects, with a sentence, when the address is taken. The timeouts can be
 * shorter in tests.
 */
export function listen(app: Hono, address: Address): Promise<Listening> {
  const { port, host, headersTimeoutMs, requestTimeoutMs } = address
  const serverOptions = {
    headersTimeout: headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
    requestTimeout: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeoutMs ?? CHECK_INTERVAL_MS),
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  }
  const answer = getRequestListener(app.fetch, { hostname: host, errorHandler: () => new Response(REFUSAL, REFUSED) })
  const server = createServer(serverOptions, answer)
  server.timeout = IDLE_CONNECTION_MS
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', refuseConnection)
  const stop = stopperOf(server, address)
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(addressRefused(error, address, { port: 'PORT', host: 'HOST' }))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve({ port: (server.address() as AddressInfo).port, stop })
    })
  })
}

const REFUSAL = JSON.stringify({ message: sentences.notHttp })
const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': API_POLICY,
  'x-content-type-options': 'nosniff',
}
const REFUSED = { status: 400, headers: HEADERS }

const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Bytes that are no HTTP never reach the application; they too are answered with a sentence. */
function refuseConnection({ code = '' }: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || code === 'ECONNRESET') return socket.destroy()
  const headers = { ...HEADERS, connection: 'close', 'content-length': Buffer.byteLength(REFUSAL) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // A reset: the system would keep a half-closed connection for another minute.
  setTimeout(() => socket.resetAndDestroy(), REFUSED_MS).unref()
  socket.end([`HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}`, ...lines, '', REFUSAL].join('\r\n'))
}

/** The environment's names of a port and of the address that it belongs to. */
type Names = { readonly port: string; readonly host: string }

/** Why this address cannot be listened on, in a sentence that names the variable to change; else the error itself. */
export function addressRefused(
  error: Error & { code?: string },
  { port, host }: Pick<Address, 'port' | 'host'>,
  names: Names,
): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE') return new Error(`Port ${port} je zauzet. Postavite drugi promenljivom ${names.port}.`)
  if (code === 'EACCES')
    return new Error(`Port ${port} ovaj korisnik ne sme da otvori. Postavite drugi promenljivom ${names.port}.`)
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EINVAL)$/.test(code))
    return new Error(`${names.host} mora biti adresa ovog računara, a jeste "${host}" (${code}).`)
  return error
}

/**
 * So long requests that are under way when the program stops may take. Whoever ends the program otherwise must wait
 * longer: TimeoutStopSec in deploy/zalihe.service, stop_grace_period in compose*.yaml (scripts/deployment.test.ts).
 */
export const STOP_TIMEOUT_MS = 15_000
/**
 * So long a connection without a request stays open meanwhile. Its next request may be on its way and would be lost: an
 * open browser asks every second, so it is answered before that, and told that the connection closes.
 */
export const IDLE_GRACE_MS = 2_000
/** How often is looked which connections are to be closed. */
const LOOK_MS = 50

export type StopLimits = { readonly stopTimeoutMs?: number | undefined; readonly idleGraceMs?: number | undefined }

/**
 * Answers the function that stops the server, which must not listen yet. From its call on every answer closes its
 * connection; after `drainMs` more nobody new gets in, and it resolves as soon as no connection is left.
 */
function stopperOf(server: Server, limits: StopLimits): (drainMs?: number) => Promise<void> {
  const { stopTimeoutMs = STOP_TIMEOUT_MS, idleGraceMs = IDLE_GRACE_MS } = limits
  /** Every connection with the answers that it waits for. */
  const connections = new Map<Socket, Set<ServerResponse>>()
  let stopping = false
  server.on('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    if (stopping) response.shouldKeepAlive = false
    connections.get(socket)?.add(response)
    response.once('close', () => connections.get(socket)?.delete(response))
  })

  /** Also those that have sent nothing yet, or half of a request's headers: nothing was begun for them. */
  function closeConnections(sinceMs: number) {
    for (const [socket, { size }] of connections)
      if (sinceMs >= (size === 0 ? idleGraceMs : stopTimeoutMs)) socket.destroy()
  }

  return async (drainMs = 0) => {
    stopping = true
    for (const response of [...connections.values()].flatMap((some) => [...some])) response.shouldKeepAlive = false
    await sleep(drainMs)
    const began = performance.now()
    const looking = setInterval(() => closeConnections(performance.now() - began), LOOK_MS)
    // Not the server's own `close`: that resets the connections between two requests at once.
    await new Promise((closed) => Listener.prototype.close.call(server, closed))
    clearInterval(looking)
  }
}
