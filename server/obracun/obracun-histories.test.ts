// Random histories of documents, and random periods and scopes of the account over them: every row of every part must be
// what a model says that replays all documents by plain FIFO and knows nothing of the ledger. `HISTORIES=10000
// npm test -- histories` runs 10,000.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Obracun } from '#contract/obracun.ts'
import { UNETE_VRSTE } from '#contract/ostala-razduzenja.ts'
import { VRSTE_RASPOREDA } from '#contract/otpad.ts'
import type { RokRed } from '#contract/rokovi.ts'
import { logger } from '#server/audit/log.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { isDeep, SEED } from '#server/testing-depth.ts'
import { addCatalogue, addOdobrenje, c1Body, c4Body } from '#server/testing-documents.ts'
import {
  answered,
  type Books,
  type C1,
  type C4,
  daysLater,
  directedOf,
  grossOf,
  type Item,
  isDirectable,
  type Lot,
  losesCover,
  modelOf,
  type Norm,
  nameable,
  overdrawsWaste,
  redOf,
  rokOf,
  rokoviOf,
  type Scope,
  wasteLeft,
} from './testing-obracun-model.ts'

/** A history takes PostgreSQL some five times as long, so most of them run on SQLite. */
const ALL_HISTORIES = Number(process.env.HISTORIES ?? (isDeep ? 24 : 16))
const HISTORIES = { sqlite: Math.ceil(ALL_HISTORIES * 0.85), postgres: Math.ceil(ALL_HISTORIES * 0.1) }
const MATERIALS = ['KABL1', 'KON8']
const PRODUCTS = ['SNOP1', 'PRAZAN']
const TARIFFS = ['8544.49', '8544.42']
const MICRO = 1_000_000
/** A deadline is said to end soon this many days before it. */
const WARNED = 2

/** `odobrenje`: which of the two; null: none. */
type Head = { datum: string; odobrenje: number | null }
type Line = { what: number; kolicina: number; cena: number; tarifa: number }
type Entry =
  | ({ verb: 'c4'; valuta: string; lines: Line[]; rok: number | null } & Head)
  | { verb: 'prolong'; which: number; by: number }
  | { verb: 'aMonth'; which: number }
  | ({ verb: 'c1'; lines: Line[]; directs: Direct[] } & Head)
  | ({ verb: 'otherHead'; which: number } & Head)
  | { verb: 'deleteC1'; which: number }
  | { verb: 'norm'; lines: Line[] }
  | { verb: 'red' }
  | { verb: 'bruto' }
  | { verb: 'name'; datum: string; which: number; vrsta: number; share: number }
  | { verb: 'otherName'; datum: string; which: number; share: number }
  | { verb: 'deleteName'; which: number }
  | { verb: 'waste'; datum: string; what: number; vrsta: number; share: number }
/** A share of what a lot has and a line needs, for a line to take of it. */
type Direct = { which: number; share: number }
type Question = { od: string | null; kraj: string | null; c4: number | null; odobrenje: number | null }
/** `bruto`: what the percents of waste and loss of an export are of, from now on. */
type World = Books & { norms: Map<string, Norm[]>; odobrenja: readonly number[]; bruto: boolean }

const DAYS = Array.from({ length: 8 }, (_, at) => `2026-03-0${at + 1}`)
/** Every other is one of three days that follow each other: exports meet a deadline, and its neighbours. */
const datum = fc.oneof(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS.slice(3, 6)))
/** How many days a deadline is after its import, or after the one before it; what is earlier is refused. */
const rok = fc.integer({ min: -1, max: 3 })
/** Also of the month before, whose imports have their deadline in these days. */
const day = fc.oneof({ weight: 4, arbitrary: datum }, fc.constantFrom('2026-02-04', '2026-02-05'))
const lateDay = fc.constantFrom(...DAYS.slice(5))
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
/** Percents of what there is; of some more is asked for. */
const share = fc.integer({ min: 1, max: 120 })
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
const directs: fc.Arbitrary<Direct[]> = fc.array(fc.record({ which, share }), { maxLength: 3 })
const entry: fc.Arbitrary<Entry> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      verb: fc.constant('c4' as const),
      ...{ ...head, datum: day, valuta: fc.constantFrom('RSD', 'EUR'), lines, rok: fc.option(rok, { freq: 2 }) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('prolong' as const), which, by: rok }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('aMonth' as const), which: fc.nat(1) }) },
  { weight: 8, arbitrary: fc.record({ verb: fc.constant('c1' as const), ...head, lines, directs }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('otherHead' as const), which, ...head }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('deleteC1' as const), which }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('norm' as const), lines }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('red' as const) }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('bruto' as const) }) },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('name' as const), datum, which, vrsta: which, share }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('otherName' as const), datum, which, share }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('deleteName' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant('waste' as const), datum: lateDay, what: fc.nat(1), vrsta: which, share }),
  },
)
const question: fc.Arbitrary<Question> = fc
  .tuple(fc.option(datum), fc.option(datum), fc.option(which, { freq: 2 }), odobrenje)
  .map(([a, b, c4, odobrenje]) => {
    const [od, kraj] = a !== null && b !== null && a > b ? [b, a] : [a, b]
    return { od, kraj, c4, odobrenje }
  })
const steps = fc.array(fc.tuple(entry, question), { minLength: 4, maxLength: 16, size: 'max' })

test('every other account begins or ends on the day of a document, and more', () => {
  const some = fc.sample(steps, { numRuns: 300, seed: SEED })
  const asked = some.flatMap((history) => {
    const days = new Set(history.flatMap(([one]) => ('datum' in one ? [one.datum] : [])))
    return history.map(([, { od, kraj }]) => [od, kraj].some((day) => day !== null && days.has(day)))
  })
  const meeting = asked.filter(Boolean).length
  assert.ok(meeting > asked.length / 2, `${meeting} of ${asked.length}`)
})

test('of the exports after an import each twentieth or more is on the day of its deadline, and as many on the days beside', () => {
  const behind = fc.sample(steps, { numRuns: 300, seed: SEED }).flatMap((history) =>
    history.flatMap(([c4]) => {
      if (c4.verb !== 'c4' || c4.rok === null) return []
      const rok = daysLater(c4.datum, c4.rok)
      return history.flatMap(([c1]) =>
        c1.verb === 'c1' && c1.datum >= c4.datum ? [(Date.parse(c1.datum) - Date.parse(rok)) / 86_400_000] : [],
      )
    }),
  )
  for (const days of [-1, 0, 1]) {
    const met = behind.filter((one) => one === days).length
    assert.ok(met >= behind.length / 20, `${met} of ${behind.length} come ${days} days after it`)
  }
})

eachEngine('the account of random histories', (engine) => {
  test(`${HISTORIES[engine.name]} histories: every part is that of the replay`, {
    timeout: ALL_HISTORIES * 10_000,
  }, async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const odobrenja = [await addOdobrenje(api, { broj: 'AO-1' }), await addOdobrenje(api, { broj: 'AO-2' })]
    await fc.assert(
      fc.asyncProperty(steps, question, async (history, last) => {
        const world = await emptyWorld(api, odobrenja)
        for (const [entry, asked] of history) {
          await enter(api, world, entry)
          await expectModel(api, world, asked)
        }
        await expectPages(api, world, last)
      }),
      { numRuns: HISTORIES[engine.name], endOnFailure: true },
    )
  })
})

async function emptyWorld(api: TestApi, odobrenja: readonly number[]): Promise<World> {
  await api.store.transact(async (tx) => {
    for (const table of [
      'ostalo_razduzenje_stavka',
      'ostalo_razduzenje',
      'otpad_raspored',
      'razduzenje',
      'c1',
      'c4',
      'proizvod_mesec',
      'stanje',
      'podesavanja',
    ] as const)
      await tx.deleteFrom(table).execute()
    await sql`insert into stanje (materijal_id) select id from materijal`.execute(tx)
    await sql`insert into podesavanja (id, upozorenje_roka_dana) values (1, ${WARNED})`.execute(tx)
    await sql`update odobrenje set rok_meseci = null`.execute(tx)
    // Pages trust the audit trail to say that something was changed.
    const log = logger(tx, api.user, Date.now)
    await log([{ radnja: 'obrisano', vrsta: 'c4', predmet: '0', opis: '' }])
  })
  const norms = new Map<string, Norm[]>(PRODUCTS.map((id) => [id, []]))
  const world: World = {
    c4: [],
    c1: [],
    named: [],
    disposed: [],
    poRedu: false,
    bruto: false,
    aMonth: [],
    norms,
    odobrenja,
  }
  await writeNorm(api, world, [
    { materijal_id: 'KABL1', neto: 2_500_000n, otpad: 4_000_000n, gubitak: 1_500_000n, bruto: false },
    { materijal_id: 'KON8', neto: 333_333n, otpad: 0n, gubitak: 0n, bruto: false },
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
const chosen = <Name extends string>(names: readonly Name[], at: number) => names[at % names.length] as Name
const one = <Row>(rows: readonly Row[], at: number) => rows[at % Math.max(rows.length, 1)]
const decimal = (value: bigint | number) => Number(value) / MICRO

/** Does one entry through the API and notes it in the world; the program must refuse it exactly where the model does. */
async function enter(api: TestApi, world: World, action: Entry): Promise<void> {
  switch (action.verb) {
    case 'norm':
      return writeNorm(api, world, normOf(action.lines))
    case 'c4':
      return enterC4(api, world, action)
    case 'c1':
      return enterC1(api, world, action)
    case 'otherHead':
      return changeHead(api, world, action)
    case 'deleteC1': {
      const gone = one(world.c1, action.which)
      if (gone) await settle(world, { c1: without(world.c1, gone) }, true, api.delete(`/c1/${gone.id}`))
      return
    }
    case 'red': {
      const poRedu = !world.poRedu
      const body = { upozorenje_roka_dana: WARNED, red_po_odobrenju: poRedu }
      await settle(world, { poRedu }, true, api.put('/podesavanja', body))
      return
    }
    case 'bruto': {
      world.bruto = !world.bruto
      const osnov_otpada = world.bruto ? 'bruto' : 'neto'
      assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: WARNED, osnov_otpada })).status, 200)
      return
    }
    case 'prolong':
      return prolong(api, world, action)
    case 'aMonth': {
      const id = world.odobrenja[action.which] as number
      const aMonth = world.aMonth.includes(id) ? world.aMonth.filter((one) => one !== id) : [...world.aMonth, id]
      const { body } = await api.get(`/odobrenja/${id}`)
      const asked = api.put(`/odobrenja/${id}`, { ...body, rok_meseci: aMonth.includes(id) ? 1 : null })
      await settle(world, { aMonth }, true, asked)
      return
    }
    case 'waste':
      return dispose(api, world, action)
    default:
      return name(api, world, action)
  }
}

type Of<Verb extends Entry['verb']> = Extract<Entry, { verb: Verb }>
const without = <Row>(rows: readonly Row[], gone: Row | undefined) => rows.filter((row) => row !== gone)
const instead = <Row>(rows: readonly Row[], old: Row, now: Row) => rows.map((row) => (row === old ? now : row))

/** The world after what was asked, if it was done: where it is `allowed` and leaves no less waste than was disposed of. */
async function settle(world: World, after: Partial<Books>, allowed: boolean, asked: ReturnType<TestApi['post']>) {
  const expected = allowed && !overdrawsWaste({ ...world, ...after })
  const { status, body } = await asked
  assert.equal(status < 300, expected, `${status} ${body.message}`)
  if (expected) Object.assign(world, after)
  else assert.ok(status === 409 || status === 400, `${status} ${body.message}`)
  return expected ? body : null
}

const normOf = (lines: readonly Line[]): Norm[] => {
  const norms = lines.map(({ what, kolicina, cena }) => ({
    materijal_id: chosen(MATERIALS, what),
    neto: BigInt(kolicina),
    otpad: cena % 2 === 0 ? 0n : BigInt(cena),
    gubitak: cena % 3 === 0 ? BigInt(kolicina) : 0n,
    bruto: false,
  }))
  return [...new Map(norms.map((norm) => [norm.materijal_id, norm])).values()]
}

async function enterC4(api: TestApi, world: World, action: Of<'c4'>) {
  const odobrenje = idOf(world, action.odobrenje)
  const { datum, valuta } = action
  const lots = action.lines.map(({ what, tarifa, kolicina, cena }) => ({
    materijal_id: chosen(MATERIALS, what),
    tarifni_broj: chosen(TARIFFS, tarifa),
    kolicina: BigInt(kolicina),
    cena: BigInt(cena),
  }))
  const rows = lots.map(({ cena, kolicina, ...lot }) => ({
    ...lot,
    kolicina: decimal(kolicina),
    cena_po_jedinici: decimal(cena),
  }))
  const broj = `C4-${++numbers}`
  const typed = action.rok === null ? null : daysLater(datum, action.rok)
  const c4 = { id: 0, broj, datum, odobrenje, valuta, typed, prolonged: null, lots: [] as Lot[] }
  const body = c4Body(broj, datum, rows, { valuta, odobrenje_id: odobrenje, rok_razduzenja: typed })
  const saved = await settle(world, {}, mayEnd(world, c4), api.post('/c4', body))
  if (!saved) return
  const entered = lots.map((lot, at) => ({ ...lot, id: saved.stavke[at].id }))
  world.c4.push({ ...c4, id: saved.id, lots: entered })
}

/** Whether no deadline of an import is before it. */
const mayEnd = (books: Books, c4: C4): boolean =>
  [c4.typed, rokOf(books, c4)].every((rok) => rok === null || rok >= c4.datum)

/** Prolongs the deadline of an import. */
async function prolong(api: TestApi, world: World, { which, by }: Of<'prolong'>) {
  const old = one(world.c4, which)
  if (!old) return
  const was = rokOf(world, old)
  const rok = daysLater(was ?? old.datum, by)
  const after = { c4: instead(world.c4, old, { ...old, prolonged: rok }) }
  const allowed = rok >= old.datum && rok > (was ?? '')
  await settle(world, after, allowed, api.post(`/c4/${old.id}/produzenja`, { novi_rok: rok }))
}

async function enterC1(api: TestApi, world: World, { datum, lines, odobrenje, directs }: Of<'c1'>) {
  const items = lines.map(({ what, kolicina }) => {
    const proizvod_id = chosen(PRODUCTS, what)
    const norm = (world.norms.get(proizvod_id) as Norm[]).map((one) => ({
      ...one,
      bruto: world.bruto && one.otpad + one.gubitak > 0n,
    }))
    return { id: 0, proizvod_id, kolicina: BigInt(kolicina), norm, directed: [] }
  })
  const of = idOf(world, odobrenje)
  const c1 = { id: Number.MAX_SAFE_INTEGER, datum, odobrenje: of, items: items as Item[] }
  for (const [at, one] of directs.entries()) direct(world, c1, at, one)
  const rows = c1.items.map(({ proizvod_id, kolicina, directed }) => ({
    ...{ proizvod_id, kolicina: decimal(kolicina), cena: 1 },
    usmerenja: directed.map(({ lot, kolicina }) => ({
      ...{ materijal_id: lot.materijal_id, ulaz_stavka_id: lot.id, kolicina: decimal(kolicina), razlog: 'Proba' },
    })),
  }))
  const body = c1Body(`C1-${++numbers}`, datum, rows, { odobrenje_id: of })
  const after = { c1: [...world.c1, c1] }
  const saved = await settle(world, after, mayDirect(world, { ...world, ...after }, c1), api.post('/c1', body))
  if (!saved) return
  c1.id = saved.id
  for (const [at, item] of c1.items.entries()) item.id = saved.stavke[at].id
}

/** Lets a line take from a lot: mostly of one that it may take from and no more than there is, now and then otherwise. */
function direct(world: World, c1: C1, at: number, { which, share }: Direct) {
  const item = c1.items[at % c1.items.length] as Item
  const ofNorm = (lot: Lot) => item.norm.find(({ materijal_id }) => materijal_id === lot.materijal_id)
  const mayBe = world.c4.filter((c4) => c4.datum <= c1.datum && redOf(world, c4) === redOf(world, c1))
  const lots = (which % 7 === 0 ? world.c4 : mayBe).flatMap((c4) => c4.lots)
  const free = lots.filter((lot) => !item.directed.some((one) => one.lot === lot) && (which % 7 === 0 || ofNorm(lot)))
  const lot = one(free, which)
  if (!lot) return
  const norm = ofNorm(lot)
  const mine = item.directed.filter((one) => one.lot.materijal_id === lot.materijal_id)
  const needed = (norm ? grossOf(item.kolicina, norm) : 0n) - mine.reduce((sum, one) => sum + one.kolicina, 0n)
  const there = nameable(world, lot, c1.datum) - directedOf([c1], lot)
  const part = ((there < needed ? there : needed) * BigInt(share)) / 100n
  item.directed.push({ lot, kolicina: part < 1n ? 1n : part })
}

/** Whether an export may direct what it does: it is there, and no other export loses what this one takes by name. */
function mayDirect(before: Books, after: Books, c1: C1): boolean {
  const directed = new Set(c1.items.flatMap((item) => item.directed.map(({ lot }) => lot.materijal_id)))
  const isOther = (lacking: { c1: C1; materijal_id: string }) =>
    lacking.c1.id !== c1.id && directed.has(lacking.materijal_id)
  return isDirectable(before, c1) && !losesCover(before, after, isOther)
}

async function changeHead(api: TestApi, world: World, { datum, odobrenje, which }: Of<'otherHead'>) {
  const head = { datum, odobrenje: idOf(world, odobrenje) }
  const old = one([...world.c4, ...world.c1], which)
  if (!old) return
  const path = `${'lots' in old ? '/c4' : '/c1'}/${old.id}`
  const { body } = await api.get(path)
  const put = () => api.put(path, { ...body, datum, odobrenje_id: head.odobrenje })
  if (!('lots' in old)) {
    const c1 = { ...old, ...head }
    const after = { c1: instead(world.c1, old, c1) }
    const moves = datum !== old.datum || redOf(world, c1) !== redOf(world, old)
    await settle(world, after, !moves || mayDirect(world, { ...world, ...after }, c1), put())
    return
  }
  const after = { c4: instead(world.c4, old, { ...old, ...head }) }
  const directing = world.c1.filter((c1) => old.lots.some((lot) => directedOf([c1], lot) > 0n))
  const naming = [...world.named.filter(({ lot }) => old.lots.includes(lot)), ...directing]
  const red = redOf(world, head)
  const otherQueue = red !== redOf(world, old) && directing.some((c1) => redOf(world, c1) !== red)
  const allowed = !otherQueue && naming.every((one) => one.datum >= datum) && mayEnd(world, { ...old, ...head })
  await settle(world, after, allowed && !losesCover(world, { ...world, ...after }), put())
}

/** Takes from a named lot, changes what is taken of it, or gives it back. */
async function name(api: TestApi, world: World, action: Of<'name' | 'otherName' | 'deleteName'>) {
  const old = action.verb === 'name' ? undefined : one(world.named, action.which)
  const lot =
    old?.lot ??
    (action.verb === 'name'
      ? one(
          world.c4.flatMap(({ lots }) => lots),
          action.which,
        )
      : undefined)
  if (!lot) return
  const path = `/ostala-razduzenja${old ? `/${old.id}` : ''}`
  const others = without(world.named, old)
  if (action.verb === 'deleteName') {
    await settle(world, { named: others }, true, api.delete(path))
    return
  }
  const { datum, share } = action
  const kolicina = (lot.kolicina * BigInt(share)) / 100n + 1n
  const vrsta = old?.vrsta ?? chosen(UNETE_VRSTE, 'vrsta' in action ? action.vrsta : 0)
  const broj = `R-${++numbers}`
  const draw = { id: old?.id ?? 0, datum, vrsta, lot, kolicina }
  const after = { named: [...others, draw] }
  const possible = nameable(world, lot, datum) + (old?.kolicina ?? 0n)
  const there = world.c4.some((c4) => c4.lots.includes(lot) && c4.datum <= datum)
  const allowed = there && kolicina <= possible && !losesCover(world, { ...world, ...after })
  const body = {
    broj,
    datum,
    vrsta,
    razlog: 'Proba',
    stavke: [{ ulaz_stavka_id: lot.id, kolicina: decimal(kolicina) }],
  }
  const saved = await settle(world, after, allowed, old ? api.put(path, body) : api.post(path, body))
  if (saved) draw.id = saved.id
}

async function dispose(api: TestApi, world: World, { datum, what, vrsta, share }: Of<'waste'>) {
  const materijal_id = chosen(MATERIALS, what)
  const part = (wasteLeft(world, materijal_id, datum) * BigInt(share)) / 100n
  const kolicina = part < 1n ? 1n : part
  const one = { datum, vrsta: chosen(VRSTE_RASPOREDA, vrsta), materijal_id, kolicina }
  const after = { disposed: [...world.disposed, one] }
  await settle(world, after, true, api.post('/otpad', { ...one, kolicina: decimal(kolicina) }))
}

const idOf = ({ odobrenja }: World, which: number | null) => (which === null ? null : (odobrenja[which] ?? null))

/** One import, else an authorisation, else all; there may be no import yet. */
function scopeOf(world: World, { c4, odobrenje }: Question): Scope {
  const only = c4 === null ? undefined : one(world.c4, c4)
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
  const dan = kraj ?? (DAYS.at(-1) as string)
  assert.deepEqual(
    (await api.get(`/rokovi?limit=100&datum=${dan}`)).body.results.map((row: RokRed) =>
      [row.c4_id, row.rok, row.rok_obracuna, row.stanje_roka, row.broj_stavki, Math.round(row.vrednost_rsd * 100)].join(
        ' ',
      ),
    ),
    rokoviOf(world, dan, WARNED),
    dan,
  )
  assert.deepEqual(
    body.provere.filter(({ vrsta }: { vrsta: string }) => vrsta === 'identitet'),
    [],
  )
}
