import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RemainingC4 } from '#contract/archive.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, subtract, worthOf } from '#domain/decimal.ts'
import { contains, containsWords, wordsOf } from '#server/db/contains.ts'
import { type Engine, engineOf } from '#server/db/engine.ts'
import { type Period, within } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { leftAt, pastEnd, preostaloAt } from './stock-at.ts'

export type RemainingQuery = Period & {
  /** The days of import of the lots, if they are not those of the period, and their country of origin. */
  readonly uvoz_od?: CalendarDate | undefined
  readonly uvoz_do?: CalendarDate | undefined
  readonly zemlja_porekla?: string | undefined
  readonly search?: string | undefined
  readonly page: number
  readonly limit: number
}

type OpenLot = Omit<RemainingC4, 'stavke'> &
  Omit<RemainingC4['stavke'][number], 'kolicina_razduzena' | 'vrednost_rsd'> & { cena_po_jedinici: Micro }

/** `day`: the past day that is asked about; null: now. */
type Asked = RemainingQuery & { readonly day: CalendarDate | null; readonly engine: Engine }

/**
 * The C4 documents with something left at the end of the period (now, without a period), oldest first, each with its
 * lots that have something left; paged by document. Other filters choose lots by day of import and country. A search
 * chooses lots whose document number, sender or material contains every word of it.
 */
export async function remainingDocuments(
  db: Db,
  asked: RemainingQuery,
): Promise<{ rows: RemainingC4[]; total: number }> {
  const query = { ...asked, day: await pastEnd(db, asked), engine: engineOf(db) }
  const { documents, total } = await findC4s(db, query)
  if (documents.length === 0) return { rows: [], total }
  const ids = documents.map(({ c4_id }) => c4_id)
  const { rows } = await sql<OpenLot>`
    select l.c4_id, c4.broj_c4 as c4_broj, l.datum as c4_datum, c4.tip_dokumenta, c4.posiljalac_naziv,
      c4.valuta, l.kurs,
      l.id as ulaz_stavka_id, l.materijal_id, m.naziv, l.zemlja_porekla, m.jedinica_mere, l.kolicina,
      ${query.day ? preostaloAt(query.day) : sql`l.preostalo`} as preostalo, l.cena_po_jedinici
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${matching(query)} and l.c4_id in ${engineOf(db).list(ids)}
    order by l.datum, l.c4_id, l.pozicija`.execute(db)
  return { rows: [...Map.groupBy(rows, ({ c4_id }) => c4_id).values()].flatMap(documentOf), total }
}

type Found = { documents: { c4_id: number }[]; total: number }

/**
 * The page of documents with a lot that has something left and has each word of the search in its material or its
 * document. The texts of a document are searched once for all its lots; for each lot only its material is searched.
 */
async function findC4s(db: Db, query: Asked): Promise<Found> {
  const { list } = query.engine
  const words = await materialsByWord(db, query.search ?? '')
  const marks = words.map(
    ({ word }, at) => sql`, case when ${inDocument(query.engine, word)} then 1 else 0 end as ${mark(at)}`,
  )
  const found = words.map(({ materials }, at) => sql` and (d.${mark(at)} = 1 or l.materijal_id in ${list(materials)})`)
  const { rows } = await sql<{ c4_id: number | null; total: number }>`
    with d as materialized (
      select datum, id ${sql.join(marks, sql``)} from c4 where ${cameInDays(query, 'datum')}),
    nadjeno as materialized (
      select d.datum, d.id from d where exists (
        select 1 from c4_stavka l where l.datum = d.datum and l.c4_id = d.id and ${isLeft(query)} ${sql.join(found, sql``)}))
    select svega.total, p.id as c4_id from (select count(*) as total from nadjeno) svega left join (
      select datum, id from nadjeno order by datum, id limit ${query.limit} offset ${(query.page - 1) * query.limit}) p
      on 1 = 1 order by p.datum, p.id`.execute(db)
  return {
    documents: rows.flatMap(({ c4_id }) => (c4_id === null ? [] : [{ c4_id }])),
    total: rows[0]?.total ?? 0,
  }
}

const mark = (at: number) => sql.ref(`rec_${at}`)

/** The words of a search with the materials that have them. */
async function materialsByWord(db: Db, search: string): Promise<{ word: string; materials: string[] }[]> {
  const typed = wordsOf(search)
  if (typed.length === 0) return []
  const marks = typed.map((word) => sql`case when ${contains(engineOf(db), 'trazi', word)} then '1' else '0' end`)
  const { rows } = await sql<{ id: string; ima: string }>`
    select id, ${sql.join(marks, sql` || `)} as ima from materijal`.execute(db)
  return typed.map((word, at) => ({
    word,
    materials: rows.flatMap(({ id, ima }) => (ima[at] === '1' ? [id] : [])),
  }))
}

const inDocument = (engine: Engine, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${contains(engine, 'broj_trazi', word)} or ${contains(engine, 'partner_trazi', word)})`

/**
 * True if something was left, at the end of the period, of a lot `l` of the asked country that had come in by then. The
 * wording `utrosen is null` lets both engines use the index of open lots.
 */
const isLeft = (query: Asked): RawBuilder<SqlBool> =>
  query.day ? sql`${leftAt(query.day)} and ${isOfCountry(query)}` : sql`l.utrosen is null and ${isOfCountry(query)}`

/** The days of import: those of the period, and those of the filter beside it. */
const cameInDays = ({ uvoz_od, uvoz_do, ...period }: Asked, column: string): RawBuilder<SqlBool> =>
  sql`${within(period, column)} and ${within({ datum_od: uvoz_od, datum_do: uvoz_do }, column)}`

const isOfCountry = ({ zemlja_porekla }: Asked): RawBuilder<SqlBool> =>
  zemlja_porekla ? sql`l.zemlja_porekla = ${zemlja_porekla}` : sql`1 = 1`

/** The lots themselves. */
const matching = (query: Asked): RawBuilder<SqlBool> =>
  sql.join(
    [isLeft(query), cameInDays(query, 'l.datum'), ...containsWords(query.engine, SEARCHED, query.search ?? '')],
    sql` and `,
  )

const SEARCHED = sql`(c4.broj_trazi || ' ' || c4.partner_trazi || ' ' || m.trazi)`

function documentOf(lots: OpenLot[]): RemainingC4[] {
  const [first] = lots
  if (!first) return []
  const { c4_id, c4_broj, c4_datum, tip_dokumenta, posiljalac_naziv, valuta, kurs } = first
  const stavke = lots.map((lot) => ({
    ulaz_stavka_id: lot.ulaz_stavka_id,
    materijal_id: lot.materijal_id,
    naziv: lot.naziv,
    zemlja_porekla: lot.zemlja_porekla,
    jedinica_mere: lot.jedinica_mere,
    kolicina: lot.kolicina,
    kolicina_razduzena: subtract(lot.kolicina, lot.preostalo),
    preostalo: lot.preostalo,
    vrednost_rsd: worthOf(lot.preostalo, lot.cena_po_jedinici, lot.kurs),
  }))
  return [{ c4_id, c4_broj, c4_datum, tip_dokumenta, posiljalac_naziv, valuta, kurs, stavke }]
}
