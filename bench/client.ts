import { Agent, request } from 'node:http'
import { heldUpMs } from '#reliability/server-process.ts'

export type Measured = { perSecond: number; p50Ms: number; worstMs: number }
export type Client = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<string>

/** A keep-alive client of a server on this machine; answers the body, throws on any status but 2xx. */
export function clientOf(port: number, connections: number, headers: Record<string, string> = {}): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return (method, path, body, more = {}) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const sent =
        payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
      const call = request(
        { port, host: '127.0.0.1', method, path, agent, headers: { ...headers, ...sent, ...more } },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          answer.on('end', () => {
            if ((answer.statusCode ?? 500) < 300) resolve(text)
            else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`))
          })
        },
      )
      call.on('error', reject)
      call.end(payload)
    })
}

/** Does all the work over this many connections at once and says how fast it went. */
export async function measure<T>(
  work: readonly T[],
  connections: number,
  one: (item: T) => Promise<unknown>,
): Promise<Measured> {
  const times: number[] = []
  let next = 0
  const start = performance.now()
  const worker = async () => {
    for (let at = next++; at < work.length; at = next++) {
      const begun = performance.now()
      await one(work[at] as T)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const perSecond = (work.length / (performance.now() - start)) * 1000
  return { perSecond, p50Ms: share(times, 0.5), worstMs: Math.max(...times) }
}

/** The value below which this share of them is. */
export const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

/** A client of the server at this address with a session of the one account that measures. */
export async function clientWithSession(url: string, connections: number): Promise<Client> {
  const port = Number(new URL(url).port)
  return clientOf(port, connections, { authorization: `Bearer ${await sessionOf(port)}` })
}

/** The session of the one account that measures, which is made where it is not there. */
export async function sessionOf(port: number): Promise<string> {
  const account = { email: 'mera@firma.rs', password: 'lozinka za merenje' }
  const open = clientOf(port, 1)
  // It may be there from the last time.
  await open('POST', '/api/auth/register', account).catch(() => undefined)
  const { token } = JSON.parse(await open('POST', '/api/auth/login', account)) as { token: string }
  return token
}

/**
 * How long `work` took, less the time in which the server `pid` or we could have run and others had all processors (the
 * two take turns): the time on a machine of its own.
 */
export async function ownMs(pid: number, work: () => Promise<unknown>): Promise<number> {
  const waited = heldUpMs(pid) + heldUpMs(process.pid)
  const started = performance.now()
  await work()
  const took = performance.now() - started
  return Math.max(0, took - (heldUpMs(pid) + heldUpMs(process.pid) - waited))
}
