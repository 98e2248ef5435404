import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openBeside, openStore } from '#server/db/open.ts'
import { assertDurable, assertSqliteVersion, databaseFile } from './open-sqlite.ts'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('an SQLite older than 3.51.3 is refused with a sentence', () => {
  for (const version of ['3.51.2', '3.50.9', '2.99.99', '0'])
    assert.throws(() => assertSqliteVersion(version), {
      message: `SQLite ${version} je prestar, potreban je najmanje 3.51.3.`,
    })
  for (const version of ['3.51.3', '3.51.10', '3.52.0', '4.0.0'])
    assert.doesNotThrow(() => assertSqliteVersion(version))
  assert.doesNotThrow(() => assertSqliteVersion(), 'the one that runs these tests')
})

test('a connection that would answer before the disk has it is refused', () => {
  const database = new DatabaseSync(join(folder, 'a.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  assert.throws(() => assertDurable(database), { message: 'SQLite: synchronous mora biti FULL (2), a jeste 1.' })
  database.exec('pragma synchronous = full; pragma journal_mode = delete')
  assert.throws(() => assertDurable(database), { message: 'SQLite: journal_mode mora biti wal, a jeste delete.' })
  database.exec('pragma journal_mode = wal')
  assert.doesNotThrow(() => assertDurable(database))
  database.close()
})

test('where a sync may stop at the cache of the disk (macOS), the one that does not is asked for', async () => {
  const store = await openStore({ dataDir: join(folder, 'mac') })
  for (const name of ['fullfsync', 'checkpoint_fullfsync']) {
    const { rows } = await store.transact((tx) => sql.raw(`pragma ${name}`).execute(tx))
    assert.deepEqual(rows, [{ [name]: 1 }])
  }
  await store.close()
})

test('a store that is closed leaves one file with everything in it', async () => {
  const dataDir = join(folder, 'store')
  await (await openStore({ dataDir })).close()
  assert.ok(existsSync(databaseFile(dataDir)))
  assert.ok(!existsSync(`${databaseFile(dataDir)}-wal`), 'the log has gone into the file')
})

test('a command beside the program makes no database where there is none', async () => {
  const dataDir = join(folder, 'nema')
  await assert.rejects(openBeside({ dataDir }), { message: `U folderu ${dataDir} nema baze.` })
  assert.ok(!existsSync(dataDir))
})

test('a database is made for nobody else to read, its log too; one that is there keeps its mode', async () => {
  const dataDir = join(folder, 'own')
  const modeOf = (file: string) => statSync(file).mode & 0o777
  const before = process.umask(0)
  try {
    const store = await openStore({ dataDir })
    for (const end of ['', '-wal', '-shm']) assert.equal(modeOf(`${databaseFile(dataDir)}${end}`), 0o600, end)
    await store.close()
    chmodSync(databaseFile(dataDir), 0o640)
    await (await openStore({ dataDir })).close()
    assert.equal(modeOf(databaseFile(dataDir)), 0o640)
  } finally {
    process.umask(before)
  }
})

test('a file that cannot be opened is named, with whom to allow it', async () => {
  const dataDir = join(folder, 'foreign')
  // What a folder refuses to everybody, a file of another user's refuses to this one.
  mkdirSync(databaseFile(dataDir), { recursive: true })
  const named = {
    message: /^Fajl baze .*zalihe\.db ne može da se otvori \(unable to open database file\)\. .*DATA_DIR/,
  }
  await assert.rejects(openStore({ dataDir }), named)
  await assert.rejects(openBeside({ dataDir }), named)
})

test('a file that is no database is named', async () => {
  const dataDir = join(folder, 'junk')
  mkdirSync(dataDir)
  writeFileSync(databaseFile(dataDir), 'this is no database at all'.repeat(100))
  await assert.rejects(openStore({ dataDir }), {
    message: /^Fajl .*zalihe\.db nije baza \(file is not a database\)\. Vratite poslednju kopiju: npm run restore/,
  })
})

test('a damaged file is named with what to do, wherever the start comes upon the damage', async () => {
  const dataDir = join(folder, 'damaged')
  await (await openStore({ dataDir })).close()
  const good = readFileSync(databaseFile(dataDir))
  const page = good.readUInt16BE(16)
  const named = {
    message:
      /^Fajl baze .*zalihe\.db je oštećen \(.*malformed.*\)\. Vratite poslednju kopiju: npm run restore -- fajl; .* npm run verify\.$/,
  }
  const damaged = (change: (bytes: Buffer) => Buffer) => writeFileSync(databaseFile(dataDir), change(Buffer.from(good)))
  for (const change of [
    (bytes: Buffer) => bytes.fill(0x55, page),
    (bytes: Buffer) => bytes.fill(0x55, 100, page),
    (bytes: Buffer) => bytes.subarray(0, page * 3),
  ]) {
    damaged(change)
    await assert.rejects(openStore({ dataDir }), named)
    await assert.rejects(openBeside({ dataDir }), named)
  }
  writeFileSync(databaseFile(dataDir), good)
  await (await openStore({ dataDir })).close()
})

test('damage that a running program comes upon is a fault of the disk', async () => {
  const dataDir = join(folder, 'damaged-later')
  const store = await openStore({ dataDir })
  const page = readFileSync(databaseFile(dataDir)).readUInt16BE(16)
  await store.transact((tx) => sql`create table veliko as select zeroblob(${page * 3}) as bytes`.execute(tx))
  await store.close()
  const damaged = readFileSync(databaseFile(dataDir))
  writeFileSync(databaseFile(dataDir), damaged.fill(0x55, damaged.length - page * 4))
  const again = await openStore({ dataDir })
  const read = sql`select hex(bytes) as hex from veliko`.execute(again.read)
  await assert.rejects(read, (error) => again.engine.outageOf(error) === 'disk')
  await again.close()
})
