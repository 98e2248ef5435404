import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { faktureTexts } from '#contract/fakture.ts'
import { CREDIT_NOTES, invoiceTexts } from '#domain/e-invoice.ts'
import { eachEngine, type TestApi, testApi, type Upload } from '#server/testing.ts'
import { addCatalogue, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { MULLER, ubl, ublText } from '#server/testing-invoices.ts'
import { xlsx } from '#server/testing-sheets.ts'

const fixture = (name: string): Upload => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url))),
})
const READ = '/c4/fakture/read'
/** What is read of files that come together. */
async function read(api: TestApi, files: Upload[], fields: Record<string, string> = {}) {
  const answer = await api.upload(READ, files, fields)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as { fakture: Fields[]; kolone: Fields[]; pitanja: Fields[]; tabele: object[] }
}
const one = async (api: TestApi, file: Upload, fields: Record<string, string> = {}) =>
  (await read(api, [file], fields)).fakture[0] as Fields & { stavke: Fields[]; sumnje: string[]; prodavac: Fields }
const kabl = { naziv: 'NYM-J 3x1,5', sifra: 'K-315', kolicina: 2, jm: 'RO', cena: 50 }

eachEngine('invoices of suppliers', (engine) => {
  test('public samples of each standard are read to the cent, and what is none says why beside them', async () => {
    const api = await testApi(engine)
    const names = ['ubl-xrechnung.xml', 'cii-popusti.xml', 'factur-x.pdf', 'zugferd-1.pdf', 'factur-x-minimum.pdf']
    const pages = {
      name: 'strana.pdf',
      bytes: new Uint8Array(readFileSync(new URL('../files/fixtures/pdf20.pdf', import.meta.url))),
    }
    const other = { name: 'beleska.xml', bytes: new TextEncoder().encode('<note>x</note>') }
    const { fakture } = await read(api, [...names.map(fixture), pages, other])
    assert.deepEqual(
      fakture.map(({ fajl, vrsta, broj_fakture, datum, valuta, zbir_stavki, popusti, ukupno, message }) =>
        message ? [fajl, message] : [fajl, vrsta, broj_fakture, datum, valuta, zbir_stavki, popusti, ukupno],
      ),
      [
        ['ubl-xrechnung.xml', 'UBL', '123456XX', '2016-04-04', 'EUR', 314.86, 0, 314.86],
        ['cii-popusti.xml', 'CII', '471102', '2018-06-05', 'EUR', 180.76, 3.27, 177.49],
        ['factur-x.pdf', 'Factur-X', '471102', '2018-03-05', 'EUR', 473, 0, 473],
        ['zugferd-1.pdf', 'Factur-X', '471102', '2013-03-05', 'EUR', 198, 0, 198],
        ['factur-x-minimum.pdf', invoiceTexts.noLines],
        ['strana.pdf', invoiceTexts.noEmbedded],
        ['beleska.xml', invoiceTexts.none],
      ],
    )
    const [, cii] = fakture as { stavke: Fields[]; sumnje: string[]; prodavac: Fields }[]
    assert.deepEqual(cii?.prodavac, {
      ...{ naziv: 'Lieferant GmbH', grad: 'München', pib: 'DE123456789', zemlja: 'Nemačka', partner_id: null },
    })
    assert.deepEqual(cii?.sumnje, [
      'Stavka 4 (Pfand): količina × cena je 55,40, a iznos na fakturi 55,46.',
      'Popusti cele fakture (3,27) nisu u cenama stavki.',
    ])
  })

  test('a line finds its material by our code, the supplier’s, then one name, and its unit is brought to ours', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const unit = { jedinica_mere: 'kg', tarifni_broj: '3902.10', zemlja_porekla: 'Nemačka' }
    await stored(api, '/materials', { id: 'GRAN1', naziv: 'Granulat', ...unit })
    const material = (await api.get('/materials/KABL1')).body
    await stored(
      api,
      '/c4',
      c4Body('C4-1', '2026-01-10', [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }]),
    )
    const [{ id: partner_id }] = (await api.get('/partneri?search=muller')).body.results
    const sifre = [{ partner_id, sifra: 'k-315', naziv: 'Mantelleitung', cinilac: 500 }]
    assert.equal((await api.put('/materials/KABL1/sifre', sifre)).status, 200)

    const invoice = await one(
      api,
      ubl({ broj: 'R-1' }, [
        kabl,
        { ...kabl, sifra: 'X', nasa: 'kabl1', jm: 'MTR' },
        { naziv: 'GRANULAT', kolicina: 2500, jm: 'GRM', cena: 4, osnova: 100 },
        { naziv: 'Mantelleitung', kolicina: 1, jm: 'RO', cena: 9 },
        { naziv: 'Nešto drugo', kolicina: 1, cena: 9 },
      ]),
    )
    assert.equal(invoice.prodavac.partner_id, partner_id, 'by name and city')
    const facts = ['materijal_id', 'kako', 'cinilac', 'kolicina', 'jedinica_mere', 'cena', 'iznos']
    assert.deepEqual(
      invoice.stavke.map((row) => facts.map((name) => row[name])),
      [
        ['KABL1', 'šifra dobavljača', 500, 2, 'RO', 50, 100],
        ['KABL1', 'naša šifra', 1, 2, 'MTR', 50, 100],
        ['GRAN1', 'naziv', 0.001, 2500, 'GRM', 0.04, 100],
        ['KABL1', 'naziv', 500, 1, 'RO', 9, 9],
        [null, null, 1, 1, 'C62', 9, 9],
      ],
    )
    const kablCrni = (stavka: number) => `Faktura R-1, stavka ${stavka}, Kabl crni (KABL1): `
    assert.deepEqual(invoice.sumnje, [
      `${kablCrni(1)}količina 1.000 m, a uobičajena je 1 m.`,
      `${kablCrni(2)}cena 50 EUR, a poslednja je bila 1 EUR.`,
      `${kablCrni(4)}cena 0,018 EUR, a poslednja je bila 1 EUR.`,
      `${kablCrni(4)}količina 500 m, a uobičajena je 1 m.`,
    ])
    assert.equal(material.jedinica_mere, 'm')
  })

  test('prices hold allowances and base quantities of their line; what does not agree is said, and nothing is spread', async () => {
    const api = await testApi(engine)
    const { stavke, sumnje, popusti, ukupno, paritet } = await one(
      api,
      ubl({ broj: 'R-2', valuta: 'CHF', tip: '384', paritet: 'FCA', popust: 5, ukupno: '100.00' }, [
        { naziv: 'Sa popustom', kolicina: 3, cena: 10, popust: 1 },
        { naziv: 'Na sto', kolicina: 7, cena: 10, osnova: 100 },
        { naziv: 'Pogrešno', kolicina: 2, cena: 10, iznos: '21.00' },
      ]),
    )
    assert.deepEqual(column(stavke, 'cena'), [9.666667, 0.1, 10])
    assert.deepEqual(column(stavke, 'iznos'), [29, 0.7, 21])
    assert.deepEqual([popusti, ukupno, paritet], [5, 100, null])
    assert.deepEqual(sumnje, [
      invoiceTexts.corrected,
      'Stavka 3 (Pogrešno): količina × cena je 20,00, a iznos na fakturi 21,00.',
      'Zbir stavki 50,70 umanjen za popuste i troškove (5,00) je 45,70, a ukupno bez poreza na fakturi 100,00.',
      'Popusti cele fakture (5,00) nisu u cenama stavki.',
      faktureTexts.noParity('FCA', ['EXW', 'CIF', 'DAP', 'FOB']),
      faktureTexts.noRate('CHF'),
    ])
  })

  test('credit notes of every type, a negative sum and hostile XML are refused in a sentence', async () => {
    const api = await testApi(engine)
    const refusal = async (text: string | Uint8Array) => {
      const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text)
      return (await one(api, { name: 'f.xml', bytes })).message
    }
    for (const tip of CREDIT_NOTES.slice(0, 2))
      assert.equal(await refusal(ublText({ broj: 'R', tip }, [kabl])), invoiceTexts.creditNote, tip)
    assert.equal(
      await refusal(ublText({ broj: 'R' }, [kabl]).replaceAll('Invoice', 'CreditNote')),
      invoiceTexts.creditNote,
    )
    assert.equal(await refusal(ublText({ broj: 'R' }, [{ ...kabl, kolicina: -2 }])), invoiceTexts.negative('-100,00'))
    const entities = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}">]>`
    const hostile = ublText({ broj: '&b;' }, [kabl]).replace('?>', `?>${entities}`)
    assert.equal(await refusal(hostile), faktureTexts.xmlDoctype)
    const utf16 = Buffer.from(`\ufeff${ublText({ broj: 'Š-16' }, [kabl]).replace('UTF-8', 'UTF-16')}`, 'utf16le')
    assert.equal((await one(api, { name: 'f.xml', bytes: new Uint8Array(utf16) })).broj_fakture, 'Š-16')
  })

  test('codes of a supplier are one table: kept, moved with a joined partner, refused where they say two things', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const add = async (naziv: string) => (await stored(api, '/partneri', { naziv, grad: 'Ulm' })).id
    const [muller, weber] = [await add('Müller'), await add('Weber')]
    const put = (id: string, body: unknown) => api.put(`/materials/${id}/sifre`, body)
    const saved = await put('KABL1', [
      { partner_id: muller, sifra: 'K-1', naziv: 'Kabel' },
      { partner_id: weber, sifra: 'K-1', cinilac: 0.5 },
    ])
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const facts = ({ partner_id, sifra, naziv, cinilac }: Fields) => [partner_id, sifra, naziv, cinilac]
    const rows = [
      [muller, 'K-1', 'Kabel', 1],
      [weber, 'K-1', null, 0.5],
    ]
    assert.deepEqual(saved.body.map(facts), rows)
    assert.deepEqual((await api.get('/materials/KABL1/sifre')).body.map(facts), rows)
    assert.deepEqual((await api.get(`/partneri/${weber}/sifre`)).body.map(facts), [rows[1]])

    const [, other] = column((await api.get('/materials/all')).body, 'id') as string[]
    const refused = async (id: string, body: unknown) => {
      const answer = await put(id, body)
      return [answer.status, answer.body.message]
    }
    const taken = faktureTexts.taken('k‑1', 'KABL1')
    assert.notEqual(other, 'KABL1')
    assert.deepEqual((await refused(other as string, [{ partner_id: weber, sifra: 'k-1' }]))[0], 409, taken)
    for (const cinilac of [0, -1])
      assert.deepEqual(await refused('KABL1', [{ partner_id: weber, sifra: 'K', cinilac }]), [
        400,
        'Činilac mora biti veći od 0.',
      ])
    assert.equal((await refused('KABL1', [{ partner_id: 999, sifra: 'K' }]))[0], 400)
    const twice = { partner_id: weber, sifra: 'K' }
    assert.deepEqual(await refused('KABL1', [twice, twice]), [400, faktureTexts.twice('K')])
    assert.equal((await api.get('/materials/NEMA9/sifre')).status, 404)
    assert.deepEqual((await api.get('/materials/KABL1/sifre')).body.map(facts), rows, 'nothing changed')

    assert.equal((await api.post(`/partneri/${muller}/spoji`, { partner_id: weber })).status, 200)
    assert.deepEqual(
      (await api.get('/materials/KABL1/sifre')).body.map(facts),
      [rows[0]],
      'of one code that of the first stays',
    )
  })

  test('a seller is known by his tax number, or chosen, and an unknown one is refused', async () => {
    const api = await testApi(engine)
    const { id } = await stored(api, '/partneri', { naziv: 'Kabel AG', grad: 'Bern', pib: MULLER.pib })
    const file = ubl({ broj: 'R-3' }, [kabl])
    assert.equal((await one(api, file)).prodavac.partner_id, id)
    const answer = await api.upload(READ, file, { partner_id: '77' })
    assert.deepEqual([answer.status, answer.body.message], [400, faktureTexts.unknownPartner])
  })

  test('a supplier’s sheet is read by headings in any place and language; what is chosen once is kept for him', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/partneri', { naziv: 'Kabel AG', grad: 'Bern', drzava: 'Švajcarska' })
    await api.put('/materials/KABL1/sifre', [{ partner_id: id, sifra: 'K-1', cinilac: 500 }])
    const sheet = (broj: string, ...rows: (string | number)[][]) => ({
      ...xlsx(
        ['Kabel AG · Rechnung'],
        [],
        ['', 'Pos.', 'Artikelnummer', 'Bezeichnung', 'Wert je Rolle', 'Menge', 'ME', 'Ursprungsland'],
        ...rows.map((row) => ['', ...row]),
        ['', '', '', 'Summe', '', '', '', ''],
      ),
      name: `${broj}.xlsx`,
    })
    const rows = [
      [1, 'K-1', 'Kabel schwarz', 50.5, 2, 'RO', 'DE'],
      [2, 'X-9', 'Konektor žuti', 0.25, 4, 'Stk', 'Italien'],
      [3, 'X-8', 'Nichts', 1, 'viel', 'Stk', ''],
    ]
    const asked = await read(api, [sheet('R-1', ...rows)], { partner_id: String(id) })
    assert.deepEqual(
      asked.pitanja.map(({ polje, kolone }) => [polje, kolone]),
      [
        ['cena', [{ kolona: 5, naslov: 'Wert je Rolle' }]],
        ['broj_fakture', [{ kolona: 5, naslov: 'Wert je Rolle' }]],
        ['valuta', []],
      ],
    )
    assert.match(String(asked.fakture[0]?.message), /^U tabeli nije prepoznato: Cena/)
    const [table] = asked.tabele as { fajl: string; partner_id: number; zaglavlja: Fields[] }[]
    assert.deepEqual(
      [table?.fajl, table?.partner_id, table?.zaglavlja[3]?.primeri],
      ['R-1.xlsx', id, ['50.5', '0.25', '1']],
    )

    const fields = {
      partner_id: String(id),
      kolone: JSON.stringify({ cena: 'Wert je Rolle' }),
      vrednosti: JSON.stringify({ broj_fakture: 'R-1', valuta: 'EUR' }),
    }
    const said = await read(api, [sheet('R-1', ...rows)], fields)
    const [invoice] = said.fakture as { stavke: Fields[]; sumnje: string[]; prodavac: Fields }[]
    const facts = ['redni_broj', 'materijal_id', 'kako', 'kolicina', 'cinilac', 'cena', 'iznos', 'zemlja_porekla']
    assert.deepEqual(
      invoice?.stavke.map((row) => facts.map((name) => row[name])),
      [
        [1, 'KABL1', 'šifra dobavljača', 2, 500, 50.5, 101, 'Nemačka'],
        [2, 'KON8', 'naziv', 4, 1, 0.25, 1, 'Italija'],
      ],
    )
    assert.deepEqual(invoice?.sumnje, [
      'Preskočeni su redovi sa zbirom: 7. Svedeno na jedan naziv: „Stk“ u kom (2), „DE“ u Nemačka (1), „Italien“ u Italija (1).',
      'Red 6: Količina: „viel“ nije broj. Red nije uzet.',
    ])
    assert.equal(invoice?.prodavac.naziv, 'Kabel AG')
    assert.deepEqual(said.pitanja, [])
    assert.deepEqual([...new Set(column(said.kolone, 'kako'))].toSorted(), ['izabrano', 'naziv'])

    // The next month nobody says who it is.
    const next = await read(api, [sheet('R-2', ...rows.slice(0, 1))])
    const [again] = next.fakture as { prodavac: Fields; valuta: string; broj_fakture: string }[]
    assert.deepEqual([again?.prodavac.partner_id, again?.valuta, again?.broj_fakture], [id, 'EUR', ''])
    assert.deepEqual(column(next.pitanja, 'polje'), ['broj_fakture'], 'a number is of one file alone')
    assert.equal(next.kolone.find(({ polje }) => polje === 'cena')?.kako, 'zapamćeno')

    const wrong: [string, string][] = [
      ['kolone', '{"cene":"X"}'],
      ['kolone', '[]'],
      ['kolone', '{"cena":0}'],
      ['vrednosti', '{"valuta":1}'],
      ['vrednosti', 'x'],
    ]
    for (const [name, text] of wrong)
      assert.equal((await api.upload(READ, sheet('R-3', ...rows), { [name]: text })).status, 400, text)
  })
})
