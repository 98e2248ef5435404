import { type SqlBool, sql } from 'kysely'
import { C1_HEAD, C1_LINE, type C1Query } from '#contract/c1.ts'
import { C4_HEAD, C4_LINE, type C4Query } from '#contract/c4.ts'
import type { OstaloRazduzenjeRow } from '#contract/figures/carina.ts'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import type { RazduzenjeQuery } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, microToNumber, type Para, paraToNumber, worthOf } from '#domain/decimal.ts'
import { materialShows } from '#server/catalogue/catalogue-search.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { ofCarina, ofRok, upozorenjeDana } from '#server/documents/carina.ts'
import { documentPage, ofShortage } from '#server/documents/document-list.ts'
import { dayOf } from '#server/local-time.ts'
import { type Column, text, UNIT, WIDE } from '#server/sheets/sheet-columns.ts'
import type { WrittenCell } from '#server/sheets/write-sheet.ts'

type Vrsta = 'c4' | 'c1'
/** A line with the number and the day of its document. The first line of each document has the complete head. */
type Row = Readonly<Record<string, unknown>> & { readonly prva: boolean; readonly usmereno: boolean }
/** `dan`: the day for which the states of deadlines hold; today without one. */
type Query = C4Query & C1Query & { readonly dan?: CalendarDate }

const TABLES = { c4: [C4_HEAD, C4_LINE], c1: [C1_HEAD, C1_LINE] } as const

/**
 * The lines of the documents that a list shows, in the columns that their import reads. The earliest come first, since
 * documents of one day discharge in the order in which they were entered. Directed draws have no column; the caller is
 * told that they are missing.
 */
export const documentLines = (vrsta: Vrsta) => ({
  name: vrsta.toUpperCase(),
  columns: (rows: readonly Row[]) => columnsOf(vrsta, rows),
  read: (db: Db, query: object, limit: number) => linesOf(db, vrsta, query as Query, limit),
})

function columnsOf(vrsta: Vrsta, rows: readonly Row[]): Column<Row>[] {
  const [head, line] = TABLES[vrsta]
  const always = [`broj_${vrsta}`, 'datum']
  const ofHead = Object.entries(head as FieldTable).map(([name, field]) => column(name, field, always.includes(name)))
  const ofLine = Object.entries(line as FieldTable).map(([name, field]) => column(name, field, true))
  return [
    ...ofHead,
    { header: 'Broj fakture', of: ({ broj_fakture }) => String(broj_fakture) },
    ...ofLine,
    ...(rows.some(({ usmereno }) => usmereno)
      ? [{ header: 'Usmereno', width: 10, of: ({ usmereno }: Row) => usmereno }]
      : []),
  ]
}

const WIDE_KINDS: readonly string[] = ['text', 'country']

function column(name: string, field: FormField, always: boolean): Column<Row> {
  const { kind, label } = field
  const as = kind === 'day' ? 'day' : kind === 'amount' ? 'amount' : isQuantity(field) ? 'quantity' : undefined
  return {
    header: label,
    ...(as && { as }),
    ...(WIDE_KINDS.includes(kind) && { width: WIDE }),
    of: (row) => (always || row.prva ? written(field, row[kind === 'reference' ? 'odobrenje_broj' : name]) : null),
  }
}

const isQuantity = ({ kind }: FormField) => ['number', 'price', 'percent'].includes(kind)

function written(field: FormField, value: unknown): WrittenCell {
  if (value === null || value === undefined) return null
  if (isQuantity(field)) return microToNumber(value as Micro)
  if (field.kind === 'amount') return paraToNumber(value as Para)
  return field.kind === 'flag' ? value === 1 : (value as string | number)
}

/** The lines of these documents; null where there are more than the limit. */
async function linesOf(db: Db, vrsta: Vrsta, query: Query, limit: number): Promise<Row[] | null> {
  const { ids, total } = await idsOf(db, vrsta, query)
  if (total > limit) return null
  if (total === 0) return []
  const [head, line] = TABLES[vrsta]
  const own = (table: string, fields: FieldTable) =>
    namesIn(fields).map((name) => sql`${sql.ref(`${table}.${name}`)} as ${sql.ref(name)}`)
  const heads = namesIn(head as FieldTable).map((name) => sql`${sql.ref(`d.${name}`)} as ${sql.ref(name)}`)
  const usmerenja = vrsta === 'c1' ? sql`l.usmerenja` : sql`''`
  const { rows } = await sql<Record<string, unknown> & { dokument: number; usmerenja: string }>`
    select d.id as dokument, ${sql.join(heads)}, o.broj as odobrenje_broj, l.broj_fakture,
      ${sql.join(own('l', line as FieldTable))}, ${usmerenja} as usmerenja
    from ${sql.table(vrsta)} d join ${sql.table(`${vrsta}_stavka`)} l on ${sql.ref(`l.${vrsta}_id`)} = d.id
      left join odobrenje o on o.id = d.odobrenje_id
    where d.id in ${engineOf(db).list(ids)} order by d.datum, d.id, l.pozicija limit ${limit + 1}`.execute(db)
  if (rows.length > limit) return null
  return rows.map(({ usmerenja: directed, ...row }, at) => ({
    ...row,
    prva: rows[at - 1]?.dokument !== row.dokument,
    usmereno: directed !== '',
  }))
}

async function idsOf(db: Db, vrsta: Vrsta, query: Query) {
  const { conditions, texts } = ofCarina(engineOf(db), query)
  const today = query.dan ?? dayOf(Date.now())
  const rok = ofRok(query, today, query.stanje_roka ? await upozorenjeDana(db) : 0)
  const own = vrsta === 'c4' ? rok : ofShortage(query)
  const all = { ...query, page: 1, limit: MAX_SHEET_ROWS, sort: 'datum', order: 'asc' } as const
  return documentPage(db, vrsta, all, { conditions: [...conditions, ...own], texts })
}

/** The filters of the list of these documents. */
export type NamedQuery = Pick<RazduzenjeQuery, 'search' | 'vrsta' | 'materijal_id' | 'datum_od' | 'datum_do'>

type StoredRow = Omit<OstaloRazduzenjeRow, 'vrednost_rsd'> & { cena: Micro; kurs: Micro }

/** The lines of the documents that the query asks for, the newest document first; null where there are more than `limit`. */
export async function namedRows(
  db: Db,
  { search = '', vrsta, materijal_id, ...period }: NamedQuery,
  limit: number,
): Promise<OstaloRazduzenjeRow[] | null> {
  const conditions = [
    sql<SqlBool>`1 = 1`,
    ...containsWords(engineOf(db), 'o.trazi', search),
    ...bounds(period, 'o.datum'),
    ...(vrsta ? [sql<SqlBool>`o.vrsta = ${vrsta}`] : []),
    ...(materijal_id ? [sql<SqlBool>`l.materijal_id = ${materijal_id}`] : []),
  ]
  const { rows } = await sql<StoredRow>`
    select o.broj, o.datum, o.vrsta, o.broj_jci, o.carinski_organ, o.razlog, c4.broj_c4, l.datum as c4_datum,
      l.broj_fakture, l.redni_broj, l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.tarifni_broj,
      l.zemlja_porekla, n.kolicina, n.stopa_carine, n.carinska_vrednost_rsd, l.cena_po_jedinici as cena, l.kurs
    from ostalo_razduzenje o join ostalo_razduzenje_stavka n on n.ostalo_razduzenje_id = o.id
      join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${sql.join(conditions, sql` and `)}
    order by o.datum desc, o.id desc, n.pozicija limit ${limit + 1}`.execute(db)
  if (rows.length > limit) return null
  return rows.map((row) => ({ ...row, vrednost_rsd: worthOf(row.kolicina, row.cena, row.kurs) }))
}

type Material = { id: string; naziv: string; zemlja_porekla: string; jedinica_mere: string; tarifni_broj: string }

/** The materials that a search finds, in the columns that their import reads. */
export const materialsForImport = {
  name: 'Materijali',
  columns: () => [
    text<Material>('ID', ({ id }) => id),
    text<Material>('Naziv', ({ naziv }) => naziv, WIDE),
    text<Material>('Zemlja porekla', ({ zemlja_porekla }) => zemlja_porekla),
    text<Material>('Jedinica mere', ({ jedinica_mere }) => jedinica_mere, UNIT),
    text<Material>('Tarifni broj', ({ tarifni_broj }) => tarifni_broj),
  ],
  async read(
    db: Db,
    { search = '' }: { readonly search?: string | undefined },
    limit: number,
  ): Promise<Material[] | null> {
    const rows = await db
      .selectFrom('materijal')
      .select(['id', 'naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj'])
      .where(({ and }) => and(materialShows(engineOf(db), search)))
      .orderBy('id')
      .limit(limit + 1)
      .execute()
    return rows.length > limit ? null : rows
  },
}
