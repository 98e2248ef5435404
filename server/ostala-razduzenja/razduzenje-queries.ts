import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { namesIn } from '#contract/form-fields.ts'
import {
  MAX_MOGUCNOSTI,
  type MogucnostiQuery,
  type MogucnostRazduzenja,
  type OstaloRazduzenje,
  RAZDUZENJE,
  type RazduzenjeQuery,
  type RazduzenjeRow,
  type RazduzenjeStavka,
} from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { valueToPara } from '#server/stock/exact-sums.ts'
import { preostalo } from '#server/stock/preostalo.ts'
import { openAt, openQuantityAt } from '#server/stock/stock-at.ts'

const COLUMNS = ['id', ...namesIn(RAZDUZENJE), 'pdf_fajl', 'broj_stavki', 'verzija'] as const

/** A page of the documents that the query asks for, the newest first, and how many there are in all. */
export async function findRazduzenja(
  db: Db,
  { search = '', vrsta, materijal_id, page, limit, sort = 'datum', order = 'desc', ...period }: RazduzenjeQuery,
): Promise<{ rows: RazduzenjeRow[]; total: number }> {
  const conditions = [...containsWords('trazi', search), ...bounds(period, 'datum')]
  if (vrsta) conditions.push(sql<SqlBool>`vrsta = ${vrsta}`)
  if (materijal_id)
    conditions.push(sql<SqlBool>`exists (
      select 1 from ostalo_razduzenje_stavka n join c4_stavka l on l.id = n.ulaz_stavka_id
      where n.ostalo_razduzenje_id = ostalo_razduzenje.id and l.materijal_id = ${materijal_id})`)
  const rows = await db
    .selectFrom('ostalo_razduzenje')
    .select(COLUMNS)
    .where(({ and }) => and(conditions))
    .orderBy(sort, order)
    .orderBy('id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('ostalo_razduzenje')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(({ and }) => and(conditions))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** One of them with its lines; undefined where there is none. */
export async function razduzenjeById(db: Db, id: number): Promise<OstaloRazduzenje | undefined> {
  const row = await db.selectFrom('ostalo_razduzenje').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && { ...row, stavke: await stavkeOf(db, id) }
}

const LOT = sql`l.id as ulaz_stavka_id, l.c4_id, c4.broj_c4, l.datum as c4_datum, l.broj_fakture, l.redni_broj,
  l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.tarifni_broj, l.zemlja_porekla`

async function stavkeOf(db: Db, id: number): Promise<RazduzenjeStavka[]> {
  const { rows } = await sql<RazduzenjeStavka & { cena: Micro; kurs: Micro }>`
    select ${LOT}, n.kolicina, n.stopa_carine, n.carinska_vrednost_rsd, n.iznos_carine, n.iznos_pdv, l.cena_po_jedinici as cena, l.kurs
    from ostalo_razduzenje_stavka n join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id
      join materijal m on m.id = l.materijal_id
    where n.ostalo_razduzenje_id = ${id} order by n.pozicija`.execute(db)
  return rows.map(({ cena, kurs, ...row }) => {
    return { ...row, vrednost_rsd: valueToPara(multiplyToAtto(row.kolicina, cena, kurs)) }
  })
}

/**
 * The lots of a material (of all of them, without one) of which anything may still be named on a day, the oldest first. What the document that is being
 * changed names itself counts as not named.
 */
export async function mogucnosti(
  db: Db,
  { materijal_id, bez_dokumenta = 0 }: MogucnostiQuery,
  day: CalendarDate,
): Promise<MogucnostRazduzenja[]> {
  const own: RawBuilder<Micro> = sql`coalesce((select n.kolicina from ostalo_razduzenje_stavka n
    where n.ostalo_razduzenje_id = ${bez_dokumenta} and n.ulaz_stavka_id = l.id), 0)`
  const { rows } = await sql<MogucnostRazduzenja>`
    select ${LOT}, l.kolicina, ${preostalo} as preostalo, ${openQuantityAt(day)} + ${own} as moguce
    from c4_stavka l join stanje s on s.materijal_id = l.materijal_id join c4 on c4.id = l.c4_id
      join materijal m on m.id = l.materijal_id
    where l.datum <= ${day} and ${materijal_id ? sql`l.materijal_id = ${materijal_id}` : sql`1 = 1`}
      and (${openAt(day)} or l.id in (
        select n.ulaz_stavka_id from ostalo_razduzenje_stavka n where n.ostalo_razduzenje_id = ${bez_dokumenta}))
    order by l.datum, l.c4_id, l.id limit ${MAX_MOGUCNOSTI}`.execute(db)
  return rows
}
