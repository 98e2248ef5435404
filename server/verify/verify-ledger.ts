import { type Selectable, sql } from 'kysely'
import { requiredQuantity } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, type ParaTotal, subtract, totalPara, worthOf } from '#domain/decimal.ts'
import { comparePositions, type Draw, discharge, type Lot, type Requirement } from '#domain/fifo.ts'
import { capacityOf } from '#domain/named-draws.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Flag, Schema } from '#server/db/schema.ts'
import { normativOf, usmerenjaOf } from '#server/stock/c1-line-texts.ts'
import { NEVER_DRAWN, NO_LOT, PO_REDU } from '#server/stock/ledger-sql.ts'
import { Difference, expectSame } from './difference.ts'
import { exportName, lotName } from './line-names.ts'
import { type AccountedPeriod, accountedPeriods, verifyAccounts } from './verify-account.ts'
import { verifyNamed } from './verify-named.ts'
import { notNeeded, verifyRequirements } from './verify-requirements.ts'

/** How many lines of exports are looked up at a time. */
const PAGE_LINES = 1000

type CheckedLot = Pick<
  Selectable<Schema['c4_stavka']>,
  'cena_po_jedinici' | 'kurs' | 'utrosen' | 'izuzeto' | 'izuzeto_do' | 'red'
> &
  Lot & { kolicina: Micro; odobrenje: number }
type StoredRow = Omit<Selectable<Schema['razduzenje']>, 'materijal_id'>
type Line = Pick<Selectable<Schema['c1_stavka']>, 'id' | 'c1_id' | 'kolicina' | 'normativ' | 'usmerenja'> & {
  datum: CalendarDate
  odobrenje: number
}
/** The part of a line's need that FIFO finds, its rows in the ledger, and its directed draws. */
type Need = Requirement & {
  readonly odobrenje: number
  readonly rows: readonly StoredRow[]
  readonly directed: readonly StoredRow[]
}
type Totals = Pick<
  Selectable<Schema['stanje']>,
  'total_input' | 'total_consumed' | 'manjak' | 'vrednost' | 'poslednji_izvoz'
>
/** A lot after the replay, and the day of its last draw. */
type Left = CheckedLot & { readonly ostaje: Micro; readonly poslednje: CalendarDate | null }

/**
 * Discharges every queue of every material again, from the lots and the requirements of its documents (decisions §1,
 * customs §4.5). Compares the result with the ledger: draws, shortages, remains of lots, totals and exact value, and
 * the account of each lot (customs §4.8). One material is in memory at a time; `only` names a single one. Answers the
 * number of draws; throws the first Difference.
 */
export async function verifyLedger(db: Db, only?: string): Promise<number> {
  // This check is first, because the requirements of a material are found by its rows.
  if (only === undefined) await verifyRequirements(db)
  const { rows: materials } = await sql<{ id: string; po_redu: Flag } & { [K in keyof Totals]: Totals[K] | null }>`
    select m.id, s.total_input, s.total_consumed, s.manjak, s.vrednost, s.poslednji_izvoz, ${PO_REDU} as po_redu
    from materijal m left join stanje s on s.materijal_id = m.id
    ${only === undefined ? sql`` : sql`where m.id = ${only}`} order by m.id`.execute(db)
  const periods = await accountedPeriods(db)
  const poRedu = materials[0]?.po_redu === 1
  let draws = 0
  for (const { id, total_input, total_consumed, manjak, vrednost, ...last } of materials) {
    if (total_input === null || total_consumed === null || manjak === null || vrednost === null)
      throw new Difference(`Materijal ${id} nema svoje stanje.`)
    draws += await verifyMaterial(
      db,
      id,
      { ...last, total_input, total_consumed, manjak, vrednost },
      { periods, poRedu },
    )
  }
  return draws
}

async function verifyMaterial(
  db: Db,
  id: string,
  totals: Totals,
  { periods, poRedu }: { readonly periods: readonly AccountedPeriod[]; readonly poRedu: boolean },
): Promise<number> {
  const stored = await lotsOf(db, id)
  const needs = await needsOf(db, id)
  const directed = needs.flatMap((need) => need.directed)
  const named = await verifyNamed(db, id, stored, directed)
  const redOf = ({ odobrenje }: { readonly odobrenje: number }) => (poRedu ? odobrenje : 0)
  const lotsIn = Map.groupBy(stored, redOf)
  const replay = [...Map.groupBy(needs, redOf)].map(([red, some]) =>
    discharge(
      (lotsIn.get(red) ?? []).map((lot) => ({ ...lot, preostalo: capacityOf(lot) })),
      some,
    ),
  )
  const expected = replay.flatMap(({ draws }) => draws)
  const count = await verifyDraws(db, id, needs, expected)
  const lacking = replay.flatMap(({ shortages }) => shortages)
  const shortages = new Map(lacking.map(({ c1_stavka_id, manjak }) => [c1_stavka_id, manjak]))
  for (const need of needs) await verifyShortage(db, id, need, shortages.get(need.c1_stavka_id) ?? (0 as Micro))
  const lots = leftOf(stored, needs, expected)
  for (const lot of lots) await verifyLot(db, id, lot, redOf(lot))
  verifyStanje(id, totals, { lots, needs, named: [...named, ...directed] })
  const rows = [...needs.flatMap((need) => need.rows), ...directed]
  await verifyAccounts(db, id, { lots, rows, named }, periods)
  return count + directed.length
}

async function lotsOf(db: Db, id: string): Promise<CheckedLot[]> {
  const { rows } = await sql<CheckedLot>`
    select l.id, l.c4_id, l.datum, l.kolicina, l.utrosen, l.izuzeto, l.izuzeto_do, l.cena_po_jedinici, l.kurs, l.red,
      l.preostalo, coalesce(c4.odobrenje_id, 0) as odobrenje
    from c4_stavka l left join c4 on c4.id = l.c4_id
    where l.materijal_id = ${id} order by l.datum, l.c4_id, l.id`.execute(db)
  return rows
}

/** The requirements of a material in FIFO order: the copied normativ with the quantity and date of its export. */
async function needsOf(db: Db, id: string): Promise<Need[]> {
  const rowsOf = Map.groupBy(await storedRows(db, id), ({ c1_stavka_id }) => c1_stavka_id)
  const ids = [...rowsOf.keys()]
  const needs: Need[] = []
  for (let from = 0; from < ids.length; from += PAGE_LINES) {
    const lines = await db
      .selectFrom('c1_stavka')
      .innerJoin('c1', 'c1.id', 'c1_id')
      .select(['c1_stavka.id', 'c1_id', 'datum', 'kolicina', 'normativ', 'usmerenja'])
      .select(sql<number>`coalesce(c1.odobrenje_id, 0)`.as('odobrenje'))
      .where('c1_stavka.id', 'in', engineOf(db).list(ids.slice(from, from + PAGE_LINES)))
      .execute()
    for (const line of lines) needs.push(await needOf(db, id, line, rowsOf.get(line.id) ?? []))
  }
  return needs.sort(comparePositions)
}

/** The need of a line for the material; its rows must say the same document and day. */
async function needOf(db: Db, id: string, line: Line, rows: readonly StoredRow[]): Promise<Need> {
  const { id: c1_stavka_id, c1_id, datum, odobrenje } = line
  const norm = normativOf(line.normativ).find(({ materijal_id }) => materijal_id === id)
  if (norm === undefined) throw notNeeded(await exportName(db, c1_stavka_id), id)
  const name = async () => `${await exportName(db, c1_stavka_id)}: potreba materijala ${id}`
  const kolicina = requiredQuantity(line.kolicina, norm)
  if (kolicina === null) throw new Difference(`${await name()} je izvan dozvoljenog opsega.`)
  for (const row of rows) {
    if (row.c1_id !== c1_id) expectSame(`${await name()}: dokument`, row.c1_id, c1_id)
    if (row.datum !== datum) expectSame(`${await name()}: datum`, row.datum, datum)
  }
  const { fifo = [], directed = [] } = Object.groupBy(rows, ({ usmereno }) => (usmereno === 1 ? 'directed' : 'fifo'))
  const usmerenja = usmerenjaOf(line.usmerenja).filter(({ materijal_id }) => materijal_id === id)
  const said = usmerenja.map(({ ulaz_stavka_id, kolicina }) => `${ulaz_stavka_id}: ${formatMicro(kolicina)}`)
  const drawn = directed.map(({ c4_stavka_id, kolicina }) => `${c4_stavka_id}: ${formatMicro(kolicina)}`)
  if (drawn.sort().join() !== said.sort().join())
    expectSame(`${await name()}: usmereno`, drawn.join(', ') || 'ništa', said.join(', ') || 'ništa')
  const undirected = usmerenja.reduce((left, { kolicina }) => subtract(left, kolicina), kolicina)
  if (undirected < 0) throw new Difference(`${await name()}: usmereno je više nego što je potrebno.`)
  return { c1_stavka_id, c1_id, datum, odobrenje, kolicina: undirected, rows: fifo, directed }
}

/** Draws are found through the lots of the material, shortages by themselves: the ledger has no index by material. */
async function storedRows(db: Db, id: string): Promise<StoredRow[]> {
  const columns = sql`r.c1_stavka_id, r.c4_stavka_id, r.c1_id, r.datum, r.kolicina, r.usmereno`
  const { rows } = await sql<StoredRow>`
    select ${columns} from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id
    where l.materijal_id = ${id} and r.materijal_id = ${id}
    union all
    select ${columns} from razduzenje r where r.materijal_id = ${id} and r.c4_stavka_id = ${sql.lit(NO_LOT)}`.execute(
    db,
  )
  return rows
}

/** Compares the stored draws of a material with those of the replay, in the replay's order. */
async function verifyDraws(db: Db, id: string, needs: readonly Need[], expected: readonly Draw[]): Promise<number> {
  const rows = needs.flatMap((need) => need.rows.filter(({ c4_stavka_id }) => c4_stavka_id !== NO_LOT))
  const keyOf = (draw: { c1_stavka_id: number; c4_stavka_id: number }) => `${draw.c1_stavka_id} ${draw.c4_stavka_id}`
  const stored = new Map(rows.map((row) => [keyOf(row), row]))
  const name = async (draw: { c1_stavka_id: number; c4_stavka_id: number }) =>
    `${await exportName(db, draw.c1_stavka_id)}: razduženje materijala ${id} iz ${await lotName(db, draw.c4_stavka_id)}`
  for (const draw of expected) {
    const kolicina = stored.get(keyOf(draw))?.kolicina ?? (0 as Micro)
    if (kolicina !== draw.kolicina) expectSame(await name(draw), kolicina, draw.kolicina, formatMicro)
    stored.delete(keyOf(draw))
  }
  for (const draw of stored.values()) expectSame(await name(draw), draw.kolicina, 0 as Micro, formatMicro)
  return rows.length
}

/** The shortage of a requirement. A covered requirement has no row of no lot, unless it is a requirement of 0. */
async function verifyShortage(db: Db, id: string, { c1_stavka_id, kolicina, rows }: Need, expected: Micro) {
  const row = rows.find(({ c4_stavka_id }) => c4_stavka_id === NO_LOT)
  const manjak = row?.kolicina ?? (0 as Micro)
  const name = async () => `${await exportName(db, c1_stavka_id)}: manjak materijala ${id}`
  if (manjak !== expected) expectSame(await name(), manjak, expected, formatMicro)
  if (row && manjak === 0 && kolicina > 0) throw new Difference(`${await name()} ima red u bazi, a ništa ne nedostaje.`)
}

/** The lots after the draws of the replay. */
function leftOf(lots: readonly CheckedLot[], needs: readonly Need[], draws: readonly Draw[]): Left[] {
  const dayOf = new Map(needs.map(({ c1_stavka_id, datum }) => [c1_stavka_id, datum]))
  const taken = new Map<number, { kolicina: number; poslednje: CalendarDate | null }>()
  for (const { c1_stavka_id, c4_stavka_id, kolicina } of draws)
    taken.set(c4_stavka_id, {
      kolicina: (taken.get(c4_stavka_id)?.kolicina ?? 0) + kolicina,
      poslednje: dayOf.get(c1_stavka_id) ?? null,
    })
  return lots.map((lot) => {
    const { kolicina, poslednje } = taken.get(lot.id) ?? { kolicina: 0, poslednje: null }
    return { ...lot, ostaje: (capacityOf(lot) - kolicina) as Micro, poslednje }
  })
}

const none = (value: string | null) => value ?? 'nijedan'

async function verifyLot(db: Db, id: string, left: Left, red: number) {
  const { preostalo, ostaje, utrosen, poslednje, id: lot } = left
  if (left.red !== red) expectSame(`${await lotName(db, lot)}, materijal ${id}: red`, left.red, red)
  if (preostalo !== ostaje)
    expectSame(`${await lotName(db, lot)}, materijal ${id}: preostalo`, preostalo, ostaje, formatMicro)
  const expected = capacityOf(left) === 0 ? NEVER_DRAWN : ostaje === 0 ? poslednje : null
  if (utrosen === expected) return
  expectSame(`${await lotName(db, lot)}, materijal ${id}: dan kada je razduženo u celosti`, utrosen, expected, none)
}

type Replayed = {
  readonly lots: readonly Left[]
  readonly needs: readonly Need[]
  readonly named: readonly { readonly kolicina: Micro }[]
}

function verifyStanje(id: string, totals: Totals, { lots, needs, named }: Replayed) {
  const sumOf = (rows: readonly { kolicina: Micro }[]) =>
    Number(rows.reduce((total, { kolicina }) => total + BigInt(kolicina), 0n)) as Micro
  expectSame(`Stanje materijala ${id}: ukupan ulaz`, totals.total_input, sumOf(lots), formatMicro)
  expectSame(`Stanje materijala ${id}: ukupan izlaz`, totals.total_consumed, sumOf([...needs, ...named]), formatMicro)
  const lacking = needs.flatMap(({ rows }) => rows.filter(({ c4_stavka_id }) => c4_stavka_id === NO_LOT))
  expectSame(`Stanje materijala ${id}: manjak`, totals.manjak, sumOf(lacking), formatMicro)
  const value = totalPara(lots.map((lot) => worthOf(lot.ostaje, lot.cena_po_jedinici, lot.kurs)))
  expectSame(`Stanje materijala ${id}: vrednost u RSD`, BigInt(totals.vrednost) as ParaTotal, value, formatPara)
  const last = needs.at(-1)?.datum ?? null
  expectSame(`Stanje materijala ${id}: poslednji izvoz`, totals.poslednji_izvoz, last, none)
}
