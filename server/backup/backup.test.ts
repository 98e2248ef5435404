import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { resetPassword, switchAccount } from '#server/auth/accounts.ts'
import { readConfig } from '#server/config.ts'
import { openStore, type Store } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'
import { testApi } from '#server/testing.ts'
import { addDocuments, c4Body, stored } from '#server/testing-documents.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { readBackup, UNFINISHED, writeBackup } from './backup-file.ts'
import { restoreBackup } from './restore.ts'
import { backupName, backupNow, scheduleBackups, surplus, waitMs } from './schedule.ts'

const NOW = Date.UTC(2026, 10, 20, 18, 1, 2)
const DAY_MS = 86_400_000
const LATER = c4Body('C4-9', '2026-05-01', [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }])

let folder = ''
let open: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  open = []
})
afterEach(async () => {
  for (const store of open) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const path = (name: string) => join(folder, name)

async function openIn(name: string) {
  const store = await openStore({ dataDir: path(name) })
  open.push(store)
  return { store, api: await testApi({ name: 'sqlite', open: async () => store }) }
}

/** A folder with two C4 and two C1, closed. */
async function firmIn(name: string) {
  const { store, api } = await openIn(name)
  await addDocuments(api)
  await store.close()
}

/** A backup `k`, and these files of a server that had one document more when it was killed: they stand in the log alone. */
async function killedIn(name: string, files: readonly string[]) {
  const { api } = await openIn('a')
  await addDocuments(api)
  await writeBackup(path('a'), path('k'), NOW)
  await stored(api, '/c4', LATER)
  mkdirSync(path(name))
  for (const file of files) copyFileSync(join(path('a'), file), join(path(name), file))
}

/** The numbers of the C4 documents in a folder. */
function numbersIn(dataDir: string): unknown[] {
  const database = new DatabaseSync(databaseFile(dataDir))
  const rows = database.prepare('select broj_c4 from c4 order by id').all()
  database.close()
  return rows.map(({ broj_c4 }) => broj_c4)
}

test('a backup of an open store holds what was there, and restores elsewhere', async () => {
  const { api } = await openIn('a')
  await addDocuments(api)
  const info = await writeBackup(path('a'), path('k'), NOW)
  await stored(api, '/c4', LATER)

  assert.deepEqual(await readBackup(path('k')), info)
  assert.equal(info.napravljena, '2026-11-20T18:01:02.000Z')
  assert.equal(statSync(path('k')).mode & 0o777, 0o600, 'for nobody else to read')
  const restored = await restoreBackup(path('k'), path('b'), NOW)
  assert.ok(restored.verdict?.ok, JSON.stringify(restored))
  assert.equal(restored.aside, null)
  assert.deepEqual(numbersIn(path('b')), ['C4-1', 'C4-2'])
  assert.deepEqual(readdirSync(path('b')).sort(), ['zalihe.db', 'zalihe.lock'])
  await (await openStore({ dataDir: path('b') })).close()
})

test('a backup is an ordinary SQLite database, which needs no program of ours', async () => {
  await firmIn('a')
  await writeBackup(path('a'), path('k.db'), NOW)
  const database = new DatabaseSync(path('k.db'))
  assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
  assert.deepEqual({ ...database.prepare('select count(*) as c1 from c1').get() }, { c1: 2 })
  database.close()
})

test('a damaged, shortened, lengthened or foreign file is refused, and nothing is changed', async () => {
  await firmIn('a')
  await firmIn('b')
  await writeBackup(path('a'), path('k'), NOW)
  const good = readFileSync(path('k'))
  const before = readFileSync(databaseFile(path('b')))
  const refused = async (what: string, bytes: Buffer) => {
    writeFileSync(path('bad'), bytes)
    await assert.rejects(restoreBackup(path('bad'), path('b'), NOW), /oštećen/, what)
    assert.deepEqual(readFileSync(databaseFile(path('b'))), before, what)
  }
  // The database, the line that describes it and the checksum: a bit of each.
  const places = [0, 100, 5000, Math.floor(good.length / 2), good.length - 150, good.length - 100, good.length - 2]
  for (const at of places) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] as number) ^ 1
    await refused(`bit at ${at} of ${good.length}`, bad)
  }
  for (const length of [0, 1, 1024, good.length - 1024, good.length - 1])
    await refused(`${length}`, good.subarray(0, length))
  await refused('one byte more', Buffer.concat([good, Buffer.from('\n')]))
  await refused('twice', Buffer.concat([good, good]))
  await refused('another program’s database', before)
  await refused('text', Buffer.from('nešto drugo'.repeat(500)))
  await assert.rejects(restoreBackup(path('nema'), path('b'), NOW), /ne postoji ili ne može da se čita/)
  mkdirSync(path('prazan'))
  await assert.rejects(restoreBackup(path('prazan'), path('b'), NOW), /^Error: U folderu .*prazan nema baze\.$/)
  assert.deepEqual(readdirSync(path('b')).sort(), ['zalihe.db', 'zalihe.lock'])
})

test('nothing is restored into the folder of a running server', async () => {
  const { api } = await openIn('a')
  await addDocuments(api)
  await writeBackup(path('a'), path('k'), NOW)
  await stored(api, '/c4', LATER)
  await assert.rejects(restoreBackup(path('k'), path('a'), NOW), /već koristi drugi proces/)
  assert.equal((await api.get('/c4')).body.total, 3)
})

test('what stood there is kept aside whole, its log included', async () => {
  await killedIn('b', ['zalihe.db', 'zalihe.db-wal'])

  const { aside } = await restoreBackup(path('k'), path('b'), NOW)
  assert.equal(aside, join(path('b'), 'pre-vracanja-2026-11-20T18-01-02'))
  assert.deepEqual(numbersIn(path('b')), ['C4-1', 'C4-2'])
  assert.deepEqual(numbersIn(aside ?? ''), ['C4-1', 'C4-2', 'C4-9'])
  assert.ok((await verifyPlace({ dataDir: path('b') })).ok)
})

test('a second restore within the second takes nothing of what the first has put aside', async () => {
  await killedIn('b', ['zalihe.db', 'zalihe.db-wal'])

  const first = await restoreBackup(path('k'), path('b'), NOW)
  const second = await restoreBackup(path('k'), path('b'), NOW)
  assert.equal(second.aside, `${first.aside}-2`)
  assert.deepEqual(numbersIn(first.aside ?? ''), ['C4-1', 'C4-2', 'C4-9'])
  assert.deepEqual(numbersIn(second.aside ?? ''), ['C4-1', 'C4-2'])
})

test('what was kept aside comes back, whatever log a killed program has left of the other', async () => {
  await killedIn('b', ['zalihe.db', 'zalihe.db-wal'])
  const { aside } = await restoreBackup(path('k'), path('b'), NOW)
  const database = new DatabaseSync(databaseFile(path('b')))
  database.exec(`pragma journal_mode = wal; update c4 set broj_c4 = 'C4-10' where broj_c4 = 'C4-2'`)
  mkdirSync(path('c'))
  for (const file of ['zalihe.db', 'zalihe.db-wal']) copyFileSync(join(path('b'), file), join(path('c'), file))
  database.close()

  const back = await restoreBackup(aside ?? '', path('c'), NOW)
  assert.ok(back.verdict?.ok, JSON.stringify(back))
  assert.equal(back.napravljena, null)
  assert.deepEqual(numbersIn(path('c')), ['C4-1', 'C4-2', 'C4-9'])
  assert.equal(statSync(databaseFile(path('c'))).mode & 0o777, 0o600, 'for nobody else to read')
  assert.deepEqual(numbersIn(back.aside ?? ''), ['C4-1', 'C4-10'])
  assert.deepEqual(numbersIn(aside ?? ''), ['C4-1', 'C4-2', 'C4-9'], 'and stays where it was')
})

test('a log that has lost its database is kept aside, and is none of the next one', async () => {
  await killedIn('b', ['zalihe.db-wal'])

  const { aside } = await restoreBackup(path('k'), path('b'), NOW)
  assert.deepEqual(readdirSync(aside ?? ''), ['zalihe.db-wal'])
  assert.deepEqual(numbersIn(path('b')), ['C4-1', 'C4-2'])
  assert.ok((await verifyPlace({ dataDir: path('b') })).ok)
})

test('nothing is replaced while somebody reads it', async () => {
  const { store, api } = await openIn('a')
  await addDocuments(api)
  await writeBackup(path('a'), path('k'), NOW)
  // Somebody reads what stood there before the last document.
  const reader = new DatabaseSync(databaseFile(path('a')), { readOnly: true })
  reader.exec('begin; select count(*) from c4')
  await stored(api, '/c4', LATER)
  await store.close()
  await assert.rejects(restoreBackup(path('k'), path('a'), NOW), /^Error: Bazu upravo čita druga komanda/)
  assert.ok(!readdirSync(path('a')).some((name) => name.startsWith('pre-vracanja')))
  reader.close()
  assert.deepEqual(numbersIn(path('a')), ['C4-1', 'C4-2', 'C4-9'])
  assert.ok((await restoreBackup(path('k'), path('a'), NOW)).verdict?.ok)
})

test('a database that is ruined is replaced as well', async () => {
  await firmIn('a')
  await writeBackup(path('a'), path('k'), NOW)
  writeFileSync(databaseFile(path('a')), 'this is no database at all')
  const { aside, verdict } = await restoreBackup(path('k'), path('a'), NOW)
  assert.ok(verdict?.ok)
  assert.equal(readFileSync(databaseFile(aside ?? ''), 'utf8'), 'this is no database at all')
})

test('a backup of a newer program is refused', async () => {
  await firmIn('a')
  const database = new DatabaseSync(databaseFile(path('a')))
  database.exec(`insert into kysely_migration values ('9999-later', '2099-01-01')`)
  database.close()
  await writeBackup(path('a'), path('k'), NOW)
  await assert.rejects(restoreBackup(path('k'), path('b'), NOW), /novija verzija programa \(9999-later\)/)
  assert.ok(!existsSync(databaseFile(path('b'))))
  await assert.rejects(openStore({ dataDir: path('a') }), /novija verzija programa \(9999-later\)/)
})

test('a backup in a form that is newer than this program is refused', async () => {
  await firmIn('a')
  await writeBackup(path('a'), path('k'), NOW)
  const [front = ''] = readFileSync(path('k'), 'latin1').split('SHA-256 ')
  const newer = Buffer.from(front.replace('{"format":1,', '{"format":2,'), 'latin1')
  const sha256 = createHash('sha256').update(newer).digest('hex')
  writeFileSync(path('k'), Buffer.concat([newer, Buffer.from(`SHA-256 ${sha256}\n`)]))
  await assert.rejects(restoreBackup(path('k'), path('b'), NOW), /k je napravila novija verzija programa\.$/)
  assert.ok(!existsSync(databaseFile(path('b'))))
})

test('a backup never overwrites a file, and leaves nothing half done', async () => {
  await firmIn('a')
  await writeBackup(path('a'), path('k'), NOW)
  await assert.rejects(writeBackup(path('a'), path('k'), NOW), /već postoji/)
  await assert.rejects(writeBackup(path('nema'), path('m'), NOW), /nema baze/)
  for (const nowhere of [join(path('nema'), 'm'), join(path('k'), 'm')])
    await assert.rejects(writeBackup(path('a'), nowhere, NOW), /^Error: Kopija ne može da se upiše u /)
  assert.deepEqual(readdirSync(folder).sort(), ['a', 'k'])
})

test('of backups of one name at the same moment each is whole or none, and who says that it was made has it', async () => {
  await firmIn('a')
  for (let round = 0; round < 20; round++) {
    const file = path(`k${round}`)
    const later = async () => {
      for (let turn = 0; turn < round; turn++) await nextTurn()
      return writeBackup(path('a'), file, NOW)
    }
    const both = await Promise.allSettled([writeBackup(path('a'), file, NOW), later()])
    assert.ok(both.some(({ status }) => status === 'fulfilled'))
    for (const one of both) if (one.status === 'rejected') assert.match(one.reason.message, /već postoji/)
    await readBackup(file)
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes(UNFINISHED)),
    [],
  )
})

test('the half that a killed process has left of a backup goes with the next one of that name', async () => {
  await firmIn('a')
  for (const [name, at] of [
    [`k${UNFINISHED}`, NOW - DAY_MS],
    [`k.0a1b2c3d${UNFINISHED}-journal`, NOW - DAY_MS],
    [`k.4e5f6a7b${UNFINISHED}`, NOW - 60_000],
  ] as const) {
    appendFileSync(path(name), 'x')
    utimesSync(path(name), at / 1000, at / 1000)
  }
  await writeBackup(path('a'), path('k'), NOW)
  assert.deepEqual(readdirSync(folder).sort(), ['a', 'k', `k.4e5f6a7b${UNFINISHED}`])
})

test('a backup that is being written is already for nobody else to read', async () => {
  await firmIn('a')
  const before = process.umask(0)
  try {
    const modes = new Set<number>()
    let over = false
    const done = writeBackup(path('a'), path('k'), NOW).finally(() => {
      over = true
    })
    while (!over) {
      const [name] = readdirSync(folder).filter((one) => one.endsWith(UNFINISHED))
      const half = name && statSync(path(name), { throwIfNoEntry: false })
      if (half) modes.add(half.mode & 0o777)
      await nextTurn()
    }
    await done
    assert.deepEqual([...modes], [0o600])
  } finally {
    process.umask(before)
  }
})

test('a database that is put back is for nobody else to read', async () => {
  await firmIn('a')
  await writeBackup(path('a'), path('k'), NOW)
  const before = process.umask(0)
  await restoreBackup(path('k'), path('b'), NOW).finally(() => process.umask(before))
  assert.equal(statSync(databaseFile(path('b'))).mode & 0o777, 0o600)
})

test('backups by plan: the newest stay, strangers are left alone, halves of a killed process go', async () => {
  await firmIn('a')
  const plan = { dataDir: path('a'), backupDir: path('kopije'), backupEveryHours: 24, backupKeep: 3 }
  mkdirSync(plan.backupDir)
  appendFileSync(join(plan.backupDir, 'moje.kopija'), 'x')
  for (const end of ['', '-journal']) {
    const half = join(plan.backupDir, `${backupName(NOW - DAY_MS)}.nedovrsena${end}`)
    appendFileSync(half, 'x')
    utimesSync(half, (NOW - DAY_MS) / 1000, (NOW - DAY_MS) / 1000)
  }
  for (let day = 0; day < 5; day++) await backupNow(plan, NOW + day * DAY_MS)
  const names = readdirSync(plan.backupDir).sort()
  assert.deepEqual(names, [
    'moje.kopija',
    'zalihe-2026-11-22T18-01-02.kopija',
    'zalihe-2026-11-23T18-01-02.kopija',
    'zalihe-2026-11-24T18-01-02.kopija',
  ])
  for (const name of names.slice(1)) assert.ok((await readBackup(join(plan.backupDir, name))).bajtova > 0)
})

test('the half of a backup that another process is writing stays', async () => {
  await firmIn('a')
  const plan = { dataDir: path('a'), backupDir: path('kopije'), backupEveryHours: 24, backupKeep: 3 }
  mkdirSync(plan.backupDir)
  const half = `${backupName(NOW - 60_000)}.nedovrsena`
  appendFileSync(join(plan.backupDir, half), 'x')
  utimesSync(join(plan.backupDir, half), NOW / 1000 - 1, NOW / 1000 - 1)
  await backupNow(plan, NOW)
  assert.ok(readdirSync(plan.backupDir).includes(half))
})

test('where there is no database, no folder is made for its backups', async () => {
  const plan = { dataDir: path('nema'), backupDir: path('kopije'), backupEveryHours: 0, backupKeep: 3 }
  await assert.rejects(backupNow(plan, NOW), { message: `U folderu ${path('nema')} nema baze.` })
  assert.deepEqual(readdirSync(folder), [])
})

test('a folder that backups cannot use is named in a sentence', () => {
  writeFileSync(path('fajl'), '')
  for (const backupDir of [path('fajl'), join(path('fajl'), 'ispod')])
    assert.throws(() => scheduleBackups({ dataDir: path('a'), backupDir, backupEveryHours: 1, backupKeep: 3 }), {
      message: /^Folder za kopije .*fajl.* ne može da se koristi \(BACKUP_DIR\): /,
    })
})

test('the next backup is due so long after the newest', () => {
  const names = ['x', backupName(NOW - 30 * 3_600_000), backupName(NOW - 10 * 3_600_000)]
  assert.equal(waitMs(names, 24, NOW), 14 * 3_600_000)
  assert.equal(waitMs(names, 8, NOW), 0)
  assert.equal(waitMs([], 24, NOW), 0)
  assert.equal(waitMs([backupName(NOW + DAY_MS)], 1, NOW), 3_600_000, 'a clock that went back does not stop it')
  assert.deepEqual(surplus(names, 1), [backupName(NOW - 30 * 3_600_000)])
})

test('the configuration of backups is read, and a wrong value named', () => {
  const { backupDir, backupEveryHours, backupKeep } = readConfig({ DATA_DIR: folder })
  assert.deepEqual(
    { backupDir, backupEveryHours, backupKeep },
    { backupDir: path('kopije'), backupEveryHours: 0, backupKeep: 14 },
  )
  assert.equal(readConfig({ BACKUP_EVERY_HOURS: '12' }).backupEveryHours, 12)
  assert.equal(readConfig({ BACKUP_DIR: path('x') }).backupDir, path('x'))
  for (const env of [
    { BACKUP_EVERY_HOURS: 'dnevno' },
    { BACKUP_EVERY_HOURS: '169' },
    { BACKUP_KEEP: '0' },
    { BACKUP_KEEP: '1.5' },
  ])
    assert.throws(() => readConfig(env), new RegExp(`^Error: ${Object.keys(env)[0]} mora biti ceo broj od `))
  assert.throws(
    () => readConfig({ DATABASE_URL: 'postgres://x/y', BACKUP_EVERY_HOURS: '1' }),
    /važi samo za ugrađenu bazu/,
  )
})

test('no session or one-time link comes back with a backup, and what differs of the accounts is named', async () => {
  const { store, api } = await openIn('a')
  const petar = { email: 'petar@firma.rs', password: 'tajna-rec-1' }
  await api.anonymous.post('/auth/register', petar)
  const factor = (email: string, totp_tajna: string | null) =>
    store.transact(async (tx) => {
      const totp_od = totp_tajna === null ? null : NOW
      await tx.updateTable('korisnik').set({ totp_tajna, totp_od }).where('email', '=', email).execute()
    })
  await factor(petar.email, 'KOPIJA')
  for (const email of ['jelena@firma.rs', 'marko@firma.rs']) await api.signIn(email)
  await switchAccount(store, 'marko@firma.rs', true, NOW)
  await api.signIn('zorka@firma.rs', 'Administrator')
  await api.post('/auth/invitations', { email: 'gost@firma.rs', ime: '', uloga: 'Samo čitanje' })
  await writeBackup(path('a'), path('k'), NOW)
  await resetPassword(store, petar.email, NOW)
  await factor(petar.email, null)
  await factor('jelena@firma.rs', 'NOVA')
  await switchAccount(store, 'jelena@firma.rs', true, NOW)
  await switchAccount(store, 'marko@firma.rs', false, NOW)
  await api.signIn('nova@firma.rs')
  const zorka = (await api.get('/auth/accounts')).body.accounts.find(
    ({ email }: { email: string }) => email === 'zorka@firma.rs',
  )
  await api.put(`/auth/accounts/${zorka.id}`, { ime: '', uloga: 'Samo čitanje', iskljucen: false })
  await store.close()

  const { accounts, roles, verdict } = await restoreBackup(path('k'), path('a'), NOW)
  assert.ok(verdict?.ok)
  assert.deepEqual(accounts, [
    'Nalog jelena@firma.rs je bio isključen, a u kopiji nije.',
    'Nalog jelena@firma.rs u kopiji nema potvrdu u dva koraka.',
    'Nalog marko@firma.rs je u kopiji isključen.',
    'Nalog petar@firma.rs ponovo ima lozinku iz kopije.',
    'Nalog petar@firma.rs ponovo ima potvrdu u dva koraka iz kopije.',
    'Nalog zorka@firma.rs ponovo ima ulogu Administrator, a imao je Samo čitanje.',
    'Naloga nova@firma.rs nema u kopiji.',
  ])
  assert.deepEqual(roles, [
    'Ulogu Administrator u kopiji ima: ana@firma.rs, zorka@firma.rs.',
    'Ulogu Pun pristup u kopiji ima: jelena@firma.rs, marko@firma.rs (isključen), petar@firma.rs.',
    'Ulogu Samo čitanje u kopiji ima: gost@firma.rs.',
  ])
  const restored = await openStore({ dataDir: path('a') })
  open.push(restored)
  for (const table of ['sesija', 'veza'] as const)
    assert.deepEqual(await restored.read.selectFrom(table).select('korisnik_id').execute(), [])
})

test('a backup with anything in it that the program has not made is refused, and nothing changes', async () => {
  await firmIn('a')
  for (const [statement, sentence] of [
    ['create trigger tiho after insert on c4 begin delete from kurs; end', /postoji trigger tiho, koji program nije/],
    ['drop index c4_datum', /nedostaje index c4_datum/],
    ['create table jos (id integer)', /postoji table jos/],
  ] as const) {
    const changed = path(`k${statement.length}`)
    mkdirSync(changed)
    copyFileSync(databaseFile(path('a')), databaseFile(changed))
    const database = new DatabaseSync(databaseFile(changed))
    database.exec(statement)
    database.close()
    await assert.rejects(restoreBackup(changed, path('b'), NOW), sentence)
    assert.equal(existsSync(databaseFile(path('b'))), false)
  }
})
