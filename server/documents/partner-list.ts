import { sql } from 'kysely'
import { namesIn } from '#contract/form-fields.ts'
import { PARTNER, type PartnerQuery, type PartnerRow, type PartnerZapis } from '#contract/partneri.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { type Found, pageFrom } from '#server/records/page.ts'

export const PARTNER_HEAD = ['id', ...namesIn(PARTNER), 'verzija'] as const

/** A page of the partners with every word of `search` in some spelling, and their number in all. */
export async function findPartneri(
  db: Db,
  { sort = 'naziv', order = 'asc', ...query }: PartnerQuery,
): Promise<Found<PartnerRow>> {
  const by = sql`coalesce(${sql.ref(sort === 'naziv' ? 'naziv_red' : sort)}, '')`
  const heads = db.selectFrom('partner').select(PARTNER_HEAD)
  const { rows, total } = await pageFrom(db, 'partner', heads, { ...query, by, order })
  return { rows: await withUses(db, rows), total }
}

type Head = Omit<PartnerRow, 'ne_predlaze' | 'broj_c4' | 'broj_c1' | 'poslednji_dokument'> & { ne_predlaze: 0 | 1 }
type Owned = PartnerZapis & { readonly partner_id: number }

async function withUses(db: Db, heads: readonly Head[]): Promise<PartnerRow[]> {
  if (heads.length === 0) return []
  const zapisi = await usedZapisi(
    db,
    heads.map(({ id }) => id),
  )
  const owned = Map.groupBy(zapisi, ({ partner_id }) => partner_id)
  return heads.map((head) => withSums(head, owned.get(head.id) ?? []))
}

export const withSums = (head: Head, zapisi: readonly Owned[]): PartnerRow => ({
  ...head,
  ne_predlaze: head.ne_predlaze === 1,
  broj_c4: zapisi.reduce((sum, { broj_c4 }) => sum + broj_c4, 0),
  broj_c1: zapisi.reduce((sum, { broj_c1 }) => sum + broj_c1, 0),
  poslednji_dokument: newestOf(zapisi.map(({ poslednji_dokument }) => poslednji_dokument)),
})

const newestOf = (days: readonly (CalendarDate | null)[]): CalendarDate | null =>
  days.reduce((newest, day) => (day && (!newest || day > newest) ? day : newest), null)

/**
 * The spellings of partners, those used last first, with the number of documents of each, counted along its index. A
 * document with the partner on both sides counts once, as its sender's. Few firms are ever both, so such documents are
 * searched only for firms that are: our own firm stands in every document.
 */
export async function usedZapisi(db: Db, ids: readonly number[]): Promise<Owned[]> {
  const count = (table: 'c4' | 'c1') => {
    const sent = sql`from partner_zapis o cross join ${sql.table(table)} d
      where o.partner_id = z.partner_id and d.posiljalac_zapis = o.id`
    return sql`
    (select count(*) from ${sql.table(table)} where posiljalac_zapis = z.id) +
    (select count(*) from ${sql.table(table)} where primalac_zapis = z.id) -
    (case when exists (select 1 ${sent}) then (select count(*) ${sent} and d.primalac_zapis = z.id) else 0 end)`
  }
  const newest = (['c4', 'c1'] as const).flatMap((table) =>
    ['posiljalac_zapis', 'primalac_zapis'].map(
      (side) => sql`select max(datum) as datum from ${sql.table(table)} where ${sql.ref(side)} = z.id`,
    ),
  )
  const { rows } = await sql<Owned>`
    select z.id, z.partner_id, z.naziv, z.grad, z.drzava, z.pib, z.mb, ${count('c4')} as broj_c4,
      ${count('c1')} as broj_c1,
      (select max(datum) from (${sql.join(newest, sql` union all `)}) d) as poslednji_dokument
    from partner_zapis z where z.partner_id in ${engineOf(db).list(ids)}
    order by coalesce((select max(datum) from (${sql.join(newest, sql` union all `)}) d), '') desc, z.id desc`.execute(
    db,
  )
  return rows
}
