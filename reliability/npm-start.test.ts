// `npm start` as a process manager or a script runs it: ending npm ends the program, and leaves none behind it.
import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const AWAIT_MS = 60_000
const windows = process.platform === 'win32' && 'there are no signals'

test('npm start ends with its npm', { skip: windows, timeout: 2 * AWAIT_MS }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'npm-start-'))
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '' }
  // A group of its own, of which nothing may be left.
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const group = -(npm.pid as number)
  const ended = once(npm, 'exit')
  try {
    let printed = ''
    const url = await new Promise<string>((resolve) => {
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const port = /http:\/\/\S+:(\d+)\n/.exec(printed)?.[1]
        if (port) resolve(`http://127.0.0.1:${port}`)
      })
    })
    assert.equal((await fetch(`${url}/api/health`)).status, 200)
    npm.kill('SIGTERM')
    await ended
    const isThere = () => {
      try {
        return process.kill(group, 0)
      } catch {
        return false
      }
    }
    for (const end = Date.now() + AWAIT_MS / 4; isThere() && Date.now() < end; ) await sleep(50)
    assert.equal(isThere(), false, 'a process was left behind')
    await assert.rejects(fetch(`${url}/api/health`))
  } finally {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('an error in the program as built names the line of its source', async () => {
  const file = 'server/sheets/sheet-child.ts'
  const lines = readFileSync(file, 'utf8').split('\n')
  // The first statement that looks into a job.
  const line = 1 + lines.findIndex((text) => text.startsWith("  if ('invoice' in job)"))
  const built = fileURLToPath(import.meta.resolve('#server/sheets/sheet-child.ts'))
  assert.match(built, /dist\/server/)
  const child = fork(built, [], { execArgv: ['--enable-source-maps'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let printed = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const closed = once(child, 'close')
  child.send(null as never)
  await closed
  assert.match(printed, new RegExp(`${file}:${line}:`))
})
