// The application behind a reverse proxy that speaks TLS, as docs/OPERATIONS.md sets it up.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { ACCOUNT, register, send } from './account.ts'
import { type App, newPage, openBrowser, runFirst, startApp, withoutBrowser } from './browser.ts'

const HOST = 'zalihe.firma.test'
/** A made-up address, to be counted as somebody else. */
const MADE_UP = '203.0.113.9'

/** A key and a certificate of its own, good for a day. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', `/CN=${HOST}`, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  const made = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return made
}

/** Appends the address that it sees and says that it was asked over TLS. */
function proxyOf(target: string): Promise<Server> {
  const proxy = createServer(certificate(), (asked, answered) => {
    const seen = [asked.headers['x-forwarded-for'], asked.socket.remoteAddress].flat().filter(Boolean).join(', ')
    const headers = { ...asked.headers, 'x-forwarded-for': seen, 'x-forwarded-proto': 'https' }
    const passed = request(`${target}${asked.url}`, { method: asked.method, headers }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(answered)
    })
    asked.pipe(passed)
  })
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)))
}

let app: App
let proxy: Server
let browser: Browser
let url = ''

before(async () => {
  if (withoutBrowser) return
  app = await startApp({ env: { TRUST_PROXY: '1', PUBLIC_HOSTS: HOST } })
  proxy = await proxyOf(app.url)
  url = `https://${HOST}:${(proxy.address() as AddressInfo).port}`
  browser = await openBrowser({ flags: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`] })
  await register(app)
})
after(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  await app?.stop()
})

test('behind a TLS proxy one logs in, saves and reads, and the browser keeps to TLS', {
  skip: withoutBrowser,
}, async () => {
  const context = { ignoreHTTPSErrors: true, extraHTTPHeaders: { 'x-forwarded-for': MADE_UP } }
  const page = await newPage(browser, { context })
  const reports: string[] = []
  await page.exposeFunction('report', (text: string) => reports.push(text))
  await runFirst(page, () => {
    const { report } = window as unknown as { report(text: string): void }
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`${violatedDirective} ${blockedURI}`),
    )
  })
  const first = await page.goto(`${url}/login`)
  assert.equal(await first?.headerValue('strict-transport-security'), 'max-age=31536000; includeSubDomains')
  await page.getByLabel('Email').fill(ACCOUNT.email)
  await page.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
  await page.getByRole('button', { name: 'Prijavi se', exact: true }).click()
  await page.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => isSecureContext), true)

  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  const material = { id: 'KABL1', naziv: 'Kabl', zemlja_porekla: 'Kina', jedinica_mere: 'm', tarifni_broj: '8544.49' }
  const status = await page.evaluate(
    async ([bearer, body]) =>
      (
        await fetch('/api/materials', {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: body ?? null,
        })
      ).status,
    [token, JSON.stringify(material)],
  )
  assert.equal(status, 201)
  await page.goto(`${url}/dashboard/materials`)
  await page.getByText('Broj materijala: 1').waitFor()

  type Sessions = { sessions: { adresa: string; ova: boolean }[] }
  const { sessions } = await send<Sessions>({ app, token }, 'GET', '/auth/sessions')
  const own = sessions.find(({ ova }) => ova)
  assert.equal(own?.adresa, '127.0.0.1', 'the address is what the proxy saw, not what the client made up')
  assert.deepEqual(reports, [])
})
