// `npm run fuzz [-- requests [seed]]`: sends generated and broken requests to every route of the API, 100,000 unless
// said otherwise, over an embedded database of its own. The seed reproduces a finding.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/db/open.ts'
import { testApi } from '#server/testing.ts'
import { campaign } from './campaign.ts'

const [requests = 100_000, seed = Date.now() % 2 ** 32] = process.argv.slice(2).map(Number)
const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'))
const began = performance.now()
const seconds = () => Math.round((performance.now() - began) / 1000)
console.log(`${requests} requests, seed ${seed}`)

const api = await testApi({ name: 'sqlite', open: () => openStore({ dataDir }) })
try {
  const { byStatus, slowestMs, faults } = await campaign(api, requests, seed, (done) => {
    if (done % 10_000 === 0) console.log(`${done} after ${seconds()} s`)
  })
  console.log(`${seconds()} s, by status ${JSON.stringify(byStatus)}, slowest ${Math.round(slowestMs)} ms`)
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? 'No fault found.' : `${faults.length} faults found.`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await api.store.close()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit()
