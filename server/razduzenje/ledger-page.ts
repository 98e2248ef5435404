import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LedgerQuery, razduzenjeEndpoints } from '#contract/razduzenje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import { bounds } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { WrittenRows } from '#server/http/json-body.ts'
import { Refusal } from '#server/refusal.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { type Draw as Drawn, type Lot, readFacts, textsOf } from './ledger-entries.ts'

/** The ledger for programs, page by page. */
export const razduzenjeHandlers = ({ readAtOnce }: Store): Handlers<typeof razduzenjeEndpoints> => ({
  listRazduzenje: ({ query }) => readAtOnce((db) => ledgerPage(db, query)),
})

/** Where a draw stands: exports by day, their lines, of a line its materials, of these their lots as they are consumed. */
type Place = Group & { lot_datum: string; lot_c4: number; lot_id: number; usmereno: Flag }
/** The draws of one line from one material. */
type Group = { datum: CalendarDate; c1_id: number; c1_stavka_id: number; materijal_id: string }

type Draw = Group & Drawn

/** Behind every lot: a shortage is what is left when there are no more. */
const NO_LOT_DAY = '9999'
const GROUP = ['datum', 'c1_id', 'c1_stavka_id', 'materijal_id'] as const
const PLACE = [...GROUP, 'lot_datum', 'lot_c4', 'lot_id', 'usmereno'] as const
const ORDER = sql.join(PLACE.map((name) => sql.ref(name)))
/** The same where draws are joined with their lots. */
const KEY = sql`r.datum, r.c1_id, r.c1_stavka_id, r.materijal_id,
  coalesce(l.datum, ${sql.lit(NO_LOT_DAY)}), coalesce(l.c4_id, 0), r.c4_stavka_id, r.usmereno`

/**
 * A page of the ledger behind the place that `cursor` names: every draw and every shortage of the query, in the order of
 * the exports. No page passes over those before it.
 */
async function ledgerPage(db: Db, query: LedgerQuery): Promise<WrittenRows> {
  const asked = { query, after: query.cursor ? placeOf(query.cursor) : null, wanted: query.limit + 1 }
  const { c4_id, c1_id, materijal_id } = query
  const isOfLots = c4_id !== undefined || (materijal_id !== undefined && c1_id === undefined)
  const found = await (isOfLots ? drawsOfLots(db, asked) : drawsByDay(db, asked))
  const facts = await readFacts(db, found)
  const draws = asConsumed(found, facts.lots)
  const page = draws.slice(0, query.limit)
  const last = page.at(-1)
  const cursor =
    draws.length > query.limit && last ? cursorOf({ ...last, ...lotPlace(facts.lots.get(last.lot_id)) }) : null
  return new WrittenRows(textsOf(page, facts), { cursor })
}

const lotPlace = (lot: Lot | undefined) => ({ lot_datum: lot?.datum ?? NO_LOT_DAY, lot_c4: lot?.c4_id ?? 0 })

/** Draws by line and material, with those of each that come from several lots in the order of these. */
function asConsumed(draws: readonly Draw[], lots: ReadonlyMap<number, Lot>): readonly Draw[] {
  const ordered: Draw[] = []
  for (let from = 0, to = 0; from < draws.length; from = to) {
    const first = draws[from] as Draw
    for (to = from + 1; to < draws.length && isSameGroup(first, draws[to] as Draw); ) to++
    if (to === from + 1) ordered.push(first)
    else
      ordered.push(
        ...draws.slice(from, to).sort((a, b) => compareLots(a.lot_id, b.lot_id, lots) || a.usmereno - b.usmereno),
      )
  }
  return ordered
}

const isSameGroup = (a: Draw, b: Draw) => a.c1_stavka_id === b.c1_stavka_id && a.materijal_id === b.materijal_id

function compareLots(a: number, b: number, lots: ReadonlyMap<number, Lot>): number {
  const [one, other] = [lotPlace(lots.get(a)), lotPlace(lots.get(b))]
  if (one.lot_datum !== other.lot_datum) return one.lot_datum < other.lot_datum ? -1 : 1
  return one.lot_c4 - other.lot_c4 || a - b
}

const cursorOf = (place: Place) => Buffer.from(JSON.stringify(PLACE.map((name) => place[name]))).toString('base64url')

function placeOf(cursor: string): Place {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const types = ['string', 'number', 'number', 'string', 'string', 'number', 'number', 'number']
    const isPlace = Array.isArray(values) && types.every((type, at) => typeof values[at] === type)
    if (isPlace) return Object.fromEntries(PLACE.map((name, at) => [name, values[at]])) as Place
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid', 'Kursor nije ispravan.', 'cursor')
}

const ROW = sql`r.datum, r.c1_id, r.c1_stavka_id, r.materijal_id,
  coalesce(l.datum, ${sql.lit(NO_LOT_DAY)}) as lot_datum, coalesce(l.c4_id, 0) as lot_c4, r.c4_stavka_id as lot_id,
  r.kolicina, r.usmereno`

const conditionsOf = (query: LedgerQuery, after: Place | null): RawBuilder<SqlBool>[] => [
  sql<SqlBool>`r.kolicina > 0`,
  ...bounds(query, 'r.datum'),
  ...(query.materijal_id ? [sql<SqlBool>`r.materijal_id = ${query.materijal_id}`] : []),
  ...(query.c1_id === undefined ? [] : [sql<SqlBool>`r.c1_id = ${query.c1_id}`]),
  ...(after ? [sql<SqlBool>`r.datum >= ${after.datum}`, behind(after)] : []),
]

/** Behind a place in the order of all draws. */
const behind = (after: Place): RawBuilder<SqlBool> =>
  sql`(${KEY}) > (${sql.join(PLACE.map((name) => sql`${after[name]}`))})`

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

/** So many draws of a query as are `wanted`, behind a place or from the first on. */
type Asked = { readonly query: LedgerQuery; readonly after: Place | null; readonly wanted: number }

/** The draws from the lots of one import or material, and the shortages of a material, put in order for each page. */
async function drawsOfLots(db: Db, { query, after, wanted }: Asked): Promise<Draw[]> {
  const conditions = all(conditionsOf(query, after))
  const { c4_id, materijal_id } = query
  const ofLots = c4_id === undefined ? sql`l.materijal_id = ${materijal_id}` : sql`l.c4_id = ${c4_id}`
  const drawn = sql`
    select ${ROW} from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id where ${ofLots} and ${conditions}`
  const lacking = sql`
    union all select ${ROW} from razduzenje r left join c4_stavka l on 1 = 0
    where r.c4_stavka_id = ${sql.lit(NO_LOT)} and ${conditions}`
  const { rows } = await sql<Draw>`
    select * from (${drawn} ${c4_id === undefined ? lacking : sql``}) d order by ${ORDER} limit ${wanted}`.execute(db)
  return rows
}

/**
 * The draws of exports by day, along the indexes of exports, lines and draws: nothing is sorted but the lines of one
 * export, and no lot is looked at. Where a page begins or ends within the lots of one line and material, these alone are
 * read in their order.
 */
async function drawsByDay(db: Db, { query, after, wanted }: Asked): Promise<Draw[]> {
  const head = after ? await drawsOfGroup(db, after, { query, after, wanted }) : []
  const left = wanted - head.length
  if (left === 0) return head
  const join = sql.raw(engineOf(db).name === 'sqlite' ? 'cross join' : 'join')
  const conditions = [
    sql<SqlBool>`r.kolicina > 0`,
    ...bounds(query, 'c1.datum'),
    ...(query.materijal_id ? [sql<SqlBool>`r.materijal_id = ${query.materijal_id}`] : []),
    ...(query.c1_id === undefined ? [] : [sql<SqlBool>`c1.id = ${query.c1_id}`]),
    ...(after
      ? [
          sql<SqlBool>`(c1.datum, c1.id) >= (${after.datum}, ${after.c1_id})`,
          sql<SqlBool>`(c1.datum, c1.id, i.id, r.materijal_id) > (${sql.join(GROUP.map((name) => sql`${after[name]}`))})`,
        ]
      : []),
  ]
  const { rows } = await sql<Draw>`
    select c1.datum, c1.id as c1_id, i.id as c1_stavka_id, r.materijal_id, r.c4_stavka_id as lot_id, r.kolicina, r.usmereno
    from c1 ${join} c1_stavka i on i.c1_id = c1.id ${join} razduzenje r on r.c1_stavka_id = i.id
    where ${all(conditions)} order by c1.datum, c1.id, i.id, r.materijal_id limit ${left}`.execute(db)
  const last = rows.at(-1)
  if (!last || rows.length < left) return [...head, ...rows]
  const whole = rows.findIndex((row) => isSameGroup(row, last))
  return [
    ...head,
    ...rows.slice(0, whole),
    ...(await drawsOfGroup(db, last, { query, after: null, wanted: left - whole })),
  ]
}

/** The draws of a line from a material, in the order of its lots, behind a place of it or from the first on. */
async function drawsOfGroup(
  db: Db,
  { c1_stavka_id, materijal_id }: Group,
  { query, after, wanted }: Asked,
): Promise<Draw[]> {
  const own = sql`r.c1_stavka_id = ${c1_stavka_id} and r.materijal_id = ${materijal_id}`
  const { rows } = await sql<Draw>`
    select ${ROW} from razduzenje r left join c4_stavka l on l.id = r.c4_stavka_id
    where ${own} and ${all(conditionsOf(query, after))} order by ${KEY} limit ${wanted}`.execute(db)
  return rows
}
