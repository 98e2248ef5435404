// Waste and loss in the account: the worked example (customs §7.1).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { anyEngine, testApi } from '#server/testing.ts'
import { addDocuments, c4Body, column, type Fields, paperText, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, meters } from '#server/testing-meters.ts'

const OTPAD = [{ materijal_id: 'KABL1', potrebna_kolicina: 2.5, otpad_procenat: 4 }]

anyEngine('waste in the account', (engine) => {
  async function withExample() {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 200)
    await importMeters(api, 'C4-2', '2026-01-11', 500)
    assert.equal((await api.post('/normativ/METAR', { items: OTPAD })).status, 200)
    await exportMeters(api, 'C1-1', '2026-02-01', 100)
    return api
  }

  test('names an authorisation that allows a smaller share of waste, and a product whose norm took other materials', async () => {
    const api = await meterApi(engine)
    const line = (najvise_kolicina: number, sporedni: boolean) => ({
      ...{ opis: 'Kabl', najvise_kolicina, jedinica_mere: 'm', sporedni },
    })
    const odobrenje = { broj: 'OD-1', vazi_od: '2026-01-01' }
    const { id, verzija } = await stored(api, '/odobrenja', {
      ...odobrenje,
      stavke: [line(10_000, false), line(384.6153, true)],
    })
    const carina = { odobrenje_id: id, broj_jci: 'JCI-1' }
    // Nothing is drawn from the second.
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', meters(500, 1), carina))
    assert.equal((await api.post('/normativ/METAR', { items: OTPAD })).status, 200)
    await exportMeters(api, 'C1-1', '2026-02-01', 100)
    const checks = async () => (await api.get('/obracun')).body.provere
    assert.deepEqual(await checks(), [
      {
        vrsta: 'otpad preko odobrenja',
        tekst: 'Odobrenja po kojima je otpada više nego što je odobreno.',
        redovi: [
          {
            vrsta: 'odobrenje',
            id: String(id),
            broj: 'OD-1',
            opis: 'm: odobreno je 3,846153 % otpada, a ima ga 3,846154 %',
            ulaz_stavka_ids: [1],
          },
        ],
      },
    ])
    const enough = { ...odobrenje, stavke: [line(10_000, false), line(384.6154, true)] }
    assert.equal((await api.put(`/odobrenja/${id}`, enough, { 'if-match': `"${verzija}"` })).status, 200)
    assert.deepEqual(await checks(), [])

    const konektor = { materijal_id: 'KON8', kolicina: 100, cena_po_jedinici: 1 }
    await stored(api, '/c4', c4Body('C4-2', '2026-01-11', [konektor], carina))
    const other = { vazi_od: '2026-02-02', items: [{ materijal_id: 'KON8', potrebna_kolicina: 1 }] }
    await stored(api, '/normativ/METAR/verzije', other)
    await exportMeters(api, 'C1-2', '2026-02-02', 10)
    const twice = (await checks()).find(({ vrsta }: Fields) => vrsta === 'dva normativa')
    assert.deepEqual(
      twice.redovi.map((row: Fields) => [row.id, row.materijal_id]),
      [
        ['METAR', 'KABL1'],
        ['METAR', 'KON8'],
      ],
    )
  })

  test('built in, waste and loss stand apart and add up; the norm says what one piece takes and what it yields', async () => {
    const api = await withExample()
    const { stavke, izvoz, normativi, otpad, ukupno, provere } = (await api.get('/obracun')).body
    const parts = ({ ugradjeno, otpad, gubitak }: Fields) => [ugradjeno, otpad, gubitak]
    const example = [
      [192.307692, 7.692308, 0],
      [57.692308, 2.307692, 0],
    ]
    assert.deepEqual(stavke.map(parts), example)
    assert.deepEqual(
      stavke.map((row: Fields) => row.krajnje_stanje),
      [0, 440],
    )
    assert.deepEqual(izvoz.map(parts), example)
    assert.deepEqual(ukupno.map(parts), [[250, 10, 0]])
    const [{ neto, otpad_procenat, gubitak_procenat, bruto, prinos, ukupno: svega }] = normativi
    assert.deepEqual([neto, otpad_procenat, gubitak_procenat, bruto, prinos, svega], [2.5, 4, 0, 2.6, 0.384615, 260])
    assert.deepEqual([otpad[0].materijal_id, otpad[0].nastalo, otpad[0].stanje], ['KABL1', 10, 10])
    assert.deepEqual(
      provere.filter(({ vrsta }: Fields) => vrsta === 'identitet'),
      [],
    )
    const later = (await api.get('/obracun?datum_od=2026-03-01')).body
    assert.deepEqual([later.otpad[0].pocetno, later.otpad[0].nastalo, later.otpad[0].stanje], [10, 0, 10])
  })

  test('of all imports norms are draws and shortages; of one they are its draws, and its waste has no balance', async () => {
    const api = await withExample()
    // It needs 590.2 m, and 440 are left.
    await exportMeters(api, 'C1-2', '2026-02-02', 227)
    await stored(api, '/otpad', { datum: '2026-02-05', vrsta: 'Uništenje', materijal_id: 'KABL1', kolicina: 3 })
    const all = (await api.get('/obracun')).body
    const sum = (rows: Fields[], name: string) =>
      Math.round(rows.reduce((all, row) => all + Number(row[name]), 0) * 1e6)
    assert.deepEqual(column(all.normativi, 'bez_pokrica'), [150.2])
    assert.equal(sum(all.normativi, 'ukupno'), sum(all.izvoz, 'razduzeno') + sum(all.bez_pokrica, 'manjak'))
    assert.equal(all.normativi[0].ukupno, 850.2)
    const [balance] = all.otpad
    assert.deepEqual([balance.unisteno, Math.round((balance.nastalo - balance.stanje) * 1e6)], [3, 3_000_000])

    const [first] = all.stavke
    const one = (await api.get(`/obracun?c4_id=${first.c4_id}`)).body
    assert.deepEqual([column(one.normativi, 'ukupno'), column(one.normativi, 'bez_pokrica')], [[200], [0]])
    assert.deepEqual(one.otpad, [
      {
        ...{ materijal_id: 'KABL1', materijal_naziv: 'Kabl crni', jedinica_mere: 'm', nastalo: 7.692308 },
        ...{ pocetno: null, izvezeno: null, pusteno: null, unisteno: null, reciklirano: null },
        ...{ rasporedjeno: null, stanje: null },
      },
    ])
    const paper = await paperText(api, `/obracun/files?c4_id=${first.c4_id}`)
    assert.match(paper, /D\. Otpad/)
    assert.doesNotMatch(paper, /Pušteno|Bez pokrića/)
    assert.match(await paperText(api, '/obracun/files'), /Bez pokrića/)
  })

  test('every way out of a lot has its column, and all of them add up (customs §7, example 7)', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-03-15', 500)
    await exportMeters(api, 'C1-1', '2026-03-20', 200)
    const { stavke } = await importMeters(api, 'C4-2', '2026-04-10', 1000)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 1, otpad_procenat: 3, gubitak_procenat: 1 }]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    await exportMeters(api, 'C1-2', '2026-05-10', 750)
    for (const [vrsta, kolicina] of [
      ['Povraćaj neprerađene robe', 100],
      ['Stavljanje u slobodan promet', 50],
      ['Uništenje', 20],
      ['Manjak po popisu', 5],
    ] as const) {
      const line = { ulaz_stavka_id: stavke[0].id, kolicina }
      const body = { broj: vrsta, datum: '2026-06-10', vrsta, razlog: 'Primer', stavke: [line] }
      await stored(api, '/ostala-razduzenja', body)
    }
    const { ukupno, normativi } = (await api.get('/obracun?datum_od=2026-04-01&datum_do=2026-06-30')).body
    const { pocetno_stanje, ulaz, ugradjeno, otpad, gubitak, krajnje_stanje, ...out } = ukupno[0]
    assert.deepEqual([pocetno_stanje, ulaz, ugradjeno, otpad, gubitak], [300, 1000, 750, 22.5, 7.5])
    assert.deepEqual([out.vraceno, out.slobodan_promet, out.unisteno, out.manjak_popisa], [100, 50, 20, 5])
    assert.equal(krajnje_stanje, 345)
    assert.deepEqual([normativi[0].bruto, normativi[0].izvezeno, normativi[0].ukupno], [1.04, 750, 780])
  })

  test('a document that names a lot counts in the period of its day alone, also where it takes the last of it', async () => {
    const api = await meterApi(engine)
    const { stavke } = await importMeters(api, 'C4-1', '2026-01-10', 100)
    for (const [datum, kolicina] of [
      ['2026-02-10', 40],
      ['2026-04-01', 60],
    ] as const) {
      const line = { ulaz_stavka_id: stavke[0].id, kolicina }
      const body = { broj: datum, datum, vrsta: 'Uništenje', razlog: 'Primer', stavke: [line] }
      await stored(api, '/ostala-razduzenja', body)
    }
    const of = async (period: string) => {
      const { stavke } = (await api.get(`/obracun?${period}`)).body
      return stavke.map((row: Fields) => [row.pocetno_stanje, row.ulaz, row.unisteno, row.krajnje_stanje])
    }
    assert.deepEqual(await of('datum_od=2026-01-01&datum_do=2026-03-31'), [[0, 100, 40, 60]])
    assert.deepEqual(await of('datum_od=2026-04-01&datum_do=2026-06-30'), [[60, 0, 60, 0]])
    assert.deepEqual(await of('datum_od=2026-04-02&datum_do=2026-06-30'), [])
  })

  test('spreadsheet and paper have the columns; a paper without waste has none of them', async () => {
    const api = await withExample()
    const { Sheets } = XLSX.read((await api.get('/archive/sheets/obracun')).bytes)
    const [row] = XLSX.utils.sheet_to_json<Fields>(Sheets['Uvozne stavke'] as XLSX.WorkSheet)
    assert.deepEqual([row?.Ugrađeno, row?.Otpad, row?.Gubitak], [192.307692, 7.692308, 0])
    const paper = (client: typeof api) => paperText(client, '/obracun/files')
    const text = await paper(api)
    assert.match(text, /192,307692 7,692308/)
    assert.match(text, /Bruto Prinos .* 2,5 4 neto 2,6 0,384615 100 260/)
    const plain = await testApi(engine)
    await addDocuments(plain)
    assert.doesNotMatch(await paper(plain), /Otpad|Gubitak|Bruto|Prinos/)
  })
})
