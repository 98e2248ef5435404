import { type SqlBool, sql } from 'kysely'
import type { OstaloRazduzenjeRow } from '#contract/figures/carina.ts'
import type { RazduzenjeQuery } from '#contract/ostala-razduzenja.ts'
import { type Micro, worthOf } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'

/** The filters of the list of these documents. */
export type NamedQuery = Pick<RazduzenjeQuery, 'search' | 'vrsta' | 'materijal_id' | 'datum_od' | 'datum_do'>

type StoredRow = Omit<OstaloRazduzenjeRow, 'vrednost_rsd'> & { cena: Micro; kurs: Micro }

/** The lines of the documents that the query asks for, the newest document first; null where there are more than `limit`. */
export async function namedRows(
  db: Db,
  { search = '', vrsta, materijal_id, ...period }: NamedQuery,
  limit: number,
): Promise<OstaloRazduzenjeRow[] | null> {
  const conditions = [
    sql<SqlBool>`1 = 1`,
    ...containsWords(engineOf(db), 'o.trazi', search),
    ...bounds(period, 'o.datum'),
    ...(vrsta ? [sql<SqlBool>`o.vrsta = ${vrsta}`] : []),
    ...(materijal_id ? [sql<SqlBool>`l.materijal_id = ${materijal_id}`] : []),
  ]
  const { rows } = await sql<StoredRow>`
    select o.broj, o.datum, o.vrsta, o.broj_jci, o.carinski_organ, o.razlog, c4.broj_c4, l.datum as c4_datum,
      l.broj_fakture, l.redni_broj, l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.tarifni_broj,
      l.zemlja_porekla, n.kolicina, n.stopa_carine, n.carinska_vrednost_rsd, l.cena_po_jedinici as cena, l.kurs
    from ostalo_razduzenje o join ostalo_razduzenje_stavka n on n.ostalo_razduzenje_id = o.id
      join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${sql.join(conditions, sql` and `)}
    order by o.datum desc, o.id desc, n.pozicija limit ${limit + 1}`.execute(db)
  if (rows.length > limit) return null
  return rows.map((row) => ({ ...row, vrednost_rsd: worthOf(row.kolicina, row.cena, row.kurs) }))
}
