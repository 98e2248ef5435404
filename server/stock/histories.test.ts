// Random histories of documents on the real store: after every step the ledger, which only ever recomputes what a
// change touches, must equal a model that recomputes everything from the documents, and what looking before the save
// said. `HISTORIES=10000 npm test -- histories` runs 10,000.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { C1Body, C1Document } from '#contract/c1.ts'
import type { C4Body } from '#contract/c4.ts'
import { C1_CARINA, C4_CARINA, LINE_CARINA } from '#contract/carina.ts'
import type { MovedC1 } from '#contract/documents.ts'
import { nothingIn } from '#contract/form-fields.ts'
import type { RazduzenjeBody } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { logger } from '#server/audit/log.ts'
import { findC1 } from '#server/c1/c1-queries.ts'
import { restoreC1 } from '#server/c1/c1-restore.ts'
import { deleteC1, saveC1 } from '#server/c1/c1-save.ts'
import { deleteC4, restoreC4, saveC4 } from '#server/c4/c4-save.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { changeQueues } from '#server/nasa-firma/podesavanja-handlers.ts'
import { deleteRazduzenje, restoreRazduzenje, saveRazduzenje } from '#server/ostala-razduzenja/razduzenje-save.ts'
import { Refusal } from '#server/refusal.ts'
import { eachEngine } from '#server/testing.ts'
import { isDeep, SEED } from '#server/testing-depth.ts'
import { verifyLedger } from '#server/verify/verify-ledger.ts'
import { verifyTotals } from '#server/verify/verify-totals.ts'
import { normativOf } from './c1-line-texts.ts'
import { NO_LOT } from './ledger-sql.ts'
import { remainingDocuments } from './remaining.ts'
import { releaseQueues } from './requeue.ts'
import { type StockAt, stockAt } from './stock-at.ts'

/** A history takes PostgreSQL some ten times as long, so most of them run on SQLite. */
const ALL_HISTORIES = Number(process.env.HISTORIES ?? (isDeep ? 200 : 40))
const HISTORIES = { sqlite: Math.ceil(ALL_HISTORIES * 0.85), postgres: Math.ceil(ALL_HISTORIES * 0.15) }
const MATERIALS = ['MAT1', 'MAT2', 'MAT3']
const PRODUCTS = ['PRO1', 'PRO2']
/** A hundred percent. */
const WHOLE = 100_000_000n
const RATES: Record<string, bigint> = { RSD: 1_000_000n, EUR: 117_500_000n }

/** `vec`: how much of it had left before the books began. */
type Lot = { id: number; materijal_id: string; kolicina: bigint; cena: bigint; vec: bigint | null }
/** `start`: the day of the change-over, where any of its lots says how much had left. */
type C4 = { id: number; datum: string; valuta: string; odobrenje: number | null; start: string | null; lots: Lot[] }
/** Of each material the net quantity, and what percents of it are waste and lost. */
type Norm = ReadonlyMap<string, readonly [neto: bigint, otpad: bigint, gubitak: bigint]>
type Item = { id: number; proizvod_id: string; kolicina: bigint; norm: Norm; directed: Directed[] }
/** What a line takes of a lot that it names. */
type Directed = { lot: number; materijal_id: string; kolicina: bigint }
type C1 = { id: number; datum: string; odobrenje: number | null; items: Item[] }
/** Documents that were deleted, each to be put back. */
type Gone = { c4: C4 } | { c1: C1 } | { other: Other }
/** A document that takes from lots it names. */
type Other = { id: number; datum: string; lines: { lot: number; kolicina: bigint }[] }
/** `poRedu`: each authorisation has a queue of its own. */
type World = { c4: C4[]; c1: C1[]; others: Other[]; gone: Gone[]; norms: Map<string, Norm>; poRedu: boolean }

type Line = { what: number; kolicina: number; cena: number }
type Command =
  | { verb: 'c4'; datum: string; valuta: string; odobrenje: number | null; lines: Line[]; start: Start }
  | {
      verb: 'editC4'
      which: number
      datum: string | null
      valuta: string | null
      under: Under
      change: Change
      withIds: boolean
      start: Start
    }
  | { verb: 'deleteC4'; which: number }
  | { verb: 'c1'; datum: string; odobrenje: number | null; lines: Line[] }
  | { verb: 'editC1'; which: number; datum: string | null; under: Under; change: Change; directs: Directs | null }
  | { verb: 'directed'; datum: string; odobrenje: number | null; lines: Line[]; directs: Directs }
  | { verb: 'deleteC1'; which: number }
  | { verb: 'other'; datum: string; lines: NamedLine[] }
  | { verb: 'editOther'; which: number; datum: string | null; lines: NamedLine[] }
  | { verb: 'deleteOther'; which: number }
  | { verb: 'vrati'; which: number }
  | { verb: 'norm'; which: number; lines: Line[] }
  | { verb: 'red' }
/** The authorisation that an edit gives a document; null: it keeps its own. */
type Under = { odobrenje: number | null } | null
/** What had left of the lines of an import, and on which day; null: nothing, or as it was. */
type Start = { datum: string; parts: (NamedLine | null)[] } | null
/** What an export directs, of the lots of a material that it needs. */
type Directs = NamedLine[]
/** `all`: what the day leaves of the lot. */
type NamedLine = { which: number; kolicina: number; all: boolean }
/** What an edit does to the lines: removes, changes and adds. */
type Change = { remove: number | null; alter: { at: number; line: Line } | null; add: Line | null }

const DAYS = Array.from({ length: 8 }, (_, at) => `2026-03-0${at + 1}`)
/** Every third is one and the same day: what stands in the order of its entry. */
const datum = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...DAYS) }, fc.constant('2026-03-04'))
/** A day of the books, or the one before they begin. */
const day = fc.constantFrom('2026-02-28', ...DAYS)
const valuta = fc.constantFrom('RSD', 'EUR')
const which = fc.nat(20)
const line: fc.Arbitrary<Line> = fc.record({
  what: fc.nat(2),
  kolicina: fc.oneof(
    fc.integer({ min: 1, max: 9 }).map((n) => n * 1_000_000),
    fc.integer({ min: 1, max: 9_000_000 }),
  ),
  cena: fc.integer({ min: 1, max: 5_000_000 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
/** Of two authorisations one, or none. */
const odobrenje = fc.constantFrom(null, 1, 2)
const under = fc.option(fc.record({ odobrenje }))
const change: fc.Arbitrary<Change> = fc.record({
  remove: fc.option(which),
  alter: fc.option(fc.record({ at: which, line })),
  add: fc.option(line),
})
const namedLines: fc.Arbitrary<NamedLine[]> = fc.array(
  fc.record({ which, kolicina: fc.integer({ min: 1, max: 9_000_000 }), all: fc.boolean() }),
  { minLength: 1, maxLength: 2 },
)
const start: fc.Arbitrary<Start> = fc.option(
  fc.record({
    datum,
    parts: fc.array(
      fc.option(fc.record({ which, kolicina: fc.integer({ min: 1, max: 9_000_000 }), all: fc.boolean() })),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  }),
  { freq: 2 },
)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('c4' as const), datum, valuta, odobrenje, lines, start }) },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('editC4' as const),
      which,
      datum: fc.option(datum),
      valuta: fc.option(valuta),
      under,
      change,
      withIds: fc.boolean(),
      start,
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('deleteC4' as const), which }) },
  { weight: 5, arbitrary: fc.record({ verb: fc.constant('c1' as const), datum, odobrenje, lines }) },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('editC1' as const),
      ...{ which, datum: fc.option(datum), under, change, directs: fc.option(namedLines) },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ verb: fc.constant('directed' as const), datum, odobrenje, lines, directs: namedLines }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('deleteC1' as const), which }) },
  { weight: 6, arbitrary: fc.record({ verb: fc.constant('other' as const), datum, lines: namedLines }) },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant('editOther' as const),
      ...{ which, datum: fc.option(datum), lines: namedLines },
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('deleteOther' as const), which }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('vrati' as const), which }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('norm' as const), which, lines }) },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('red' as const) }) },
)

/** The queue in which a document stands. */
const redOf = ({ poRedu }: World, { odobrenje }: { odobrenje: number | null }) => (poRedu ? (odobrenje ?? 0) : 0)

/** The day on which what had left before a change-over leaves: the one before it, though not before the import. */
const evening = (datum: string, start: string): string => {
  const before = new Date(Date.parse(start) - 86_400_000).toISOString().slice(0, 10)
  return before < datum ? datum : before
}

/** What names lots: other documents, imports of which something had left before, and exports that direct their draws. */
const namingIn = ({ others, c1, c4 }: Pick<World, 'others' | 'c1' | 'c4'>) => [
  ...c4.flatMap(({ id, datum, start, lots }) => {
    const lines = lots.flatMap((lot) => (lot.vec === null ? [] : [{ lot: lot.id, kolicina: lot.vec }]))
    return start === null ? [] : [{ kind: 'start', id, datum: evening(datum, start), lines }]
  }),
  ...others.map(({ id, datum, lines }) => ({ kind: 'other', id, datum, lines })),
  ...c1.map(({ id, datum, items }) => ({ kind: 'c1', id, datum, lines: items.flatMap(({ directed }) => directed) })),
]
type Naming = ReturnType<typeof namingIn>[number]

/** What documents name of a lot, but for one of them, and those of certain days. */
const namedOf = (world: Pick<World, 'others' | 'c1' | 'c4'>, lot: number, is = (_: Naming) => true) =>
  namingIn(world)
    .flatMap((naming) => (is(naming) ? naming.lines : []))
    .reduce((sum, l) => (l.lot === lot ? sum + l.kolicina : sum), 0n)

/** What a quantity of a product needs of a material. */
const needOf = (kolicina: bigint, [neto, otpad, gubitak]: readonly [bigint, bigint, bigint]) =>
  (kolicina * neto * (WHOLE + otpad + gubitak) + (WHOLE * 1_000_000n) / 2n) / (WHOLE * 1_000_000n)

/**
 * Everything the books should say, from nothing but the documents, the slow and obvious way. `day`: at the end of which,
 * of a world without later imports and exports.
 */
function modelOf(world: World, day = '9999', all: Pick<World, 'others' | 'c1' | 'c4'> = world) {
  const lots = world.c4
    .flatMap((c4) =>
      c4.lots.map((lot) => ({
        ...lot,
        c4_id: c4.id,
        red: redOf(world, c4),
        datum: c4.datum,
        rate: RATES[c4.valuta] ?? 0n,
        capacity: lot.kolicina - namedOf(all, lot.id),
        left: lot.kolicina - namedOf(all, lot.id),
        later: namedOf(all, lot.id, ({ datum }) => datum > day),
        last: null as string | null,
      })),
    )
    .sort((a, b) => a.datum.localeCompare(b.datum) || a.c4_id - b.c4_id || a.id - b.id)
  const needs = world.c1
    .flatMap((c1) =>
      c1.items.flatMap((item) =>
        [...item.norm].map(([materijal_id, [neto, otpad, gubitak]]) => ({
          c1_id: c1.id,
          red: redOf(world, c1),
          datum: c1.datum,
          item: item.id,
          materijal_id,
          directed: item.directed.filter((one) => one.materijal_id === materijal_id),
          kolicina:
            needOf(item.kolicina, [neto, otpad, gubitak]) -
            item.directed.reduce((sum, one) => (one.materijal_id === materijal_id ? sum + one.kolicina : sum), 0n),
        })),
      ),
    )
    .sort((a, b) => a.datum.localeCompare(b.datum) || a.c1_id - b.c1_id || a.item - b.item)
  const draws: string[] = []
  const taken: { lot: number; datum: string; kolicina: bigint; c1_id: number }[] = []
  const shortages = new Map<string, bigint>()
  for (const need of needs) {
    const noteRow = (lot: number, kolicina: bigint, usmereno = 0) =>
      draws.push(`${need.item} ${need.materijal_id} ${lot} ${kolicina} ${need.c1_id} ${need.datum} ${usmereno}`)
    for (const { lot, kolicina } of need.directed) noteRow(lot, kolicina, 1)
    let missing = need.kolicina
    for (const lot of lots) {
      if (lot.materijal_id !== need.materijal_id || lot.red !== need.red || lot.datum > need.datum) continue
      const kolicina = lot.left < missing ? lot.left : missing
      if (kolicina > 0n) {
        noteRow(lot.id, kolicina)
        taken.push({ lot: lot.id, datum: need.datum, kolicina, c1_id: need.c1_id })
        lot.last = need.datum
      }
      lot.left -= kolicina
      missing -= kolicina
    }
    if (missing > 0n || need.kolicina === 0n) noteRow(NO_LOT, missing)
    shortages.set(`${need.c1_id} ${need.item} ${need.materijal_id}`, missing)
  }
  const totals = MATERIALS.map((materijal_id) => {
    const mine = lots.filter((lot) => lot.materijal_id === materijal_id)
    const input = mine.reduce((total, lot) => total + lot.kolicina, 0n)
    const consumed = needs
      .filter((need) => need.materijal_id === materijal_id)
      .reduce((total, need) => total + need.kolicina, 0n)
    const named = mine.reduce((total, lot) => total + lot.kolicina - lot.capacity - lot.later, 0n)
    // Rounded half up to hundredths, lot by lot.
    const worth = (lot: (typeof mine)[number]) =>
      ((lot.left + lot.later) * lot.cena * lot.rate + 5n * 10n ** 15n) / 10n ** 16n
    const vrednost = mine.reduce((total, lot) => total + worth(lot), 0n)
    return `${materijal_id} ${input} ${consumed + named} ${vrednost}`
  })
  const isBegun = (lot: (typeof lots)[number]) => lot.left > 0n && lot.left < lot.capacity
  const lastExports = MATERIALS.map((materijal_id) => {
    const mine = lots.filter((lot) => lot.materijal_id === materijal_id && isBegun(lot))
    assert.equal(new Set(mine.map(({ red }) => red)).size, mine.length, 'one lot of a queue at most is begun')
    return `${materijal_id} ${needs.findLast((need) => need.materijal_id === materijal_id)?.datum ?? null}`
  })
  const norms = world.c1.flatMap(({ items }) =>
    items.map(
      ({ id, norm }) =>
        `${id}: ${[...norm].map(([materijal_id, one]) => [materijal_id, ...one, 'neto'].join(' ')).sort()}`,
    ),
  )
  return {
    norms: norms.sort(),
    draws: draws.sort(),
    requirements: [...shortages].map(([key, missing]) => `${key} ${missing}`).sort(),
    lots: lots.map((lot) => `${lot.id} ${lot.left} ${lot.left > 0n ? null : lot.capacity > 0n ? lot.last : ''}`).sort(),
    named: lots.map((lot) => `${lot.id} ${lot.kolicina - lot.capacity}`).sort(),
    queues: lots.map((lot) => `${lot.id} ${lot.red}`).sort(),
    totals,
    lastExports,
    shortages,
    taken,
    held: lots.flatMap(({ id, left, later }) => (left + later > 0n ? [`${id} ${left + later}`] : [])).sort(),
  }
}

/** What covers an export, in one text. */
const coverOf = ({ draws, shortages }: ReturnType<typeof modelOf>, { id, items }: C1) =>
  [
    ...draws.filter((draw) => items.some((item) => draw.startsWith(`${item.id} `))),
    ...[...shortages].filter(([key]) => key.startsWith(`${id} `)).sort(),
  ].join()

/** Of each other export what a save took from its cover, or covered of it, as it was answered and by the model. */
function assertShortagesTold(before: World, after: World, moved: readonly MovedC1[], own: number | null = null) {
  const [old, now] = [modelOf(before).shortages, modelOf(after).shortages]
  const more = new Map<string, bigint>()
  for (const [key, manjak] of now) {
    const [c1_id, , materijal_id] = key.split(' ')
    if (Number(c1_id) === own || !old.has(key)) continue
    const place = `${c1_id} ${materijal_id}`
    more.set(place, (more.get(place) ?? 0n) + manjak - (old.get(key) ?? 0n))
  }
  const told = moved.flatMap(({ id, novi_manjak, pokriveno }) => [
    ...novi_manjak.map(({ materijal_id, kolicina }) => `${id} ${materijal_id} ${kolicina}`),
    ...pokriveno.map(({ materijal_id, kolicina }) => `${id} ${materijal_id} ${-kolicina}`),
  ])
  const expected = [...more]
    .filter(([, kolicina]) => kolicina !== 0n)
    .map(([place, kolicina]) => `${place} ${kolicina}`)
  assert.deepEqual(told.sort(), expected.sort(), 'what lost its cover and what was covered')
}

/** The same, as the ledger has it. */
async function booksOf({ read }: Store) {
  const draws = await read.selectFrom('razduzenje').selectAll().execute()
  const lines = await read.selectFrom('c1_stavka').select(['id', 'c1_id', 'normativ']).execute()
  type StoredLot = {
    id: number
    left: Micro
    utrosen: string | null
    izuzeto: Micro
    red: number
  }
  const { rows: lots } = await sql<StoredLot>`
    select id, preostalo as "left", utrosen, izuzeto, red from c4_stavka`.execute(read)
  const totals = await read.selectFrom('stanje').selectAll().orderBy('materijal_id').execute()
  const lacking = new Map(
    draws
      .filter(({ c4_stavka_id }) => c4_stavka_id === NO_LOT)
      .map((d) => [`${d.c1_id} ${d.c1_stavka_id} ${d.materijal_id}`, d.kolicina]),
  )
  const needs = lines.flatMap(({ id, c1_id, normativ }) =>
    normativOf(normativ).map(({ materijal_id }) => `${c1_id} ${id} ${materijal_id}`),
  )
  return {
    norms: lines.map((l) => `${l.id}: ${normativOf(l.normativ).map((n) => Object.values(n).join(' '))}`).sort(),
    draws: draws
      .map(
        (d) =>
          `${d.c1_stavka_id} ${d.materijal_id} ${d.c4_stavka_id} ${d.kolicina} ${d.c1_id} ${d.datum} ${d.usmereno}`,
      )
      .sort(),
    requirements: needs.map((key) => `${key} ${lacking.get(key) ?? 0}`).sort(),
    lots: lots.map((lot) => `${lot.id} ${lot.left} ${lot.utrosen}`).sort(),
    named: lots.map((lot) => `${lot.id} ${lot.izuzeto}`).sort(),
    queues: lots.map((lot) => `${lot.id} ${lot.red}`).sort(),
    totals: totals.map((t) => `${t.materijal_id} ${t.total_input} ${t.total_consumed} ${t.vrednost}`),
    lastExports: totals.map((t) => `${t.materijal_id} ${t.poslednji_izvoz}`),
  }
}

const partners = {
  posiljalac_naziv: 'P',
  posiljalac_grad: 'G',
  posiljalac_drzava: 'D',
  primalac_naziv: 'R',
  primalac_pib: null,
  primalac_mb: null,
  primalac_grad: 'G',
  zemlja_otpreme: 'D',
}
let numbers = 0

const c4Body = (
  day: string,
  currency: string,
  odobrenje_id: number | null,
  start: string | null,
  rows: readonly (Omit<Lot, 'id'> & { id?: number | null })[],
): C4Body => ({
  ...partners,
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T',
  broj_c4: `C4-${++numbers}`,
  datum: day as CalendarDate,
  valuta: currency as 'EUR',
  paritet: 'EXW',
  ...nothingIn(C4_CARINA),
  odobrenje_id,
  dan_prelaska: start as CalendarDate | null,
  stavke: rows.map(({ id, materijal_id, kolicina, cena, vec }, index) => ({
    id,
    broj_fakture: 'F',
    redni_broj: index + 1,
    materijal_id,
    kolicina: Number(kolicina) as Micro,
    cena_po_jedinici: Number(cena) as Micro,
    dokazuje_poreklo: false,
    tarifni_broj: '1234',
    zemlja_porekla: 'D',
    ...nothingIn(LINE_CARINA),
    vec_razduzeno: vec === null ? null : (Number(vec) as Micro),
  })),
})

const c1Body = (
  day: string,
  odobrenje_id: number | null,
  rows: readonly { id?: number | null; proizvod_id: string; kolicina: bigint; directed?: readonly Directed[] }[],
): C1Body => ({
  ...partners,
  tip_dokumenta: 'Izvozna deklaracija',
  broj_c1: `C1-${++numbers}`,
  datum: day as CalendarDate,
  ...nothingIn(C1_CARINA),
  odobrenje_id,
  stavke: rows.map(({ id, proizvod_id, kolicina, directed = [] }, index) => ({
    id,
    usmerenja: directed.map(({ lot, materijal_id, kolicina }) => {
      return { materijal_id, ulaz_stavka_id: lot, kolicina: Number(kolicina) as Micro, razlog: 'R' }
    }),
    broj_fakture: 'F',
    redni_broj: index + 1,
    proizvod_id,
    kolicina: Number(kolicina) as Micro,
    cena: 1_000_000 as Micro,
  })),
})

const otherBody = ({ datum, lines }: Other): RazduzenjeBody => ({
  broj: `R-${++numbers}`,
  datum: datum as CalendarDate,
  vrsta: 'Uništenje',
  broj_jci: null,
  carinski_organ: null,
  razlog: 'R',
  pdf_fajl: undefined,
  stavke: lines.map(({ lot, kolicina }) => ({
    ulaz_stavka_id: lot,
    kolicina: Number(kolicina) as Micro,
    ...nothingIn(LINE_CARINA),
  })),
})

const lotOf = ({ what, kolicina, cena }: Line): Omit<Lot, 'id'> => ({
  materijal_id: MATERIALS[what % MATERIALS.length] as string,
  kolicina: BigInt(kolicina),
  cena: BigInt(cena),
  vec: null,
})
/** The lines of an import with what had left of them: mostly a part or all, now and then more; and the day of that. */
function begun<T extends Omit<Lot, 'id'>>(rows: T[], start: Start, was: string | null) {
  const parts = start?.parts ?? []
  const lots = rows.map((row, at) => {
    const part = parts[at % parts.length]
    if (!start) return row
    if (!part) return { ...row, vec: null }
    const some = part.which === 0 ? BigInt(part.kolicina) : 1n + (BigInt(part.kolicina) % row.kolicina)
    return { ...row, vec: part.all ? row.kolicina : some }
  })
  return { lots, start: lots.some(({ vec }) => vec !== null) ? (start?.datum ?? was) : null }
}
const itemOf = ({ what, kolicina }: Line) => ({
  proizvod_id: PRODUCTS[what % PRODUCTS.length] as string,
  kolicina: BigInt(kolicina),
  directed: [] as Directed[],
})

/** The lines after an edit; kept ones carry their id. */
function edited<T extends { id: number }>(
  rows: readonly T[],
  { remove, alter, add }: Change,
  make: (line: Line) => Omit<T, 'id'>,
): (Omit<T, 'id'> & { id?: number })[] {
  const next: (Omit<T, 'id'> & { id?: number })[] = rows.filter(
    (_, index) => rows.length === 1 || remove === null || index !== remove % rows.length,
  )
  const at = alter ? alter.at % next.length : -1
  const target = next[at]
  if (alter && target) next[at] = { ...make(alter.line), id: target.id }
  if (add) next.push(make(add))
  return next
}

/** A save answers from what it knows; a reader must find the same. */
async function assertAnsweredAsStored({ read }: Store, saved: C1Document) {
  const found = await findC1(read, saved.id)
  assert.deepEqual({ ...saved, ...found }, saved)
}

/**
 * 'Materijali po C4' of a day has the lots of which the model says something was left, each with that, whatever page and
 * search; of each material they come to what 'Rezime materijala' says of the day.
 */
async function assertRemaining(db: Db, datum_do: CalendarDate, left: string[], then: ReadonlyMap<string, StockAt>) {
  const pageOf = (page: number, limit: number, search?: string) =>
    remainingDocuments(db, { datum_do, page, limit, search })
  const { rows, total } = await pageOf(1, 100)
  const lots = rows.flatMap(({ stavke }) => stavke)
  assert.deepEqual(lots.map((lot) => `${lot.ulaz_stavka_id} ${lot.preostalo}`).sort(), left, datum_do)
  assert.equal(total, rows.length)
  assert.deepEqual((await pageOf(1, 100, 'm')).rows, rows)
  assert.deepEqual([...(await pageOf(1, 2)).rows, ...(await pageOf(2, 2)).rows], rows.slice(0, 4))
  const found = (await pageOf(1, 100, 'mat2')).rows.flatMap(({ stavke }) => stavke)
  assert.deepEqual(
    found,
    lots.filter(({ materijal_id }) => materijal_id === 'MAT2'),
  )
  for (const [id, { total_input, total_consumed, manjak }] of then) {
    const sum = lots.reduce((all, lot) => (lot.materijal_id === id ? all + lot.preostalo : all), 0)
    assert.equal(sum, total_input - total_consumed + manjak, `${id} ${datum_do}`)
  }
}

/**
 * What the books said at the end of a day is what they say without the imports and exports after it; what is named later
 * was there yet, and exports had none of it.
 */
async function assertDay({ read }: Store, { c4, c1, others, norms, poRedu }: World, day: string) {
  const until = ({ datum }: { datum: string }) => datum <= day
  const past = { c4: c4.filter(until), c1: c1.filter(until), others, gone: [], norms, poRedu }
  const model = modelOf(past, day, { others, c1, c4 })
  const then = await stockAt(read, MATERIALS, day as CalendarDate)
  assert.deepEqual(
    [...then].map(([id, t]) => `${id} ${t.total_input} ${t.total_consumed} ${t.vrednost}`).sort(),
    model.totals,
    day,
  )
  assert.deepEqual(await stockAt(read, null, day as CalendarDate), then)
  await assertRemaining(read, day as CalendarDate, model.held, then)
  for (const [id, { broj_c4, poslednji_uvoz }] of then) {
    const days = c4.filter(until).flatMap(({ datum, lots }) => (lots.some((l) => l.materijal_id === id) ? [datum] : []))
    assert.deepEqual([broj_c4, poslednji_uvoz], [days.length, days.sort().at(-1) ?? null], `${id} ${day}`)
  }
}

/** Does one step in the store and in the world; what the store refuses must be what the model says loses cover. */
async function step(store: Store, world: World, action: Command): Promise<void> {
  const logOf = (tx: Tx) => logger(tx, { id: 1, email: 'ana@firma.rs' }, () => 0)
  const pick = <T>(list: T[], at: number): T | undefined => list[at % Math.max(list.length, 1)]
  switch (action.verb) {
    case 'c4': {
      const before = structuredClone(world)
      const { datum, valuta, odobrenje } = action
      const { lots, start } = begun(action.lines.map(lotOf), action.start, null)
      const dokument = c4Body(datum, valuta, odobrenje, start, lots)
      const c4 = { id: -1, datum, valuta, odobrenje, start, lots: lots.map((lot, i) => ({ ...lot, id: -1 - i })) }
      const saved = await refusedOnlyWhenCoverIsLost(world, world, cannotBegin(c4), () =>
        store.transact((tx) => saveC4(tx, logOf(tx), dokument)),
      )
      if (!saved) return
      world.c4.push({
        ...{ ...c4, id: saved.id },
        lots: saved.stavke.map((s, i) => ({ ...(c4.lots[i] as Lot), id: s.id })),
      })
      assertShortagesTold(before, world, saved.promenjeni_c1)
      return
    }
    case 'editC4': {
      const c4 = pick(world.c4, action.which)
      if (!c4) return
      const { lots: rows, start } = begun(edited(c4.lots, action.change, lotOf), action.start, c4.start)
      const day = action.datum ?? c4.datum
      const currency = action.valuta ?? c4.valuta
      const withIds = action.withIds || start !== null || c4.lots.some((lot) => namedOf(world, lot.id) > 0n)
      const sent = withIds ? rows : rows.map(({ id: _, ...row }) => row)
      const { odobrenje } = action.under ?? c4
      const lots = rows.map((row) => ({ ...row, id: row.id ?? -1 }))
      const after = { id: c4.id, datum: day, valuta: currency, odobrenje, start, lots }
      const dokument = c4Body(day, currency, odobrenje, start, sent)
      const changed = { ...world, c4: world.c4.map((d) => (d === c4 ? after : d)) }
      const named = takesFromUnder(world, c4, after) || cannotBegin(after) || beginsBeyond(world, c4, after)
      const saved = await refusedOnlyWhenCoverIsLost(world, changed, named, () =>
        store.transact((tx) => saveC4(tx, logOf(tx), dokument, { rewrite: { id: c4.id, ifVersion: null } })),
      )
      if (!saved) return
      if (withIds)
        for (const [i, row] of rows.entries())
          if (row.id !== undefined) assert.equal(saved.stavke[i]?.id, row.id, 'a lot keeps its identity')
      Object.assign(c4, {
        datum: day,
        valuta: currency,
        odobrenje,
        start,
        lots: rows.map((row, i) => ({ ...row, id: saved.stavke[i]?.id as number })),
      })
      return
    }
    case 'deleteC4': {
      const c4 = pick(world.c4, action.which)
      if (!c4) return
      const without = { ...world, c4: world.c4.filter((d) => d !== c4) }
      const named = takesFromUnder(world, c4, null)
      const done = await refusedOnlyWhenCoverIsLost(world, without, named, () =>
        store.transact((tx) => deleteC4(tx, logOf(tx), { id: c4.id, ifVersion: null, now: 0 })),
      )
      if (done) Object.assign(world, { c4: without.c4, gone: [...world.gone, { c4 }] })
      return
    }
    case 'c1': {
      const before = modelOf(world)
      const others = [...world.c1]
      const { datum, odobrenje, lines } = action
      const dokument = c1Body(datum, odobrenje, lines.map(itemOf))
      const { promenjeni_c1, ...document } = await store.transact((tx) => saveC1(tx, logOf(tx), dokument))
      await assertAnsweredAsStored(store, document)
      world.c1.push({
        id: document.id,
        datum,
        odobrenje,
        items: lines.map(itemOf).map((item, i) => ({
          ...item,
          id: document.stavke[i]?.id as number,
          norm: world.norms.get(item.proizvod_id) as Norm,
        })),
      })
      const after = modelOf(world)
      assert.deepEqual(
        promenjeni_c1.map(({ id }) => id).sort((a, b) => a - b),
        others
          .filter((c1) => coverOf(before, c1) !== coverOf(after, c1))
          .map(({ id }) => id)
          .sort((a, b) => a - b),
        'what is covered otherwise is answered, and nothing else',
      )
      return
    }
    case 'directed': {
      const before = structuredClone(world)
      const items = action.lines.map((row, i): Item => {
        const item = itemOf(row)
        return { ...item, id: -1 - i, norm: world.norms.get(item.proizvod_id) as Norm }
      })
      const { datum, odobrenje } = action
      const bare = { id: Number.MAX_SAFE_INTEGER, datum, odobrenje, items }
      const c1 = { ...bare, items: directedTo(world, bare, action.directs) }
      const dokument = c1Body(
        c1.datum,
        odobrenje,
        c1.items.map(({ id: _, ...item }) => item),
      )
      const saved = await refusedOnlyWhenDirectedWrongly(world, { ...world, c1: [...world.c1, c1] }, c1, () =>
        store.transact((tx) => saveC1(tx, logOf(tx), dokument)),
      )
      if (!saved) return
      await assertAnsweredAsStored(store, saved)
      const stored = {
        ...c1,
        id: saved.id,
        items: c1.items.map((item, i) => ({ ...item, id: saved.stavke[i]?.id as number })),
      }
      world.c1.push(stored)
      assertMoved(before, world, saved.promenjeni_c1)
      assertShortagesTold(before, world, saved.promenjeni_c1, saved.id)
      return
    }
    case 'editC1': {
      const c1 = pick(world.c1, action.which)
      if (!c1) return
      const before = structuredClone(world)
      const day = action.datum ?? c1.datum
      const kept = new Map(c1.items.map((item) => [item.id, item]))
      const items = edited<Omit<Item, 'norm'>>(c1.items, action.change, itemOf).map((row, i): Item => {
        const old = row.id === undefined ? undefined : kept.get(row.id)
        const norm = old?.proizvod_id === row.proizvod_id ? old.norm : (world.norms.get(row.proizvod_id) as Norm)
        return { ...row, id: row.id ?? -1 - i, norm }
      })
      const { odobrenje } = action.under ?? c1
      const bare = { ...c1, datum: day, odobrenje, items }
      const after = { ...bare, items: action.directs ? directedTo(world, bare, action.directs) : items }
      const dokument = c1Body(
        day,
        odobrenje,
        after.items.map(({ id, ...item }) => (id > 0 ? { ...item, id } : item)),
      )
      const changed = { ...world, c1: world.c1.map((one) => (one === c1 ? after : one)) }
      const saved = await refusedOnlyWhenDirectedWrongly(world, changed, after, () =>
        store.transact((tx) => saveC1(tx, logOf(tx), dokument, { rewrite: { id: c1.id, ifVersion: null } })),
      )
      if (!saved) return
      await assertAnsweredAsStored(store, saved)
      c1.datum = day
      c1.odobrenje = odobrenje
      c1.items = after.items.map((item, i) => ({ ...item, id: saved.stavke[i]?.id as number }))
      assertShortagesTold(before, world, saved.promenjeni_c1, c1.id)
      return
    }
    case 'deleteC1': {
      const c1 = pick(world.c1, action.which)
      if (!c1) return
      const moved = await store.transact((tx) => deleteC1(tx, logOf(tx), { id: c1.id, ifVersion: null, now: 0 }))
      const without = { ...world, c1: world.c1.filter((d) => d !== c1) }
      assertShortagesTold(world, without, moved)
      Object.assign(world, { c1: without.c1, gone: [...world.gone, { c1 }] })
      return
    }
    case 'other':
    case 'editOther': {
      const stored = action.verb === 'editOther' ? pick(world.others, action.which) : null
      if (stored === undefined) return
      const day = afterImports(world, action.datum ?? stored?.datum ?? '', action.lines)
      const other = { id: stored?.id ?? 0, datum: day, lines: namedLinesOf(world, action.lines, day, stored?.id ?? 0) }
      if (other.lines.length === 0) return
      const after = { ...world, others: [...world.others.filter((one) => one !== stored), other] }
      const impossible = cannotBeNamed(world, other, stored?.id ?? 0)
      const rewrite = stored && { id: stored.id, ifVersion: null }
      const saved = await refusedOnlyWhenCoverIsLost(world, after, impossible, () =>
        store.transact((tx) => saveRazduzenje(tx, logOf(tx), otherBody(other), { rewrite })),
      )
      if (!saved) return
      other.id = saved.id
      assertMoved(world, after, saved.promenjeni_c1)
      assertShortagesTold(world, after, saved.promenjeni_c1)
      world.others = after.others
      return
    }
    case 'deleteOther': {
      const other = pick(world.others, action.which)
      if (!other) return
      const after = { ...world, others: world.others.filter((one) => one !== other) }
      const rewrite = { id: other.id, ifVersion: null }
      const { promenjeni_c1 } = await store.transact((tx) => deleteRazduzenje(tx, logOf(tx), rewrite, 0))
      assertMoved(world, after, promenjeni_c1)
      assertShortagesTold(world, after, promenjeni_c1)
      Object.assign(world, { others: after.others, gone: [...world.gone, { other }] })
      return
    }
    case 'vrati': {
      const back = pick(world.gone, action.which)
      if (!back) return
      const before = structuredClone(world)
      world.gone = world.gone.filter((one) => one !== back)
      if ('other' in back) {
        const { id, lines } = back.other
        const after = { ...world, others: [...world.others, back.other] }
        const impossible = cannotBeNamed(world, back.other, 0)
        const saved = await refusedOnlyWhenCoverIsLost(world, after, impossible, () =>
          store.transact((tx) => restoreRazduzenje(tx, logOf(tx), id, 0)),
        )
        if (!saved) return
        assert.deepEqual([saved.id, saved.stavke.length], [id, lines.length])
        world.others.push(back.other)
        assertShortagesTold(before, world, saved.promenjeni_c1)
      } else if ('c4' in back) {
        const { id, lots } = back.c4
        const saved = await store.transact((tx) => restoreC4(tx, logOf(tx), id, { now: 0 }))
        assert.deepEqual([saved.id, saved.stavke.map((row) => row.id)], [id, lots.map((row) => row.id)])
        world.c4.push(back.c4)
        assertShortagesTold(before, world, saved.promenjeni_c1)
      } else {
        const { id, items } = back.c1
        const after = { ...world, c1: [...world.c1, back.c1] }
        const saved = await refusedOnlyWhenDirectedWrongly(world, after, back.c1, () =>
          store.transact((tx) => restoreC1(tx, logOf(tx), id, { now: 0 })),
        )
        if (!saved) return
        assert.deepEqual([saved.id, saved.stavke.map((row) => row.id)], [id, items.map((row) => row.id)])
        await assertAnsweredAsStored(store, saved)
        world.c1.push(back.c1)
        assertShortagesTold(before, world, saved.promenjeni_c1, id)
      }
      return
    }
    case 'norm': {
      const proizvod_id = pick(PRODUCTS, action.which) as string
      const norm: Norm = new Map(
        action.lines.map(({ what, kolicina, cena }) => [
          MATERIALS[what % MATERIALS.length] as string,
          [BigInt(kolicina), cena % 2 === 0 ? 0n : BigInt(cena), cena % 3 === 0 ? BigInt(kolicina) : 0n] as const,
        ]),
      )
      await writeNorm(store, proizvod_id, norm)
      world.norms.set(proizvod_id, norm)
      return
    }
    case 'red': {
      const before = structuredClone(world)
      world.poRedu = !world.poRedu
      const done = await store.transact(async (tx) => {
        const ledger = await releaseQueues(tx)
        await sql`update podesavanja set red_po_odobrenju = ${Number(world.poRedu)}`.execute(tx)
        const entry = { radnja: 'izmenjeno', vrsta: 'podesavanja', predmet: 1, opis: '', sazetak: '' } as const
        return changeQueues(ledger, logOf(tx), { entry })
      })
      assertMoved(before, world, done.promenjeni_c1)
      assertShortagesTold(before, world, done.promenjeni_c1)
    }
  }
}

/** The exports that are covered otherwise are answered, and nothing else. */
function assertMoved(before: World, after: World, moved: readonly MovedC1[]) {
  const [old, now] = [modelOf(before), modelOf(after)]
  const expected = before.c1.filter((c1) => coverOf(old, c1) !== coverOf(now, c1)).map(({ id }) => id)
  const ids = (list: readonly number[]) => [...list].sort((a, b) => a - b)
  assert.deepEqual(ids(moved.map(({ id }) => id)), ids(expected), 'exports that moved')
}

/** How much of a lot may be named on a day, by a document `own`, or an export `ownC1`. */
function limitIn(world: World, lot: number, day: string, own: number, ownC1 = 0): bigint {
  const whole = world.c4.flatMap(({ lots }) => lots).find(({ id }) => id === lot)?.kolicina ?? 0n
  const drawn = modelOf(world).taken.reduce(
    (sum, one) => (one.lot === lot && one.datum <= day && one.c1_id !== ownC1 ? sum + one.kolicina : sum),
    0n,
  )
  return whole - drawn - namedOf(world, lot, ({ kind, id }) => (kind === 'c1' ? id !== ownC1 : id !== own))
}

/** The lines of an export with what they direct: mostly as much as there is and they need, now and then more. */
function directedTo(world: World, { id, datum, odobrenje, items }: C1, directs: Directs): Item[] {
  const red = redOf(world, { odobrenje })
  const lots = world.c4.flatMap((c4) => c4.lots.map((lot) => ({ ...lot, datum: c4.datum, red: redOf(world, c4) })))
  const takenOf = new Map<number, bigint>()
  return items.map((item, at) => {
    const found = new Map<number, Directed>()
    const neededOf = new Map([...item.norm].map(([materijal_id, norm]) => [materijal_id, needOf(item.kolicina, norm)]))
    const roomOf = (lot: (typeof lots)[number]) => {
      const limit = limitIn(world, lot.id, datum, 0, id) - (takenOf.get(lot.id) ?? 0n)
      const needed = neededOf.get(lot.materijal_id) ?? 0n
      return lot.datum > datum || lot.red !== red ? 0n : limit < needed ? limit : needed
    }
    for (const { which, kolicina, all } of directs.filter((_, index) => index % items.length === at)) {
      const fit = kolicina % 8 === 0 ? lots : lots.filter((lot) => !found.has(lot.id) && roomOf(lot) > 0n)
      const lot = fit[which % Math.max(fit.length, 1)]
      if (!lot) continue
      const most = roomOf(lot)
      const some = most > 0n && kolicina % 8 > 1 ? 1n + (BigInt(kolicina) % most) : BigInt(kolicina)
      const taken = all && most > 0n ? most : some
      found.set(lot.id, { lot: lot.id, materijal_id: lot.materijal_id, kolicina: taken })
      neededOf.set(lot.materijal_id, (neededOf.get(lot.materijal_id) ?? 0n) - taken)
      takenOf.set(lot.id, (takenOf.get(lot.id) ?? 0n) + taken)
    }
    return { ...item, directed: [...found.values()] }
  })
}

/** Whether an export directs more than it needs or than there is, of another material, or before the import. */
function cannotBeDirected(world: World, after: World, { id, datum, odobrenje, items }: C1): boolean {
  const own = world.c1.find((one) => one.id === id)
  const isTouched = touchedIn(world, own, { id, datum, odobrenje, items })
  return items.some(({ kolicina, norm, directed }) =>
    directed.some(({ lot, materijal_id }) => {
      const sum = directed.reduce((all, one) => (one.materijal_id === materijal_id ? all + one.kolicina : all), 0n)
      const needed = norm.get(materijal_id)
      if (!needed || sum > needOf(kolicina, needed)) return true
      if (!isTouched(materijal_id)) return false
      const c4 = world.c4.find(({ lots }) => lots.some((one) => one.id === lot))
      const named = namedOf(after, lot, (naming) => naming.kind === 'c1' && naming.id === id)
      if (!c4 || redOf(world, c4) !== redOf(world, { odobrenje })) return true
      return c4.datum > datum || named > limitIn(world, lot, datum, 0, id)
    }),
  )
}

/** Says of which materials an export is discharged anew: all where its day or queue changed, else those of which it takes otherwise. */
function touchedIn(world: World, was: C1 | undefined, is: C1): (materijal_id: string) => boolean {
  if (!was || was.datum !== is.datum || redOf(world, was) !== redOf(world, is)) return () => true
  const told = ({ items }: C1, materijal_id: string) =>
    items.flatMap(({ id, proizvod_id, kolicina, norm, directed }) => {
      const needed = norm.get(materijal_id)
      const to = directed.filter((one) => one.materijal_id === materijal_id).map((one) => `${one.lot} ${one.kolicina}`)
      return needed ? [`${id} ${proizvod_id} ${needOf(kolicina, needed)} ${needed.join()} ${to.sort().join()}`] : []
    })
  return (materijal_id) => told(was, materijal_id).sort().join('\n') !== told(is, materijal_id).sort().join('\n')
}

/** Runs the save of an export: it is refused exactly when what it directs is not there, or takes the cover from another. */
async function refusedOnlyWhenDirectedWrongly<T>(before: World, after: World, c1: C1, save: () => Promise<T>) {
  const old = modelOf(before).shortages
  const directed = new Set(
    c1.items.flatMap((item) =>
      item.directed.flatMap((one) =>
        touchedIn(
          before,
          before.c1.find(({ id }) => id === c1.id),
          c1,
        )(one.materijal_id)
          ? [one.materijal_id]
          : [],
      ),
    ),
  )
  const impossible = cannotBeDirected(before, after, c1)
  const grows = () =>
    [...modelOf(after).shortages].some(([key, missing]) => {
      const [c1_id, , materijal_id] = key.split(' ')
      return Number(c1_id) !== c1.id && directed.has(materijal_id as string) && missing > (old.get(key) ?? 0n)
    })
  const isRefused = impossible || grows()
  try {
    const saved = await save()
    assert.ok(!isRefused, 'more was directed than there is')
    return saved
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    assert.ok(isRefused, `refused for nothing: ${error.message}`)
    return null
  }
}

/** The day, or that on which the last of the lots came; now and then the day whatever they are. */
function afterImports({ c4 }: World, day: string, lines: readonly NamedLine[]): string {
  const days = c4.flatMap(({ datum, lots }) => lots.map(() => datum))
  const came = lines.map(({ which }) => days[which % Math.max(days.length, 1)] ?? '')
  return lines.some(({ kolicina }) => kolicina % 5 === 0) ? day : ([day, ...came].sort().at(-1) ?? day)
}

/** Lines of different lots that there are. */
function namedLinesOf(world: World, lines: readonly NamedLine[], day: string, own: number): Other['lines'] {
  const lots = world.c4.flatMap((c4) => c4.lots)
  const found = new Map<number, bigint>()
  for (const { which, kolicina, all } of lines) {
    const lot = lots[which % Math.max(lots.length, 1)]
    const limit = lot && limitIn(world, lot.id, day, own)
    if (!lot || !limit) continue
    const some = limit > 0n && kolicina % 4 > 0 ? 1n + (BigInt(kolicina) % limit) : BigInt(kolicina)
    found.set(lot.id, all && limit > 0n ? limit : some)
  }
  return [...found].map(([lot, kolicina]) => ({ lot, kolicina }))
}

/** Whether a lot is gone, came later, or has less. */
const cannotBeNamed = (world: World, { datum, lines }: Other, own: number): boolean =>
  lines.some(({ lot, kolicina }) => {
    const c4 = world.c4.find(({ lots }) => lots.some(({ id }) => id === lot))
    return !c4 || c4.datum > datum || kolicina > limitIn(world, lot, datum, own)
  })

/** Whether an import that becomes `after` (null: goes) takes a lot away from under what names it. */
const takesFromUnder = (world: World, { lots, ...was }: C4, after: C4 | null): boolean =>
  lots.some((lot) => {
    // What had left before goes with its import.
    const named = namedOf(world, lot.id, ({ kind }) => kind !== 'start')
    if (named === 0n) return false
    const first = namingIn(world)
      .filter(({ kind }) => kind !== 'start')
      .filter(({ lines }) => lines.some((line) => line.lot === lot.id))
      .map(({ datum }) => datum)
      .sort()[0] as string
    const is = after?.lots.find(({ id }) => id === lot.id)
    if (!after || !is) return true
    const directing = world.c1.filter(({ items }) => items.some((i) => i.directed.some((one) => one.lot === lot.id)))
    const otherQueue =
      redOf(world, after) !== redOf(world, was) && directing.some((c1) => redOf(world, c1) !== redOf(world, after))
    return otherQueue || is.materijal_id !== lot.materijal_id || is.kolicina < named || after.datum > first
  })

/** Whether more had left of a lot than came, or on a day before it came. */
const cannotBegin = ({ datum, start, lots }: Pick<C4, 'datum' | 'start' | 'lots'>): boolean =>
  start !== null && (start < datum || lots.some(({ vec, kolicina }) => vec !== null && vec > kolicina))

/** Whether more is said to have left of a stored lot than exports up to that day and others that name it leave. */
const beginsBeyond = (world: World, { lots }: C4, { datum, start, lots: now }: C4): boolean => {
  const day = start === null ? '' : evening(datum, start)
  const taken = modelOf(world).taken
  return lots.some((was) => {
    const is = now.find(({ id }) => id === was.id)
    if (!is || is.vec === null || start === null || is.materijal_id !== was.materijal_id) return false
    if (is.vec === was.vec && is.kolicina === was.kolicina) return false
    const drawn = taken.reduce((sum, one) => (one.lot === was.id && one.datum <= day ? sum + one.kolicina : sum), 0n)
    return is.vec > is.kolicina - drawn - namedOf(world, was.id, ({ kind }) => kind !== 'start')
  })
}

/**
 * Runs a change: it is refused exactly when it is `impossible`, or the model finds some export with a larger shortage
 * after it.
 */
async function refusedOnlyWhenCoverIsLost<T>(
  before: World,
  after: World,
  impossible: boolean,
  change: () => Promise<T>,
): Promise<T | null> {
  const old = modelOf(before).shortages
  const grows = impossible || [...modelOf(after).shortages].some(([key, missing]) => missing > (old.get(key) ?? 0n))
  try {
    const result = await change()
    assert.ok(!grows, 'an export lost its cover and nobody refused')
    return result
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    assert.ok(['conflict', 'invalid'].includes(error.code))
    assert.ok(grows, `refused for nothing: ${error.message}`)
    return null
  }
}

async function writeNorm(store: Store, proizvod_id: string, norm: Norm) {
  await store.transact(async (tx) => {
    await tx.deleteFrom('normativ').where('proizvod_id', '=', proizvod_id).execute()
    const rows = [...norm].map(([materijal_id, [neto, otpad, gubitak]], pozicija) => ({
      proizvod_id,
      materijal_id,
      pozicija,
      potrebna_kolicina: Number(neto) as Micro,
      otpad_procenat: Number(otpad) as Micro,
      gubitak_procenat: Number(gubitak) as Micro,
    }))
    await tx.insertInto('normativ').values(rows).execute()
  })
}

const EMPTIED = [
  'ostalo_razduzenje',
  'razduzenje',
  'c1',
  'c4',
  'normativ',
  'proizvod',
  'materijal',
  'proizvod_mesec',
  'odobrenje',
  'podesavanja',
] as const

const ODOBRENJE = {
  broj: 'O',
  vazi_od: '2026-01-01' as CalendarDate,
  rok_do_kraja: 'dan' as const,
  rok_obracuna_dana: 30,
  trazi: 'o',
  verzija: 1,
}

async function emptyWorld(store: Store): Promise<World> {
  await store.transact(async (tx) => {
    for (const table of EMPTIED) await tx.deleteFrom(table).execute()
    for (const id of MATERIALS) {
      await sql`insert into materijal (id, naziv, zemlja_porekla, jedinica_mere, tarifni_broj, trazi, naziv_red, verzija) values (${id}, 'M', 'D', 'kg', '1234', ${`${id} m`.toLowerCase()}, 'm', 1)`.execute(
        tx,
      )
      await sql`insert into stanje (materijal_id) values (${id})`.execute(tx)
    }
    await sql`insert into podesavanja (id) values (1)`.execute(tx)
    for (const id of [1, 2])
      await tx
        .insertInto('odobrenje')
        .values({ ...ODOBRENJE, id, broj_kljuc: `o-${id}` })
        .execute()
    for (const id of PRODUCTS) {
      await sql`insert into proizvod (id, naziv, hs_code, jedinica_mere, normativ_count, trazi, naziv_red, verzija) values (${id}, 'P', '1', 'kom', 1, 'p', 'p', 1)`.execute(
        tx,
      )
    }
  })
  const norms = new Map<string, Norm>([
    [
      'PRO1',
      new Map([
        ['MAT1', [2_000_000n, 4_000_000n, 500_000n]],
        ['MAT2', [333_333n, 0n, 0n]],
      ]),
    ],
    [
      'PRO2',
      new Map([
        ['MAT2', [1_000_000n, 0n, 1_000_000n]],
        ['MAT3', [1n, 4_000_000n, 0n]],
      ]),
    ],
  ])
  for (const [proizvod_id, norm] of norms) await writeNorm(store, proizvod_id, norm)
  return { c4: [], c1: [], others: [], gone: [], norms, poRedu: false }
}

const history = fc.array(fc.tuple(command, day), { minLength: 4, maxLength: 24, size: 'max' })

test('an import and an export have one day in every other history or more that has both', () => {
  const histories = fc.sample(history, { numRuns: 300, seed: SEED }).map((commands) => {
    const daysOf = (...verbs: Command['verb'][]) =>
      new Set(commands.flatMap(([one]) => (verbs.includes(one.verb) && 'datum' in one ? [one.datum] : [])))
    return { imports: daysOf('c4'), exports: daysOf('c1', 'directed') }
  })
  const both = histories.filter(({ imports, exports }) => imports.size > 0 && exports.size > 0)
  const meeting = both.filter(({ imports, exports }) => [...imports].some((day) => exports.has(day)))
  assert.ok(meeting.length > both.length / 2, `${meeting.length} of ${both.length}`)
})

eachEngine('random histories', (engine) => {
  test(`${HISTORIES[engine.name]} histories: the ledger equals the full replay after every step`, {
    timeout: ALL_HISTORIES * 10_000,
  }, async () => {
    const store = await engine.open()
    await fc.assert(
      fc.asyncProperty(history, async (commands) => {
        const world = await emptyWorld(store)
        for (const [action, day] of commands) {
          await step(store, world, action)
          const { shortages: _, taken: __, held: ___, ...expected } = modelOf(world)
          assert.deepEqual(await booksOf(store), expected)
          await verifyTotals(store.read)
          await verifyLedger(store.read)
          await assertDay(store, world, day)
        }
      }),
      { numRuns: HISTORIES[engine.name], endOnFailure: false, verbose: 1 },
    )
  })
})
