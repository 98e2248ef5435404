// `npm run bench:papers [documents] [MiB]`: the zip of all papers of that many documents, each with a PDF, those together
// of that size: how long it takes, how much memory the server takes meanwhile, and how late others are answered.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '#reliability/server-process.ts'
import { clientOf, sessionOf } from './client.ts'
import { c4Body, enterCatalogue } from './saves.ts'
import { workload } from './workload.ts'

const MIB = 1024 * 1024
const [documents = 5_000, pdfMib = 2_048] = process.argv.slice(2).map(Number)
const PDF = '%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF'
/** How often memory and the answer to somebody else are looked at. */
const LOOK_MS = 200

const rssMib = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
const server = await startServer({ dataDir })
try {
  const port = Number(new URL(server.url).port)
  const authorization = `Bearer ${await sessionOf(port)}`
  const call = clientOf(port, 8, { authorization })
  await enterCatalogue(call)
  const pdf = Buffer.alloc(Math.floor((pdfMib * MIB) / documents))
  pdf.write(PDF)
  const w = workload({ c4: documents, c1: 1, c4lines: 5 })
  for (const document of w.c4) {
    const body = new FormData()
    body.set('pdf', new File([pdf], 'racun.pdf'))
    const sent = await fetch(`${server.url}/api/c4/upload`, { method: 'POST', headers: { authorization }, body })
    const { filePath } = (await sent.json()) as { filePath: string }
    await call('POST', '/api/c4', { ...c4Body(document), pdf_fajl: filePath })
  }
  const before = rssMib(server.pid)
  let [most, latest, bytes, done] = [before, 0, 0, false]
  const others = (async () => {
    while (!done) {
      const begun = performance.now()
      await call('GET', '/api/c4?limit=10')
      latest = Math.max(latest, performance.now() - begun)
      most = Math.max(most, rssMib(server.pid))
      await sleep(LOOK_MS)
    }
  })()
  const begun = performance.now()
  const zip = await fetch(`${server.url}/api/archive/papiri.zip`, { headers: { authorization } })
  for await (const chunk of zip.body ?? []) bytes += chunk.byteLength
  const seconds = (performance.now() - begun) / 1000
  done = true
  await others
  console.log(
    `${documents} documents, ${(bytes / MIB).toFixed(0)} MiB: ${seconds.toFixed(0)} s, ` +
      `${(most - before).toFixed(0)} MiB more than ${before.toFixed(0)}, others answered within ${latest.toFixed(0)} ms`,
  )
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
