import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MaterialTransaction, RemainingEntry, TransactionQuery } from '#contract/materials.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyMicro, subtract, worthOf } from '#domain/decimal.ts'
import { asListed, pageWindow, readDirection } from '#server/db/page-window.ts'
import { bounds } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { isFound, isShortage, PO_REDU } from './ledger-sql.ts'

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

/** What is asked of the rows of each source: the lots themselves, what lots were drawn from, and shortages. */
function conditionsOf({ type, c4_id, c1_id, ...period }: Omit<TransactionQuery, 'page' | 'limit'>) {
  const never = sql<SqlBool>`1 = 0`
  const is = (column: string, id: number | undefined) =>
    id === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${id}`]
  const all = (...conditions: RawBuilder<SqlBool>[]) => sql.join([sql`1 = 1`, ...conditions], sql` and `)
  const exported = type === 'INPUT' ? [never] : [...bounds(period, 'r.datum'), ...is('r.c1_id', c1_id)]
  const imported = type === 'OUTPUT' || c1_id !== undefined ? [never] : bounds(period, 'l.datum')
  return {
    inputs: all(...imported, ...is('l.c4_id', c4_id)),
    draws: all(...exported, ...is('l.c4_id', c4_id)),
    named: all(
      ...(type === 'INPUT' || c1_id !== undefined ? [never] : bounds(period, 'n.datum')),
      ...is('l.c4_id', c4_id),
    ),
    shortages: all(...exported, ...(c4_id === undefined ? [] : [never])),
  }
}

type Conditions = ReturnType<typeof conditionsOf>

/** How many rows there are of all sources, and whether there is more than one queue. */
async function countOf(db: Db, materijal_id: string, { inputs, draws, named, shortages }: Conditions) {
  const { rows } = await sql<{ po_redu: Flag; total: number }>`
    select ${PO_REDU} as po_redu, (select count(*) from c4_stavka l where l.materijal_id = ${materijal_id} and ${inputs})
      + (select count(*) from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id
          where l.materijal_id = ${materijal_id} and ${draws})
      + (select count(*) from c4_stavka l join ostalo_razduzenje_stavka n on n.ulaz_stavka_id = l.id
          where l.materijal_id = ${materijal_id} and l.izuzeto > 0 and ${named})
      + (select count(*) from razduzenje r
          where r.materijal_id = ${materijal_id} and ${isShortage} and ${shortages}) as total`.execute(db)
  return rows[0] ?? { po_redu: 0 as const, total: 0 }
}

/**
 * What came in and went out of a material, newest first: an INPUT per lot, an OUTPUT per draw, per shortage
 * and per line of a document that names a lot (decisions §1, customs §4.3). On one day exports stand above imports, as they happened after them. Prices are in RSD.
 */
export async function materialTransactions(
  db: Db,
  materijal_id: string,
  { page, limit, ...query }: TransactionQuery,
): Promise<{ rows: MaterialTransaction[]; total: number }> {
  const { inputs, draws, named, shortages } = conditionsOf(query)
  const { total, po_redu } = await countOf(db, materijal_id, { inputs, draws, named, shortages })
  const window = pageWindow(total, { page, limit })
  const direction = sql.raw(readDirection(window, 'desc'))
  const by = (...columns: readonly string[]) => sql.join(columns.map((column) => sql`${sql.ref(column)} ${direction}`))
  // No row beyond this place of its own source can be on the page; each source is read along its index up to there, draws
  // lot after lot: lots are consumed in order, so that is the order of the exports too.
  const reach = window.offset + window.limit
  const draw = sql`r.datum, 1, r.c1_id, r.c1_stavka_id, l.id, r.kolicina, 0, l.datum, l.c4_id, r.usmereno`
  const drawOrder = ['r.datum', 'r.c1_id', 'r.c1_stavka_id'] as const
  // Only within a queue is the order of the lots that of the exports.
  const isOneQueue = po_redu !== 1
  const oneQueue = isOneQueue ? sql`and l.red = 0` : sql``
  const lotOrder = isOneQueue ? ['l.datum', 'l.c4_id', 'l.id'] : []
  const { rows } = await sql<StoredTransaction>`
    with strana as (
      select * from (
        select l.datum, 0 as izlaz, l.c4_id as document_id, l.id as stavka_id, l.id as lot_id, l.kolicina, 0 as manjak,
          l.datum as lot_datum, l.c4_id as lot_c4, 0 as usmereno
        from c4_stavka l where l.materijal_id = ${materijal_id} and ${inputs}
        order by ${by('l.datum', 'l.c4_id', 'l.id')} limit ${reach}) ulaz
      union all select * from (
        select ${draw} from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id
        where l.materijal_id = ${materijal_id} ${oneQueue} and ${isFound} and ${draws}
        order by ${by(...lotOrder, ...drawOrder)} limit ${reach}) razduzeno
      union all select * from (
        select ${draw} from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id
        where l.materijal_id = ${materijal_id} and l.izuzeto > 0 and r.usmereno = 1 and ${draws}
        order by ${by(...drawOrder, 'l.id')} limit ${reach}) usmereno
      union all select * from (
        select n.datum, 2, n.ostalo_razduzenje_id, l.id, l.id, n.kolicina, 0, l.datum, l.c4_id, 0
        from c4_stavka l join ostalo_razduzenje_stavka n on n.ulaz_stavka_id = l.id
        where l.materijal_id = ${materijal_id} and l.izuzeto > 0 and ${named}
        order by ${by('n.datum', 'n.ostalo_razduzenje_id', 'l.id')} limit ${reach}) imenovano
      union all select * from (
        select r.datum, 1, r.c1_id, r.c1_stavka_id, cast(null as bigint), r.kolicina, 1, '', 0, 0
        from razduzenje r where r.materijal_id = ${materijal_id} and ${isShortage} and ${shortages}
        order by ${by(...drawOrder)} limit ${reach}) manjak
      order by ${by(...ORDERED_BY)} limit ${window.limit} offset ${window.offset})
    select strana.datum, strana.izlaz, strana.document_id, strana.stavka_id, strana.lot_id, strana.kolicina,
      strana.manjak, strana.lot_c4,
      c4.broj_c4 as c4_broj, c4.posiljalac_naziv, l.cena_po_jedinici, l.kurs, l.dokazuje_poreklo,
      c1.broj_c1, c1.primalac_naziv, o.broj as ostalo_broj, o.vrsta as ostalo_vrsta
    from strana
    left join c4_stavka l on l.id = strana.lot_id
    left join c4 on c4.id = l.c4_id
    left join c1 on c1.id = strana.document_id and strana.izlaz = 1
    left join ostalo_razduzenje o on o.id = strana.document_id and strana.izlaz = 2
    order by ${by(...ORDERED_BY.map((column) => `strana.${column}`))}`.execute(db)
  return { rows: asListed(window, rows).map(transactionOf), total }
}

/** What one line drew comes as its lots were consumed. */
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
