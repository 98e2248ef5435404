// Duty and tax in the account (customs §5 A): only where a rate of tax is set, of what was typed from the JCI, exact.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, c4Body, column, type Fields, paperText, stored } from '#server/testing-documents.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 2 }
const LINES = [
  { ...kabl, stopa_carine: 5, carinska_vrednost_rsd: 94_000 },
  { ...kabl, stopa_carine: 7.5, carinska_vrednost_rsd: 0.1 },
  // Nothing is guessed where one of both was not typed.
  { ...kabl, carinska_vrednost_rsd: 200 },
  { ...kabl, stopa_carine: 3 },
]
const NAMES = ['stopa_carine', 'carinska_vrednost_rsd', 'carina_ostatka', 'pdv_ostatka'] as const
const PERIOD = 'datum_od=2026-01-01&datum_do=2026-03-31'

const dutiesIn = (rows: readonly Fields[]) => rows.map((row) => NAMES.map((name) => row[name] ?? null))
const settle = async (api: TestApi, stopa_pdv: number | null) =>
  assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: 30, stopa_pdv })).status, 200)
const paperOf = (api: TestApi) => paperText(api, `/obracun/files?${PERIOD}`)

anyEngine('duty and tax in the account', (engine) => {
  async function imported() {
    const api = await testApi(engine)
    await addCatalogue(api)
    return { api, c4: await stored(api, '/c4', c4Body('C4-1', '2026-01-15', LINES)) }
  }

  test('are nowhere without a rate of tax; with one they stand beside each line and in the sums', async () => {
    const { api } = await imported()
    const none = (await api.get(`/obracun?${PERIOD}`)).body
    assert.deepEqual(dutiesIn(none.stavke), Array(4).fill([null, null, null, null]))
    assert.deepEqual(dutiesIn(none.ukupno), [[null, null, null, null]])
    assert.doesNotMatch(await paperOf(api), /Carina|PDV/)

    await settle(api, 20)
    const { stavke, ukupno } = (await api.get(`/obracun?${PERIOD}`)).body
    const expected = [
      [5, 94_000, 4_700, 19_740],
      [7.5, 0.1, 0.01, 0.02],
      [null, 200, null, null],
      [3, null, null, null],
    ]
    assert.deepEqual(dutiesIn(stavke), expected)
    assert.deepEqual(dutiesIn(ukupno), [[null, 94_200.1, 4_700.01, 19_740.02]])
    const { body: page } = await api.get(`/obracun/stavke?${PERIOD}`)
    assert.deepEqual(dutiesIn(page.results), expected)
    const text = await paperOf(api)
    assert.match(text, /Carina i PDV na preostalu robu \(informativno\)/)
    assert.match(text, /KABL1 Kabl crni 5 94\.000,00 94\.000,00 4\.700,00 19\.740,00/)
    assert.match(text, /Ukupno 94\.000,10 94\.000,10 4\.700,01 19\.740,02/)
  })

  test('have columns in the spreadsheet always, and the sums are formulas that give the same', async () => {
    const { api } = await imported()
    const sheetsOf = async () =>
      XLSX.read((await api.get(`/archive/sheets/obracun?${PERIOD}`)).bytes, { cellFormula: true }).Sheets
    const headers = ['Carinska vrednost (RSD)', 'Carina na ostatak (RSD)', 'PDV na ostatak (RSD)']
    const rowsOf = (sheet: XLSX.WorkSheet | undefined) =>
      XLSX.utils.sheet_to_json<Fields>(sheet as XLSX.WorkSheet, { defval: null })
    const [empty] = rowsOf((await sheetsOf())['Uvozne stavke'])
    assert.deepEqual(
      headers.map((header) => empty?.[header]),
      [null, null, null],
    )
    await settle(api, 20)
    const { 'Uvozne stavke': lots, Zbirovi } = await sheetsOf()
    const rows = rowsOf(lots)
    assert.deepEqual(
      ['Stopa carine (%)', ...headers].map((header) => column(rows, header).slice(0, 4)),
      [
        [5, 7.5, null, 3],
        [94_000, 0.1, 200, null],
        [4_700, 0.01, null, null],
        [19_740, 0.02, null, null],
      ],
    )
    const sums = [94_200.1, 4_700.01, 19_740.02]
    assert.deepEqual(
      rowsOf(Zbirovi)
        .slice(0, 1)
        .map((row) => headers.map((header) => row[header])),
      [sums],
    )
    const formulas = Object.values(Zbirovi as XLSX.WorkSheet).filter((cell) => cell?.f && sums.includes(cell.v))
    assert.equal(formulas.length, 2 * sums.length)
  })

  test('are those of what is left, and of it what is past its deadline by the end of the period', async () => {
    const { api, c4 } = await imported()
    await settle(api, 20)
    const line = { ulaz_stavka_id: c4.stavke[0].id, kolicina: 75 }
    const gone = { broj: 'R-1', datum: '2026-02-01', vrsta: 'Uništenje', razlog: 'Kvar', stavke: [line] }
    await stored(api, '/ostala-razduzenja', gone)
    const { body } = await api.get(`/c4/${c4.id}`)
    assert.equal((await api.put(`/c4/${c4.id}`, { ...body, rok_razduzenja: '2026-03-31' })).status, 200)
    const left = ['carinska_vrednost_rsd', 'carinska_vrednost_ostatka', 'carina_ostatka', 'pdv_ostatka']
    const late = ['carina_posle_roka', 'pdv_posle_roka']
    const told = async (datum_do: string) => {
      const { stavke } = (await api.get(`/obracun?datum_do=${datum_do}`)).body
      return [...left, ...late].map((name) => stavke[0][name])
    }
    // A quarter of 94,000 is left: 5 % of it, and 20 % of both.
    assert.deepEqual(await told('2026-03-31'), [94_000, 23_500, 1_175, 4_935, 0, 0])
    assert.deepEqual(await told('2026-04-01'), [94_000, 23_500, 1_175, 4_935, 1_175, 4_935])
    assert.match(await paperText(api, '/obracun/files?datum_do=2026-04-01'), /Od toga carina posle roka \(RSD\)/)
  })

  test('change no account that was handed in when a rate is set; taken away, or another one on a line, does', async () => {
    const { api, c4 } = await imported()
    await settle(api, 20)
    const handIn = async (broj: string) => {
      const body = { broj, datum_od: '2026-01-01', datum_do: '2026-03-31', potvrda_manjka: true }
      return (await stored(api, '/obracuni', body)).id as number
    }
    const changedIn = async (id: number) => (await api.get(`/obracuni/${id}`)).body.broj_promenjenih
    const [withRate] = [await handIn('O-1')]
    await settle(api, null)
    const without = await handIn('O-2')
    // Four lines, each with what was typed of it.
    assert.deepEqual([await changedIn(withRate), await changedIn(without)], [4, 0])
    await settle(api, 20)
    assert.deepEqual([await changedIn(withRate), await changedIn(without)], [0, 0])
    const { body } = await api.get(`/c4/${c4.id}`)
    const stavke = (body.stavke as Fields[]).map((line, at) => (at === 0 ? { ...line, stopa_carine: 6 } : line))
    assert.equal((await api.put(`/c4/${c4.id}`, { ...body, stavke })).status, 200)
    assert.deepEqual([await changedIn(withRate), await changedIn(without)], [1, 0])
  })

  test('another rate from a day on leaves the accounts of the days before it, and goods released by then', async () => {
    const { api, c4 } = await imported()
    await settle(api, 20)
    const pdv = async (query: string) => (await api.get(`/obracun?${query}`)).body.stavke[0].pdv_ostatka
    const before = await pdv(PERIOD)
    const body = { upozorenje_roka_dana: 30, stopa_pdv: 10, stopa_pdv_od: '2026-04-01' }
    assert.equal((await api.put('/podesavanja', body)).status, 200)
    assert.deepEqual([await pdv(PERIOD), await pdv('datum_do=2026-04-01')], [before, before / 2])
    const { id: ulaz_stavka_id } = c4.stavke[0]
    const released = async (broj: string, datum: string) => {
      const stavke = [{ ulaz_stavka_id, kolicina: 1, stopa_carine: 0, carinska_vrednost_rsd: 100 }]
      const kind = { vrsta: 'Stavljanje u slobodan promet', razlog: 'R' }
      return (await stored(api, '/ostala-razduzenja', { broj, datum, ...kind, stavke })).stavke[0].iznos_pdv
    }
    assert.deepEqual([await released('R-1', '2026-03-31'), await released('R-2', '2026-04-01')], [20, 10])
  })
})
