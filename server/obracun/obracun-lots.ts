import { sql } from 'kysely'
import type { ObracunStavka } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { stopaPdv } from '#server/documents/stopa-pdv.ts'
import { dayOf } from '#server/local-time.ts'
import { danPrelaska } from '#server/stock/ledger-sql.ts'

export type StoredLot = Pick<
  ObracunStavka,
  | 'ulaz_stavka_id'
  | 'c4_id'
  | 'broj_c4'
  | 'datum'
  | 'broj_fakture'
  | 'redni_broj'
  | 'tarifni_broj'
  | 'materijal_id'
  | 'materijal_naziv'
  | 'jedinica_mere'
  | 'zemlja_porekla'
  | 'oznaka_postupka'
  | 'broj_jci'
  | 'rok'
> & {
  odobrenje_id: number | null
  dan_prelaska: CalendarDate | null
  dokazuje: Flag
  kolicina: Micro
  cena_po_jedinici: Micro
  kurs: Micro
  iznos: Para
  /** As typed from the JCI, for the full quantity of the line; null where no rate of tax is set. */
  stopa_carine: Micro | null
  carinska_vrednost_rsd: Para | null
  stopa_pdv: Micro | null
  /** The tariff number of the material today. */
  tarifni_broj_materijala: string
  ranije: string
}
/** These lots by day, import and line, each with the quantity taken from it before the period. */
export async function storedLots(db: Db, ids: readonly number[], { datum_od, datum_do }: Period): Promise<StoredLot[]> {
  if (ids.length === 0) return []
  const ranije = datum_od
    ? sql`coalesce((select sum(r.kolicina) from razduzenje r where r.c4_stavka_id = l.id and r.datum < ${datum_od}), 0)
        + case when l.izuzeto > 0 then coalesce((select sum(n.kolicina) from ostalo_razduzenje_stavka n
          where n.ulaz_stavka_id = l.id and n.datum < ${datum_od}), 0) else 0 end`
    : sql`0`
  const { rows } = await sql<Omit<StoredLot, 'stopa_pdv'>>`
    select l.id as ulaz_stavka_id, l.c4_id, c4.broj_c4, c4.oznaka_postupka, c4.broj_jci, c4.rok, c4.odobrenje_id, ${danPrelaska} as dan_prelaska,
      l.datum, l.broj_fakture, l.redni_broj, l.tarifni_broj, l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.zemlja_porekla,
      l.dokazuje_poreklo as dokazuje, l.kolicina, l.cena_po_jedinici, l.kurs, l.iznos,
      m.tarifni_broj as tarifni_broj_materijala, l.stopa_carine, l.carinska_vrednost_rsd,
      cast(${ranije} as text) as ranije
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where l.id in ${engineOf(db).list(ids)} order by l.datum, l.c4_id, l.id`.execute(db)
  // The rate is that of the account's last day: a later one does not change a period that is over.
  const stopa_pdv = await stopaPdv(db, datum_do ?? dayOf(Date.now()))
  const jci = stopa_pdv === null ? { stopa_carine: null, carinska_vrednost_rsd: null } : {}
  return rows.map((row) => ({ ...row, ...jci, stopa_pdv }))
}
