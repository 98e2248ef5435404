import { type SqlBool, sql } from 'kysely'
import type { ObracunOstalo, ObracunProduzenje, ObracunStavka } from '#contract/obracun.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds, type Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'

/** What documents of the period took of these lots by naming them, in the order of their days. */
export async function ostaloOf(db: Db, lots: readonly ObracunStavka[], period: Period): Promise<ObracunOstalo[]> {
  const ids = lots.map(({ ulaz_stavka_id }) => ulaz_stavka_id)
  if (ids.length === 0) return []
  const conditions = [sql<SqlBool>`n.ulaz_stavka_id in ${engineOf(db).list(ids)}`, ...bounds(period, 'n.datum')]
  const { rows } = await sql<ObracunOstalo>`
    select o.id as ostalo_razduzenje_id, o.broj, n.datum, n.vrsta, o.broj_jci, n.ulaz_stavka_id, l.c4_id, c4.broj_c4,
      l.redni_broj, l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, n.kolicina
    from ostalo_razduzenje_stavka n join ostalo_razduzenje o on o.id = n.ostalo_razduzenje_id
      join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${sql.join(conditions, sql` and `)} order by n.datum, o.id, n.pozicija`.execute(db)
  return rows
}

/** The prolonged deadlines of the imports of these lots, each import from its first to the one in force. */
export async function produzenjaOf(db: Db, lots: readonly ObracunStavka[]): Promise<ObracunProduzenje[]> {
  const ids = [...new Set(lots.map(({ c4_id }) => c4_id))]
  if (ids.length === 0) return []
  const { rows } = await sql<ObracunProduzenje>`
    select p.c4_id, c4.broj_c4, c4.datum, p.novi_rok, p.broj_akta, p.datum_akta, p.napomena
    from produzenje_roka p join c4 on c4.id = p.c4_id
    where p.c4_id in ${engineOf(db).list(ids)} order by c4.datum, c4.id, p.novi_rok, p.id`.execute(db)
  return rows
}
