import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, formatMicro, MAX_SUM, type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { comparePositions, discharge, LAST_ID, type Lot, type Position, type Requirement } from '#domain/fifo.ts'
import { type Engine, insertion, tuplesOf, update, type Write } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readMoved } from './moved-lines.ts'
import { type Booked, compareBooked, drawChanges, requirementKey } from './moves.ts'
import { openLots } from './open-lots.ts'
import { noteOpen, type OpenChanges, type WholeLot, writeOpenChanges } from './open-totals.ts'

// The ledger, with lots.ts for the lines of a C4, is the only writer of what remains of lots, of requirements, draws and
// totals. A change of documents is always the same three steps in one transaction: `release` what may change, from the
// first affected position on; write the documents; `book` it again. What stands before that position is never touched
// (decisions §1).

export type Released = Requirement & { readonly materijal_id: string; readonly manjak: Micro }
type NewRequirement = Requirement & { readonly materijal_id: string; readonly potrebna_kolicina: Micro }
export type StoredDraw = { c1_stavka_id: number; c4_stavka_id: number; materijal_id: string; kolicina: Micro }
/** A lot with its material, price and rate. */
export type PricedLot = Lot & WholeLot & { materijal_id: string }
type Totals<Value = Atto> = { total_input: Micro; total_consumed: Micro; vrednost: Value }

export type Ledger = {
  readonly tx: Tx
  readonly engine: Engine
  readonly totals: Map<string, Totals>
  /** The day of the last requirement, as it was when the ledger was opened; none where nobody has needed any. */
  readonly last: ReadonlyMap<string, CalendarDate>
  /** The oldest open lot (or none), while no lot has come, gone or changed. */
  readonly oldest: Map<string, PricedLot[]>
  readonly released: Map<string, Released[]>
  readonly releasedDraws: StoredDraw[]
  /** Lots with what `release` gave back to them, by id. In the database they stand as before until `book` writes them. */
  readonly returned: Map<number, PricedLot & { readonly stood: Micro }>
  /** What the material of a line of an export costs more or less than before, by the line's id. */
  readonly costs: Map<number, bigint>
  readonly openChanges: OpenChanges
}

const DRAW_KEY = { c1_stavka_id: 'int', materijal_id: 'text', c4_stavka_id: 'int' } as const
const DRAW = { ...DRAW_KEY, kolicina: 'int' } as const
const REQUIREMENT = {
  c1_stavka_id: 'int',
  materijal_id: 'text',
  c1_id: 'int',
  potrebna_kolicina: 'int',
  kolicina: 'int',
  manjak: 'int',
  datum: 'text',
} as const
const TOTALS = { total_input: 'int', total_consumed: 'int', vrednost: 'text' } as const

type Books = Totals<string> & { materijal_id: string; last: CalendarDate | null } & {
  [K in keyof Omit<PricedLot, 'materijal_id'>]: PricedLot[K] | null
}
/** Of each material its totals, the day of its last requirement and its oldest open lot. */
const BOOKS = statement<Books, [materials: string]>(
  (engine) => sql`
    select s.materijal_id, s.total_input, s.total_consumed, s.vrednost,
      (select p.datum from potreba p where p.materijal_id = s.materijal_id order by p.datum desc limit 1) as last,
      l.id, l.c4_id, l.datum, l.zemlja_porekla, l.kolicina, l.preostalo, l.cena_po_jedinici, l.kurs
    from stanje s left join c4_stavka l on l.id = (
      select o.id from c4_stavka o where o.materijal_id = s.materijal_id and o.otvoren = 1
      order by o.datum, o.c4_id, o.id limit 1)
    where s.materijal_id in ${engine.list([''])}`,
)

/** Opens the ledger for these materials and locks them until the transaction ends. */
export async function openLedger(engine: Engine, tx: Tx, materials: Iterable<string>): Promise<Ledger> {
  const ids = [...new Set(materials)]
  await lockMaterials(engine, tx, ids)
  const last = new Map<string, CalendarDate>()
  const ledger: Ledger = {
    tx,
    engine,
    totals: new Map(),
    last,
    oldest: new Map(),
    released: new Map(),
    releasedDraws: [],
    returned: new Map(),
    costs: new Map(),
    openChanges: new Map(),
  }
  const books = await BOOKS(tx, JSON.stringify(ids))
  for (const { materijal_id, total_input, total_consumed, vrednost, last: lastDay, ...lot } of books) {
    ledger.totals.set(materijal_id, { total_input, total_consumed, vrednost: BigInt(vrednost) as Atto })
    if (lastDay) last.set(materijal_id, lastDay)
    ledger.oldest.set(materijal_id, lot.id === null ? [] : [{ ...lot, materijal_id } as PricedLot])
  }
  return ledger
}

const LOCK = statement<unknown, [materials: string]>(
  (engine) => sql`
    select 1 from stanje where materijal_id in ${engine.list([''])} order by materijal_id ${engine.forUpdate}`,
  'unanswered',
)

/**
 * Locks these materials, in one order for everybody, until the transaction ends. By a statement of its own: what
 * PostgreSQL reads beside the row for which it waited is as old as its waiting.
 */
export async function lockMaterials(engine: Engine, tx: Tx, ids: readonly string[]): Promise<void> {
  if (engine.locksRows) await LOCK(tx, JSON.stringify(ids))
}

const POSITION = { materijal_id: 'text', datum: 'text', c1_id: 'int', c1_stavka_id: 'int' } as const
const LATER = statement<Released, [positions: string]>(
  (engine) => sql`
    select p.c1_stavka_id, p.materijal_id, p.c1_id, p.datum, p.kolicina, p.manjak
    from ${engine.rows(POSITION, [])} f
    join potreba p on p.materijal_id = f.materijal_id
      and (p.datum, p.c1_id, p.c1_stavka_id) >= (f.datum, f.c1_id, f.c1_stavka_id)
    order by p.materijal_id, p.datum, p.c1_id, p.c1_stavka_id`,
)

function mayHaveLater({ last }: Ledger, materijal_id: string, { datum, c1_id }: Position): boolean {
  const day = last.get(materijal_id)
  return day !== undefined && (day > datum || (day === datum && c1_id !== LAST_ID))
}

/**
 * Gives back to the lots what requirements at or after the given positions took, and remembers who took it. Draws and
 * lots are written by `book` alone, which knows what comes out otherwise: mostly little.
 */
export async function release(ledger: Ledger, from: ReadonlyMap<string, Position>): Promise<void> {
  const { tx, engine } = ledger
  const positions = [...from].flatMap(([materijal_id, position]) =>
    mayHaveLater(ledger, materijal_id, position) ? [{ ...position, materijal_id }] : [],
  )
  if (positions.length === 0) return
  const later = await LATER(tx, tuplesOf(POSITION, positions))
  if (later.length === 0) return
  for (const row of later) push(ledger.released, row.materijal_id, row)

  const requirements = engine.rows({ c1_stavka_id: 'int', materijal_id: 'text' }, later)
  const draws = await sql<StoredDraw>`
    select r.c1_stavka_id, r.c4_stavka_id, r.materijal_id, r.kolicina
    from ${requirements} g
    join razduzenje r on r.c1_stavka_id = g.c1_stavka_id and r.materijal_id = g.materijal_id`.execute(tx)
  ledger.releasedDraws.push(...draws.rows)
  await giveBack(ledger, draws.rows)
}

/** Removes requirements of released positions: those of a document that is edited or deleted. */
export async function dropRequirements(ledger: Ledger, c1_id: number, materials: ReadonlySet<string>): Promise<void> {
  for (const materijal_id of materials) {
    const { own = [], others = [] } = Object.groupBy(ledger.released.get(materijal_id) ?? [], (row) =>
      row.c1_id === c1_id ? 'own' : 'others',
    )
    for (const row of own) consume(ledger, materijal_id, -row.kolicina)
    ledger.released.set(materijal_id, others)
  }
  for (const table of ['razduzenje', 'potreba'] as const)
    await sql`
      delete from ${sql.table(table)} where materijal_id in ${ledger.engine.list([...materials])}
        and c1_stavka_id in (select id from c1_stavka where c1_id = ${c1_id})`.execute(ledger.tx)
}

/** Accounts for lots that come, go or change; the rows themselves are written by stock/lots.ts. */
export function countLot(ledger: Ledger, sign: 1 | -1, lot: PricedLot): void {
  ledger.oldest.delete(lot.materijal_id)
  const totals = totalsOf(ledger, lot.materijal_id)
  totals.total_input = (totals.total_input + sign * lot.kolicina) as Micro
  addValue(ledger, lot, (sign * lot.preostalo) as Micro)
  if (lot.preostalo > 0) noteOpen(ledger.openChanges, sign, lot)
}

/** Discharges what was released and what is `added`, in FIFO order, and writes draws, shortages, lots and totals. */
export async function book(ledger: Ledger, added: readonly NewRequirement[]): Promise<Booked> {
  const queues = new Map<string, Requirement[]>()
  for (const [materijal_id, rows] of ledger.released) for (const row of rows) push(queues, materijal_id, row)
  for (const row of added) {
    push(queues, row.materijal_id, row)
    consume(ledger, row.materijal_id, row.kolicina)
  }
  const lots = await openLots(ledger, queues)
  const draws: StoredDraw[] = []
  const shortages = new Map<string, Micro>()
  for (const [materijal_id, queue] of queues) {
    const result = discharge(lots.get(materijal_id) ?? [], queue.sort(comparePositions))
    for (const draw of result.draws) draws.push({ ...draw, materijal_id })
    for (const { c1_stavka_id, manjak } of result.shortages)
      shortages.set(requirementKey(c1_stavka_id, materijal_id), manjak)
  }
  const compared = compareBooked(ledger, draws, shortages)
  const { gone, changed, come } = drawChanges(compared.moved)
  const writes = [
    ...requirementWrites(ledger, added, shortages),
    insertion('razduzenje', DRAW, [...drawsOf(added, draws), ...come]),
    update('razduzenje', DRAW_KEY, { kolicina: 'int' }, changed),
    ...take(ledger, draws, lots),
    // Behind `take`, which counts what it takes off the totals.
    totalsWrite(ledger),
  ]
  const names = await readMoved(ledger, added, compared.moved)
  await deleteDraws(ledger, gone)
  await ledger.engine.write(ledger.tx, writes)
  await writeOpenChanges(ledger.engine, ledger.tx, ledger.openChanges)
  return { ...compared, ...names }
}

/** What these requirements draw. */
function drawsOf(requirements: readonly NewRequirement[], draws: readonly StoredDraw[]): StoredDraw[] {
  const keys = new Set(requirements.map((row) => requirementKey(row.c1_stavka_id, row.materijal_id)))
  return draws.filter((row) => keys.has(requirementKey(row.c1_stavka_id, row.materijal_id)))
}

/** Removes these draws; those that are gone already are passed over. */
export async function deleteDraws({ engine, tx }: Ledger, draws: readonly StoredDraw[]): Promise<void> {
  if (draws.length === 0) return
  const names = sql.join(Object.keys(DRAW_KEY).map((name) => sql.ref(name)))
  await sql`
    delete from razduzenje where (${names}) in (select ${names} from ${engine.rows(DRAW_KEY, draws)} g)`.execute(tx)
}

function requirementWrites(
  { released }: Ledger,
  added: readonly NewRequirement[],
  shortages: ReadonlyMap<string, Micro>,
): Write[] {
  const manjakOf = (row: { c1_stavka_id: number; materijal_id: string }) =>
    shortages.get(requirementKey(row.c1_stavka_id, row.materijal_id)) ?? 0
  const rows = added.map((row) => ({ ...row, manjak: manjakOf(row) }))
  const changed = [...released.values()].flat().flatMap((row) => {
    const manjak = manjakOf(row)
    return manjak === row.manjak ? [] : [{ c1_stavka_id: row.c1_stavka_id, materijal_id: row.materijal_id, manjak }]
  })
  return [
    insertion('potreba', REQUIREMENT, rows),
    update('potreba', { c1_stavka_id: 'int', materijal_id: 'text' }, { manjak: 'int' }, changed),
  ]
}

/** Returns what was drawn to the lots, and its value to their material. */
async function giveBack(ledger: Ledger, draws: readonly StoredDraw[]) {
  if (draws.length === 0) return
  const back = new Map<number, number>()
  for (const { c4_stavka_id, kolicina } of draws) back.set(c4_stavka_id, (back.get(c4_stavka_id) ?? 0) + kolicina)
  const { rows } = await sql<PricedLot>`
    select id, c4_id, materijal_id, datum, zemlja_porekla, kolicina, preostalo, cena_po_jedinici, kurs
    from c4_stavka where id in ${ledger.engine.list([...back.keys()])}`.execute(ledger.tx)
  for (const lot of rows) {
    ledger.oldest.delete(lot.materijal_id)
    const preostalo = (lot.preostalo + (back.get(lot.id) ?? 0)) as Micro
    ledger.returned.set(lot.id, { ...lot, preostalo, stood: lot.preostalo })
    if (lot.preostalo === 0) noteOpen(ledger.openChanges, 1, lot)
  }
  for (const draw of draws) addDraw(ledger, -1, draw, ledger.returned.get(draw.c4_stavka_id))
}

/** Hands stored lots with what was given back to them to whoever rewrites or removes them now: `book` leaves them alone. */
export function handOver<L extends { readonly id: number; readonly preostalo: Micro }>(
  { returned }: Ledger,
  lots: readonly L[],
): L[] {
  return lots.map((lot) => {
    const preostalo = returned.get(lot.id)?.preostalo ?? lot.preostalo
    returned.delete(lot.id)
    return { ...lot, preostalo }
  })
}

/**
 * Takes from the lots what was drawn, and answers those of which another quantity remains than before. Lots that end are
 * closed and those that were given back to open again; the others keep their index entries.
 */
function take(ledger: Ledger, draws: readonly StoredDraw[], found: ReadonlyMap<string, PricedLot[]>): Write[] {
  const lots = new Map<number, PricedLot>()
  for (const lot of [...found.values()].flat()) lots.set(lot.id, lot)
  const taken = new Map<number, number>()
  for (const draw of draws) {
    taken.set(draw.c4_stavka_id, (taken.get(draw.c4_stavka_id) ?? 0) + draw.kolicina)
    addDraw(ledger, 1, draw, lots.get(draw.c4_stavka_id))
  }
  const still: { id: number; preostalo: number }[] = []
  const turned: { id: number; preostalo: number; otvoren: number }[] = []
  for (const id of new Set([...taken.keys(), ...ledger.returned.keys()])) {
    const lot = ledger.returned.get(id) ?? (lots.get(id) as PricedLot)
    const preostalo = lot.preostalo - (taken.get(id) ?? 0)
    const stood = 'stood' in lot ? lot.stood : lot.preostalo
    if (preostalo === 0) noteOpen(ledger.openChanges, -1, lot)
    if (preostalo === stood) continue
    if (preostalo === 0 || stood === 0) turned.push({ id, preostalo, otvoren: preostalo > 0 ? 1 : 0 })
    else still.push({ id, preostalo })
  }
  return [
    update('c4_stavka', { id: 'int' }, { preostalo: 'int' }, still),
    update('c4_stavka', { id: 'int' }, { preostalo: 'int', otvoren: 'int' }, turned),
  ]
}

/** Accounts for the value of a draw that is made (1) or given back (-1): off the material, onto the exported line. */
function addDraw(ledger: Ledger, sign: 1 | -1, { c1_stavka_id, kolicina }: StoredDraw, lot: PricedLot | undefined) {
  if (!lot) throw new Error('a draw from a lot that is not there')
  const value = BigInt(sign) * multiplyToAtto(kolicina, lot.cena_po_jedinici, lot.kurs)
  const totals = totalsOf(ledger, lot.materijal_id)
  totals.vrednost = (totals.vrednost - value) as Atto
  ledger.costs.set(c1_stavka_id, (ledger.costs.get(c1_stavka_id) ?? 0n) + value)
}

function addValue(ledger: Ledger, { materijal_id, cena_po_jedinici, kurs }: PricedLot, kolicina: Micro) {
  const totals = totalsOf(ledger, materijal_id)
  totals.vrednost = (totals.vrednost + multiplyToAtto(kolicina, cena_po_jedinici, kurs)) as Atto
}

function totalsWrite(ledger: Ledger): Write {
  const rows = [...ledger.totals].map(([materijal_id, totals]) => {
    if (totals.total_input > MAX_SUM || totals.total_consumed > MAX_SUM) {
      throw new Refusal('invalid', `Ukupna količina materijala ${materijal_id} prelazi ${formatMicro(MAX_SUM)}.`)
    }
    return { materijal_id, ...totals, vrednost: totals.vrednost.toString() }
  })
  return update('stanje', { materijal_id: 'text' }, TOTALS, rows)
}

function push<K, V>(map: Map<K, V[]>, at: K, value: V) {
  const list = map.get(at)
  if (list) list.push(value)
  else map.set(at, [value])
}

function consume(ledger: Ledger, materijal_id: string, kolicina: number) {
  const totals = totalsOf(ledger, materijal_id)
  totals.total_consumed = (totals.total_consumed + kolicina) as Micro
}

function totalsOf(ledger: Ledger, materijal_id: string): Totals {
  const totals = ledger.totals.get(materijal_id)
  // Read from a normativ, and removed by somebody else before the ledger was opened.
  if (!totals) throw new Refusal('conflict', sentences.changedMeanwhile)
  return totals
}
