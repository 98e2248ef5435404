// The drill: a backup while people work, restored elsewhere, and held against what they had been told before it began.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { seeded } from '#scripts/demo-random.ts'
import { findPostgres } from '#scripts/find-programs.mjs'
import { readBackup } from '#server/backup/backup-file.ts'
import { pngOf } from '#server/files/testing-pictures.ts'
import { essence, newBody } from './documents.ts'
import { freshDatabase, postgresUrl } from './fresh-database.ts'
import { type Caller, callerOf, logIn } from './http-client.ts'
import { withInstances } from './instances.ts'
import { emptyLog, enterCatalogue, type Known, type Log, work } from './load.ts'
import { startServer } from './server-process.ts'
import { SEED, TIMEOUT_MS } from './settings.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'drill-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** A command of ours, as an operator runs it. */
const command = (script: string, args: string[], dataDir: string, databaseUrl = '') =>
  run(process.execPath, [join('scripts', `${script}.ts`), ...args], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  })

/**
 * Has five people work, and `backup` run in the middle of it. Answers the documents that were acknowledged before it
 * began and that nobody touched since: those must be in it.
 */
async function backupUnderLoad(callers: readonly Caller[], log: Log, backup: () => Promise<unknown>): Promise<Known[]> {
  let done = false
  const people = Array.from({ length: 5 }, (_, at) =>
    work(callers[at % callers.length] as Caller, log, seeded(SEED + at), `R${at}`, () => done),
  )
  const everybody = Promise.all(people)
  while (log.acknowledged < 150) await Promise.race([everybody, new Promise((resolve) => setTimeout(resolve, 5))])
  const before = [...log.documents.values()]
  const acknowledged = log.acknowledged
  await backup()
  done = true
  await everybody
  assert.ok(log.acknowledged > acknowledged, 'people worked on while the backup was made')
  return before.filter((known) => log.documents.get(`${known.path}/${known.id}`) === known)
}

type Attached = { readonly id: number; readonly bytes: Buffer }

/** A document that nobody else touches, with attachments beside it. */
async function attach(caller: Caller): Promise<Attached[]> {
  const { body: document } = await caller.call('POST', '/c4', newBody('/c4', seeded(SEED), 'PRILOZI'))
  const any = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at) % 251))
  const files = [
    ['cmr.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n'), any, Buffer.from('\n%%EOF')])],
    ['slika.png', pngOf(any)],
  ] as const
  const attached: Attached[] = []
  for (const [name, bytes] of files) {
    const { status, body } = await caller.upload(`/prilozi?uz=c4&predmet=${document.id}&vrsta=CMR`, name, bytes)
    assert.equal(status, 201, JSON.stringify(body))
    attached.push({ id: body.id, bytes })
  }
  return attached
}

/** Every one of these documents is there as it was acknowledged, its PDF and attachments to the last bit. */
async function assertHeld(caller: Caller, log: Log, documents: readonly Known[], attached: readonly Attached[]) {
  for (const { id, bytes } of attached)
    assert.ok((await caller.call('GET', `/prilozi/${id}/file`)).bytes.equals(bytes), `attachment ${id}`)
  let pdfs = 0
  for (const { path, id, verzija, body } of documents) {
    const { status, body: found } = await caller.call('GET', `${path}/${id}`)
    assert.equal(status, 200, `${path}/${id} is not in the backup`)
    assert.equal(found.verzija, verzija)
    assert.equal(essence(path, found), essence(path, body))
    if (!body.pdf_fajl) continue
    const { bytes } = await caller.call('GET', `${path}/download/${id}`)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), log.pdfs.get(String(body.pdf_fajl)))
    pdfs++
  }
  return pdfs
}

/** Books without a fault, with the newest seal of their trail and without one that somebody wrote down elsewhere. */
async function verifySeals(dataDir: string) {
  const { stdout } = await command('verify', [], dataDir)
  assert.match(stdout, /^Sve se slaže/)
  const [, number, hash = ''] = /poslednji pečat (\d+):([0-9a-f]{64})\b/.exec(stdout) ?? []
  assert.match((await command('verify', [`${number}:${hash.slice(0, 16)}`], dataDir)).stdout, /^Sve se slaže/)
  const refusals = [
    [`${number}:${'0'.repeat(16)}`, /^RAZLIKA: .*dnevnik je pisan iznova\.\n$/],
    [`${Number(number) + 1}:${hash}`, /^RAZLIKA: .*kraj dnevnika je uklonjen, ili je ovo starija kopija\.\n$/],
    [`${number}:${hash.slice(0, 15)}`, /^Zapisani pečat navedite kao broj:otisak, bar 16 znakova otiska\.\n$/],
  ] as const
  for (const [noted, said] of refusals)
    await assert.rejects(command('verify', [noted], dataDir), (error: { stderr: string; code: number }) => {
      assert.match(error.stderr, said)
      return error.code === 1
    })
}

test(`SQLite: npm run backup under load, npm run restore elsewhere (seed ${SEED})`, {
  timeout: TIMEOUT_MS,
}, async (t) => {
  const log = emptyLog()
  const file = join(folder, 'kopija')
  const elsewhere = join(folder, 'elsewhere')
  const { held, attached, token } = await withInstances('sqlite', async ({ callers, token, place }) => {
    await enterCatalogue(callers[0], log)
    const attached = await attach(callers[0])
    const held = await backupUnderLoad(callers, log, () => command('backup', [file], place.dataDir))
    // Restoring over a server that runs is refused, with a sentence and nothing else.
    await assert.rejects(command('restore', [file], place.dataDir), (error: { stderr: string; code: number }) => {
      assert.match(error.stderr, /^Podatke u .* već koristi drugi proces\..*\n$/)
      return error.code === 1
    })
    return { held, attached, token }
  })
  const { stdout } = await command('restore', [file], elsewhere)
  assert.match(
    stdout,
    /^Vraćena je kopija od .*\nSve sesije su odjavljene.*\nUlogu Administrator u kopiji ima: .*@.*\nSve se slaže: C4 \d+/,
  )
  await verifySeals(elsewhere)
  const server = await startServer({ dataDir: elsewhere })
  try {
    assert.equal((await callerOf(server.url, token).call('GET', '/auth/me')).status, 401, 'no session comes back')
    const pdfs = await assertHeld(callerOf(server.url, await logIn(server.url)), log, held, attached)
    assert.ok(held.length > 20 && pdfs > 0)
    t.diagnostic(`${held.length} documents and ${pdfs} PDFs acknowledged before the backup are all in it`)
  } finally {
    await server.stop()
  }
})

test('the server makes a backup by itself when one is due', async () => {
  const backupDir = join(folder, 'plan')
  const env = { BACKUP_DIR: backupDir, BACKUP_EVERY_HOURS: '24' }
  const server = await startServer({ dataDir: join(folder, 'planned'), env })
  try {
    while (!server.output().includes('Kopija baze: ')) await new Promise((resolve) => setTimeout(resolve, 20))
    const [name = '', ...others] = readdirSync(backupDir)
    assert.deepEqual(others, [])
    assert.match(server.output(), new RegExp(`^Kopija baze: .*${name} \\(\\d+ bajtova\\)$`, 'm'))
    assert.ok((await readBackup(join(backupDir, name))).bajtova > 0)
  } finally {
    await server.stop()
  }
})

const programs = findPostgres()
const pgTools = postgresUrl && programs

test(`PostgreSQL: pg_dump under load, pg_restore elsewhere (seed ${SEED})`, {
  skip: !pgTools,
  timeout: TIMEOUT_MS,
}, async (t) => {
  const log = emptyLog()
  const file = join(folder, 'kopija.dump')
  const tool = (name: string, args: string[]) => run(join(programs ?? '', name), args)
  const elsewhere = await freshDatabase()
  try {
    const { held, attached, token } = await withInstances('postgres', async ({ callers, token, place }) => {
      await enterCatalogue(callers[0], log)
      const attached = await attach(callers[0])
      const dump = () => tool('pg_dump', ['--format=custom', `--file=${file}`, place.databaseUrl ?? ''])
      return { held: await backupUnderLoad(callers, log, dump), attached, token }
    })
    await tool('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${elsewhere.url}`, file])
    assert.match((await command('verify', [], folder, elsewhere.url)).stdout, /^Sve se slaže/)
    const server = await startServer({ dataDir: folder, databaseUrl: elsewhere.url })
    try {
      const pdfs = await assertHeld(callerOf(server.url, token), log, held, attached)
      assert.ok(held.length > 20 && pdfs > 0)
      t.diagnostic(`${held.length} documents and ${pdfs} PDFs acknowledged before the dump are all in it`)
    } finally {
      await server.stop()
    }
  } finally {
    await elsewhere.drop()
  }
})

test('whoever asks for help gets no file of that name', async () => {
  for (const [script, said] of [
    ['backup', /Nepoznata opcija --help: npm run backup \[-- fajl\]/],
    ['restore', /Navedite kopiju: npm run restore -- fajl/],
  ] as const) {
    await assert.rejects(command(script, ['--help'], join(folder, 'nowhere')), (error: { stderr?: string }) => {
      assert.match(error.stderr ?? '', said)
      return true
    })
  }
  assert.ok(!readdirSync(project).includes('--help'))
})
