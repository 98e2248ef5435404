import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c4Body, column, type Fields, NO_CARINA, refusalOf, stored } from '#server/testing-documents.ts'

const kabl = { materijal_id: 'KABL1', kolicina: 10, cena_po_jedinici: 2 }
const kon = { materijal_id: 'KON8', kolicina: 4, cena_po_jedinici: 0.5 }
/** What a C4 that must be refused is refused with. */
const refusal = (api: Client, body: unknown) => refusalOf(api, '/c4', body)

eachEngine('C4', (engine) => {
  test('a new document is answered whole, with what the server works out', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const body = c4Body('C4-1', '2026-01-10', [{ ...kabl, dokazuje_poreklo: true }, kon], { primalac_pib: '104052135' })
    const { status, body: saved, headers } = await api.post('/c4', body)
    assert.equal(status, 201)
    assert.equal(headers.get('etag'), '"1"')
    const { stavke, ...fields } = body
    const line = {
      broj_fakture: 'F-1',
      tarifni_broj: '8544.49',
      zemlja_porekla: 'Nemačka',
      kolicina_razduzena: 0,
      ...NO_CARINA.line,
    }
    assert.deepEqual(saved, {
      id: saved.id,
      ...fields,
      primalac_mb: null,
      ...NO_CARINA.c4,
      paritet: 'EXW',
      pdf_fajl: null,
      kurs: 117.5,
      vrednost_total: 22,
      vrednost_rsd: 2585,
      kolicina_total: 14,
      broj_stavki: 2,
      verzija: 1,
      stavke: [
        {
          ...line,
          ...kabl,
          id: saved.stavke[0].id,
          redni_broj: 1,
          materijal_naziv: 'Kabl crni',
          jedinica_mere: 'm',
          iznos: 20,
          dokazuje_poreklo: true,
          preostalo: 10,
        },
        {
          ...line,
          ...kon,
          id: saved.stavke[1].id,
          redni_broj: 2,
          materijal_naziv: 'Konektor žuti',
          jedinica_mere: 'kom',
          iznos: 2,
          dokazuje_poreklo: false,
          preostalo: 4,
        },
      ],
      promenjeni_c1: [],
      promenjen_trosak_c1: [],
    })
    const { promenjeni_c1: _, promenjen_trosak_c1: __, ...document } = saved
    assert.deepEqual((await api.get(`/c4/${saved.id}`)).body, document)
    assert.deepEqual((await api.get(`/c4/${saved.id}/stavke`)).body, saved.stavke)
  })

  test('currency is RSD and parity EXW unless said otherwise; PIB and MB may be missing, null or blank', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const fields = { valuta: undefined, primalac_pib: '  ', primalac_mb: null }
    const saved = await stored(
      api,
      '/c4',
      c4Body('C4-1', '2026-01-10', [{ ...kabl, dokazuje_poreklo: undefined }], fields),
    )
    assert.deepEqual(
      [saved.valuta, saved.kurs, saved.paritet, saved.primalac_pib, saved.primalac_mb],
      ['RSD', 1, 'EXW', null, null],
    )
    assert.equal(saved.stavke[0].dokazuje_poreklo, false)
  })

  test('amounts are rounded half up to 2 places, totals are their sums, and what a client sends is ignored', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    // 3 × 0,005 = 0,015 → 0,02; 0,25 × 10,1 = 2,525 → 2,53; 0,1 + 0,2 of a metre is 0,3.
    const lines = [
      { ...kabl, kolicina: 3, cena_po_jedinici: 0.005, iznos: 999 },
      { ...kabl, kolicina: 0.25, cena_po_jedinici: 10.1 },
      { ...kabl, kolicina: 0.1, cena_po_jedinici: 1 },
      { ...kabl, kolicina: 0.2, cena_po_jedinici: 1 },
    ]
    const totals = { vrednost_total: 1, kolicina_total: 1, vrednost_rsd: 1, kurs: 1, verzija: 9, id: 77 }
    const saved = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines, totals))
    assert.deepEqual(column(saved.stavke, 'iznos'), [0.02, 2.53, 0.1, 0.2])
    assert.equal(saved.vrednost_total, 2.85)
    assert.equal(saved.kolicina_total, 3.55)
    // 2,85 × 117,5 = 334,875
    assert.equal(saved.vrednost_rsd, 334.88)
    assert.deepEqual([saved.kurs, saved.verzija], [117.5, 1])
    assert.notEqual(saved.id, 77)
    assert.match(JSON.stringify(saved), /"kolicina_total":3.55,/)
  })

  test('a known country is kept in its own spelling, and letters in one form', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const countries = { posiljalac_drzava: 'NEMACKA', zemlja_otpreme: ' немачка ' }
    const lines = [{ ...kabl, zemlja_porekla: 'nemačka' }]
    const saved = await stored(api, '/c4', c4Body('Đč-5', '2026-01-10', lines, countries))
    const { posiljalac_drzava, zemlja_otpreme, stavke } = saved
    assert.deepEqual([posiljalac_drzava, zemlja_otpreme, stavke[0].zemlja_porekla], Array(3).fill('Nemačka'))
    assert.equal((await api.get(`/c4?zemlja_otpreme=${encodeURIComponent('Nemačka')}`)).body.total, 1)
    const apart = c4Body('Đč-5'.normalize('NFD'), '2026-01-10', lines)
    assert.equal((await api.post('/c4', apart)).status, 409)
  })

  test('a quarter and a millionth are quantities, a thousand million is the most', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lines = [0.25, 0.000001, 1_000_000_000, '12.5'].map((kolicina) => ({
      ...kabl,
      kolicina,
      cena_po_jedinici: 1,
    }))
    const saved = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    assert.deepEqual(column(saved.stavke, 'kolicina'), [0.25, 0.000001, 1_000_000_000, 12.5])
    assert.deepEqual(column(saved.stavke, 'iznos'), [0.25, 0, 1_000_000_000, 12.5])
  })

  test('a number that is none of that is refused with its field and its row, and nothing is saved', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const withSecond = (line: Fields) => refusal(api, c4Body('C4-1', '2026-01-10', [kabl, { ...kon, ...line }]))
    const places = 'mora biti broj sa najviše 6 decimala.'
    const most = 'najviše 1.000.000.000.'
    for (const [line, field, message] of [
      [{ kolicina: 0.1234567 }, 'kolicina', `Stavka 2: Količina ${places}`],
      [{ kolicina: 0 }, 'kolicina', 'Stavka 2: Količina mora biti veća od 0'],
      [{ kolicina: -3 }, 'kolicina', 'Stavka 2: Količina mora biti veća od 0'],
      [{ kolicina: 1_000_000_001 }, 'kolicina', `Stavka 2: Količina: ${most}`],
      [{ kolicina: null }, 'kolicina', 'Stavka 2: Količina: obavezno polje.'],
      [{ kolicina: 'pet' }, 'kolicina', `Stavka 2: Količina ${places}`],
      [{ cena_po_jedinici: 0 }, 'cena_po_jedinici', 'Stavka 2: Cena mora biti veća od 0'],
      [{ cena_po_jedinici: -0.01 }, 'cena_po_jedinici', 'Stavka 2: Cena mora biti veća od 0'],
      [{ cena_po_jedinici: 1e300 }, 'cena_po_jedinici', `Stavka 2: Cena po jedinici: ${most}`],
      [{ cena_po_jedinici: 0.0000001 }, 'cena_po_jedinici', `Stavka 2: Cena po jedinici ${places}`],
    ] as const) {
      assert.deepEqual(await withSecond(line), { message, fields: [`stavke.1.${field}`] }, JSON.stringify(line))
    }
    assert.equal((await api.get('/c4')).body.total, 0)
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 0)
  })

  test('amounts beyond the books are refused in a sentence', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const most = { ...kabl, kolicina: 1_000_000_000 }
    const tooMuch = { message: 'Ukupna vrednost ili količina dokumenta je prevelika.', fields: [] }
    const body = (lines: Fields[], valuta: string) => c4Body('C4-1', '2026-01-10', lines, { valuta })
    assert.deepEqual(await refusal(api, body([{ ...most, cena_po_jedinici: 1_000_000_000 }], 'RSD')), {
      message: 'Stavka 1: iznos je prevelik.',
      fields: ['stavke.0.kolicina'],
    })
    const half = { ...most, cena_po_jedinici: 35_000.000001 }
    assert.deepEqual(await refusal(api, body([half, half], 'RSD')), tooMuch)
    // 70 000 billion are within the books in dinars, not in euros.
    const full = { ...most, cena_po_jedinici: 70_000 }
    assert.deepEqual(await refusal(api, body([full], 'EUR')), tooMuch)
    const pieces = Array.from({ length: 10 }, () => ({ ...most, cena_po_jedinici: 0.01 }))
    assert.deepEqual(await refusal(api, body(pieces, 'RSD')), tooMuch)
    assert.equal((await stored(api, '/c4', body([full], 'RSD'))).vrednost_rsd, 70_000_000_000_000)
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 1_000_000_000)
  })

  test('a material holds 8 500 million at most, over all its documents', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lines = Array.from({ length: 17 }, () => ({ ...kabl, kolicina: 500_000_000, cena_po_jedinici: 0.01 }))
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    assert.deepEqual(await refusal(api, c4Body('C4-2', '2026-01-10', [{ ...kabl, kolicina: 0.000001 }])), {
      message: 'Ukupna količina materijala KABL1 prelazi 8.500.000.000.',
      fields: [],
    })
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 8_500_000_000)
  })

  test('what is required is asked for by name', async () => {
    const api = await testApi(engine)
    const empty = await refusal(api, {})
    assert.equal(empty.message, 'Tip dokumenta: obavezno polje (i još grešaka: 10).')
    assert.deepEqual(empty.fields, [
      'tip_dokumenta',
      'broj_terminala',
      'broj_c4',
      'datum',
      'posiljalac_naziv',
      'posiljalac_grad',
      'posiljalac_drzava',
      'primalac_naziv',
      'primalac_grad',
      'zemlja_otpreme',
      'stavke',
    ])
    const body = c4Body('C4-1', '2026-01-10', [kabl])
    const without = async (change: Fields) => (await refusal(api, { ...body, ...change })).message
    assert.equal(await without({ stavke: [] }), 'Morate dodati barem jednu fakturu sa stavkama')
    assert.equal(await without({ stavke: null }), 'Morate dodati barem jednu fakturu sa stavkama')
    const tooMany = Array.from({ length: 5001 }, () => body.stavke[0])
    assert.equal(await without({ stavke: tooMany }), 'Dokument može imati najviše 5000 stavki.')
    assert.equal(await without({ broj_c4: '   ' }), 'Broj C4: obavezno polje.')
    assert.equal(await without({ broj_c4: 'x'.repeat(51) }), 'Broj C4: najviše 50 znakova.')
    assert.equal(await without({ datum: '2026-02-30' }), 'Datum: datum nije ispravan (GGGG-MM-DD).')
    assert.equal(
      await without({ tip_dokumenta: 'Račun' }),
      'Tip dokumenta: dozvoljeno je Carinska deklaracija, Uvozna deklaracija, Privremeni uvoz.',
    )
    assert.equal(await without({ paritet: 'DDP' }), 'Paritet: dozvoljeno je EXW, CIF, DAP, FOB.')
    assert.equal(await without({ valuta: 'CHF' }), 'Valuta: dozvoljeno je RSD, EUR, USD.')
  })

  test('a missing invoice number is Faktura-1; an empty one is an error', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lines = [
      { ...kabl, broj_fakture: null },
      { ...kon, broj_fakture: undefined, redni_broj: 2 },
    ]
    const saved = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    assert.deepEqual(column(saved.stavke, 'broj_fakture'), ['Faktura-1', 'Faktura-1'])
    assert.deepEqual(await refusal(api, c4Body('C4-2', '2026-01-10', [{ ...kabl, broj_fakture: ' ' }])), {
      message: 'Stavka 1: Broj fakture: obavezno polje.',
      fields: ['stavke.0.broj_fakture'],
    })
  })

  test('a half-filled line is an error with its row, not dropped', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lines = [kabl, { kolicina: 5 }, { ...kon, tarifni_broj: '', zemlja_porekla: ' ', redni_broj: null }]
    assert.deepEqual(await refusal(api, c4Body('C4-1', '2026-01-10', lines)), {
      message: 'Stavka 2: Materijal: obavezno polje (i još grešaka: 4).',
      fields: [
        'stavke.1.materijal_id',
        'stavke.1.cena_po_jedinici',
        'stavke.2.redni_broj',
        'stavke.2.tarifni_broj',
        'stavke.2.zemlja_porekla',
      ],
    })
    const nameless = c4Body('C4-1', '2026-01-10', [{ ...kabl, broj_fakture: ' ' }])
    assert.deepEqual(await refusal(api, nameless), {
      message: 'Stavka 1: Broj fakture: obavezno polje.',
      fields: ['stavke.0.broj_fakture'],
    })
    assert.equal((await api.get('/c4')).body.total, 0)
  })

  test('a material that does not exist is named', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lines = [kabl, { ...kabl, materijal_id: 'NEMA1' }, { ...kabl, materijal_id: 'kabl1' }]
    assert.deepEqual(await refusal(api, c4Body('C4-1', '2026-01-10', lines)), {
      message: 'Stavka 2: materijal NEMA1 ne postoji (i još grešaka: 1).',
      fields: ['stavke.1.materijal_id', 'stavke.2.materijal_id'],
    })
  })

  test('a redni_broj stands once in its invoice', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const at = (broj_fakture: string, redni_broj: number) => ({ ...kabl, broj_fakture, redni_broj })
    assert.deepEqual(await refusal(api, c4Body('C4-1', '2026-01-10', [at('F-1', 1), at('F-2', 1), at(' f-1 ', 1)])), {
      message: 'Stavka 3: redni broj 1 se ponavlja u fakturi f-1.',
      fields: ['stavke.2.redni_broj'],
    })
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [at('F-1', 1), at('F-2', 1), at('F-1', 2)]))
  })

  test('an invoice is spelled one way in its document; spelled another way later, it keeps its lots', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const at = (broj_fakture: string, redni_broj: number) => ({ ...kabl, broj_fakture, redni_broj })
    const lots = ({ stavke }: { stavke: Fields[] }) => stavke.map(({ id, broj_fakture }) => [id, broj_fakture])
    const saved = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [at('f-1', 1), at('F-2', 1), at('F-1', 2)]))
    assert.deepEqual(
      saved.stavke.map((row: Fields) => row.broj_fakture),
      ['f-1', 'F-2', 'f-1'],
    )
    const respelled = await api.put(
      `/c4/${saved.id}`,
      c4Body('C4-1', '2026-01-10', [at('F-1', 1), at('F-2', 1), at('f-1', 2)]),
    )
    const ids = saved.stavke.map((row: Fields) => row.id)
    assert.deepEqual(lots(respelled.body), [
      [ids[0], 'F-1'],
      [ids[1], 'F-2'],
      [ids[2], 'F-1'],
    ])
  })

  test('lines come back in the order in which they were saved, after an edit too', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const at = (broj_fakture: string, redni_broj: number) => ({ ...kabl, broj_fakture, redni_broj })
    const order = ({ stavke }: { stavke: Fields[] }) => stavke.map((row) => `${row.broj_fakture}/${row.redni_broj}`)
    const lines = [at('F-2', 7), at('F-1', 3), at('F-2', 1), at('F-1', 1)]
    const saved = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines))
    assert.deepEqual(order(saved), ['F-2/7', 'F-1/3', 'F-2/1', 'F-1/1'])
    const edited = await api.put(`/c4/${saved.id}`, c4Body('C4-1', '2026-01-10', [at('F-9', 1), ...lines.toReversed()]))
    assert.deepEqual(order(edited.body), ['F-9/1', 'F-1/1', 'F-2/1', 'F-1/3', 'F-2/7'])
    assert.deepEqual(order({ stavke: (await api.get(`/c4/${saved.id}/stavke`)).body }), order(edited.body))
  })

  test('a number is given once a year, whatever its case and the blanks around it', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const first = await stored(api, '/c4', c4Body('Ću-12/a', '2026-01-10', [kabl]))
    const taken = await api.post('/c4', c4Body('  ću-12/A ', '2026-12-31', [kabl]))
    assert.equal(taken.status, 409)
    assert.deepEqual(taken.body, {
      message: 'Dokument sa ovim brojem već postoji.',
      errors: [{ field: 'broj_c4', message: 'Dokument sa ovim brojem već postoji.' }],
    })
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 10)
    const other = await stored(api, '/c4', c4Body(' Ću-12/a ', '2025-12-31', [kabl]))
    assert.equal(other.broj_c4, 'Ću-12/a')
    const moved = await api.put(`/c4/${other.id}`, c4Body('ĆU-12/A', '2026-01-01', [kabl]))
    assert.equal(moved.status, 409)
    assert.equal((await api.get(`/c4/${other.id}`)).body.datum, '2025-12-31')
    assert.equal((await api.put(`/c4/${first.id}`, c4Body('ĆU-12/A', '2026-01-11', [kabl]))).body.broj_c4, 'ĆU-12/A')
    await api.delete(`/c4/${first.id}`)
    assert.equal((await api.put(`/c4/${other.id}`, c4Body('ću-12/a', '2026-01-01', [kabl]))).status, 200)
  })

  test('of documents with one number sent at the same moment one is saved', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.post('/c4', c4Body('C4-1', '2026-01-10', [kabl]))),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 10)
  })

  test('an edit answers the whole document with the next version', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const saved = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [kabl]))
    const body = c4Body('C4-1b', '2026-01-12', [{ ...kabl, kolicina: 12 }, kon], {
      paritet: 'FOB',
      primalac_mb: '17162543',
    })
    const { status, body: edited, headers } = await api.put(`/c4/${saved.id}`, body)
    assert.equal(status, 200)
    assert.equal(headers.get('etag'), '"2"')
    assert.deepEqual(
      [edited.id, edited.broj_c4, edited.datum, edited.paritet, edited.primalac_mb, edited.verzija],
      [saved.id, 'C4-1b', '2026-01-12', 'FOB', '17162543', 2],
    )
    assert.deepEqual([edited.vrednost_total, edited.kolicina_total, edited.broj_stavki], [26, 16, 2])
    const { promenjeni_c1: _, promenjen_trosak_c1: __, ...document } = edited
    assert.deepEqual((await api.get(`/c4/${saved.id}`)).body, document)
  })

  test('what does not exist is not found', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const answers = [
      await api.get('/c4/7'),
      await api.get('/c4/7/stavke'),
      await api.get('/c4/download/7'),
      await api.get('/c4/nema'),
      await api.put('/c4/7', c4Body('C4-1', '2026-01-10', [kabl])),
      await api.delete('/c4/7'),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 404)
      assert.deepEqual(body, { message: 'Traženi podatak ne postoji.' })
    }
  })

  test('a deleted document is gone with its lots', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [kabl, kon]))
    const { status, body } = await api.delete(`/c4/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, { message: 'Dokument uspešno obrisan.', promenjeni_c1: [] })
    assert.equal((await api.get(`/c4/${id}`)).status, 404)
    assert.deepEqual((await api.get('/materials/KABL1/stock')).body, {
      totalQuantity: 0,
      totalInput: 0,
      totalConsumed: 0,
      preostalo: 0,
      manjak: 0,
    })
  })

  test('a change or removal of what somebody else changed meanwhile is refused and changes nothing', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [kabl]))
    const change = (kolicina: number) => c4Body('C4-1', '2026-01-10', [{ ...kabl, kolicina }])
    const seen = { 'if-match': '"1"' }
    assert.equal((await api.put(`/c4/${id}`, change(20), seen)).status, 200)
    for (const late of [await api.put(`/c4/${id}`, change(30), seen), await api.delete(`/c4/${id}`, seen)]) {
      assert.equal(late.status, 409)
      assert.deepEqual(late.body, {
        message: 'Neko je u međuvremenu izmenio ovaj podatak. Osvežite prikaz i pokušajte ponovo.',
      })
    }
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, 20)
    assert.equal((await api.delete(`/c4/${id}`, { 'if-match': '"2"' })).status, 200)
  })

  test('of changes sent at the same moment with the same version exactly one is made', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', [kabl]))
    const answers = await Promise.all(
      [20, 30, 40, 50, 60].map((kolicina) =>
        api.put(`/c4/${id}`, c4Body('C4-1', '2026-01-10', [{ ...kabl, kolicina }]), { 'if-match': '"1"' }),
      ),
    )
    const made = answers.find(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    assert.equal((await api.get(`/c4/${id}`)).body.kolicina_total, made?.body.kolicina_total)
    assert.equal((await api.get('/materials/KABL1/stock')).body.totalInput, made?.body.kolicina_total)
  })

  test('a document keeps its rate; one that is saved or dated anew takes that of its day', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const old = await stored(api, '/c4', c4Body('C4-1', '2026-02-10', [kabl]))
    assert.deepEqual([old.kurs, old.vrednost_rsd], [117.5, 2350])
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-02-01', kurs: 120 })
    const later = await stored(api, '/c4', c4Body('C4-2', '2026-02-01', [kabl]))
    assert.deepEqual([later.kurs, later.vrednost_rsd], [120, 2400])
    const before = await stored(api, '/c4', c4Body('C4-3', '2026-01-31', [kabl]))
    assert.equal(before.kurs, 117.5)
    const edited = await api.put(`/c4/${old.id}`, c4Body('C4-1', '2026-02-10', [{ ...kabl, kolicina: 20 }]))
    assert.deepEqual([edited.body.kurs, edited.body.vrednost_rsd], [117.5, 4700])
    const redated = await api.put(`/c4/${old.id}`, c4Body('C4-1', '2026-02-11', [kabl]))
    assert.equal(redated.body.kurs, 120)
    // 10 m × 2 EUR at 120, 120 and 117,5: the lots are worth what their documents say.
    assert.equal((await api.get('/materials/KABL1')).body.vrednost_rsd, 7150)
  })
})
