// Accounts that are handed in, through the app: what is frozen stays, whatever becomes of the books.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { OBRACUN_DELOVI } from '#contract/obracun.ts'
import {
  KVARTALA_UNAZAD,
  MAX_OBRACUN_C4,
  MAX_TOLD_CHANGES,
  type ObracunUnos,
  obracuniTexts,
  type PodnetRed,
} from '#contract/obracuni.ts'
import { type CalendarDate, dayBefore, formatDate, partsOfYears } from '#domain/calendar-date.ts'
import { type Log, logger } from '#server/audit/log.ts'
import { trailMark } from '#server/audit/trail-mark.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Call } from '#server/http/call.ts'
import { anyEngine, eachEngine, type TestApi, testApi } from '#server/testing.ts'
import {
  addDocuments,
  addOdobrenje,
  c4Body,
  column,
  type Fields,
  paperText,
  stored,
} from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, meters } from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'
import { verify } from '#server/verify/verify.ts'
import { handIn, type KeptObracun, MAX_READS } from './obracun-hand-in.ts'
import { insertObracun } from './obracun-save.ts'

test('the limits of handing in', () => assert.deepEqual([MAX_OBRACUN_C4, MAX_TOLD_CHANGES, MAX_READS], [500, 500, 5]))

const FEBRUARY = { datum_od: '2026-02-02', datum_do: '2026-02-28' }
const february = (broj: string, more: Fields = {}) => ({ broj, ...FEBRUARY, potvrda_manjka: true, ...more })

const textOf = (api: TestApi, id: number) => paperText(api, `/obracuni/${id}/files`)

eachEngine('handing in', (engine) => {
  test('refuses what names no import, and a request that comes twice hands in once', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const wrong = await api.post('/obracuni', february('O-1', { c4_ids: [4711] }))
    assert.deepEqual(
      [wrong.status, wrong.body.errors],
      [400, [{ field: 'c4_ids', message: 'C4 sa ID 4711 ne postoji.' }]],
    )
    const empty = await api.post('/obracuni', { ...february(' '), c4_ids: [] })
    assert.deepEqual(column(empty.body.errors, 'field'), ['broj', 'c4_ids'])
    const key = { 'idempotency-key': 'once' }
    const first = await api.post('/obracuni', february('O-1'), key)
    assert.deepEqual((await api.post('/obracuni', february('O-1'), key)).body, first.body)
    assert.equal((await api.get('/obracuni')).body.total, 1)
    assert.equal((await api.get('/obracuni/4711')).status, 404)
  })

  test('a draft is handed in or deleted; what is handed in is accepted, or corrected by another one', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const draft = await stored(api, '/obracuni', february('N-1', { stanje: 'nacrt' }))
    assert.deepEqual([draft.stanje, draft.sha256, draft.datum_podnosenja], ['nacrt', null, null])
    assert.equal((await api.get(`/obracuni/${draft.id}/files`)).status, 404)
    assert.equal((await api.get(`/obracuni/${draft.id}`)).body.stavke.length, 2)
    const put = (id: number, body: object) => api.put(`/obracuni/${id}`, body)
    assert.equal((await put(draft.id, { stanje: 'prihvaćen' })).status, 409)
    assert.equal((await put(draft.id, { stanje: 'podnet' })).body.errors[0].field, 'potvrda_manjka')
    const first = (await put(draft.id, { stanje: 'podnet', potvrda_manjka: true })).body
    assert.deepEqual([first.stanje, first.sha256.length, first.verzija], ['podnet', 64, 2])
    assert.equal((await api.delete(`/obracuni/${draft.id}`)).body.message, 'Podnet obračun ne može da se obriše.')
    const accepted = (await put(draft.id, { stanje: 'prihvaćen', broj_akta: '148-5/26' })).body
    assert.deepEqual([accepted.stanje, accepted.broj_akta], ['prihvaćen', '148-5/26'])

    const other = await stored(api, '/obracuni', february('N-2', { stanje: 'nacrt' }))
    const bare = await api.post('/obracuni', february('O-3', { prethodni_id: other.id }))
    assert.deepEqual([bare.status, bare.body.message], [409, 'Nacrt se ne ispravlja.'])
    assert.equal((await api.delete(`/obracuni/${other.id}`)).status, 200)
    const correction = await stored(api, '/obracuni', february('O-3', { prethodni_id: draft.id }))
    assert.equal(correction.prethodni_broj, 'N-1')
    assert.equal((await api.get(`/obracuni/${draft.id}`)).body.stanje, 'ispravljen')
    const again = await api.post('/obracuni', february('O-4', { prethodni_id: draft.id }))
    assert.equal(again.body.message, 'Obračun N-1 je već ispravljen.')
    assert.deepEqual(
      (await api.get('/audit?vrsta=obracun')).body.results.map((row: Fields) => `${row.radnja} ${row.opis}`),
      ['dodato O-3', 'izmenjeno N-1', 'obrisano N-2', 'dodato N-2', 'izmenjeno N-1', 'izmenjeno N-1', 'dodato N-1'],
    )
  })

  test('what is changed while the paper is drawn is in it: nothing is written of an older moment', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { store, user } = api
    const body = { ...february('O-1'), stanje: 'podnet', potvrda_manjka: true } as ObracunUnos
    let changes = 1
    /** Lets others change the books, as long as there are `changes`, between the reading and the transaction. */
    const write = (async (work: (tx: Tx, log: Log) => Promise<PodnetRed>) => {
      if (changes-- > 0)
        await stored(
          api,
          '/c4',
          c4Body(`C4-M${changes}`, '2026-02-03', [{ materijal_id: 'KON8', kolicina: 1, cena_po_jedinici: 1 }]),
        )
      return store.transact((tx) => work(tx, logger(tx, user, Date.now)))
    }) as Call['write']
    const now = Date.now()
    const handed = { of: body, potvrda_manjka: true, user, now }
    const save = (tx: Tx, log: Log, kept: KeptObracun) => insertObracun(tx, log, { body, user, now }, kept)
    const { id } = await handIn(store, write, handed, save)
    const { stavke, promenjeno } = (await api.get(`/obracuni/${id}`)).body
    assert.deepEqual([column(stavke, 'broj_c4').includes('C4-M0'), promenjeno], [true, []])
    changes = 99
    await assert.rejects(handIn(store, write, handed, save), { message: obracuniTexts.booksMove })
    assert.equal(99 - changes, MAX_READS)
    assert.equal((await api.get('/obracuni')).body.total, 1)
  })

  test('the database lets nobody change what is frozen', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    await stored(api, '/obracuni', february('O-1'))
    for (const change of [sql`update obracun_podnet set papir = redovi`, sql`delete from obracun_podnet`])
      await assert.rejects(
        api.store.transact((tx) => change.execute(tx)),
        /Podnet obračun se ne menja/,
      )
  })
})

anyEngine('what was handed in', (engine) => {
  test('freezes rows and paper, with the hash of the rows on it, and lists them', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const refused = await api.post('/obracuni', { broj: 'O-1/26', ...FEBRUARY })
    assert.equal(refused.status, 409)
    const sentence = 'Obračun ima 1 red u 1 izvozu bez pokrića. Podnošenje je moguće tek posle potvrde.'
    assert.deepEqual(refused.body, {
      message: sentence,
      errors: [{ field: 'potvrda_manjka', message: sentence }],
    })

    const { id, sha256, stanje } = await stored(api, '/obracuni', february('O-1/26'))
    assert.equal(stanje, 'podnet')
    const kept = (await api.get(`/obracuni/${id}`)).body
    const rows = Object.fromEntries(Object.keys(OBRACUN_DELOVI).map((deo) => [deo, kept[deo]]))
    assert.equal(createHash('sha256').update(JSON.stringify(rows)).digest('hex'), sha256)
    const live = (await api.get('/obracun?datum_od=2026-02-02&datum_do=2026-02-28')).body
    assert.deepEqual({ ...FEBRUARY, ...rows }, live)

    const paper = await textOf(api, id)
    for (const said of ['OBRAČUN br. O-1/26', 'svih uvoza, od 02.02.2026. do 28.02.2026.', sha256])
      assert.ok(paper.includes(said), said)

    assert.equal((await api.post('/obracuni', february('o-1/26'))).body.message, 'Obračun sa ovim brojem već postoji.')
    const two = await stored(api, '/obracuni', { broj: 'O-2/26', ...FEBRUARY, c4_ids: [c4[1].id] })
    const { results, total } = (await api.get('/obracuni')).body
    assert.equal((await api.get('/obracuni?odobrenje_id=4711')).body.total, 0)
    assert.deepEqual([total, column(results, 'broj')], [2, ['O-2/26', 'O-1/26']])
    assert.deepEqual(results[0].c4_brojevi, ['C4-2'])
    assert.ok((await textOf(api, two.id)).includes('uvoza C4-2, od 02.02.2026.'))
    assert.equal((await api.get('/audit?vrsta=obracun')).body.total, 2)

    const before = (await api.get(`/obracuni/${id}/files`)).body
    await stored(api, '/c4', c4Body('C4-9', '2026-02-03', [{ materijal_id: 'KON8', kolicina: 9, cena_po_jedinici: 1 }]))
    assert.deepEqual((await api.get(`/obracuni/${id}/files`)).body, before)
    assert.deepEqual((await api.get(`/obracuni/${id}`)).body.stavke, rows.stavke)
  })

  test('shows which rows differ today, field by field, and none while nothing does', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { id } = await stored(api, '/obracuni', february('O-1'))
    assert.deepEqual((await api.get(`/obracuni/${id}`)).body.promenjeno, [])
    await stored(api, '/c4', c4Body('C4-9', '2026-02-03', [{ materijal_id: 'KON8', kolicina: 9, cena_po_jedinici: 1 }]))
    const { promenjeno, broj_promenjenih } = (await api.get(`/obracuni/${id}`)).body
    assert.equal(broj_promenjenih, 4)
    const live = async (query: string) =>
      (await api.get(`/obracun?${query}`)).body.provere.filter(({ vrsta }: Fields) => vrsta === 'promenjeno')
    const [check] = await live('datum_od=2026-02-02&datum_do=2026-02-28')
    assert.match(check.tekst, /^Obračun je podnet \d\d\.\d\d\.\d{4}\.; od tada je promenjeno 4 reda\.$/)
    const row = { vrsta: 'obracun', id: String(id), broj: 'O-1', opis: 'šta je podneto, a šta je sada' }
    assert.deepEqual(check.redovi, [row])
    assert.deepEqual(await live('datum_od=2026-02-02&datum_do=2026-02-27'), [])
    assert.deepEqual(await live('datum_od=2026-02-02&datum_do=2026-02-28&c4_id=1'), [])
    assert.deepEqual(promenjeno, [
      {
        deo: 'stavke',
        promena: 'dodat',
        red: 'C4-9, faktura F-1, stavka 1',
        c4_id: 3,
        c1_id: null,
        polja: [{ polje: 'krajnje_stanje', pre: null, posle: 0 }],
      },
      {
        deo: 'izvoz',
        promena: 'dodat',
        red: 'C1-2, SNOP1: KON8 iz C4-9 / 1',
        c4_id: null,
        c1_id: 2,
        polja: [{ polje: 'razduzeno', pre: null, posle: 9 }],
      },
      {
        deo: 'normativi',
        promena: 'izmenjen',
        red: 'SNOP1: KON8, neto 1',
        c4_id: null,
        c1_id: null,
        polja: [{ polje: 'bez_pokrica', pre: 24, posle: 15 }],
      },
      {
        deo: 'bez_pokrica',
        promena: 'izmenjen',
        red: 'C1-2: KON8',
        c4_id: null,
        c1_id: 2,
        polja: [{ polje: 'manjak', pre: 24, posle: 15 }],
      },
    ])
  })

  test('shows waste that was disposed of, other discharges and prolonged deadlines too', async () => {
    const api = await meterApi(engine)
    const { id: c4_id, stavke } = await importMeters(api, 'C4-1', '2026-02-03', 500)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 1, otpad_procenat: 10 }]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    await exportMeters(api, 'C1-1', '2026-02-10', 100)
    const { id } = await stored(api, '/obracuni', february('O-1'))
    const told = async () =>
      (await api.get(`/obracuni/${id}`)).body.promenjeno.map(({ deo, promena, red, polja }: Fields) => [
        ...[deo, promena, red],
        (polja as Fields[]).map(({ polje, pre, posle }) => `${polje} ${pre} ${posle}`).join(', '),
      ])
    assert.deepEqual(await told(), [])
    await stored(api, '/otpad', { datum: '2026-02-20', vrsta: 'Uništenje', materijal_id: 'KABL1', kolicina: 4 })
    assert.deepEqual(await told(), [['otpad', 'izmenjen', 'KABL1', 'unisteno 0 4, rasporedjeno 0 4, stanje 10 6']])
    const line = { ulaz_stavka_id: stavke[0].id, kolicina: 5 }
    const named = { broj: 'R-1', datum: '2026-02-21', vrsta: 'Uništenje', razlog: 'Kvar', stavke: [line] }
    await stored(api, '/ostala-razduzenja', named)
    await stored(api, `/c4/${c4_id}/produzenja`, { novi_rok: '2027-01-31', broj_akta: 'P-1' })
    const rows = (await told()).filter(([deo]: string[]) => deo !== 'stavke')
    assert.deepEqual(rows.slice(1), [
      ['ostala_razduzenja', 'dodat', 'R-1, Uništenje: KABL1 iz C4-1 / 1', 'kolicina null 5'],
      ['produzenja', 'dodat', 'C4-1, produženje roka', 'novi_rok null 2027-01-31'],
    ])
  })

  test('what is no book keeps nobody from handing in: logins, accounts, notes and files', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const before = await trailMark(api.store.read)
    await api.anonymous.post('/auth/login', { email: 'ana@firma.rs', password: 'nije-ova' })
    await stored(api, `/beleske`, { vrsta: 'c4', predmet: String(c4[0].id), tekst: 'Zvati špeditera' })
    const pdf = { name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
    assert.equal((await api.upload('/c4/upload', pdf)).status, 200)
    assert.equal((await api.upload(`/prilozi?uz=c4&predmet=${c4[0].id}&vrsta=CMR`, pdf)).status, 201)
    assert.equal(await trailMark(api.store.read), before)
    await stored(api, '/c4', c4Body('C4-M', '2026-02-03', [{ materijal_id: 'KON8', kolicina: 1, cena_po_jedinici: 1 }]))
    assert.notEqual(await trailMark(api.store.read), before)
  })

  test('verify recomputes the hash of what was handed in, and wants its paper', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { sha256 } = await stored(api, '/obracuni', february('O-1'))
    const right = await verify(api.store.read)
    assert.ok(right.ok && right.summary.endsWith(', podnetih obračuna 1'), JSON.stringify(right))
    const other = '0'.repeat(64)
    await api.store.transact((tx) => tx.updateTable('obracun').set({ sha256: other }).execute())
    assert.deepEqual(await verify(api.store.read), {
      ok: false,
      difference: `Obračun O-1: kontrolni zbir SHA-256 redova u bazi je ${other}, a treba da bude ${sha256}.`,
    })
  })

  test('keeps the spreadsheet too, with day and hash on its first sheet; verify holds it against the trail', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { id, sha256 } = await stored(api, '/obracuni', february('O-1'))
    const sheet = () => api.get(`/obracuni/${id}/sheet`)
    const { bytes, headers } = await sheet()
    assert.match(headers.get('content-disposition') ?? '', /obracun-svi-uvozi_2026-02-02_2026-02-28_O-1\.xlsx/)
    const book = XLSX.read(bytes.slice())
    const facts = Object.fromEntries(
      XLSX.utils.sheet_to_json<string[]>(book.Sheets.Obračun as XLSX.WorkSheet, { header: 1 }),
    )
    const { datum_podnosenja } = (await api.get(`/obracuni/${id}`)).body
    assert.deepEqual(
      [facts.Obuhvat, facts.Broj, facts['SHA-256 redova'], facts['Dan podnošenja']],
      ['svih uvoza', 'O-1', sha256, formatDate(datum_podnosenja)],
    )
    await stored(api, '/c4', c4Body('C4-9', '2026-02-03', [{ materijal_id: 'KON8', kolicina: 9, cena_po_jedinici: 1 }]))
    assert.deepEqual((await sheet()).bytes, bytes)
    await assertBooks(api)
    await api.store.transact(async (tx) => {
      const off =
        engine.name === 'sqlite'
          ? sql`drop trigger obracun_podnet_bez_update`
          : sql`alter table obracun_podnet disable trigger user`
      await off.execute(tx)
      await tx
        .updateTable('obracun_podnet')
        .set({ tabela: new Uint8Array([1]) })
        .execute()
      // The next test has the same tables.
      if (engine.name === 'postgres') await sql`alter table obracun_podnet enable trigger user`.execute(tx)
    })
    const damaged = await verify(api.store.read)
    assert.match(damaged.ok ? '' : damaged.difference, /^Obračun O-1: kontrolni zbir SHA-256 Excel fajla u bazi je /)
  })
})

anyEngine('what is to be handed in', (engine) => {
  const NOW = Date.parse('2026-08-10T12:00:00Z')
  const quarters = async (api: TestApi) =>
    (await api.get('/obracuni/za-podnosenje')).body.results.map((row: Fields) =>
      [row.odobrenje_broj, row.naziv, row.stanje, row.rok_podnosenja, row.obracun_broj].filter(Boolean).join(' '),
    )

  test('quarters of each authorisation, the late ones first, and of all imports where there is none', async () => {
    const api = await meterApi(engine, { now: () => NOW })
    await importMeters(api, 'C4-1', '2026-02-10', 10)
    await exportMeters(api, 'C1-1', '2026-05-20', 10)
    assert.deepEqual(await quarters(api), ['1. kvartal 2026. za podnošenje', '2. kvartal 2026. za podnošenje'])

    const [a, b] = [
      await addOdobrenje(api, { broj: 'A' }),
      await addOdobrenje(api, { broj: 'B', rok_obracuna_dana: 60 }),
    ]
    await stored(api, '/c4', c4Body('C4-A', '2026-01-20', meters(5), { odobrenje_id: a }))
    await stored(api, '/c4', c4Body('C4-B', '2026-06-20', meters(5), { odobrenje_id: b }))
    assert.deepEqual(await quarters(api), [
      'A 1. kvartal 2026. kasni 2026-04-30',
      'A 2. kvartal 2026. kasni 2026-07-30',
      'B 2. kvartal 2026. za podnošenje 2026-08-29',
      'B 3. kvartal 2026. u toku 2026-11-29',
    ])
    const handIn = (broj: string, body: Fields) => stored(api, '/obracuni', { broj, potvrda_manjka: true, ...body })
    await handIn('O-1', { odobrenje_id: a, datum_od: '2026-01-01', datum_do: '2026-03-31' })
    await handIn('O-2', { datum_od: '2026-04-01', datum_do: '2026-06-30' })
    assert.deepEqual(await quarters(api), [
      'B 3. kvartal 2026. u toku 2026-11-29',
      'A 2. kvartal 2026. podnet 2026-07-30 O-2',
      'B 2. kvartal 2026. podnet 2026-08-29 O-2',
      'A 1. kvartal 2026. podnet 2026-04-30 O-1',
    ])
  })

  test('from the import of today back to the oldest quarter; an account of one import completes none', async () => {
    const api = await meterApi(engine, { now: () => NOW })
    const { id } = await importMeters(api, 'C4-DANAS', '2026-08-10', 1)
    const running = '3. kvartal 2026. u toku'
    assert.deepEqual(await quarters(api), [running])
    await stored(api, '/obracuni', { broj: 'O-1', c4_ids: [id], datum_od: '2026-07-01', datum_do: '2026-09-30' })
    assert.deepEqual(await quarters(api), [running])

    const oldest = partsOfYears('2026-08-10' as CalendarDate, 3, KVARTALA_UNAZAD).at(-1)
    await importMeters(api, 'C4-STARI', dayBefore(oldest?.od as CalendarDate), 5)
    await exportMeters(api, 'C1-1', oldest?.od ?? '', 5)
    assert.deepEqual(await quarters(api), [`${oldest?.naziv} za podnošenje`, running], 'used up on its first day')
  })

  test('a quarter counts where a document that names a lot takes the last of it then', async () => {
    const api = await meterApi(engine, { now: () => NOW })
    const oldest = partsOfYears('2026-08-10' as CalendarDate, 3, KVARTALA_UNAZAD).at(-1)
    const before = dayBefore(oldest?.od as CalendarDate)
    const { stavke } = await importMeters(api, 'C4-1', before, 5)
    await exportMeters(api, 'C1-1', before, 3)
    const rest = { ulaz_stavka_id: stavke[0].id, kolicina: 2 }
    const burnt = { broj: 'R-1', datum: oldest?.od, vrsta: 'Uništenje', razlog: 'Požar', stavke: [rest] }
    await stored(api, '/ostala-razduzenja', burnt)
    assert.deepEqual(await quarters(api), [`${oldest?.naziv} za podnošenje`])
  })

  test('by when it is due, how many pages it has, and what of it was handed in before', async () => {
    const api = await meterApi(engine, { now: () => NOW })
    const a = await addOdobrenje(api, { broj: 'A', rok_meseci: 2, rok_obracuna_dana: 45 })
    const b = await addOdobrenje(api, { broj: 'B' })
    const { id } = await stored(api, '/c4', c4Body('C4-A', '2026-01-20', meters(5), { odobrenje_id: a }))
    const asked = async (query: string) => {
      const { rok_podnosenja, podneti } = (await api.get(`/obracuni/predlog?${query}`)).body
      return [rok_podnosenja, column(podneti, 'broj')]
    }
    const Q1 = 'datum_od=2026-01-01&datum_do=2026-03-31'
    assert.deepEqual(await asked(`${Q1}&odobrenje_id=${a}`), ['2026-05-15', []])
    assert.deepEqual(await asked(`${Q1}&c4_id=${id}`), ['2026-05-04', []], 'its deadline is 20.03.')
    assert.deepEqual(await asked(Q1), ['2026-04-30', []], 'the first of any authorisation')
    assert.equal((await api.get('/obracuni/predlog?odobrenje_id=4711')).status, 404)

    await stored(api, '/obracuni', { broj: 'O-A', odobrenje_id: a, datum_od: '2026-02-01', datum_do: '2026-02-28' })
    await stored(api, '/obracuni', { broj: 'N', stanje: 'nacrt', datum_od: '2026-02-01', datum_do: '2026-02-28' })
    assert.deepEqual(await asked(`${Q1}&odobrenje_id=${a}`), ['2026-05-15', ['O-A']])
    assert.deepEqual((await asked(`${Q1}&odobrenje_id=${b}`))[1], [])
    assert.deepEqual((await asked('datum_od=2026-03-01&datum_do=2026-03-31'))[1], [])
    assert.deepEqual((await asked('datum_od=2026-02-28&datum_do=2026-03-31'))[1], ['O-A'], 'its last day')
    assert.deepEqual((await asked('datum_od=2026-01-01&datum_do=2026-02-01'))[1], ['O-A'], 'its first day')
    assert.deepEqual((await asked(Q1))[1], ['O-A'], 'all imports have those of the authorisation in them')
    const { broj_strana, files } = (await api.get(`/obracun/files?${Q1}&odobrenje_id=${a}`)).body
    const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(files[0].data, 'base64')))
    assert.deepEqual([broj_strana, files.length], [pdf.numPages, 1])
  })
})
