import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { KOLONA_RAZDUZENJA, startDay } from '#domain/named-draws.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { Difference, expectSame } from './difference.ts'
import { lotName } from './line-names.ts'

/** A quantity that a document, which is no export, took of a lot that it names. */
export type NamedDraw = Pick<Schema['ostalo_razduzenje_stavka'], 'ulaz_stavka_id' | 'datum' | 'vrsta' | 'kolicina'>

/** A quantity that an export took of a lot that it names. */
type DirectedDraw = Pick<Schema['razduzenje'], 'c4_stavka_id' | 'datum' | 'kolicina'>

type Lot = {
  readonly id: number
  readonly datum: string
  readonly kolicina: Micro
  readonly izuzeto: Micro
  readonly izuzeto_do: string
}
type Line = NamedDraw & {
  broj: string
  datum_dokumenta: string
  vrsta_dokumenta: string
  /** Whether it is the discharge of the import itself, and what that says of the line. */
  uvoza: number | null
  vec_razduzeno: Micro | null
  dan_prelaska: CalendarDate | null
  datum_uvoza: CalendarDate
}

/** Checks that quantities which left before the books began stand in the discharge of their import. */
async function expectStarts(db: Db, id: string, rows: readonly Line[]) {
  const said = new Set(rows.filter(({ uvoza }) => uvoza !== null).map(({ ulaz_stavka_id }) => ulaz_stavka_id))
  const lots = await db
    .selectFrom('c4_stavka')
    .select('id')
    .where('materijal_id', '=', id)
    .where('vec_razduzeno', 'is not', null)
    .execute()
  for (const lot of lots)
    if (!said.has(lot.id)) throw new Difference(`${await lotName(db, lot.id)}: nema razduženja pre početka.`)
}

/**
 * Compares the stored named quantity of each lot of a material with the lines that name it, and these lines with their
 * documents: none is before the import, and their sum is not more than the lot has. Directed draws of exports count
 * too. Answers the lines.
 */
export async function verifyNamed(
  db: Db,
  id: string,
  lots: readonly Lot[],
  directed: readonly DirectedDraw[],
): Promise<readonly NamedDraw[]> {
  const { rows } = await sql<Line>`
    select n.ulaz_stavka_id, n.datum, n.vrsta, n.kolicina, d.broj, d.datum as datum_dokumenta, d.vrsta as vrsta_dokumenta,
      d.c4_id as uvoza, l.vec_razduzeno, l.datum as datum_uvoza, c4.dan_prelaska
    from c4_stavka l join c4 on c4.id = l.c4_id join ostalo_razduzenje_stavka n on n.ulaz_stavka_id = l.id
    join ostalo_razduzenje d on d.id = n.ostalo_razduzenje_id where l.materijal_id = ${id}`.execute(db)
  for (const { broj, datum, vrsta, kolicina, datum_dokumenta, vrsta_dokumenta, ...start } of rows) {
    expectSame(`Razduženje ${broj}: datum stavke`, datum, datum_dokumenta)
    expectSame(`Razduženje ${broj}: vrsta stavke`, vrsta, vrsta_dokumenta)
    if (!(vrsta in KOLONA_RAZDUZENJA)) throw new Difference(`Razduženje ${broj}: nepoznata vrsta ${vrsta}.`)
    if (start.uvoza === null) continue
    expectSame(`Razduženje ${broj}: već razduženo`, kolicina, start.vec_razduzeno ?? NO_QUANTITY, formatMicro)
    const { datum_uvoza, dan_prelaska } = start
    expectSame(`Razduženje ${broj}: dan pre prelaska`, datum, dan_prelaska ? startDay(datum_uvoza, dan_prelaska) : '')
  }
  await expectStarts(db, id, rows)
  const also = directed.map(({ c4_stavka_id, datum, kolicina }) => {
    return { ulaz_stavka_id: c4_stavka_id, datum, kolicina, broj: 'usmereno' }
  })
  const byLot = Map.groupBy([...rows, ...also], ({ ulaz_stavka_id }) => ulaz_stavka_id)
  for (const lot of lots) {
    const named = byLot.get(lot.id) ?? []
    const sum = named.reduce((total, { kolicina }) => total + kolicina, 0) as Micro
    const last = named.reduce((day: string, { datum }) => (datum > day ? datum : day), '')
    const early = named.find(({ datum }) => datum < lot.datum)
    if (sum === lot.izuzeto && last === lot.izuzeto_do && !early && sum <= lot.kolicina) continue
    const name = `${await lotName(db, lot.id)}, materijal ${id}`
    expectSame(`${name}: izuzeto ostalim razduženjima`, lot.izuzeto, sum, formatMicro)
    expectSame(`${name}: dan poslednjeg ostalog razduženja`, lot.izuzeto_do, last)
    if (early) throw new Difference(`${name}: razduženje ${early.broj} je pre uvoza.`)
    throw new Difference(`${name}: ostala razduženja uzimaju više nego što je uvezeno.`)
  }
  return rows
}
