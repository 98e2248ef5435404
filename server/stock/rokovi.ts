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
import { exactValue, type ProductSum, productSum, valueToPara } from './exact-sums.ts'
import { openValue } from './open-value.ts'
import { preostalo } from './preostalo.ts'
import { firstLeft, leftOf, pastEnd, preostaloAt } from './stock-at.ts'

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
  const parts = asked.stanje === 'razduženo' ? [await discharged(db, asked)] : openParts(asked, stanja)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return { rows: await rowsOf(db, asked, await idsOf(db, asked, parts)), total, stanja }
}

const isLeft = ({ past }: Asked): RawBuilder<SqlBool> =>
  past ? sql`(l.utrosen is null or l.utrosen > ${past})` : sql`l.utrosen is null`

/** The imports that count: those of the authorisation, dated by then. */
const inScope = ({ odobrenje_id, past }: Asked): RawBuilder<SqlBool>[] => [
  ...(odobrenje_id === undefined ? [] : [sql<SqlBool>`c4.odobrenje_id = ${odobrenje_id}`]),
  ...(past ? [sql<SqlBool>`c4.datum <= ${past}`] : []),
]

const hasLeft = (asked: Asked): RawBuilder<SqlBool> => sql`exists (
  select 1 from c4_stavka l where l.datum = c4.datum and l.c4_id = c4.id and ${isLeft(asked)})`

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``

/** As `stanjeRoka` (domain/rok.ts) has it, of an import of which something is left. */
const stanjeIn = ({
  dan,
  upozorenje,
}: Asked): RawBuilder<StanjeOtvorenih> => sql`case when c4.rok is null then 'bez roka'
  when c4.rok < ${dan} then 'isteklo' when c4.rok <= ${daysAfter(dan, upozorenje)} then 'ističe' else 'u roku' end`

type Sum = { broj_c4: number; broj_stavki: number; vrednost: bigint }
type Sums = Map<StanjeOtvorenih, Sum>

/** What is left in every state. Now and without an authorisation, what has no deadline is all that is kept less the rest. */
async function stanjaOf(db: Db, asked: Asked): Promise<StanjeUkupno[]> {
  const fromKept = asked.past === null && asked.odobrenje_id === undefined
  const sums = await sumsOf(db, asked, fromKept ? [sql<SqlBool>`c4.rok is not null`] : [])
  if (fromKept) sums.set('bez roka', await rest(db, asked, [...sums.values()]))
  return STANJA_OTVORENIH.map((stanje) => {
    const { broj_c4, broj_stavki, vrednost } = sums.get(stanje) ?? { broj_c4: 0, broj_stavki: 0, vrednost: 0n }
    return { stanje, broj_c4, broj_stavki, vrednost_rsd: valueToPara(vrednost as Atto) }
  })
}

/** Whole lots, less what is gone of the begun ones: of each material there is at most one. */
async function sumsOf(db: Db, asked: Asked, more: readonly RawBuilder<SqlBool>[]): Promise<Sums> {
  const conditions = [...inScope(asked), ...since(asked), ...more]
  const whole = await sql<ProductSum & Omit<Sum, 'vrednost'> & { stanje: StanjeOtvorenih; kurs: Micro }>`
    select ${stanjeIn(asked)} as stanje, l.kurs, count(distinct l.c4_id) as broj_c4, count(*) as broj_stavki,
      ${productSum('l.kolicina', 'l.cena_po_jedinici')}
    from c4 join c4_stavka l on l.datum = c4.datum and l.c4_id = c4.id and ${isLeft(asked)}
    ${all(conditions)} group by 1, 2`.execute(db)
  const sums: Sums = new Map()
  for (const { stanje, kurs, broj_c4, broj_stavki, ...products } of whole.rows) {
    const sum = sums.get(stanje) ?? { broj_c4: 0, broj_stavki: 0, vrednost: 0n }
    sums.set(stanje, {
      broj_c4: sum.broj_c4 + broj_c4,
      broj_stavki: sum.broj_stavki + broj_stavki,
      vrednost: sum.vrednost + exactValue(products, kurs),
    })
  }
  const begun = asked.past ? firstLeft(asked.past) : sql.ref('s.zapocet_lot')
  const left = asked.past ? leftOf('l', asked.past) : sql.ref<Micro>('s.zapocet_preostalo')
  const gone = await sql<{ stanje: StanjeOtvorenih; potroseno: Micro; cena: Micro; kurs: Micro }>`
    select ${stanjeIn(asked)} as stanje, l.kolicina - (${left}) as potroseno, l.cena_po_jedinici as cena, l.kurs
    from stanje s join c4_stavka l on l.id = ${begun} join c4 on c4.id = l.c4_id ${all(conditions)}`.execute(db)
  for (const { stanje, potroseno, cena, kurs } of gone.rows) {
    const sum = sums.get(stanje)
    if (sum) sum.vrednost -= multiplyToAtto(potroseno, cena, kurs)
  }
  return sums
}

/** All that is left but these. */
async function rest(db: Db, asked: Asked, others: readonly Sum[]): Promise<Sum> {
  const kept = await openValue(db, [asked.dan])
  const { rows } = await sql<{ broj: number }>`
    select count(*) as broj from c4 ${all([...since(asked), hasLeft(asked)])}`.execute(db)
  const less = (of: number, field: 'broj_c4' | 'broj_stavki') => others.reduce((left, sum) => left - sum[field], of)
  return {
    broj_c4: less(rows[0]?.broj ?? 0, 'broj_c4'),
    broj_stavki: less(
      kept.reduce((sum, { lotova }) => sum + lotova, 0),
      'broj_stavki',
    ),
    vrednost: others.reduce(
      (left, { vrednost }) => left - vrednost,
      kept.reduce((sum, { vrednost }) => sum + vrednost, 0n),
    ),
  }
}

/** Nothing older has anything left now. */
const since = ({ past }: Asked): RawBuilder<SqlBool>[] =>
  past ? [] : [sql<SqlBool>`c4.datum >= (select min(datum) from otvoreno where lotova > 0)`]

/** A run of the list: its conditions, its order, and how many there are. */
type Part = { conditions: readonly RawBuilder<SqlBool>[]; order: readonly [string, string]; count: number }

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
  const base = [...inScope(asked), ...since(asked), hasLeft(asked)]
  const parts: Part[] = []
  const [withRok, bezRoka] = [STANJA_OTVORENIH.filter((one) => one !== 'bez roka'), ['bez roka'] as const]
  if (only !== 'bez roka' && only !== 'razduženo') {
    const rok = only ? days[only] : sql<SqlBool>`c4.rok is not null`
    parts.push({ conditions: [rok, ...base], order: ['c4.rok', 'c4.id'], count: count(only ? [only] : withRok) })
  }
  if (!only || only === 'bez roka') {
    const conditions = [sql<SqlBool>`c4.rok is null`, ...base]
    parts.push({ conditions, order: ['c4.datum', 'c4.id'], count: count(bezRoka) })
  }
  return parts
}

/** Those with a deadline of which nothing was left. */
async function discharged(db: Db, asked: Asked): Promise<Part> {
  const conditions = [sql<SqlBool>`c4.rok is not null`, ...inScope(asked), sql<SqlBool>`not ${hasLeft(asked)}`]
  const { rows } = await sql<{ broj: number }>`select count(*) as broj from c4 ${all(conditions)}`.execute(db)
  return { conditions, order: ['c4.rok', 'c4.id'], count: rows[0]?.broj ?? 0 }
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

async function idsIn(db: Db, { conditions, order }: Part, window: PageWindow): Promise<number[]> {
  const direction = sql.raw(readDirection(window, 'asc'))
  const ordered = order.map((column) => sql`${sql.ref(column)} ${direction}`)
  const { rows } = await sql<{ id: number }>`
    select c4.id from c4 ${all(conditions)} order by ${sql.join(ordered)}
    limit ${window.limit} offset ${window.offset}`.execute(db)
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
    select l.c4_id, ${asked.past ? preostaloAt(asked.past) : preostalo} as ostalo, l.cena_po_jedinici, l.kurs
    from c4_stavka l join stanje s on s.materijal_id = l.materijal_id
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
