import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { addDocuments, column, stored } from '#server/testing-documents.ts'

const NOTES = {
  a: 'Čeka se račun za žuti kabl FLRY-B 0,50 mm²',
  b: 'Đorđević javlja: roba C4-18/2026 stiže u Niš',
  c: 'Каблови за Црвену звезду, 100 % памук_лан',
  d: `Nalog ${'a'.repeat(60)}b i ${'ab'.repeat(30)}`,
  e: 'ß Straße, œuvre, İzmir, Ω 5 k, "navodnici" i \\kosa crta',
}
/** Each search with the notes that have it. */
const FOUND: Readonly<Record<string, string>> = {
  ceka: 'a',
  ČEKA: 'a',
  'чека жути': 'a',
  'kabl zuti': 'a',
  kabl: 'ac',
  каблови: 'c',
  'C4-18': 'b',
  'С4–18': 'b',
  djordjevic: 'b',
  'ђорђевић ниш': 'b',
  đorđević: 'b',
  s: 'abe',
  i: 'abcde',
  mm: 'a',
  ni: 'be',
  '0,50 mm2': 'a',
  '%': 'c',
  _: 'c',
  '100 %': 'c',
  k_l: 'c',
  '\\': 'e',
  '"': 'e',
  strasse: 'e',
  oeuvre: 'e',
  izmir: 'e',
  'ab aab': 'd',
  [`${'a'.repeat(60)}b`]: 'd',
  [`${'a'.repeat(61)}b`]: '',
  [`${'ab'.repeat(30)}`]: 'd',
  [`${'ab'.repeat(31)}`]: '',
  '0,50 kabl zuti racun se ceka': 'a',
  '0,50 kabl zuti racun ceka nis': '',
  'stize u nis roba javlja c4-18/2026': 'b',
  'роба јавља с4-18 стиже у ниш': 'b',
}

eachEngine('a search', (engine) => {
  test('finds in notes, and in the trail about them, what has each word, in any order and script', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    for (const tekst of Object.values(NOTES))
      await stored(api, '/beleske', { vrsta: 'c4', predmet: String(c4[0].id), tekst })
    const names = new Map(Object.entries(NOTES).map(([name, tekst]) => [tekst, name]))
    const namesOf = (texts: readonly unknown[]) =>
      texts
        .map((text) => names.get(String(text)))
        .toSorted()
        .join('')
    const found: Record<string, string> = {}
    for (const q of Object.keys(FOUND)) {
      found[q] = namesOf(column((await api.get(`/pretraga?q=${encodeURIComponent(q)}`)).body.beleske, 'tekst'))
      const trail = (await api.get(`/audit?vrsta=beleska&limit=50&search=${encodeURIComponent(q)}`)).body.results
      // The entries say more than the notes: of what they stand beside, too.
      const told = namesOf(column(trail, 'sazetak'))
      assert.deepEqual(
        [...(found[q] ?? '')].filter((name) => !told.includes(name)),
        [],
        q,
      )
    }
    assert.deepEqual(found, FOUND)
  })

  test('finds documents and goods by words of which each stands elsewhere in the row', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const found = async (path: string, name: string, words: string) =>
      column((await api.get(`${path}${encodeURIComponent(words)}`)).body.results, name)
        .toSorted()
        .join(' ')
    const documents: Readonly<Record<string, string>> = {
      promet: 'C4-2',
      'čelik C4 rsd': 'C4-2',
      'rsd carinska promet celik c4-2 05.02.2026': 'C4-2',
      'rsd carinska promet celik c4-1 05.02.2026': '',
      '02.2026': 'C4-2',
      c4: 'C4-1 C4-2',
    }
    for (const [words, numbers] of Object.entries(documents)) {
      assert.equal(await found('/c4?search=', 'broj_c4', words), numbers, words)
      assert.equal(await found('/archive/documents?tip=Dolazni&search=', 'broj', words), numbers, words)
    }
    const materials: Readonly<Record<string, string>> = {
      'crni kabl': 'KABL1',
      црни: 'KABL1',
      'nemacka 8544.49 zuti kom': 'KON8',
      'nemacka 8544.49 zuti m': 'KON8',
      'nemacka 8544.49 crni kom': '',
      m: 'KABL1 KON8',
    }
    for (const [words, ids] of Object.entries(materials))
      assert.equal(await found('/materials?search=', 'id', words), ids, words)
    const discharged = await api.get(`/c4/1/razduzenje?search=${encodeURIComponent('kabl c1-1 snop snop1 f-1')}`)
    assert.equal(discharged.status, 200)
  })
})
