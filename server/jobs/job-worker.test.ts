import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const GONE_WITHIN_MS = 10_000

/** Busy with its job for ever, it never hears that its parent is gone. */
const JOB = `import { writeFileSync } from 'node:fs'
process.on('message', ({ file }) => {
  writeFileSync(file, String(process.pid))
  for (;;);
})`

/** Asks for the job, and ends itself as soon as that has begun. */
const PARENT = `import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { startProcess } from ${JSON.stringify(import.meta.resolve('./job-worker.ts'))}
const [job, file] = process.argv.slice(2)
void startProcess(pathToFileURL(job).href, { memoryMb: 64 }).ask({ file }, 60_000)
setInterval(() => existsSync(file) && readFileSync(file, 'utf8') && process.exit(0), 20)`

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a process that is busy with a job ends with the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'job-'))
  const [job, parent, file] = ['job.mjs', 'parent.mjs', 'pid'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  let pid = 0
  try {
    writeFileSync(job, JOB)
    writeFileSync(parent, PARENT)
    assert.equal(spawnSync(process.execPath, [parent, job, file]).status, 0)
    pid = Number(readFileSync(file, 'utf8'))
    for (const end = Date.now() + GONE_WITHIN_MS; isThere(pid) && Date.now() < end; ) await sleep(20)
    assert.equal(isThere(pid), false)
  } finally {
    if (pid > 0 && isThere(pid)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
