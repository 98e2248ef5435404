import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RokoviQuery,
  type RokRed,
  STANJA_OTVORENIH,
  type StanjeOtvorenih,
  type StanjeUkupno,
} from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, nearSum, type Para, worthOf } from '#domain/decimal.ts'
import { daysAfter, stanjeRoka } from '#domain/rok.ts'
import { engineOf } from '#server/db/engine.ts'
import { asListed, type PageWindow, readDirection, rowWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import { integerOf, valueSum } from './exact-sums.ts'
import { leftAt, pastEnd, preostaloAt } from './stock-at.ts'

// The imports of which something is left, by their deadline.

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
  const parts = asked.stanje === 'razduženo' ? await dischargedParts(db, asked, stanja) : openParts(asked, stanja)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return { rows: await rowsOf(db, asked, await idsOf(db, asked, parts)), total, stanja }
}

/** In these words, `utrosen is null`, both engines find the open lots by their index. */
const isLeft = ({ past }: Asked): RawBuilder<SqlBool> => (past ? leftAt(past) : sql`l.utrosen is null`)
const leftOf = ({ past }: Asked): RawBuilder<Micro> => (past ? preostaloAt(past) : sql`l.preostalo`)

/** The imports that count: those of the authorisation, dated by then. */
const inScope = ({ odobrenje_id, past }: Asked): RawBuilder<SqlBool>[] => [
  ...(odobrenje_id === undefined ? [] : [sql<SqlBool>`c4.odobrenje_id = ${odobrenje_id}`]),
  ...(past ? [sql<SqlBool>`c4.datum <= ${past}`] : []),
]

const hasLeft = (asked: Asked): RawBuilder<SqlBool> =>
  sql`exists (select 1 from c4_stavka l where l.datum = c4.datum and l.c4_id = c4.id and ${isLeft(asked)})`

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``

/** How an import of which something is left stands by its deadline. */
const stanjeIn = (rok: CalendarDate | null, { dan, upozorenje }: Asked) =>
  (stanjeRoka({ rok, razduzeno: false }, dan, upozorenje) ?? 'bez roka') as StanjeOtvorenih

type Open = { rok: CalendarDate | null; broj_stavki: number; vrednost: string }

/** What is left in every state. */
async function stanjaOf(db: Db, asked: Asked): Promise<StanjeUkupno[]> {
  const sums = new Map(STANJA_OTVORENIH.map((stanje) => [stanje, { broj_c4: 0, broj_stavki: 0, values: [] as Para[] }]))
  const { rows } = await sql<Open>`
    with g as ${asked.past ? sql`materialized` : sql``} (
      select l.c4_id, l.kurs, l.cena_po_jedinici, ${leftOf(asked)} as preostalo from c4_stavka l where ${isLeft(asked)})
    select c4.rok, o.* from (
      select g.c4_id, count(*) as broj_stavki, ${valueSum('g.preostalo', 'g.cena_po_jedinici', 'g.kurs')} as vrednost
      from g group by g.c4_id) o
    join c4 on c4.id = o.c4_id ${all(inScope(asked))}`.execute(db)
  for (const { rok, broj_stavki, vrednost } of rows) {
    const sum = sums.get(stanjeIn(rok, asked))
    if (!sum) continue
    sum.broj_c4++
    sum.broj_stavki += broj_stavki
    sum.values.push(integerOf<Para>(vrednost))
  }
  return [...sums].map(([stanje, { broj_c4, broj_stavki, values }]) => {
    return { stanje, broj_c4, broj_stavki, vrednost_rsd: nearSum(values) }
  })
}

/** A run of the list: what it is read from, its order, and how many there are. */
type Part = { rows: RawBuilder<unknown>; order: readonly [string, string]; count: number }

/** Those with a deadline by it, those without one behind them by their day. */
function openParts(asked: Asked, stanja: readonly StanjeUkupno[]): Part[] {
  const { dan, upozorenje, stanje: only } = asked
  const warned = daysAfter(dan, upozorenje)
  const count = (wanted: readonly StanjeOtvorenih[]) =>
    stanja.reduce((sum, { stanje, broj_c4 }) => sum + (wanted.includes(stanje) ? broj_c4 : 0), 0)
  const days: Record<Exclude<StanjeOtvorenih, 'bez roka'>, RawBuilder<SqlBool>> = {
    isteklo: sql`c4.rok < ${dan}`,
    ističe: sql`c4.rok between ${dan} and ${warned}`,
    'u roku': sql`c4.rok > ${warned}`,
  }
  const part = (which: RawBuilder<SqlBool>, order: Part['order'], wanted: readonly StanjeOtvorenih[]): Part => ({
    rows: sql`c4 ${all([which, ...inScope(asked), hasLeft(asked)])}`,
    order,
    count: count(wanted),
  })
  const parts: Part[] = []
  if (only !== 'bez roka' && only !== 'razduženo')
    parts.push(part(only ? days[only] : sql`c4.rok is not null`, ['c4.rok', 'c4.id'], only ? [only] : WITH_ROK))
  if (!only || only === 'bez roka') parts.push(part(sql`c4.rok is null`, ['c4.datum', 'c4.id'], ['bez roka']))
  return parts
}

const WITH_ROK = STANJA_OTVORENIH.filter((one) => one !== 'bez roka')

/** Those of which nothing was left, all of a kind but for the open ones; in the same order. */
async function dischargedParts(db: Db, asked: Asked, stanja: readonly StanjeUkupno[]): Promise<Part[]> {
  const { rows } = await sql<{ sa_rokom: number; bez_roka: number }>`
    select count(c4.rok) as sa_rokom, count(*) - count(c4.rok) as bez_roka from c4 ${all(inScope(asked))}`.execute(db)
  const [{ sa_rokom, bez_roka } = { sa_rokom: 0, bez_roka: 0 }] = rows
  const open = stanja.reduce((sum, { stanje, broj_c4 }) => sum + (stanje === 'bez roka' ? 0 : broj_c4), 0)
  const openWithout = stanja.find(({ stanje }) => stanje === 'bez roka')?.broj_c4 ?? 0
  const part = (which: RawBuilder<SqlBool>, order: Part['order'], count: number): Part => ({
    rows: sql`c4 ${all([which, ...inScope(asked), sql`not ${hasLeft(asked)}`])}`,
    order,
    count,
  })
  return [
    part(sql`c4.rok is not null`, ['c4.rok', 'c4.id'], sa_rokom - open),
    part(sql`c4.rok is null`, ['c4.datum', 'c4.id'], bez_roka - openWithout),
  ]
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

type Head = Pick<RokRed, 'c4_id' | 'broj_c4' | 'datum' | 'posiljalac_naziv' | 'odobrenje' | 'rok'> & {
  rok_obracuna_dana: number | null
}

async function rowsOf(db: Db, asked: Asked, ids: readonly number[]): Promise<RokRed[]> {
  if (ids.length === 0) return []
  const { list } = engineOf(db)
  const heads = await sql<Head>`
    select c4.id as c4_id, c4.broj_c4, c4.datum, c4.posiljalac_naziv, o.broj as odobrenje, c4.rok, o.rok_obracuna_dana
    from c4 left join odobrenje o on o.id = c4.odobrenje_id where c4.id in ${list(ids)}`.execute(db)
  const lots = await sql<{ c4_id: number; ostalo: Micro; cena_po_jedinici: Micro; kurs: Micro }>`
    select l.c4_id, ${leftOf(asked)} as ostalo, l.cena_po_jedinici, l.kurs
    from c4_stavka l
    where l.c4_id in ${list(ids)} and ${isLeft(asked)}`.execute(db)
  const lotsOf = Map.groupBy(lots.rows, ({ c4_id }) => c4_id)
  const rows = new Map(
    heads.rows.map(({ rok_obracuna_dana, ...head }) => {
      const left = lotsOf.get(head.c4_id) ?? []
      const { rok } = head
      return [
        head.c4_id,
        {
          ...head,
          rok_obracuna: rok && rok_obracuna_dana !== null ? daysAfter(rok, rok_obracuna_dana) : null,
          stanje_roka: stanjeRoka({ rok, razduzeno: left.length === 0 }, asked.dan, asked.upozorenje),
          broj_stavki: left.length,
          vrednost_rsd: nearSum(left.map((lot) => worthOf(lot.ostalo, lot.cena_po_jedinici, lot.kurs))),
        },
      ]
    }),
  )
  return ids.flatMap((id) => rows.get(id) ?? [])
}
