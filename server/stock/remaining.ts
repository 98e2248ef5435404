import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RemainingC4 } from '#contract/archive.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto, subtract } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/open.ts'
import { valueToPara } from './exact-sums.ts'

export type RemainingQuery = {
  readonly datum_od?: CalendarDate | undefined
  readonly datum_do?: CalendarDate | undefined
  readonly search?: string | undefined
  readonly page: number
  readonly limit: number
}

type OpenLot = Omit<RemainingC4, 'stavke'> &
  Omit<RemainingC4['stavke'][number], 'kolicina_razduzena' | 'vrednost_rsd'> & { cena_po_jedinici: Micro }

/**
 * The C4 documents that still have something left, oldest first, each with those of its lots that have; paged by
 * document. A search keeps the lots whose document number, sender or material contains every word of it.
 */
export async function remainingDocuments(
  db: Db,
  query: RemainingQuery,
): Promise<{ rows: RemainingC4[]; total: number }> {
  const { page, limit } = query
  const lots = openLots(query)
  const { rows: documents } = await sql<{ c4_id: number }>`
    select l.c4_id ${lots} group by l.datum, l.c4_id order by l.datum, l.c4_id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select l.c4_id ${lots} group by l.datum, l.c4_id) d`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (documents.length === 0) return { rows: [], total }
  const ids = documents.map(({ c4_id }) => c4_id)
  const { rows } = await sql<OpenLot>`
    select l.c4_id, c4.broj_c4 as c4_broj, l.datum as c4_datum, c4.posiljalac_naziv, c4.valuta, l.kurs,
      l.id as ulaz_stavka_id, l.materijal_id, m.naziv, l.zemlja_porekla, m.jedinica_mere, l.kolicina, l.preostalo,
      l.cena_po_jedinici
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${matching(query)} and l.c4_id in ${engineOf(db).list(ids)}
    order by l.datum, l.c4_id, l.pozicija`.execute(db)
  return { rows: [...Map.groupBy(rows, ({ c4_id }) => c4_id).values()].flatMap(documentOf), total }
}

/** FROM and WHERE of the open lots that the query asks for; the tables behind the search only where there is one. */
function openLots(query: RemainingQuery): RawBuilder<unknown> {
  const searched = query.search ? sql`join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id` : sql``
  return sql`from c4_stavka l ${searched} where ${matching(query)}`
}

/** The literal `otvoren = 1` lets both engines use the indexes that hold open lots alone. */
function matching({ datum_od, datum_do, search }: RemainingQuery): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`l.otvoren = 1`]
  if (datum_od) conditions.push(sql<SqlBool>`l.datum >= ${datum_od}`)
  if (datum_do) conditions.push(sql<SqlBool>`l.datum <= ${datum_do}`)
  if (search) conditions.push(...containsWords(SEARCHED, search))
  return sql.join(conditions, sql` and `)
}

const SEARCHED = sql`(c4.broj_trazi || ' ' || c4.partner_trazi || ' ' || m.trazi)`

function documentOf(lots: OpenLot[]): RemainingC4[] {
  const [first] = lots
  if (!first) return []
  const { c4_id, c4_broj, c4_datum, posiljalac_naziv, valuta, kurs } = first
  const stavke = lots.map((lot) => ({
    ulaz_stavka_id: lot.ulaz_stavka_id,
    materijal_id: lot.materijal_id,
    naziv: lot.naziv,
    zemlja_porekla: lot.zemlja_porekla,
    jedinica_mere: lot.jedinica_mere,
    kolicina: lot.kolicina,
    kolicina_razduzena: subtract(lot.kolicina, lot.preostalo),
    preostalo: lot.preostalo,
    vrednost_rsd: valueToPara(multiplyToAtto(lot.preostalo, lot.cena_po_jedinici, lot.kurs)),
  }))
  return [{ c4_id, c4_broj, c4_datum, posiljalac_naziv, valuta, kurs, stavke }]
}
