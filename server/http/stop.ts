import type { Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

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
export function stopperOf(server: Server, limits: StopLimits): (drainMs?: number) => Promise<void> {
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
