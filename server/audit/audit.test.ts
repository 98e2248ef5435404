import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api as contract } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createPosta } from '#server/posta/posta.ts'
import { type Answer, type Client, eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { appCode } from '#server/testing-codes.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { ubl } from '#server/testing-invoices.ts'
import { mailServer } from '#server/testing-posta.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { wasMovedAfter } from './moved-index.ts'

type Entry = Record<string, string | number>
const entries = async (client: Client, query = ''): Promise<Entry[]> =>
  (await client.get(`/audit${query}`)).body.results
/** `radnja vrsta opis: sazetak`, newest first. */
const told = async (client: Client, query = '') =>
  (await entries(client, query)).map(({ radnja, vrsta, opis, sazetak }) => `${radnja} ${vrsta} ${opis}: ${sazetak}`)
/** The newest entry of the query with all of its facts. */
const newest = async (client: Client, query = '') => {
  const [row] = await entries(client, query)
  return (await client.get(`/audit/${row?.id}?predmet=${row?.predmet}`)).body
}
const PDF = { name: 'račun.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
const material = { naziv: 'Žica', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544' }
const product = { naziv: 'Snop', hs_code: '8544', jedinica_mere: 'kom' }
const lot = (kolicina: number) => [{ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 2 }]

eachEngine('the audit trail', (engine) => {
  test('what is taken back twice at once comes back once, and the other is told that it is there', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const line = { materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2026-06-01', [line]))
    const stavke = [{ materijal_id: 'KABL1', izbrojano: 1 }]
    const popis = await stored(api, '/popisi', { datum: '2026-06-02', stavke })
    for (const path of [`popisi/${popis.id}`, `c4/${id}`]) {
      assert.equal((await api.delete(`/${path}`)).status, 200)
      const answers = await Promise.all([0, 1, 2].map(() => api.post(`/vrati/${path}`)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409], path)
      for (const { status, body } of answers)
        if (status === 409) assert.match(body.message, /postoji, pa nema šta da se vrati/)
    }
  })

  test('the database refuses to alter, replace or remove an entry', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', { id: 'ZICA1', ...material })
    const before = await sql`select * from dnevnik`.execute(api.store.read)
    assert.equal(before.rows.length, 1)
    const attacks =
      engine.name === 'sqlite'
        ? ['insert or replace into dnevnik select * from dnevnik', 'update or replace dnevnik set id = 7']
        : [
            'truncate dnevnik',
            'insert into dnevnik select * from dnevnik on conflict (id) do update set opis = excluded.vrsta',
          ]
    for (const statement of ["update dnevnik set opis = 'x'", 'delete from dnevnik', ...attacks]) {
      await assert.rejects(
        api.store.transact((tx) => sql.raw(statement).execute(tx)),
        /Dnevnik se samo dopunjuje/,
        statement,
      )
    }
    assert.deepEqual((await sql`select * from dnevnik`.execute(api.store.read)).rows, before.rows)
  })

  test('every call of the contract that may change anything leaves an entry', async () => {
    const posta = createPosta((await mailServer()).config)
    const api = await testApi(engine, { posta })
    const { c4, c1 } = await addDocuments(api)
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-01-01', kurs: 118 })
    const calls = changingCalls(api, { c4: c4[0].id, c1: c1[1].id })
    const changing = Object.values(contract)
      .flatMap((feature) => Object.entries<Endpoint>(feature))
      .filter(([, { method }]) => method !== 'GET')
      .map(([name]) => name)
    assert.deepEqual(Object.keys(calls).sort(), changing.sort(), 'a call is missing here')
    for (const [name, call] of Object.entries(calls)) {
      // Counted: which of them is the newest is the clock's to say, and it may go back.
      const before = (await api.get('/audit')).body.total
      const { status, body } = await call()
      assert.ok(status < 300, `${name}: ${status} ${JSON.stringify(body)}`)
      const left = (await api.get('/audit')).body.total > before
      assert.equal(left, !CHANGES_NOTHING.includes(name), name)
    }
  })

  test('what was refused left no trace, what was sent twice left one', async () => {
    const api = await testApi(engine)
    const key = { 'idempotency-key': 'k-1' }
    const first = await api.post('/materials', { id: 'ZICA1', ...material }, key)
    const second = await api.post('/materials', { id: 'ZICA1', ...material }, key)
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal((await api.post('/materials', { id: 'ZICA1', ...material })).status, 409)
    assert.equal(
      (
        await api.post(
          '/c4',
          c4Body('C4-1', '2026-01-10', [{ materijal_id: 'NEMA', kolicina: 1, cena_po_jedinici: 1 }]),
        )
      ).status,
      400,
    )
    assert.deepEqual(await told(api), ['dodato materijal Žica: Kina · kg · 8544'])
  })

  test('a document is told whole when it comes and goes, by what differs when it changes', async () => {
    let now = Date.parse('2026-03-01T08:00:00Z')
    const api = await testApi(engine, { now: () => now })
    await addCatalogue(api)
    const lines = [
      { materijal_id: 'KABL1', kolicina: 100.5, cena_po_jedinici: 2 },
      { materijal_id: 'KON8', kolicina: 10, cena_po_jedinici: 0.000001 },
    ]
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    const of = `?vrsta=c4&predmet=${c4.id}`
    const came = await newest(api, of)
    assert.deepEqual(
      [came.vreme, came.korisnik, came.radnja, came.opis, came.sazetak, came.pre],
      [now, 'ana@firma.rs', 'dodato', 'C4-1', '10.01.2026. · Müller Kabel GmbH · stavki: 2 · 201,00 EUR', null],
    )
    assert.equal(came.posle.kurs, 117.5)
    assert.equal(came.posle.primalac_pib, undefined)
    assert.deepEqual(came.posle.stavke[0], {
      id: c4.stavke[0].id,
      broj_fakture: 'F-1',
      redni_broj: 1,
      materijal_id: 'KABL1',
      kolicina: 100.5,
      cena_po_jedinici: 2,
      dokazuje_poreklo: false,
      tarifni_broj: '8544.49',
      zemlja_porekla: 'Nemačka',
    })

    now += 60_000
    const petar = await api.signIn('petar@firma.rs')
    const [first] = c4.stavke
    const body = c4Body('C4-1/A', '2026-01-10', [
      { ...lines[0], id: first.id, kolicina: 90 },
      { ...lines[1], broj_fakture: 'F-2' },
    ])
    assert.equal((await petar.put(`/c4/${c4.id}`, body)).status, 200)
    const changed = await newest(api, of)
    assert.deepEqual([changed.vreme, changed.korisnik, changed.radnja], [now, 'petar@firma.rs', 'izmenjeno'])
    assert.equal(changed.sazetak, 'Broj C4 · Stavke (novih: 1, izmenjenih: 1, obrisanih: 1)')
    const { stavke: was, ...pre } = changed.pre
    const { stavke: is, ...posle } = changed.posle
    assert.deepEqual(pre, { broj_c4: 'C4-1', kolicina_total: 110.5, vrednost_total: 201 })
    assert.deepEqual(posle, { broj_c4: 'C4-1/A', kolicina_total: 100, vrednost_total: 180 })
    assert.deepEqual(
      was.map((row: Entry) => [row.materijal_id, row.kolicina]),
      [
        ['KABL1', 100.5],
        ['KON8', 10],
      ],
    )
    assert.deepEqual(
      is.map((row: Entry) => [row.broj_fakture, row.kolicina]),
      [
        ['F-1', 90],
        ['F-2', 10],
      ],
    )

    assert.equal(
      (await api.put(`/c4/${c4.id}`, { ...body, stavke: (await api.get(`/c4/${c4.id}`)).body.stavke })).status,
      200,
    )
    const same = await newest(api, of)
    assert.deepEqual([same.sazetak, same.ima_razlike], ['Sačuvano bez izmena', false])

    assert.equal((await api.delete(`/c4/${c4.id}`)).status, 200)
    const gone = await newest(api, of)
    assert.deepEqual([gone.radnja, gone.opis, gone.pre.stavke.length, gone.posle], ['obrisano', 'C4-1/A', 2, null])
    assert.equal(gone.pre.stavke[0].materijal_naziv, 'Kabl crni', 'what nobody can look up any more')
    assert.equal((await entries(api, of)).length, 4)
  })

  test('an export whose lots another document moved says which, before and after', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    const before = await entries(api)
    // Of KABL1 the exports drew 50 and 60 m of 100 and 50 m; 20 m come in before both.
    const early = await stored(api, '/c4', c4Body('C4-0', '2026-01-05', lot(20)))
    assert.deepEqual(
      early.promenjeni_c1.map(({ broj_c1 }: Entry) => broj_c1),
      ['C1-1', 'C1-2'],
    )
    assert.deepEqual((await told(api)).slice(0, 2), [
      'dodato c4 C4-0: 05.01.2026. · Müller Kabel GmbH · stavki: 1 · 40,00 EUR',
      'pomereno c1 C1-1, C1-2: Uzrok: dodat ulazni dokument C4-0',
    ])
    assert.equal((await entries(api)).length, before.length + 2)
    // In the history of each it is told of that one alone.
    for (const [at, broj] of ['C1-1', 'C1-2'].entries())
      assert.deepEqual(
        (await told(api, `?vrsta=c1&predmet=${c1[at].id}`))[0],
        `pomereno c1 ${broj}: Uzrok: dodat ulazni dokument C4-0`,
      )
    const [, both] = await entries(api)
    const movedAfter = (entry: unknown) =>
      api.store.read
        .selectFrom('c1')
        .select('broj_c1')
        .where(wasMovedAfter(sql`c1.id`, sql`${entry}`))
        .orderBy('id')
        .execute()
    assert.deepEqual(await movedAfter(Number(both?.id) - 1), [{ broj_c1: 'C1-1' }, { broj_c1: 'C1-2' }])
    assert.deepEqual(await movedAfter(both?.id), [])
    const all = (await api.get(`/audit/${both?.id}`)).body
    assert.deepEqual(
      all.posle.razduzenje.map((row: Entry) => [row.broj_c1, row.c4_broj, row.kolicina]),
      [
        ['C1-1', 'C4-0', 20],
        ['C1-1', 'C4-1', 30],
        ['C1-2', 'C4-1', 60],
      ],
    )
    const line = { broj_fakture: 'F-1', redni_broj: 1, materijal_id: 'KABL1' }
    const [lotEarly, lotFirst, lotSecond] = [early, ...c4].map(({ stavke }) => stavke[0].id)
    const moved = await newest(api, `?vrsta=c1&predmet=${c1[1].id}`)
    assert.deepEqual(moved.pre.razduzenje, [
      { ...line, c4_broj: 'C4-1', ulaz_stavka_id: lotFirst, kolicina: 50 },
      { ...line, c4_broj: 'C4-2', ulaz_stavka_id: lotSecond, kolicina: 10 },
    ])
    assert.deepEqual(moved.posle.razduzenje, [{ ...line, c4_broj: 'C4-1', ulaz_stavka_id: lotFirst, kolicina: 60 }])

    // A removed document is still called by its number, and a covered shortage is told.
    await stored(
      api,
      '/c4',
      c4Body('C4-3', '2026-01-06', [{ materijal_id: 'KON8', kolicina: 100, cena_po_jedinici: 1 }]),
    )
    const covered = await newest(api, `?vrsta=c1&predmet=${c1[1].id}`)
    assert.deepEqual(covered.pre.razduzenje, [{ ...line, materijal_id: 'KON8', manjak: 24 }])
    assert.deepEqual(
      covered.posle.razduzenje.map(({ c4_broj, kolicina }: Entry) => [c4_broj, kolicina]),
      [['C4-3', 24]],
    )
    assert.equal((await api.delete(`/c4/${early.id}`)).status, 200)
    const back = await newest(api, `?vrsta=c1&predmet=${c1[0].id}`)
    assert.deepEqual(
      back.pre.razduzenje.map((row: Entry) => [row.c4_broj, row.ulaz_stavka_id, row.kolicina]),
      [
        ['C4-0', lotEarly, 20],
        ['C4-1', lotFirst, 30],
      ],
    )
  })

  test('an import is one entry with every row, and an entry for each thing that it changed', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', { id: 'ZICA1', ...material })
    const rows = xlsx(
      ['ZICA1', 'Žica tanka', 'Kina', 'kg', '8544'],
      ['ZICA2', 'Nova', 'Kina', 'kg', '8544'],
      ['ZICA3', '', '', '', ''],
    )
    assert.equal((await api.upload('/materials/import?dryRun=true', rows)).status, 200)
    assert.equal((await entries(api)).length, 1)
    assert.equal((await api.upload('/materials/import', rows)).status, 200)
    assert.deepEqual(await told(api), [
      'import materijal podaci.xlsx: Novih: 1, izmenjenih: 1, nepromenjenih: 0, preskočenih: 1.',
      'izmenjeno materijal Žica tanka: Naziv, iz fajla',
      'dodato materijal Nova: Kina · kg · 8544',
      'dodato materijal Žica: Kina · kg · 8544',
    ])
    const { posle } = await newest(api, '?radnja=import')
    assert.deepEqual(
      posle.redovi.map(({ red, id, ishod }: Entry) => `${red} ${id} ${ishod}`),
      ['1 ZICA1 izmenjen', '2 ZICA2 nov', '3 ZICA3 preskocen'],
    )
    const { pre } = await newest(api, '?vrsta=materijal&predmet=ZICA1')
    assert.deepEqual(pre, { naziv: 'Žica' })
  })

  test('names of any length and of any signs are kept and found', async () => {
    const api = await testApi(engine)
    const naziv = '😀'.repeat(100)
    await stored(api, '/materials', { id: 'ZICA1', ...material, naziv, zemlja_porekla: '漢'.repeat(200) })
    const file = { ...xlsx(['ZICA2', 'Nova', 'Kina', 'kg', '8544']), name: `${'😀'.repeat(300)}a.xlsx` }
    assert.equal((await api.upload('/materials/import', file)).status, 200)
    assert.equal((await api.upload('/c4/upload', { ...PDF, name: `${'😀'.repeat(300)}a.pdf` })).status, 200)
    const found = await entries(api, `?search=${encodeURIComponent('😀'.repeat(30))}`)
    assert.ok(found.some(({ opis }) => opis === naziv))
    assert.equal((await entries(api, '?radnja=import')).length, 1)
  })

  test('logins are told, wrong ones too; what was typed for an unknown account is not', async () => {
    const api = await testApi(engine)
    const account = { email: 'Nova@firma.rs', password: 'duga-lozinka-1' }
    await api.anonymous.post('/auth/register', account)
    await api.anonymous.post('/auth/login', { ...account, password: 'pogrešna-1' })
    await api.anonymous.post('/auth/login', { ...account, email: 'tajna@lozinka.rs' })
    const { token } = (await api.anonymous.post('/auth/login', { ...account, email: 'nova@FIRMA.rs' })).body
    await api.withToken(token).post('/auth/logout')
    const rows = (await entries(api, '?vrsta=nalog')).map(
      ({ radnja, korisnik, opis }) => `${radnja} ${korisnik} ${opis}`,
    )
    assert.deepEqual(rows, [
      'odjava Nova@firma.rs Nova@firma.rs',
      'prijava Nova@firma.rs Nova@firma.rs',
      'odbijeno nepoznat nalog nepoznat nalog',
      'odbijeno Nova@firma.rs Nova@firma.rs',
      'dodato Nova@firma.rs Nova@firma.rs',
    ])
    const everything = JSON.stringify((await sql`select * from dnevnik`.execute(api.store.read)).rows)
    assert.doesNotMatch(everything, /lozinka/)
  })

  test('uploads that nobody adopted are removed by the program itself', async () => {
    let now = Date.parse('2026-03-01T08:00:00Z')
    const api = await testApi(engine, { now: () => now })
    await api.upload('/c4/upload', PDF)
    now += 25 * 60 * 60 * 1000
    const again = await api.signIn('petar@firma.rs')
    await again.upload('/c1/upload', PDF)
    const rows = (await entries(api.withToken(again.token))).map(
      ({ radnja, korisnik, opis }) => `${radnja} ${korisnik} ${opis}`,
    )
    assert.deepEqual(rows, [
      'dodato petar@firma.rs račun.pdf',
      'obrisano sistem račun.pdf',
      'dodato ana@firma.rs račun.pdf',
    ])
  })
})

/**
 * Calls that change nothing of the books although they are no GET: a preview, what goods mostly cost, what a save would
 * do, a preference of one's own.
 */
const CHANGES_NOTHING = [
  'importInvoices',
  'readFakture',
  'setDailyMail',
  'c4Uobicajeno',
  'c1Uobicajeno',
  'c4Provera',
  'c1Provera',
  'c1Poreklo',
  'c1PorekloFiles',
  'readPopis',
  'preskoceniC1',
  'preskoceniC4',
  'preskoceniFaktura',
  'preskoceniPopisa',
  'preskoceniMaterials',
  'preskoceniProducts',
  'preskoceniRates',
  'preskoceniUsaglasavanja',
  'manjakPopisa',
  'citajKolone',
  'lookAtLink',
  'offerSecondFactor',
]

/** One call that succeeds for every endpoint that may change something, in an order in which they go together. */
function changingCalls(api: TestApi, ids: { c4: number; c1: number }): Record<string, () => Promise<Answer>> {
  const account = { email: 'nova@firma.rs', password: 'duga-lozinka-1' }
  const otpad = { datum: '2026-06-03', vrsta: 'Uništenje', materijal_id: 'KABL1', kolicina: 1 }
  let nova: Client
  let named = 0
  const razduzenje = (kolicina: number) => ({
    ...{ broj: 'OR-1', datum: '2026-06-06', vrsta: 'Uništenje', razlog: 'Otpis' },
    stavke: [{ ulaz_stavka_id: named, kolicina }],
  })
  const login = async () => {
    const answer = await api.anonymous.post('/auth/login', account)
    nova = api.withToken(answer.body.token)
    return answer
  }
  let link = ''
  let code = ''
  const invite = (email: string) => api.post('/auth/invitations', { email, ime: '', uloga: 'Samo čitanje' })
  const invited = async () =>
    (await api.get('/auth/accounts')).body.accounts.find(({ pozvan }: { pozvan: boolean }) => pozvan).id
  const sheet = xlsx(['ZICA2', 'Žica', 'Kina', 'kg', '8544'])
  const invoices = xlsx(
    ['broj_fakture', 'redni_broj', 'materijal_id', 'materijal_naziv', 'kolicina', 'cena_po_jedinici'],
    ['F-1', 1, 'KABL1', '', 5, 2],
  )
  const firms = { posiljalac_naziv: 'A', posiljalac_grad: 'B', posiljalac_drzava: 'Nemačka' }
  const receiver = { primalac_naziv: 'C', primalac_grad: 'D', zemlja_otpreme: 'Srbija', kolicina: 1 }
  const sheetOf = (fields: Record<string, string | number>) => xlsx(Object.keys(fields), Object.values(fields))
  const c4 = { datum: '2026-06-01', tip_dokumenta: 'Uvozna deklaracija', broj_terminala: 'T' }
  const c4Sheet = (broj_c4: string) =>
    sheetOf({ broj_c4, ...c4, ...firms, ...receiver, materijal_id: 'KABL1', cena_po_jedinici: 1 })
  const c1 = { datum: '2026-06-01', tip_dokumenta: 'Izvozna deklaracija' }
  const c1Sheet = (broj_c1: string) => sheetOf({ broj_c1, ...c1, ...firms, ...receiver, proizvod_id: 'SNOP1', cena: 1 })
  const stranger = { ...account, email: 'neko@firma.rs' }
  /** Answers the id of an account that waits from now on, as with domains in REGISTRATION. */
  const waiting = async (email: string): Promise<number> => {
    await api.store.transact(async (tx) => {
      await tx.updateTable('korisnik').set({ ceka_odobrenje: 1 }).where('email', '=', email).execute()
    })
    return (await api.get('/auth/waiting')).body.accounts[0].id
  }
  const poreklo = async (what: string) => {
    const [{ id: c1_stavka_id }] = (await api.get(`/c1/${ids.c1}/stavke`)).body
    const asked = { c1_stavka_id, cena_ex_works: 10, pravilo: 'udeo vrednosti', granica: 40 }
    return api.post(`/c1/${ids.c1}/poreklo${what}`, asked)
  }
  return {
    register: () => api.anonymous.post('/auth/register', account),
    approveAccount: async () => api.post(`/auth/waiting/${await waiting(account.email)}`),
    rejectAccount: async () => {
      await api.anonymous.post('/auth/register', stranger)
      return api.delete(`/auth/waiting/${await waiting(stranger.email)}`)
    },
    login,
    updateAccount: async () => {
      const { accounts } = (await api.get('/auth/accounts')).body
      const { id } = accounts.find(({ email }: { email: string }) => email === account.email)
      return api.put(`/auth/accounts/${id}`, { ime: 'Nova', uloga: 'Pun pristup', iskljucen: false })
    },
    endAccountSessions: async () => {
      const { accounts } = (await api.get('/auth/accounts')).body
      const { id } = accounts.find(({ email }: { email: string }) => email === account.email)
      const answer = await api.delete(`/auth/accounts/${id}/sessions`)
      await login()
      return answer
    },
    inviteAccount: () => invite('gost@firma.rs'),
    issueLink: async () => {
      const answer = await api.post(`/auth/accounts/${await invited()}/link`)
      link = answer.body.adresa.split('#')[1]
      return answer
    },
    setDailyMail: () => api.put('/auth/daily-mail', { dnevni_mejl: true }),
    mailLink: () => api.post('/auth/link/mail', { token: link }),
    forgottenPassword: () => api.anonymous.post('/auth/forgotten', { email: account.email }),
    lookAtLink: () => api.anonymous.post('/auth/link', { token: link }),
    useLink: () => api.anonymous.post('/auth/link/password', { token: link, password: 'kiša-u-avgustu' }),
    createKey: () => api.post('/auth/keys', { naziv: 'ERP', pravo: 'Pun pristup' }),
    revokeKey: async () => api.delete(`/auth/keys/${(await api.get('/auth/keys')).body.keys[0].id}`),
    withdrawInvitation: async () => {
      await invite('jos@firma.rs')
      return api.delete(`/auth/invitations/${await invited()}`)
    },
    endSession: async () => {
      await login()
      const { sessions } = (await nova.get('/auth/sessions')).body
      const { id } = sessions.find(({ ova }: { ova: boolean }) => !ova)
      return nova.delete(`/auth/sessions/${id}`, {}, { password: account.password })
    },
    endOtherSessions: () => nova.delete('/auth/sessions', {}, { password: account.password }),
    changePassword: async () => {
      const change = { currentPassword: account.password, newPassword: 'sasvim-druga-lozinka-2' }
      const answer = await nova.post('/auth/password', change)
      nova = api.withToken(answer.body.token)
      return answer
    },
    offerSecondFactor: async () => {
      const answer = await nova.post('/auth/second-factor', { password: 'sasvim-druga-lozinka-2' })
      code = appCode(answer.body.tajna, Date.now())
      return answer
    },
    confirmSecondFactor: async () => {
      const answer = await nova.post('/auth/second-factor/confirm', { password: 'sasvim-druga-lozinka-2', code })
      code = answer.body.kodovi[0]
      return answer
    },
    newRecoveryCodes: async () => {
      const answer = await nova.post('/auth/second-factor/codes', { password: 'sasvim-druga-lozinka-2', code })
      code = answer.body.kodovi[0]
      return answer
    },
    endSecondFactor: () => nova.delete('/auth/second-factor', {}, { password: 'sasvim-druga-lozinka-2', code }),
    removeSecondFactor: async () => {
      const { accounts } = (await api.get('/auth/accounts')).body
      const { id } = accounts.find(({ email }: { email: string }) => email === account.email)
      await api.store.transact(async (tx) => {
        await tx.updateTable('korisnik').set({ totp_od: 1 }).where('id', '=', id).execute()
      })
      const answer = await api.delete(`/auth/accounts/${id}/second-factor`)
      nova = api.withToken(
        (await api.anonymous.post('/auth/login', { ...account, password: 'sasvim-druga-lozinka-2' })).body.token,
      )
      return answer
    },
    logout: () => nova.post('/auth/logout'),
    uploadC4Pdf: () => api.upload('/c4/upload', PDF),
    uploadC1Pdf: () => api.upload('/c1/upload', PDF),
    importInvoices: () => api.upload('/c4/import', invoices),
    readFakture: () =>
      api.upload('/c4/fakture/read', [ubl({ broj: 'F-9' }, [{ naziv: 'Kabl', kolicina: 1, cena: 1 }])]),
    importC4: () => api.upload('/c4/documents/import', c4Sheet('C4-77')),
    importC1: () => api.upload('/c1/documents/import', c1Sheet('C1-77')),
    importC4Tok: () => api.upload('/c4/documents/import/tok', c4Sheet('C4-78')),
    importC1Tok: () => api.upload('/c1/documents/import/tok', c1Sheet('C1-78')),
    c4Uobicajeno: () => api.post('/c4/uobicajeno', { ids: ['KABL1'] }),
    c1Uobicajeno: () => api.post('/c1/uobicajeno', { ids: ['SNOP1'] }),
    c4Provera: () => api.post('/c4/provera', { id: ids.c4 }),
    c1Provera: () => api.post('/c1/provera', { id: ids.c1 }),
    c1Poreklo: () => poreklo(''),
    c1PorekloFiles: () => poreklo('/files'),
    createC4: () => api.post('/c4', c4Body('C4-9', '2026-05-01', lot(1))),
    updateC4: () =>
      api.put(
        `/c4/${ids.c4}`,
        c4Body('C4-1', '2026-01-10', [...lot(120), { materijal_id: 'KON8', kolicina: 10, cena_po_jedinici: 1 }]),
      ),
    createC1: () => api.post('/c1', c1Body('C1-9', '2026-05-02', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }])),
    updateC1: () =>
      api.put(`/c1/${ids.c1}`, c1Body('C1-2', '2026-02-05', [{ proizvod_id: 'SNOP1', kolicina: 2, cena: 1 }])),
    deleteC1: () => api.delete(`/c1/${ids.c1}`),
    deleteC4: async () => {
      const { id } = await stored(api, '/c4', c4Body('C4-10', '2026-06-01', lot(1)))
      return api.delete(`/c4/${id}`)
    },
    restoreC1: () => api.post(`/vrati/c1/${ids.c1}`),
    restoreC4: async () => {
      const { id } = await stored(api, '/c4', c4Body('C4-11', '2026-06-01', lot(1)))
      await api.delete(`/c4/${id}`)
      return api.post(`/vrati/c4/${id}`)
    },
    createMaterial: () => api.post('/materials', { id: 'ZICA1', ...material }),
    updateMaterial: () => api.put('/materials/ZICA1', material),
    saveSifreMaterijala: async () => {
      const [{ id: partner_id }] = (await api.get('/partneri')).body.results
      return api.put('/materials/ZICA1/sifre', [{ partner_id, sifra: 'K-1', naziv: 'Kabel', cinilac: 1 }])
    },
    deleteMaterial: () => api.delete('/materials/ZICA1'),
    restoreMaterial: () => api.post('/vrati/materials/ZICA1'),
    importRates: () =>
      api.upload(
        '/rates/import',
        xlsx(['Datum', 'Oznaka valute', 'Važi za', 'Srednji kurs'], ['1.3.2026.', 'EUR', 1, 117.1]),
      ),
    importMaterials: () => api.upload('/materials/import', sheet),
    createProduct: () => api.post('/proizvodi', { id: 'SNOP2', ...product }),
    updateProduct: () => api.put('/proizvodi/SNOP2', product),
    replaceNormativ: () => api.post('/normativ/SNOP2', { items: [{ materijal_id: 'KABL1', potrebna_kolicina: 1 }] }),
    addNormativVerzija: () =>
      api.post('/normativ/SNOP2/verzije', {
        vazi_od: '2026-03-01',
        items: [{ materijal_id: 'KABL1', potrebna_kolicina: 2 }],
      }),
    deleteNormativVerzija: () => api.delete('/normativ/SNOP2/verzije/2'),
    deleteProduct: () => api.delete('/proizvodi/SNOP2'),
    restoreProduct: () => api.post('/vrati/proizvodi/SNOP2'),
    importProducts: () => api.upload('/proizvodi/import', xlsx(['SNOP3', 'Snop', '8544', 'kom', 'KABL1:2'])),
    preskoceniMaterials: () => api.upload('/materials/import/preskoceni', xlsx(['ID', 'Naziv'], ['x', ''])),
    preskoceniProducts: () => api.upload('/proizvodi/import/preskoceni', xlsx(['ID', 'Naziv'], ['x', ''])),
    preskoceniRates: () =>
      api.upload(
        '/rates/import/preskoceni',
        xlsx(['Valuta', 'Važi za', 'Srednji kurs', 'Datum'], ['x', 1, 117, '01.01.2026.']),
      ),
    preskoceniC4: () => api.upload('/c4/documents/import/preskoceni', xlsx(['C4 broj', 'Datum'], ['C4-9', 'x'])),
    preskoceniC1: () => api.upload('/c1/documents/import/preskoceni', xlsx(['C1 broj', 'Datum'], ['C1-9', 'x'])),
    preskoceniFaktura: () =>
      api.upload('/c4/import/preskoceni', xlsx(['Broj fakture', 'Materijal', 'Količina'], ['F-1', 'NEMA1', 1])),
    preskoceniPopisa: () => api.upload('/popisi/import/preskoceni', xlsx(['ID', 'Izbrojano'], ['NEMA1', 1])),
    readPopis: () => api.upload('/popisi/import?datum=2026-01-31', xlsx(['ID', 'Izbrojano'], ['KABL1', 1])),
    createBeleska: () => api.post('/beleske', { vrsta: 'materijal', predmet: 'KABL1', tekst: 'Kasni' }),
    deleteBeleska: () => api.delete('/beleske/1'),
    createPrilog: async () => {
      const { id } = await stored(api, '/c4', c4Body('C4-P', '2026-06-02', lot(1)))
      const bytes = new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF')
      return api.upload(`/prilozi?uz=c4&predmet=${id}&vrsta=CMR`, { name: 'cmr.pdf', bytes })
    },
    updatePrilog: () => api.put('/prilozi/1', { vrsta: 'Faktura' }),
    deletePrilog: () => api.delete('/prilozi/1'),
    restorePrilog: () => api.post('/vrati/prilozi/1'),
    createPopis: () => api.post('/popisi', { datum: '2026-01-31', stavke: [{ materijal_id: 'KABL1', izbrojano: 1 }] }),
    manjakPopisa: () => api.post('/popisi/1/manjak', {}),
    deletePopis: () => api.delete('/popisi/1'),
    restorePopis: () => api.post('/vrati/popisi/1'),
    citajKolone: () => api.upload('/usaglasavanje/kolone', xlsx(['Broj', 'Količina'], ['C4-1', 1])),
    preskoceniUsaglasavanja: () => api.upload('/usaglasavanje/preskoceni', xlsx(['Broj', 'Količina'], ['C4-1', 'x'])),
    usaglasi: () =>
      api.upload('/usaglasavanje?datum_od=2026-01-01&datum_do=2026-12-31', xlsx(['Broj', 'Količina'], ['X', 1])),
    usaglasiTok: () =>
      api.upload('/usaglasavanje/tok?datum_od=2025-01-01&datum_do=2025-12-31', xlsx(['Broj', 'Količina'], ['Y', 1])),
    objasni: async () => {
      const [{ kljuc }] = (await api.get('/usaglasavanje/1')).body.redovi
      return api.put('/usaglasavanje/objasnjenja', { objasnjenja: [{ kljuc, objasnjenje: 'Storno.' }] })
    },
    deleteUsaglasavanje: () => api.delete('/usaglasavanje/1'),
    createObracun: () =>
      api.post('/obracuni', { broj: 'O-1', datum_od: '2026-01-01', datum_do: '2026-12-31', potvrda_manjka: true }),
    updateObracun: () => api.put('/obracuni/1', { stanje: 'prihvaćen' }),
    deleteObracun: async () => {
      const draft = { broj: 'O-2', datum_od: '2026-01-01', datum_do: '2026-12-31', stanje: 'nacrt' }
      return api.delete(`/obracuni/${(await stored(api, '/obracuni', draft)).id}`)
    },
    createOtpad: async () => {
      await stored(api, '/c4', c4Body('C4-13', '2026-06-01', lot(100)))
      const normativi = [{ materijal_id: 'KABL1', potrebna_kolicina: 1, otpad_procenat: 50 }]
      await stored(api, '/proizvodi', { id: 'OTPAD1', ...product, normativi })
      await stored(api, '/c1', c1Body('C1-13', '2026-06-02', [{ proizvod_id: 'OTPAD1', kolicina: 10, cena: 1 }]))
      return api.post('/otpad', otpad)
    },
    updateOtpad: () => api.put('/otpad/1', otpad),
    deleteOtpad: () => api.delete('/otpad/1'),
    restoreOtpad: () => api.post('/vrati/otpad/1'),
    uploadRazduzenjePdf: () => api.upload('/ostala-razduzenja/upload', PDF),
    createRazduzenje: async () => {
      const { stavke } = await stored(api, '/c4', c4Body('C4-14', '2026-06-05', lot(100)))
      named = stavke[0].id
      return api.post('/ostala-razduzenja', razduzenje(5))
    },
    updateRazduzenje: () => api.put('/ostala-razduzenja/1', razduzenje(6)),
    deleteRazduzenje: () => api.delete('/ostala-razduzenja/1'),
    restoreRazduzenje: () => api.post('/vrati/ostala-razduzenja/1'),
    createPartner: () => api.post('/partneri', { naziv: 'Nov', grad: 'Niš' }),
    updatePartner: () => api.put('/partneri/1', { naziv: 'Ispravljen', grad: 'Niš' }),
    spojiPartnera: () => api.post('/partneri/1/spoji', { partner_id: 2 }),
    izdvojiZapis: async () =>
      api.post('/partneri/1/izdvoji', { zapis_id: (await api.get('/partneri/1')).body.zapisi[0].id }),
    createOdobrenje: () => api.post('/odobrenja', { broj: 'OD-1', vazi_od: '2026-01-01' }),
    updateOdobrenje: () => api.put('/odobrenja/1', { broj: 'OD-2', vazi_od: '2026-01-01' }),
    deleteOdobrenje: () => api.delete('/odobrenja/1'),
    restoreOdobrenje: () => api.post('/vrati/odobrenja/1'),
    addProduzenje: async () => {
      const { id } = await stored(api, '/c4', c4Body('C4-12', '2026-06-01', lot(1)))
      return api.post(`/c4/${id}/produzenja`, { novi_rok: '2027-01-01' })
    },
    savePodesavanja: () => api.put('/podesavanja', { upozorenje_roka_dana: 10 }),
    zakljuci: () => api.post('/zakljucenje', { do_dana: '2020-01-01', potvrda: true }),
    otkljucaj: () => api.post('/zakljucenje/otkljucaj', { razlog: 'Ispravka' }),
    saveRate: () => api.post('/rates', { valuta: 'USD', vazi_od: '2026-01-01', kurs: 108 }),
    saveNasaFirma: () =>
      api.put('/nasa-firma', { naziv: 'Mi', pib: '104052135', mb: '20084693', grad: 'Niš', drzava: 'Srbija' }),
    restoreRate: async () => {
      const list = xlsx(['Datum', 'Oznaka valute', 'Važi za', 'Srednji kurs'], ['1.1.2026.', 'USD', 1, 117.1])
      await api.upload('/rates/import', list)
      const [{ id }] = (await api.get('/audit?vrsta=kurs&predmet=USD%202026-01-01')).body.results
      return api.post(`/vrati/rates/USD/2026-01-01?izmena=${id}`)
    },
    deleteRate: () => api.delete('/rates/USD/2026-01-01'),
  }
}
