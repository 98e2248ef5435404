// `node bench/account.ts [folder]`: the account for customs on a copy of the books of bench/large.ts, over HTTP: of one
// import, of authorisations with 1,000 and 10,000 lots over a quarter, as a spreadsheet and as a paper, and the pages of
// a year of all lots. Of each the median and the worst, and what others waited meanwhile.
import { sql } from 'kysely'
import { startServer } from '#reliability/server-process.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { type Books, largeBooks } from './books.ts'
import { type Client, clientOf, ownMs, sessionOf } from './client.ts'
import { type Figure, showFigures } from './figures.ts'

const LOTS_PER_C4 = 10
/** A share of the imports, counted from the oldest, whose lots are being used up in the quarter that is accounted for. */
const BEGUN = 0.43
const QUARTER_DAYS = 91
const CALLS = 40
const SLOW_CALLS = 5

type Scope = { odobrenje: number; lots: number }
/** `made`: by a process or a thread of its own, so that the clock on the wall counts. */
type Asked = { figure: string; path: string; goalMs: number; calls: number; made?: true }

/** Two authorisations, of 1,000 and of 10,000 lots, and the quarter in which most is drawn from them. */
async function prepare(place: Place): Promise<{ scopes: Scope[]; quarter: string; year: string; c4: number }> {
  const { transact, close } = await openStore(place)
  try {
    return await transact(async (tx) => {
      const { rows } = await sql<{ first: number }>`
        select cast(min(id) + (max(id) - min(id)) * ${BEGUN} as integer) as first from c4`.execute(tx)
      const first = rows[0]?.first ?? 0
      const scopes: Scope[] = []
      let from = first
      for (const lots of [1_000, 10_000]) {
        const odobrenje = await tx
          .insertInto('odobrenje')
          .values({
            broj: `OP-${lots}`,
            broj_kljuc: `op-${lots}`,
            vazi_od: '2020-01-01' as never,
            rok_do_kraja: 'dan',
            rok_obracuna_dana: 30,
            trazi: `op-${lots}`,
            verzija: 1,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const until = from + lots / LOTS_PER_C4
        await sql`update c4 set odobrenje_id = ${odobrenje.id} where id >= ${from} and id < ${until}`.execute(tx)
        scopes.push({ odobrenje: odobrenje.id, lots })
        from = until
      }
      const drawn = await sql<{ datum: string }>`
        select r.datum from razduzenje r join c4_stavka l on l.id = r.c4_stavka_id
        where l.c4_id >= ${first} and l.c4_id < ${from} order by r.datum limit 1
        offset (select count(*) / 2 from razduzenje r join c4_stavka l on l.id = r.c4_stavka_id
          where l.c4_id >= ${first} and l.c4_id < ${from})`.execute(tx)
      const middle = Date.parse(drawn.rows[0]?.datum ?? '')
      return { scopes, quarter: around(middle, QUARTER_DAYS), year: around(middle, 365), c4: first }
    })
  } finally {
    await close()
  }
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const around = (middle: number, days: number) =>
  `datum_od=${dayOf(middle - (days / 2) * 86_400_000)}&datum_do=${dayOf(middle + (days / 2) * 86_400_000)}`

async function asked(call: Client, { scopes, quarter, year, c4 }: Awaited<ReturnType<typeof prepare>>) {
  const list: Asked[] = [
    { figure: 'one C4', path: `/obracun?c4_id=${c4}`, goalMs: 100, calls: CALLS },
    { figure: 'one C4 over a quarter', path: `/obracun?c4_id=${c4}&${quarter}`, goalMs: 100, calls: CALLS },
  ]
  for (const { odobrenje, lots } of scopes) {
    const query = `odobrenje_id=${odobrenje}&${quarter}`
    list.push(
      { figure: `a quarter of ${lots} lots`, path: `/obracun?${query}`, goalMs: 1_000, calls: SLOW_CALLS },
      { figure: '… as xlsx', path: `/archive/sheets/obracun?${query}`, goalMs: 3_000, calls: SLOW_CALLS, made: true },
    )
    const goalMs = lots === 1_000 ? 3_000 : 60_000
    const path = `/obracun/files/tok?${query}`
    list.push({ figure: '… as PDF, line by line', path, goalMs, calls: SLOW_CALLS, made: true })
  }
  for (const part of ['stavke', 'izvoz']) {
    const { totalPages } = JSON.parse(await call('GET', `/api/obracun/${part}?${year}`)) as { totalPages: number }
    for (const page of [1, Math.ceil(totalPages / 2), totalPages])
      list.push({
        figure: `a year of all lots, ${part}, page ${page} of ${totalPages}`,
        path: `/obracun/${part}?${year}&page=${page}`,
        goalMs: 200,
        calls: CALLS,
      })
  }
  return list
}

export const account = ({ onCopy }: Books): Promise<Figure[]> =>
  onCopy(async (place) => {
    const prepared = await prepare(place)
    const server = await startServer(place)
    try {
      const port = Number(new URL(server.url).port)
      const call = clientOf(port, 2, { authorization: `Bearer ${await sessionOf(port)}` })
      const figures: Figure[] = []
      for (const one of await asked(call, prepared)) figures.push(await figureOf(call, server.pid, one))
      return figures
    } finally {
      await server.stop()
    }
  })

/** While it is answered another connection asks for one C1 again and again: the longest of these is what others wait. */
async function figureOf(call: Client, pid: number, { figure, path, goalMs, calls, made }: Asked): Promise<Figure> {
  const times: number[] = []
  let held = 0
  await call('GET', `/api${path}`)
  for (let n = 0; n < calls; n++) {
    let answered = false
    const asking = () => call('GET', `/api${path}`)
    const answer = (made ? wallMs(asking) : ownMs(pid, asking)).finally(() => {
      answered = true
    })
    const others = async () => {
      while (!answered) held = Math.max(held, await ownMs(pid, () => call('GET', '/api/auth/me')))
    }
    const [took] = await Promise.all([answer, others()])
    times.push(took)
  }
  times.sort((a, b) => a - b)
  const [p50, worst] = [times[times.length >> 1] ?? Number.NaN, times.at(-1) ?? Number.NaN]
  return {
    figure,
    measured: `p50 ${p50.toFixed(1)}, worst ${worst.toFixed(1)} ms; others wait ${held.toFixed(0)} ms at most`,
    goal: `≤ ${goalMs} ms`,
    ok: p50 <= goalMs,
  }
}

async function wallMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

if (import.meta.main) showFigures(await account(await largeBooks(process.argv[2])))
