import { sql } from 'kysely'
import type { DokumentiQuery, DokumentPartnera, Partner } from '#contract/partneri.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { NUMBERED } from '#server/documents/document-list.ts'
import { PARTNER_HEAD, usedZapisi, withSums } from '#server/documents/partner-list.ts'

/** One partner with its spellings; null when there is none. */
export async function partnerById(db: Db, id: number): Promise<Partner | null> {
  const head = await db.selectFrom('partner').select(PARTNER_HEAD).where('id', '=', id).executeTakeFirst()
  if (!head) return null
  const zapisi = await usedZapisi(db, [id])
  return { ...withSums(head, zapisi), zapisi: zapisi.map(({ partner_id: _, ...zapis }) => zapis) }
}

/** A page of the documents of a partner, newest first, a C1 before a C4 of its day; null when there is no partner. */
export async function dokumentiOf(
  db: Db,
  id: number,
  { page, limit }: DokumentiQuery,
): Promise<{ rows: DokumentPartnera[]; total: number } | null> {
  const partner = await partnerById(db, id)
  if (!partner) return null
  const engine = engineOf(db)
  // Of each spelling the newest along its index, no more than the page may need: what lies behind it is not looked at.
  const sides = (['c1', 'c4'] as const).flatMap((table) =>
    ['posiljalac_zapis', 'primalac_zapis'].map((side) => {
      const newest = sql`select id from ${sql.table(table)} where ${sql.ref(side)} = z.id
        order by datum desc, id desc limit ${page * limit}`
      return sql`select ${sql.lit(table)} as vrsta, d.id, d.datum
        from (select id from partner_zapis where partner_id = ${id}) z ${engine.joinEach(table, 'd', newest)}`
    }),
  )
  const { rows } = await sql<Place>`
    select vrsta, id from (${sql.join(sides, sql` union `)}) d order by datum desc, vrsta, id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { rows: await documentsAt(db, id, rows), total: partner.broj_c4 + partner.broj_c1 }
}

type Place = Pick<DokumentPartnera, 'vrsta' | 'id'>

/** The documents in the order of their places, each with the side on which the partner stands in it. */
async function documentsAt(db: Db, partner_id: number, places: readonly Place[]): Promise<DokumentPartnera[]> {
  const of = (table: 'c4' | 'c1', ids: readonly number[]) => sql`
    select ${sql.lit(table)} as vrsta, d.id, ${sql.ref(NUMBERED[table])} as broj, d.datum, d.tip_dokumenta,
      case when p.partner_id <> ${partner_id} then 'primalac' when r.partner_id <> ${partner_id} then 'pošiljalac'
        else 'oba' end as strana,
      case when p.partner_id = ${partner_id} then d.posiljalac_naziv else d.primalac_naziv end as naziv,
      d.vrednost_total, d.valuta
    from ${sql.table(table)} d join partner_zapis p on p.id = d.posiljalac_zapis
      join partner_zapis r on r.id = d.primalac_zapis
    where d.id in ${engineOf(db).list(ids)}`
  const kinds = Map.groupBy(places, ({ vrsta }) => vrsta)
  if (kinds.size === 0) return []
  const each = [...kinds].map(([table, some]) =>
    of(
      table,
      some.map(({ id }) => id),
    ),
  )
  const { rows } = await sql<DokumentPartnera>`${sql.join(each, sql` union all `)}`.execute(db)
  const found = new Map(rows.map((row) => [`${row.vrsta} ${row.id}`, row]))
  return places.flatMap(({ vrsta, id }) => found.get(`${vrsta} ${id}`) ?? [])
}
