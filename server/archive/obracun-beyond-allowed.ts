import { sql } from 'kysely'
import type { ObracunProvera } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { isOfLine, underLines } from '#domain/odobreno.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { integerOf } from '#server/stock/exact-sums.ts'
import type { StoredLot } from './obracun.ts'

/** The check of quantities: lines of the authorisations of these lots of which more came in by a day than they allow. */
export async function beyondAllowed(
  db: Db,
  stored: readonly StoredLot[],
  kraj: CalendarDate,
): Promise<ObracunProvera[]> {
  const lots = Map.groupBy(stored, ({ odobrenje_id }) => odobrenje_id)
  const ids = [...lots.keys()].filter((id) => id !== null)
  const lines = await limitedLines(db, ids)
  if (lines.length === 0) return []
  const imported = await importedBy(db, [...new Set(lines.map(({ odobrenje_id }) => odobrenje_id))], kraj)
  const redovi = lines.flatMap((line): ObracunProvera['redovi'] => {
    const { odobrenje_id, broj, najvise_kolicina } = line
    const own = imported.filter((row) => row.odobrenje_id === odobrenje_id)
    return underLines([line], own).stavke.flatMap(({ uvezeno, jedinica_mere, tarifni_broj }) => {
      if (uvezeno <= najvise_kolicina) return []
      const inUnit = (quantity: Micro) => `${formatMicro(quantity)} ${jedinica_mere}`
      const of = { tarifni_broj, jedinica_mere }
      const mine = (lots.get(odobrenje_id) ?? []).filter((lot) => isOfLine(of, lot))
      return [
        {
          vrsta: 'odobrenje',
          id: String(odobrenje_id),
          broj,
          opis: `${tarifni_broj}: odobreno je ${inUnit(najvise_kolicina)}, uvezeno je ${inUnit(uvezeno)}`,
          ulaz_stavka_ids: mine.map(({ ulaz_stavka_id }) => ulaz_stavka_id),
        },
      ]
    })
  })
  if (redovi.length === 0) return []
  return [{ vrsta: 'preko odobrenja', tekst: 'Odobrenja po kojima je uvezeno više nego što je odobreno.', redovi }]
}

type LimitedLine = {
  odobrenje_id: number
  broj: string
  tarifni_broj: string
  jedinica_mere: string | null
  najvise_kolicina: Micro
}

/** The lines that say how much may come in, of goods that they name by number. */
async function limitedLines(db: Db, ids: readonly number[]): Promise<LimitedLine[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LimitedLine>`
    select o.id as odobrenje_id, o.broj, s.tarifni_broj, s.jedinica_mere, s.najvise_kolicina
    from odobrenje o join odobrenje_stavka s on s.odobrenje_id = o.id
    where o.id in ${engineOf(db).list(ids)} and s.najvise_kolicina is not null and s.tarifni_broj is not null
      and s.sporedni = 0
    order by o.id, s.pozicija`.execute(db)
  return rows
}

/** What came in on each authorisation by a day, by tariff number and unit. */
async function importedBy(db: Db, ids: readonly number[], kraj: CalendarDate) {
  const { rows } = await sql<{ odobrenje_id: number; tarifni_broj: string; jedinica_mere: string; uvezeno: string }>`
    select c4.odobrenje_id, l.tarifni_broj, m.jedinica_mere, cast(sum(l.kolicina) as text) as uvezeno
    from c4 join c4_stavka l on l.datum = c4.datum and l.c4_id = c4.id join materijal m on m.id = l.materijal_id
    where c4.odobrenje_id in ${engineOf(db).list(ids)} and c4.datum <= ${kraj}
    group by c4.odobrenje_id, l.tarifni_broj, m.jedinica_mere
    order by l.tarifni_broj, m.jedinica_mere`.execute(db)
  return rows.map((row) => ({ ...row, uvezeno: integerOf<Micro>(row.uvezeno), preostalo: NO_QUANTITY }))
}
