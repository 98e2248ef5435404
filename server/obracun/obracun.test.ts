// The account for customs through the app: worked by hand, and against a model that replays the documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { sql } from 'kysely'
import { MAX_OBRACUN_LOTS, obracunTexts } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { addDocuments, c1Body, c4Body, column, type Fields, paperText, stored } from '#server/testing-documents.ts'
import { refuseUnaccountable } from './obracun.ts'

test('an account has 10.000 imported lines at most', () => assert.equal(MAX_OBRACUN_LOTS, 10_000))

type Row = { ulaz_stavka_id: number; krajnje_stanje: number } & Record<string, unknown>
const figures = ({ broj_c4, materijal_id, pocetno_stanje, ulaz, ugradjeno, krajnje_stanje, vrednost_rsd }: Row) =>
  [broj_c4, materijal_id, pocetno_stanje, ulaz, ugradjeno, krajnje_stanje, vrednost_rsd].join(' ')

eachEngine('the account for customs', (engine) => {
  test('of one import and of all: what was, came, went out where, and is left', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const all = (await api.get('/obracun?datum_od=2026-02-02&datum_do=2026-02-28')).body
    assert.deepEqual(all.stavke.map(figures), ['C4-1 KABL1 50 0 50 0 0', 'C4-2 KABL1 0 50 10 40 12000'])
    assert.deepEqual(
      all.izvoz.map((row: Row) => [row.broj_c1, row.broj_c4, row.materijal_id, row.razduzeno].join(' ')),
      ['C1-2 C4-1 KABL1 50', 'C1-2 C4-2 KABL1 10'],
    )
    // A line that no import covers has its norm here too.
    assert.deepEqual(column(all.normativi, 'neto'), [2.5, 1])
    assert.deepEqual(column(all.normativi, 'ukupno'), [60, 24])
    assert.deepEqual(column(all.normativi, 'bez_pokrica'), [0, 24])
    assert.deepEqual(column(all.bez_pokrica, 'manjak'), [24])
    assert.deepEqual(column(all.provere, 'vrsta'), ['manjak'])
    assert.deepEqual(column(all.ukupno, 'krajnje_stanje'), [40])

    const one = (await api.get(`/obracun?c4_id=${c4[0].id}`)).body
    assert.deepEqual(one.stavke.map(figures), ['C4-1 KABL1 0 100 100 0 0', 'C4-1 KON8 0 10 10 0 0'])
    assert.deepEqual(one.bez_pokrica, [])
    assert.equal((await api.get('/obracun?c4_id=4711')).status, 404)
    assert.equal((await api.get('/archive/sheets/obracun?c4_id=4711')).status, 404)
    assert.equal((await api.get('/obracun?datum_od=2026-03-01&datum_do=2026-02-01')).status, 400)
  })

  test('of the most lines that an account may have is not refused, of one more it is', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const addLines = (from: number, to: number) =>
      api.store.transact((tx) =>
        sql`with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${sql.lit(to)})
          insert into c4_stavka (c4_id, pozicija, redni_broj, kolicina, cena_po_jedinici, iznos, dokazuje_poreklo, kurs,
            datum, materijal_id, broj_fakture, faktura_kljuc, tarifni_broj, zemlja_porekla, preostalo)
          select c4_id, i, i, kolicina, cena_po_jedinici, iznos, dokazuje_poreklo, kurs, datum, materijal_id, 'F-2', 'f-2',
            tarifni_broj, zemlja_porekla, kolicina from n, (select * from c4_stavka order by id limit 1) l`.execute(tx),
      )
    // Three are there.
    await addLines(4, MAX_OBRACUN_LOTS)
    await refuseUnaccountable(api.store.read, {})
    await addLines(MAX_OBRACUN_LOTS + 1, MAX_OBRACUN_LOTS + 1)
    await assert.rejects(refuseUnaccountable(api.store.read, {}), { message: obracunTexts.tooMany })
  })

  test('as a spreadsheet each part is a sheet, and the sum of values is a formula that gives the same', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { bytes } = await api.get('/archive/sheets/obracun?datum_do=2026-02-28')
    const book = XLSX.read(bytes, { cellFormula: true })
    assert.deepEqual(book.SheetNames, [
      'Obračun',
      'Zbirovi',
      'Uvozne stavke',
      'Izvoz',
      'Normativi',
      'Otpad',
      'Bez pokrića',
      'Ostala razduženja',
      'Produženja roka',
      'Objašnjenja',
      'Provere',
    ])
    const [, ...facts] = XLSX.utils.sheet_to_json<string[]>(book.Sheets.Obračun as XLSX.WorkSheet, { header: 1 })
    assert.deepEqual(
      facts.filter(([name]) => name === 'Obuhvat' || name === 'Period'),
      [
        ['Obuhvat', 'svih uvoza'],
        ['Period', 'do 28.02.2026.'],
      ],
    )
    const { results, rows } = { results: (await api.get('/obracun?datum_do=2026-02-28')).body, rows: book.Sheets }
    assert.deepEqual(
      XLSX.utils
        .sheet_to_json<Fields>(rows['Uvozne stavke'] as XLSX.WorkSheet)
        .map((row) => row['Krajnje stanje'] ?? null),
      [...column(results.stavke, 'krajnje_stanje'), null],
    )
    const sum = rows['Uvozne stavke']?.AB5
    assert.deepEqual([sum?.f, sum?.v], ['SUM(AB2:AB4)', 12000])
  })

  test('as a paper it has its parts, its sums, its signatures and its pages', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { body } = await api.get('/obracun/files?datum_do=2026-02-28')
    assert.deepEqual(column(body.files, 'name'), ['obracun-svi-uvozi_od-pocetka_2026-02-28.pdf'])
    const text = await paperText(api, '/obracun/files?datum_do=2026-02-28')
    for (const part of ['OBRAČUN', 'svih uvoza, do 28.02.2026.', 'Uvozne stavke', 'Izvoz', 'Normativi', 'Bez pokrića'])
      assert.ok(text.includes(part), part)
    assert.match(
      text,
      /C4-2 05\.02\.2026\. F-1 \/ 1 8544\.49 KABL1 Kabl crni m Nemačka NE 50 0 50 10 40 12\.000,00 Ukupno 12\.000,00/,
    )
    for (const foot of ['Sastavio', 'Carinski organ', 'Stranica 1 od']) assert.ok(text.includes(foot), foot)
    assert.ok(!text.includes('Prilog: provere'))
    const withChecks = await paperText(api, '/obracun/files?datum_do=2026-02-28&provere=true')
    assert.match(withChecks, /Sastavio.*Prilog: provere.*Izvozi čiji materijal nije pokriven uvozom.*C1-/s)
  })

  test('as a paper it comes line by line too, at last the same file; what is refused is refused with its status', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { bytes, headers } = await api.get('/obracun/files/tok?datum_do=2026-02-28')
    assert.equal(headers.get('content-type'), 'application/x-ndjson')
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\n')
    const [first, ...others] = lines.map((line) => JSON.parse(line))
    assert.deepEqual(first, { procenat: 0 })
    assert.deepEqual(Object.keys(others.at(-1)), ['files', 'broj_strana'])
    assert.deepEqual(column(others.at(-1).files, 'name'), ['obracun-svi-uvozi_od-pocetka_2026-02-28.pdf'])
    assert.match(Buffer.from(others.at(-1).files[0].data, 'base64').toString('latin1'), /^%PDF-/)
    assert.equal((await api.get('/obracun/files/tok?odobrenje_id=77')).status, 404)
  })

  test('an authorisation has its own account, with deadlines, JCI and what was drawn too late', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    const plain = (await api.get('/obracun')).body
    assert.deepEqual([plain.stavke[0].rok, plain.izvoz[0].posle_roka], [null, false])
    const { id } = await stored(api, '/odobrenja', { broj: 'OP-1/26', vazi_od: '2026-01-01' })
    await api.store.transact(async (tx) => {
      const said = { odobrenje_id: id, broj_jci: 'JCI-7', oznaka_postupka: 'UV 5', rok: '2026-02-03' as CalendarDate }
      await tx.updateTable('c4').set(said).where('id', '=', c4[0].id).execute()
      await tx.updateTable('c1').set({ odobrenje_id: id, broj_jci: 'JCI-9' }).where('id', '=', c1[1].id).execute()
    })
    const { stavke, izvoz, bez_pokrica, provere } = (await api.get(`/obracun?odobrenje_id=${id}`)).body
    assert.deepEqual(
      stavke.map((row: Fields) => [row.broj_c4, row.broj_jci, row.oznaka_postupka, row.rok].join(' ')),
      ['C4-1 JCI-7 UV 5 2026-02-03', 'C4-1 JCI-7 UV 5 2026-02-03'],
    )
    assert.deepEqual(
      izvoz.map((row: Fields) => [row.broj_c1, row.broj_jci, row.posle_roka].join(' ')),
      ['C1-1  false', 'C1-1  false', 'C1-2 JCI-9 true'],
    )
    assert.deepEqual(column(bez_pokrica, 'broj_c1'), ['C1-2'])
    assert.deepEqual(column(provere, 'vrsta'), ['manjak', 'posle roka'])
    const all = (await api.get('/obracun')).body.provere
    assert.deepEqual(all.at(-1), {
      vrsta: 'bez odobrenja',
      tekst: 'Uvozi bez odobrenja ili bez broja JCI.',
      redovi: [{ vrsta: 'c4', id: '2', broj: 'C4-2', opis: 'bez odobrenja, bez broja JCI' }],
    })
    assert.equal((await api.get('/obracun?odobrenje_id=4711')).status, 404)

    // C4-1 brought 100 m, C4-2 50 m of the same tariff number.
    const allowed = (najvise_kolicina: number) => ({ tarifni_broj: '8544', najvise_kolicina, jedinica_mere: 'm' })
    const body = { broj: 'OP-1/26', vazi_od: '2026-01-01', stavke: [allowed(100), allowed(99.5)] }
    const { verzija } = (await api.get(`/odobrenja/${id}`)).body
    assert.equal((await api.put(`/odobrenja/${id}`, body, { 'if-match': `"${verzija}"` })).status, 200)
    const over = (await api.get('/obracun')).body.provere.at(-1)
    assert.equal(over.tekst, 'Odobrenja po kojima je uvezeno više nego što je odobreno.')
    assert.deepEqual(over.redovi, [
      {
        vrsta: 'odobrenje',
        id: String(id),
        broj: 'OP-1/26',
        opis: '8544: odobreno je 99,5 m, uvezeno je 100 m',
        ulaz_stavka_ids: [1],
      },
    ])
    const onItsDay = (await api.get(`/obracun?datum_do=${c4[0].datum}`)).body.provere.at(-1)
    assert.deepEqual(onItsDay, over)

    const unnamed = async (stavke: Fields[]) => {
      await api.put(`/odobrenja/${id}`, { ...body, stavke })
      return (await api.get('/obracun')).body.provere.find(({ vrsta }: Fields) => vrsta === 'van odobrenja')
    }
    assert.equal(await unnamed([{ tarifni_broj: '8544' }]), undefined)
    assert.equal(await unnamed([{ opis: 'Kablovi' }]), undefined, 'words name no tariff number')
    assert.deepEqual(await unnamed([{ tarifni_broj: '3908' }, { tarifni_broj: '8544', sporedni: true }]), {
      vrsta: 'van odobrenja',
      tekst: 'Uvozi sa robom koja nije u odobrenju.',
      redovi: [
        {
          ...{ vrsta: 'c4', id: '1', broj: 'C4-1', ulaz_stavka_ids: [1, 2] },
          opis: '8544.49 (KABL1, KON8) nije u odobrenju OP-1/26',
        },
      ],
    })
  })

  test('what is unusual is named with the documents it is about', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    await stored(
      api,
      '/c4',
      c4Body('C4-3', '2026-03-01', [
        { materijal_id: 'KABL1', kolicina: 500, cena_po_jedinici: 2, tarifni_broj: '7408.11' },
        { materijal_id: 'KON8', kolicina: 500, cena_po_jedinici: 0.000001 },
      ]),
    )
    const normativi = [{ materijal_id: 'KABL1', potrebna_kolicina: 3 }]
    const { verzija } = (await api.get('/proizvodi/SNOP1')).body
    const product = { naziv: 'Kablovski snop', hs_code: '8544.30', jedinica_mere: 'kom', normativi }
    assert.equal((await api.put('/proizvodi/SNOP1', product, { 'if-match': `"${verzija}"` })).status, 200)
    await stored(api, '/c1', c1Body('C1-3', '2026-03-05', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }]))
    const { provere, normativi: norms } = (await api.get('/obracun')).body
    assert.deepEqual(column(provere, 'vrsta'), ['manjak', 'dva normativa', 'tarifni broj', 'vrednost 0'])
    assert.deepEqual(provere[2].redovi, [
      {
        vrsta: 'c4',
        id: '3',
        broj: 'C4-3',
        opis: 'faktura F-1, stavka 1: 7408.11, materijal 8544.49',
        ulaz_stavka_ids: [4],
      },
    ])
    // Both materials stood in the first norm; only one of them was taken by two.
    assert.deepEqual(column(provere[1].redovi, 'materijal_id'), ['KABL1'])
    assert.deepEqual(column(norms, 'neto').includes(3), true)
  })

  test('all imports one by one, the summary of materials, the spreadsheet and the paper say the same sums', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    await stored(
      api,
      '/c4',
      c4Body('C4-3', '2026-02-06', [
        { materijal_id: 'KABL1', kolicina: 0.000001, cena_po_jedinici: 2 },
        { materijal_id: 'KABL1', kolicina: 1000.123456, cena_po_jedinici: 2, tarifni_broj: '8544.42' },
      ]),
    )
    const period = 'datum_od=2026-02-02&datum_do=2026-02-28'
    const sums = new Map<string, number[]>()
    for (const { id } of [...c4, { id: 3 }]) {
      const { stavke } = (await api.get(`/obracun?c4_id=${id}&${period}`)).body as { stavke: Row[] }
      for (const row of stavke) {
        const key = `${row.materijal_id} ${row.tarifni_broj}`
        sums.set(key, addedUp(sums.get(key), movementOf(row)))
      }
    }
    assert.deepEqual([...sums.keys()], ['KABL1 8544.49', 'KABL1 8544.42'])
    // The account has them by tariff number.
    const byTariff = [...sums.values()].reverse()
    const kabl = addedUp(...sums.values())

    const { results } = (await api.get(`/archive/materials?${period}`)).body
    const { pocetno_stanje, totalInput, totalConsumed, preostalo } = results.find(
      ({ materijal_id }: Row) => materijal_id === 'KABL1',
    )
    assert.deepEqual(kabl, [pocetno_stanje, totalInput, totalConsumed, preostalo])

    const sheet = await api.get(`/archive/sheets/obracun?${period}`)
    const { Sheets } = XLSX.read(sheet.bytes, { cellFormula: true })
    const headers = ['Početno stanje', 'Uvoz u periodu', 'Ugrađeno', 'Krajnje stanje']
    const computed = headers.map((header) => calculated(Sheets, header))
    assert.deepEqual(
      byTariff,
      [0, 1].map((row) => computed.map((column) => column[row])),
    )

    const text = await paperText(api, `/obracun/files?${period}`)
    for (const [key, values] of sums) {
      const [id, tariff] = key.split(' ')
      const shown = values.map((value) => formatMicro(Math.round(value * 1e6) as Micro))
      const line = new RegExp(`${tariff} ${id} Kabl crni m ([\\d.,]+ ){5}`).exec(text)?.[0]
      const printed = line?.trim().split(' ').slice(-4)
      assert.deepEqual(printed?.map(withoutZeros), shown, key)
    }
  })
})

const movementOf = ({ pocetno_stanje, ulaz, ugradjeno, krajnje_stanje }: Row) =>
  [pocetno_stanje, ulaz, ugradjeno, krajnje_stanje] as number[]
/** Sums of columns, in whole millionths. */
const addedUp = (...rows: (number[] | undefined)[]) =>
  [0, 1, 2, 3].map((at) => rows.reduce((sum, row) => sum + Math.round((row?.[at] ?? 0) * 1e6), 0) / 1e6)
const withoutZeros = (text: string) => (text.includes(',') ? text.replace(/,?0+$/, '') : text)

/** What the formulas of a column of the sums come to, worked out from the cells that they name. */
function calculated(sheets: Record<string, XLSX.WorkSheet>, header: string): number[] {
  const sums = sheets.Zbirovi as XLSX.WorkSheet
  const cells = (range: string) => {
    const [name, address = ''] = range.replace(/['$]/g, '').split('!') as [string, string]
    const { s, e } = XLSX.utils.decode_range(address)
    return Array.from(
      { length: e.r - s.r + 1 },
      (_, r) => sheets[name]?.[XLSX.utils.encode_cell({ r: s.r + r, c: s.c })]?.v,
    )
  }
  const { e } = XLSX.utils.decode_range(sums['!ref'] ?? '')
  const at = Array.from({ length: e.c + 1 }, (_, c) => c).find(
    (c) => sums[XLSX.utils.encode_cell({ r: 0, c })]?.v === header,
  )
  // The last row has the sums of values.
  return Array.from({ length: e.r - 1 }, (_, r) => {
    const { f, v } = sums[XLSX.utils.encode_cell({ r: r + 1, c: at ?? 0 })]
    const [, ids = '', id = '', tariffs = '', tariff = '', values = ''] =
      /^SUMPRODUCT\(EXACT\((.*?),\$(\w+)\)\*EXACT\((.*?),\$(\w+)\)\*(.*)\)$/.exec(f) ?? []
    const [ofIds, ofTariffs, ofValues] = [cells(ids), cells(tariffs), cells(values)]
    const rows = ofValues.filter((_, row) => ofIds[row] === sums[id].v && ofTariffs[row] === sums[tariff].v)
    const value = rows.reduce((sum, number) => sum + Math.round(number * 1e6), 0) / 1e6
    assert.equal(value, v, `${header}: ${f}`)
    return value
  })
}
