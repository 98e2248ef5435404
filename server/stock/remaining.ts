import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RemainingC4 } from '#contract/archive.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto, subtract } from '#domain/decimal.ts'
import { contains, containsWords, wordsOf } from '#server/db/contains.ts'
import { type Engine, engineOf } from '#server/db/engine.ts'
import { pageWindow, readDirection } from '#server/db/page-window.ts'
import { type Period, within } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { valueToPara } from './exact-sums.ts'
import { queues } from './queues.ts'
import { firstLeft, leftAt, namedLeftSince, pastEnd, preostaloAt } from './stock-at.ts'

export type RemainingQuery = Period & {
  /** The days of import of the lots, where they are not those of the period, and their country of origin. */
  readonly uvoz_od?: CalendarDate | undefined
  readonly uvoz_do?: CalendarDate | undefined
  readonly zemlja_porekla?: string | undefined
  readonly search?: string | undefined
  readonly page: number
  readonly limit: number
}

type OpenLot = Omit<RemainingC4, 'stavke'> &
  Omit<RemainingC4['stavke'][number], 'kolicina_razduzena' | 'vrednost_rsd'> & { cena_po_jedinici: Micro }

/** `day`: at the end of which something was left; null: now. `uvoz`: the days of import, those of the period among them. */
type Asked = RemainingQuery & { readonly day: CalendarDate | null; readonly uvoz: Period; readonly engine: Engine }

/**
 * The C4 documents of which something was left at the end of the period (now, without one), oldest first, each with those
 * of its lots of which something was; paged by document. Other filters keep lots of some days of import and of a country,
 * a search those whose document number, sender or material contains every word of it.
 */
export async function remainingDocuments(
  db: Db,
  asked: RemainingQuery,
): Promise<{ rows: RemainingC4[]; total: number }> {
  const uvoz = {
    datum_od: [asked.datum_od, asked.uvoz_od]
      .filter((day) => day !== undefined)
      .sort()
      .at(-1),
    datum_do: [asked.datum_do, asked.uvoz_do]
      .filter((day) => day !== undefined)
      .sort()
      .at(0),
  }
  const query = { ...asked, uvoz, day: await pastEnd(db, asked), engine: engineOf(db) }
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
 * One pass over the documents by day, from the oldest lot on of which something was left. PostgreSQL is slow at probing
 * each document, so without search words it walks the index of lots instead, which is in the order of the documents. So
 * does SQLite for the lots of a country: of a million, 45,000 of them are found in 15 ms, and in 46 document by document.
 */
async function findC4s(db: Db, query: Asked): Promise<Found> {
  const narrowing = await narrowingWords(db, query.search ?? '')
  if (narrowing.words.length === 0 && (engineOf(db).name === 'postgres' || query.zemlja_porekla)) {
    const open = sql`
      select l.datum, l.c4_id from c4_stavka l
      where ${isLeft(query)} and ${within(query.uvoz, 'l.datum')} and l.datum >= ${oldestLeft(query)}
      group by l.datum, l.c4_id`
    return countThenRead(db, query, open, ['l.datum', 'l.c4_id'])
  }
  const { bySet, byProbe } = waysToFind(db, query, narrowing)
  const either = sql.join(
    [...bySet, ...byProbe].map((one) => sql`(${one})`),
    sql` or `,
  )
  const found = sql`
    select c4.datum, c4.id as c4_id from c4 where ${within(query.uvoz, 'c4.datum')}
      and c4.datum >= ${oldestLeft(query)} and (${either})`
  return bySet.length > 0 ? readWithCount(db, query, found) : countThenRead(db, query, found, ['c4.datum', 'c4.id'])
}

/** Found, counted and ordered in one go, because the sets are what takes the time. */
async function readWithCount(db: Db, query: Asked, found: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<{ c4_id: number; total: number }>`
    with nadjeno as materialized (${found})
    select c4_id, (select count(*) from nadjeno) as total from nadjeno order by datum, c4_id
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db)
  if (rows[0] || query.page === 1) return { documents: rows, total: rows[0]?.total ?? 0 }
  return { documents: [], total: await countOf(db, found) }
}

/** Counted, and then found again up to the page alone, along the index that is in this order. */
async function countThenRead(
  db: Db,
  query: Asked,
  found: RawBuilder<unknown>,
  order: readonly [string, string],
): Promise<Found> {
  const total = await countOf(db, found)
  const window = pageWindow(total, query)
  if (window.limit === 0) return { documents: [], total }
  const direction = sql.raw(readDirection(window, 'asc'))
  const ordered = order.map((column) => sql`${sql.ref(column)} ${direction}`)
  const { rows } = await sql<{ c4_id: number }>`
    ${found} order by ${sql.join(ordered)} limit ${window.limit} offset ${window.offset}`.execute(db)
  return { documents: rows, total }
}

async function countOf(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${found}) d`.execute(db)
  return rows[0]?.total ?? 0
}

/** Sets of lots that a search builds; what remains after the largest is looked at document by document. */
const MAX_LOT_SETS = 8
/**
 * Different sets of words that materials lack, each of which is one more way to find a document. With more, of many short
 * words, every lot is looked at for its texts: slower, but SQLite refuses a condition of a thousand alternatives.
 */
const MAX_WAYS = 64
/**
 * From this share of all materials on, a document is mostly found by its first open lots. Asking each document for them
 * is quicker then than a set of so many lots: of 370,000 open lots, those of 850 of 1,000 materials take 33 ms instead
 * of 82. With few materials it is the other way round: those of 100 take 17 ms as a set, and 61 asked for.
 */
const COMMON_SHARE = 0.35

/**
 * How a document is found by the texts of itself and of the material of an open lot together: for each set of words
 * that the same materials lack, it must have these words and a lot of one of these materials. So no lot is looked at
 * for its texts. Lots of common materials, and those of documents that have every word, are asked for document by
 * document.
 */
function waysToFind(db: Db, query: Asked, { words, all }: Narrowing) {
  const { list } = engineOf(db)
  const openLot = sql`select 1 from c4_stavka l where l.datum = c4.datum and l.c4_id = c4.id and ${isLeft(query)}`
  const everyWord = words.map(({ word }) => word)
  const bySet: RawBuilder<unknown>[] = []
  const byProbe = [withWords(query, everyWord, sql`exists (${openLot})`)]
  const ways = lackingTheSame(words)
  if (ways.length > MAX_WAYS) return { bySet, byProbe: [lotWith(query, everyWord)] }
  for (const { lacked, materials } of ways) {
    const lots = lotsOf(query, list(materials))
    if (bySet.length < MAX_LOT_SETS && materials.length < all * COMMON_SHARE)
      bySet.push(withWords(query, lacked, sql`c4.id in (${lots})`))
    // A term instead of the column keeps SQLite to the index by document: by material it would look up each of them.
    else byProbe.push(withWords(query, lacked, sql`exists (${openLot} and l.materijal_id || '' in ${list(materials)})`))
  }
  return { bySet, byProbe }
}

/** The documents of all lots of these materials of which something was left; of a past day along the order of the lots. */
const lotsOf = (query: Asked, materials: RawBuilder<unknown>): RawBuilder<unknown> =>
  query.day
    ? sql`select l.c4_id from stanje s cross join ${queues(query.engine)}
        join c4_stavka prvi on prvi.id = ${firstLeft(query.day, sql`q.red`)}
        join c4_stavka l on l.materijal_id = s.materijal_id and l.red = q.red
          and (l.datum, l.c4_id, l.id) >= (prvi.datum, prvi.c4_id, prvi.id)
        where s.materijal_id in ${materials} and ${isLeft(query)} and ${within(query.uvoz, 'l.datum')}
        union all select l.c4_id from c4_stavka l
        where ${namedLeftSince(query.day)} and l.materijal_id in ${materials}
          and ${isOfCountry(query)} and ${within(query.uvoz, 'l.datum')}`
    : sql`select l.c4_id from c4_stavka l
        where ${isLeft(query)} and l.materijal_id in ${materials} and ${within(query.uvoz, 'l.datum')}`

/** A lot of which something was left that has these words in its document and material together. */
const lotWith = (query: Asked, words: readonly string[]): RawBuilder<unknown> => sql`exists (
  select 1 from c4_stavka l join materijal m on m.id = l.materijal_id
  where l.datum = c4.datum and l.c4_id = c4.id and ${isLeft(query)}
    and ${sql.join(
      words.map((word) => contains(query.engine, SEARCHED, word)),
      sql` and `,
    )})`

/** A document that has these words, and such a lot. */
const withWords = (query: Asked, words: readonly string[], lot: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join([...words.map((word) => inDocument(query.engine, word)), lot], sql` and `)

/** The materials that have some of the words, together with those that lack the same ones; the most of them first. */
function lackingTheSame(words: readonly Word[]): { lacked: string[]; materials: string[] }[] {
  const having = words.map(({ materials }) => new Set(materials))
  const groups = Map.groupBy(new Set(words.flatMap(({ materials }) => materials)), (id) =>
    words.flatMap(({ word }, index) => (having[index]?.has(id) ? [] : [word])).join(' '),
  )
  return [...groups]
    .map(([lacked, materials]) => ({ lacked: lacked.split(' ').filter(Boolean), materials }))
    .sort((a, b) => b.materials.length - a.materials.length)
}

type Word = { readonly word: string; readonly materials: readonly string[] }
/** `all`: how many materials there are. */
type Narrowing = { readonly words: readonly Word[]; readonly all: number }

/** The words of a search with the materials that have them; without those that every material has. */
async function narrowingWords(db: Db, search: string): Promise<Narrowing> {
  const typed = wordsOf(search)
  if (typed.length === 0) return { words: [], all: 0 }
  const marks = typed.map((word) => sql`case when ${contains(engineOf(db), 'trazi', word)} then '1' else '0' end`)
  const { rows } = await sql<{ id: string; ima: string }>`
    select id, ${sql.join(marks, sql` || `)} as ima from materijal`.execute(db)
  const words = typed.map((word, at) => ({
    word,
    materials: rows.flatMap(({ id, ima }) => (ima[at] === '1' ? [id] : [])),
  }))
  return { words: words.filter(({ materials }) => materials.length < rows.length), all: rows.length }
}

const inDocument = (engine: Engine, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${contains(engine, 'c4.broj_trazi', word)} or ${contains(engine, 'c4.partner_trazi', word)})`

/**
 * Of a lot `l` of the asked country that had come in by the end of the period something was left then. In these words,
 * `utrosen is null`, both engines use the index that holds open lots alone.
 */
const isLeft = (query: Asked): RawBuilder<SqlBool> =>
  query.day ? sql`${leftAt(query.day)} and ${isOfCountry(query)}` : sql`l.utrosen is null and ${isOfCountry(query)}`

const isOfCountry = ({ zemlja_porekla }: Asked): RawBuilder<SqlBool> =>
  zemlja_porekla ? sql`l.zemlja_porekla = ${zemlja_porekla}` : sql`1 = 1`

/** The day of the oldest lot of which something was left. */
const oldestLeft = ({ day, engine }: Asked): RawBuilder<CalendarDate> =>
  day
    ? sql`(select min(datum) from (
        select min(f.datum) as datum from stanje s cross join ${queues(engine)}
          join c4_stavka f on f.id = ${firstLeft(day, sql`q.red`)}
        union all select min(l.datum) from c4_stavka l where ${namedLeftSince(day)}) prvi)`
    : sql`(select min(datum) from otvoreno where lotova > 0)`

/** The lots themselves. */
const matching = (query: Asked): RawBuilder<SqlBool> =>
  sql.join(
    [isLeft(query), within(query.uvoz, 'l.datum'), ...containsWords(query.engine, SEARCHED, query.search ?? '')],
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
    vrednost_rsd: valueToPara(multiplyToAtto(lot.preostalo, lot.cena_po_jedinici, lot.kurs)),
  }))
  return [{ c4_id, c4_broj, c4_datum, tip_dokumenta, posiljalac_naziv, valuta, kurs, stavke }]
}
