// Reconciliation through the app: what is answered, kept, shown again and printed with the account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { MAX_OBJASNJENJA } from '#contract/limits.ts'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { addOdobrenje, c4Body, column, type Fields, paperText, stored } from '#server/testing-documents.ts'
import { noLog, whileHeld } from '#server/testing-races.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { saveExplanations } from './usaglasavanje-save.ts'

const HEADER = ['Broj C4', 'Datum', 'R. br.', 'Tarifni broj', 'Količina', 'JM', 'Vrednost']
type Row = {
  kljuc: string
  objasnjenje: string | null
  razlika: { vrsta: string; nas: Fields | null; njihov: Fields | null }
}

/** Two imports: one of bolts and cable, one of cable alone. */
async function addImports(api: TestApi, fields: Fields = {}) {
  const material = { zemlja_porekla: 'Nemačka', naziv: 'x' }
  await stored(api, '/materials', {
    ...material,
    id: 'VIJAK',
    naziv: 'Vijak',
    jedinica_mere: 'kom',
    tarifni_broj: '7318.15',
  })
  await stored(api, '/materials', {
    ...material,
    id: 'KABL1',
    naziv: 'Kabl',
    jedinica_mere: 'm',
    tarifni_broj: '8544.49',
  })
  const vijak = { materijal_id: 'VIJAK', kolicina: 2500, cena_po_jedinici: 2, tarifni_broj: '7318.15' }
  const kabl = { materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 3, tarifni_broj: '8544.49' }
  return [
    await stored(api, '/c4', c4Body('C4-001/26', '2026-01-15', [vijak, kabl], { kurs: 117.5, ...fields })),
    await stored(api, '/c4', c4Body('C4-002/26', '2026-02-20', [kabl], { kurs: 117.5 })),
  ]
}
/** Example 9: thousands of pieces, another tariff number, an import that we do not have. */
const EXAMPLE = [
  ['C4-001/26', '15.01.2026.', 1, '7318 15', '2,5', '1000 kom', '5.000,00'],
  ['C4-001/26', '15.01.2026.', 2, '8544 50', '100', 'MTR', '300,00'],
  ['C4-009/26', '20.02.2026.', 1, '7318 15', '10', 'kom', '20,00'],
]
const vrste = ({ redovi }: { redovi: Row[] }) =>
  redovi.map(
    ({ razlika: { vrsta, nas, njihov } }) =>
      `${nas?.broj ?? njihov?.broj}/${nas?.redni_broj ?? njihov?.redni_broj} ${vrsta}`,
  )

anyEngine('usaglasavanje', (engine) => {
  test('example 9: every row of ours and theirs, each with its kind; no document is written', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const before = (await api.get('/c4')).body
    const { status, body } = await api.upload('/usaglasavanje', xlsx(HEADER, ...EXAMPLE))
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(vrste(body), [
      'C4-001/26/1 JM ×1000',
      'C4-001/26/2 tarifni broj',
      'C4-002/26/1 samo kod nas',
      'C4-009/26/1 samo kod špeditera',
    ])
    assert.deepEqual(
      [body.datum_od, body.datum_do, body.nasih, body.njihovih, body.istih, body.broj_razlika],
      ['2026-01-15', '2026-02-20', 3, 3, 0, 4],
    )
    const [{ razlika }] = body.redovi
    assert.deepEqual(
      [razlika.nas.kolicina, razlika.njihov.kolicina, razlika.njihov.jedinica_mere],
      [2500, 2.5, '1000 kom'],
    )
    assert.deepEqual((await api.get('/c4')).body, before)
    const kept = (await api.get(`/usaglasavanje/${body.id}`)).body
    assert.deepEqual(vrste(kept), vrste(body))
    assert.deepEqual(column(kept.redovi, 'kljuc'), column(body.redovi, 'kljuc'))
    const [entry] = (await api.get('/audit?vrsta=usaglasavanje')).body.results
    assert.deepEqual([entry.radnja, entry.predmet, entry.sazetak], ['dodato', String(body.id), 'Istih: 0, razlika: 4'])
  })

  test('a comparison has its paper: the company, authorisation and period, what differs and why, and lines to sign', async () => {
    const api = await testApi(engine)
    const id = await addOdobrenje(api, { broj: '148-07-61/2' })
    await addImports(api, { odobrenje_id: id })
    const firma = { naziv: 'Metal d.o.o.', pib: '104052135', mb: '20084693', grad: 'Čačak', drzava: 'Srbija' }
    assert.equal((await api.put('/nasa-firma', firma, { 'if-match': '"0"' })).status, 200)
    const query = `?datum_od=2026-01-01&datum_do=2026-03-31&odobrenje_id=${id}`
    const { body } = await api.upload(`/usaglasavanje${query}`, xlsx(HEADER, ...EXAMPLE))
    const { kljuc } = body.redovi[0]
    await api.put('/usaglasavanje/objasnjenja', { objasnjenja: [{ kljuc, objasnjenje: 'Vodi u hiljadama.' }] })
    const { files } = (await api.get(`/usaglasavanje/${body.id}/files`)).body
    assert.deepEqual(column(files, 'name'), ['usaglasavanje_2026-01-01_2026-03-31.pdf'])
    const text = await paperText(api, `/usaglasavanje/${body.id}/files`)
    for (const part of [
      'Metal d.o.o., PIB: 104052135, MB: 20084693, Čačak, Srbija USAGLAŠAVANJE UVOZA',
      'sa špediterom ili carinom, od 01.01.2026. do 31.03.2026. Odobrenje: 148-07-61/2',
      `razlika: ${body.broj_razlika}, bez objašnjenja: ${body.broj_razlika - 1}`,
      'R. br. Broj Stavka Razlika Kod nas Kod špeditera Objašnjenje',
      'C4-001/26 faktura F-1, stavka 1 JM ×1000 2.500 kom 2,5 × 1000 kom Vodi u hiljadama.',
      'Sastavio Odgovorno lice (M.P.) Špediter ili carinski organ',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.equal((await api.get('/usaglasavanje/4711/files')).status, 404)
  })

  test('rows that are the same are answered and counted, and only they are not kept', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const rows = [...EXAMPLE.slice(0, 1), ['C4-001/26', '15.01.2026.', 2, '8544.49', 100, 'm', 35_250]]
    const { body } = await api.upload('/usaglasavanje', xlsx(HEADER, ...rows))
    assert.deepEqual(vrste(body), ['C4-001/26/1 JM ×1000', 'C4-001/26/2 isto'])
    assert.deepEqual([body.istih, body.broj_razlika, body.redovi[1].kljuc], [1, 1, ''])
    assert.deepEqual(vrste((await api.get(`/usaglasavanje/${body.id}`)).body), ['C4-001/26/1 JM ×1000'])
  })

  const csv = (...lines: string[]) => ({ name: 'spediter.csv', bytes: new TextEncoder().encode(lines.join('\n')) })
  const HEADING = 'Broj;Datum;R. br.;Tarifni broj;Količina;JM;Vrednost'

  test('English thousands are read as the column or our figures prove, and it is said how', async () => {
    const api = await testApi(engine)
    await addImports(api)
    for (const vrednost of ['5,000.00', '']) {
      const row = `C4-001/26;15.01.2026.;1;7318.15;2,500;kom;${vrednost}`
      const { body } = await api.upload('/usaglasavanje', csv(HEADING, row))
      assert.deepEqual(vrste(body)[0], 'C4-001/26/1 isto', vrednost)
      assert.equal(body.napomena, 'Količina: „2,500“ je pročitano kao 2500.')
    }
    const other = 'C4-001/26;15.01.2026.;1;7318.15;2,501;kom;'
    const { body } = await api.upload('/usaglasavanje', csv(HEADING, other))
    assert.deepEqual([vrste(body)[0], body.redovi[0].razlika.njihov.kolicina], ['C4-001/26/1 količina', 2.501])
    const kept = (await api.get(`/usaglasavanje/${body.id}`)).body.redovi[0].razlika.njihov
    assert.equal('drugacije' in kept, false)
  })

  test('a tolerance is kept with the comparison and remembered for tables of the same headings', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const file = csv(HEADING, 'C4-001/26;15.01.2026.;1;7318.15;2.500,04;kom;5.001')
    const compared = async (query = '', sent = file) => {
      const { body } = await api.upload(`/usaglasavanje${query}`, sent)
      return [vrste(body)[0], body.tolerancija_vrednosti, body.decimale_kolicine]
    }
    assert.deepEqual(await compared(), ['C4-001/26/1 količina', 0, 6])
    assert.deepEqual(await compared('?decimale_kolicine=1'), ['C4-001/26/1 vrednost', 0, 1])
    assert.deepEqual(await compared('?tolerancija_vrednosti=1'), ['C4-001/26/1 isto', 1, 1])
    assert.deepEqual(await compared(), ['C4-001/26/1 isto', 1, 1])
    const { body: columns } = await api.upload('/usaglasavanje/kolone', file)
    assert.deepEqual([columns.tolerancija_vrednosti, columns.decimale_kolicine], [1, 1])
    const others = csv(HEADING.replace('JM', 'Jed. mere'), 'C4-001/26;15.01.2026.;1;7318.15;2.500,04;kom;5.001')
    assert.deepEqual(await compared('', others), ['C4-001/26/1 količina', 0, 6])
    const refused = await api.upload('/usaglasavanje?decimale_kolicine=7', file)
    assert.deepEqual([refused.status, refused.body.errors[0].message], [400, 'Decimale količine: najviše 6.'])
  })

  test('a title with a comma above is none of the table, and what is doubtful in a row is said', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const row = 'C4-001/26;15.01.26.;1;7318.1;2500;kom;5000'
    const { body } = await api.upload('/usaglasavanje', csv('Izveštaj, špedicija 11/2026', HEADING, row))
    assert.equal(vrste(body)[0], 'C4-001/26/1 isto')
    const [{ red, razlog }] = body.sumnje
    assert.equal(red, 3)
    assert.match(
      razlog,
      /^Tarifni broj: .* neparan broj cifara.* Datum: „15\.01\.26\.“ je pročitano kao 15\.01\.2026\.$/,
    )
    const wide = await api.upload('/usaglasavanje', csv(HEADING, row, `${row};1`))
    assert.match(wide.body.preskoceni[0].razlog, /^Red ima 8 ćelija/)
  })

  test('line by line it says how far it is, and comes to the same', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const lines = async (query: string) => {
      const { status, bytes } = await api.upload(`/usaglasavanje/tok${query}`, xlsx(HEADER, ...EXAMPLE))
      assert.equal(status, 200)
      return new TextDecoder()
        .decode(bytes)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
    const told = await lines('')
    const { body } = await api.upload('/usaglasavanje', xlsx(HEADER, ...EXAMPLE))
    assert.deepEqual({ ...told.pop(), id: body.id, vreme: body.vreme }, body)
    const percents = column(told, 'procenat') as number[]
    assert.deepEqual(
      percents,
      percents.toSorted((one, other) => one - other),
    )
    assert.deepEqual([percents[0], percents.at(-1)], [0, 90])
    assert.deepEqual((await lines('?odobrenje_id=4711')).at(-1), {
      message: 'Izabrano odobrenje ne postoji.',
      errors: [{ field: 'odobrenje_id', message: 'Izabrano odobrenje ne postoji.' }],
    })
    const refused = await api.upload('/usaglasavanje/tok', xlsx(HEADER, ['C4-1', '', '', '', '', '', 5]))
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'redovi.2'])
  })

  test('an explanation is shown again by the next upload, in any order, and is in the trail', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const { body } = await api.upload('/usaglasavanje', xlsx(HEADER, ...EXAMPLE))
    const [{ kljuc }] = body.redovi
    const put = (objasnjenje: string | null) =>
      api.put('/usaglasavanje/objasnjenja', { objasnjenja: [{ kljuc, objasnjenje }] })
    assert.deepEqual((await put('  Špediter vodi u hiljadama. ')).body, {
      objasnjenja: [{ kljuc, objasnjenje: 'Špediter vodi u hiljadama.' }],
    })
    const again = (await api.upload('/usaglasavanje', xlsx(HEADER, ...EXAMPLE.toReversed()))).body
    assert.deepEqual(column(again.redovi, 'objasnjenje'), ['Špediter vodi u hiljadama.', null, null, null])
    assert.equal(again.objasnjenih, 1)
    assert.equal((await api.get('/usaglasavanje')).body.total, 1, 'of the same days the last one counts')
    await put('Drugačije.')
    await put('')
    const trail = (await api.get(`/audit?vrsta=usaglasavanje&predmet=${kljuc}`)).body.results
    assert.deepEqual(column(trail, 'radnja'), ['obrisano', 'izmenjeno', 'dodato'])
    assert.equal(trail[0].opis, 'C4-001/26, faktura F-1, stavka 1, JM ×1000')
    const told = (await api.get(`/audit/${trail[1].id}`)).body
    assert.deepEqual(
      [told.pre, told.posle],
      [{ objasnjenje: 'Špediter vodi u hiljadama.' }, { objasnjenje: 'Drugačije.' }],
    )
    assert.equal((await api.get(`/usaglasavanje/${again.id}`)).body.objasnjenih, 0)
    const unknown = await api.put('/usaglasavanje/objasnjenja', { objasnjenja: [{ kljuc: 'nema', objasnjenje: 'x' }] })
    assert.deepEqual([unknown.status, unknown.body.errors[0].field], [400, 'objasnjenja.0.kljuc'])
    const many = Array.from({ length: MAX_OBJASNJENJA + 1 }, () => ({ kljuc, objasnjenje: 'x' }))
    const refused = await api.put('/usaglasavanje/objasnjenja', { objasnjenja: many })
    assert.equal(refused.body.message, `Odjednom se može upisati najviše ${MAX_OBJASNJENJA} objašnjenja.`)
  })

  test('two first explanations of one difference follow each other', async () => {
    // SQLite has one writer.
    if (engine.name === 'sqlite') return
    const api = await testApi(engine)
    await addImports(api)
    const { body } = await api.upload('/usaglasavanje', xlsx(HEADER, ...EXAMPLE))
    const [{ kljuc }] = body.redovi
    const of = (objasnjenje: string) => ({ objasnjenja: [{ kljuc, objasnjenje }] })
    const [second] = await whileHeld(
      api,
      (tx) => saveExplanations(tx, noLog, of('Prvo.'), { korisnik: 'petar@firma.rs', vreme: 0 }),
      () => api.put('/usaglasavanje/objasnjenja', of('Drugo.')),
    )
    assert.equal(second.status, 200, JSON.stringify(second.body))
    const [entry] = (await api.get(`/audit?vrsta=usaglasavanje&predmet=${kljuc}`)).body.results
    const told = (await api.get(`/audit/${entry.id}`)).body
    assert.deepEqual([told.pre, told.posle], [{ objasnjenje: 'Prvo.' }, { objasnjenje: 'Drugo.' }])
  })

  test('columns are told as by every import: found, asked, said, and remembered for everybody', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const sheet = xlsx(['Oznaka', 'Roba', 'Koliko', ''], ['C4-001/26', '7318.15', 2500, 'x'])
    const columns = async (client: { upload: TestApi['upload'] }, said = {}) =>
      (await client.upload('/usaglasavanje/kolone', sheet, said)).body
    const { zaglavlja, kolone, pitanja, redova } = await columns(api)
    assert.deepEqual(column(zaglavlja, 'naslov'), ['Oznaka', 'Roba', 'Koliko', ''])
    assert.deepEqual([zaglavlja[2].primeri, kolone, redova], [['2500'], [], 0])
    assert.deepEqual(column(pitanja, 'polje'), ['kolicina', 'broj'])
    assert.deepEqual(column(pitanja[0].kolone, 'kolona'), [1, 2, 3, 4])
    const period = '/usaglasavanje?datum_od=2026-01-01&datum_do=2026-01-31'
    const refused = await api.upload(period, sheet)
    assert.deepEqual(
      [refused.status, refused.body.message, column(refused.body.errors, 'field')],
      [
        400,
        'Nije poznato: Količina, Broj. Izaberite kolonu ili vrednost. Ništa nije upisano.',
        ['pitanja.kolicina', 'pitanja.broj'],
      ],
    )
    const said = { kolone: JSON.stringify({ broj: 'oznaka', tarifni_broj: 'B', kolicina: 3 }) }
    assert.deepEqual([(await columns(api, said)).redova, (await columns(api, said)).pitanja], [1, []])
    const { body } = await api.upload(period, sheet, said)
    assert.deepEqual(vrste(body), ['C4-001/26/1 isto', 'C4-001/26/2 samo kod nas'])
    assert.deepEqual(body.kolone[1], { polje: 'tarifni_broj', naslov: 'Roba', kolona: 2, kako: 'izabrano' })
    const remembered = (await columns(await api.signIn('druga@firma.rs'))).kolone
    const told = remembered.map(({ polje, kolona, kako }: Fields) => `${polje} ${kolona} ${kako}`)
    assert.deepEqual(told, ['broj 1 zapamćeno', 'tarifni_broj 2 zapamćeno', 'kolicina 3 zapamćeno'])
    for (const wrong of ['{', '[]', '3', '{"broj":0}', '{"nema":1}'])
      assert.equal((await api.upload(period, sheet, { kolone: wrong })).status, 400, wrong)
    const twice = xlsx(['Broj', 'Količina', 'Količina'], ['C4-001/26', 2500, 7])
    const { message } = (await api.upload('/usaglasavanje/kolone', twice)).body
    assert.match(message, /^Kolone B i C imaju isti naziv/)
    assert.equal((await api.upload(period, twice, { kolone: '{"kolicina":2}' })).status, 201)
  })

  test('headings that books of 1.0.0 remember are known, also that one is not read', async () => {
    const api = await testApi(engine)
    await addImports(api)
    for (const [zaglavlje, polje] of [
      ['koliko', 'kolicina'],
      ['iznos', null],
    ] as const)
      await api.store.transact((tx) => tx.insertInto('usaglasavanje_kolona').values({ zaglavlje, polje }).execute())
    const sheet = xlsx(['Broj', 'Koliko', 'Iznos'], ['C4-001/26', 2500, 1])
    const { kolone } = (await api.upload('/usaglasavanje/kolone', sheet)).body
    assert.deepEqual(column(kolone, 'polje'), ['broj', 'kolicina'])
  })

  test('another sheet of the workbook, a value for all rows, and the rows that are left out', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const book = XLSX.utils.book_new()
    const rows = [['Izveštaj'], HEADER.slice(0, 5), EXAMPLE[1]?.slice(0, 5), ['C4-002/26', 'x', 1, '8544.49', 100]]
    for (const name of ['Uvoz', 'Stari uvoz'])
      XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows as unknown[][]), name)
    const file = { name: 'dva.xlsx', bytes: new Uint8Array(XLSX.write(book, { type: 'array' })) }
    const said = { list: 'Stari uvoz', vrednosti: JSON.stringify({ jedinica_mere: 'm' }) }
    const { body } = await api.upload('/usaglasavanje', file, said)
    assert.deepEqual([body.list, body.listovi], ['Stari uvoz', ['Uvoz', 'Stari uvoz']])
    assert.equal(body.redovi.find(({ razlika }: Row) => razlika.njihov).razlika.njihov.jedinica_mere, 'm')
    assert.deepEqual(body.razlozi, [{ razlog: 'Datum: „x“ nije datum.', redova: 1, prvi_red: 4 }])
    const { bytes } = await api.upload('/usaglasavanje/preskoceni', file, said)
    const left = XLSX.utils.sheet_to_json<Fields>(XLSX.read(bytes).Sheets.Preskočeni as XLSX.WorkSheet)
    assert.deepEqual(column(left, 'Razlog'), ['Datum: „x“ nije datum.'])
  })

  test('the period is that of the file or the chosen one; an import that the file names is looked at whatever its day', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const january = xlsx(HEADER, ...EXAMPLE)
    const chosen = (await api.upload('/usaglasavanje?datum_od=2026-01-01&datum_do=2026-01-31', january)).body
    assert.deepEqual(vrste(chosen), ['C4-001/26/1 JM ×1000', 'C4-001/26/2 tarifni broj'])
    assert.equal(chosen.van_perioda, 1)
    const unknown = ['C4-009/26', '15.01.2026.', 1, '7318 15', '10', 'kom', '20,00']
    const ofDay = await api.upload(
      '/usaglasavanje?datum_od=2026-01-15&datum_do=2026-01-15',
      xlsx(HEADER, ...EXAMPLE, unknown),
    )
    assert.deepEqual(vrste(ofDay.body), [...vrste(chosen), 'C4-009/26/1 samo kod špeditera'])
    const wrongDay = xlsx(HEADER, ['C4-002/26', '02.02.2026.', 1, '8544.49', 100, 'm', ''])
    assert.deepEqual(vrste((await api.upload('/usaglasavanje', wrongDay)).body), ['C4-002/26/1 datum'])
    const undated = await api.upload('/usaglasavanje', xlsx(['Broj', 'Količina'], ['C4-001/26', 1]))
    assert.deepEqual([undated.status, undated.body.message], [400, 'Izaberite period, jer fajl nema datume.'])
    const backwards = await api.upload('/usaglasavanje?datum_od=2026-05-01', january)
    assert.deepEqual([backwards.status, backwards.body.message], [400, 'Kraj perioda je pre njegovog početka.'])
    const nothing = await api.upload('/usaglasavanje', xlsx(HEADER, ['C4-1', '', '', '', '', '', 5]))
    assert.deepEqual([nothing.status, nothing.body.errors[0].field], [400, 'redovi.2'])
  })

  test('a comparison of one day takes the place of the differences of that day in an older one', async () => {
    const api = await testApi(engine)
    await addImports(api)
    const sheet = xlsx(HEADER, ...EXAMPLE)
    const older = (await api.upload('/usaglasavanje?datum_od=2026-01-01&datum_do=2026-02-28', sheet)).body
    assert.equal((await api.upload('/usaglasavanje?datum_od=2026-01-15&datum_do=2026-01-15', sheet)).status, 201)
    assert.deepEqual(vrste((await api.get(`/usaglasavanje/${older.id}`)).body), [
      'C4-002/26/1 samo kod nas',
      'C4-009/26/1 samo kod špeditera',
    ])
  })

  test('an authorisation keeps the comparison to its imports', async () => {
    const api = await testApi(engine)
    const odobrenje_id = await addOdobrenje(api, { broj: 'OP-1/26' })
    await addImports(api, { odobrenje_id })
    const sheet = xlsx(HEADER, EXAMPLE[0] as string[])
    const body = (await api.upload(`/usaglasavanje?datum_do=2026-12-31&odobrenje_id=${odobrenje_id}`, sheet)).body
    assert.deepEqual(vrste(body), ['C4-001/26/1 JM ×1000', 'C4-001/26/2 samo kod nas'])
    assert.equal(body.odobrenje_broj, 'OP-1/26')
    assert.equal((await api.upload('/usaglasavanje?odobrenje_id=4711', sheet)).status, 400)
  })

  test('with the account: what nobody explained is a check, what is explained is printed', async () => {
    const api = await testApi(engine)
    const [c4] = await addImports(api)
    const { body } = await api.upload('/usaglasavanje', xlsx(HEADER, ...EXAMPLE))
    const account = async (query = '') =>
      (await api.get(`/obracun?datum_od=2026-01-01&datum_do=2026-03-31${query}`)).body
    const checked = (of: { provere: { vrsta: string; redovi: Fields[] }[] }) =>
      of.provere.find(({ vrsta }) => vrsta === 'špediter')?.redovi.map(({ broj, opis }) => `${broj}: ${opis}`)
    assert.deepEqual(checked(await account()), [
      'C4-001/26: faktura F-1, stavka 1, JM ×1000: kod nas 2.500 kom; kod špeditera 2,5 × 1000 kom',
      'C4-001/26: faktura F-1, stavka 2, Tarifni broj: kod nas 8544.49; kod špeditera 854450',
      'C4-002/26: faktura F-1, stavka 1, Samo kod nas: kod nas 8544.49, 100 m',
      'C4-009/26: R. br. 1, Samo kod špeditera: kod špeditera 731815, 10 kom',
    ])
    const objasnjenja = body.redovi.map(({ kljuc }: Row) => ({ kljuc, objasnjenje: 'Dogovoreno.' }))
    await api.put('/usaglasavanje/objasnjenja', { objasnjenja: objasnjenja.slice(0, 3) })
    assert.equal(checked(await account())?.length, 1)
    const printed = (await account()).objasnjenja
    assert.deepEqual(printed[0], {
      usaglasavanje_id: body.id,
      c4_id: c4.id,
      broj: 'C4-001/26',
      stavka: 'faktura F-1, stavka 1',
      vrsta: 'JM ×1000',
      kod_nas: '2.500 kom',
      kod_njih: '2,5 × 1000 kom',
      objasnjenje: 'Dogovoreno.',
    })
    assert.equal(printed.length, 3)
    const paper = await paperText(api, '/obracun/files?datum_od=2026-01-01&datum_do=2026-03-31')
    assert.match(paper, /C4-001\/26 faktura F-1, stavka 1 JM ×1000 2\.500 kom 2,5 × 1000 kom Dogovoreno\./)
    assert.equal(paper.match(/Dogovoreno\./g)?.length, 3)
    assert.equal((await account(`&c4_id=${c4.id}`)).objasnjenja.length, 2)
    assert.equal((await api.get('/obracun?datum_od=2026-03-01')).body.objasnjenja.length, 0)
    const { bytes } = await api.get('/archive/sheets/obracun?datum_do=2026-12-31')
    const rows = XLSX.utils.sheet_to_json<Fields>(XLSX.read(bytes).Sheets.Objašnjenja as XLSX.WorkSheet)
    assert.deepEqual(column(rows, 'Objašnjenje'), ['Dogovoreno.', 'Dogovoreno.', 'Dogovoreno.'])
    assert.equal((await api.delete(`/usaglasavanje/${body.id}`)).status, 200)
    assert.equal(checked(await account()), undefined)
    assert.equal((await api.get(`/usaglasavanje/${body.id}`)).status, 404)
    assert.equal((await api.delete(`/usaglasavanje/${body.id}`)).status, 404)
  })
})
