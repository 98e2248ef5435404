import { blockedBy } from '#reliability/meanwhile.ts'
import { seeded } from '#scripts/demo-random.ts'
import { startSession } from '#server/auth/sessions.ts'
import type { TestApi } from '#server/testing.ts'
import { verify } from '#server/verify/verify.ts'
import { type Changes, changedTables, countChanges } from './changes.ts'
import { type FuzzAnswer, faultIn } from './judge.ts'
import { type FuzzRequest, nextRequest } from './requests.ts'
import { learn, newWorld } from './world.ts'

export type Report = {
  readonly requests: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly slowestMs: number
  /** Every fault, with the number of its request and the request itself. */
  readonly faults: readonly string[]
}

const MAX_FAULTS = 20
/** A refused try to log in is counted and logged; that is what refuses the next one. */
const GUESS = /^\/auth\/(login|register|password|link|link\/password)$/
const COUNTED_GUESS = ['pokusaj', 'dnevnik']

/**
 * Sends `count` requests to the application, one after another, chosen by the seed alone. Looks at every answer, and
 * that a refused request has changed nothing; in the end the books must equal a replay of the documents.
 */
export async function campaign(
  api: TestApi,
  count: number,
  seed: number,
  tell = (_done: number) => {},
): Promise<Report> {
  const random = seeded(seed)
  const { store } = api
  const world = await newWorld(api)
  const changes = await countChanges(store)
  const byStatus: Record<string, number> = {}
  const faults: string[] = []
  let slowestMs = 0
  let before: Changes = await changes.now()
  let token = api.token

  for (let i = 1; i <= count && faults.length < MAX_FAULTS; i++) {
    const request = nextRequest(random, world, token)
    const answer = await send(api, request)
    const after = await changes.now()
    const complain = (fault: string) => faults.push(`#${i} ${fault}\n    ${describe(request)}`)

    const fault = faultIn(request, answer)
    if (fault) complain(fault)
    const touched = changedTables(before, after).filter(
      (table) => !(GUESS.test(request.endpoint.path) && COUNTED_GUESS.includes(table)),
    )
    if (answer.status >= 400 && touched.length > 0) complain(`refused with ${answer.status}, but changed ${touched}`)

    before = after
    byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    slowestMs = Math.max(slowestMs, answer.ms)
    if (answer.status < 300)
      learn(random, world, request.init.method, request.endpoint.path, request.path, parsed(answer))
    if (answer.status === 401 || /^\/auth\/(logout|sessions)/.test(request.endpoint.path)) {
      // It may have ended its own session.
      token = await store.transact((tx) => startSession(tx, api.user.id, Date.now()))
      before = await changes.now()
    }
    if (i % 1000 === 0) tell(i)
  }
  await changes.stop()
  const verdict = await verify(store.read)
  if (!verdict.ok) faults.push(`the books are no longer what the documents say: ${verdict.difference}`)
  return { requests: count, byStatus, slowestMs, faults }
}

async function send({ app }: TestApi, { path, init, address }: FuzzRequest): Promise<FuzzAnswer> {
  const sent = await putTogether(init)
  const began = performance.now()
  const { made, blockedMs } = await blockedBy(async () => {
    const answer = await app.request(`/api${path}`, sent, { incoming: { socket: { remoteAddress: address } } })
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
  })
  return { ...made, ms: performance.now() - began, blockedMs }
}

/** A form as it comes from a network, piece by piece: putting it together is the work of whoever sends it. */
async function putTogether(init: FuzzRequest['init']): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init
  const form = new Response(init.body, { headers: init.headers })
  const pieces = new Blob([await form.bytes()]).stream()
  // A body that is a stream needs `duplex`, which the types of the browser lack.
  return { ...init, headers: Object.fromEntries(form.headers), body: pieces, duplex: 'half' } as RequestInit
}

function parsed({ type, text }: FuzzAnswer): unknown {
  return /^application\/json/.test(type) ? JSON.parse(text) : undefined
}

function describe({ fault, path, init }: FuzzRequest): string {
  const body = typeof init.body === 'string' ? init.body : init.body ? 'bytes' : ''
  return `${fault}: ${init.method} /api${path.slice(0, 300)} ${JSON.stringify(init.headers)} ${body.slice(0, 1_000)}`
}
