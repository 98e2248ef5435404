// Random histories of documents, and random periods and scopes of the account over them: every row of every part must be
// what a model says that replays all documents by plain FIFO and knows nothing of the ledger. `npm run test:histories`
// runs 10,000.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Obracun } from '#contract/obracun.ts'
import { logger } from '#server/audit/log.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addOdobrenje, c1Body, c4Body, stored } from '#server/testing-documents.ts'

/** A history takes PostgreSQL some five times as long, so most of them run on SQLite. */
const ALL_HISTORIES = Number(process.env.HISTORIES ?? 24)
const HISTORIES = { sqlite: Math.ceil(ALL_HISTORIES * 0.8), postgres: Math.ceil(ALL_HISTORIES * 0.2) }
/** Questions asked of each history. */
const QUESTIONS = 4

const MATERIALS = ['KABL1', 'KON8']
const PRODUCTS = ['SNOP1', 'PRAZAN']
const TARIFFS = ['8544.49', '8544.42']
const RATES: Record<string, bigint> = { RSD: 1_000_000n, EUR: 117_500_000n }
const MICRO = 1_000_000

type Norm = { materijal_id: string; neto: bigint; otpad: bigint; gubitak: bigint }
type Lot = { id: number; materijal_id: string; tarifni_broj: string; kolicina: bigint; cena: bigint }
/** An odobrenje is an id; null: the document has none. */
type Document = { id: number; datum: string; odobrenje: number | null }
type C4 = Document & { broj: string; valuta: string; lots: Lot[] }
type Item = { id: number; proizvod_id: string; kolicina: bigint; norm: Norm[] }
type C1 = Document & { items: Item[] }
type World = { c4: C4[]; c1: C1[]; norms: Map<string, Norm[]>; odobrenja: readonly number[] }

/** `odobrenje`: which of the two; null: none. */
type Head = { datum: string; odobrenje: number | null }
type Line = { what: number; kolicina: number; cena: number; tarifa: number }
type Entry =
  | ({ verb: 'c4'; valuta: string; lines: Line[] } & Head)
  | ({ verb: 'c1'; lines: Line[] } & Head)
  | ({ verb: 'otherHead'; which: number } & Head)
  | { verb: 'deleteC1'; which: number }
  | { verb: 'norm'; lines: Line[] }
type Question = { od: string | null; kraj: string | null; c4: number | null; odobrenje: number | null }
/** Neither: all imports. */
type Scope = { c4?: C4 | undefined; odobrenje?: number | undefined }

const DAYS = Array.from({ length: 8 }, (_, at) => `2026-03-0${at + 1}`)
const datum = fc.constantFrom(...DAYS)
const which = fc.nat(20)
const odobrenje = fc.option(fc.nat(1), { freq: 2 })
const head = { datum, odobrenje }
const line: fc.Arbitrary<Line> = fc.record({
  what: fc.nat(1),
  kolicina: fc.oneof(
    fc.integer({ min: 1, max: 9 }).map((n) => n * MICRO),
    fc.integer({ min: 1, max: 9 * MICRO }),
  ),
  cena: fc.integer({ min: 1, max: 5 * MICRO }),
  tarifa: fc.nat(1),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
const entry: fc.Arbitrary<Entry> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ verb: fc.constant('c4' as const), ...head, valuta: fc.constantFrom('RSD', 'EUR'), lines }),
  },
  { weight: 5, arbitrary: fc.record({ verb: fc.constant('c1' as const), ...head, lines }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('otherHead' as const), which, ...head }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('deleteC1' as const), which }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('norm' as const), lines }) },
)
const question: fc.Arbitrary<Question> = fc
  .tuple(fc.option(datum), fc.option(datum), fc.option(which, { freq: 2 }), odobrenje)
  .map(([a, b, c4, odobrenje]) => {
    const [od, kraj] = a !== null && b !== null && a > b ? [b, a] : [a, b]
    return { od, kraj, c4, odobrenje }
  })
const history = fc.record({
  entries: fc.array(entry, { minLength: 4, maxLength: 14, size: 'max' }),
  questions: fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS }),
})

eachEngine('the account of random histories', (engine) => {
  test(`${HISTORIES[engine.name]} histories: every part is that of the replay`, { timeout: 3_600_000 }, async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const odobrenja = [await addOdobrenje(api, { broj: 'AO-1' }), await addOdobrenje(api, { broj: 'AO-2' })]
    await fc.assert(
      fc.asyncProperty(history, async ({ entries, questions }) => {
        const world = await emptyWorld(api, odobrenja)
        for (const one of entries) await enter(api, world, one)
        for (const asked of questions) await expectModel(api, world, asked)
        await expectPages(api, world, questions[0] as Question)
      }),
      { numRuns: HISTORIES[engine.name], endOnFailure: true },
    )
  })
})

async function emptyWorld(api: TestApi, odobrenja: readonly number[]): Promise<World> {
  await api.store.transact(async (tx) => {
    for (const table of [
      'razduzenje',
      'c1',
      'c4',
      'otvoreno',
      'otvoren_c4',
      'ulaz',
      'proizvod_mesec',
      'stanje',
    ] as const)
      await tx.deleteFrom(table).execute()
    await sql`insert into stanje (materijal_id) select id from materijal`.execute(tx)
    // Pages trust the audit trail to say that something was changed.
    const log = logger(tx, api.user, Date.now)
    await log([{ radnja: 'obrisano', vrsta: 'c4', predmet: '0', opis: '' }])
  })
  const world: World = { c4: [], c1: [], norms: new Map(PRODUCTS.map((id) => [id, []])), odobrenja }
  await writeNorm(api, world, [
    { materijal_id: 'KABL1', neto: 2_500_000n, otpad: 4_000_000n, gubitak: 1_500_000n },
    { materijal_id: 'KON8', neto: 333_333n, otpad: 0n, gubitak: 0n },
  ])
  return world
}

async function writeNorm(api: TestApi, world: World, norm: Norm[]) {
  await api.store.transact(async (tx) => {
    await tx.deleteFrom('normativ').execute()
    for (const [pozicija, { materijal_id, neto, otpad, gubitak }] of norm.entries())
      await sql`insert into normativ
        (proizvod_id, materijal_id, pozicija, potrebna_kolicina, otpad_procenat, gubitak_procenat)
        values ('SNOP1', ${materijal_id}, ${pozicija}, ${Number(neto)}, ${Number(otpad)}, ${Number(gubitak)})`.execute(
        tx,
      )
  })
  world.norms.set('SNOP1', norm)
}

let numbers = 0
const named = (names: readonly string[], at: number) => names[at % names.length] as string
const decimal = (value: bigint | number) => Number(value) / MICRO

/** Does one entry through the API and notes it in the world, unless the program refuses it. */
async function enter(api: TestApi, world: World, action: Entry): Promise<void> {
  if (action.verb === 'norm') {
    const norms = action.lines.map(({ what, kolicina, cena }) => ({
      materijal_id: named(MATERIALS, what),
      neto: BigInt(kolicina),
      otpad: cena % 2 === 0 ? 0n : BigInt(cena),
      gubitak: cena % 3 === 0 ? BigInt(kolicina) : 0n,
    }))
    const norm = [...new Map(norms.map((one) => [one.materijal_id, one])).values()]
    return writeNorm(api, world, norm)
  }
  const odobrenje = 'odobrenje' in action ? idOf(world, action.odobrenje) : null
  if (action.verb === 'c4') {
    const { datum, valuta } = action
    const lots = action.lines.map(({ what, tarifa, kolicina, cena }) => ({
      materijal_id: named(MATERIALS, what),
      tarifni_broj: named(TARIFFS, tarifa),
      kolicina: BigInt(kolicina),
      cena: BigInt(cena),
    }))
    const rows = lots.map(({ cena, kolicina, ...lot }) => ({
      ...lot,
      kolicina: decimal(kolicina),
      cena_po_jedinici: decimal(cena),
    }))
    const broj = `C4-${++numbers}`
    const { id, stavke } = await stored(api, '/c4', c4Body(broj, datum, rows, { valuta, odobrenje_id: odobrenje }))
    world.c4.push({ id, broj, datum, odobrenje, valuta, lots: lots.map((lot, at) => ({ ...lot, id: stavke[at].id })) })
    return
  }
  if (action.verb === 'c1') {
    const items = action.lines.map(({ what, kolicina }) => ({
      proizvod_id: named(PRODUCTS, what),
      kolicina: BigInt(kolicina),
    }))
    const rows = items.map(({ proizvod_id, kolicina }) => ({ proizvod_id, kolicina: decimal(kolicina), cena: 1 }))
    const { id, stavke } = await stored(
      api,
      '/c1',
      c1Body(`C1-${++numbers}`, action.datum, rows, { odobrenje_id: odobrenje }),
    )
    const norm = (proizvod_id: string) => world.norms.get(proizvod_id) as Norm[]
    world.c1.push({
      id,
      datum: action.datum,
      odobrenje,
      items: items.map((item, at) => ({ ...item, id: stavke[at].id, norm: norm(item.proizvod_id) })),
    })
    return
  }
  const all = action.verb === 'deleteC1' ? world.c1 : [...world.c4, ...world.c1]
  const one = all[action.which % Math.max(all.length, 1)]
  if (!one) return
  const path = `${'lots' in one ? '/c4' : '/c1'}/${one.id}`
  if (action.verb === 'deleteC1') {
    assert.equal((await api.delete(path)).status, 200)
    world.c1 = world.c1.filter((c1) => c1 !== one)
    return
  }
  const { body } = await api.get(path)
  const { status } = await api.put(path, { ...body, datum: action.datum, odobrenje_id: odobrenje })
  // A later day of an import is refused where an export would lose its cover.
  if (status === 200) Object.assign(one, { datum: action.datum, odobrenje })
  else assert.equal(status, 409)
}

type Draw = { item: Item; c1: C1; lot: Lot; kolicina: bigint; parts: bigint[] }
type Lacking = { c1: C1; materijal_id: string; kolicina: bigint }

const byDay = (a: { id: number; datum: string }, b: { id: number; datum: string }) =>
  a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : a.id - b.id
const total = (rows: readonly { kolicina: bigint }[]) => rows.reduce((sum, { kolicina }) => sum + kolicina, 0n)
const halfUp = (value: bigint, by: bigint) => (value + by / 2n) / by

const PERCENT = 100_000_000n
type Net = Omit<Norm, 'materijal_id'>
const grossOf = (kolicina: bigint, { neto, otpad, gubitak }: Net) =>
  halfUp(kolicina * neto * (PERCENT + otpad + gubitak), PERCENT * 1_000_000n)

/** What of the first so much of a need stands in the product, is waste and was lost. */
function partsUntil(drawn: bigint, whole: bigint, kolicina: bigint, { neto, otpad, gubitak }: Net) {
  if (whole === 0n || otpad + gubitak === 0n) return [drawn, 0n, 0n]
  const net = halfUp(halfUp(kolicina * neto, 1_000_000n) * drawn, whole)
  const lost = halfUp((drawn - net) * gubitak, otpad + gubitak)
  return [net, drawn - net - lost, lost]
}

/** All documents once more, the oldest first: each need takes from the oldest lot that has some and is not younger. */
function replay({ c4, c1 }: World): { draws: Draw[]; lacking: Lacking[] } {
  const lots = c4.toSorted(byDay).flatMap((of) => of.lots.map((lot) => ({ lot, datum: of.datum, left: lot.kolicina })))
  const draws: Draw[] = []
  const lacking: Lacking[] = []
  for (const of of c1.toSorted(byDay))
    for (const item of of.items)
      for (const { materijal_id, ...norm } of item.norm) {
        const whole = grossOf(item.kolicina, norm)
        let missing = whole
        for (const one of lots) {
          if (one.lot.materijal_id !== materijal_id || one.datum > of.datum) continue
          const kolicina = one.left < missing ? one.left : missing
          const before = whole - missing
          one.left -= kolicina
          missing -= kolicina
          const [was, is] = [before, whole - missing].map((drawn) => partsUntil(drawn, whole, item.kolicina, norm))
          const parts = (is ?? []).map((part, at) => part - (was?.[at] ?? 0n))
          if (kolicina > 0n) draws.push({ item, c1: of, lot: one.lot, kolicina, parts })
        }
        if (missing > 0n) lacking.push({ c1: of, materijal_id, kolicina: missing })
      }
  return { draws, lacking }
}

/** What the account should answer, a text a row. */
function modelOf(world: World, od: string | null, kraj: string | null, { c4: only, odobrenje }: Scope) {
  const { draws, lacking } = replay(world)
  const isPast = (day: string) => od !== null && day < od
  const isIn = (day: string) => !isPast(day) && (kraj === null || day <= kraj)
  const rows = world.c4
    .filter((c4) => (!only || c4 === only) && (!odobrenje || c4.odobrenje === odobrenje))
    .filter((c4) => kraj === null || c4.datum <= kraj)
    .toSorted(byDay)
    .flatMap((c4) => c4.lots.map((lot) => ({ c4, lot })))
    .map(({ c4, lot }) => {
      const mine = draws.filter((draw) => draw.lot === lot)
      const ranije = total(mine.filter(({ c1 }) => isPast(c1.datum)))
      const u_periodu = mine.filter(({ c1 }) => isIn(c1.datum))
      const [pocetno, ulaz] = isPast(c4.datum) ? [lot.kolicina - ranije, 0n] : [0n, lot.kolicina]
      const parts = [0, 1, 2].map((at) => u_periodu.reduce((sum, draw) => sum + (draw.parts[at] as bigint), 0n))
      const kraja = pocetno + ulaz - total(u_periodu)
      const vrednost = halfUp(kraja * lot.cena * (RATES[c4.valuta] as bigint), 10_000_000_000_000_000n)
      return { c4, lot, u_periodu, figures: [lot.kolicina, pocetno, ulaz, ...parts, kraja], vrednost }
    })
    // What was used up before the period began has nothing to account for.
    .filter(({ figures: [, pocetno, ulaz] }) => (pocetno as bigint) + (ulaz as bigint) > 0n)
  const shown = rows.flatMap(({ u_periodu }) => u_periodu)
  const groups = Map.groupBy(rows, ({ lot }) => `${lot.materijal_id} ${lot.tarifni_broj}`)
  const norms = Map.groupBy(
    new Map(shown.map((draw) => [`${draw.item.id} ${draw.lot.materijal_id}`, draw])).values(),
    ({ item, lot }) => [item.proizvod_id, ...Object.values(netOf(item, lot))].join(' '),
  )
  const missing = Map.groupBy(
    only ? [] : lacking.filter(({ c1 }) => isIn(c1.datum) && (!odobrenje || c1.odobrenje === odobrenje)),
    ({ c1, materijal_id }) => `${c1.id} ${materijal_id}`,
  )
  return {
    stavke: rows.map(({ lot, figures, vrednost }) => [lot.id, ...figures, vrednost].join(' ')),
    izvoz: shown
      .map(({ item, lot, kolicina, parts }) => [item.id, lot.id, item.kolicina, kolicina, ...parts].join(' '))
      .sort(),
    normativi: [...norms].map(([key, some]) => [key, ...neededBy(some)].join(' ')).sort(),
    bez_pokrica: [...missing].map(([key, some]) => `${key} ${total(some)}`).sort(),
    ukupno: [...groups]
      .map(([key, some]) => {
        const sums = [0, 1, 2, 3, 4, 5, 6].map((at) =>
          some.reduce((sum, { figures }) => sum + (figures[at] as bigint), 0n),
        )
        return [key, ...sums, some.reduce((sum, { vrednost }) => sum + vrednost, 0n)].join(' ')
      })
      .sort(),
  }
}

const netOf = ({ norm }: Item, { materijal_id }: Lot) => norm.find((one) => one.materijal_id === materijal_id) as Norm
const neededBy = (draws: readonly Draw[]) => [
  draws.reduce((sum, { item }) => sum + item.kolicina, 0n),
  draws.reduce((sum, { item, lot }) => sum + grossOf(item.kolicina, netOf(item, lot)), 0n),
]

const micro = (value: number) => Math.round(value * MICRO)
type Moved = Obracun['stavke'][number] | Obracun['ukupno'][number]
const movement = (row: Moved) => [
  ...[row.uvezeno, row.pocetno_stanje, row.ulaz, row.ugradjeno, row.otpad, row.gubitak, row.krajnje_stanje].map(micro),
  Math.round(row.vrednost_rsd * 100),
]

/** The answer as such texts. */
const answered = ({ stavke, izvoz, normativi, bez_pokrica, ukupno }: Obracun) => ({
  stavke: stavke.map((row) => [row.ulaz_stavka_id, ...movement(row)].join(' ')),
  izvoz: izvoz
    .map((row) =>
      [
        row.c1_stavka_id,
        row.ulaz_stavka_id,
        ...[row.izvezeno, row.razduzeno, row.ugradjeno, row.otpad, row.gubitak].map(micro),
      ].join(' '),
    )
    .sort(),
  normativi: normativi
    .map(({ proizvod_id, materijal_id, neto, otpad_procenat, gubitak_procenat, izvezeno, ukupno }) =>
      [proizvod_id, materijal_id, ...[neto, otpad_procenat, gubitak_procenat, izvezeno, ukupno].map(micro)].join(' '),
    )
    .sort(),
  bez_pokrica: bez_pokrica.map((row) => `${row.c1_id} ${row.materijal_id} ${micro(row.manjak)}`).sort(),
  ukupno: ukupno.map((row) => [row.materijal_id, row.tarifni_broj, ...movement(row)].join(' ')).sort(),
})

const idOf = ({ odobrenja }: World, which: number | null) => (which === null ? null : (odobrenja[which] ?? null))

/** One import, else an authorisation, else all; there may be no import yet. */
function scopeOf(world: World, { c4, odobrenje }: Question): Scope {
  const only = c4 === null ? undefined : world.c4[c4 % Math.max(world.c4.length, 1)]
  return only ? { c4: only } : { odobrenje: idOf(world, odobrenje) ?? undefined }
}

const queryOf = ({ od, kraj }: Question, { c4, odobrenje }: Scope) =>
  new URLSearchParams({
    ...(od && { datum_od: od }),
    ...(kraj && { datum_do: kraj }),
    ...(c4 && { c4_id: String(c4.id) }),
    ...(odobrenje && { odobrenje_id: String(odobrenje) }),
  })

/** The pages of parts A and B, one after another, are these parts; those of one lot are its rows of part B. */
async function expectPages(api: TestApi, world: World, asked: Question) {
  const query = queryOf(asked, scopeOf(world, asked))
  const whole = (await api.get(`/obracun?${query}`)).body as Obracun
  const paged = async (path: string) => {
    const rows = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await api.get(`${path}&page=${page}&limit=3`)
      rows.push(...body.results)
      pages = body.totalPages
    }
    return rows
  }
  assert.deepEqual(await paged(`/obracun/stavke?${query}`), whole.stavke)
  assert.deepEqual(await paged(`/obracun/izvoz?${query}`), whole.izvoz)
  const [lot] = whole.stavke
  if (!lot) return
  const id = lot.ulaz_stavka_id
  assert.deepEqual(
    await paged(`/obracun/izvoz?${query}&ulaz_stavka_id=${id}`),
    whole.izvoz.filter(({ ulaz_stavka_id }) => ulaz_stavka_id === id),
  )
}

async function expectModel(api: TestApi, world: World, asked: Question) {
  const { od, kraj } = asked
  const scope = scopeOf(world, asked)
  const query = queryOf(asked, scope)
  const { status, body } = await api.get(`/obracun?${query}`)
  assert.equal(status, 200)
  assert.deepEqual(answered(body), modelOf(world, od, kraj, scope), String(query))
  assert.deepEqual(
    body.provere.filter(({ vrsta }: { vrsta: string }) => vrsta === 'identitet'),
    [],
  )
}
