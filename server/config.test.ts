import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { demoExposureOf, exposureOf, readConfig } from './config.ts'

describe('configuration', () => {
  test('without a word everything works on this machine', () => {
    const { dataDir, backupDir, ...rest } = readConfig({})
    assert.deepEqual(rest, {
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      registration: 'open',
      weakPasswords: 'allow',
      secondFactor: 'optional',
      trustedProxies: 0,
      publicHosts: [],
      posta: undefined,
      maxAllPdfBytes: undefined,
      backupEveryHours: 0,
      backupKeep: 14,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      log: 'text',
      drainSeconds: 0,
    })
    assert.equal(dataDir, resolve('data'))
    assert.equal(backupDir, resolve('data', 'kopije'))
  })

  test('an empty value means what none means, but never that everybody may come in', () => {
    const harmless = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'TRUST_PROXY', 'BACKUP_DIR', 'BACKUP_EVERY_HOURS']
    harmless.push('BACKUP_KEEP', 'METRICS_PORT', 'METRICS_HOST', 'LOG', 'DRAIN_SECONDS', 'PUBLIC_HOSTS', 'PDF_TOTAL_MB')
    harmless.push('SMTP_URL', 'SMTP_FROM', 'PUBLIC_URL')
    for (const empty of ['', ' '])
      assert.deepEqual(readConfig(Object.fromEntries(harmless.map((name) => [name, empty]))), readConfig({}))
    for (const empty of ['', ' ']) {
      assert.throws(() => readConfig({ REGISTRATION: empty }), {
        message: 'REGISTRATION mora biti open, closed ili spisak domena (firma.rs,druga.rs), a jeste "".',
      })
      assert.throws(() => readConfig({ WEAK_PASSWORDS: empty }), {
        message: 'WEAK_PASSWORDS mora biti allow ili refuse, a jeste "".',
      })
      assert.throws(() => readConfig({ SECOND_FACTOR: empty }), {
        message: 'SECOND_FACTOR mora biti optional ili required, a jeste "".',
      })
    }
  })

  test('whoever lets strangers register is warned, also behind a proxy', () => {
    const of = (env: Record<string, string>) => exposureOf(readConfig(env))
    const open = 'a registracija je otvorena za svakoga. Postavite REGISTRATION=closed ili spisak domena.'
    assert.equal(of({ HOST: '0.0.0.0' }), `PAŽNJA: server sluša na 0.0.0.0, ${open}`)
    assert.equal(of({ TRUST_PROXY: '1' }), `PAŽNJA: server je iza proksija (TRUST_PROXY=1), ${open}`)
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) assert.equal(of({ HOST }), null)
    for (const REGISTRATION of ['closed', 'firma.rs'])
      assert.equal(of({ HOST: '0.0.0.0', TRUST_PROXY: '1', REGISTRATION }), null)
  })

  test('where others reach the program weak passwords are refused by itself, and demo data come with a warning', () => {
    const of = (env: Record<string, string>) => readConfig(env).weakPasswords
    assert.deepEqual([of({}), of({ HOST: '0.0.0.0' }), of({ TRUST_PROXY: '1' })], ['allow', 'refuse', 'refuse'])
    assert.equal(of({ HOST: '0.0.0.0', WEAK_PASSWORDS: 'allow' }), 'allow')
    assert.equal(of({ WEAK_PASSWORDS: 'refuse' }), 'refuse')
    assert.equal(demoExposureOf(readConfig({})), null)
    const known = "a lozinke demo naloga su svima poznate. Promenite ih pod 'Nalog i sesije'."
    assert.equal(demoExposureOf(readConfig({ HOST: '0.0.0.0' })), `PAŽNJA: server sluša na 0.0.0.0, ${known}`)
    assert.match(demoExposureOf(readConfig({ TRUST_PROXY: '1' })) ?? '', /iza proksija/)
  })

  test('the environment says otherwise', () => {
    const config = readConfig({
      PORT: ' 8080 ',
      HOST: '0.0.0.0',
      DATA_DIR: 'podaci',
      DATABASE_URL: 'postgresql://zalihe@db/zalihe',
      BACKUP_DIR: 'kopije',
    })
    assert.deepEqual([config.port, config.host, config.databaseUrl], [8080, '0.0.0.0', 'postgresql://zalihe@db/zalihe'])
    assert.deepEqual([config.dataDir, config.backupDir], [resolve('podaci'), resolve('kopije')])
    assert.equal(readConfig({ PORT: '0' }).port, 0, 'any free one')
    const backups = readConfig({ BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '1000' })
    assert.deepEqual([backups.backupEveryHours, backups.backupKeep], [24, 1000])
    assert.equal(readConfig({ PDF_TOTAL_MB: '10' }).maxAllPdfBytes, 10_485_760)
    const watched = readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5', LOG: 'json', DRAIN_SECONDS: '300' })
    assert.deepEqual([watched.metricsPort, watched.metricsHost], [9464, '10.0.0.5'])
    assert.deepEqual([watched.log, watched.drainSeconds], ['json', 300])
  })

  test('registration is open, closed, or for some domains', () => {
    const of = (REGISTRATION: string) => readConfig({ REGISTRATION }).registration
    assert.equal(of('open'), 'open')
    assert.equal(of('closed'), 'closed')
    assert.deepEqual(of('firma.rs'), ['firma.rs'])
    assert.deepEqual(of(' @Firma.RS, druga.co.rs '), ['firma.rs', 'druga.co.rs'])
  })

  test('the names under which others ask are written without their ports', () => {
    const of = (PUBLIC_HOSTS: string) => readConfig({ PUBLIC_HOSTS }).publicHosts
    assert.deepEqual(of(' https://Zalihe.Firma.rs:8443, 10.0.0.5,fd00::5,[fd00::6]:80,zalihe,'), [
      ...['zalihe.firma.rs', '10.0.0.5', 'fd00::5', 'fd00::6', 'zalihe'],
    ])
    for (const wrong of ['ftp://zalihe.firma.rs', 'zalihe.firma.rs/put', '*.firma.rs', 'a b'])
      assert.throws(() => of(wrong), /^Error: PUBLIC_HOSTS mora biti spisak imena ili adresa/)
  })

  test('mails go by a server, from an address, with links to the program, which is asked under that name too', () => {
    const env = { SMTP_URL: 'smtp://ana:t%20ajna@mejl.firma.rs:587', SMTP_FROM: 'Zalihe <zalihe@firma.rs>' }
    const config = readConfig({ ...env, PUBLIC_URL: 'https://Zalihe.firma.rs/', PUBLIC_HOSTS: 'zalihe' })
    const from = { name: 'Zalihe', address: 'zalihe@firma.rs' }
    assert.deepEqual(config.posta, { smtpUrl: env.SMTP_URL, from, publicUrl: 'https://zalihe.firma.rs' })
    assert.deepEqual(config.publicHosts, ['zalihe', 'zalihe.firma.rs'])
    const bare = readConfig({ ...env, PUBLIC_URL: 'http://10.0.0.5:3000', SMTP_FROM: 'zalihe@firma.rs' })
    assert.deepEqual([bare.posta?.from.address, bare.posta?.publicUrl], ['zalihe@firma.rs', 'http://10.0.0.5:3000'])
    assert.equal(readConfig({ PUBLIC_URL: 'https://zalihe.firma.rs' }).posta, undefined)

    const full = { ...env, PUBLIC_URL: 'https://zalihe.firma.rs' }
    for (const SMTP_URL of ['mejl.firma.rs:587', 'https://mejl.firma.rs', 'smtp://'])
      assert.throws(() => readConfig({ ...full, SMTP_URL }), /^Error: SMTP_URL mora biti smtp:\/\/ ili smtps:\/\//)
    for (const PUBLIC_URL of [
      'zalihe.firma.rs',
      'https://zalihe.firma.rs/put',
      'ftp://zalihe.firma.rs',
      'https://a:b@c.rs',
    ])
      assert.throws(() => readConfig({ ...full, PUBLIC_URL }), /^Error: PUBLIC_URL mora biti adresa programa/)
    for (const SMTP_FROM of ['', 'Zalihe', 'Zalihe <zalihe>', 'a@b.rs, c@d.rs'])
      assert.throws(() => readConfig({ ...full, SMTP_FROM }), /^Error: Uz SMTP_URL ide SMTP_FROM/)
    assert.throws(() => readConfig(env), /^Error: Uz SMTP_URL ide PUBLIC_URL/)
  })

  test('a wrong value stops the start with a sentence that names it', () => {
    for (const PORT of ['abc', '-1', '65536', '80.5', '0x50', '1e3', '+80'])
      assert.throws(() => readConfig({ PORT }), {
        message: `PORT mora biti ceo broj od 0 do 65535, a jeste "${PORT}".`,
      })
    for (const DATABASE_URL of ['mysql://db', 'postgres', 'file:zalihe.db'])
      assert.throws(() => readConfig({ DATABASE_URL }), { message: 'DATABASE_URL mora početi sa postgres://' })
    for (const REGISTRATION of ['Closed', 'zatvoreno', 'firma.rs,', 'ana@firma.rs', '*'])
      assert.throws(() => readConfig({ REGISTRATION }), {
        message: `REGISTRATION mora biti open, closed ili spisak domena (firma.rs,druga.rs), a jeste "${REGISTRATION}".`,
      })
    assert.throws(() => readConfig({ WEAK_PASSWORDS: 'da' }), /^Error: WEAK_PASSWORDS mora biti allow ili refuse/)
    for (const TRUST_PROXY of ['10', '-1', 'true', '1.5'])
      assert.throws(() => readConfig({ TRUST_PROXY }), /^Error: TRUST_PROXY mora biti ceo broj od 0 do 9/)
    assert.throws(() => readConfig({ BACKUP_EVERY_HOURS: '169' }), /^Error: BACKUP_EVERY_HOURS mora biti ceo broj/)
    assert.throws(() => readConfig({ METRICS_PORT: '65536' }), /^Error: METRICS_PORT mora biti ceo broj od 0 do 65535/)
    assert.throws(() => readConfig({ LOG: 'xml' }), /^Error: LOG mora biti text ili json, a jeste "xml"/)
    assert.throws(() => readConfig({ DRAIN_SECONDS: '301' }), /^Error: DRAIN_SECONDS mora biti ceo broj od 0 do 300/)
    assert.throws(() => readConfig({ PDF_TOTAL_MB: '9' }), /^Error: PDF_TOTAL_MB mora biti ceo broj od 10 do 100000000/)
    assert.throws(() => readConfig({ BACKUP_KEEP: '0' }), /^Error: BACKUP_KEEP mora biti ceo broj od 1 do 1000/)
    assert.throws(() => readConfig({ BACKUP_EVERY_HOURS: '1', DATABASE_URL: 'postgres://db' }), /pg_dump/)
  })
})
