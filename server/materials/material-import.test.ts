import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importTexts, sheetTexts } from '#contract/imports.ts'
import { parseSheet } from '#server/sheets/parse-sheet.ts'
import { SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { anyEngine, eachEngine, testApi } from '#server/testing.ts'
import { addDocuments } from '#server/testing-documents.ts'
import { expected, outcomes, sample, workbook, xlsx } from '#server/testing-sheets.ts'

const IMPORT = '/materials/import'
const PREVIEW = '/materials/import?dryRun=true'
const SUCCESS = 'Materijali uspešno importovani iz Excel fajla'
const notExcel = { message: 'Molimo odaberite validan Excel fajl (.xlsx ili .xls)' }

eachEngine('a sheet of materials in words of its own', (engine) => {
  test('what is not known is asked, nothing is written till then, and the answer is remembered for the heading', async () => {
    const api = await testApi(engine)
    const sheet = (...rows: string[][]) => xlsx(['JM', 'Art', 'Ime', 'Was'], ...rows)
    const [first, next] = [sheet(['kg', 'VIJ01', 'Vijak', 'x']), sheet(['kg', 'VIJ02', 'Drugi', 'x'])]
    const asked = await api.upload(PREVIEW, first)
    assert.equal(asked.status, 200)
    const free = [2, 3, 4].map((kolona) => ({ kolona, naslov: ['Art', 'Ime', 'Was'][kolona - 2] }))
    const question = (polje: string, naziv: string) => ({ polje, naziv, kolone: free, izbor: [], predlog: null })
    assert.deepEqual(asked.body.pitanja, [
      question('id', 'ID'),
      question('naziv', 'Naziv'),
      question('zemlja_porekla', 'Zemlja porekla'),
      question('tarifni_broj', 'Tarifni broj'),
    ])
    assert.deepEqual(asked.body.zaglavlja[1], { kolona: 2, naslov: 'Art', primeri: ['VIJ01'] })
    const refused = await api.upload(IMPORT, first)
    assert.deepEqual(
      [refused.status, refused.body.message, refused.body.errors[0].field],
      [400, importTexts.asked(['ID', 'Naziv', 'Zemlja porekla', 'Tarifni broj']), 'pitanja.id'],
    )
    assert.equal((await api.get('/materials')).body.total, 0)

    const choice = {
      kolone: JSON.stringify({ id: 'Art', naziv: 3 }),
      vrednosti: JSON.stringify({ zemlja_porekla: 'Kina', tarifni_broj: '7318.15' }),
    }
    const written = await api.upload(IMPORT, first, choice)
    assert.deepEqual([written.status, outcomes(written.body)], [200, ['2 nov VIJ01']])
    assert.equal((await api.get('/materials/VIJ01')).body.zemlja_porekla, 'Kina')

    const again = await api.upload(IMPORT, next)
    assert.deepEqual([again.status, again.body.pitanja, outcomes(again.body)], [200, [], ['2 nov VIJ02']])
    assert.deepEqual(
      again.body.kolone.map(({ polje, kako }: Record<string, unknown>) => [polje, kako]),
      [
        ['jedinica_mere', 'naziv'],
        ['id', 'zapamćeno'],
        ['naziv', 'zapamćeno'],
      ],
    )
    assert.deepEqual(again.body.vrednosti[0], {
      ...{ polje: 'zemlja_porekla', naziv: 'Zemlja porekla', vrednost: 'Kina', kako: 'zapamćeno' },
    })
    // A value for the file is for new rows: of a stored one an empty cell changes nothing.
    const other = await api.upload(IMPORT, next, { vrednosti: JSON.stringify({ zemlja_porekla: 'Turska' }) })
    assert.deepEqual(outcomes(other.body), ['2 nepromenjen VIJ02'])
    const elsewhere = xlsx(['Šifra', 'Naziv', 'JM', 'Tarifni broj'], ['VIJ03', 'Treći', 'kg', '7318.15'])
    assert.equal((await api.upload(PREVIEW, elsewhere)).body.pitanja[0].predlog, 'Turska', 'from the last import')

    for (const [name, text] of [
      ['kolone', '{"cena":"X"}'],
      ['kolone', '{"id":0}'],
      ['vrednosti', '{"cena":"X"}'],
      ['vrednosti', '[]'],
    ] as const)
      assert.equal((await api.upload(PREVIEW, next, { [name]: text })).status, 400, text)
  })
})

anyEngine('import of materials', (engine) => {
  test('columns are found by their headings in any order, under titles, in other words and languages', async () => {
    const api = await testApi(engine)
    const file = xlsx(
      ['Kablovi d.o.o. · šifarnik repromaterijala'],
      [],
      ['', 'R. br.', 'JM', 'Poreklo', 'Bezeichnung', 'Zolltarifnummer', 'Šifra / Code', 'Lager'],
      ['', 1, 'komad', 'Deutschland', 'Vijak M6', '7318 15', 'VIJ01', 12],
      ['', 2, 'MTR', 'TR', 'Kabl', '8544.49.95', 'KAB01', 3],
    )
    const { status, body } = await api.upload(IMPORT, file)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(outcomes(body), ['4 nov VIJ01', '5 nov KAB01'])
    const facts = ['naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj']
    const stored = async (id: string) => {
      const { body: row } = await api.get(`/materials/${id}`)
      return facts.map((name) => row[name])
    }
    assert.deepEqual(await stored('VIJ01'), ['Vijak M6', 'Nemačka', 'kom', '731815'])
    assert.deepEqual(await stored('KAB01'), ['Kabl', 'Turska', 'm', '8544.49.95'])
    assert.equal(
      body.napomena,
      'Ove kolone nisu prepoznate i preskaču se: „R. br.“, „Lager“. Nazivi kolona su u šablonu. ' +
        'Svedeno na jedan naziv: „Deutschland“ u Nemačka (1), „TR“ u Turska (1), „komad“ u kom (1), „MTR“ u m (1).',
    )
    const spelled = (tarifni: string) => xlsx(['Šifra', 'Tarifni broj'], ['KAB01', tarifni])
    for (const tarifni of ['85444995', '8544 49 95', '854449.95'])
      assert.deepEqual(outcomes((await api.upload(PREVIEW, spelled(tarifni))).body), ['2 nepromenjen KAB01'], tarifni)
    assert.deepEqual(outcomes((await api.upload(PREVIEW, spelled('8544.49'))).body), ['2 izmenjen KAB01'])
    const kolone = body.kolone.map(({ polje, kolona, kako }: Record<string, unknown>) => [polje, kolona, kako])
    assert.deepEqual(kolone, [
      ['jedinica_mere', 3, 'naziv'],
      ['zemlja_porekla', 4, 'naziv'],
      ['naziv', 5, 'naziv'],
      ['tarifni_broj', 6, 'naziv'],
      ['id', 7, 'naziv'],
    ])
  })

  test('of several sheets the likeliest is read, or the one that is chosen', async () => {
    const api = await testApi(engine)
    const row = (id: string) => [id, 'Vijak', 'Kina', 'kg', '7318.15']
    const header = ['ID', 'Naziv', 'Zemlja', 'JM', 'Tarifa']
    const file = workbook({
      Uputstvo: [['Popunite'], ['ID']],
      Nova: [header, row('NOVA1')],
      Stara: [header, row('STARA1')],
    })
    const { body } = await api.upload(PREVIEW, file)
    assert.deepEqual(
      [body.list, body.listovi, outcomes(body)],
      ['Nova', ['Uputstvo', 'Nova', 'Stara'], ['2 nov NOVA1']],
    )
    assert.deepEqual(outcomes((await api.upload(PREVIEW, file, { list: 'Stara' })).body), ['2 nov STARA1'])
    const none = await api.upload(PREVIEW, file, { list: 'Cene' })
    assert.deepEqual([none.status, none.body.message], [400, sheetTexts.noList('Cene')])
  })

  test('same reasons are one, and what is left out is a sheet that can be mended and sent again', async () => {
    const api = await testApi(engine)
    const header = ['Naziv', 'Šifra', 'Zemlja', 'JM', 'Tarifa']
    const good = ['Vijak', 'VIJ01', 'Kina', 'kg', '7318.15']
    const bad = [2, 3, 4].map((at) => [`Lim ${at}`, `LIM0${at}`, 'Kina', 'tabla', '7208'])
    const file = xlsx(['Spisak'], header, good, ...bad, ['', 'VIJ02', 'Kina', 'kg', '7318.15'])
    const { body } = await api.upload(PREVIEW, file)
    const unit = 'Kolona D (Jedinica mere): „tabla“ nije dozvoljena; može kg, m, kom, l, t.'
    assert.deepEqual(body.razlozi, [
      { razlog: unit, redova: 3, prvi_red: 4 },
      { razlog: 'Kolona A (Naziv): obavezno polje.', redova: 1, prvi_red: 7 },
    ])
    const left = await api.upload(`${IMPORT}/preskoceni`, file)
    assert.equal(left.status, 200)
    const { rows } = parseSheet(new Uint8Array(left.bytes), SHEET_LIMITS)
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        [...header, 'Razlog'],
        ...bad.map((cells) => [...cells, unit]),
        [null, 'VIJ02', 'Kina', 'kg', '7318.15', 'Kolona A (Naziv): obavezno polje.'],
      ],
    )
    const mended = rows.map(({ cells }) => cells.map((cell) => (cell === 'tabla' ? 'kom' : (cell ?? 'Bez naziva'))))
    const sent = await api.upload(IMPORT, xlsx(...(mended as string[][])))
    assert.deepEqual([sent.body.novih, sent.body.preskocenih], [4, 0])
    const nothing = await api.upload(`${IMPORT}/preskoceni`, xlsx(header, good))
    assert.deepEqual([nothing.status, nothing.body.message], [400, importTexts.nothingSkipped])
  })

  test('the sample is previewed without writing, then written, and read in any of its forms is the same', async () => {
    const api = await testApi(engine)
    const { materijala } = expected['materijali.xlsx']
    const preview = await api.upload(PREVIEW, sample('materijali.xlsx'))
    assert.equal(preview.status, 200)
    assert.equal(preview.body.message, `Novih: ${materijala}, izmenjenih: 0, nepromenjenih: 0, preskočenih: 0.`)
    assert.equal(preview.body.dryRun, true)
    const { zemlja_porekla, jedinica_mere, tarifni_broj } = preview.body.redovi[0]
    const first = { zemlja_porekla, jedinica_mere, tarifni_broj }
    assert.equal((await api.get('/materials')).body.total, 0)

    const { status, body } = await api.upload(IMPORT, sample('materijali.xlsx'))
    assert.equal(status, 200)
    assert.deepEqual([body.message, body.dryRun, body.novih], [SUCCESS, false, materijala])
    assert.deepEqual(body.redovi, preview.body.redovi)
    assert.equal((await api.get('/materials')).body.total, materijala)
    const written = (await api.get(`/materials/${preview.body.redovi[0].id}`)).body
    assert.deepEqual({ ...written, ...first }, written, 'what is previewed is what is written')
    const { verzija, ...wire } = (await api.get('/materials/PRV035CRN')).body
    assert.deepEqual(wire, {
      id: 'PRV035CRN',
      naziv: 'Provodnik FLRY-B 0,35 mm² crni',
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'm',
      tarifni_broj: '8544.49.95',
      totalQuantity: 0,
      totalInput: 0,
      totalConsumed: 0,
      preostalo: 0,
      manjak: 0,
      vrednost_rsd: 0,
    })

    for (const name of ['materijali.xlsx', 'materijali.xls', 'materijali-bez-zaglavlja.xlsx']) {
      const again = (await api.upload(IMPORT, sample(name))).body
      assert.deepEqual([again.message, again.novih, again.nepromenjenih], [SUCCESS, 0, materijala])
    }
    assert.equal((await api.get('/materials/PRV035CRN')).body.verzija, verzija)
  })

  test('bad rows are left out, each with its row and reason, and the good ones are written', async () => {
    const api = await testApi(engine)
    const { ispravni, neispravni_redovi } = expected['materijali-sa-greskama.xlsx']
    const { body } = await api.upload(IMPORT, sample('materijali-sa-greskama.xlsx'))
    assert.equal(body.message, SUCCESS)
    assert.deepEqual([body.novih, body.preskocenih], [ispravni.length, neispravni_redovi.length])
    const skipped = body.redovi.filter((row: { ishod: string }) => row.ishod === 'preskocen')
    assert.deepEqual(
      skipped.map((row: { red: number }) => row.red),
      neispravni_redovi,
    )
    assert.match(skipped[0].razlog, /ID mora sadržati 3-10 velikih slova ili brojeva/)
    assert.match(skipped[1].razlog, /^Kolona B \(Naziv\): obavezno polje\.$/)
    assert.match(skipped[2].razlog, /„lbs“ nije dozvoljena; može kg, m, kom, l, t\.$/)
    assert.match(skipped[3].razlog, /tarifni broj mora biti u formatu: 1234\.56\.78\.$/)
    assert.match(skipped[4].razlog, /NOVI1 se ponavlja, već je u redu 2\.$/)
    const kept = (await api.get('/materials?sort=id')).body.results.map(({ id }: { id: string }) => id)
    assert.deepEqual(kept, ispravni)
  })

  test('a known ID is updated, its version raised; rows are answered in the order of the sheet', async () => {
    const api = await testApi(engine)
    await api.upload(
      IMPORT,
      xlsx(['STARI1', 'Prvi', 'Kina', 'kg', '7318.15'], ['STARI2', 'Drugi', 'Kina', 'kg', '7318.15']),
    )
    const sheet = xlsx(
      ['ID', 'Naziv', 'Zemlja porekla', 'Jedinica mere', 'Tarifni broj'],
      ['NOVI2', 'Nov', 'Srbija', 'm', '8544.49'],
      ['?', 'Loš', 'Srbija', 'm', '8544.49'],
      ['STARI2', 'Đerdap', 'Češka', 't', 85444995],
      ['STARI1', 'Prvi', 'Kina', 'kg', '7318.15'],
    )
    const before = (await api.upload(PREVIEW, sheet)).body
    assert.deepEqual(outcomes(before), ['2 nov NOVI2', '3 preskocen ?', '4 izmenjen STARI2', '5 nepromenjen STARI1'])
    assert.equal(before.message, 'Novih: 1, izmenjenih: 1, nepromenjenih: 1, preskočenih: 1.')
    assert.deepEqual(outcomes((await api.upload(IMPORT, sheet)).body), outcomes(before))
    const { body } = await api.get('/materials?search=djerdap')
    assert.deepEqual(body.results, [
      {
        id: 'STARI2',
        naziv: 'Đerdap',
        zemlja_porekla: 'Češka',
        jedinica_mere: 't',
        tarifni_broj: '85444995',
        totalQuantity: 0,
        totalInput: 0,
        totalConsumed: 0,
        preostalo: 0,
        manjak: 0,
        vrednost_rsd: 0,
        verzija: 2,
      },
    ])
    assert.equal((await api.get('/materials/STARI1')).body.verzija, 1)
  })

  test('a used material keeps its unit: the row is left out, its neighbours are not', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { body } = await api.upload(
      IMPORT,
      xlsx(['KABL1', 'Kabl plavi', 'Kina', 'kg', '8544.49'], ['KON8', 'Konektor beli', 'Kina', 'kom', '8544.49']),
    )
    assert.deepEqual(outcomes(body), ['1 preskocen KABL1', '2 izmenjen KON8'])
    assert.equal(
      body.redovi[0].razlog,
      'Kolona D (Jedinica mere): Jedinica mere ne može da se promeni, jer se materijal već koristi.',
    )
    const [kabl, kon] = (await api.get('/materials?sort=id')).body.results
    assert.deepEqual([kabl.naziv, kabl.jedinica_mere, kabl.verzija], ['Kabl crni', 'm', 1])
    assert.deepEqual([kon.naziv, kon.totalInput, kon.verzija], ['Konektor beli', 10, 2])
    const alone = await api.upload(IMPORT, xlsx(['KABL1', 'Kabl plavi', 'Kina', 'kg', '8544.49']))
    assert.deepEqual([alone.status, alone.body.errors[0].field], [400, 'redovi.1'])
  })

  test('a sheet without a single good row is refused with every reason', async () => {
    const api = await testApi(engine)
    const sheet = xlsx(['??', 'Prvi', 'Kina', 'kg', '7318.15'], ['DRUGI', '', 'Kina', 'kg', '7318.15'])
    const { status, body } = await api.upload(IMPORT, sheet)
    assert.equal(status, 400)
    assert.equal(body.message, 'Nijedan red nije ispravan, ništa nije učitano.')
    assert.deepEqual(
      body.errors.map(({ field }: { field: string }) => field),
      ['redovi.1', 'redovi.2'],
    )
    assert.equal(body.errors[1].message, 'Kolona B (Naziv): obavezno polje.')
    const preview = await api.upload(PREVIEW, sheet)
    assert.deepEqual([preview.status, preview.body.preskocenih], [200, 2])
  })

  test('an empty sheet is refused', async () => {
    const api = await testApi(engine)
    const heading = ['ID', 'Naziv', 'Zemlja porekla', 'Jedinica mere', 'Tarifni broj']
    for (const sheet of [xlsx([]), xlsx(heading), xlsx(heading, ['', ' '])]) {
      const { status, body } = await api.upload(PREVIEW, sheet)
      assert.equal(status, 400)
      assert.deepEqual(body, { message: 'Excel fajl je prazan ili nema podataka.' })
    }
    const nothing = await api.upload(PREVIEW, { name: 'materijali.xlsx', bytes: Buffer.alloc(0) })
    assert.deepEqual([nothing.status, nothing.body], [400, { message: 'Excel fajl je prazan ili nema podataka.' }])
  })

  test('what is no xlsx or xls is refused, by its name and by its content', async () => {
    const api = await testApi(engine)
    const { bytes } = sample('materijali.xlsx')
    const text = new TextEncoder().encode('ID;Naziv')
    for (const file of [
      { name: 'materijali.txt', bytes: text },
      { name: 'materijali.xlsx.pdf', bytes },
      { name: 'materijali', bytes },
      { name: 'materijali.xlsx', bytes: text },
      { ...sample('fakture-c4.ods'), name: 'materijali.xls' },
      sample('fakture-c4.ods'),
    ]) {
      const { status, body } = await api.upload(IMPORT, file)
      assert.equal(status, 415, file.name)
      assert.deepEqual(body, notExcel)
    }
    const damaged = await api.upload(IMPORT, { name: 'pola.xlsx', bytes: bytes.slice(0, bytes.length / 2) })
    assert.equal(damaged.status, 400)
    assert.deepEqual(damaged.body, { message: 'Nije moguće pročitati fajl' })
  })

  test('a call without a file, and one with too large a file, say so', async () => {
    const api = await testApi(engine)
    const missing = { message: 'Molimo odaberite fajl za import' }
    const none = await api.upload(IMPORT, { name: '', bytes: new Uint8Array(0) })
    assert.deepEqual([none.status, none.body], [400, missing])
    const large = await api.upload(IMPORT, { name: 'a.xlsx', bytes: new Uint8Array(10 * 1024 * 1024 + 1) })
    assert.deepEqual([large.status, large.body], [413, { message: 'Fajl je prevelik. Maksimalna veličina je 10MB' }])
    const json = await api.post(IMPORT, { file: 'a.xlsx' })
    assert.deepEqual([json.status, json.body], [415, { message: 'Zahtev mora sadržati fajl.' }])
    const unclear = await api.upload(`${IMPORT}?dryRun=možda`, sample('materijali.xlsx'))
    assert.deepEqual([unclear.status, unclear.body.message], [400, 'dryRun: očekuje se true ili false.'])
  })

  test('what a file has no column for, or leaves blank, stays as it is; only a new material needs all', async () => {
    const api = await testApi(engine)
    await api.upload(
      IMPORT,
      xlsx(['STARI1', 'Prvi', 'Kina', 'kg', '7318.15'], ['STARI2', 'Drugi', 'Kina', 'm', '7318']),
    )
    const sheet = xlsx(
      ['ID', 'Naziv', 'Zemlja porekla', 'Jedinica mere', 'Tarifni broj'],
      ['STARI1', '', '', '', '7408.11'],
      ['STARI2', 'Drugi'],
      ['NOVI1', 'Nov'],
    )
    const preview = (await api.upload(PREVIEW, sheet)).body
    assert.deepEqual(outcomes(preview), ['2 izmenjen STARI1', '3 nepromenjen STARI2', '4 preskocen NOVI1'])
    const menja = [{ gde: 'Materijal', polje: 'Tarifni broj', staro: '7318.15', novo: '7408.11' }]
    const none = { dolazi: [], odlazi: [], ostaje: null }
    assert.deepEqual(
      preview.redovi.map(({ izmene }: { izmene: unknown }) => izmene),
      [{ ...none, menja }, null, null],
    )
    assert.equal(preview.za_brisanje, 0)
    assert.deepEqual(outcomes((await api.upload(IMPORT, sheet)).body), outcomes(preview))
    const { naziv, zemlja_porekla, jedinica_mere, tarifni_broj } = (await api.get('/materials/STARI1')).body
    assert.deepEqual([naziv, zemlja_porekla, jedinica_mere, tarifni_broj], ['Prvi', 'Kina', 'kg', '7408.11'])
    const emptied = await api.upload(IMPORT, xlsx(['STARI1', 'Prvi', '-', '–', '7408.11']))
    assert.equal(
      emptied.body.errors[0].message,
      'Kolona C (Zemlja porekla): obavezno polje, ne može da se isprazni. Kolona D (Jedinica mere): obavezno polje, ne može da se isprazni.',
    )
    const noColumn = await api.upload(IMPORT, xlsx(['ID', 'Naziv', 'Tarifni broj'], ['STARI1', 'Prvi', '7318.15']))
    assert.deepEqual([noColumn.status, outcomes(noColumn.body)], [200, ['2 izmenjen STARI1']])
  })

  test('the same key and file twice import once; another file under the key is refused', async () => {
    const api = await testApi(engine)
    const key = { 'idempotency-key': 'uvoz-1' }
    const first = await api.upload(IMPORT, sample('materijali.xlsx'), {}, key)
    const second = await api.upload(IMPORT, sample('materijali.xlsx'), {}, key)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.body.novih, expected['materijali.xlsx'].materijala)
    assert.equal((await api.upload(IMPORT, sample('materijali-sa-greskama.xlsx'), {}, key)).status, 409)
  })

  test('imports at the same moment end as if one had come after the other', async () => {
    const api = await testApi(engine)
    const answers = await Promise.all([1, 2, 3].map(() => api.upload(IMPORT, sample('materijali.xlsx'))))
    for (const { status, body } of answers) {
      assert.ok(status === 200 || status === 409, `${status} ${body.message}`)
    }
    assert.ok(answers.some(({ body }) => body.novih === expected['materijali.xlsx'].materijala))
    const { total, results } = (await api.get('/materials?limit=100')).body
    assert.equal(total, expected['materijali.xlsx'].materijala)
    assert.equal(results.length, total)
  })
})
