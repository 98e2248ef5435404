import { sql } from 'kysely'
import type { Obracun, ObracunProvera } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { divideHalfUp, formatMicro, MICRO, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { isOfLine, namesTariff, underLines } from '#domain/odobreno.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { integerOf } from '#server/stock/exact-sums.ts'
import type { StoredLot } from './obracun-lots.ts'

/**
 * The checks against the authorisations of these lots: goods that an authorisation does not name, lines with more
 * imported by a day than it allows, and a larger share of waste than it allows.
 */
export async function beyondAllowed(
  db: Db,
  stavke: Obracun['stavke'],
  stored: readonly StoredLot[],
  kraj: CalendarDate,
): Promise<ObracunProvera[]> {
  const lots = Map.groupBy(stored, ({ odobrenje_id }) => odobrenje_id)
  const ids = [...lots.keys()].filter((id) => id !== null)
  const all = await linesOf(db, ids)
  const limited = all.filter((line): line is LimitedLine => line.najvise_kolicina !== null)
  const lines = limited.filter((line): line is GoodsLine => line.sporedni === 0 && line.tarifni_broj !== null)
  const unnamed = notNamed(all, lots)
  return [...unnamed, ...(await importedBeyond(db, lots, lines, kraj)), ...wasteBeyond(limited, lots, stavke)]
}

/** Lots whose tariff number begins with none of their authorisation, if that has any. */
function notNamed(lines: readonly AnyLine[], lots: LotsOf): ObracunProvera[] {
  const goods = lines.filter(({ sporedni, tarifni_broj }) => sporedni === 0 && tarifni_broj !== null)
  const redovi = [...Map.groupBy(goods, ({ odobrenje_id }) => odobrenje_id)].flatMap(([odobrenje_id, own]) => {
    const others = (lots.get(odobrenje_id) ?? []).filter(
      (lot) => !own.some((line) => namesTariff(line, lot.tarifni_broj)),
    )
    return [...Map.groupBy(others, ({ c4_id, tarifni_broj }) => `${c4_id} ${tarifni_broj}`).values()].map((some) => {
      const { c4_id, broj_c4, tarifni_broj } = some[0] as StoredLot
      const materials = [...new Set(some.map(({ materijal_id }) => materijal_id))].join(', ')
      const opis = `${tarifni_broj} (${materials}) nije u odobrenju ${own[0]?.broj}`
      const ulaz_stavka_ids = some.map(({ ulaz_stavka_id }) => ulaz_stavka_id)
      return { vrsta: 'c4' as const, id: String(c4_id), broj: broj_c4, opis, ulaz_stavka_ids }
    })
  })
  const tekst = 'Uvozi sa robom koja nije u odobrenju.'
  return redovi.length === 0 ? [] : [{ vrsta: 'van odobrenja', tekst, redovi }]
}

type LotsOf = ReadonlyMap<number | null, readonly StoredLot[]>

async function importedBeyond(db: Db, lots: LotsOf, lines: readonly GoodsLine[], kraj: CalendarDate) {
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
  const tekst = 'Odobrenja po kojima je uvezeno više nego što je odobreno.'
  return [{ vrsta: 'preko odobrenja' as const, tekst, redovi }]
}

/**
 * An authorisation has no percent of waste of its own. It allows the quantity of its secondary products in relation to
 * its other goods, in one unit. The check compares waste with everything drawn from its lots
 * (docs/decisions/obracuni.md).
 */
function wasteBeyond(lines: readonly LimitedLine[], lots: LotsOf, stavke: Obracun['stavke']): ObracunProvera[] {
  const rowOf = new Map(stavke.map((row) => [row.ulaz_stavka_id, row]))
  const byUnit = Map.groupBy(lines, ({ odobrenje_id, jedinica_mere }) => `${odobrenje_id} ${jedinica_mere}`)
  const redovi = [...byUnit.values()].flatMap((own): ObracunProvera['redovi'] => {
    const { odobrenje_id, broj, jedinica_mere } = own[0] as LimitedLine
    const rows = (lots.get(odobrenje_id) ?? [])
      .flatMap(({ ulaz_stavka_id }) => rowOf.get(ulaz_stavka_id) ?? [])
      .filter((row) => row.jedinica_mere === jedinica_mere)
    const of = (sporedni: 0 | 1) => own.filter((line) => line.sporedni === sporedni)
    const allowed = shareOf(amount(of(1), 'najvise_kolicina'), amount(of(0), 'najvise_kolicina'))
    const waste = amount(rows, 'otpad')
    const share = shareOf(waste, waste + amount(rows, 'ugradjeno') + amount(rows, 'gubitak'))
    if (of(1).length === 0 || allowed === null || share === null || share <= allowed) return []
    const opis = `${jedinica_mere}: odobreno je ${formatMicro(allowed)} % otpada, a ima ga ${formatMicro(share)} %`
    const ulaz_stavka_ids = rows.filter(({ otpad }) => otpad > 0).map((row) => row.ulaz_stavka_id)
    return [{ vrsta: 'odobrenje', id: String(odobrenje_id), broj, opis, ulaz_stavka_ids }]
  })
  const tekst = 'Odobrenja po kojima je otpada više nego što je odobreno.'
  return redovi.length === 0 ? [] : [{ vrsta: 'otpad preko odobrenja', tekst, redovi }]
}

const amount = <N extends string>(rows: readonly { readonly [name in N]: Micro }[], name: N): bigint =>
  rows.reduce((total, row) => total + BigInt(row[name]), 0n)

/** The percent that a part is of a total, rounded half up; null where the total is 0. */
const shareOf = (part: bigint, whole: bigint): Micro | null =>
  whole === 0n ? null : (Number(divideHalfUp(part * 100n * BigInt(MICRO), whole)) as Micro)

type AnyLine = {
  odobrenje_id: number
  broj: string
  tarifni_broj: string | null
  jedinica_mere: string | null
  najvise_kolicina: Micro | null
  sporedni: Flag
}
/** A line with a limit of quantity. */
type LimitedLine = AnyLine & { najvise_kolicina: Micro }
type GoodsLine = LimitedLine & { tarifni_broj: string }

async function linesOf(db: Db, ids: readonly number[]): Promise<AnyLine[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AnyLine>`
    select o.id as odobrenje_id, o.broj, s.tarifni_broj, s.jedinica_mere, s.najvise_kolicina, s.sporedni
    from odobrenje o join odobrenje_stavka s on s.odobrenje_id = o.id
    where o.id in ${engineOf(db).list(ids)}
    order by o.id, s.pozicija`.execute(db)
  return rows
}

/** The quantities imported on each authorisation up to a day, by tariff number and unit. */
async function importedBy(db: Db, ids: readonly number[], kraj: CalendarDate) {
  const { rows } = await sql<{ odobrenje_id: number; tarifni_broj: string; jedinica_mere: string; uvezeno: string }>`
    select c4.odobrenje_id, l.tarifni_broj, m.jedinica_mere, cast(sum(l.kolicina) as text) as uvezeno
    from c4 join c4_stavka l on l.datum = c4.datum and l.c4_id = c4.id join materijal m on m.id = l.materijal_id
    where c4.odobrenje_id in ${engineOf(db).list(ids)} and c4.datum <= ${kraj}
    group by c4.odobrenje_id, l.tarifni_broj, m.jedinica_mere
    order by l.tarifni_broj, m.jedinica_mere`.execute(db)
  return rows.map((row) => ({ ...row, uvezeno: integerOf<Micro>(row.uvezeno), preostalo: NO_QUANTITY }))
}
