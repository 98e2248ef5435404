// What somebody changes who has the file of the database, however well it fits together: the audit trail knows better.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { sealAll } from '#server/audit/seal.ts'
import { SEALED } from '#server/audit/sealed.ts'
import type { Engine } from '#server/db/engine.ts'
import { eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { addDocuments, stored } from '#server/testing-documents.ts'
import { verdictPastGuards } from './testing-verify.ts'
import { verify } from './verify.ts'

const bytesOf = (text: string) => new TextEncoder().encode(`%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF ${text}`)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Two accounts that were handed in, the first accepted and corrected; a draft; a closing, and one opened again; PDFs; attachments. */
async function sealedFirm(engine: TestEngine) {
  const api = await testApi(engine, { now: () => Date.parse('2026-03-01T08:00:00Z') })
  const { c4, c1 } = await addDocuments(api)
  const pdfs: string[] = []
  for (const [path, document] of [['c4', c4[0]] as const, ['c1', c1[0]] as const]) {
    const pdf_fajl = (await api.upload(`/${path}/upload`, { name: `${path}.pdf`, bytes: bytesOf(path) })).body.filePath
    assert.equal((await api.put(`/${path}/${document.id}`, { ...document, pdf_fajl })).status, 200)
    pdfs.push(pdf_fajl)
  }
  // One of these names is cut in the middle of a letter.
  for (const end of ['', 'x']) {
    const name = `${'😀'.repeat(MAX_NAME_CHARACTERS)}${end}`
    assert.equal((await api.upload('/c4/upload', { name, bytes: bytesOf(end) })).status, 200)
  }
  const attach = async (name: string) => {
    const beside = `uz=c4&predmet=${c4[0].id}&vrsta=CMR`
    return (await api.upload(`/prilozi?${beside}`, { name, bytes: bytesOf(name) })).body.id as number
  }
  const [prilog, back, gone] = [await attach('a.pdf'), await attach('b.pdf'), await attach('c.pdf')]
  for (const id of [back, gone]) await api.delete(`/prilozi/${id}`)
  assert.equal((await api.post(`/vrati/prilozi/${back}`)).status, 200)
  assert.equal((await api.put(`/prilozi/${prilog}`, { vrsta: 'Faktura', broj: 'F-1' })).status, 200)

  const period = { datum_od: '2026-02-02', datum_do: '2026-02-28', potvrda_manjka: true }
  const first = await stored(api, '/obracuni', { broj: 'O-1', ...period })
  for (const change of [{ stanje: 'prihvaćen', broj_akta: 'A-1' }, { broj_akta: 'A-1' }])
    assert.equal((await api.put(`/obracuni/${first.id}`, change)).status, 200)
  const draft = await stored(api, '/obracuni', { broj: 'O-2', ...period, stanje: 'nacrt', prethodni_id: first.id })
  const second = { stanje: 'podnet', potvrda_manjka: true }
  assert.equal((await api.put(`/obracuni/${draft.id}`, second)).status, 200)
  await stored(api, '/obracuni', { broj: 'O-3', ...period, stanje: 'nacrt', c4_ids: [c4[0].id] })
  const dropped = await stored(api, '/obracuni', { broj: 'O-4', ...period, stanje: 'nacrt' })
  await api.delete(`/obracuni/${dropped.id}`)

  await stored(api, '/zakljucenje', { do_dana: '2026-01-15', razlog: 'Januar', potvrda: true })
  await stored(api, '/zakljucenje', { do_dana: '2026-01-31', potvrda: true })
  assert.equal((await api.post('/zakljucenje/otkljucaj', { razlog: 'Ispravka' })).status, 200)
  await sealAll(api.store)
  return { ...api, c4, c1, pdfs, prilog, first: Number(first.id) }
}
type Firm = Awaited<ReturnType<typeof sealedFirm>>

const blob = ({ name }: Engine, bytes: Uint8Array) => {
  const hex = Buffer.from(bytes).toString('hex')
  return name === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'::bytea`
}

type Tampering = readonly [statements: readonly string[], said: RegExp]

const O1 = `where broj = 'O-1'`
/** Each is done alone; what is said begins so. */
async function tamperings({ store, c4, c1, pdfs, prilog, first }: Firm): Promise<Tampering[]> {
  const kept = await store.read
    .selectFrom('obracun_podnet')
    .selectAll()
    .where('obracun_id', '=', first)
    .executeTakeFirstOrThrow()
  const inBlob = (bytes: Uint8Array) => blob(store.engine, bytes)
  const flipped = new Uint8Array(kept.papir)
  flipped[flipped.length - 2] = (flipped[flipped.length - 2] ?? 0) ^ 1
  const rows = new TextEncoder().encode(Buffer.from(kept.redovi).toString('utf8').replace('C4-1', 'C4-7'))
  const other = bytesOf('drugi')
  const pdfSet = `sadrzaj = ${inBlob(other)}, velicina = ${other.length}, sha256 = '${sha256(other)}'`
  const [ofC4, ofC1] = pdfs
  const ofPrilog = `(select putanja from prilog where id = ${prilog})`
  const into = (columns: string, values: string) => `insert into pdf (${columns}) values (${values})`
  const newPdf = (putanja: string) =>
    into(
      'putanja, naziv, velicina, sha256, sadrzaj, dodat, korisnik_id',
      `'${putanja}', 'n.pdf', ${other.length}, '${sha256(other)}', ${inBlob(other)}, 1, 1`,
    )
  const entry = (radnja: string, vrsta: string, predmet: string, opis: string, posle: string) =>
    `insert into dnevnik (vreme, korisnik, radnja, vrsta, predmet, opis, sazetak, trazi, posle)
      values (1800000000000, 'x', '${radnja}', '${vrsta}', '${predmet}', '${opis}', '', '', ${posle})`

  const ofAccount = (set: string, label: string): Tampering => [
    [`update obracun set ${set} ${O1}`],
    new RegExp(`^Obračun O-1: ${label} u bazi je .*, a po dnevniku je `),
  ]
  const ofClosing = (set: string, label: string): Tampering => [
    [`update zakljucenje set ${set} where do_dana = '2026-01-31'`],
    new RegExp(`^Zaključavanje do \\d\\d\\.\\d\\d\\.2026\\.: ${label} u bazi je .*, a po dnevniku je `),
  ]
  const ofPrilogA = (set: string, label: string): Tampering => [
    [`update prilog set ${set} where id = ${prilog}`],
    new RegExp(`^Prilog a\\.pdf \\(.*\\): ${label} u bazi je .*, a po dnevniku je `),
  ]
  return [
    [
      [`update obracun_podnet set papir = ${inBlob(other)} where obracun_id = ${first}`],
      /^Obračun O-1: kontrolni zbir SHA-256 papira u bazi je /,
    ],
    [
      [`update obracun_podnet set papir = ${inBlob(flipped)} where obracun_id = ${first}`],
      /^Obračun O-1: kontrolni zbir SHA-256 papira u bazi je /,
    ],
    [
      [`update obracun_podnet set redovi = ${inBlob(rows)} where obracun_id = ${first}`],
      /^Obračun O-1: kontrolni zbir SHA-256 redova u bazi je .*, a treba/,
    ],
    [
      [
        `update obracun_podnet set redovi = ${inBlob(rows)} where obracun_id = ${first}`,
        `update obracun set sha256 = '${sha256(rows)}' ${O1}`,
      ],
      /^Obračun O-1: kontrolni zbir SHA-256 redova u bazi je .*, a po dnevniku/,
    ],
    ofAccount(`datum_od = '2026-02-01'`, 'datum od'),
    ofAccount(`datum_do = '2026-03-01'`, 'datum do'),
    ofAccount(`stanje = 'prihvaćen'`, 'stanje'),
    ofAccount(`broj_akta = 'A-2'`, 'broj akta'),
    ofAccount('broj_akta = null', 'broj akta'),
    ofAccount(`datum_podnosenja = '2026-02-28'`, 'datum podnošenja'),
    ofAccount(`rok_podnosenja = '2026-04-30'`, 'rok za obračun'),
    ofAccount(`c4_ids = '[1]'`, 'uvozi'),
    ofAccount(`korisnik = 'vera@firma.rs'`, 'korisnik'),
    ofAccount('napravljen = napravljen - 1', 'vreme unosa'),
    ofAccount(`prethodni_id = id`, 'obračun koji ispravlja'),
    [[`update obracun set broj = 'O-9' ${O1}`], /^Obračun O-9: broj u bazi je O-9, a po dnevniku je O-1\.$/],
    [[`update obracun set broj_kljuc = 'o-9' ${O1}`], /^Obračun O-1: ključ broja u bazi je o-9, a treba/],
    [
      [
        `delete from obracun_podnet where obracun_id = ${first}`,
        `update obracun set stanje = 'nacrt', sha256 = null ${O1}`,
      ],
      /^Obračun O-1: stanje u bazi je nacrt, a po dnevniku je ispravljen\.$/,
    ],
    [
      [
        'delete from obracun_podnet where obracun_id = (select max(obracun_id) from obracun_podnet)',
        `delete from obracun where broj = 'O-2'`,
      ],
      /^Obračun O-2: po dnevniku postoji, a u bazi ga nema\.$/,
    ],
    [
      [
        `insert into obracun (broj, broj_kljuc, datum_od, datum_do, stanje, napravljen, korisnik, verzija)
          values ('O-8', 'o-8', '2026-02-01', '2026-02-02', 'nacrt', 1, 'x', 1)`,
      ],
      /^Obračun O-8: u bazi stoji, a u dnevniku nema nijednog zapisa o tome\.$/,
    ],
    [[`delete from obracun_podnet where obracun_id = ${first}`], /^Obračun O-1 je ispravljen, a nema podnetih redova/],
    [
      [
        `insert into obracun_podnet (obracun_id, redovi, papir)
          select o.id, p.redovi, p.papir from obracun o, obracun_podnet p
          where o.broj = 'O-3' and p.obracun_id = ${first}`,
      ],
      /^Obračun O-3 je nacrt, a ima podnete redove\.$/,
    ],
    [[`delete from obracun where broj = 'O-3'`], /^Obračun O-3: po dnevniku postoji, a u bazi ga nema\.$/],
    [
      [
        `update obracun set datum_od = '2026-02-01' ${O1}`,
        entry('izmenjeno', 'obracun', String(first), 'O-1', `'{"datum_od":"2026-02-01"}'`),
      ],
      /^Obračun O-1: zapis \d+ od .* dnevnika menja ono što se ne menja: datum od\.$/,
    ],
    [
      [
        `delete from obracun_podnet where obracun_id = ${first}`,
        `update obracun set prethodni_id = null where prethodni_id = ${first}`,
        `delete from obracun ${O1}`,
        entry('obrisano', 'obracun', String(first), 'O-1', 'null'),
      ],
      /^Obračun O-1: po dnevniku \(zapis \d+ od .*\) je obrisano ono što se ne briše\.$/,
    ],

    ofClosing(`do_dana = '2026-01-30'`, 'do dana'),
    ofClosing(`razlog = 'x'`, 'razlog'),
    ofClosing(`korisnik = 'x'`, 'ko je zaključao'),
    ofClosing('vreme = vreme - 1', 'vreme'),
    ofClosing('otkljucano = null', 'vreme otključavanja'),
    ofClosing(`otkljucao = null`, 'ko je otključao'),
    ofClosing(`razlog_otkljucavanja = null`, 'razlog otključavanja'),
    [
      [`update zakljucenje set otkljucano = 1, otkljucao = 'x' where do_dana = '2026-01-15'`],
      /^Zaključavanje do 15\.01\.2026\.: ko je otključao u bazi je x, a po dnevniku je prazno\.$/,
    ],
    [
      [`delete from zakljucenje where do_dana = '2026-01-15'`],
      /^Zaključavanje do 15\.01\.2026\.: po dnevniku postoji, a u bazi ga nema\.$/,
    ],
    [
      [`insert into zakljucenje (do_dana, korisnik, vreme) values ('2026-01-20', 'x', 1)`],
      /^Zaključavanje do 20\.01\.2026\.: u bazi stoji, a u dnevniku nema nijednog zapisa o tome\.$/,
    ],

    [
      [`update pdf set ${pdfSet} where putanja = '${ofC4}'`],
      /^PDF c4\.pdf \(pdf\/.*\): veličina u bazi je \d+, a po dnevniku je \d+\.$/,
    ],
    [
      [`update pdf set naziv = 'x.pdf' where putanja = '${ofC4}'`],
      /^PDF x\.pdf \(pdf\/.*\): naziv u bazi je x\.pdf, a po dnevniku je c4\.pdf\.$/,
    ],
    [
      [
        `update c4 set pdf_fajl = '${ofC1}' where id = ${c4[0].id}`,
        `update c1 set pdf_fajl = '${ofC4}' where id = ${c1[0].id}`,
      ],
      /^C1 C1-1: PDF u bazi je pdf\/.*, a treba da bude pdf\//,
    ],
    [
      [`update c4 set pdf_fajl = null where id = ${c4[0].id}`, `insert into pdf_bez_dokumenta values ('${ofC4}', 0)`],
      /^C4 C4-1: PDF u bazi je nijedan, a treba da bude pdf\//,
    ],
    [
      [`update c4 set pdf_fajl = null where id = ${c4[0].id}`, `delete from pdf where putanja = '${ofC4}'`],
      /^C4 C4-1: PDF u bazi je nijedan, a treba da bude pdf\//,
    ],
    [
      [newPdf('pdf/tudj.pdf'), `insert into pdf_bez_dokumenta values ('pdf/tudj.pdf', 0)`],
      /^PDF n\.pdf \(pdf\/tudj\.pdf\): u bazi stoji, a u dnevniku nema nijednog zapisa o tome\.$/,
    ],

    ofPrilogA(`predmet = ${c4[1].id}`, 'dokument uz koji stoji'),
    ofPrilogA(`uz = 'c1', predmet = ${c1[0].id}`, 'vrsta dokumenta'),
    ofPrilogA(`vrsta = 'CMR'`, 'vrsta'),
    ofPrilogA(`broj = null`, 'broj'),
    ofPrilogA(`datum = '2026-01-01'`, 'datum'),
    ofPrilogA(`format = 'png'`, 'format'),
    ofPrilogA(`uneto = 1`, 'vreme unosa'),
    ofPrilogA(`korisnik = 'x'`, 'korisnik'),
    [
      [`update pdf set ${pdfSet} where putanja = ${ofPrilog}`],
      /^Prilog a\.pdf \(.*\): kontrolni zbir SHA-256 u bazi je/,
    ],
    [
      [
        `insert into pdf_bez_dokumenta select putanja, 0 from prilog where id = ${prilog}`,
        `delete from prilog where id = ${prilog}`,
      ],
      /^Prilog a\.pdf uz C4-1: po dnevniku postoji, a u bazi ga nema\.$/,
    ],
    [
      [`delete from pdf where putanja = ${ofPrilog}`, `delete from prilog where id = ${prilog}`],
      /^Prilog a\.pdf uz C4-1: po dnevniku postoji, a u bazi ga nema\.$/,
    ],
    [
      [
        `delete from pdf where putanja = (select putanja from pdf_bez_dokumenta where putanja like 'prilog/%')`,
        `delete from pdf_bez_dokumenta where putanja like 'prilog/%'`,
      ],
      /^PDF c\.pdf uz C4-1: po dnevniku postoji, a u bazi ga nema\.$/,
    ],
    [
      [
        `update pdf set ${pdfSet} where putanja = (select putanja from pdf_bez_dokumenta where putanja like 'prilog/%')`,
      ],
      /^PDF c\.pdf \(prilog\/.*\): kontrolni zbir SHA-256 u bazi je/,
    ],
    [
      [
        newPdf('prilog/tudj.pdf'),
        `insert into prilog (uz, predmet, vrsta, putanja, format, uneto, korisnik)
          values ('c4', ${c4[0].id}, 'CMR', 'prilog/tudj.pdf', 'pdf', 1, 'x')`,
      ],
      /^Prilog n\.pdf \(prilog\/tudj\.pdf\): u bazi stoji, a u dnevniku nema nijednog zapisa o tome\.$/,
    ],
    [
      [newPdf('prilog/tudj.pdf'), `insert into pdf_bez_dokumenta values ('prilog/tudj.pdf', 0)`],
      /^PDF n\.pdf \(prilog\/tudj\.pdf\): u bazi stoji, a u dnevniku nema nijednog zapisa o tome\.$/,
    ],
  ]
}

eachEngine('what was handed in, closed and added', (engine) => {
  test('is sealed: whatever is changed, removed or put in past the program is named', async () => {
    const firm = await sealedFirm(engine)
    const right = await verify(firm.store.read)
    assert.ok(right.ok, JSON.stringify(right))
    for (const [statements, said] of await tamperings(firm)) {
      const verdict = await verdictPastGuards(firm, statements)
      assert.match(verdict.ok ? 'nothing' : verdict.difference, said, statements.join('; ').slice(0, 300))
    }
    const { id } = await firm.store.read
      .selectFrom('dnevnik')
      .select('id')
      .where('vrsta', '=', 'obracun')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.doesNotMatch(JSON.stringify((await firm.get(`/audit/${id}`)).body), new RegExp(SEALED))
  })
})
