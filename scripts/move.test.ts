import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshDatabase, postgresUrl } from '#reliability/fresh-database.ts'
import { openStore } from '#server/db/open.ts'
import { testApi } from '#server/testing.ts'
import { addDocuments } from '#server/testing-documents.ts'
import { verifyPlace } from '#server/verify/verify.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

/** The command's output, its errors, and its exit code. */
function move(args: string[], env: Record<string, string>) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(project, 'scripts/move.ts'), ...args], {
    encoding: 'utf8',
    cwd: project,
    env: { ...process.env, ...env },
  })
  return { stdout, stderr, status }
}

test('the command without a target says what it needs', () => {
  assert.deepEqual(move([], {}), {
    stdout: '',
    stderr: 'Navedite odredište: npm run move -- --to postgres://… ili --to folder\n',
    status: 1,
  })
})

test('a password in an address that stands in the wrong place is not repeated', () => {
  const { stdout, stderr, status } = move(['postgres://zalihe:tajna@127.0.0.1/zalihe'], {})
  assert.deepEqual([stdout, status], ['', 1])
  assert.match(stderr, /^Navedite odredište: [^\n]+\n$/)
  assert.doesNotMatch(stderr, /tajna/)
})

test('the command moves there and back, says where the data lie now, and refuses in a sentence', {
  skip: !postgresUrl,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'move-'))
  const database = await freshDatabase()
  try {
    const dataDir = join(folder, 'data')
    const store = await openStore({ dataDir })
    await addDocuments(await testApi({ name: 'sqlite', open: async () => store }))
    await store.close()

    const embedded = { DATA_DIR: dataDir, DATABASE_URL: '' }
    const there = move(['--to', database.url.replace('postgres:', 'postgresql:')], embedded)
    assert.match(
      there.stdout,
      /^Preseljeno za \d+,\d s: tabela \d+, redova \d+, svi isti kao u izvoru\.\nSve se slaže: .+\.\nDnevnik: .+\.\nPokrećite/,
    )
    assert.ok(there.stdout.endsWith(`program sa DATABASE_URL. Stari podaci ostaju u ${dataDir}.\n`), there.stdout)
    assert.deepEqual([there.stderr, there.status], ['', 0])

    assert.deepEqual(move(['--to', database.url], embedded), {
      stdout: '',
      stderr: 'Odredište nije prazno: podaci se sele samo u praznu bazu.\n',
      status: 1,
    })

    // The folder is where the command was typed, not the project's.
    const back = move([], { DATABASE_URL: database.url, INIT_CWD: folder, MOVE_TO: 'nazad' })
    const told = `Pokrećite program bez DATABASE_URL, sa DATA_DIR=${join(folder, 'nazad')}. Stari podaci ostaju u PostgreSQL-u.\n`
    assert.ok(back.stdout.endsWith(told), back.stdout + back.stderr)
    assert.ok((await verifyPlace({ dataDir: join(folder, 'nazad') })).ok)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
})
