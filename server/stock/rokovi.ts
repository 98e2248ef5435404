import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RokoviQuery,
  type RokRed,
  STANJA_OTVORENIH,
  type StanjeOtvorenih,
  type StanjeUkupno,
} from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { daysAfter, stanjeRoka } from '#domain/rok.ts'
import { engineOf } from '#server/db/engine.ts'
import { asListed, type PageWindow, readDirection, rowWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import { exactValue, type ProductSum, productSum, valueOfParts, valueToPara } from './exact-sums.ts'
import { queues } from './queues.ts'
import { firstLeft, leftAt, leftOf, namedAfter, openAt, pastEnd, preostaloAt } from './stock-at.ts'

// The imports of which something is left, by their deadline. Everything begins with the lots that are open, so that what
// was discharged long ago costs nothing.

/** `dan`: the day that is asked about; `upozorenje`: so many days before its end a deadline is said to end. */
export type RokoviAsked = Pick<RokoviQuery, 'stanje' | 'odobrenje_id' | 'page' | 'limit'> & {
  readonly dan: CalendarDate
  readonly upozorenje: number
}
/** `past`: the end of which day counts; null: now. */
type Asked = RokoviAsked & { readonly past: CalendarDate | null }

/** A page of the imports that are asked for, and what each state comes to in all. */
export async function rokovi(
  db: Db,
  query: RokoviAsked,
): Promise<{ rows: RokRed[]; total: number; stanja: StanjeUkupno[] }> {
  const asked = { ...query, past: await pastEnd(db, { datum_do: query.dan }) }
  const stanja = await stanjaOf(db, asked)
  const parts = asked.stanje === 'razduženo' ? [await discharged(db, asked, stanja)] : openParts(asked, stanja)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return { rows: await rowsOf(db, asked, await idsOf(db, asked, parts)), total, stanja }
}

const isLeft = ({ past }: Asked): RawBuilder<SqlBool> => (past ? leftAt(past) : sql`l.utrosen is null`)

/** The imports that count: those of the authorisation, dated by then. */
const inScope = ({ odobrenje_id, past }: Asked): RawBuilder<SqlBool>[] => [
  ...(odobrenje_id === undefined ? [] : [sql<SqlBool>`c4.odobrenje_id = ${odobrenje_id}`]),
  ...(past ? [sql<SqlBool>`c4.datum <= ${past}`] : []),
]

/** Now, that is kept of each C4. */
const hasLeft = (asked: Asked): RawBuilder<SqlBool> =>
  asked.past
    ? sql`exists (select 1 from c4_stavka l where l.datum = c4.datum and l.c4_id = c4.id and ${isLeft(asked)})`
    : sql`exists (select 1 from otvoren_c4 o where o.c4_id = c4.id)`

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``

/** How an import of which something is left stands by its deadline. */
const stanjeIn = (rok: CalendarDate | null, { dan, upozorenje }: Asked) =>
  (stanjeRoka({ rok, razduzeno: false }, dan, upozorenje) ?? 'bez roka') as StanjeOtvorenih

/** Whole open lots of one deadline. */
type Group = { rok: CalendarDate | null; broj_c4: number; broj_stavki: number; vrednost: bigint }

/** What is left in every state: whole lots, less what is gone of the begun ones, of which each queue has one at most. */
async function stanjaOf(db: Db, asked: Asked): Promise<StanjeUkupno[]> {
  const sums = new Map(STANJA_OTVORENIH.map((stanje) => [stanje, { broj_c4: 0, broj_stavki: 0, vrednost: 0n }]))
  for (const { rok, broj_c4, broj_stavki, vrednost } of await (asked.past ? groupsThen : groupsNow)(db, asked)) {
    const sum = sums.get(stanjeIn(rok, asked))
    if (!sum) continue
    sum.broj_c4 += broj_c4
    sum.broj_stavki += broj_stavki
    sum.vrednost += vrednost
  }
  const { past } = asked
  const begun = past ? sql`stanje s cross join ${queues(engineOf(db))} join c4_stavka l` : sql`c4_stavka l`
  const which = past
    ? sql`l.id = ${firstLeft(past, sql`q.red`)}`
    : sql`l.utrosen is null and l.preostalo < l.kolicina - l.izuzeto`
  const left = past ? leftOf('l', past) : sql`l.preostalo`
  const gone = await sql<{ rok: CalendarDate | null; potroseno: Micro; cena: Micro; kurs: Micro }>`
    select c4.rok, l.kolicina - l.izuzeto - (${left}) as potroseno, l.cena_po_jedinici as cena, l.kurs
    from ${begun} ${past ? sql`on ${which}` : sql``} join c4 on c4.id = l.c4_id
    ${all([...(past ? [] : [which as RawBuilder<SqlBool>]), ...inScope(asked)])}`.execute(db)
  for (const { rok, potroseno, cena, kurs } of gone.rows) {
    const sum = sums.get(stanjeIn(rok, asked))
    if (sum) sum.vrednost -= multiplyToAtto(potroseno, cena, kurs)
  }
  return [...sums].map(([stanje, { broj_c4, broj_stavki, vrednost }]) => {
    return { stanje, broj_c4, broj_stavki, vrednost_rsd: valueToPara(vrednost as Atto) }
  })
}

/** From what is kept of each C4 (open-totals.ts). Those with a deadline are read along its index, so that none is sorted. */
async function groupsNow(db: Db, asked: Asked): Promise<Group[]> {
  const theirs = asked.odobrenje_id === undefined ? sql`` : sql`join c4 on c4.id = o.c4_id`
  const sums = sql`count(*) as broj_c4, cast(sum(o.lotova) as bigint) as broj_stavki, cast(sum(o.vrednost_0) as text) as low,
    cast(sum(o.vrednost_1) as text) as middle, cast(sum(o.vrednost_2) as text) as high from otvoren_c4 o ${theirs}`
  const [withRok, without] = ['is not null', 'is null'].map((is) => all([sql`o.rok ${sql.raw(is)}`, ...inScope(asked)]))
  const { rows } = await sql<Omit<Group, 'vrednost'> & { low: string; middle: string; high: string }>`
    select o.rok, ${sums} ${withRok} group by o.rok
    union all select null, ${sums} ${without} having count(*) > 0`.execute(db)
  return rows.map(({ low, middle, high, ...row }) => ({ ...row, vrednost: valueOfParts(low, middle, high) }))
}

async function groupsThen(db: Db, asked: Asked): Promise<Group[]> {
  const past = asked.past as CalendarDate
  // Whole, as the begun one is read by itself.
  const whole = sql`case when ${openAt(past)} then l.kolicina - l.izuzeto else 0 end + ${namedAfter(past)}`
  const { rows } = await sql<ProductSum & Omit<Group, 'vrednost'> & { kurs: Micro }>`
    select g.rok, g.kurs, count(distinct g.c4_id) as broj_c4, count(*) as broj_stavki,
      ${productSum('g.kolicina', 'g.cena_po_jedinici')}
    from (select c4.rok, l.kurs, l.c4_id, l.cena_po_jedinici, ${whole} as kolicina
      from c4 join c4_stavka l on l.datum = c4.datum and l.c4_id = c4.id and ${isLeft(asked)}
      ${all(inScope(asked))}) g group by g.rok, g.kurs`.execute(db)
  return rows.map(({ kurs, ...row }) => ({ ...row, vrednost: exactValue(row, kurs) }))
}

/** A run of the list: what it is read from, its order, and how many there are. */
type Part = { rows: RawBuilder<unknown>; order: readonly [string, string]; count: number }

/** Those with a deadline by it, those without one behind them by their day. */
function openParts(asked: Asked, stanja: readonly StanjeUkupno[]): Part[] {
  const { dan, upozorenje, stanje: only, past } = asked
  const warned = daysAfter(dan, upozorenje)
  const count = (wanted: readonly StanjeOtvorenih[]) =>
    stanja.reduce((sum, { stanje, broj_c4 }) => sum + (wanted.includes(stanje) ? broj_c4 : 0), 0)
  const rok = sql.ref(past ? 'c4.rok' : 'o.rok')
  const days: Record<Exclude<StanjeOtvorenih, 'bez roka'>, RawBuilder<SqlBool>> = {
    isteklo: sql`${rok} < ${dan}`,
    ističe: sql`${rok} between ${dan} and ${warned}`,
    'u roku': sql`${rok} > ${warned}`,
  }
  const parts: Part[] = []
  if (only !== 'bez roka' && only !== 'razduženo') {
    const conditions = [only ? days[only] : sql<SqlBool>`${rok} is not null`, ...inScope(asked)]
    parts.push({
      // SQLite reads the tables of a cross join in this order: the index of `otvoren_c4` is that of the list.
      rows: past
        ? sql`c4 ${all([...conditions, hasLeft(asked)])}`
        : sql`otvoren_c4 o cross join c4 ${all([sql`c4.id = o.c4_id`, ...conditions])}`,
      order: past ? ['c4.rok', 'c4.id'] : ['o.rok', 'o.c4_id'],
      count: count(only ? [only] : WITH_ROK),
    })
  }
  if (!only || only === 'bez roka') {
    const conditions = [sql<SqlBool>`c4.rok is null`, ...inScope(asked), ...since(asked), hasLeft(asked)]
    parts.push({ rows: sql`c4 ${all(conditions)}`, order: ['c4.datum', 'c4.id'], count: count(['bez roka']) })
  }
  return parts
}

const WITH_ROK = STANJA_OTVORENIH.filter((one) => one !== 'bez roka')

/** Nothing older has anything left now. */
const since = ({ past }: Asked): RawBuilder<SqlBool>[] =>
  past ? [] : [sql<SqlBool>`c4.datum >= (select min(datum) from otvoreno where lotova > 0)`]

/** Those with a deadline of which nothing was left: all with one, but for the open ones. */
async function discharged(db: Db, asked: Asked, stanja: readonly StanjeUkupno[]): Promise<Part> {
  const conditions = [sql<SqlBool>`c4.rok is not null`, ...inScope(asked)]
  const { rows } = await sql<{ broj: number }>`select count(*) as broj from c4 ${all(conditions)}`.execute(db)
  const open = stanja.reduce((sum, { stanje, broj_c4 }) => sum + (stanje === 'bez roka' ? 0 : broj_c4), 0)
  const left = sql<SqlBool>`not ${hasLeft(asked)}`
  return {
    rows: sql`c4 ${all([...conditions, left])}`,
    order: ['c4.rok', 'c4.id'],
    count: (rows[0]?.broj ?? 0) - open,
  }
}

async function idsOf(db: Db, { page, limit }: Asked, parts: readonly Part[]): Promise<number[]> {
  const ids: number[] = []
  let before = (page - 1) * limit
  for (const part of parts) {
    const window = rowWindow(part.count, before, limit - ids.length)
    before = Math.max(0, before - part.count)
    if (window.limit > 0) ids.push(...(await idsIn(db, part, window)))
  }
  return ids
}

async function idsIn(db: Db, { rows: from, order }: Part, window: PageWindow): Promise<number[]> {
  const direction = sql.raw(readDirection(window, 'asc'))
  const ordered = order.map((column) => sql`${sql.ref(column)} ${direction}`)
  const { rows } = await sql<{ id: number }>`
    select c4.id from ${from} order by ${sql.join(ordered)} limit ${window.limit} offset ${window.offset}`.execute(db)
  return asListed(window, rows).map(({ id }) => id)
}

type Head = Pick<RokRed, 'c4_id' | 'broj_c4' | 'datum' | 'odobrenje' | 'rok'> & { rok_obracuna_dana: number | null }

async function rowsOf(db: Db, asked: Asked, ids: readonly number[]): Promise<RokRed[]> {
  if (ids.length === 0) return []
  const { list } = engineOf(db)
  const heads = await sql<Head>`
    select c4.id as c4_id, c4.broj_c4, c4.datum, o.broj as odobrenje, c4.rok, o.rok_obracuna_dana
    from c4 left join odobrenje o on o.id = c4.odobrenje_id where c4.id in ${list(ids)}`.execute(db)
  const lots = await sql<{ c4_id: number; ostalo: Micro; cena_po_jedinici: Micro; kurs: Micro }>`
    select l.c4_id, ${asked.past ? preostaloAt(asked.past) : sql`l.preostalo`} as ostalo, l.cena_po_jedinici, l.kurs
    from c4_stavka l
    where l.c4_id in ${list(ids)} and ${isLeft(asked)}`.execute(db)
  const lotsOf = Map.groupBy(lots.rows, ({ c4_id }) => c4_id)
  const rows = new Map(
    heads.rows.map(({ rok_obracuna_dana, ...head }) => {
      const left = lotsOf.get(head.c4_id) ?? []
      const vrednost = left.reduce((sum, lot) => sum + multiplyToAtto(lot.ostalo, lot.cena_po_jedinici, lot.kurs), 0n)
      const { rok } = head
      return [
        head.c4_id,
        {
          ...head,
          rok_obracuna: rok && rok_obracuna_dana !== null ? daysAfter(rok, rok_obracuna_dana) : null,
          stanje_roka: stanjeRoka({ rok, razduzeno: left.length === 0 }, asked.dan, asked.upozorenje),
          broj_stavki: left.length,
          vrednost_rsd: valueToPara(vrednost as Atto),
        },
      ]
    }),
  )
  return ids.flatMap((id) => rows.get(id) ?? [])
}
