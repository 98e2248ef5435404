import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, type ParaTotal } from '#domain/decimal.ts'
import { compareLots, comparePositions, type Draw, type Lot, type Position, type Requirement } from '#domain/fifo.ts'
import { engineOf, tuplesOf } from '#server/db/engine.ts'
import type { Flag, Tx } from '#server/db/schema.ts'
import { longStatement, statement } from '#server/db/statement.ts'
import { ZAKLJUCENO_DO, zakljucenoDo } from './closed.ts'
import { firstOpen, isFound, joinFirstOpen, NO_LOT, PO_REDU, queueKey, queues, redOfC1 } from './ledger-sql.ts'

// The first step of a save in the ledger (ledger.ts): reading what it holds of each material.

/** The need of a line for a material, and the queue in which it stands (ledger-sql.ts). */
export type QueuedRequirement = Requirement & { readonly materijal_id: string; readonly red: number }
/** A stored requirement: the sum of its rows, and the part that no lot covers. */
export type StoredRequirement = QueuedRequirement & { readonly manjak: Micro }
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
/** A lot to which something was given back; `upisano` remains of it in the database until `book` writes. */
export type ReturnedLot = PricedLot & { readonly upisano: Micro }

/**
 * The state of one material during a save. `lots`, `needs` and `draws` hold only the rows that `release` gave back; the
 * database keeps them unchanged until `book` writes.
 */
export type MaterialBook = {
  /** Its unit, read after it was locked; null on an engine with one writer. */
  readonly unit: string | null
  /** As the save will write them. */
  readonly totals: Totals
  /** The oldest open lot of queue 0, or none; null once a lot has come, gone or changed. */
  oldest: readonly PricedLot[] | null
  /** The lots, by id. */
  readonly lots: Map<number, ReturnedLot>
  /** The requirements that were released, in FIFO order; null until `release` has read them. */
  needs: StoredRequirement[] | null
  /** The draws of these requirements. */
  draws: Draw[]
}
export type Totals<Value = ParaTotal> = {
  total_input: Micro
  total_consumed: Micro
  /** The part of `total_consumed` that no lot covers, without the draws that were given back. */
  manjak: Micro
  /** The value of the remainder of its lots. */
  vrednost: Value
  broj_c4: number
  poslednji_uvoz: CalendarDate | null
  poslednji_izvoz: CalendarDate | null
}

type BookRow = Totals<string> & {
  materijal_id: string
  jedinica_mere: string | null
  zakljuceno_do: CalendarDate | null
  po_redu: Flag
} & {
  [K in keyof Omit<PricedLot, 'materijal_id' | 'red' | 'utrosen'>]: PricedLot[K] | null
}
const UNIT = sql`(select jedinica_mere from materijal where id = s.materijal_id)`
/** The totals of each material, its oldest open lot of queue 0, and its unit where others may change it. */
const BOOKS = statement<BookRow, [materials: string]>(
  (engine) => sql`
    select s.materijal_id, s.total_input, s.total_consumed, s.manjak, s.vrednost, s.broj_c4, s.poslednji_uvoz, s.poslednji_izvoz,
      ${engine.locksRows ? UNIT : sql`null`} as jedinica_mere,
      l.id, l.c4_id, l.datum, l.kolicina, l.izuzeto, l.preostalo, l.cena_po_jedinici, l.kurs,
      ${ZAKLJUCENO_DO} as zakljuceno_do, ${PO_REDU} as po_redu
    from stanje s left join c4_stavka l on l.id = ${firstOpen(sql`s.materijal_id`, sql`0`)}
    where s.materijal_id in ${engine.list([''])}`,
)

/** The books of these materials, the closed day, and whether each authorisation has a queue of its own. */
export async function readBooks(tx: Tx, ids: readonly string[]) {
  const rows = await BOOKS(tx, JSON.stringify(ids))
  return {
    // An export whose products have no normativ has no materials.
    zakljuceno_do: rows[0] ? rows[0].zakljuceno_do : await zakljucenoDo(tx),
    poRedu: rows[0]?.po_redu === 1,
    materials: new Map(rows.map((row) => [row.materijal_id, bookOfRow(row)])),
  }
}

function bookOfRow(row: BookRow): MaterialBook {
  // Fields are copied one by one: the rest of a row (`...rest`) is as slow as reading it.
  const { materijal_id, jedinica_mere, total_input, total_consumed, manjak, broj_c4 } = row
  const { poslednji_uvoz, poslednji_izvoz, id, c4_id, datum, kolicina, izuzeto, preostalo } = row
  const { cena_po_jedinici, kurs } = row
  const vrednost = BigInt(row.vrednost) as ParaTotal
  const place = { id, c4_id, materijal_id, red: 0, datum, utrosen: null }
  const oldest = { ...place, kolicina, izuzeto, preostalo, cena_po_jedinici, kurs } as PricedLot
  return {
    unit: jedinica_mere,
    totals: { total_input, total_consumed, manjak, vrednost, broj_c4, poslednji_uvoz, poslednji_izvoz },
    oldest: id === null ? [] : [oldest],
    lots: new Map(),
    needs: null,
    draws: [],
  }
}

const POSITION = { materijal_id: 'text', datum: 'text', c1_id: 'int', c1_stavka_id: 'int' } as const
type LaterRow = QueuedRequirement & { c4_stavka_id: number }
/**
 * Reads draws and shortages at or behind these positions. Such draws come from lots that were used up later, or from
 * the first open lot. Directed draws are left out: FIFO did not make them.
 */
const LATER = longStatement<LaterRow, [positions: string]>((engine) => {
  const row = sql`r.c1_stavka_id, r.materijal_id, r.c4_stavka_id, r.c1_id, r.datum, r.kolicina`
  const behind = sql`${isFound} and (r.datum, r.c1_id, r.c1_stavka_id) >= (f.datum, f.c1_id, f.c1_stavka_id)`
  return sql`
    with f as (select * from ${engine.rows(POSITION, [])} g)
    select ${row}, l.red from f join c4_stavka l on l.materijal_id = f.materijal_id and l.utrosen >= f.datum
      join razduzenje r on r.c4_stavka_id = l.id where ${behind}
    union all
    select ${row}, l.red from f cross join ${queues(engine)} ${joinFirstOpen(engine, sql`f.materijal_id`)}
      join razduzenje r on r.c4_stavka_id = l.id where ${behind}
    union all
    select ${row}, ${redOfC1(sql`r.c1_id`)} from f cross join razduzenje r
    where r.materijal_id = f.materijal_id and r.c4_stavka_id = ${sql.lit(NO_LOT)} and ${behind}`
})

type Summed = Omit<StoredRequirement, 'kolicina' | 'manjak'> & { kolicina: Micro; manjak: Micro }

/**
 * Reads, for each material, every requirement at or behind its position, in FIFO order, and the draws that cover them.
 * This needs no index by material: lots are consumed in order, so a draw on or after a day comes from a lot that was
 * not used up before that day.
 */
export async function readLater(
  tx: Tx,
  positions: readonly (Position & { readonly materijal_id: string })[],
): Promise<Map<string, Pick<MaterialBook, 'needs' | 'draws'>>> {
  const found = new Map<string, { lines: Map<number, Summed>; draws: Draw[] }>()
  await LATER(tx, [tuplesOf(POSITION, positions)], (row) => {
    const { materijal_id, c1_stavka_id, c4_stavka_id, c1_id, datum, red, kolicina } = row
    const of = found.get(materijal_id) ?? { lines: new Map<number, Summed>(), draws: [] }
    if (of.lines.size === 0) found.set(materijal_id, of)
    const manjak = c4_stavka_id === NO_LOT ? kolicina : NO_QUANTITY
    const known = of.lines.get(c1_stavka_id)
    if (known) {
      known.kolicina = add(known.kolicina, kolicina)
      known.manjak = add(known.manjak, manjak)
    } else of.lines.set(c1_stavka_id, { c1_stavka_id, materijal_id, red, c1_id, datum, kolicina, manjak })
    if (c4_stavka_id !== NO_LOT) of.draws.push({ c1_stavka_id, c4_stavka_id, kolicina })
  })
  return new Map(
    [...found].map(([id, { lines, draws }]) => [id, { needs: [...lines.values()].sort(comparePositions), draws }]),
  )
}

/** The columns of a lot `l` that the ledger reads. */
export const LOT = sql`l.id, l.c4_id, l.materijal_id, l.red, l.datum, l.kolicina, l.izuzeto, l.preostalo,
  l.utrosen, l.cena_po_jedinici, l.kurs`
/** Lots by their ids. */
export const readLots = longStatement<PricedLot, [ids: string]>(
  (engine) => sql`select ${LOT} from c4_stavka l where l.id in ${engine.list([0])}`,
)

/** A queue of a material: its requirements, oldest first, and the lots that they can need. */
export type Queue = {
  readonly materijal_id: string
  readonly red: number
  readonly requirements: readonly QueuedRequirement[]
  lots: readonly PricedLot[]
}

/**
 * The first number of open lots that are read of a queue, after its oldest was not enough. Each next round reads
 * sixteen times as many.
 */
const MORE_LOTS = 4

const QUEUE = { materijal_id: 'text', red: 'int' } as const
const OLDEST_LOTS = statement<PricedLot, [queues: string, latest: string, limit: number]>((engine) => {
  // SQLite compiles a statement again each time its limit is bound, if the limit is a parameter alone.
  const ids = sql`select id from c4_stavka where materijal_id = m.materijal_id and red = m.red
    and utrosen is null and datum <= ${''} order by datum, c4_id, id limit cast(${0} as integer)`
  return sql`select ${LOT} from ${engine.rows(QUEUE, [])} m ${engine.joinEach('c4_stavka', 'l', ids)}`
})

/** Gives each queue its `lots`: the open and the released ones, in FIFO order, as many as its requirements can need. */
export async function findLots(
  tx: Tx,
  materials: ReadonlyMap<string, MaterialBook>,
  queues: readonly Queue[],
): Promise<void> {
  for (const queue of queues) queue.lots = (queue.red === 0 && materials.get(queue.materijal_id)?.oldest) || []
  const hasNone = ({ materijal_id, red }: Queue) => red === 0 && materials.get(materijal_id)?.oldest?.length === 0
  let wanted = queues.filter((queue) => !hasNone(queue) && !isEnough(queue))
  // Lots of a later day than the last requirement are of no use; `discharge` looks at the day of each.
  const latest = queues
    .map(({ requirements }) => requirements.at(-1)?.datum ?? '')
    .reduce((a, b) => (a > b ? a : b), '')
  for (let limit = MORE_LOTS; wanted.length > 0; limit *= 16) {
    const open = Map.groupBy(await OLDEST_LOTS(tx, tuplesOf(QUEUE, wanted), latest, limit), queueKey)
    wanted = wanted.filter((queue) => {
      const read = open.get(queueKey(queue)) ?? []
      // Fewer lots than were asked for are all that there are.
      const isAll = read.length < limit
      const held = materials.get(queue.materijal_id)?.lots.values() ?? []
      const returned = [...held].filter(({ red }) => red === queue.red)
      queue.lots = inOrder(read, returned, isAll)
      return !isAll && !isEnough(queue)
    })
  }
}

/** Numbers are exact here: a sum beyond MAX_SUM is refused in the end. */
function isEnough({ requirements, lots }: Queue): boolean {
  const needed = requirements.reduce((sum, { kolicina }) => sum + kolicina, 0)
  return lots.reduce((sum, { preostalo }) => sum + preostalo, 0) >= needed
}

/**
 * Joins open and released lots, in FIFO order; a lot can be both. If not all open lots were read, more may follow the
 * last of them, so released lots behind that one have to wait.
 */
function inOrder(open: readonly PricedLot[], returned: readonly PricedLot[], isAll: boolean): PricedLot[] {
  const ids = new Set(returned.map(({ id }) => id))
  const lots = [...open.filter(({ id }) => !ids.has(id)), ...returned].sort(compareLots)
  if (isAll) return lots
  const last = open.reduce((latest, lot) => (compareLots(lot, latest) > 0 ? lot : latest))
  return lots.filter((lot) => compareLots(lot, last) <= 0)
}

/** A line of an export that was stored before, and its document. */
export type BookedLine = {
  readonly c1_id: number
  readonly broj_c1: string
  readonly datum: CalendarDate
  readonly proizvod_id: string
  readonly broj_fakture: string
  readonly redni_broj: number
}
/** Day and number of the C4 of a lot. */
type MovedLot = { readonly datum: CalendarDate; readonly c4_broj: string }
/** Names of the lines and lots of moves, by their ids; removed lots have none. */
export type MovedNames = {
  readonly lines: ReadonlyMap<number, BookedLine>
  readonly lots: ReadonlyMap<number, MovedLot>
}

/** Reads the names of these lines and of these lots. */
export async function readNames(tx: Tx, lineIds: Iterable<number>, lotIds: Iterable<number>): Promise<MovedNames> {
  const [ofLines, ofLots] = [[...lineIds], [...lotIds]]
  const lines = new Map<number, BookedLine>()
  const lots = new Map<number, MovedLot>()
  if (ofLines.length > 0) await LINE_NAMES(tx, [JSON.stringify(ofLines)], ({ id, ...line }) => lines.set(id, line))
  if (ofLots.length > 0) await LOT_NAMES(tx, [JSON.stringify(ofLots)], ({ id, ...lot }) => lots.set(id, lot))
  return { lines, lots }
}

const LINE_NAMES = longStatement<BookedLine & { id: number }, [ids: string]>(
  (engine) => sql`
    select s.id, s.c1_id, d.broj_c1, d.datum, s.proizvod_id, s.broj_fakture, s.redni_broj
    from c1_stavka s join c1 d on d.id = s.c1_id where s.id in ${engine.list([0])}`,
)
const LOT_NAMES = longStatement<MovedLot & { id: number }, [ids: string]>(
  (engine) => sql`
    select l.id, l.datum, d.broj_c4 as c4_broj
    from c4_stavka l join c4 d on d.id = l.c4_id where l.id in ${engine.list([0])}`,
)

const LOCK = statement<unknown, [materials: string]>(
  (engine) => sql`
    select 1 from stanje where materijal_id in ${engine.list([''])} order by materijal_id ${engine.forUpdate}`,
)

/**
 * Locks these materials until the transaction ends, in the same order for every caller. It is a statement of its own:
 * PostgreSQL reads other tables of a statement as they were before it waited for the lock.
 */
export async function lockMaterials(tx: Tx, ids: readonly string[]): Promise<void> {
  if (engineOf(tx).locksRows) await LOCK(tx, JSON.stringify(ids))
}
