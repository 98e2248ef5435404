import { type SqlBool, sql } from 'kysely'
import type { RazduzenjeQuery, RazduzenjeRow, RazduzenjeStavka } from '#contract/ostala-razduzenja.ts'
import { type Micro, worthOf } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { amount, type Column, day, quantity, text, UNIT, WIDE, whole } from '#server/sheets/sheet-columns.ts'

/** The filters of the list of these documents. */
export type NamedQuery = Pick<RazduzenjeQuery, 'search' | 'vrsta' | 'materijal_id' | 'datum_od' | 'datum_do'>

/** A line of a document that takes from named lots, with its document. */
export type NamedRow = Omit<RazduzenjeStavka, 'vrednost_rsd'> &
  Pick<RazduzenjeRow, 'broj' | 'datum' | 'vrsta' | 'broj_jci' | 'carinski_organ' | 'razlog'> & {
    cena: Micro
    kurs: Micro
  }

export const namedColumns: readonly Column<NamedRow>[] = [
  text('Broj razduženja', ({ broj }) => broj),
  day('Datum', ({ datum }) => datum),
  text('Vrsta', ({ vrsta }) => vrsta, WIDE),
  text('Broj JCI', ({ broj_jci }) => broj_jci),
  text('Carinski organ', ({ carinski_organ }) => carinski_organ, WIDE),
  text('Razlog', ({ razlog }) => razlog, WIDE),
  text('Broj C4', ({ broj_c4 }) => broj_c4),
  day('Datum C4', ({ c4_datum }) => c4_datum),
  text('Faktura uvoza', ({ broj_fakture }) => broj_fakture),
  whole('R. br. u uvozu', ({ redni_broj }) => redni_broj),
  text('ID materijala', ({ materijal_id }) => materijal_id),
  text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
  text('Tarifni broj', ({ tarifni_broj }) => tarifni_broj),
  text('Zemlja porekla', ({ zemlja_porekla }) => zemlja_porekla),
  quantity('Količina', ({ kolicina }) => kolicina),
  text('JM', ({ jedinica_mere }) => jedinica_mere, UNIT),
  amount('Vrednost (RSD)', ({ kolicina, cena, kurs }) => worthOf(kolicina, cena, kurs)),
  quantity('Stopa carine (%)', ({ stopa_carine }) => stopa_carine),
  amount('Carinska vrednost (RSD)', ({ carinska_vrednost_rsd }) => carinska_vrednost_rsd),
]

/** The lines of the documents that the query asks for, the newest document first; null where there are more than `limit`. */
export async function namedRows(
  db: Db,
  { search = '', vrsta, materijal_id, ...period }: NamedQuery,
  limit: number,
): Promise<NamedRow[] | null> {
  const conditions = [
    sql<SqlBool>`1 = 1`,
    ...containsWords(engineOf(db), 'o.trazi', search),
    ...bounds(period, 'o.datum'),
    ...(vrsta ? [sql<SqlBool>`o.vrsta = ${vrsta}`] : []),
    ...(materijal_id ? [sql<SqlBool>`l.materijal_id = ${materijal_id}`] : []),
  ]
  const { rows } = await sql<NamedRow>`
    select o.broj, o.datum, o.vrsta, o.broj_jci, o.carinski_organ, o.razlog, c4.broj_c4, l.datum as c4_datum,
      l.broj_fakture, l.redni_broj, l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.tarifni_broj,
      l.zemlja_porekla, n.kolicina, n.stopa_carine, n.carinska_vrednost_rsd, l.cena_po_jedinici as cena, l.kurs
    from ostalo_razduzenje o join ostalo_razduzenje_stavka n on n.ostalo_razduzenje_id = o.id
      join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${sql.join(conditions, sql` and `)}
    order by o.datum desc, o.id desc, n.pozicija limit ${limit + 1}`.execute(db)
  return rows.length > limit ? null : rows
}
