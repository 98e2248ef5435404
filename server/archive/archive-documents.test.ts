import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ArchiveDocument } from '#contract/archive.ts'
import { MAX_WALKED } from '#server/documents/document-list.ts'
import { eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'

/** Four imports and three exports, entered out of order; two of each kind on one day. */
async function withSeven(engine: TestEngine) {
  const api = await testApi(engine)
  await addCatalogue(api)
  const c4 = (broj: string, datum: string, kolicina: number, fields = {}) =>
    stored(api, '/c4', c4Body(broj, datum, [{ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 2 }], fields))
  const c1 = (broj: string, datum: string, kolicina: number, fields = {}) =>
    stored(api, '/c1', c1Body(broj, datum, [{ proizvod_id: 'SNOP1', kolicina, cena: 10 }], fields))
  await c4('U-10', '2026-03-10', 10, { posiljalac_naziv: 'Čelik promet', zemlja_otpreme: 'Srbija', valuta: 'RSD' })
  await c4('U-9', '2026-01-05', 1000)
  await c1('I-1', '2026-03-10', 1)
  await c1('I-2', '2026-03-10', 3, { primalac_naziv: 'Ćirić d.o.o.', tip_dokumenta: 'Reeksport' })
  await c4('U-11', '2026-03-10', 30, {
    posiljalac_naziv: 'Anadolu Kablo A.Ş.',
    zemlja_otpreme: 'Turska',
    valuta: 'USD',
  })
  await c4('U-8', '2025-12-31', 20, { tip_dokumenta: 'Privremeni uvoz' })
  await c1('I-3', '2026-04-01', 2, { zemlja_otpreme: 'Crna Gora' })
  const documents = async (query = '') => {
    const { body } = await api.get(`/archive/documents?${query}`)
    return { ...body, numbers: body.results.map(({ broj }: ArchiveDocument) => broj) }
  }
  return { api, documents }
}

eachEngine('archive: documents', (engine) => {
  test('a line says of C4 and C1 alike what the table shows', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    const { body } = await api.get('/archive/documents')
    assert.deepEqual([body.total, body.totalPages, body.page, body.limit], [4, 1, 1, 50])
    const find = (broj: string) => body.results.find((row: ArchiveDocument) => row.broj === broj)
    assert.deepEqual(find('C4-1'), {
      vrsta: 'c4',
      id: c4[0].id,
      broj: 'C4-1',
      tip: 'Dolazni',
      tip_dokumenta: 'Uvozna deklaracija',
      datum: '2026-01-10',
      partner: 'Müller Kabel GmbH',
      zemlja_otpreme: 'Nemačka',
      valuta: 'EUR',
      kurs: 117.5,
      vrednost_total: 205,
      vrednost_rsd: 24087.5,
      kolicina_total: 110,
      pdf_fajl: null,
      ima_manjak: false,
    })
    assert.deepEqual(find('C1-2'), {
      vrsta: 'c1',
      id: c1[1].id,
      broj: 'C1-2',
      tip: 'Odlazni',
      tip_dokumenta: 'Izvozna deklaracija',
      datum: '2026-02-05',
      partner: 'Beta Auto',
      zemlja_otpreme: 'Srbija',
      valuta: 'EUR',
      kurs: 117.5,
      vrednost_total: 384,
      vrednost_rsd: 45120,
      kolicina_total: 24,
      pdf_fajl: null,
      ima_manjak: true,
    })
  })

  test('the newest document stands first, whatever its kind, and pages cut one list', async () => {
    const { documents } = await withSeven(engine)
    const all = await documents()
    assert.equal(all.numbers[0], 'I-3')
    assert.deepEqual(all.numbers.slice(1, 5).sort(), ['I-1', 'I-2', 'U-10', 'U-11'])
    assert.deepEqual(all.numbers.slice(5), ['U-9', 'U-8'])
    const pages = [await documents('limit=3'), await documents('limit=3&page=2'), await documents('limit=3&page=3')]
    assert.deepEqual(
      pages.flatMap(({ numbers }) => numbers),
      all.numbers,
    )
    assert.deepEqual([pages[0]?.total, pages[0]?.totalPages], [7, 3])
    assert.deepEqual((await documents('page=9')).numbers, [])
  })

  test('every column sorts both ways; between equals the newest stands first', async () => {
    const { documents } = await withSeven(engine)
    const sorted = async (query: string) => (await documents(query)).numbers.join(' ')
    assert.equal(await sorted('sort=datum&order=asc&tip=Odlazni'), 'I-1 I-2 I-3')
    assert.equal(await sorted('sort=broj'), 'I-1 I-2 I-3 U-10 U-11 U-8 U-9')
    assert.equal(await sorted('sort=broj&order=desc'), 'U-9 U-8 U-11 U-10 I-3 I-2 I-1')
    assert.equal(await sorted('sort=tip'), 'U-11 U-10 U-9 U-8 I-3 I-2 I-1')
    assert.equal(await sorted('sort=tip&order=desc'), 'I-3 I-2 I-1 U-11 U-10 U-9 U-8')
    assert.equal(await sorted('sort=tip_dokumenta'), 'I-3 I-1 U-8 I-2 U-11 U-10 U-9')
    assert.equal(await sorted('sort=partner'), 'U-11 I-3 I-1 U-10 I-2 U-9 U-8')
    assert.equal(await sorted('sort=zemlja_otpreme'), 'I-3 U-9 U-8 I-2 I-1 U-10 U-11')
    // In RSD: 20; 1175; 2350; 3525; 4700; 6432 and 235 000.
    assert.equal(await sorted('sort=vrednost_rsd'), 'U-10 I-1 I-3 I-2 U-8 U-11 U-9')
    assert.equal(await sorted('sort=kolicina_total&order=desc'), 'U-9 U-11 U-8 U-10 I-2 I-3 I-1')
    assert.equal(await sorted('sort=nonsense'), (await documents()).numbers.join(' '))
  })

  test('filters narrow the list and its total', async () => {
    const { documents } = await withSeven(engine)
    const found = async (query: string) => {
      const { numbers, total } = await documents(query)
      assert.equal(numbers.length, total)
      return numbers.sort().join(' ')
    }
    assert.equal(await found('tip=Dolazni'), 'U-10 U-11 U-8 U-9')
    assert.equal(await found('tip=Odlazni'), 'I-1 I-2 I-3')
    assert.equal(await found('tip_dokumenta=Reeksport'), 'I-2')
    assert.equal(await found('zemlja_otpreme=Srbija'), 'I-1 I-2 U-10')
    assert.equal(await found('datum_od=2026-03-10&datum_do=2026-03-31'), 'I-1 I-2 U-10 U-11')
    assert.equal(await found('partner=anadolu'), 'U-11')
    assert.equal(await found('search=u-1'), 'U-10 U-11')
    assert.equal(await found('search=ciric'), 'I-2')
    assert.equal(await found(`search=${encodeURIComponent('челик 10')}`), 'U-10')
    assert.equal(await found('search=u-11&tip=Odlazni'), '')
    assert.equal(await found('search=_'), '')
    assert.equal(await found('search=dolazni'), 'U-10 U-11 U-8 U-9')
    assert.equal(await found('search=odlazni+reeksport'), 'I-2')
    assert.equal(await found('search=dolazni&tip=Odlazni'), '')
  })

  test('filters have the second names of other lists too, in every view', async () => {
    const { api } = await withSeven(engine)
    const period = ['datum_od=2026-03-10&datum_do=2026-03-31', 'dateStart=2026-03-10&dateEnd=2026-03-31']
    for (const [view, first, second] of [
      ...['overview', 'documents', 'remaining', 'materials', 'products'].map((view) => [view, ...period] as const),
      ['documents', 'tip_dokumenta=Reeksport', 'documentType=Reeksport'],
      ['documents', 'zemlja_otpreme=Turska', 'countryOfDispatch=Turska'],
    ] as const) {
      const [all, ofFirst, ofSecond] = await Promise.all(
        ['', first, second].map(async (query) => (await api.get(`/archive/${view}?${query}`)).body),
      )
      assert.notDeepEqual(ofFirst, all, view)
      assert.deepEqual(ofSecond, ofFirst, view)
      assert.equal(ofSecond.upozorenja, undefined, view)
    }
  })

  test('a search is cut into pages of any length, with the same total on each, also between documents of one day', async () => {
    const { documents } = await withSeven(engine)
    for (const search of ['search=-', 'search=-&order=asc', 'search=-&sort=broj', 'search=-&tip=Odlazni']) {
      const { numbers, total } = await documents(search)
      assert.equal(numbers.length, total)
      for (let limit = 1; limit <= 8; limit++) {
        for (let page = 1; page <= 8; page++) {
          const one = await documents(`${search}&limit=${limit}&page=${page}`)
          const rows = numbers.slice((page - 1) * limit, page * limit)
          assert.deepEqual([one.total, one.numbers], [total, rows], `${search}: page ${page} of ${limit}`)
        }
      }
    }
    const behind = await documents(`search=-&limit=${MAX_WALKED / 5}&page=6`)
    assert.deepEqual([behind.total, behind.numbers], [7, []])
  })
})

eachEngine('archive: overview', (engine) => {
  test('counts and value are those of the period, the most valuable materials those of today', async () => {
    const { api } = await withSeven(engine)
    const whole = (await api.get('/archive/overview')).body
    assert.deepEqual([whole.ukupno_dokumenata, whole.ukupno_c4, whole.ukupno_c1], [7, 4, 3])
    assert.equal(whole.vrednost_rsd, 20 + 1175 + 2350 + 3525 + 4700 + 6432 + 235000)
    assert.equal(whole.nedavni.length, 5)
    assert.equal(whole.nedavni[0].broj, 'I-3')
    // 1060 m came and 15 m went out, all of it from the oldest import of 20 m: 5 × 235 + 1000 × 235 + 20 + 6432.
    const top = { materijal_id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm', totalQuantity: 1045, preostalo: 1045 }
    assert.deepEqual(whole.top_materijali, [{ ...top, vrednost_rsd: 242627 }])

    const january = (await api.get('/archive/overview?datum_od=2026-01-01&datum_do=2026-01-31')).body
    assert.deepEqual([january.ukupno_dokumenata, january.ukupno_c4, january.ukupno_c1], [1, 1, 0])
    assert.equal(january.vrednost_rsd, 235000)
    assert.deepEqual(
      january.nedavni.map(({ broj }: ArchiveDocument) => broj),
      ['U-9'],
    )
    assert.deepEqual(january.top_materijali, whole.top_materijali)
  })

  test('beside the value of a material stands what remains of it, also where older exports lack more', async () => {
    const { api } = await withSeven(engine)
    await stored(api, '/c1', c1Body('I-0', '2025-01-10', [{ proizvod_id: 'SNOP1', kolicina: 500, cena: 10 }]))
    const [top] = (await api.get('/archive/overview')).body.top_materijali
    assert.deepEqual([top.preostalo, top.totalQuantity, top.vrednost_rsd], [1045, 1045 - 500 * 2.5, 242627])
  })

  test('an empty archive has zeros', async () => {
    const api = await testApi(engine)
    assert.deepEqual((await api.get('/archive/overview')).body, {
      ukupno_dokumenata: 0,
      ukupno_c4: 0,
      ukupno_c1: 0,
      vrednost_rsd: 0,
      nedavni: [],
      top_materijali: [],
    })
    assert.deepEqual((await api.get('/archive/documents')).body.results, [])
  })
})
