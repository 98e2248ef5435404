import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LedgerEntry, LedgerQuery } from '#contract/razduzenje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { NO_LOT } from '#server/stock/no-lot.ts'
import { entriesOf } from './ledger-entries.ts'

/** Where a draw stands: exports by day, their lines, of a line its materials, of these their lots as they are consumed. */
type Place = {
  datum: CalendarDate
  c1_id: number
  c1_stavka_id: number
  materijal_id: string
  lot_datum: string
  lot_c4: number
  lot_id: number
}
type Draw = Place & { kolicina: Micro }

/** Behind every lot: a shortage is what is left when there are no more. */
const NO_LOT_DAY = '9999'
const PLACE = ['datum', 'c1_id', 'c1_stavka_id', 'materijal_id', 'lot_datum', 'lot_c4', 'lot_id'] as const
const ORDER = sql.join(PLACE.map((name) => sql.ref(name)))
/** The same where draws are joined with their lots. */
const KEY = sql`r.datum, r.c1_id, r.c1_stavka_id, r.materijal_id,
  coalesce(l.datum, ${sql.lit(NO_LOT_DAY)}), coalesce(l.c4_id, 0), r.c4_stavka_id`
/** A line of an export draws from several lots: so many draws are expected of one, that few rows are read in vain. */
const DRAWS_PER_LINE = 4

/**
 * A page of the ledger behind the place that `cursor` names: every draw and every shortage of the query, in the order of
 * the exports. No page passes over those before it.
 */
export async function ledgerPage(
  db: Db,
  query: LedgerQuery,
): Promise<{ results: LedgerEntry[]; cursor: string | null }> {
  const after = query.cursor ? placeOf(query.cursor) : null
  const wanted = query.limit + 1
  const draws =
    query.c4_id !== undefined
      ? await drawsOfC4(db, query, after, wanted)
      : query.materijal_id && query.c1_id === undefined
        ? await drawsOfMaterial(db, { ...query, materijal_id: query.materijal_id }, after, wanted)
        : await drawsByDay(db, query, after, wanted)
  const page = draws.slice(0, query.limit)
  const last = page.at(-1)
  return { results: await entriesOf(db, page), cursor: draws.length > query.limit && last ? cursorOf(last) : null }
}

const cursorOf = (place: Place) => Buffer.from(JSON.stringify(PLACE.map((name) => place[name]))).toString('base64url')

function placeOf(cursor: string): Place {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const types = ['string', 'number', 'number', 'string', 'string', 'number', 'number']
    const isPlace = Array.isArray(values) && types.every((type, at) => typeof values[at] === type)
    if (isPlace) return Object.fromEntries(PLACE.map((name, at) => [name, values[at]])) as Place
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid', 'Kursor nije ispravan.', [{ field: 'cursor', message: 'Kursor nije ispravan.' }])
}

const ROW = sql`r.datum, r.c1_id, r.c1_stavka_id, r.materijal_id,
  coalesce(l.datum, ${sql.lit(NO_LOT_DAY)}) as lot_datum, coalesce(l.c4_id, 0) as lot_c4, r.c4_stavka_id as lot_id, r.kolicina`

const conditionsOf = (query: LedgerQuery, after: Place | null): RawBuilder<SqlBool>[] => [
  sql<SqlBool>`r.kolicina > 0`,
  ...bounds(query, 'r.datum'),
  ...(query.materijal_id ? [sql<SqlBool>`r.materijal_id = ${query.materijal_id}`] : []),
  ...(query.c1_id === undefined ? [] : [sql<SqlBool>`r.c1_id = ${query.c1_id}`]),
  ...(after ? [sql<SqlBool>`r.datum >= ${after.datum}`, behind(after)] : []),
]

/** Behind a place in the whole order. */
const behind = (after: Place): RawBuilder<SqlBool> =>
  sql`(${KEY}) > (${sql.join(PLACE.map((name) => sql`${after[name]}`))})`

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

/** What went out of the lots of one import, which are few enough to be put in order anew for each page. */
async function drawsOfC4(db: Db, query: LedgerQuery, after: Place | null, wanted: number): Promise<Draw[]> {
  const { rows } = await sql<Draw>`
    select ${ROW} from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id
    where l.c4_id = ${query.c4_id} and ${all(conditionsOf(query, after))} order by ${KEY} limit ${wanted}`.execute(db)
  return rows
}

/**
 * No index has the draws of a material by day. But its lots are consumed in order, so lot after lot they are in that
 * order (docs/decisions/ledger.md): those used up since the day on which the page begins, and the begun one.
 */
async function drawsOfMaterial(
  db: Db,
  query: LedgerQuery & { materijal_id: string },
  after: Place | null,
  wanted: number,
): Promise<Draw[]> {
  const conditions = all(conditionsOf(query, after))
  const from = after?.datum ?? query.datum_od ?? ''
  const inLots = sql`l.utrosen, l.datum, l.c4_id, l.id, r.datum, r.c1_id, r.c1_stavka_id`
  const { rows } = await sql<Draw>`
    select * from (select ${ROW} from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id
      where l.materijal_id = ${query.materijal_id} and l.utrosen is not null and l.utrosen >= ${from} and ${conditions}
      order by ${inLots} limit ${wanted}) utroseno
    union all select * from (select ${ROW} from stanje s join c4_stavka l on l.id = s.zapocet_lot
      join razduzenje r on r.c4_stavka_id = l.id
      where s.materijal_id = ${query.materijal_id} and ${conditions} order by ${KEY} limit ${wanted}) zapoceto
    union all select * from (select ${ROW} from razduzenje r left join c4_stavka l on 1 = 0
      where r.materijal_id = ${query.materijal_id} and r.c4_stavka_id = ${sql.lit(NO_LOT)} and ${conditions}
      order by ${KEY} limit ${wanted}) manjak
    order by ${ORDER} limit ${wanted}`.execute(db)
  return rows
}

type Document = { id: number; datum: CalendarDate; broj_stavki: number }

/** The draws of exports by day: so many exports and lines are read at once as the page is expected to need. */
async function drawsByDay(db: Db, query: LedgerQuery, after: Place | null, wanted: number): Promise<Draw[]> {
  const draws: Draw[] = []
  let from: { datum: CalendarDate; c1_id: number; c1_stavka_id: number } | null = after
  while (draws.length < wanted) {
    const lines = await linesFrom(db, query, from, Math.ceil((wanted - draws.length) / DRAWS_PER_LINE))
    const last = lines.at(-1)
    if (!last) break
    const { rows } = await sql<Draw>`
      select ${ROW} from ${engineOf(db).list(lines.map(({ c1_stavka_id }) => c1_stavka_id))} i
      join razduzenje r on r.c1_stavka_id = i.value left join c4_stavka l on l.id = r.c4_stavka_id
      where ${all(conditionsOf(query, after))} order by ${KEY} limit ${wanted - draws.length}`.execute(db)
    for (const row of rows) draws.push(row)
    from = { ...last, c1_stavka_id: last.c1_stavka_id + 1 }
  }
  return draws
}

/** Some lines from a place on, at least `wanted` of them where there are so many, and not many more. */
async function linesFrom(
  db: Db,
  query: LedgerQuery,
  from: Pick<Place, 'datum' | 'c1_id' | 'c1_stavka_id'> | null,
  wanted: number,
): Promise<Pick<Place, 'datum' | 'c1_id' | 'c1_stavka_id'>[]> {
  const conditions = [
    ...bounds(query, 'c1.datum'),
    ...(query.c1_id === undefined ? [] : [sql<SqlBool>`c1.id = ${query.c1_id}`]),
    ...(from ? [sql<SqlBool>`(c1.datum, c1.id) >= (${from.datum}, ${from.c1_id})`] : []),
  ]
  const { rows: documents } = await sql<Document>`
    select c1.id, c1.datum, c1.broj_stavki from c1 where ${all([sql<SqlBool>`1 = 1`, ...conditions])}
    order by c1.datum, c1.id limit ${wanted + 1}`.execute(db)
  let lines = 0
  const upTo = documents.findIndex(({ id, broj_stavki }) => {
    // Of the first no more than one line may be left.
    lines += id === from?.c1_id ? 0 : broj_stavki
    return lines >= wanted
  })
  const days = new Map(documents.slice(0, upTo < 0 ? undefined : upTo + 1).map(({ id, datum }) => [id, datum]))
  if (days.size === 0) return []
  const { rows } = await sql<{ id: number; c1_id: number }>`
    select id, c1_id from c1_stavka where c1_id in ${engineOf(db).list([...days.keys()])}`.execute(db)
  const places = [...days.keys()]
  const order = new Map(places.map((id, at) => [id, at]))
  return rows
    .filter(({ id, c1_id }) => c1_id !== from?.c1_id || id >= from.c1_stavka_id)
    .sort((a, b) => (order.get(a.c1_id) ?? 0) - (order.get(b.c1_id) ?? 0) || a.id - b.id)
    .slice(0, Math.max(wanted, 1))
    .map(({ id, c1_id }) => ({ datum: days.get(c1_id) as CalendarDate, c1_id, c1_stavka_id: id }))
}
