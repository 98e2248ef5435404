import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { type ReadPage, readPdf } from '#server/print/testing-pdf.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { column } from '#server/testing-documents.ts'
import { DEMO_ACCOUNT, fillDemo, holdsData } from './demo-fill.ts'
import { DEMO_READER, SPELLING } from './demo-office.ts'

/** Pages of the paper of its quarter at most, and imported lines on a full page of it at least. */
const MAX_PAGES = 60
const MIN_LOTS = 18

anyEngine('demo', (engine) => {
  test('a year of documents is entered by all rules, and the account can look at it', async () => {
    const store = await engine.open()
    assert.equal(await holdsData(store), false)
    const counts = await fillDemo(store, '2026-03-02')
    assert.equal(await holdsData(store), true)
    assert.deepEqual(
      { ...counts, pdf: counts.pdf > 20 },
      { materijala: 67, proizvoda: 15, c4: 126, c1: 204, pdf: true },
    )

    const { anonymous, withToken } = await testApi(engine, { store })
    const { token } = (await anonymous.post('/auth/login', DEMO_ACCOUNT)).body
    const shown = (await withToken(token).get('/dashboard')).body
    assert.equal(shown.ukupno_c4, counts.c4)
    assert.ok(shown.materijala_ispod_nule > 0 && shown.materijala_ispod_nule < 10, 'a few shortages')
    assert.ok(shown.c1_sa_manjkom > 0 && shown.c1_sa_manjkom < 25, 'in a few exports')
    const customs = withToken(token)
    const { total, stanja } = (await customs.get('/rokovi?datum=2026-03-02')).body
    const open = Object.fromEntries(stanja.map((one: { stanje: string; broj_c4: number }) => [one.stanje, one.broj_c4]))
    assert.ok(total > 3 && open.isteklo > 0 && open.ističe > 0, JSON.stringify(open))
    assert.equal((await customs.get('/odobrenja')).body.total, 2)
    const [handedIn] = (await customs.get('/obracuni')).body.results
    assert.deepEqual([handedIn.stanje, handedIn.datum_od, handedIn.datum_do], ['podnet', '2025-10-01', '2025-12-31'])
    const [paper] = (await customs.get(`/obracuni/${handedIn.id}/files`)).body.files
    const { pages } = await readPdf(await getDocumentProxy(new Uint8Array(Buffer.from(paper.data, 'base64'))))
    assert.ok(pages.length <= MAX_PAGES, `${pages.length} pages`)
    const lots = pages.filter(({ text }) => text.includes('A. Uvozne stavke')).map(lotsOn)
    // The first and the last page of the part have others beside it.
    const full = lots.slice(1, -1)
    assert.ok(full.length > 3 && Math.min(...full) >= MIN_LOTS, `${lots} lots on its pages`)
    const { results: waste } = (await customs.get('/otpad/stanje')).body
    assert.ok(waste.some((row: { pusteno: number; stanje: number }) => row.pusteno > 0 && row.stanje > 0))
    const { results: named } = (await customs.get('/ostala-razduzenja?sort=datum&order=asc')).body
    assert.deepEqual(
      named.map(({ vrsta }: { vrsta: string }) => vrsta),
      ['Povraćaj neprerađene robe', 'Uništenje', 'Stavljanje u slobodan promet', 'Manjak po popisu'],
    )
    const [count] = (await customs.get('/popisi')).body.results
    assert.deepEqual([count.broj_materijala, count.manjkova, count.viskova], [5, 2, 1])
    const { stavke } = (await customs.get('/obracun?datum_od=2025-10-01&datum_do=2026-03-02')).body
    for (const name of ['vraceno', 'unisteno', 'slobodan_promet', 'manjak_popisa', 'carina_ostatka'])
      assert.ok(
        stavke.some((row: Record<string, number>) => (row[name] ?? 0) > 0),
        name,
      )
    assert.equal(
      (await customs.get('/obracun')).body.izvoz.filter(({ usmereno }: { usmereno: boolean }) => usmereno).length,
      1,
    )
    const [compared] = (await customs.get('/usaglasavanje')).body.results
    assert.ok(compared.objasnjenih === 1 && compared.broj_razlika > 1, JSON.stringify(compared))
    assert.ok(shown.nedavni_c1[0].datum < '2026-03-02', 'nothing is dated today or later')
    const [supplier] = (await customs.get(`/partneri?search=${encodeURIComponent(SPELLING.naziv)}`)).body.results
    const { naziv, zapisi } = (await customs.get(`/partneri/${supplier.id}`)).body
    assert.deepEqual([naziv, column(zapisi, 'naziv')], [SPELLING.of, [SPELLING.of, SPELLING.naziv]])
    // The newest of each kind has the last id, and an attachment.
    const attached = async (kind: 'c4' | 'c1') =>
      column((await customs.get(`/prilozi?uz=${kind}&predmet=${counts[kind]}`)).body.results, 'vrsta')
    assert.deepEqual([await attached('c4'), await attached('c1')], [['Faktura'], ['CMR']])
    assert.deepEqual(column((await customs.get('/auth/keys')).body.keys, 'naziv'), ['ERP'])
    const reader = withToken((await anonymous.post('/auth/login', DEMO_READER)).body.token)
    assert.equal((await reader.get('/beleske?vrsta=materijal&predmet=KON8PM')).body.total, 1)
    assert.equal((await reader.post('/rates', {})).status, 403)
  })
})

/** How many rows of a printed page are counted. */
function lotsOn({ pieces }: ReadPage): number {
  const head = pieces.find(({ text }) => text === 'R. br.')
  return pieces.filter(({ text, right }) => /^\d+$/.test(text) && head && Math.abs(right - head.right) < 0.3).length
}
