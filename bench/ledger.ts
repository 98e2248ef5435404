// `node bench/ledger.ts [folder]` (or with DATABASE_URL): the ledger as programs read it, page after page over HTTP.
import { startServer } from '#reliability/server-process.ts'
import type { Place } from '#server/db/open.ts'
import { largeBooks } from './books.ts'
import { clientOf, ownMs, sessionOf } from './client.ts'
import { type Figure, showFigures } from './figures.ts'

const DRAWS_PER_SECOND = 100_000
const PAGE_P99_MS = 50
/** Some before it counts: the program is compiled by them. */
const WARM_PAGES = 50
const PAGES = 300

/** Walks the ledger by its cursors over one connection, from the first day on. */
export async function ledger(place: Place): Promise<Figure[]> {
  const server = await startServer(place)
  try {
    const port = Number(new URL(server.url).port)
    const call = clientOf(port, 1, { authorization: `Bearer ${await sessionOf(port)}` })
    const times: number[] = []
    let draws = 0
    let cursor: string | null = ''
    for (let page = 0; page < WARM_PAGES + PAGES && cursor !== null; page++) {
      let text = ''
      const took = await ownMs(server.pid, async () => {
        text = await call('GET', `/api/razduzenje${cursor ? `?cursor=${cursor}` : ''}`)
      })
      const answer = JSON.parse(text) as { results: unknown[]; cursor: string | null }
      cursor = answer.cursor
      if (page < WARM_PAGES) continue
      times.push(took)
      draws += answer.results.length
    }
    const perSecond = (draws / times.reduce((sum, took) => sum + took, 0)) * 1000
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
    return [
      {
        figure: 'draws of the ledger over one connection',
        measured: `${Math.round(perSecond)}/s`,
        goal: `≥ ${DRAWS_PER_SECOND}/s`,
        ok: perSecond >= DRAWS_PER_SECOND,
      },
      {
        figure: 'a page of 1,000 of them',
        measured: `p50 ${at(0.5).toFixed(1)} p99 ${at(0.99).toFixed(1)} ms`,
        goal: `p99 ≤ ${PAGE_P99_MS} ms`,
        ok: at(0.99) <= PAGE_P99_MS,
      },
    ]
  } finally {
    await server.stop()
  }
}

if (import.meta.main) {
  const [dataDir] = process.argv.slice(2)
  const databaseUrl = process.env.DATABASE_URL
  showFigures(await ledger(databaseUrl ? { dataDir: '', databaseUrl } : (await largeBooks(dataDir)).place))
}
