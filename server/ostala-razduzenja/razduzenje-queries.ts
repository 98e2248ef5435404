import { type SqlBool, sql } from 'kysely'
import { namesIn } from '#contract/form-fields.ts'
import {
  type OstaloRazduzenje,
  RAZDUZENJE,
  type RazduzenjeQuery,
  type RazduzenjeRow,
  type RazduzenjeStavka,
} from '#contract/ostala-razduzenja.ts'
import { type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { valueToPara } from '#server/stock/exact-sums.ts'
import { CALLED_LOT } from '#server/stock/nameable-lots.ts'

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

async function stavkeOf(db: Db, id: number): Promise<RazduzenjeStavka[]> {
  const { rows } = await sql<RazduzenjeStavka & { cena: Micro; kurs: Micro }>`
    select ${CALLED_LOT}, n.kolicina, n.stopa_carine, n.carinska_vrednost_rsd, n.iznos_carine, n.iznos_pdv, l.cena_po_jedinici as cena, l.kurs
    from ostalo_razduzenje_stavka n join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id
      join materijal m on m.id = l.materijal_id
    where n.ostalo_razduzenje_id = ${id} order by n.pozicija`.execute(db)
  return rows.map(({ cena, kurs, ...row }) => {
    return { ...row, vrednost_rsd: valueToPara(multiplyToAtto(row.kolicina, cena, kurs)) }
  })
}
