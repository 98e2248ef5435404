import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { engineOf } from '#server/db/engine.ts'
import { lockMaterials } from '#server/stock/read-ledger.ts'
import { type Client, eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addOdobrenje, c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { noLog, whileHeld } from '#server/testing-races.ts'
import { addProduzenje } from './produzenja.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 2 }
const kon = { materijal_id: 'KON8', kolicina: 40, cena_po_jedinici: 1 }
const at = (day: string) => Date.parse(`${day}T10:00:00`)

eachEngine('customs fields of documents', (engine) => {
  async function firm(day = '2026-02-01') {
    const clock = { now: at(day) }
    const api = await testApi(engine, { now: () => clock.now })
    await addCatalogue(api)
    return { api, on: (other: string) => (clock.now = at(other)) }
  }
  const refused = async (api: TestApi, method: 'post' | 'put', path: string, body: unknown) => {
    const { status, body: answer } = await api[method](path, body)
    return [status, answer.message, column(answer.errors ?? [], 'field')]
  }

  test('what is typed is stored, answered, kept in the trail, and comes back with a deletion', async () => {
    const { api } = await firm()
    const odobrenje_id = await addOdobrenje(api, { broj: 'OD-1', rok_meseci: 6 })
    const carina = { odobrenje_id, broj_jci: 'C12345', oznaka_postupka: 'UV 5', carinski_organ: 'CI Niš' }
    const line = { ...kabl, stopa_carine: 5.5, carinska_vrednost_rsd: 94_000.25 }
    const body = c4Body('C4-1', '2026-01-15', [line, kon], carina)
    const c4 = await stored(api, '/c4', body)
    const said = { ...carina, odobrenje_broj: 'OD-1', rok_razduzenja: null, rok: '2026-07-15' }
    const expected = { ...said, rok_obracuna: '2026-08-14', stanje_roka: 'u roku', upozorenja: [] }
    const { promenjeni_c1: _, promenjen_trosak_c1: __, ...saved } = c4
    assert.deepEqual({ ...saved, ...expected }, saved)
    const shown = (await api.get(`/c4/${c4.id}`)).body
    assert.deepEqual(shown, saved)
    assert.deepEqual(column(shown.stavke, 'stopa_carine'), [5.5, null])
    assert.deepEqual(column(shown.stavke, 'carinska_vrednost_rsd'), [94_000.25, null])

    const entry = (await api.get(`/audit?vrsta=c4&predmet=${c4.id}`)).body.results[0]
    const { posle } = (await api.get(`/audit/${entry.id}`)).body
    assert.deepEqual([posle.odobrenje_broj, posle.broj_jci, posle.stavke[0].stopa_carine], ['OD-1', 'C12345', 5.5])

    assert.equal((await api.post(`/c4/${c4.id}/produzenja`, { novi_rok: '2026-10-15', broj_akta: 'P-1' })).status, 201)
    assert.equal((await api.delete(`/c4/${c4.id}`)).status, 200)
    const back = await api.post(`/vrati/c4/${c4.id}`)
    assert.deepEqual([back.status, back.body.rok, back.body.broj_jci], [200, '2026-10-15', 'C12345'])
    assert.deepEqual(column((await api.get(`/c4/${c4.id}/produzenja`)).body, 'broj_akta'), ['P-1'])
    // The whole document is sent: what it does not name is empty, as with any optional field.
    const bare = (await api.put(`/c4/${c4.id}`, c4Body('C4-1', '2026-01-15', [kabl, kon]))).body
    assert.deepEqual([bare.broj_jci, bare.odobrenje_id, bare.stavke[0].stopa_carine], [null, null, null])
    assert.equal(bare.rok, '2026-10-15', 'a prolonged deadline stays')
  })

  test('an export has its own, and what is wrong is refused at its field', async () => {
    const { api } = await firm()
    const odobrenje_id = await addOdobrenje(api, { broj: 'OD-1' })
    const carina = {
      odobrenje_id,
      broj_jci: 'IZ-9',
      dokaz_porekla: 'EUR.1',
      broj_dokaza: 'A 17',
      datum_dokaza: '2026-03-01',
    }
    const line = { proizvod_id: 'PRAZAN', kolicina: 1, cena: 1 }
    const c1 = await stored(api, '/c1', c1Body('C1-1', '2026-03-01', [line], carina))
    const shown = (await api.get(`/c1/${c1.id}`)).body
    assert.deepEqual({ ...shown, ...carina, oznaka_postupka: null, odobrenje_broj: 'OD-1' }, shown)
    await api.delete(`/c1/${c1.id}`)
    assert.equal((await api.post(`/vrati/c1/${c1.id}`)).body.broj_dokaza, 'A 17')

    const c4 = (fields: Fields, stavka: Fields = {}) => c4Body('C4-9', '2026-01-15', [{ ...kabl, ...stavka }], fields)
    const noOdobrenje = [400, 'Odobrenje ne postoji.', ['odobrenje_id']]
    assert.deepEqual(await refused(api, 'post', '/c4', c4({ odobrenje_id: 99 })), noOdobrenje)
    assert.deepEqual(
      await refused(api, 'post', '/c1', c1Body('X', '2026-03-01', [line], { odobrenje_id: 99 })),
      noOdobrenje,
    )
    assert.deepEqual(await refused(api, 'post', '/c4', c4({ rok_razduzenja: '2026-01-14' })), [
      400,
      'Rok razduženja ne može da bude pre datuma uvoza.',
      ['rok_razduzenja'],
    ])
    assert.equal((await stored(api, '/c4', c4({ rok_razduzenja: '2026-01-15' }))).rok, '2026-01-15')
    const foreseen = (await api.post('/c4/provera', { dokument: c4({ odobrenje_id: 99 }) })).body
    assert.equal(foreseen.odbijeno.message, 'Odobrenje ne postoji.')
    const wrong = await refused(
      api,
      'post',
      '/c4',
      c4({ datum: 'x' }, { stopa_carine: 100.1, carinska_vrednost_rsd: 1.234 }),
    )
    assert.deepEqual(wrong[2], ['datum', 'stavke.0.stopa_carine', 'stavke.0.carinska_vrednost_rsd'])
  })

  test('the deadline in force follows the authorisation, what is typed, and the latest prolongation', async () => {
    const { api } = await firm()
    const odobrenje_id = await addOdobrenje(api, { broj: 'OD-1', rok_meseci: 6, rok_do_kraja: 'kvartal' })
    const body = (fields: Fields) => c4Body('C4-1', '2026-01-15', [kabl], { odobrenje_id, ...fields })
    const { id, rok, verzija } = await stored(api, '/c4', body({}))
    assert.equal(rok, '2026-09-30')
    const typed = await api.put(`/c4/${id}`, body({ rok_razduzenja: '2026-07-15' }))
    assert.equal(typed.body.rok, '2026-07-15')
    const path = `/c4/${id}/produzenja`
    const notLater = [400, 'Novi rok mora biti posle dosadašnjeg (15.07.2026.).', ['novi_rok']]
    assert.deepEqual(await refused(api, 'post', path, { novi_rok: '2026-07-15' }), notLater)
    assert.equal((await api.post(path, { novi_rok: '2026-10-15' })).status, 201)
    assert.equal((await api.post(path, { novi_rok: '2026-11-15', napomena: 'drugo' })).body.korisnik, 'ana@firma.rs')
    assert.deepEqual(column((await api.get(path)).body, 'novi_rok'), ['2026-10-15', '2026-11-15'])
    const open = await api.put(`/c4/${id}`, body({}), { 'if-match': `"${verzija + 1}"` })
    assert.deepEqual([open.status, open.body.rok], [200, '2026-11-15'], 'an open form can still be saved')
    assert.deepEqual(await refused(api, 'put', `/c4/${id}`, { ...body({}), datum: '2026-12-01' }), [
      400,
      'Rok razduženja ne može da bude pre datuma uvoza.',
      ['datum'],
    ])
    const sazetak = (await api.get(`/audit?vrsta=c4&predmet=${id}`)).body.results.map(({ sazetak }: Fields) => sazetak)
    assert.equal(sazetak[1], 'Produžen rok razduženja do 15.11.2026.')

    const other = await stored(api, '/c4', c4Body('C4-2', '2026-01-15', [kabl], { odobrenje_id }))
    const longer = { broj: 'OD-1', vazi_od: '2026-01-01', rok_meseci: 12, rok_do_kraja: 'dan', rok_obracuna_dana: 30 }
    assert.equal((await api.put(`/odobrenja/${odobrenje_id}`, longer)).status, 200)
    assert.equal(other.rok, '2026-09-30')
    const rows = (await api.get('/c4?sort=broj')).body.results
    assert.deepEqual(column(rows, 'rok'), ['2026-11-15', '2027-01-15'])
    const bare = await stored(api, '/c4', c4Body('C4-7', '2026-01-15', [kabl]))
    const early = [400, 'Rok razduženja ne može da bude pre datuma uvoza.', ['novi_rok']]
    assert.deepEqual(await refused(api, 'post', `/c4/${bare.id}/produzenja`, { novi_rok: '2026-01-14' }), early)
    assert.equal((await api.post(`/c4/${bare.id}/produzenja`, { novi_rok: '2026-01-15' })).status, 201)
  })

  test('a change of the authorisation leaves a deadline that is being prolonged', async () => {
    // SQLite has one writer.
    if (engine.name === 'sqlite') return
    const { api } = await firm()
    const odobrenje_id = await addOdobrenje(api, { broj: 'OD-1', rok_meseci: 6 })
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2026-01-15', [kabl], { odobrenje_id }))
    const novi = { novi_rok: '2026-10-15' as CalendarDate, broj_akta: null, datum_akta: null, napomena: null }
    const by = { uneto: 0, korisnik: 'ana@firma.rs' }
    const shorter = { broj: 'OD-1', vazi_od: '2026-01-01', rok_meseci: 3 }
    const [changed] = await whileHeld(
      api,
      (tx) => addProduzenje(tx, noLog, id, { ...novi, ...by }),
      () => api.put(`/odobrenja/${odobrenje_id}`, shorter),
    )
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.equal((await api.get(`/c4/${id}`)).body.rok, '2026-10-15')
  })

  test('an authorisation that an import is about to name stays', async () => {
    // SQLite has one writer.
    if (engine.name === 'sqlite') return
    const { api } = await firm()
    const odobrenje_id = await addOdobrenje(api, { broj: 'OD-1', rok_meseci: 6 })
    const [saved, removed] = await whileHeld(
      api,
      (tx) => lockMaterials(tx, ['KABL1']),
      () => api.post('/c4', c4Body('C4-1', '2026-01-15', [kabl], { odobrenje_id })),
      () => api.delete(`/odobrenja/${odobrenje_id}`),
    )
    assert.deepEqual([saved.status, removed.status], [201, 409])
  })

  test('a deadline that changes behind the lock says which closed exports it puts behind it, in the answer and the trail', async () => {
    const { api } = await firm()
    const odobrenje_id = await addOdobrenje(api, { broj: 'OD-1', rok_meseci: 6 })
    const body = c4Body('C4-1', '2026-01-15', [kabl], { odobrenje_id })
    const c4 = await stored(api, '/c4', body)
    const line = [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }]
    await stored(api, '/c1', c1Body('C1-1', '2026-02-10', line))
    await stored(api, '/c1', c1Body('C1-2', '2026-03-10', line))
    await stored(api, '/c1', c1Body('C1-3', '2026-04-10', line))
    // The day of C1-2.
    const row = { do_dana: '2026-03-10' as CalendarDate, korisnik: 'ana@firma.rs', vreme: 0 }
    await api.store.transact((tx) => tx.insertInto('zakljucenje').values(row).execute())
    const told = ({ body: saved }: { body: Fields }) =>
      ((saved.promenjen_rok_c1 ?? []) as Fields[]).map(({ broj_c1, posle_roka }) => `${broj_c1} ${posle_roka}`)
    const terms = { broj: 'OD-1', vazi_od: '2026-01-01', rok_do_kraja: 'dan' }
    assert.deepEqual(told(await api.put(`/odobrenja/${odobrenje_id}`, { ...terms, rok_meseci: 1 })), ['C1-2 true'])
    assert.deepEqual(told(await api.put(`/odobrenja/${odobrenje_id}`, { ...terms, rok_meseci: 1, napomena: 'N' })), [])
    const typed = (rok_razduzenja: string | null) => api.put(`/c4/${c4.id}`, { ...body, rok_razduzenja })
    assert.deepEqual(told(await typed('2026-01-31')), ['C1-1 true'])
    assert.deepEqual(told(await typed('2026-02-10')), ['C1-1 false'], 'an export of the last day is not behind it')
    assert.deepEqual(told(await typed('2026-03-31')), ['C1-2 false'])
    assert.deepEqual(told(await typed('2026-01-31')), ['C1-1 true', 'C1-2 true'])
    assert.deepEqual(told(await api.post(`/c4/${c4.id}/produzenja`, { novi_rok: '2026-02-28' })), ['C1-1 false'])
    const trail = (await api.get('/audit?vrsta=c4&limit=1')).body.results[0]
    assert.equal(
      (await api.get(`/audit/${trail.id}`)).body.posle.izvozi_zakljucenog,
      'Izvozi iz zaključanog perioda koji više nisu posle roka: C1-1.',
    )
  })

  test('how a deadline stands, what is warned of, and the filters', async () => {
    const { api, on } = await firm('2026-06-14')
    // What the first import brings.
    const limits = [{ tarifni_broj: '8544', najvise_kolicina: 100, jedinica_mere: 'm' }]
    const valid = { vazi_od: '2026-01-16', vazi_do: '2026-01-16' }
    const odobrenje_id = await addOdobrenje(api, { broj: 'OD-1', rok_meseci: 6, ...valid }, limits)
    const first = await stored(api, '/c4', c4Body('C4-001/26', '2026-01-15', [kabl], { odobrenje_id, broj_jci: 'X77' }))
    assert.deepEqual(first.upozorenja, ['Odobrenje OD-1 ne važi na dan 15.01.2026.'])
    const second = await stored(api, '/c4', c4Body('C4-002/26', '2026-01-16', [kabl, kon], { odobrenje_id }))
    assert.deepEqual(second.upozorenja, ['Količina po odobrenju je 100 m; sa ovim uvozom je 200 m.'])
    const plastics = await addOdobrenje(api, { broj: 'OD-2' }, [
      { tarifni_broj: '3908', najvise_kolicina: 1, jedinica_mere: 'm' },
    ])
    const other = await stored(api, '/c4', c4Body('C4-3908', '2026-01-20', [kabl], { odobrenje_id: plastics }))
    assert.deepEqual(other.upozorenja, ['Roba nije u odobrenju OD-2: tarifni broj 8544.49.'])
    await stored(api, '/c4', c4Body('C4-X77', '2026-01-21', [kon]))
    // 24 × 2,5 m of the first lot; the pieces are of the second import.
    await stored(api, '/c1', c1Body('C1-1', '2026-03-01', [{ proizvod_id: 'SNOP1', kolicina: 24, cena: 1 }]))
    let later: Client = api
    let sessions = 0
    const state = async (day: string) => {
      on(day)
      // The session of the first day has ended.
      later = await api.signIn(`${day}-${sessions++}@firma.rs`)
      const { stanje_roka, upozorenja } = (await later.get(`/c4/${first.id}`)).body
      const row = (await later.get('/c4?c4Number=001')).body.results[0]
      assert.deepEqual([row.stanje_roka, row.odobrenje_broj], [stanje_roka, 'OD-1'])
      for (const named of ['razduženo', 'u roku', 'ističe', 'isteklo']) {
        const found = (await later.get(`/c4?stanje_roka=${encodeURIComponent(named)}&c4Number=001`)).body.total
        assert.equal(found, named === stanje_roka ? 1 : 0, `${day} ${named}`)
      }
      return [stanje_roka, upozorenja[0]]
    }
    const notYet = 'Odobrenje OD-1 ne važi na dan 15.01.2026.'
    assert.deepEqual(await state('2026-06-14'), ['u roku', notYet])
    assert.deepEqual(await state('2026-06-15'), ['ističe', notYet])
    assert.deepEqual(await state('2026-07-15'), ['ističe', notYet])
    const expired = 'Rok za C4-001/26 je istekao 15.07.2026.; ostalo je 40 m.'
    assert.deepEqual(await state('2026-07-16'), ['isteklo', expired])
    await stored(later, '/c1', c1Body('C1-2', '2026-03-02', [{ proizvod_id: 'SNOP1', kolicina: 16, cena: 1 }]))
    assert.deepEqual(await state('2026-07-16'), ['razduženo', notYet])

    const found = async (query: string) => column((await later.get(`/c4?sort=broj&${query}`)).body.results, 'broj_c4')
    assert.deepEqual(await found(`odobrenje_id=${odobrenje_id}`), ['C4-001/26', 'C4-002/26'])
    assert.deepEqual(await found('broj_jci=x7'), ['C4-001/26'])
    assert.deepEqual(await found('c4Number=x77'), ['C4-001/26', 'C4-X77'], 'the search of numbers finds both')
    assert.deepEqual(await found('rok_od=2026-07-16&rok_do=2026-07-16'), ['C4-002/26'])
    const plan = await api.store.transact(async (tx) => {
      if (engineOf(api.store.read).name === 'postgres')
        for (const way of ['seqscan', 'bitmapscan']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      const explain = engineOf(api.store.read).name === 'sqlite' ? sql`explain query plan` : sql`explain`
      const asked = sql`select id from c4 where odobrenje_id = ${odobrenje_id} order by datum desc, id desc limit 10`
      return JSON.stringify((await sql`${explain} ${asked}`.execute(tx)).rows)
    })
    assert.match(plan, /c4_odobrenje/)
    assert.doesNotMatch(plan, /B-TREE|Sort/, 'the index has the order too')
  })
})
