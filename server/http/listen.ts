import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as Listener, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { sentences } from '#contract/errors.ts'
import { API_POLICY } from './security-headers.ts'

/** A client that has not sent its headers by then occupies a connection for nothing. */
const HEADERS_TIMEOUT_MS = 15_000
/** Time for one request: the largest file, 10 MB, over a line of 1 Mbit/s, with room. */
const REQUEST_TIMEOUT_MS = 180_000
/** Node checks both at this interval. */
const CHECK_INTERVAL_MS = 5_000
/** It is longer than load balancers keep theirs, so that they never write into a connection that we just closed. */
const KEEP_ALIVE_MS = 65_000
/** The limit for a connection on which nothing moves, in either direction. */
const IDLE_CONNECTION_MS = 300_000
/** The time in which a refused connection has to take its answer: if it does not close, it is cut off. */
export const REFUSED_MS = 1_000
/** A connection beyond this number is closed at once. A user's browser takes six, an idle connection some 20 KB. */
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

/**
 * A sentence about why this address cannot be used, with the variable to change; for any other error the error itself.
 */
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
 * The time that running requests get when the program stops. Everything else that ends the program must wait longer:
 * TimeoutStopSec in deploy/zalihe.service, stop_grace_period in compose*.yaml (scripts/deployment.test.ts).
 */
export const STOP_TIMEOUT_MS = 15_000
/**
 * The time for which a connection without a request stays open meanwhile. Its next request may be on its way and would
 * be lost. An open browser asks every second: it gets an answer, and is told that the connection closes.
 */
export const IDLE_GRACE_MS = 2_000
/** The interval of the check for connections to close. */
const LOOK_MS = 50

export type StopLimits = { readonly stopTimeoutMs?: number | undefined; readonly idleGraceMs?: number | undefined }

/**
 * Answers the function that stops the server, which must not listen yet. After its call every answer closes its
 * connection; after `drainMs` more no new connection is taken, and it resolves as soon as none is left.
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

  /** This includes connections that have sent nothing yet, or half of a request's headers: no work began for them. */
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
    // The server's own `close` is not used: it resets the connections between two requests at once.
    await new Promise((closed) => Listener.prototype.close.call(server, closed))
    clearInterval(looking)
  }
}
