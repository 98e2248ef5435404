// A C1 save that answers with both PDFs, and what others who read meanwhile notice of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#reliability/server-process.ts'
import { type Client, measure } from './client.ts'
import type { Figure } from './figures.ts'
import { c1Body, c4Body, clientWithSession, enterCatalogue } from './saves.ts'
import { workload } from './workload.ts'

const SAVES = 200
const READS = 1000
const P50_MS = 60
const P99_TIMES = 3

/** Saves with both papers over one connection, while another one reads a page of the list again and again. */
export async function papers(databaseUrl?: string): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const server = await startServer({ dataDir, databaseUrl })
  try {
    const call = await clientWithSession(Number(new URL(server.url).port), 4)
    const w = workload()
    await enterCatalogue(call)
    for (const document of w.c4) await call('POST', '/api/c4', c4Body(document))
    // The first papers wait for the fonts.
    for (const document of w.c1.slice(0, 10)) await call('POST', '/api/c1', c1Body(document))
    const usual = await measure(Array.from({ length: READS }), 1, () => readPage(call))
    let saving = true
    const others = (async () => {
      const times: number[] = []
      while (saving) {
        const begun = performance.now()
        await readPage(call)
        times.push(performance.now() - begun)
      }
      return times.sort((a, b) => a - b)
    })()
    const saved = await measure(w.c1.slice(10, 10 + SAVES), 1, (document) => call('POST', '/api/c1', c1Body(document)))
    saving = false
    const times = await others
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
    return [
      {
        figure: 'C1 save with both PDFs',
        measured: `p50 ${saved.p50Ms.toFixed(1)} ms, p99 ${saved.p99Ms.toFixed(1)} ms`,
        goal: `p50 ≤ ${P50_MS} ms`,
        ok: saved.p50Ms <= P50_MS,
      },
      {
        figure: 'other requests meanwhile, p99',
        measured: `${(p99 / usual.p99Ms).toFixed(2)} × their usual: ${p99.toFixed(1)} ms beside ${usual.p99Ms.toFixed(1)} ms`,
        goal: `≤ ${P99_TIMES} ×`,
        ok: p99 <= P99_TIMES * usual.p99Ms,
      },
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const readPage = (call: Client) => call('GET', '/api/c1?page=1')
