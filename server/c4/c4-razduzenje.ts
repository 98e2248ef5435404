import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { C4RazduzenjeRow, c4Endpoints } from '#contract/c4.ts'
import type { PaperFile } from '#contract/documents.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Parts } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, subtract } from '#domain/decimal.ts'
import { drawMarks } from '#domain/rok.ts'
import { finderOf } from '#domain/search-text.ts'
import { containsWords } from '#server/db/contains.ts'
import { type Engine, engineOf } from '#server/db/engine.ts'
import { asListed, pageWindow, readDirection } from '#server/db/page-window.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import type { StoredC4 } from '#server/documents/carina.ts'
import { ownCodes } from '#server/documents/nasa-firma.ts'
import type { C4Paper } from '#server/print/papers.ts'
import { inBase64, PRINT_ROW_LIMIT, printC4, refuseTooLong } from '#server/print/print-papers.ts'
import { partsOfDraws } from '#server/stock/draw-parts.ts'
import { danPrelaska } from '#server/stock/ledger-sql.ts'

type Query = QueryOf<(typeof c4Endpoints)['c4Razduzenje']>

/**
 * A page of what went out of the lines of this import, and how many rows there are: a row for each exported line that
 * took from a line or document that names it, the oldest first, and one row for each line that nothing went out of; invoice by invoice, as
 * they were saved, and their lines likewise. `razduzenjeOfC1` answers the same question from the other side.
 */
export async function razduzenjeOfC4(
  db: Db,
  c4_id: number,
  query: Pick<Query, 'page' | 'limit' | 'search'>,
): Promise<{ rows: C4RazduzenjeRow[]; total: number }> {
  const invoices = await invoicesOf(db, c4_id)
  // From what went out to its line: the other way round PostgreSQL may look all of it through for each line. SQLite reads
  // the tables of a cross join in this order.
  const from = sql`
    from (
      with line as (
        select id, min(pozicija) over (partition by broj_fakture) as prva from c4_stavka where c4_id = ${c4_id}
      )
      select o.id, o.prva, r.c1_stavka_id, r.kolicina, r.datum, r.usmereno, 0 as ostalo, r.c1_id as dokument
      from line o cross join razduzenje r where r.c4_stavka_id = o.id
      union all
      select o.id, o.prva, 0, n.kolicina, n.datum, 0, 1, n.ostalo_razduzenje_id
      from line o cross join ostalo_razduzenje_stavka n where n.ulaz_stavka_id = o.id
      union all
      select o.id, o.prva, null, null, null, null, 0, null from line o
      where not exists (select 1 from razduzenje where c4_stavka_id = o.id)
        and not exists (select 1 from ostalo_razduzenje_stavka where ulaz_stavka_id = o.id)
    ) r
    cross join c4_stavka l join c4 on c4.id = l.c4_id
    join materijal m on m.id = l.materijal_id
    left join ostalo_razduzenje o on o.id = r.dokument and r.ostalo = 1
    left join c1_stavka i on i.id = r.c1_stavka_id
    left join c1 on c1.id = i.c1_id
    left join proizvod p on p.id = i.proizvod_id
    where ${sql.join([sql<SqlBool>`l.id = r.id`, ...searched(engineOf(db), query.search ?? '', invoices)], sql` and `)}`
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const window = pageWindow(total, query)
  if (window.limit === 0) return { rows: [], total }
  const order = ['r.prva', 'l.pozicija', 'r.datum', 'r.ostalo', 'r.dokument', 'i.pozicija', 'r.usmereno'].map(
    (column) => sql`${sql.ref(column)} ${sql.raw(readDirection(window, 'asc'))}`,
  )
  const { rows } = await sql<StoredRow>`
    select l.id as ulaz_stavka_id, l.broj_fakture, l.redni_broj, l.materijal_id, m.naziv as materijal_naziv,
      m.jedinica_mere, l.tarifni_broj, l.zemlja_porekla, l.dokazuje_poreklo as poreklo, l.kolicina, c4.rok, ${danPrelaska} as dan_prelaska,
      l.preostalo,
      c1.id as c1_id, c1.broj_c1, c1.datum as c1_datum, c1.primalac_naziv, i.id as c1_stavka_id,
      i.broj_fakture as c1_faktura, i.redni_broj as c1_redni_broj, i.proizvod_id, p.naziv as proizvod_naziv,
      r.kolicina as razduzeno, r.usmereno, i.sa_otpadom,
      o.id as ostalo_id, o.broj as ostalo_broj, o.datum as ostalo_datum, o.vrsta as ostalo_vrsta
    ${from} order by ${sql.join(order)} limit ${window.limit} offset ${window.offset}`.execute(db)
  const partsOf = await partsOfDraws(
    db,
    rows.flatMap((row) => (row.c1_id === null ? [] : [row as StoredExport])),
  )
  return { rows: asListed(window, rows).map((row) => rowOf(row, partsOf)), total }
}

async function invoicesOf(db: Db, c4_id: number): Promise<string[]> {
  const rows = await db.selectFrom('c4_stavka').select('broj_fakture').distinct().where('c4_id', '=', c4_id).execute()
  return rows.map(({ broj_fakture }) => broj_fakture)
}

/** Each word is in a text of the line, with one of these invoices, or of its export; a number is also the line's ordinal. */
const searched = (engine: Engine, text: string, invoices: readonly string[]): RawBuilder<SqlBool>[] =>
  containsWords(engine, ['m.trazi', 'c1.broj_trazi', 'c1.partner_trazi', 'p.trazi', 'o.trazi'], text, (word) => {
    const named = invoices.filter(finderOf(word))
    const ways = named.length > 0 ? [sql<SqlBool>`l.broj_fakture in ${engine.list(named)}`] : []
    return /^\d{1,7}$/.test(word) ? [...ways, sql<SqlBool>`l.redni_broj = ${Number(word)}`] : ways
  })

type LotColumns = Omit<C4RazduzenjeRow, 'dokazuje_poreklo' | 'kolicina_razduzena' | 'izvoz' | 'ostalo_razduzenje'> & {
  poreklo: 0 | 1
  rok: CalendarDate | null
  dan_prelaska: CalendarDate | null
}
type StoredExport = Omit<
  NonNullable<C4RazduzenjeRow['izvoz']>,
  'broj_fakture' | 'redni_broj' | 'kolicina' | 'usmereno' | 'posle_roka' | 'pre_prelaska' | keyof Parts
> & {
  c1_faktura: string
  c1_redni_broj: number
  razduzeno: Micro
  usmereno: Flag
  sa_otpadom: Flag
}
type PartsOf = Awaited<ReturnType<typeof partsOfDraws>>
type StoredOther = {
  ostalo_id: number
  ostalo_broj: string
  ostalo_datum: CalendarDate
  ostalo_vrsta: string
  razduzeno: Micro
}
type StoredRow = LotColumns &
  (StoredOther | { ostalo_id: null }) &
  (StoredExport | { c1_id: null; c1_datum: CalendarDate | null })

function rowOf(row: StoredRow, partsOf: PartsOf): C4RazduzenjeRow {
  const { ulaz_stavka_id, broj_fakture, redni_broj, materijal_id, materijal_naziv, jedinica_mere } = row
  const { tarifni_broj, zemlja_porekla, poreklo, kolicina, preostalo } = row
  return {
    ulaz_stavka_id,
    broj_fakture,
    redni_broj,
    materijal_id,
    materijal_naziv,
    jedinica_mere,
    tarifni_broj,
    zemlja_porekla,
    dokazuje_poreklo: poreklo === 1,
    kolicina,
    kolicina_razduzena: subtract(kolicina, preostalo),
    preostalo,
    izvoz: row.c1_id === null ? null : exportOf(row as LotColumns & StoredExport, partsOf),
    ostalo_razduzenje: row.ostalo_id === null ? null : otherOf(row as StoredOther),
  }
}

const otherOf = (row: StoredOther): C4RazduzenjeRow['ostalo_razduzenje'] => ({
  id: row.ostalo_id,
  broj: row.ostalo_broj,
  datum: row.ostalo_datum,
  vrsta: row.ostalo_vrsta,
  kolicina: row.razduzeno,
})

function exportOf(row: LotColumns & StoredExport, partsOf: PartsOf): C4RazduzenjeRow['izvoz'] {
  const { ulaz_stavka_id, materijal_id, razduzeno, usmereno } = row
  const { c1_id, broj_c1, c1_datum, primalac_naziv, c1_stavka_id, proizvod_id, proizvod_naziv } = row
  return {
    c1_id,
    broj_c1,
    c1_datum,
    primalac_naziv,
    c1_stavka_id,
    broj_fakture: row.c1_faktura,
    redni_broj: row.c1_redni_broj,
    proizvod_id,
    proizvod_naziv,
    kolicina: razduzeno,
    usmereno: usmereno === 1,
    ...drawMarks(row, c1_datum),
    ...partsOf({ c1_stavka_id, materijal_id, c4_stavka_id: ulaz_stavka_id, kolicina: razduzeno, usmereno }),
  }
}

/** The content of the razduženje of a stored C4. */
export async function paperOfC4(db: Db, document: StoredC4, stampano: C4Paper['stampano']) {
  const { rows, total } = await razduzenjeOfC4(db, document.id, { page: 1, limit: PRINT_ROW_LIMIT })
  return { ...document, stampano, nasa_firma: await ownCodes(db, document.primalac_naziv), stavke: rows, total }
}

/** The razduženje as a PDF, base64. Rejects when it can't be drawn; one of too many rows is refused. */
export async function papersOfC4({ total, ...paper }: Awaited<ReturnType<typeof paperOfC4>>): Promise<PaperFile[]> {
  refuseTooLong(total)
  return inBase64(await printC4(paper))
}
