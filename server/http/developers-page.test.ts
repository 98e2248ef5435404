import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { anyEngine, testApi } from '#server/testing.ts'
import { listen } from './listen.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/ZA-PROGRAMERE.md', import.meta.url)), 'utf8')
/** Every command of the page, in its order. */
const COMMANDS = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands)

/** Runs them in one shell; answers what they print. */
async function run(env: Record<string, string>) {
  const shell = spawn('bash', ['-euo', 'pipefail'], { env: { ...process.env, ...env } })
  shell.stdin.end(COMMANDS.join('\necho\n'))
  const [said, complained] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  assert.equal(shell.exitCode ?? (await new Promise((end) => shell.on('close', end))), 0, `${said}\n${complained}`)
  return said.trim().split('\n')
}

anyEngine('the page for programmers', (engine) => {
  test('its commands work as they stand there', async () => {
    // One moment: a first cursor begins a few seconds back, and all of this is told.
    const now = Date.now()
    const api = await testApi(engine, { now: () => now })
    const { kljuc } = (await api.post('/auth/keys', { naziv: 'ERP', pravo: 'Pun pristup' })).body
    const server = await listen(api.app, { port: 0, host: '127.0.0.1' })
    const environment = { ZALIHE: `http://127.0.0.1:${server.port}/api`, KLJUC: kljuc }
    const answers = await run(environment).finally(() => server.stop())
    assert.equal(JSON.parse(answers[0] ?? '').user.email, 'ERP (program)')
    const [draw] = (await api.get('/razduzenje')).body.results
    assert.deepEqual([draw.broj_c1, draw.kolicina, draw.manjak], ['C1-001/26', 100, false])
    const told = JSON.parse(answers.at(-1) ?? '')
    assert.equal(told.sve, false)
    assert.deepEqual(
      told.izmene.map(({ radnja, vrsta, predmet }: Record<string, string>) => `${radnja} ${vrsta} ${predmet}`),
      [
        'dodato nalog 2',
        'dodato materijal KABL1',
        'dodato proizvod SNOP1',
        'dodato c4 1',
        'dodato c1 1',
        'izmenjeno materijal KABL1',
      ],
    )
  })
})
