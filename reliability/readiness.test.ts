// Whether an instance can work, told to a load balancer, Prometheus and the log by the real program: with a PostgreSQL
// that is really stopped, one that hangs, and a program that is told to end.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from '#scripts/find-programs.mjs'
import { freePort } from '#scripts/free-port.ts'
import { startCluster } from '#scripts/postgres-cluster.ts'
import { callerOf, signUp } from './http-client.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const AWAY = 'Baza podataka trenutno nije dostupna. Pokušajte ponovo.'
const AWAIT_MS = 30_000
/** Three requests fit into one of these, also on a machine that others use. */
const DRAIN_SECONDS = [2, 10, 60]
const programs = findPostgres()

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const one of cleanUp.splice(0).reverse()) await one()
})

/** Waits until the condition holds. */
async function until(holds: () => Promise<boolean>, what: string) {
  for (const end = Date.now() + AWAIT_MS; Date.now() < end; await sleep(50)) if (await holds()) return
  assert.fail(`${what} did not happen within ${AWAIT_MS} ms`)
}

async function started(databaseUrl: string | undefined, settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ready-'))
  cleanUp.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const metricsPort = await freePort()
  const env = { METRICS_PORT: String(metricsPort), ...settings }
  const server = await startServer({ dataDir, databaseUrl, env })
  cleanUp.push(() => server.kill())
  const ready = async () => {
    const answer = await fetch(`${server.url}/api/ready`)
    return { status: answer.status, body: (await answer.json()) as { status?: string; message?: string } }
  }
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return { server, ready, metrics, metricsPort, dataDir }
}

const material = (id: string) => ({
  id,
  naziv: 'Žica',
  zemlja_porekla: 'Kina',
  jedinica_mere: 'kg',
  tarifni_broj: '8544',
})
const save = async ({ url }: ServerProcess, token: string, id: string) =>
  (await callerOf(url, token).call('POST', '/materials', material(id))).status

describe('an instance on PostgreSQL', { skip: programs ? false : 'no PostgreSQL' }, () => {
  /** A PostgreSQL of its own that can be stopped and started. */
  async function ownPostgres() {
    const cluster = await startCluster(programs ?? '')
    cleanUp.push(cluster.stop)
    const client = new pg.Client(cluster.url)
    await client.connect()
    const { rows } = await client.query("select current_setting('data_directory') as data")
    await client.end()
    const data: string = rows[0].data
    const { uid, gid } = statSync(data)
    const control = (...args: string[]) =>
      execFileSync(join(programs ?? '', 'pg_ctl'), ['-D', data, '-w', ...args], {
        uid,
        gid,
        cwd: data,
        stdio: 'ignore',
      })
    const port = new URL(cluster.url).port
    return {
      url: cluster.url,
      stop: () => control('-m', 'fast', 'stop'),
      start() {
        const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data}`
        control('-o', options, '-l', join(data, 'again.log'), 'start')
        cleanUp.push(() => control('-m', 'immediate', 'stop'))
      },
    }
  }

  test('is not ready while PostgreSQL is stopped, and is again when it is back', async () => {
    const postgres = await ownPostgres()
    const { server, ready, metrics } = await started(postgres.url)
    const token = await signUp(server.url)
    assert.deepEqual(await ready(), { status: 200, body: { status: 'ready' } })
    assert.match(await metrics(), /^zalihe_ready 1$/m)
    assert.match(await metrics(), /^zalihe_database_connections\{state="active"\} [1-9]/m)

    postgres.stop()
    await until(async () => (await ready()).status === 503, 'not ready')
    assert.deepEqual((await ready()).body, { message: AWAY })
    const gone = await metrics()
    assert.match(gone, /^zalihe_ready 0$/m)
    assert.doesNotMatch(gone, /zalihe_database_connections/)

    postgres.start()
    await until(async () => (await ready()).status === 200, 'ready again')
    assert.equal(await save(server, token, 'ZICA1'), 201)
    assert.match(await metrics(), /^zalihe_ready 1$/m)
  })

  test('is not ready when PostgreSQL hangs, and says so long before a call that needs it is answered', async () => {
    const postgres = await ownPostgres()
    let frozen = false
    const sockets = new Set<Socket>()
    const line = createServer((near) => {
      const far = connect(Number(new URL(postgres.url).port), '127.0.0.1')
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('error', () => undefined)
        from.on('close', () => to.destroy())
        from.on('data', (bytes) => frozen || to.write(bytes))
      }
    })
    const port = await freePort()
    await new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve))
    cleanUp.push(() => {
      for (const socket of sockets) socket.destroy()
      line.close()
    })
    const url = new URL(postgres.url)
    url.port = String(port)
    const { server, ready } = await started(url.href)
    assert.equal((await ready()).status, 200)
    const caller = callerOf(server.url, await signUp(server.url))

    frozen = true
    const order: string[] = []
    const read = caller.call('GET', '/materials').then(
      () => order.push('read'),
      () => order.push('read'),
    )
    const asked = async () => {
      const answer = await ready()
      order.push('ready')
      return answer
    }
    const answers = await Promise.all([asked(), asked(), asked()])
    for (const answer of answers) assert.deepEqual(answer, { status: 503, body: { message: AWAY } })
    assert.deepEqual(order, ['ready', 'ready', 'ready'])
    frozen = false
    for (const socket of sockets) socket.destroy()
    await read
    await until(async () => (await ready()).status === 200, 'ready again')
  })
})

describe('an instance on SQLite', () => {
  test('that is told to end is not ready at once, goes on answering for DRAIN_SECONDS, and ends', async () => {
    for (const seconds of DRAIN_SECONDS) {
      const { server, ready } = await started(undefined, { DRAIN_SECONDS: String(seconds) })
      const token = await signUp(server.url)
      assert.equal((await ready()).status, 200)
      const began = performance.now()
      const ended = server.stop()
      const seen = await whileDraining(server, ready, token).catch(() => null)
      await ended
      assert.ok(performance.now() - began >= seconds * 1000)
      await assert.rejects(fetch(`${server.url}/api/ready`))
      // The machine was too slow for it to be seen.
      if (seen === null && seconds !== DRAIN_SECONDS.at(-1)) continue
      assert.deepEqual(seen, { body: { message: 'Server se zaustavlja.' }, saved: 201 })
      return
    }
  })

  type Ready = Awaited<ReturnType<typeof started>>['ready']
  async function whileDraining(server: ServerProcess, ready: Ready, token: string) {
    await until(async () => (await ready()).status === 503, 'not ready')
    return { body: (await ready()).body, saved: await save(server, token, 'ZICA1') }
  }

  test('tells Prometheus of requests, saves, the event loop, memory and backups, at that address alone', async () => {
    const { server, metrics, metricsPort, dataDir } = await started(undefined)
    const began = performance.now()
    const token = await signUp(server.url)
    assert.equal(await save(server, token, 'ZICA1'), 201)
    assert.equal(await save(server, token, 'ZICA1'), 409)
    const secondsAtMost = (performance.now() - began) / 1000
    const before = await metrics()
    // A password is being hashed meanwhile: milliseconds would be more than all of it took.
    const [, sum] = /_sum\{.*route="\/api\/auth\/register".*\} (.+)$/m.exec(before) ?? []
    assert.ok(Number(sum) > 0 && Number(sum) < secondsAtMost, `${sum} of ${secondsAtMost} s`)
    assert.doesNotMatch(before, /zalihe_backup_age_seconds/)
    execFileSync(process.execPath, ['scripts/backup.ts'], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      stdio: 'ignore',
    })
    const text = await metrics()
    for (const line of [
      /^zalihe_http_request_duration_seconds_count\{method="POST",route="\/api\/materials",status="201"\} 1$/m,
      /^zalihe_http_request_duration_seconds_count\{method="POST",route="\/api\/materials",status="409"\} 1$/m,
      /^zalihe_http_request_duration_seconds_bucket\{.*route="\/api\/auth\/login",status="200",le="\+Inf"\} 1$/m,
      /^zalihe_transactions_total\{result="committed"\} [1-9]/m,
      /^zalihe_transactions_total\{result="failed"\} [1-9]/m,
      /^zalihe_transactions_open 0$/m,
      /^zalihe_ready 1$/m,
      /^nodejs_eventloop_lag_seconds\{quantile="0.99"\} [\d.e-]+$/m,
      /^nodejs_eventloop_utilization [\d.e-]+$/m,
      /^process_resident_memory_bytes [1-9]\d{6,}$/m,
      /^nodejs_heap_size_used_bytes [1-9]\d{6,}$/m,
      /^process_cpu_seconds_total [\d.]+$/m,
      /^process_start_time_seconds 1\d{9}/m,
      /^zalihe_backup_age_seconds [\d.]+$/m,
    ])
      assert.match(text, line)
    assert.doesNotMatch(text, /ZICA1|ana@firma/)
    // Every line is a comment, or a name with its labels and a number.
    for (const line of text.trimEnd().split('\n'))
      assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (\d|NaN|\+Inf).*)$/)
    assert.equal((await fetch(`${server.url}/metrics`)).headers.get('content-type')?.startsWith('text/plain'), false)
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/api/c4`)).status, 404)
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { method: 'POST' })).status, 404)
  })

  test('with LOG=json says one object per line: the start, each request but the quiet ones, nothing secret', async () => {
    const { server, ready } = await started(undefined, { LOG: 'json' })
    const token = await signUp(server.url)
    const caller = callerOf(server.url, token)
    assert.equal(await save(server, token, 'ZICA1'), 201)
    assert.equal((await caller.call('GET', '/changes')).status, 200)
    assert.equal((await ready()).status, 200)
    assert.equal((await caller.call('GET', '/documents/pdf/TAJNI-BROJ?x=1')).status, 404)
    assert.equal((await caller.call('POST', '/materials', {})).status, 400)
    assert.equal((await callerOf(server.url, 'x'.repeat(43)).call('GET', '/changes')).status, 401)
    await server.stop()
    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.match(lines[0].message, /^Sistem za upravljanje zalihama: http:\/\/localhost:\d+$/)
    assert.ok(lines.every(({ time, level }) => Date.parse(time) > 0 && ['info', 'warn', 'error'].includes(level)))
    const requests = lines.filter(({ route }) => route)
    assert.deepEqual(
      requests.map(({ level, method, route, status }) => `${level} ${method} ${route} ${status}`),
      [
        'info POST /api/auth/register 201',
        'info POST /api/auth/login 200',
        'info POST /api/materials 201',
        'warn GET /api/documents/pdf/{brojC1} 404',
        'warn POST /api/materials 400',
        'warn GET /api/changes 401',
      ],
    )
    assert.ok(requests.every(({ id, ms }) => typeof id === 'string' && typeof ms === 'number'))
    assert.equal(typeof requests[2].user, 'number')
    for (const secret of [token, 'ana@firma.rs', 'duga lozinka', 'ZICA1', 'TAJNI', '127.0.0.1'])
      assert.ok(!requests.some((line) => JSON.stringify(line).includes(secret)), secret)
  })
})
