import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MaterialTransaction, RemainingEntry, TransactionQuery } from '#contract/materials.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyMicro, subtract, worthOf } from '#domain/decimal.ts'
import { bounds } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { isShortage } from './ledger-sql.ts'

type StoredTransaction = {
  datum: CalendarDate
  /** 0 came in, 1 went out with an export, 2 with a document that names the lot. */
  izlaz: 0 | 1 | 2
  document_id: number
  stavka_id: number
  lot_id: number | null
  lot_c4: number
  kolicina: Micro
  manjak: Flag
  c4_broj: string | null
  posiljalac_naziv: string | null
  cena_po_jedinici: Micro | null
  kurs: Micro | null
  dokazuje_poreklo: Flag | null
  broj_c1: string | null
  primalac_naziv: string | null
  ostalo_broj: string | null
  ostalo_vrsta: string | null
}

/** All movements of a material in and out, each row with its place in the list. */
function movesOf(materijal_id: string, { type, c4_id, c1_id, ...period }: Omit<TransactionQuery, 'page' | 'limit'>) {
  const is = (column: string, id: number | undefined) =>
    id === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${id}`]
  const where = (day: string, ...conditions: RawBuilder<SqlBool>[]) =>
    sql`where ${sql.join([...conditions, ...bounds(period, day)], sql` and `)}`
  const ofLots = [sql<SqlBool>`l.materijal_id = ${materijal_id}`, ...is('l.c4_id', c4_id)]
  const ofExport = is('r.c1_id', c1_id)
  const ofLacking = [sql<SqlBool>`r.materijal_id = ${materijal_id}`, isShortage, ...ofExport]
  const lot = sql`0 as manjak, l.datum as lot_datum, l.c4_id as lot_c4`
  const cameIn = sql`
    select l.datum, 0 as izlaz, l.c4_id as document_id, l.id as stavka_id, l.id as lot_id, l.kolicina, ${lot}, 0 as usmereno
    from c4_stavka l ${where('l.datum', ...ofLots)}`
  const drawn = sql`
    select r.datum, 1 as izlaz, r.c1_id as document_id, r.c1_stavka_id as stavka_id, l.id as lot_id, r.kolicina, ${lot},
      r.usmereno
    from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id ${where('r.datum', ...ofLots, ...ofExport)}`
  const named = sql`
    select n.datum, 2 as izlaz, n.ostalo_razduzenje_id as document_id, l.id as stavka_id, l.id as lot_id, n.kolicina, ${lot},
      0 as usmereno
    from c4_stavka l join ostalo_razduzenje_stavka n on n.ulaz_stavka_id = l.id
    ${where('n.datum', ...ofLots, sql`l.izuzeto > 0`)}`
  const lacking = sql`
    select r.datum, 1 as izlaz, r.c1_id as document_id, r.c1_stavka_id as stavka_id, cast(null as bigint) as lot_id,
      r.kolicina, 1 as manjak, '' as lot_datum, 0 as lot_c4, 0 as usmereno
    from razduzenje r ${where('r.datum', ...ofLacking)}`
  const parts = [
    ...(type === 'OUTPUT' || c1_id !== undefined ? [] : [cameIn]),
    ...(type === 'INPUT' ? [] : [drawn]),
    ...(type === 'INPUT' || c1_id !== undefined ? [] : [named]),
    ...(type === 'INPUT' || c4_id !== undefined ? [] : [lacking]),
  ]
  return parts.length > 0 ? sql`(${sql.join(parts, sql` union all `)}) t` : sql`(${cameIn} and 1 = 0) t`
}

/**
 * A page of the transactions of a material, newest first: an INPUT per lot, an OUTPUT per draw, per shortage and per
 * line of a document that names a lot (decisions §1, customs §4.3). On one day exports stand above imports, because
 * they happened after them. Prices are in RSD.
 */
export async function materialTransactions(
  db: Db,
  materijal_id: string,
  { page, limit, ...query }: TransactionQuery,
): Promise<{ rows: MaterialTransaction[]; total: number }> {
  const moves = movesOf(materijal_id, query)
  // The draws of one line stand in the order of their lots; this list is newest first, so the last draw comes first.
  const newestFirst = sql.join(ORDERED_BY.map((column) => sql`${sql.ref(`t.${column}`)} desc`))
  const { rows } = await sql<StoredTransaction & { total: number }>`
    select t.*, c4.broj_c4 as c4_broj, c4.posiljalac_naziv, l.cena_po_jedinici, l.kurs, l.dokazuje_poreklo,
      c1.broj_c1, c1.primalac_naziv, o.broj as ostalo_broj, o.vrsta as ostalo_vrsta
    from (select t.*, count(*) over () as total from ${moves} order by ${newestFirst} limit ${limit} offset ${(page - 1) * limit}) t
    left join c4_stavka l on l.id = t.lot_id
    left join c4 on c4.id = l.c4_id
    left join c1 on c1.id = t.document_id and t.izlaz = 1
    left join ostalo_razduzenje o on o.id = t.document_id and t.izlaz = 2
    order by ${newestFirst}`.execute(db)
  return { rows: rows.map(transactionOf), total: rows[0]?.total ?? (page > 1 ? await countOf(db, moves) : 0) }
}

async function countOf(db: Db, moves: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${moves}`.execute(db)
  return rows[0]?.total ?? 0
}

const ORDERED_BY = [
  'datum',
  'izlaz',
  'document_id',
  'stavka_id',
  'manjak',
  'lot_datum',
  'lot_c4',
  'lot_id',
  'usmereno',
] as const

function transactionOf(row: StoredTransaction): MaterialTransaction {
  const { cena_po_jedinici, kurs, kolicina } = row
  const priced = cena_po_jedinici !== null && kurs !== null
  return {
    type: row.izlaz ? 'OUTPUT' : 'INPUT',
    document_id: row.document_id,
    document_number: row.ostalo_broj ?? (row.izlaz ? row.broj_c1 : row.c4_broj) ?? '',
    date: row.datum,
    quantity: kolicina,
    unit_price: priced ? (Number(multiplyMicro(cena_po_jedinici, kurs)) as Micro) : null,
    total_value: priced ? worthOf(kolicina, cena_po_jedinici, kurs) : null,
    proves_origin: row.dokazuje_poreklo === null ? null : row.dokazuje_poreklo === 1,
    partner_name: row.ostalo_vrsta ?? (row.izlaz ? row.primalac_naziv : row.posiljalac_naziv) ?? '',
    ulaz_stavka_id: row.lot_id,
    c4_broj: row.c4_broj,
    manjak: row.manjak === 1,
    c4_id: row.manjak ? null : row.lot_c4,
    c1_id: row.izlaz === 1 ? row.document_id : null,
    c1_stavka_id: row.izlaz === 1 ? row.stavka_id : null,
    ostalo_razduzenje_id: row.izlaz === 2 ? row.document_id : null,
  }
}

/** The lots of a material that still have something left, oldest first (spec §3). */
export async function remainingOf(db: Db, materijal_id: string): Promise<RemainingEntry[]> {
  const rows = await db
    .selectFrom('c4_stavka as l')
    .innerJoin('c4', 'c4.id', 'l.c4_id')
    .select([
      'l.c4_id',
      'c4.broj_c4 as c4_broj',
      'l.datum as c4_datum',
      'c4.valuta',
      'l.kurs',
      'l.materijal_id',
      'l.id as ulaz_stavka_id',
      'l.kolicina',
      'l.preostalo',
      'l.cena_po_jedinici',
      'l.zemlja_porekla',
      'l.tarifni_broj',
      'l.dokazuje_poreklo',
    ])
    .where('l.materijal_id', '=', materijal_id)
    .where(sql<boolean>`l.utrosen is null`)
    .orderBy('l.datum')
    .orderBy('l.c4_id')
    .orderBy('l.id')
    .execute()
  return rows.map(({ dokazuje_poreklo, ...row }) => ({
    ...row,
    kolicina_razduzena: subtract(row.kolicina, row.preostalo),
    vrednost_rsd: worthOf(row.preostalo, row.cena_po_jedinici, row.kurs),
    dokazuje_poreklo: dokazuje_poreklo === 1,
  }))
}
