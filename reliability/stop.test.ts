// People at work while the program is told to end: sent requests are answered, over real connections that browsers
// keep, and nothing that was begun is cut off.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyPlace } from '#server/verify/verify.ts'
import { signUp } from './http-client.ts'
import { startServer } from './server-process.ts'

const PEOPLE = 8
const ROUNDS = 3
const WORK_MS = 400
const THINK_MS = 12

type Answer = { status: number; closes: boolean }

function send(url: string, agent: Agent, token: string, body: object | null): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/materials`, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
      answer.on('error', reject).on('end', () => {
        resolve({ status: answer.statusCode ?? 0, closes: answer.headers.connection === 'close' })
      })
      answer.resume()
    })
    sent.on('error', reject)
    sent.end(body ? JSON.stringify(body) : '')
  })
}

/** One person who reads and saves in turn on one kept connection until it is closed; answers what was not answered. */
async function work(url: string, token: string, name: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const fields = { naziv: 'Žica', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544' }
  const lost: string[] = []
  for (let count = 0; lost.length === 0; count++) {
    await sleep(Math.random() * THINK_MS)
    try {
      const { closes } = await send(url, agent, token, count % 2 ? null : { id: `${name}-${count}`, ...fields })
      if (closes) break
    } catch (error) {
      lost.push(`${count % 2 ? 'GET' : 'POST'} ${(error as { code?: string }).code}`)
    }
  }
  agent.destroy()
  return lost
}

test('no request on a kept connection is lost when the program is told to end', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stop-'))
  const lost: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer({ dataDir })
    try {
      const token = await signUp(server.url, `ana${round}@firma.rs`)
      const people = Array.from({ length: PEOPLE }, (_, i) => work(server.url, token, `M${round}-${i}`))
      await sleep(WORK_MS)
      await server.stop()
      lost.push(...(await Promise.all(people)).flat())
    } finally {
      await server.kill()
    }
  }
  const verdict = await verifyPlace({ dataDir })
  rmSync(dataDir, { recursive: true, force: true })
  assert.deepEqual(lost, [])
  assert.match((verdict.ok && verdict.trail) || '', /poslednji pečat \d+:\w+\.$/, 'the whole trail is sealed')
})
