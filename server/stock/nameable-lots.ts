import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_MOGUCNOSTI, type MogucnostRazduzenja } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { PO_REDU } from './ledger-sql.ts'
import { openAt, openQuantityAt } from './stock-at.ts'

/** The columns by which a user chooses a lot `l`, of an import `c4` and a material `m`. */
export const CALLED_LOT = sql`l.id as ulaz_stavka_id, l.c4_id, c4.broj_c4, l.datum as c4_datum, l.broj_fakture, l.redni_broj,
  l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.tarifni_broj, l.zemlja_porekla`

/** With its price, to show its value. */
export type NameableLot = MogucnostRazduzenja & { readonly cena: Micro; readonly kurs: Micro }

type Asked = {
  /** Null: of all materials. */
  readonly materials: readonly string[] | null
  readonly day: CalendarDate
  /** The document that is being changed: its own named quantities count as free. */
  readonly bez_dokumenta?: number | undefined
  /** The export that is being changed: its own draws count as free. */
  readonly bez_c1?: number | undefined
  /** An authorisation, 0 for none: only lots that an export under it may name (customs §4.5). */
  readonly red_odobrenja?: number | undefined
  readonly most?: number
}

/** The lots that documents of a day may still name, oldest first; by material first if materials are given. */
export async function nameableLots(
  db: Db,
  { materials, day, bez_dokumenta = 0, bez_c1 = 0, red_odobrenja, most = MAX_MOGUCNOSTI }: Asked,
): Promise<NameableLot[]> {
  const own: RawBuilder<Micro> = sql`coalesce((select n.kolicina from ostalo_razduzenje_stavka n
    where n.ostalo_razduzenje_id = ${bez_dokumenta} and n.ulaz_stavka_id = l.id), 0)
    + coalesce((select cast(sum(r.kolicina) as bigint) from razduzenje r
      where r.c4_stavka_id = l.id and r.c1_id = ${bez_c1} and (r.usmereno = 1 or r.datum <= ${day})), 0)`
  const ofMaterials: RawBuilder<SqlBool> = materials
    ? sql<SqlBool>`l.materijal_id in ${engineOf(db).list(materials)}`
    : sql<SqlBool>`1 = 1`
  const inQueue =
    red_odobrenja === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${PO_REDU} = 0 or l.red = ${red_odobrenja})`
  const { rows } = await sql<NameableLot>`
    select ${CALLED_LOT}, l.kolicina, l.preostalo, ${openQuantityAt(day)} + ${own} as moguce,
      l.cena_po_jedinici as cena, l.kurs
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where l.datum <= ${day} and ${ofMaterials} and ${inQueue} and (${openAt(day)} or l.id in (
      select n.ulaz_stavka_id from ostalo_razduzenje_stavka n where n.ostalo_razduzenje_id = ${bez_dokumenta})
      or l.id in (select r.c4_stavka_id from c1_stavka i join razduzenje r on r.c1_stavka_id = i.id
        where i.c1_id = ${bez_c1}))
    order by ${materials ? sql`l.materijal_id, ` : sql``}l.datum, l.c4_id, l.id limit ${most}`.execute(db)
  return rows
}
