// Random files of documents on random books: what the preview of a file says is what the import of it then answers and
// does, whatever other documents take from the same lots.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DocumentImportReply, ImportedDocument } from '#contract/document-import.ts'
import { sentences } from '#contract/errors.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { microToNumber } from '#domain/decimal.ts'
import type { SheetDocument, SheetFields } from '#domain/sheet-documents.ts'
import { logger } from '#server/audit/log.ts'
import { C1_DOCUMENTS } from '#server/c1/c1-handlers.ts'
import { C4_DOCUMENTS } from '#server/c4/c4-handlers.ts'
import type { Tx } from '#server/db/schema.ts'
import { takenBackApart } from '#server/db/transactions.ts'
import { Refusal } from '#server/refusal.ts'
import { fieldsFor } from '#server/sheets/sheet-lists.ts'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { verifyLedger } from '#server/verify/verify-ledger.ts'
import { verifyTotals } from '#server/verify/verify-totals.ts'
import { importSheet } from './import-documents.ts'

const RUNS = Number(process.env.IMPORTS ?? 0)
const RUNS_OF = { sqlite: RUNS || 15, postgres: RUNS || 4 }

type Row = { goods: number; kolicina: number; vec: number | null }
type Sheet = { broj: number; day: number; rows: Row[]; fault: boolean }
type Act =
  | { verb: 'c4' | 'c1'; documents: Sheet[]; zameni: boolean }
  | { verb: 'other' | 'directed' | 'waste'; which: number; day: number; kolicina: number }
  | { verb: 'lock'; day: number }

const kolicina = fc.integer({ min: 1, max: 12 })
const day = fc.nat(5)
const row: fc.Arbitrary<Row> = fc.record({
  goods: fc.nat(1),
  kolicina,
  vec: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 2 }),
})
const documents = fc.uniqueArray(
  fc.record({
    broj: fc.nat(5),
    day,
    rows: fc.array(row, { minLength: 1, maxLength: 3 }),
    fault: fc.nat(11).map((n) => n === 0),
  }),
  { minLength: 2, maxLength: 6, selector: ({ broj }) => broj, size: 'max' },
)
const verb = <V extends string>(...of: V[]) => fc.constantFrom(...of)
const byFile = (...of: ('c4' | 'c1')[]) => fc.record({ verb: verb(...of), documents, zameni: fc.boolean() })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 9, arbitrary: byFile('c4', 'c4', 'c1') },
  { weight: 5, arbitrary: fc.record({ verb: verb('other', 'directed', 'waste'), which: fc.nat(20), day, kolicina }) },
  { weight: 1, arbitrary: fc.record({ verb: verb('lock'), day: fc.nat(1) }) },
)
/** Books begin with imports and fewer exports. */
const acts = fc
  .tuple(byFile('c4'), byFile('c1'), fc.array(act, { minLength: 2, maxLength: 6, size: 'max' }))
  .map(([c4, c1, rest]): Act[] => [c4, c1, ...rest])

const dayOf = (at: number) => `2026-03-0${at + 1}` as CalendarDate
const GOODS = { c4: ['MAT1', 'MAT2'], c1: ['PRO1', 'PRO2'] }
const KIND = { c4: C4_DOCUMENTS, c1: C1_DOCUMENTS }

/** These documents, as the process that reads a file gives them. */
function sheetOf(vrsta: 'c4' | 'c1', sheets: readonly Sheet[]) {
  const body = (vrsta === 'c4' ? c4Body : c1Body)('', '', [])
  const { stavke: _, datum: __, [`broj_${vrsta}`]: ___, ...head } = body as unknown as SheetFields & typeof body
  const line = { tarifni_broj: '8544.49', zemlja_porekla: 'Nemačka', dokazuje_poreklo: false }
  let red = 2
  const dokumenti = sheets.map(({ broj, day, rows, fault }): SheetDocument => {
    const begun = vrsta === 'c4' && rows.some(({ vec }) => vec !== null)
    const number = `${vrsta.toUpperCase()}-${broj}`
    const own: SheetFields = vrsta === 'c4' ? { dan_prelaska: begun ? dayOf(day + (broj % 3)) : null } : {}
    const fields = { ...head, ...own, [`broj_${vrsta}`]: number, datum: dayOf(day) }
    const [first, ...greske] = [red, ...(fault ? [`Red ${red}: Količina: „x“ nije broj.`] : [])] as [number]
    const stavke = rows.map(({ goods, kolicina, vec }, at) => {
      const fields: SheetFields =
        vrsta === 'c4'
          ? { ...line, materijal_id: GOODS.c4[goods] as string, kolicina, cena_po_jedinici: 2, vec_razduzeno: vec }
          : { proizvod_id: GOODS.c1[goods] as string, kolicina: Math.ceil(kolicina / 3), cena: 3 }
      const redni_broj = broj % 2 === 0 ? at + 1 : null
      return { red: red++, broj_fakture: 'F-1', redni_broj, spor: null, fields, iz_kataloga: {}, jm: '' }
    })
    return { red: first, broj: number, datum: dayOf(day), fields, stavke, greske, upozorenja: [] }
  })
  const kolone = [...Object.keys({ ...dokumenti[0]?.fields, ...dokumenti[0]?.stavke[0]?.fields })]
  const preskoceni = [{ red, broj: '', razlog: `Red ${red}: broj: obavezno polje.` }]
  const list = { prazan: false, fault: null, dokumenti, preskoceni, kolone, zadato: {}, nedostaje: [] }
  const columns = {
    ...{ header: null, kolone: [], naslov: '', zapamceno: null, vrednosti: {}, rows: [], zaglavlja: [] },
    ...{ svedeno: [], nepoznate: [] },
  }
  return {
    columns: { kind: vrsta, list: null, known: fieldsFor('documents') },
    uploaded: { list, napomena: null, name: null, names: [], columns },
  }
}

const errorsOf = (work: Promise<DocumentImportReply>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message, errors: error.errors }
  })

/** The documents of the books, and from where each export draws. */
async function booksOf({ store: { read } }: TestApi) {
  const draws = await read.selectFrom('razduzenje').selectAll().execute()
  const drawn = Map.groupBy(draws, ({ c1_id }) => c1_id)
  const texts = (rows: readonly object[] = []) => rows.map((one) => JSON.stringify(one)).sort()
  const columns = ['id', 'datum', 'verzija', 'kolicina_total', 'vrednost_total'] as const
  const c4 = await read
    .selectFrom('c4')
    .select([...columns, 'broj_c4 as broj'])
    .execute()
  const c1 = await read
    .selectFrom('c1')
    .select([...columns, 'broj_c1 as broj'])
    .execute()
  return { c4, c1, coverOf: new Map(c1.map(({ id }) => [id, texts(drawn.get(id)).join()])) }
}

const nameless = (dokumenti: readonly ImportedDocument[]) => dokumenti.map(({ id: _, ...said }) => said)
const isWritten = ({ ishod }: ImportedDocument) => ishod === 'nov' || ishod === 'izmenjen'

type Sent = { readonly dryRun: boolean; readonly zameni: boolean; readonly odlazi?: number | undefined }
/** Sends a file; `meanwhile` happens before each of its transactions. */
function sendTo({ store, user }: TestApi, vrsta: 'c4' | 'c1', sheets: readonly Sheet[], meanwhile = async () => {}) {
  const writeApart = async <T>(work: (tx: Tx, log: ReturnType<typeof logger>) => Promise<T>) => {
    await meanwhile()
    return store.transact((tx) =>
      work(
        tx,
        logger(tx, user, () => 0),
      ),
    )
  }
  const tryOutApart = <T>(work: (tx: Tx, log: ReturnType<typeof logger>, goOn: () => void) => Promise<T>) =>
    takenBackApart(store, (transact, goOn) =>
      transact((tx) =>
        work(
          tx,
          logger(tx, user, () => 0),
          goOn,
        ),
      ),
    )
  return (query: Sent) =>
    importSheet<never>(
      store,
      KIND[vrsta] as never,
      { writeApart, tryOutApart, query },
      { sheet: sheetOf(vrsta, sheets) },
    )
}

/** Sends the file as a preview and as an import, and holds the one against the other and against the books. */
async function asForetold(api: TestApi, vrsta: 'c4' | 'c1', sheets: readonly Sheet[], zameni = true) {
  const { store } = api
  const sent = sendTo(api, vrsta, sheets)
  const send = (dryRun: boolean, odlazi?: number) => sent({ dryRun, zameni, odlazi })
  const before = await booksOf(api)
  const told = await send(true)
  assert.deepEqual(await booksOf(api), before)
  const done = await errorsOf(send(false, told.za_brisanje))
  const after = await booksOf(api)
  if (!told.dokumenti.some(({ ishod }) => ishod !== 'preskocen')) {
    const errors = told.dokumenti.map(({ red, razlog }) => ({ field: `redovi.${red}`, message: razlog }))
    assert.deepEqual({ ...done, message: '' }, { code: 'invalid', message: '', errors })
    assert.deepEqual(after, before)
    return told
  }
  if (!('dokumenti' in done)) assert.fail(JSON.stringify(done))
  assert.deepEqual(nameless(done.dokumenti), nameless(told.dokumenti))
  assert.deepEqual(done.promenjeni_c1, told.promenjeni_c1)
  const { dokumenti: _, promenjeni_c1: __, message: ___, dryRun: ____, ...counts } = done
  assert.deepEqual({ ...told, ...counts }, told)

  const written = new Map(done.dokumenti.filter(isWritten).map((one) => [one.id, one]))
  const wasThere = new Map(before[vrsta].map((row) => [row.id, row]))
  assert.equal(after[vrsta].length, before[vrsta].length + done.novih)
  for (const row of after[vrsta]) {
    const { broj, datum, kolicina_total, vrednost_total } = written.get(row.id) ?? row
    const verzija = (wasThere.get(row.id)?.verzija ?? 0) + (written.has(row.id) ? 1 : 0)
    assert.deepEqual(row, { id: row.id, verzija, broj, datum, kolicina_total, vrednost_total })
  }
  const isOwn = (id: number) => vrsta === 'c1' && written.has(id)
  const moved = [...before.coverOf.keys()].filter(
    (id) => !isOwn(id) && before.coverOf.get(id) !== after.coverOf.get(id),
  )
  const byNumber = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
  assert.deepEqual(byNumber(done.promenjeni_c1.map(({ id }) => id)), byNumber(moved))
  if (vrsta === 'c1')
    for (const { id, manjak } of written.values()) {
      const lacks = (await C1_DOCUMENTS.find(store.read, id as number)) as unknown as Pick<ImportedDocument, 'manjak'>
      const byMaterial = lacks.manjak.toSorted((a, b) => (a.materijal_id < b.materijal_id ? -1 : 1))
      assert.deepEqual(byMaterial, manjak)
    }
  await verifyTotals(store.read)
  await verifyLedger(store.read)
  return told
}

/** A document that names a lot, waste that is disposed of, a closed period: refused or not, all is well. */
async function byOthers(api: TestApi, action: Exclude<Act, { documents: Sheet[] }>) {
  if (action.verb === 'lock') {
    const closing = { do_dana: dayOf(action.day), korisnik: 'ana@firma.rs', vreme: 0 }
    return api.store.transact((tx) => tx.insertInto('zakljucenje').values(closing).execute())
  }
  const { verb, which, day } = action
  const kolicina = Math.ceil(action.kolicina / 4)
  if (verb === 'waste') {
    const line = { datum: dayOf(day), vrsta: 'Uništenje', materijal_id: 'MAT1', kolicina: kolicina / 10 }
    return api.post('/otpad', line)
  }
  const lots = await api.store.read
    .selectFrom('c4_stavka')
    .select(['id', 'materijal_id', 'datum'])
    .orderBy('id')
    .execute()
  const lot = lots[which % Math.max(lots.length, 1)]
  if (!lot) return
  const named = { ulaz_stavka_id: lot.id, kolicina }
  const datum = dayOf(day) < lot.datum ? lot.datum : dayOf(day)
  const broj = `O-${numbers++}`
  if (verb === 'other')
    return api.post('/ostala-razduzenja', { broj, datum, vrsta: 'Uništenje', razlog: 'R', stavke: [named] })
  const usmerenja = [{ ...named, materijal_id: lot.materijal_id, razlog: 'R' }]
  const line = { proizvod_id: 'PRO2', kolicina: 12, cena: 1, usmerenja }
  return api.post('/c1', c1Body(broj, datum, [line]), { prefer: 'return=minimal' })
}
let numbers = 1

const EMPTIED = [
  ...(['ostalo_razduzenje', 'razduzenje', 'otpad_raspored', 'c1', 'c4', 'normativ', 'proizvod', 'materijal'] as const),
  ...(['proizvod_mesec', 'zakljucenje'] as const),
]

/** Of the two materials PRO1 takes one and PRO2 both, of MAT1 with waste. */
async function emptyBooks(api: TestApi) {
  await api.store.transact(async (tx) => {
    for (const table of EMPTIED) await tx.deleteFrom(table).execute()
  })
  const country = { zemlja_porekla: 'Nemačka', tarifni_broj: '8544.49', jedinica_mere: 'kg' }
  for (const id of GOODS.c4) await stored(api, '/materials', { id, naziv: id, ...country })
  const m1 = { materijal_id: 'MAT1', potrebna_kolicina: 1, otpad_procenat: 10 }
  for (const [id, ...normativi] of [
    ['PRO1', m1],
    ['PRO2', m1, { materijal_id: 'MAT2', potrebna_kolicina: 2 }],
  ] as const)
    await stored(api, '/proizvodi', { id, naziv: id, hs_code: '8544', jedinica_mere: 'kom', normativi })
}

/** An import of so much of the two materials, or an export of so many pieces, on a day. */
const document = (broj: number, day: number, ...pieces: readonly (number | null)[]): Sheet => {
  const rows = pieces.flatMap((kolicina, goods) => (kolicina === null ? [] : [{ goods, kolicina, vec: null }]))
  return { broj, day, rows, fault: false }
}

anyEngine('what a preview of a file says', (engine) => {
  async function withBooks() {
    const api = await testApi(engine)
    await emptyBooks(api)
    const said = async (vrsta: 'c4' | 'c1', ...sheets: Sheet[]) =>
      (await asForetold(api, vrsta, sheets)).dokumenti.slice(0, -1).map(({ ishod, razlog }) => razlog ?? ishod)
    return { api, said }
  }

  test('of imports that take the cover of an export the last is left out, by its preview and by its save', async () => {
    const { said } = await withBooks()
    await said('c4', document(0, 0, 10), document(1, 0, 10), document(2, 0, 10))
    await said('c1', document(0, 4, 60))
    assert.deepEqual(await said('c4', document(0, 0, 8), document(1, 0, 1), document(2, 0, 12), document(3, 5, 1)), [
      'izmenjen',
      'Izmena nije moguća, jer bi izvoz ostao bez pokrića: MAT1 (MAT1): 1 kg za izvoz C1-0.',
      'izmenjen',
      'nov',
    ])
  })

  test('what one import takes another of the file may give, whichever is saved first', async () => {
    const { said } = await withBooks()
    await said('c4', document(0, 0, 10, 20), document(1, 0, 12, 20))
    await said('c1', document(0, 4, null, 60))
    assert.deepEqual(await said('c4', document(0, 0, 2, 20), document(1, 0, 12, 20), document(2, 1, 8)), [
      'izmenjen',
      'nepromenjen',
      'nov',
    ])
    assert.deepEqual(await said('c4', document(0, 0, 8, 15), document(1, 0, 6, 25)), ['izmenjen', 'izmenjen'])
  })

  test('a document that lost more lines to it since its preview than that said is left out', async () => {
    const { api, said } = await withBooks()
    await said('c4', document(0, 0, 10, 20), document(2, 0, 5))
    const stored = document(0, 0, 10, 20)
    const another = sendTo(api, 'c4', [{ ...stored, rows: [...stored.rows, { goods: 0, kolicina: 30, vec: null }] }])
    const added = async () =>
      void (await another({ dryRun: false, zameni: false }).catch((e) => console.log(e.message, e.errors)))
    const file = [document(0, 0, 8), document(2, 0, 6)]
    assert.equal((await sendTo(api, 'c4', file)({ dryRun: true, zameni: true })).za_brisanje, 1)
    const { dokumenti } = await sendTo(api, 'c4', file, added)({ dryRun: false, zameni: true, odlazi: 1 })
    assert.deepEqual(
      dokumenti.slice(0, 2).map(({ ishod, razlog }) => [ishod, razlog]),
      [
        ['preskocen', sentences.changedMeanwhile],
        ['izmenjen', null],
      ],
    )
    const kept = await api.store.read.selectFrom('c4_stavka').select('kolicina').orderBy('kolicina').execute()
    assert.deepEqual(
      kept.map(({ kolicina }) => microToNumber(kolicina)),
      [6, 10, 20, 30],
    )
  })

  test(`is what its import does, in ${RUNS_OF[engine.name]} random books`, { timeout: 600_000 }, async () => {
    const { api } = await withBooks()
    await fc.assert(
      fc.asyncProperty(acts, async (acts) => {
        await emptyBooks(api)
        for (const one of acts)
          if ('documents' in one) await asForetold(api, one.verb, one.documents, one.zameni)
          else await byOthers(api, one)
      }),
      { numRuns: RUNS_OF[engine.name], endOnFailure: false },
    )
  })
})
