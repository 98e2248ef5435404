import { sql } from 'kysely'
import type { LedgerEntry } from '#contract/razduzenje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { valueToPara } from '#server/stock/exact-sums.ts'
import { NO_LOT } from '#server/stock/no-lot.ts'

export type Draw = { c1_stavka_id: number; materijal_id: string; lot_id: number; kolicina: Micro }
type Line = Pick<
  LedgerEntry,
  'c1_id' | 'broj_c1' | 'primalac_naziv' | 'hs_code' | 'broj_fakture' | 'redni_broj' | 'proizvod_id' | 'proizvod_naziv'
> & { id: number; c1_datum: CalendarDate }
type Lot = Omit<NonNullable<LedgerEntry['lot']>, 'dokazuje_poreklo' | 'ulaz_stavka_id'> & {
  id: number
  dokazuje_poreklo: Flag
}
type Material = { id: string; materijal_naziv: string; jedinica_mere: string }

/** The draws with what there is to say of them. Each line, lot and material is read once, in how many rows it may stand. */
export async function entriesOf(db: Db, draws: readonly Draw[]): Promise<LedgerEntry[]> {
  if (draws.length === 0) return []
  const { list } = engineOf(db)
  const of = <T extends string | number>(value: (draw: Draw) => T) => list<T>([...new Set(draws.map(value))])
  const lines = await sql<Line>`
    select i.id, i.c1_id, c1.broj_c1, c1.datum as c1_datum, c1.primalac_naziv, i.hs_code, i.broj_fakture, i.redni_broj,
      i.proizvod_id, p.naziv as proizvod_naziv
    from c1_stavka i join c1 on c1.id = i.c1_id join proizvod p on p.id = i.proizvod_id
    where i.id in ${of((draw) => draw.c1_stavka_id)}`.execute(db)
  const lots = await sql<Lot>`
    select l.id, l.c4_id, c4.broj_c4 as c4_broj, l.datum as c4_datum, l.broj_fakture, l.redni_broj, l.tarifni_broj,
      l.zemlja_porekla, l.dokazuje_poreklo, l.cena_po_jedinici, c4.valuta, l.kurs
    from c4_stavka l join c4 on c4.id = l.c4_id where l.id in ${of((draw) => draw.lot_id)}`.execute(db)
  const materials = await sql<Material>`
    select id, naziv as materijal_naziv, jedinica_mere from materijal
    where id in ${of((draw) => draw.materijal_id)}`.execute(db)
  const lineOf = new Map(lines.rows.map(({ id, ...line }) => [id, line]))
  const materialOf = new Map(materials.rows.map(({ id, ...material }) => [id, material]))
  const lotOf = new Map(
    lots.rows.map(({ id, dokazuje_poreklo, ...lot }) => [
      id,
      { ulaz_stavka_id: id, ...lot, dokazuje_poreklo: dokazuje_poreklo === 1 },
    ]),
  )
  return draws.map(({ c1_stavka_id, materijal_id, lot_id, kolicina }): LedgerEntry => {
    const line = lineOf.get(c1_stavka_id) as Omit<Line, 'id'>
    const material = materialOf.get(materijal_id) as Omit<Material, 'id'>
    const lot = lotOf.get(lot_id) ?? null
    const vrednost_rsd = lot && valueToPara(multiplyToAtto(kolicina, lot.cena_po_jedinici, lot.kurs))
    return { ...line, c1_stavka_id, materijal_id, ...material, kolicina, manjak: lot_id === NO_LOT, lot, vrednost_rsd }
  })
}
