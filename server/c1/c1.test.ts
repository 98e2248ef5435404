import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, column, type Fields, NO_CARINA, refusalOf, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, pieces } from '#server/testing-meters.ts'

const prazan = { proizvod_id: 'PRAZAN', kolicina: 10, cena: 2 }
/** What a C1 that must be refused is refused with. */
const refusal = (api: Client, body: unknown) => refusalOf(api, '/c1', body)

const bezOtpada = { otpad_procenat: 0, gubitak_procenat: 0, osnov_otpada: 'neto' }

eachEngine('C1', (engine) => {
  test('a new document is answered whole, with its normativ, its shortage and what the server works out', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 45)
    const snop = { proizvod_id: 'SNOP1', kolicina: 20, cena: 15 }
    const body = c1Body('C1-1', '2026-02-01', [snop, prazan], { primalac_mb: '17162543' })
    const { status, body: saved, headers } = await api.post('/c1', body, { prefer: 'return=minimal' })
    assert.equal(status, 201)
    assert.equal(headers.get('etag'), '"1"')
    const { stavke: _, ...fields } = body
    assert.deepEqual(saved, {
      id: saved.id,
      ...fields,
      ...NO_CARINA.c1,
      primalac_pib: null,
      pdf_fajl: null,
      valuta: 'EUR',
      kurs: 117.5,
      vrednost_total: 320,
      vrednost_rsd: 37600,
      kolicina_total: 30,
      broj_stavki: 2,
      verzija: 1,
      ima_manjak: true,
      papiri_zastareli: false,
      stavke: [
        {
          id: saved.stavke[0].id,
          redni_broj: 1,
          broj_fakture: 'F-1',
          ...snop,
          proizvod_naziv: 'Kablovski snop',
          hs_code: '8544.30',
          jedinica_mere: 'kom',
          iznos: 300,
          normativ_verzija: null,
          usmerenja: [],
          normativ: [
            {
              materijal_id: 'KABL1',
              naziv: 'Kabl crni',
              jedinica_mere: 'm',
              potrebna_kolicina: 2.5,
              ...bezOtpada,
              kolicina: 50,
              manjak: 5,
            },
            {
              materijal_id: 'KON8',
              naziv: 'Konektor žuti',
              jedinica_mere: 'kom',
              potrebna_kolicina: 1,
              ...bezOtpada,
              kolicina: 20,
              manjak: 20,
            },
          ],
        },
        {
          id: saved.stavke[1].id,
          redni_broj: 2,
          broj_fakture: 'F-1',
          ...prazan,
          proizvod_naziv: 'Bez normativa',
          hs_code: '8544',
          jedinica_mere: 'kom',
          iznos: 20,
          normativ_verzija: null,
          usmerenja: [],
          normativ: [],
        },
      ],
      manjak: [
        { materijal_id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm', kolicina: 5 },
        { materijal_id: 'KON8', naziv: 'Konektor žuti', jedinica_mere: 'kom', kolicina: 20 },
      ],
      promenjeni_c1: [],
    })
    const { promenjeni_c1, ...document } = saved
    assert.deepEqual((await api.get(`/c1/${saved.id}`)).body, document)
    assert.deepEqual((await api.get(`/c1/${saved.id}/stavke`)).body, saved.stavke)
    assert.deepEqual(promenjeni_c1, [])
  })

  test('a missing invoice number is Faktura-1; an empty one is an error', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lines = [
      { ...prazan, broj_fakture: null },
      { ...prazan, broj_fakture: undefined },
      { ...prazan, broj_fakture: 'F-2', redni_broj: 1 },
    ]
    const saved = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', lines))
    assert.deepEqual(column(saved.stavke, 'broj_fakture'), ['Faktura-1', 'Faktura-1', 'F-2'])
    assert.deepEqual(await refusal(api, c1Body('C1-2', '2026-02-01', [{ ...prazan, broj_fakture: ' ' }])), {
      message: 'Stavka 1: Broj fakture: obavezno polje.',
      fields: ['stavke.0.broj_fakture'],
    })
  })

  test('the lines are those of the specification, without a word about the currency: amounts are in EUR', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    // 3 × 0,335 = 1,005 → 1,01; 0,25 × 0,1 = 0,025 → 0,03.
    const lines = [
      { ...prazan, kolicina: 3, cena: 0.335, iznos: 99 },
      { ...prazan, kolicina: 0.25, cena: 0.1 },
    ]
    const sent = { vrednost_total: 99, kolicina_total: 99, valuta: 'RSD', kurs: 1 }
    const saved = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', lines, sent))
    assert.deepEqual(column(saved.stavke, 'iznos'), [1.01, 0.03])
    assert.deepEqual([saved.vrednost_total, saved.kolicina_total, saved.valuta], [1.04, 3.25, 'EUR'])
    assert.equal(saved.vrednost_rsd, 122.2)
  })

  test('what is wrong is said with its field and its row, and nothing is saved', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const withSecond = (line: Fields) => refusal(api, c1Body('C1-1', '2026-02-01', [prazan, { ...prazan, ...line }]))
    for (const [line, field, message] of [
      [{ kolicina: 0 }, 'kolicina', 'Stavka 2: Količina mora biti veća od 0'],
      [{ kolicina: -1 }, 'kolicina', 'Stavka 2: Količina mora biti veća od 0'],
      [{ kolicina: 0.1234567 }, 'kolicina', 'Stavka 2: Količina mora biti broj sa najviše 6 decimala.'],
      [{ kolicina: 1_000_000_000.5 }, 'kolicina', 'Stavka 2: Količina: najviše 1.000.000.000.'],
      [{ cena: 0 }, 'cena', 'Stavka 2: Cena mora biti veća od 0'],
      [{ cena: undefined }, 'cena', 'Stavka 2: Cena: obavezno polje.'],
      [{ proizvod_id: '' }, 'proizvod_id', 'Stavka 2: Proizvod: obavezno polje.'],
      [{ proizvod_id: 'NEMA' }, 'proizvod_id', 'Stavka 2: proizvod NEMA ne postoji.'],
      [{ redni_broj: 1 }, 'redni_broj', 'Stavka 2: redni broj 1 se ponavlja u fakturi F-1.'],
      [{ redni_broj: 0 }, 'redni_broj', 'Stavka 2: Redni broj mora biti najmanje 1.'],
    ] as const) {
      assert.deepEqual(await withSecond(line), { message, fields: [`stavke.1.${field}`] }, JSON.stringify(line))
    }
    const body = c1Body('C1-1', '2026-02-01', [prazan])
    const message = async (change: Fields) => (await refusal(api, { ...body, ...change })).message
    assert.equal(await message({ stavke: [] }), 'Morate dodati barem jednu fakturu sa stavkama')
    const tooMany = Array.from({ length: 5001 }, () => body.stavke[0])
    assert.equal(await message({ stavke: tooMany }), 'Dokument može imati najviše 5000 stavki.')
    assert.equal(
      await message({ tip_dokumenta: 'Uvozna deklaracija' }),
      'Tip dokumenta: dozvoljeno je Izvozna deklaracija, Privremeni izvoz, Reeksport.',
    )
    assert.deepEqual((await refusal(api, {})).fields, [
      'tip_dokumenta',
      'broj_c1',
      'datum',
      'posiljalac_naziv',
      'posiljalac_grad',
      'posiljalac_drzava',
      'primalac_naziv',
      'primalac_grad',
      'zemlja_otpreme',
      'stavke',
    ])
    assert.equal((await api.get('/c1')).body.total, 0)
  })

  test('amounts beyond the books are refused in a sentence', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const most = { proizvod_id: 'PRAZAN', kolicina: 1_000_000_000, cena: 1_000_000_000 }
    assert.deepEqual(await refusal(api, c1Body('C1-1', '2026-02-01', [most])), {
      message: 'Stavka 1: iznos je prevelik.',
      fields: ['stavke.0.kolicina'],
    })
    const inEuro = { ...most, cena: 1000 }
    assert.deepEqual(await refusal(api, c1Body('C1-1', '2026-02-01', [inEuro])), {
      message: 'Ukupna vrednost ili količina dokumenta je prevelika.',
      fields: [],
    })
  })

  test('lines come back in the order in which they were saved', async () => {
    const api = await meterApi(engine)
    const line = (proizvod_id: string, redni_broj: number) => ({ proizvod_id, redni_broj, kolicina: 1, cena: 1 })
    const lines = [line('SNOP1', 4), line('METAR', 2), line('PRAZAN', 3), line('METAR', 1)]
    const saved = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', lines))
    assert.deepEqual(column(saved.stavke, 'redni_broj'), [4, 2, 3, 1])
    const added = [line('PRAZAN', 9), ...lines.toReversed()]
    const edited = await api.put(`/c1/${saved.id}`, c1Body('C1-1', '2026-02-01', added))
    assert.deepEqual(column(edited.body.stavke, 'redni_broj'), [9, 1, 3, 2, 4])
    assert.deepEqual(column((await api.get(`/c1/${saved.id}/stavke`)).body, 'redni_broj'), [9, 1, 3, 2, 4])
    const razduzenje = (await api.get(`/c1/${saved.id}/razduzenje`)).body
    assert.deepEqual(column(razduzenje, 'redni_broj'), [1, 2, 4, 4], 'of those that take anything')
  })

  test('a number is given once a year, whatever its case and the blanks around it', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    await stored(api, '/c1', c1Body('Iz-1/26', '2026-02-01', [prazan]))
    const taken = await api.post('/c1', c1Body(' IZ-1/26 ', '2026-11-01', [prazan]))
    assert.equal(taken.status, 409)
    assert.deepEqual(taken.body, {
      message: 'Dokument sa ovim brojem već postoji.',
      errors: [{ field: 'broj_c1', message: 'Dokument sa ovim brojem već postoji.' }],
    })
    const other = await stored(api, '/c1', c1Body('iz-1/26', '2025-12-31', [prazan]))
    assert.equal((await api.put(`/c1/${other.id}`, c1Body('iz-1/26', '2026-01-01', [prazan]))).status, 409)
    assert.equal((await api.get('/c1')).body.total, 2)
  })

  test('an edit answers the whole document with the next version', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', [prazan]))
    const fields = { tip_dokumenta: 'Reeksport', primalac_naziv: 'Gama' }
    const body = c1Body('C1-1b', '2026-02-02', [{ ...prazan, kolicina: 11 }], fields)
    const edited = await api.put(`/c1/${id}`, body, { prefer: 'return=minimal' })
    assert.equal(edited.status, 200)
    assert.equal(edited.headers.get('etag'), '"2"')
    const { broj_c1, datum, tip_dokumenta, primalac_naziv, vrednost_total, verzija } = edited.body
    assert.deepEqual(
      [broj_c1, datum, tip_dokumenta, primalac_naziv, vrednost_total, verzija],
      ['C1-1b', '2026-02-02', 'Reeksport', 'Gama', 22, 2],
    )
    const { promenjeni_c1: _, ...document } = edited.body
    assert.deepEqual((await api.get(`/c1/${id}`)).body, document)
  })

  test('a document keeps its rate; one that is saved or dated after a new rate takes that', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const old = await stored(api, '/c1', c1Body('C1-1', '2026-02-10', [prazan]))
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-02-01', kurs: 120 })
    const later = await stored(api, '/c1', c1Body('C1-2', '2026-02-10', [prazan]))
    assert.deepEqual([old.kurs, old.vrednost_rsd, later.kurs, later.vrednost_rsd], [117.5, 2350, 120, 2400])
    const put = async (datum: string) => (await api.put(`/c1/${old.id}`, c1Body('C1-1', datum, [prazan]))).body.kurs
    assert.equal(await put('2026-02-10'), 117.5)
    assert.equal(await put('2026-02-11'), 120)
    assert.equal(await put('2026-01-31'), 117.5)
  })

  test('what does not exist is not found', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const answers = [
      await api.get('/c1/7'),
      await api.get('/c1/7/stavke'),
      await api.get('/c1/7/razduzenje'),
      await api.get('/c1/7/files'),
      await api.get('/c1/download/7'),
      await api.get('/documents/pdf/7'),
      await api.put('/c1/7', c1Body('C1-1', '2026-02-01', [prazan])),
      await api.delete('/c1/7'),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 404)
      assert.deepEqual(body, { message: 'Traženi podatak ne postoji.' })
    }
  })

  test('a change or removal of what somebody else changed meanwhile is refused and changes nothing', async () => {
    const api = await meterApi(engine)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    const seen = { 'if-match': '"1"' }
    assert.equal((await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', pieces(2)), seen)).status, 200)
    const late = [
      await api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', pieces(3)), seen),
      await api.delete(`/c1/${id}`, seen),
    ]
    for (const { status, body } of late) {
      assert.equal(status, 409)
      assert.match(body.message, /^Neko je u međuvremenu izmenio/)
    }
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalConsumed, 2)
    assert.equal((await api.delete(`/c1/${id}`, { 'if-match': '"2"' })).status, 200)
  })

  test('of changes sent at the same moment with the same version exactly one is made', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    const answers = await Promise.all(
      [20, 30, 40, 50].map((kolicina) =>
        api.put(`/c1/${id}`, c1Body('C1-1', '2026-02-01', pieces(kolicina)), {
          'if-match': '"1"',
          prefer: 'return=minimal',
        }),
      ),
    )
    const made = answers.find(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalConsumed, made?.body.kolicina_total)
  })

  test('the list: newest first, filters under both names, whether something is missing', async () => {
    const api = await meterApi(engine)
    await exportMeters(api, 'IZ-1/26', '2026-02-01', 10)
    const fields = {
      posiljalac_naziv: 'Ђорђевић 100%',
      primalac_naziv: 'Ђорђевић',
      tip_dokumenta: 'Reeksport',
      zemlja_otpreme: 'Hrvatska',
    }
    await stored(api, '/c1', c1Body('RE-1', '2026-03-01', [prazan], fields))
    const numbers = async (query: Record<string, string>) =>
      column((await api.get(`/c1?${new URLSearchParams(query)}`)).body.results, 'broj_c1')
    assert.deepEqual(await numbers({}), ['RE-1', 'IZ-1/26'])
    for (const [names, value, found] of [
      [['search', 'c1Number'], 'iz', ['IZ-1/26']],
      [['tip_dokumenta', 'documentType'], 'Reeksport', ['RE-1']],
      [['datum_od', 'dateStart'], '2026-02-02', ['RE-1']],
      [['datum_do', 'dateEnd'], '2026-02-28', ['IZ-1/26']],
      [['primalac', 'receiver'], 'djordj', ['RE-1']],
      [['posiljalac', 'sender'], 'djordjević 100%', ['RE-1']],
      [['posiljalac', 'sender'], '%', ['RE-1']],
      [['zemlja_otpreme', 'countryOfDispatch'], 'Hrvatska', ['RE-1']],
      [['vrednost_min', 'valueMin'], '20.01', ['IZ-1/26']],
      [['vrednost_max', 'valueMax'], '20', ['RE-1']],
      [['kolicina_min', 'quantityMin'], '11', []],
      [['kolicina_max', 'quantityMax'], '10', ['RE-1', 'IZ-1/26']],
    ] as const) {
      for (const name of names) assert.deepEqual(await numbers({ [name]: value }), found, `${name}=${value}`)
    }
    assert.deepEqual(await numbers({ ima_manjak: 'true' }), ['IZ-1/26'])
    assert.deepEqual(await numbers({ ima_manjak: 'false' }), ['RE-1'])
    assert.deepEqual(await numbers({ ima_manjak: 'true', search: 're' }), [])
    assert.deepEqual(await numbers({ ima_manjak: 'da' }), ['RE-1', 'IZ-1/26'], 'no filter')
    const { body } = await api.get('/c1?limit=1000')
    assert.deepEqual([body.total, body.totalPages, body.limit], [2, 1, 1000])
    assert.deepEqual(body.documents, body.results)
    assert.deepEqual(column(body.results, 'ima_manjak'), [false, true])
    const { stavke: _, manjak: __, ...row } = (await api.get(`/c1/${body.results[0].id}`)).body
    assert.deepEqual(body.results[0], row)
  })

  test('firms are those of the documents, each once, the one used last first', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    for (const [index, primalac_naziv] of ['Alfa', 'Beta', 'Alfa'].entries())
      await stored(api, '/c1', c1Body(`C1-${index}`, `2026-02-0${index + 1}`, [prazan], { primalac_naziv }))
    const { body } = await api.get('/c1/firms')
    assert.deepEqual(column(body, 'primalac_naziv'), ['Alfa', 'Beta'])
    assert.deepEqual(body[0], {
      posiljalac_naziv: 'Šumadija kabl',
      posiljalac_grad: 'Kragujevac',
      posiljalac_drzava: 'Srbija',
      primalac_naziv: 'Alfa',
      primalac_pib: null,
      primalac_mb: null,
      primalac_grad: 'Zagreb',
    })
  })
})
