import { sql } from 'kysely'
import { requiredQuantity } from '#domain/bom.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { discharge, type Lot } from '#domain/fifo.ts'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Difference, expectSame } from './difference.ts'

type StoredLot = Pick<Schema['c4_stavka'], 'kolicina' | 'cena_po_jedinici' | 'kurs' | 'otvoren'> & Lot
type Need = Omit<Schema['potreba'], 'materijal_id'> & {
  /** What the export says of the same. */
  document: { c1_id: number; datum: CalendarDate; kolicina: Micro }
}
type Totals = Pick<Schema['stanje'], 'total_input' | 'total_consumed' | 'vrednost'>

/**
 * Discharges every material anew from the lots and the requirements of its documents (decisions §1) and compares with
 * what the ledger holds: requirements, draws, shortages, what remains of lots, totals and exact value. One material is
 * in memory at a time; `only` names a single one. Answers how many draws there are; throws the first Difference.
 */
export async function verifyLedger(db: Db, only?: string): Promise<number> {
  const { rows: materials } = await sql<{ id: string } & { [K in keyof Totals]: Totals[K] | null }>`
    select m.id, s.total_input, s.total_consumed, s.vrednost
    from materijal m left join stanje s on s.materijal_id = m.id
    ${only === undefined ? sql`` : sql`where m.id = ${only}`} order by m.id`.execute(db)
  let draws = 0
  for (const { id, total_input, total_consumed, vrednost } of materials) {
    if (total_input === null || total_consumed === null || vrednost === null)
      throw new Difference(`Materijal ${id} nema svoje stanje.`)
    draws += await verifyMaterial(db, id, { total_input, total_consumed, vrednost })
  }
  return draws
}

async function verifyMaterial(db: Db, id: string, totals: Totals): Promise<number> {
  const lots = await lotsOf(db, id)
  const needs = await needsOf(db, id)
  for (const need of needs) await verifyNeed(db, id, need)
  const replay = discharge(
    lots.map((lot) => ({ ...lot, preostalo: lot.kolicina })),
    needs,
  )
  const count = await verifyDraws(db, id, replay.draws)
  const shortages = new Map(replay.shortages.map(({ c1_stavka_id, manjak }) => [c1_stavka_id, manjak]))
  for (const { c1_stavka_id, manjak } of needs) {
    const expected = shortages.get(c1_stavka_id) ?? 0
    if (manjak !== expected)
      expectSame(
        `${await exportName(db, c1_stavka_id)}: manjak materijala ${id}`,
        manjak,
        expected as Micro,
        formatMicro,
      )
  }
  const taken = new Map<number, number>()
  for (const { c4_stavka_id, kolicina } of replay.draws)
    taken.set(c4_stavka_id, (taken.get(c4_stavka_id) ?? 0) + kolicina)
  for (const lot of lots) await verifyLot(db, id, lot, (lot.kolicina - (taken.get(lot.id) ?? 0)) as Micro)
  verifyStanje(id, totals, lots, needs)
  return count
}

const lotsOf = (db: Db, id: string): Promise<StoredLot[]> =>
  db
    .selectFrom('c4_stavka')
    .select(['id', 'c4_id', 'datum', 'kolicina', 'preostalo', 'otvoren', 'cena_po_jedinici', 'kurs'])
    .where('materijal_id', '=', id)
    .orderBy('datum')
    .orderBy('c4_id')
    .orderBy('id')
    .execute()

/** The requirements of a material in FIFO order: the copied normativ with the quantity and date of its export. */
async function needsOf(db: Db, id: string): Promise<Need[]> {
  const { rows } = await sql<Omit<Need, 'document'> & { c1: number; dan: CalendarDate; komada: Micro }>`
    select p.c1_stavka_id, p.c1_id, p.datum, p.potrebna_kolicina, p.kolicina, p.manjak,
      d.id as c1, d.datum as dan, s.kolicina as komada
    from potreba p join c1_stavka s on s.id = p.c1_stavka_id join c1 d on d.id = s.c1_id
    where p.materijal_id = ${id} order by p.datum, p.c1_id, p.c1_stavka_id`.execute(db)
  return rows.map(({ c1, dan, komada, ...row }) => ({
    ...row,
    document: { c1_id: c1, datum: dan, kolicina: komada },
  }))
}

async function verifyNeed(db: Db, id: string, need: Need) {
  const { document, potrebna_kolicina } = need
  const kolicina = requiredQuantity(document.kolicina, potrebna_kolicina)
  if (need.kolicina === kolicina && need.c1_id === document.c1_id && need.datum === document.datum) return
  const name = `${await exportName(db, need.c1_stavka_id)}: potreba materijala ${id}`
  if (kolicina === null) throw new Difference(`${name} je izvan dozvoljenog opsega.`)
  expectSame(`${name}: količina`, need.kolicina, kolicina, formatMicro)
  expectSame(`${name}: dokument`, need.c1_id, document.c1_id)
  expectSame(`${name}: datum`, need.datum, document.datum)
}

/** Compares the stored draws of a material with those of the replay, in the replay's order. */
async function verifyDraws(db: Db, id: string, expected: ReturnType<typeof discharge>['draws']): Promise<number> {
  const { rows } = await sql<{ c1_stavka_id: number; c4_stavka_id: number; kolicina: Micro }>`
    select r.c1_stavka_id, r.c4_stavka_id, r.kolicina from potreba p
    join razduzenje r on r.c1_stavka_id = p.c1_stavka_id and r.materijal_id = p.materijal_id
    where p.materijal_id = ${id}`.execute(db)
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

async function verifyLot(db: Db, id: string, lot: StoredLot, preostalo: Micro) {
  const otvoren = preostalo > 0 ? 1 : 0
  if (lot.preostalo === preostalo && lot.otvoren === otvoren) return
  const name = `${await lotName(db, lot.id)}, materijal ${id}`
  expectSame(`${name}: preostalo`, lot.preostalo, preostalo, formatMicro)
  expectSame(`${name}: oznaka da nešto preostaje`, lot.otvoren, otvoren)
}

function verifyStanje(id: string, totals: Totals, lots: readonly StoredLot[], needs: readonly Need[]) {
  const sumOf = (rows: readonly { kolicina: Micro }[]) =>
    Number(rows.reduce((total, { kolicina }) => total + BigInt(kolicina), 0n)) as Micro
  expectSame(`Stanje materijala ${id}: ukupan ulaz`, totals.total_input, sumOf(lots), formatMicro)
  expectSame(`Stanje materijala ${id}: ukupna potrošnja`, totals.total_consumed, sumOf(needs), formatMicro)
  const value = lots.reduce((total, lot) => total + multiplyToAtto(lot.preostalo, lot.cena_po_jedinici, lot.kurs), 0n)
  expectSame(`Stanje materijala ${id}: vrednost (u 10⁻¹⁸ RSD)`, totals.vrednost, value.toString())
}

/** Names are looked up only for the sentence that is about to be said. */
async function exportName(db: Db, c1_stavka_id: number): Promise<string> {
  const row = await db
    .selectFrom('c1_stavka')
    .innerJoin('c1', 'c1.id', 'c1_id')
    .select(['broj_c1', 'datum', 'pozicija'])
    .where('c1_stavka.id', '=', c1_stavka_id)
    .executeTakeFirst()
  return row ? `C1 ${row.broj_c1} od ${formatDate(row.datum)}, stavka ${row.pozicija + 1}` : `stavka C1 ${c1_stavka_id}`
}

async function lotName(db: Db, c4_stavka_id: number): Promise<string> {
  const row = await db
    .selectFrom('c4_stavka')
    .innerJoin('c4', 'c4.id', 'c4_id')
    .select(['broj_c4', 'c4.datum', 'pozicija'])
    .where('c4_stavka.id', '=', c4_stavka_id)
    .executeTakeFirst()
  return row ? `C4 ${row.broj_c4} od ${formatDate(row.datum)}, stavka ${row.pozicija + 1}` : `stavka C4 ${c4_stavka_id}`
}
