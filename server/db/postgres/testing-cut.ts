import { connect, createServer, type Server, type Socket } from 'node:net'

/** Where the line is cut: before PostgreSQL hears of the commit, or when it has done it and nobody knows yet. */
export type Cut = 'before' | 'after'

/** A line to PostgreSQL that can be cut, once, at the next commit. */
export type Line = { readonly url: string; cutAtCommit(cut: Cut): void; close(): Promise<void> }

/** A port of this machine behind which the PostgreSQL of `url` answers. */
export async function lineTo(url: string): Promise<Line> {
  const server = new URL(url)
  const sockets = new Set<Socket>()
  let armed: Cut | null = null
  const relay = createServer((near) => {
    const far = connect(Number(server.port), server.hostname)
    let committing = false
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
      from.on('data', (bytes) => {
        const commits = from === near && armed !== null && bytes.includes('commit\0')
        if (commits && armed === 'before') {
          armed = null
          return near.destroy()
        }
        if (commits) {
          armed = null
          committing = true
        }
        if (from === far && committing && bytes.includes('COMMIT\0')) return near.destroy()
        to.write(bytes)
      })
    }
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return {
    url: through(relay, url),
    cutAtCommit(cut) {
      armed = cut
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}

function through(relay: Server, url: string): string {
  const address = new URL(url)
  const place = relay.address()
  address.port = String(place && typeof place === 'object' ? place.port : '')
  return address.href
}
