import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LedgerRow } from '#contract/figures/archive.ts'
import type { Parts } from '#domain/bom.ts'
import { worthOf } from '#domain/decimal.ts'
import { drawMarks } from '#domain/rok.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { partsOfDraws } from '#server/stock/draw-parts.ts'
import { danPrelaska, NO_LOT } from '#server/stock/ledger-sql.ts'
import { type DocumentsQuery, foundIds } from './document-queries.ts'

type StoredRow = Omit<LedgerRow, keyof Parts | Marks | 'vrednost_rsd' | 'dokazuje_poreklo'> & {
  c1_stavka_id: number
  c4_stavka_id: number
  sa_otpadom: Flag
  usmereno: Flag
  dokazuje_poreklo: Flag | null
} & Parameters<typeof drawMarks>[0]
type Marks = 'usmereno' | 'posle_roka' | 'pre_prelaska'

const lacking = sql`r.c4_stavka_id = ${sql.lit(NO_LOT)}`

/** The texts of a search: number and partner of both documents, product and material. */
const SEARCHED = sql`(c1.broj_trazi || ' ' || c1.partner_trazi || ' ' || p.trazi || ' ' || m.trazi || ' ' ||
  coalesce(c4.broj_trazi || ' ' || c4.partner_trazi, ''))`

/**
 * Conditions on the rows of the ledger. A row stays when the list of documents finds its export or its import by the
 * filters and the search. It also stays when they pass the filters and the row itself has every word of the search.
 */
async function ofDocuments(db: Db, query: DocumentsQuery): Promise<RawBuilder<SqlBool>[]> {
  const { tip, tip_dokumenta, partner, zemlja_otpreme, search = '' } = query
  const words = containsWords(engineOf(db), SEARCHED, search)
  const isFiltered = Boolean(tip || tip_dokumenta || partner || zemlja_otpreme)
  const found = async (asked: DocumentsQuery) => {
    const sets = (await foundIds(db, asked)).map(({ kind, ids }) => sql<SqlBool>`${sql.ref(kind)}.id in ${ids}`)
    return sql<SqlBool>`(${sql.join(sets, sql` or `)})`
  }
  const filtered = isFiltered ? [await found({ ...query, search: undefined })] : []
  if (words.length === 0) return filtered
  const either = [await found(query), sql`(${sql.join([...filtered, ...words], sql` and `)})`]
  return [sql<SqlBool>`(${sql.join(either, sql` or `)})`]
}

/**
 * The draws of exports of the period from imported lines, in the order of the exports, narrowed by filters and a search
 * (`ofDocuments`). Null where there are more rows than the limit: they are counted first, and no further than that.
 */
export async function ledgerRows(db: Db, query: DocumentsQuery, limit: number): Promise<LedgerRow[] | null> {
  const drawn = sql`c1 join c1_stavka i on i.c1_id = c1.id join razduzenje r on r.c1_stavka_id = i.id and r.kolicina > 0`
  const named = sql`${drawn}
    join proizvod p on p.id = i.proizvod_id
    join materijal m on m.id = r.materijal_id
    left join c4_stavka l on l.id = r.c4_stavka_id
    left join c4 on c4.id = l.c4_id`
  const narrowed = await ofDocuments(db, query)
  const wanted = sql.join([sql<SqlBool>`1 = 1`, ...bounds(query, 'c1.datum'), ...narrowed], sql` and `)
  const counted = await sql<{ redova: number }>`select count(*) as redova from (
    select 1 from ${narrowed.length > 0 ? named : drawn} where ${wanted} limit ${limit + 1}) nadjeno`.execute(db)
  if ((counted.rows[0]?.redova ?? 0) > limit) return null
  const { rows } = await sql<StoredRow>`
    select r.c1_stavka_id, r.c4_stavka_id, r.usmereno, i.sa_otpadom, c1.broj_c1, c1.datum as c1_datum, c1.primalac_naziv, i.broj_fakture as c1_faktura, i.redni_broj as c1_redni_broj,
      i.proizvod_id, p.naziv as proizvod_naziv, i.hs_code, i.kolicina as izvezeno, i.jedinica_mere as proizvod_jm,
      r.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere,
      case when ${lacking} then 0 else r.kolicina end as kolicina,
      case when ${lacking} then r.kolicina end as manjak,
      c4.broj_c4, l.datum as c4_datum, c4.posiljalac_naziv, l.broj_fakture, l.redni_broj, l.tarifni_broj,
      l.zemlja_porekla, l.dokazuje_poreklo, l.cena_po_jedinici, c4.valuta, l.kurs,
      c4.rok, ${danPrelaska} as dan_prelaska
    from ${named}
    where ${wanted}
    order by c1.datum, c1.id, i.pozicija, r.materijal_id, case when ${lacking} then r.kolicina else 0 end, l.datum, l.c4_id, l.id, r.usmereno`.execute(
    db,
  )
  const partsOf = await partsOfDraws(db, rows)
  return rows.map((row) => {
    const { kolicina, cena_po_jedinici, kurs, dokazuje_poreklo } = row
    const covered = cena_po_jedinici !== null && kurs !== null
    const parts = covered ? partsOf(row) : { ugradjeno: null, otpad: null, gubitak: null }
    const { posle_roka, pre_prelaska = false } = drawMarks(row, row.c1_datum)
    return {
      ...row,
      ...parts,
      usmereno: row.usmereno === 1,
      posle_roka,
      pre_prelaska,
      dokazuje_poreklo: dokazuje_poreklo === null ? null : dokazuje_poreklo === 1,
      vrednost_rsd: covered ? worthOf(kolicina, cena_po_jedinici, kurs) : null,
    }
  })
}
