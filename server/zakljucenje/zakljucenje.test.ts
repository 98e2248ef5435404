import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { holdSaves } from '#server/db/closing.ts'
import { openStore, type Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { book, openLedger, release } from '#server/stock/ledger.ts'
import { eachEngine, type TestApi, type TestEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { drawsOf, exportMeters, importMeters, meterApi, meters, movedBy, pieces } from '#server/testing-meters.ts'
import { until } from '#server/testing-until.ts'

const TODAY = '2026-06-01'
const closedFor = (datum: string) =>
  `Period do 31.03.2026. je zaključan; dokument sa datumom ${datum} ne može da se unese, izmeni ni obriše.`
const minimal = { prefer: 'return=minimal' }

/** The books of the first of June. */
const booksOfJune = (engine: TestEngine) => meterApi(engine, { now: () => Date.parse(`${TODAY}T12:00:00`) })

/** Closes a period past the call, which looks at the books first. */
const close = ({ store }: TestApi, do_dana = '2026-03-31') =>
  store.transact((tx) =>
    tx
      .insertInto('zakljucenje')
      .values({ do_dana: do_dana as CalendarDate, korisnik: 'ana@firma.rs', vreme: 0 })
      .execute(),
  )

async function refused(answer: Promise<{ status: number; body: { message: string } }>, message: string) {
  const { status, body } = await answer
  assert.deepEqual([status, body.message], [409, message])
}

eachEngine('period lock', (engine) => {
  test('closes forward, opens with a reason, and tells who did it', async () => {
    const api = await booksOfJune(engine)
    assert.deepEqual((await api.get('/zakljucenje')).body.zakljuceno_do, null)
    const late = await api.post('/zakljucenje', { do_dana: '2026-06-02' })
    assert.deepEqual(
      [late.status, late.body.errors],
      [400, [{ field: 'do_dana', message: 'Datum zaključavanja ne može da bude posle današnjeg dana.' }]],
    )
    await close(api, '2026-02-28')
    assert.equal((await api.post('/zakljucenje', { do_dana: '2026-03-31', razlog: 'Kvartal' })).status, 201)
    await refused(
      api.post('/zakljucenje', { do_dana: '2026-03-31' }),
      'Period do 31.03.2026. je već zaključan. Za raniji dan ga najpre otključajte.',
    )
    const noReason = await api.post('/zakljucenje/otkljucaj', { razlog: ' ' })
    assert.deepEqual([noReason.status, noReason.body.message], [400, 'Razlog otključavanja je obavezan.'])
    const opened = await api.post('/zakljucenje/otkljucaj', { razlog: 'Ispravka' })
    assert.deepEqual([opened.status, opened.body.zakljuceno_do], [200, '2026-02-28'])
    const { body } = await api.get('/zakljucenje?limit=1')
    const [newest] = body.results
    assert.deepEqual([body.zakljuceno_do, body.total, body.results.length], ['2026-02-28', 2, 1])
    assert.deepEqual(
      [newest.do_dana, newest.korisnik, newest.otkljucao, newest.razlog_otkljucavanja],
      ['2026-03-31', 'ana@firma.rs', 'ana@firma.rs', 'Ispravka'],
    )
    assert.equal((await api.post('/zakljucenje/otkljucaj', { razlog: 'Sve' })).body.zakljuceno_do, null)
    await refused(api.post('/zakljucenje/otkljucaj', { razlog: 'Sve' }), 'Nijedan period nije zaključan.')
    const trail = (await api.get('/audit?vrsta=zakljucenje')).body.results as Record<string, string>[]
    assert.deepEqual(
      trail.map(({ radnja, opis, sazetak }) => [radnja, opis, sazetak]),
      [
        ['otkljucano', 'do 28.02.2026.', 'Sve'],
        ['otkljucano', 'do 31.03.2026.', 'Ispravka'],
        ['zakljucano', 'do 31.03.2026.', 'Kvartal'],
      ],
    )
    assert.equal((await api.post('/zakljucenje', { do_dana: TODAY })).status, 201, 'with the day of today too')
  })

  test('example 6: what is dated in the closed period stays, what is dated later goes on', async () => {
    const api = await booksOfJune(engine)
    const l1 = await importMeters(api, 'L1', '2026-01-20', 100)
    await importMeters(api, 'L2', '2026-04-01', 100)
    const first = await exportMeters(api, 'C1-001', '2026-03-15', 80)
    const second = await exportMeters(api, 'C1-002', '2026-04-10', 50)
    assert.deepEqual(await drawsOf(api, second), ['L1 20', 'L2 30'])
    await close(api)
    const account = () => api.get('/obracun?datum_do=2026-03-31').then(({ body }) => body)
    const before = await account()
    assert.equal(before.ukupno[0].krajnje_stanje, 20)

    const early = c4Body('NOV', '2026-02-10', meters(60))
    const moved = c1Body('C1-002', '2026-03-30', pieces(50))
    await refused(api.post('/c4', early), closedFor('10.02.2026.'))
    await refused(api.put(`/c1/${second.id}`, moved), closedFor('30.03.2026.'))
    await refused(api.post('/c1', c1Body('C1-X', '2026-03-31', pieces(1))), closedFor('31.03.2026.'))
    // Without a material, and so without a row of the ledger.
    const bare = c1Body('C1-X', '2026-03-31', [{ proizvod_id: 'PRAZAN', kolicina: 1, cena: 1 }])
    await refused(api.post('/c1', bare), closedFor('31.03.2026.'))
    await refused(api.put(`/c4/${l1.id}`, c4Body('L1', '2026-04-20', meters(100))), closedFor('20.01.2026.'))
    await refused(api.put(`/c1/${first.id}`, c1Body('C1-001', '2026-03-15', pieces(79))), closedFor('15.03.2026.'))
    await refused(api.delete(`/c4/${l1.id}`), closedFor('20.01.2026.'))
    await refused(api.delete(`/c1/${first.id}`), closedFor('15.03.2026.'))
    for (const [path, asked, day] of [
      ['/c4/provera', { dokument: early }, '10.02.2026.'],
      ['/c1/provera', { id: second.id, dokument: moved }, '30.03.2026.'],
      ['/c4/provera', { id: l1.id }, '20.01.2026.'],
      ['/c1/provera', { id: first.id }, '15.03.2026.'],
    ] as const)
      assert.equal((await api.post(path, asked)).body.odbijeno.message, closedFor(day), path)

    const later = await importMeters(api, 'L3', '2026-04-05', 60)
    assert.deepEqual(movedBy(later), [])
    assert.equal((await api.put(`/c1/${second.id}`, c1Body('C1-002', '2026-04-01', pieces(60)))).status, 200)
    assert.deepEqual(await account(), before)
  })

  test('looks at the books first: a difference is refused, open checks of the period want a confirmation', async () => {
    const api = await booksOfJune(engine)
    await importMeters(api, 'L1', '2026-01-20', 100)
    await exportMeters(api, 'C1-001', '2026-03-15', 130)
    await exportMeters(api, 'C1-002', '2026-05-15', 10)
    const asked = await api.post('/zakljucenje', { do_dana: '2026-03-31' })
    const open = 'Izvozi čiji materijal nije pokriven uvozom (1 red u 1 izvozu): 1.'
    assert.deepEqual(
      [asked.status, asked.body],
      [
        409,
        {
          message: 'Otvorenih provera: 1. Zaključavanje perioda je moguće tek posle potvrde.',
          errors: [{ field: 'potvrda', message: open }],
        },
      ],
    )
    assert.equal((await api.post('/zakljucenje', { do_dana: '2026-03-31', potvrda: true })).status, 201)
    // The shortage of March is not of April.
    assert.equal((await api.post('/zakljucenje', { do_dana: '2026-04-30' })).status, 201)
    await api.store.transact((tx) =>
      tx
        .updateTable('stanje')
        .set({ total_input: 1 as Micro })
        .execute(),
    )
    const wrong = await api.post('/zakljucenje', { do_dana: '2026-05-31', potvrda: true })
    assert.equal(wrong.status, 409)
    assert.match(wrong.body.message, /^Knjige se ne slažu, pa period ne može da se zaključa\. .+\./)
  })

  test('a deletion from before is not taken back into a closed period', async () => {
    const api = await booksOfJune(engine)
    const c4 = await importMeters(api, 'L1', '2026-01-20', 100)
    const c1 = await exportMeters(api, 'C1-001', '2026-03-15', 80)
    for (const path of [`/c1/${c1.id}`, `/c4/${c4.id}`]) assert.equal((await api.delete(path)).status, 200)
    await close(api)
    await refused(api.post(`/vrati/c4/${c4.id}`), closedFor('20.01.2026.'))
    await refused(api.post(`/vrati/c1/${c1.id}`), closedFor('15.03.2026.'))
    await api.post('/zakljucenje/otkljucaj', { razlog: 'Ispravka' })
    assert.equal((await api.post(`/vrati/c4/${c4.id}`)).status, 200)
  })

  test('a closed document takes another PDF and the number of its declaration', async () => {
    const api = await booksOfJune(engine)
    const pdf = { name: 'x.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
    const c4 = await importMeters(api, 'L1', '2026-01-20', 100)
    const stavke = [{ ulaz_stavka_id: c4.stavke[0].id, kolicina: 10 }]
    const ostalo = { broj: 'R-1', datum: '2026-03-20', vrsta: 'Uništenje', razlog: 'Oštećeno', stavke }
    const italy = { zemlja_otpreme: 'Italija' }
    const c1 = await exportMeters(api, 'C1-001', '2026-03-15', 80)
    const documents = [
      ['c4', c4, c4Body('L1', '2026-01-20', meters(100)), italy],
      ['c1', c1, c1Body('C1-001', '2026-03-15', pieces(80)), italy],
      ['ostala-razduzenja', await stored(api, '/ostala-razduzenja', ostalo), ostalo, { razlog: 'Izgubljeno' }],
    ] as const
    await close(api)
    for (const [kind, { id }, body, changed] of documents) {
      const pdf_fajl = (await api.upload(`/${kind}/upload`, pdf)).body.filePath
      const saved = await api.put(`/${kind}/${id}`, { ...body, pdf_fajl, broj_jci: 'JCI-7' }, minimal)
      assert.deepEqual([saved.status, saved.body.pdf_fajl, saved.body.broj_jci], [200, pdf_fajl, 'JCI-7'])
      const other = { ...body, pdf_fajl, ...changed }
      assert.equal((await api.put(`/${kind}/${id}`, other, minimal)).status, 409)
      const path = kind === 'ostala-razduzenja' ? `${id}/pdf` : `download/${id}`
      assert.deepEqual((await api.get(`/${kind}/${path}`)).bytes, pdf.bytes)
    }
  })

  test('why a closed export chose its lots stays as it was', async () => {
    const api = await booksOfJune(engine)
    const { stavke } = await importMeters(api, 'L1', '2026-01-20', 100)
    const body = (razlog: string) => {
      const usmerenja = [{ materijal_id: 'KABL1', ulaz_stavka_id: stavke[0].id, kolicina: 10, razlog }]
      return c1Body('C1-001', '2026-03-15', [{ ...pieces(80)[0], usmerenja }])
    }
    const { id } = await stored(api, '/c1', body('Traži kupac'))
    await close(api)
    await refused(api.put(`/c1/${id}`, body('Kraći rok')), closedFor('15.03.2026.'))
    assert.equal((await api.put(`/c1/${id}`, { ...body('Traži kupac'), broj_jci: 'JCI-7' })).status, 200)
  })

  test('exports that wait together: one of a closed day is refused, the others are saved', async () => {
    const api = await booksOfJune(engine)
    await importMeters(api, 'L1', '2026-01-20', 100)
    await close(api)
    const save = (broj: string, datum: string) => api.post('/c1', c1Body(broj, datum, pieces(1)), minimal)
    const answers = await Promise.all([save('A', '2026-03-31'), save('B', '2026-04-01'), save('C', '2026-05-01')])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [409, 201, 201],
    )
  })

  test('the ledger itself refuses to move an export of the closed period', async () => {
    const api = await booksOfJune(engine)
    await importMeters(api, 'L1', '2026-01-20', 100)
    await importMeters(api, 'L2', '2026-04-01', 100)
    // On the closed day itself.
    const { id, stavke } = await exportMeters(api, 'C1-001', '2026-03-31', 80)
    await close(api)
    const place = { datum: '2026-03-31' as CalendarDate, c1_id: id, c1_stavka_id: stavke[0].id }
    const foreseen = api.store.transact(async (tx) => {
      const ledger = await openLedger(tx, ['KABL1'])
      await release(ledger, new Map([['KABL1', place]]))
      // Half of the lot is kept for somebody else, as a directed draw does.
      const lots = ledger.materials.get('KABL1')?.lots
      for (const lot of lots?.values() ?? [])
        lots?.set(lot.id, { ...lot, preostalo: (lot.preostalo / 2) as typeof lot.preostalo })
      await book(ledger, [])
    })
    await assert.rejects(foreseen, {
      message: 'Period do 31.03.2026. je zaključan; razduženje izvoza C1-001 od 31.03.2026. ne može da se promeni.',
    })
  })

  test('closing waits for saves that run, and saves wait for it, of other instances too', async () => {
    const api = await booksOfJune(engine)
    const { store } = api
    const other = engine.name === 'postgres' ? await openStore(store.place) : store
    try {
      const saving = await held(other, async () => undefined)
      const closing = api.post('/zakljucenje', { do_dana: '2026-03-31' })
      await somebodyWaits(store)
      assert.equal((await api.get('/zakljucenje')).body.zakljuceno_do, null)
      saving.end()
      assert.equal((await closing).status, 201)

      await api.post('/zakljucenje/otkljucaj', { razlog: 'Ispravka' })
      const otherClosing = await held(other, async (tx) => {
        await holdSaves(tx)
        const row = { do_dana: '2026-03-31' as CalendarDate, korisnik: 'petar@firma.rs', vreme: 0 }
        await tx.insertInto('zakljucenje').values(row).execute()
      })
      const saved = api.post('/c4', c4Body('L1', '2026-03-31', meters(1)))
      const back = api.post('/zakljucenje', { do_dana: '2026-02-28' })
      await somebodyWaits(store, 2)
      otherClosing.end()
      await refused(saved, closedFor('31.03.2026.'))
      assert.equal((await back).status, 409, 'forward only, also past one that it did not know')
    } finally {
      if (other !== store) await other.close()
    }
  })
})

/** Begins a transaction that has done `work` and stays open until `end`. */
async function held(store: Store, work: (tx: Tx) => Promise<unknown>) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const done = store.transact(async (tx) => {
    await work(tx)
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  return { end: ended.resolve, done }
}

/** Until so many wait for the lock of closing; on SQLite they wait for the one writer, of which nobody hears. */
async function somebodyWaits({ engine, read }: Store, many = 1) {
  if (!engine.locksRows) return
  const waits = sql`
    select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
  await until('somebody waits', async () => (await waits.execute(read)).rows.length >= many)
}
