import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RokoviQuery,
  type RokRed,
  STANJA_OTVORENIH,
  type StanjeOtvorenih,
  type StanjeUkupno,
} from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, nearSum, type Para } from '#domain/decimal.ts'
import { daysAfter, stanjeRoka } from '#domain/rok.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { integerOf, valueSum } from './exact-sums.ts'
import { leftAt, pastEnd, preostaloAt } from './stock-at.ts'

// Open imports by their deadline.

/** `dan`: the day of the question; `upozorenje`: a deadline counts as ending this many days before its end. */
export type RokoviAsked = Pick<RokoviQuery, 'stanje' | 'odobrenje_id' | 'page' | 'limit'> & {
  readonly dan: CalendarDate
  readonly upozorenje: number
}
/** `past`: the question is about the end of this day; null: about now. */
type Asked = RokoviAsked & { readonly past: CalendarDate | null }

/** An import by its place in the list, and its rest. */
type Listed = {
  readonly c4_id: number
  readonly rok: CalendarDate | null
  readonly datum: CalendarDate
  readonly broj_stavki: number
  readonly vrednost_rsd: Para
}

/** A page of the imports that are asked for, and the sums of each state. */
export async function rokovi(
  db: Db,
  query: RokoviAsked,
): Promise<{ rows: RokRed[]; total: number; stanja: StanjeUkupno[] }> {
  const asked = { ...query, past: await pastEnd(db, { datum_do: query.dan }) }
  const open = await openImports(db, asked)
  const { stanje, page, limit } = asked
  const wanted =
    stanje === 'razduženo'
      ? await dischargedImports(db, asked, open)
      : open.filter(({ rok }) => !stanje || stanjeIn(rok, asked) === stanje)
  const listed = wanted.sort(byRok).slice((page - 1) * limit, page * limit)
  return { rows: await rowsOf(db, asked, listed), total: wanted.length, stanja: stanjaOf(open, asked) }
}

/** Imports with a deadline are sorted by it; those without one follow by their day. */
function byRok(a: Listed, b: Listed): number {
  if (a.rok !== b.rok) return a.rok && b.rok ? (a.rok < b.rok ? -1 : 1) : a.rok ? -1 : 1
  return a.rok || a.datum === b.datum ? a.c4_id - b.c4_id : a.datum < b.datum ? -1 : 1
}

/** The wording `utrosen is null` lets both engines find the open lots by their index. */
const isLeft = ({ past }: Asked): RawBuilder<SqlBool> => (past ? leftAt(past) : sql`l.utrosen is null`)
const leftOf = ({ past }: Asked): RawBuilder<Micro> => (past ? preostaloAt(past) : sql`l.preostalo`)

/** The imports that count: those of the authorisation, up to that day. */
const inScope = ({ odobrenje_id, past }: Asked): RawBuilder<SqlBool> =>
  sql.join(
    [
      sql`1 = 1`,
      ...(odobrenje_id === undefined ? [] : [sql`c4.odobrenje_id = ${odobrenje_id}`]),
      ...(past ? [sql`c4.datum <= ${past}`] : []),
    ],
    sql` and `,
  )

/** The open imports. Their lots are added up along the index of lots by C4, so nothing is sorted. */
async function openImports(db: Db, asked: Asked): Promise<Listed[]> {
  const { rows } = await sql<Omit<Listed, 'vrednost_rsd'> & { vrednost: string }>`
    with g as ${asked.past ? sql`materialized` : sql``} (
      select l.c4_id, l.kurs, l.cena_po_jedinici, ${leftOf(asked)} as preostalo from c4_stavka l where ${isLeft(asked)})
    select c4.rok, c4.datum, o.* from (
      select g.c4_id, count(*) as broj_stavki, ${valueSum('g.preostalo', 'g.cena_po_jedinici', 'g.kurs')} as vrednost
      from g group by g.c4_id) o
    join c4 on c4.id = o.c4_id where ${inScope(asked)}`.execute(db)
  return rows.map(({ vrednost, ...row }) => ({ ...row, vrednost_rsd: integerOf<Para>(vrednost) }))
}

/** The discharged imports: all but the open ones. */
async function dischargedImports(db: Db, asked: Asked, open: readonly Listed[]): Promise<Listed[]> {
  const { rows } = await sql<Pick<Listed, 'c4_id' | 'rok' | 'datum'>>`
    select c4.id as c4_id, c4.rok, c4.datum from c4 where ${inScope(asked)}`.execute(db)
  const isOpen = new Set(open.map(({ c4_id }) => c4_id))
  return rows.flatMap((row) => (isOpen.has(row.c4_id) ? [] : [{ ...row, broj_stavki: 0, vrednost_rsd: 0 as Para }]))
}

/** The state of an open import, by its deadline. */
const stanjeIn = (rok: CalendarDate | null, { dan, upozorenje }: Asked) =>
  (stanjeRoka({ rok, razduzeno: false }, dan, upozorenje) ?? 'bez roka') as StanjeOtvorenih

/** The sums of each state. */
function stanjaOf(open: readonly Listed[], asked: Asked): StanjeUkupno[] {
  const byState = Map.groupBy(open, ({ rok }) => stanjeIn(rok, asked))
  return STANJA_OTVORENIH.map((stanje) => {
    const some = byState.get(stanje) ?? []
    return {
      stanje,
      broj_c4: some.length,
      broj_stavki: some.reduce((sum, { broj_stavki }) => sum + broj_stavki, 0),
      vrednost_rsd: nearSum(some.map(({ vrednost_rsd }) => vrednost_rsd)),
    }
  })
}

type Head = Pick<RokRed, 'broj_c4' | 'posiljalac_naziv' | 'odobrenje'> & {
  id: number
  rok_obracuna_dana: number | null
}

async function rowsOf(db: Db, { dan, upozorenje }: Asked, listed: readonly Listed[]): Promise<RokRed[]> {
  if (listed.length === 0) return []
  const { rows } = await sql<Head>`
    select c4.id, c4.broj_c4, c4.posiljalac_naziv, o.broj as odobrenje, o.rok_obracuna_dana
    from c4 left join odobrenje o on o.id = c4.odobrenje_id
    where c4.id in ${engineOf(db).list(listed.map(({ c4_id }) => c4_id))}`.execute(db)
  const heads = new Map(rows.map(({ id, ...head }) => [id, head]))
  return listed.map((row) => {
    const { rok_obracuna_dana, ...head } = heads.get(row.c4_id) as Omit<Head, 'id'>
    const { rok, broj_stavki } = row
    return {
      ...row,
      ...head,
      rok_obracuna: rok && rok_obracuna_dana !== null ? daysAfter(rok, rok_obracuna_dana) : null,
      stanje_roka: stanjeRoka({ rok, razduzeno: broj_stavki === 0 }, dan, upozorenje),
    }
  })
}
