import { type RawBuilder, sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, type ParaTotal } from '#domain/decimal.ts'
import { compareLots, comparePositions, type Lot, type Position, type Requirement } from '#domain/fifo.ts'
import { type Engine, engineOf, tuplesOf } from '#server/db/engine.ts'
import type { Flag, Tx } from '#server/db/schema.ts'
import { longStatement, statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'
import { ZAKLJUCENO_DO, zakljucenoDo } from './closed.ts'
import { isFound, NO_LOT } from './no-lot.ts'
import { firstOpen, joinFirstOpen, PO_REDU, queueKey, queues, redOfC1 } from './queues.ts'

// The reads of the ledger: its totals and oldest lots, more open lots where those are not enough, and what stands behind a
// position.

export type StoredDraw = { c1_stavka_id: number; c4_stavka_id: number; materijal_id: string; kolicina: Micro }
/** A requirement as it stands in the ledger, with what no lot covers of it. */
export type Released = QueuedRequirement & { readonly manjak: Micro }
/** The need of a line for a material, and the queue in which it stands (queues.ts). */
export type QueuedRequirement = Requirement & { readonly materijal_id: string; readonly red: number }
/** A lot with its material, queue, price and rate, what is named of it, and the day on which it was used up. */
export type PricedLot = Lot & {
  readonly materijal_id: string
  readonly red: number
  readonly kolicina: Micro
  readonly izuzeto: Micro
  readonly cena_po_jedinici: Micro
  readonly kurs: Micro
  readonly utrosen: CalendarDate | null
}
/** A lot to which `release` gave back, and what remains of it as it is stored. */
export type ReturnedLot = PricedLot & { readonly upisano: Micro }
export type Totals<Value = ParaTotal> = {
  total_input: Micro
  total_consumed: Micro
  /** What no lot covers of `total_consumed`; without what was released. */
  manjak: Micro
  /** Of what remains of its lots. */
  vrednost: Value
  broj_c4: number
  poslednji_uvoz: CalendarDate | null
  poslednji_izvoz: CalendarDate | null
}

export type Ledger = {
  readonly tx: Tx
  readonly engine: Engine
  /** The last day of the closed period (closed.ts). */
  readonly zakljuceno_do: CalendarDate | null
  /** Whether each authorisation has a queue of its own. */
  poRedu: boolean
  /** Whether that changes now, and all of what `book` releases with it (requeue.ts). */
  requeued: boolean
  /** As they are after what was given back. */
  readonly totals: Map<string, Totals>
  /** The unit of each material now that it is locked; none on an engine on which nobody else writes meanwhile. */
  readonly units: Map<string, string>
  /** The oldest open lot of queue 0 (or none), where it is known and while no lot has come, gone or changed. */
  readonly oldest: Map<string, PricedLot[]>
  /** Where in the queue of a material `book` is to release what stands there and behind it. */
  readonly toRelease: Map<string, Position>
  readonly released: Map<string, Released[]>
  readonly releasedDraws: StoredDraw[]
  /** Lots with what `release` gave back to them, by id. In the database they stand as before until `book` writes them. */
  readonly returned: Map<number, ReturnedLot>
  /** What the material of a line of an export costs more or less than before, by the line's id. */
  readonly costs: Map<number, bigint>
}

type Books = Totals<string> & {
  materijal_id: string
  jedinica_mere: string | null
  zakljuceno_do: CalendarDate | null
  po_redu: Flag
} & {
  [K in keyof Omit<PricedLot, 'materijal_id' | 'red' | 'utrosen'>]: PricedLot[K] | null
}
const UNIT = sql`(select jedinica_mere from materijal where id = s.materijal_id)`
/** Of each material its totals, its oldest open lot of queue 0, and its unit where others may change it. */
const BOOKS = statement<Books, [materials: string]>(
  (engine) => sql`
    select s.materijal_id, s.total_input, s.total_consumed, s.manjak, s.vrednost, s.broj_c4, s.poslednji_uvoz, s.poslednji_izvoz,
      ${engine.locksRows ? UNIT : sql`null`} as jedinica_mere,
      l.id, l.c4_id, l.datum, l.kolicina, l.izuzeto, l.preostalo, l.cena_po_jedinici, l.kurs,
      ${ZAKLJUCENO_DO} as zakljuceno_do, ${PO_REDU} as po_redu
    from stanje s left join c4_stavka l on l.id = ${firstOpen(sql`s.materijal_id`, sql`0`)}
    where s.materijal_id in ${engine.list([''])}`,
)

/** Opens the ledger for these materials and locks them until the transaction ends. */
export async function openLedger(tx: Tx, materials: Iterable<string>): Promise<Ledger> {
  const ids = [...new Set(materials)]
  await lockMaterials(tx, ids)
  const rows = await BOOKS(tx, JSON.stringify(ids))
  const ledger: Ledger = {
    tx,
    engine: engineOf(tx),
    // An export whose products have no normativ has no materials.
    zakljuceno_do: rows[0] ? rows[0].zakljuceno_do : await zakljucenoDo(tx),
    poRedu: rows[0]?.po_redu === 1,
    requeued: false,
    totals: new Map(),
    units: new Map(),
    oldest: new Map(),
    toRelease: new Map(),
    released: new Map(),
    releasedDraws: [],
    returned: new Map(),
    costs: new Map(),
  }
  for (const row of rows) {
    // Field by field: taking the rest of a row is as slow as reading it.
    const { materijal_id, jedinica_mere, total_input, total_consumed, manjak, broj_c4 } = row
    const { poslednji_uvoz, poslednji_izvoz } = row
    const sums = { total_input, total_consumed, manjak, vrednost: BigInt(row.vrednost) as ParaTotal, broj_c4 }
    ledger.totals.set(materijal_id, { ...sums, poslednji_uvoz, poslednji_izvoz })
    if (jedinica_mere !== null) ledger.units.set(materijal_id, jedinica_mere)
    const { id, c4_id, datum, kolicina, izuzeto, preostalo, cena_po_jedinici, kurs } = row
    const lot = {
      id,
      c4_id,
      materijal_id,
      red: 0,
      datum,
      kolicina,
      izuzeto,
      preostalo,
      utrosen: null,
      cena_po_jedinici,
      kurs,
    }
    ledger.oldest.set(materijal_id, id === null ? [] : [lot as PricedLot])
  }
  return ledger
}

/** The queue of a document with this authorisation. */
export const redOf = ({ poRedu }: Ledger, odobrenje_id: number | null): number => (poRedu ? (odobrenje_id ?? 0) : 0)

const LOCK = statement<unknown, [materials: string]>(
  (engine) => sql`
    select 1 from stanje where materijal_id in ${engine.list([''])} order by materijal_id ${engine.forUpdate}`,
)

/**
 * Locks these materials, in one order for everybody, until the transaction ends. By a statement of its own: what
 * PostgreSQL reads beside the row for which it waited is as old as its waiting.
 */
export async function lockMaterials(tx: Tx, ids: readonly string[]): Promise<void> {
  if (engineOf(tx).locksRows) await LOCK(tx, JSON.stringify(ids))
}

/** Gives new materials their totals, all zero; from then on the ledger alone writes them. */
export async function startStock(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = engineOf(tx).rows(
    { materijal_id: 'text' },
    ids.map((materijal_id) => ({ materijal_id })),
  )
  await sql`insert into stanje (materijal_id) select materijal_id from ${rows} g`.execute(tx)
}

/** The totals of a material of the ledger; refuses one that has gone meanwhile. */
export function totalsOf(ledger: Ledger, materijal_id: string): Totals {
  const totals = ledger.totals.get(materijal_id)
  // Read from a normativ, and removed by somebody else before the ledger was opened.
  if (!totals) throw new Refusal('conflict', sentences.changedMeanwhile)
  return totals
}

/** So many open lots of a queue are read when its oldest is not enough; the next rounds read sixteen times as many. */
const MORE_LOTS = 4

const QUEUE = { materijal_id: 'text', red: 'int' } as const
/** The columns of a lot `l` that the ledger reads. */
export const LOT = sql`l.id, l.c4_id, l.materijal_id, l.red, l.datum, l.kolicina, l.izuzeto, l.preostalo,
  l.utrosen, l.cena_po_jedinici, l.kurs`
const OLDEST_LOTS = statement<PricedLot, [queues: string, latest: string, limit: number]>((engine) => {
  // A limit that is a parameter alone has SQLite compile the statement anew whenever it is bound.
  const ids = sql`select id from c4_stavka where materijal_id = m.materijal_id and red = m.red
    and utrosen is null and datum <= ${''} order by datum, c4_id, id limit cast(${0} as integer)`
  return sql`select ${LOT} from ${engine.rows(QUEUE, [])} m ${engine.joinEach('c4_stavka', 'l', ids)}`
})

/** Per queue, what is open or was given back to, in FIFO order, as many lots as its requirements, oldest first, can need. */
export async function openLots(
  ledger: Ledger,
  queues: ReadonlyMap<string, readonly QueuedRequirement[]>,
): Promise<Map<string, PricedLot[]>> {
  const found = new Map(ledger.oldest)
  const returned = Map.groupBy(ledger.returned.values(), queueKey)
  // Exact as a number: what is beyond the books (MAX_SUM) is refused in the end.
  const sumOf = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((sum, row) => sum + value(row), 0)
  const needed = new Map([...queues].map(([id, queue]) => [id, sumOf(queue, ({ kolicina }) => kolicina)]))
  const isEnough = (key: string) => sumOf(found.get(key) ?? [], ({ preostalo }) => preostalo) >= (needed.get(key) ?? 0)
  // Lots of a later day than the last requirement are of no use; `discharge` looks at the day of each.
  const latest = [...queues.values()].reduce((day, queue) => {
    const last = queue.at(-1)?.datum ?? ''
    return last > day ? last : day
  }, '')
  let wanted = [...queues.keys()].filter((id) => found.get(id)?.length !== 0 && !isEnough(id))
  for (let limit = MORE_LOTS; wanted.length > 0; limit *= 16) {
    const asked = wanted.flatMap((key) => queues.get(key)?.[0] ?? [])
    const read = Map.groupBy(await OLDEST_LOTS(ledger.tx, tuplesOf(QUEUE, asked), latest, limit), queueKey)
    // Fewer lots than were asked for are all that there are.
    const isAll = (id: string) => (read.get(id)?.length ?? 0) < limit
    for (const id of wanted) found.set(id, inQueue(read.get(id) ?? [], returned.get(id) ?? [], isAll(id)))
    wanted = wanted.filter((id) => !isAll(id) && !isEnough(id))
  }
  return found
}

/**
 * Open lots together with those that were given back to, which may be the same, in FIFO order. Where not all open lots
 * were read, another may stand behind the last of them: what was given back to behind that one has to wait.
 */
function inQueue(open: readonly PricedLot[], returned: readonly PricedLot[], isAll: boolean): PricedLot[] {
  const ids = new Set(returned.map(({ id }) => id))
  const lots = [...open.filter(({ id }) => !ids.has(id)), ...returned].sort(compareLots)
  if (isAll) return lots
  const last = open.reduce((latest, lot) => (compareLots(lot, latest) > 0 ? lot : latest))
  return lots.filter((lot) => compareLots(lot, last) <= 0)
}

/** A draw or a shortage, and where its requirement stands. */
export type StoredRow = StoredDraw & Position

const POSITION = { materijal_id: 'text', datum: 'text', c1_id: 'int', c1_stavka_id: 'int' } as const
/**
 * What stands at or behind these positions: draws from lots that were not used up before, and shortages. `open`: which of
 * the open lots have draws.
 */
const later = (open: (engine: Engine) => RawBuilder<unknown>) =>
  longStatement<StoredRow & { red: number }, [positions: string]>((engine) => {
    const row = sql`r.c1_stavka_id, r.materijal_id, r.c4_stavka_id, r.c1_id, r.datum, r.kolicina`
    const inLot = sql`${row}, l.red`
    // What an export takes of a lot that it names is no draw of FIFO.
    const behind = sql`${isFound} and (r.datum, r.c1_id, r.c1_stavka_id) >= (f.datum, f.c1_id, f.c1_stavka_id)`
    return sql`
    with f as (select * from ${engine.rows(POSITION, [])} g)
    select ${inLot} from f join c4_stavka l on l.materijal_id = f.materijal_id and l.utrosen >= f.datum
      join razduzenje r on r.c4_stavka_id = l.id where ${behind}
    union all
    select ${inLot} from f ${open(engine)} join razduzenje r on r.c4_stavka_id = l.id where ${behind}
    union all
    select ${row}, ${redOfC1(sql`r.c1_id`)} from f cross join razduzenje r
    where r.materijal_id = f.materijal_id and r.c4_stavka_id = ${sql.lit(NO_LOT)} and ${behind}`
  })
const LATER = later((engine) => sql`cross join ${queues(engine)} ${joinFirstOpen(engine, sql`f.materijal_id`)}`)
/** While lots go over into other queues, any open one may have draws. */
const LATER_REQUEUED = later(() => sql`join c4_stavka l on l.materijal_id = f.materijal_id and l.utrosen is null`)

/**
 * Of each material every requirement at or after its position, in FIFO order, and the draws that cover them. A requirement
 * is the sum of its rows in `razduzenje`. No index by material is needed: lots are consumed in order, so whatever is
 * drawn on or after a day comes from a lot that was not used up before that day.
 */
export async function readLater(
  { tx, requeued }: Ledger,
  positions: readonly (Position & { readonly materijal_id: string })[],
): Promise<{ requirements: Map<string, Released[]>; draws: StoredDraw[] }> {
  const later = new Map<string, Map<number, Summed>>()
  const draws: StoredDraw[] = []
  const one = <T extends string>(text: T): T => (texts.get(text) ?? (texts.set(text, text) && text)) as T
  // Each row has texts of its own, and there may be hundreds of thousands.
  const texts = new Map<string, string>()
  await (requeued ? LATER_REQUEUED : LATER)(tx, [tuplesOf(POSITION, positions)], (row) => {
    const { c1_stavka_id, c4_stavka_id, c1_id, kolicina, red } = row
    const [materijal_id, datum] = [one(row.materijal_id), one(row.datum)]
    const manjak = c4_stavka_id === NO_LOT ? kolicina : NO_QUANTITY
    const lines = later.get(materijal_id) ?? new Map<number, Summed>()
    const known = lines.get(c1_stavka_id)
    if (lines.size === 0) later.set(materijal_id, lines)
    if (known) {
      known.kolicina = add(known.kolicina, kolicina)
      known.manjak = add(known.manjak, manjak)
    } else lines.set(c1_stavka_id, { c1_stavka_id, materijal_id, red, c1_id, datum, kolicina, manjak })
    if (c4_stavka_id !== NO_LOT) draws.push({ c1_stavka_id, c4_stavka_id, materijal_id, kolicina })
  })
  const requirements = new Map<string, Released[]>()
  for (const [materijal_id, lines] of later) requirements.set(materijal_id, [...lines.values()].sort(comparePositions))
  return { requirements, draws }
}

type Summed = Omit<Released, 'kolicina' | 'manjak'> & { kolicina: Micro; manjak: Micro }
