// Books whose exports all stand within the last days, as many each day.
import { openStore } from '#server/db/open.ts'
import { testApi } from '#server/testing.ts'
import { type Client, measure } from './client.ts'
import { c1Body, c4Body, enterCatalogue } from './saves.ts'
import { type Workload, workload } from './workload.ts'

/** Most days back that a document may be dated. */
export const DAYS = 5
export const MINIMAL = { prefer: 'return=minimal' }
/** As many as share a commit. */
const AT_ONCE = 64

export const dayOf = (back: number) => new Date(Date.UTC(2026, 0, 31 - back)).toISOString().slice(0, 10)

/**
 * Fills an empty folder with so many exports, and enough lots for `more` others, through the application but without a
 * network. Answers the workload, whose exports behind those are not entered, and the token of a session.
 */
export async function lateBooks(
  dataDir: string,
  exports: number,
  more: number,
): Promise<{ w: Workload; token: string }> {
  const w = workload({ c4: Math.ceil(exports / 3), c1: exports + more })
  const { app, token, store } = await testApi({ name: 'sqlite', open: () => openStore({ dataDir }) })
  const call: Client = async (method, path, body, headers) => {
    const answer = await app.request(
      path,
      {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text
  }
  await enterCatalogue(call)
  await measure(w.c4, AT_ONCE, (document) => call('POST', '/api/c4', c4Body(document)))
  const day = (at: number) => dayOf(DAYS - 1 - Math.floor((at * DAYS) / exports))
  await measure([...w.c1.slice(0, exports).entries()], AT_ONCE, ([at, document]) =>
    call('POST', '/api/c1', c1Body({ ...document, datum: day(at) }), MINIMAL),
  )
  await store.close()
  return { w, token }
}
