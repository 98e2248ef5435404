// Uses of waste: never more than exports left of it, on any day, and nothing in a closed period.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import type { Tx } from '#server/db/schema.ts'
import { eachEngine } from '#server/testing.ts'
import { c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, pieces } from '#server/testing-meters.ts'
import { noLog, whileHeld } from '#server/testing-races.ts'
import { otpad as record } from './otpad-handlers.ts'

const otpad = (datum: string, kolicina: number, vrsta = 'Uništenje') => ({
  datum,
  vrsta,
  broj_jci: 'JCI-7',
  materijal_id: 'KABL1',
  kolicina,
})

eachEngine('the disposal of waste', (engine) => {
  /** 10 m of waste on 01.02., 5 m more on 01.04. */
  async function withWaste() {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 1000)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4 }]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    await exportMeters(api, 'C1-1', '2026-02-01', 100)
    await exportMeters(api, 'C1-2', '2026-04-01', 50)
    return api
  }

  test('takes from the balance and no more than there is on any day', async () => {
    const api = await withWaste()
    const refused = await api.post('/otpad', otpad('2026-03-01', 11))
    const sentence = 'Otpada materijala KABL1 na dan 01.03.2026. ima 10 m; ne može da se rasporedi 11 m.'
    assert.deepEqual([refused.status, refused.body.message], [409, sentence])
    const later = await stored(api, '/otpad', otpad('2026-05-01', 12, 'Izvoz'))
    assert.equal((await api.post('/otpad', otpad('2026-03-01', 4))).status, 409)
    const first = await stored(api, '/otpad', otpad('2026-03-01', 3))
    assert.equal((await api.put(`/otpad/${first.id}`, otpad('2026-03-01', 4))).status, 409)
    assert.equal((await api.put(`/otpad/${later.id}`, otpad('2026-05-01', 11, 'Izvoz'))).status, 200)
    const [row] = (await api.get('/otpad/stanje?datum_od=2026-04-01')).body.results
    const { pocetno, nastalo, izvezeno, unisteno, rasporedjeno, stanje } = row
    assert.deepEqual([pocetno, nastalo, izvezeno, unisteno, rasporedjeno, stanje], [7, 5, 11, 0, 11, 1])
    const { otpad: part } = (await api.get('/obracun')).body
    assert.deepEqual([part[0].nastalo, part[0].izvezeno, part[0].unisteno, part[0].stanje], [15, 11, 3, 1])
    const unknown = await api.post('/otpad', { ...otpad('2026-05-01', 1), materijal_id: 'NEMA1' })
    assert.deepEqual([unknown.status, unknown.body.message], [400, 'Materijal NEMA1 ne postoji.'])
  })

  test('lists the materials that had waste, also where a line draws others, and not those without', async () => {
    const api = await withWaste()
    await stored(api, '/c4', c4Body('C4-2', '2026-01-10', [{ materijal_id: 'KON8', kolicina: 9, cena_po_jedinici: 1 }]))
    const items = [
      { materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4 },
      { materijal_id: 'KON8', potrebna_kolicina: 1, gubitak_procenat: 10 },
    ]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    await exportMeters(api, 'C1-3', '2026-04-02', 5)
    const { results } = (await api.get('/otpad/stanje')).body
    assert.deepEqual([column(results, 'materijal_id'), column(results, 'nastalo')], [['KABL1'], [15.5]])
  })

  test('an export whose waste was disposed of neither goes nor gives less; one that gives as much may move and change', async () => {
    const api = await withWaste()
    await stored(api, '/otpad', otpad('2026-03-01', 8))
    const { id, stavke } = (await api.get('/c1?c1Number=C1-1')).body.results[0]
    const line = (kolicina: number) => ({ id: stavke?.[0]?.id, ...pieces(kolicina)[0] })
    const lost = (day: string, came: number) =>
      `Otpada materijala KABL1 do ${day} bilo bi ${came} m, a raspoređeno je 8 m; ` +
      'izvoz ne može tako da se unese, izmeni ni da se obriše.'
    const asked = [
      [c1Body('C1-1', '2026-02-01', [line(70)]), lost('01.03.2026.', 7)],
      [c1Body('C1-1', '2026-03-15', [line(100)]), lost('01.03.2026.', 0)],
      [null, lost('01.03.2026.', 0)],
      [c1Body('C1-1', '2026-03-01', [line(80)]), null],
    ] as const
    for (const [dokument, sentence] of asked) {
      const { odbijeno } = (await api.post('/c1/provera', { id, dokument })).body
      assert.equal(odbijeno?.message ?? null, sentence)
      const { status, body } = dokument ? await api.put(`/c1/${id}`, dokument) : await api.delete(`/c1/${id}`)
      assert.deepEqual([status, sentence && body.message], [sentence ? 409 : 200, sentence])
    }
    const { results } = (await api.get('/otpad/stanje')).body
    assert.deepEqual([results[0].nastalo, results[0].stanje], [13, 5])
  })

  test('an export that lacks material may change while it gives as much waste: what is lacking gives none', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 25 }]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    const { id, stavke } = await exportMeters(api, 'C1-1', '2026-03-01', 64)
    await stored(api, '/otpad', otpad('2026-03-01', 20))
    const more = c1Body('C1-1', '2026-03-01', [{ id: stavke[0].id, ...pieces(65)[0] }])
    assert.equal((await api.put(`/c1/${id}`, more)).status, 200)
  })

  test('an earlier export may not take the cover from one whose waste was disposed of', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const items = (otpad_procenat: number) => ({
      items: [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat }],
    })
    assert.equal((await api.post('/normativ/METAR', items(25))).status, 200)
    await exportMeters(api, 'C1-1', '2026-03-01', 32)
    await stored(api, '/otpad', otpad('2026-03-01', 15))
    assert.equal((await api.post('/normativ/METAR', items(0))).status, 200)
    const earlier = (kolicina: number) => c1Body('C1-2', '2026-02-01', pieces(kolicina))
    const sentence =
      'Otpada materijala KABL1 do 01.03.2026. bilo bi 10 m, a raspoređeno je 15 m; ' +
      'izvoz ne može tako da se unese, izmeni ni da se obriše.'
    const refused = async (id: number | undefined, dokument: object) => {
      const { odbijeno } = (await api.post('/c1/provera', { ...(id && { id }), dokument })).body
      const { status, body } = id ? await api.put(`/c1/${id}`, dokument) : await api.post('/c1', dokument)
      assert.deepEqual([odbijeno?.message, status, body.message], [sentence, 409, sentence])
    }
    await refused(undefined, earlier(20))
    const { id, stavke } = await stored(api, '/c1', earlier(10))
    await refused(id, c1Body('C1-2', '2026-02-01', [{ id: stavke[0].id, ...pieces(20)[0] }]))
  })

  test('is listed, found, deleted and brought back; its material stays', async () => {
    const api = await withWaste()
    const { id } = await stored(api, '/otpad', otpad('2026-03-01', 3))
    await stored(api, '/otpad', { ...otpad('2026-04-02', 2, 'Reciklaža'), broj_jci: null })
    const found = async (search: string) =>
      (await api.get(`/otpad?search=${search}`)).body.results.map(({ kolicina }: Fields) => kolicina)
    assert.deepEqual([await found(''), await found('jci-7'), await found('reciklaza kabl')], [[2, 3], [3], [2]])
    const was = (await api.get(`/otpad/${id}`)).body
    assert.equal((await api.delete(`/otpad/${id}`)).status, 200)
    assert.deepEqual(await found(''), [2])
    assert.deepEqual((await api.post(`/vrati/otpad/${id}`, {})).body, was)
    const { results } = (await api.get('/audit?vrsta=otpad')).body
    assert.deepEqual(
      results.map(({ radnja }: Fields) => radnja),
      ['vraceno', 'obrisano', 'dodato', 'dodato'],
    )
    const kept = await api.delete('/materials/KABL1')
    assert.match(kept.body.message, /rasporedi otpada JCI-7, Reciklaža/)
  })

  test('is changed and deleted as it is then, also where somebody else changes it at the same moment', async () => {
    // SQLite has one writer.
    if (engine.name === 'sqlite') return
    const api = await withWaste()
    const { id } = await stored(api, '/otpad', otpad('2026-03-01', 3))
    const more = (kolicina: number) => (tx: Tx) => {
      const said = {
        ...otpad('2026-03-01', 0),
        datum: '2026-03-01' as CalendarDate,
        vrsta: 'Uništenje' as const,
        napomena: null,
      }
      const body = { ...said, kolicina: (kolicina * 1e6) as Micro }
      return record.update(tx, noLog, body, { id, ifVersion: null })
    }
    const [changed] = await whileHeld(api, more(4), () => api.put(`/otpad/${id}`, otpad('2026-03-01', 5)))
    assert.deepEqual([changed.body.kolicina, changed.body.verzija], [5, 3])
    await whileHeld(api, more(6), () => api.delete(`/otpad/${id}`))
    const back = (await api.post(`/vrati/otpad/${id}`, {})).body
    assert.deepEqual([back.kolicina, back.verzija], [6, 4])
  })

  test('of a closed period only the number of the declaration and the note change', async () => {
    const api = await withWaste()
    const said = otpad('2026-03-01', 3)
    const { id } = await stored(api, '/otpad', said)
    assert.equal((await api.post('/zakljucenje', { do_dana: '2026-03-31', razlog: 'Kvartal' })).status, 201)
    const refusals = [
      await api.post('/otpad', otpad('2026-03-31', 1)),
      await api.put(`/otpad/${id}`, otpad('2026-04-15', 3)),
      await api.put(`/otpad/${id}`, { ...said, broj_jci: 'JCI-8', kolicina: 2 }),
      await api.put(`/otpad/${id}`, { ...said, vrsta: 'Reciklaža' }),
      await api.delete(`/otpad/${id}`),
    ]
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [409, 409, 409, 409, 409],
    )
    const noted = { ...said, broj_jci: 'JCI-8', napomena: 'Broj ispravljen' }
    const { status, body } = await api.put(`/otpad/${id}`, noted)
    assert.deepEqual([status, body.broj_jci, body.napomena, body.kolicina], [200, 'JCI-8', 'Broj ispravljen', 3])
    assert.match(refusals[1]?.body.message, /^Period do 31\.03\.2026\. je zaključan/)
    assert.equal((await api.post('/otpad', otpad('2026-04-01', 1))).status, 201)
  })
})
