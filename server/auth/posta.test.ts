import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPosta } from '#server/posta/posta.ts'
import { anyEngine, type TestApi, type TestEngine, testApi } from '#server/testing.ts'
import { mailServer, nobodyThere, silentServer } from '#server/testing-posta.ts'
import { switchAccount } from './accounts.ts'

const PETAR = { email: 'petar@firma.rs', password: 'tajna-rec-1' }
const NEW = 'kiša-u-avgustu'
const ASKED = {
  message:
    'Ako postoji nalog sa ovom adresom, na nju stiže mejl sa vezom za novu lozinku. Pogledajte i neželjenu poštu.',
}
const TOO_MANY = { message: 'Previše zahteva za mejl. Pokušajte ponovo kasnije.' }
const HOUR_MS = 60 * 60 * 1000

const tokenIn = (text: string) => /^https:\/\/zalihe\.firma\.rs\/poziv#([\w-]{43})$/m.exec(text)?.[1] ?? ''
const ask = (api: TestApi, email: string, address?: string) =>
  api.withToken('', address).post('/auth/forgotten', { email })
const use = ({ anonymous }: TestApi, token: string) => anonymous.post('/auth/link/password', { token, password: NEW })

async function withMails(engine: TestEngine, options: Parameters<typeof testApi>[1] = {}) {
  const server = await mailServer()
  const posta = createPosta(server.config)
  return { api: await testApi(engine, { ...options, posta }), posta, ...server }
}

anyEngine('one-time links by e-mail', (engine) => {
  test('who forgot his password gets a link, which works once', async () => {
    const now = Date.UTC(2026, 5, 1, 8)
    const { api, next } = await withMails(engine, { now: () => now })
    await api.anonymous.post('/auth/register', PETAR)
    const asked = await ask(api, 'Petar@Firma.rs')
    assert.deepEqual([asked.status, asked.body], [200, ASKED])
    const { to, from, subject, text } = await next()
    assert.deepEqual(
      [to, from, subject],
      [PETAR.email, 'zalihe@firma.rs', 'Nova lozinka: Sistem za upravljanje zalihama'],
    )
    const token = tokenIn(text)
    assert.equal(
      text.replace(token, 'TOKEN'),
      `Poštovani,

zatražena je nova lozinka za nalog petar@firma.rs. Izaberite je na ovoj adresi:

https://zalihe.firma.rs/poziv#TOKEN

Veza važi za jednu upotrebu, do 02.06.2026. u 10:00.

Ako je niste tražili, ne morate ništa da radite: dok se veza ne upotrebi, lozinka ostaje ista.
`,
    )
    const entered = await use(api, token)
    assert.equal(entered.status, 200)
    assert.equal((await use(api, token)).status, 404)
    const login = { email: PETAR.email, password: NEW }
    assert.equal((await api.anonymous.post('/auth/login', login)).status, 200)
    const trail = (await api.get('/audit?vrsta=nalog')).body.results
    assert.ok(trail.some(({ sazetak }: { sazetak: string }) => sazetak === 'Zatražena nova lozinka. Adresa 127.0.0.1'))
  })

  test('an address without an account, and one that may not come in, get the same answer and no mail', async () => {
    const { api, mails, posta, next } = await withMails(engine)
    for (const email of ['isklju@firma.rs', 'ceka@firma.rs', PETAR.email])
      await api.anonymous.post('/auth/register', { ...PETAR, email })
    await switchAccount(api.store, 'isklju@firma.rs', true, Date.now())
    await api.store.transact((tx) =>
      tx.updateTable('korisnik').set({ ceka_odobrenje: 1 }).where('email', '=', 'ceka@firma.rs').execute(),
    )
    for (const email of ['niko@firma.rs', 'isklju@firma.rs', 'ceka@firma.rs', PETAR.email]) {
      const asked = await ask(api, email)
      assert.deepEqual([asked.status, asked.body], [200, ASKED], email)
    }
    assert.equal((await next()).to, PETAR.email)
    await posta.rest()
    assert.equal(mails.length, 1)
    const trail = JSON.stringify((await api.get('/audit?vrsta=nalog')).body)
    assert.ok(!trail.includes('niko@firma.rs'), 'what was typed is told to nobody')
  })

  test('of one address five mails an hour are asked for, of an account or not, and a client is counted too', async () => {
    let now = Date.UTC(2026, 5, 1, 8)
    const { api, posta, mails } = await withMails(engine, { now: () => now })
    await api.anonymous.post('/auth/register', PETAR)
    for (const email of [PETAR.email, 'niko@firma.rs']) {
      for (let i = 0; i < 5; i++) assert.equal((await ask(api, email, `10.0.0.${i}`)).status, 200)
      const refused = await ask(api, email, '10.0.0.9')
      assert.deepEqual([refused.status, refused.body], [429, TOO_MANY], email)
      assert.equal(Number(refused.headers.get('retry-after')), HOUR_MS / 1000)
    }
    await posta.rest()
    assert.equal(mails.length, 5)
    for (let i = 0; i < 150; i++) assert.equal((await ask(api, `neko${i}@firma.rs`, '10.0.1.1')).status, 200)
    assert.equal((await ask(api, 'jos@firma.rs', '10.0.1.1')).status, 429)
    now += HOUR_MS
    assert.equal((await ask(api, PETAR.email, '10.0.1.1')).status, 200)
    await posta.rest()
  })

  test('an administrator sends the invitation that he made, nobody else does', async () => {
    const { api, next } = await withMails(engine)
    const invited = await api.post('/auth/invitations', { email: PETAR.email, ime: '', uloga: 'Samo čitanje' })
    const token = invited.body.adresa.split('#')[1]
    const jelena = await api.signIn('jelena@firma.rs')
    assert.equal((await jelena.post('/auth/link/mail', { token })).status, 403)
    const sent = await api.post('/auth/link/mail', { token })
    assert.equal(sent.status, 200)
    const mail = await next()
    assert.deepEqual(
      [mail.to, mail.subject, tokenIn(mail.text)],
      [PETAR.email, 'Poziv: Sistem za upravljanje zalihama', token],
    )
    assert.match(mail.text, /^Poštovani,\n\npozvani ste u Sistem za upravljanje zalihama sa nalogom petar@firma\.rs\./)
    assert.equal((await use(api, token)).status, 200)
    assert.equal((await api.post('/auth/link/mail', { token })).status, 404, 'it was used')
  })

  test('a mail server that says nothing, or is not there, keeps nobody waiting', async () => {
    const silent = await silentServer()
    const patience = { dnsTimeout: 300, connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }
    for (const config of [silent.config, nobodyThere]) {
      const posta = createPosta(config, patience)
      const api = await testApi(engine, { posta })
      await api.anonymous.post('/auth/register', PETAR)
      assert.deepEqual((await ask(api, PETAR.email)).body, ASKED)
      const rested = posta.rest().then(() => 'sent')
      if (config === silent.config) {
        assert.equal(await Promise.race([rested, silent.asked.then(() => 'waiting')]), 'waiting')
      }
      await rested
      assert.equal((await api.anonymous.post('/auth/login', PETAR)).status, 200, 'with the password of before')
    }
    assert.equal(await createPosta(nobodyThere).deliver({ kome: PETAR.email, naslov: '', tekst: '' }), 'later')
  })

  test('without SMTP_URL the server says so, and takes no requests', async () => {
    const api = await testApi(engine)
    assert.deepEqual((await api.anonymous.get('/auth/mail')).body, { mejl: false })
    const refused = await ask(api, PETAR.email)
    assert.deepEqual(
      [refused.status, refused.body.message],
      [404, 'Ovaj server ne šalje mejlove. Obratite se administratoru.'],
    )
    const { api: other } = await withMails(engine)
    assert.deepEqual((await other.anonymous.get('/auth/mail')).body, { mejl: true })
  })
})
