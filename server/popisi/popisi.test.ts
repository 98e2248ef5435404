import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_POPIS_ITEMS, MAX_RAZDUZENJE_ITEMS } from '#contract/limits.ts'
import { popisTexts } from '#contract/popisi.ts'
import { parseSheet } from '#server/sheets/parse-sheet.ts'
import { SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { addDocuments, c4Body, column, type Fields, paperText, refusalOf, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi } from '#server/testing-meters.ts'
import { xlsx } from '#server/testing-sheets.ts'

const HEADER = ['ID', 'Naziv', 'JM', 'Izbrojano']

anyEngine('popisi', (engine) => {
  test('a filled sheet is read beside the books of its day, and kept as they were then', async () => {
    const api = await testApi(engine)
    const { c1 } = await addDocuments(api)
    const sheet = xlsx(HEADER, ['KABL1', 'Kabl crni', 'm', 48.5], ['KON8', '', '', 0], ['NEMA1', '', '', 5])
    const read = (await api.upload('/popisi/import?datum=2026-02-01', sheet)).body
    assert.deepEqual(
      read.stavke.map((row: Fields) => [row.materijal_id, row.knjigovodstveno, row.izbrojano, row.razlika]),
      [
        ['KABL1', 50, 48.5, -1.5],
        ['KON8', 0, 0, 0],
      ],
    )
    assert.deepEqual(column(read.preskoceni, 'razlog'), ['Materijal NEMA1 ne postoji.'])
    assert.equal((await api.get('/popisi')).body.total, 0, 'nothing is written')
    const far = (await api.upload('/popisi/import?datum=2026-02-01', xlsx(HEADER, ['KABL1', '', 'm', 5000.5]))).body
    assert.deepEqual(far.stavke[0].upozorenja, ['Izbrojano je 5.000,5 m, a u knjigama je 50.'])
    // A hundred times the books, and some of what they have none of.
    const rows = [
      ['KABL1', '', 'm', 5000],
      ['KON8', '', 'kom', 7],
    ]
    const near = (await api.upload('/popisi/import?datum=2026-02-01', xlsx(HEADER, ...rows))).body
    assert.deepEqual(column(near.stavke, 'upozorenja'), [[], []])

    const stavke = read.stavke.map(({ materijal_id, izbrojano }: Fields) => ({ materijal_id, izbrojano }))
    const count = await stored(api, '/popisi', { datum: '2026-02-01', komisija: 'Ana, Petar', stavke })
    assert.deepEqual([count.broj_materijala, count.manjkova, count.viskova], [2, 1, 0])
    assert.equal((await api.delete(`/c1/${c1[0].id}`)).status, 200)
    const later = (await api.get(`/popisi/${count.id}`)).body
    assert.deepEqual(later, count, 'the books moved, the count stays')
    const [ofCable] = (await api.get('/popisi?materijal_id=KABL1')).body.results
    assert.deepEqual([ofCable.id, ofCable.stavka.izbrojano, ofCable.stavka.razlika], [count.id, 48.5, -1.5])
    assert.equal((await api.get('/popisi?materijal_id=SNOP1')).body.total, 0)
    const [entry] = (await api.get(`/audit?vrsta=popis&predmet=${count.id}`)).body.results
    assert.deepEqual([entry.opis, entry.sazetak], ['od 01.02.2026.', 'Materijala: 2, manjkova: 1, viškova: 0'])
    const used = await api.delete('/materials/KABL1')
    assert.match(used.body.message, /popis od 01\.02\.2026\./)
    assert.deepEqual((await api.delete(`/popisi/${count.id}`)).body, { message: 'Popis od 01.02.2026. je obrisan.' })
    assert.equal((await api.get(`/popisi/${count.id}`)).status, 404)
    const twice = await Promise.all([0, 1].map(() => api.post(`/vrati/popisi/${count.id}`)))
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409])
    assert.equal(twice.find(({ status }) => status === 409)?.body.message, popisTexts.there)
    const back = (await api.get(`/popisi/${count.id}`)).body
    assert.deepEqual({ ...back, verzija: count.verzija }, count)
  })

  test('a count has its paper: the company, the commission, what differs first, and lines to sign', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const firma = { naziv: 'Metal d.o.o.', pib: '104052135', mb: '20084693', grad: 'Čačak', drzava: 'Srbija' }
    assert.equal((await api.put('/nasa-firma', firma, { 'if-match': '"0"' })).status, 200)
    const stavke = [
      { materijal_id: 'KON8', izbrojano: 0 },
      { materijal_id: 'KABL1', izbrojano: 48.000001 },
    ]
    const said = { datum: '2026-02-01', komisija: 'Ana, Petar', napomena: 'Magacin 2' }
    const { id } = await stored(api, '/popisi', { ...said, stavke })
    assert.deepEqual(column((await api.get(`/popisi/${id}/files`)).body.files, 'name'), ['popis_2026-02-01.pdf'])
    const text = await paperText(api, `/popisi/${id}/files`)
    for (const part of [
      'Metal d.o.o., PIB: 104052135, MB: 20084693, Čačak, Srbija POPIS od 01.02.2026. Komisija: Ana, Petar',
      'Napomena: Magacin 2 Izbrojano materijala: 2, manjkova: 1, viškova: 0',
      'R. br. Materijal JM Knjigovodstveno Izbrojano Razlika',
      '1 KABL1 Kabl crni m 50,000000 48,000001 -1,999999',
      'Predsednik komisije Član komisije Član komisije Odgovorno lice (M.P.)',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.match(text, /1,999999 2 KON8 .* 0 0 0 /)
    assert.equal((await api.get('/popisi/4711/files')).status, 404)
  })

  test('a shortage is proposed from the oldest lots of its day, to be taken by a document', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    await importMeters(api, 'C4-2', '2026-01-20', 50)
    await exportMeters(api, 'C1-1', '2026-01-25', 90)
    const counted = (izbrojano: number) => ({ datum: '2026-01-31', stavke: [{ materijal_id: 'KABL1', izbrojano }] })
    const count = await stored(api, '/popisi', counted(37.5))
    // A later import does not change what lacked.
    await importMeters(api, 'C4-0', '2026-01-05', 20)
    const { body: proposed } = await api.post(`/popisi/${count.id}/manjak`, {})
    const linesOf = ({ stavke }: Fields) => (stavke as Fields[]).map((line) => [line.broj_c4, line.kolicina])
    assert.deepEqual(linesOf(proposed), [['C4-1', 22.5]])
    assert.deepEqual(
      [proposed.datum, proposed.razlog, proposed.upozorenje],
      ['2026-01-31', 'Popis od 31.01.2026.', null],
    )
    const stavke = proposed.stavke.map(({ ulaz_stavka_id, kolicina }: Fields) => ({ ulaz_stavka_id, kolicina }))
    const { datum, razlog } = proposed
    const document = { broj: 'MP-1', vrsta: 'Manjak po popisu', datum, razlog, stavke }
    assert.deepEqual(linesOf(await stored(api, '/ostala-razduzenja', document)), [['C4-1', 22.5]])
    const { body: rest } = await api.post(`/popisi/${(await stored(api, '/popisi', counted(0))).id}/manjak`, {})
    const twice =
      'Manjak po popisu od tog dana već je unet za materijal KABL1 (razduženje MP-1); proverite da nije isti.'
    assert.deepEqual(
      [linesOf(rest), rest.upozorenje],
      [
        [
          ['C4-1', 7.5],
          ['C4-2', 50],
        ],
        twice,
      ],
    )
    const { body: again } = await api.post(`/popisi/${count.id}/manjak`, {})
    assert.deepEqual(
      [linesOf(again), again.upozorenje],
      [
        [
          ['C4-1', 7.5],
          ['C4-2', 15],
        ],
        twice,
      ],
    )
    const none = await stored(api, '/popisi', counted(57.5))
    const refused = await api.post(`/popisi/${none.id}/manjak`, {})
    assert.deepEqual([refused.status, refused.body.message], [409, 'Popis nema manjkova.'])
  })

  test('a proposal says what its lots do not have and what did not fit', async () => {
    const api = await meterApi(engine)
    const line = (materijal_id: string) => ({ materijal_id, kolicina: 1, cena_po_jedinici: 1 })
    const lines = Array.from({ length: MAX_RAZDUZENJE_ITEMS }, () => line('KABL1'))
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    await stored(api, '/c4', c4Body('C4-2', '2026-01-10', [line('KON8')]))
    const stavke = ['KABL1', 'KON8'].map((materijal_id) => ({ materijal_id, izbrojano: 0 }))
    const { id } = await stored(api, '/popisi', { datum: '2026-01-31', stavke })
    const proposed = async () => {
      const { stavke, upozorenje } = (await api.post(`/popisi/${id}/manjak`, {})).body
      return [stavke.length, upozorenje]
    }
    assert.deepEqual(await proposed(), [MAX_RAZDUZENJE_ITEMS, 'U jedan dokument nisu stali manjkovi materijala KON8.'])
    const taken = [{ ulaz_stavka_id: c4.stavke[0].id, kolicina: 1 }]
    const burnt = { broj: 'R-1', datum: '2026-01-20', vrsta: 'Uništenje', razlog: 'Požar', stavke: taken }
    await stored(api, '/ostala-razduzenja', burnt)
    assert.deepEqual(await proposed(), [
      MAX_RAZDUZENJE_ITEMS,
      'Stavke uvoza na dan popisa nemaju ceo manjak materijala KABL1.',
    ])
  })

  test('what cannot be a count is refused', async () => {
    // The counts are of today.
    const api = await testApi(engine, { now: () => Date.parse('2026-02-01T12:00:00Z') })
    await addDocuments(api)
    const line = { materijal_id: 'KABL1', izbrojano: 1 }
    const refused = async (fields: object) =>
      (await refusalOf(api, '/popisi', { datum: '2026-02-01', stavke: [line], ...fields })).message
    assert.equal(await refused({ datum: '2026-02-02' }), 'Datum popisa ne može da bude posle današnjeg dana.')
    assert.equal(await refused({ stavke: [] }), 'Popis mora imati barem jedan materijal.')
    assert.equal(await refused({ stavke: [line, line] }), 'Stavka 2: materijal KABL1 se ponavlja.')
    assert.equal(
      await refused({ stavke: [{ ...line, materijal_id: 'NEMA1' }] }),
      'Stavka 1: materijal NEMA1 ne postoji.',
    )
    const tooMany = Array.from({ length: MAX_POPIS_ITEMS + 1 }, () => line)
    assert.equal(await refused({ stavke: tooMany }), `Popis može imati najviše ${MAX_POPIS_ITEMS} materijala.`)
    assert.match(await refused({ stavke: [{ ...line, izbrojano: -1 }] }), /Izbrojano: broj od 0/)
    const path = '/popisi/import?datum=2026-02-01'
    const sheet = xlsx(['Art', 'Gezählt', 'Lager'], ['KABL1', 1, 3])
    const asked = await api.upload(path, sheet)
    assert.deepEqual([asked.status, asked.body.pitanja.map(({ polje }: Fields) => polje)], [200, ['id']])
    const chosen = await api.upload(path, sheet, { kolone: JSON.stringify({ id: 'Art', izbrojano: 3 }) })
    assert.deepEqual([chosen.body.pitanja, chosen.body.stavke[0].izbrojano], [[], 3])
    assert.equal((await api.upload(path, sheet, { kolone: JSON.stringify({ cena: 1 }) })).status, 400)
    const next = await api.upload(path, xlsx(['Art', 'Gezählt', 'Lager'], ['KABL1', 1, 4], ['NEMA1', 1, 2]))
    assert.deepEqual([next.body.pitanja, next.body.stavke[0].izbrojano], [[], 4], 'without a question')
    assert.deepEqual(column(next.body.kolone, 'kako'), ['zapamćeno', 'zapamćeno'])
    const left = await api.upload('/popisi/import/preskoceni', xlsx(['ID', 'Izbrojano'], ['KABL1', 1], ['NEMA1', 2]))
    const { rows } = parseSheet(new Uint8Array(left.bytes), SHEET_LIMITS)
    assert.deepEqual(column(rows, 'cells'), [
      ['ID', 'Izbrojano', 'Razlog'],
      ['NEMA1', 2, 'Materijal NEMA1 ne postoji.'],
    ])
  })
})
