import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NormativReply, ProductBody, ProductQuery, ProductRow, ProductSaved } from '#contract/products.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { subtract } from '#domain/decimal.ts'
import { searchText, sortKey } from '#domain/search-text.ts'
import { nearest } from '#server/catalogue/catalogue-search.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import { containsWords, wordsOf } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import { type Found, pageFrom } from '#server/records/page.ts'
import { osnovOtpada } from '#server/stock/c1-line-texts.ts'

const products = (db: Db) =>
  db
    .selectFrom('proizvod')
    .select(['id', 'id as sifra', 'naziv', 'hs_code', 'jedinica_mere', 'verzija'])
    .select(
      sql<number>`case when exists (select 1 from normativ_verzija d where d.proizvod_id = proizvod.id)
      then (select count(*) from normativ n where n.proizvod_id = proizvod.id
        and n.verzija = ${versionOn('proizvod.id', dayOf(Date.now()))})
      else normativ_count end`.as('normativ_count'),
    )

/**
 * A page of the products that match every word of `search`, and the number of all matches. A word stands in the ID,
 * name or HS code, or is the unit (spec §2, Shared pieces). The default order is `nearest` first, then by name.
 */
export async function findProducts(
  db: Db,
  { search = '', sort, order = 'asc', ...page }: ProductQuery,
): Promise<Found<ProductRow>> {
  const where = await searched(db, search)
  const rows = products(db).$if(where.length > 0 && !sort, (query) => query.orderBy(nearest(search)))
  const by = sql.ref(!sort || sort === 'naziv' ? 'naziv_red' : sort)
  return pageFrom(db, 'proizvod', rows, { ...page, where, by, order })
}

async function searched(db: Db, search: string): Promise<RawBuilder<SqlBool>[]> {
  const units = wordsOf(search).length > 0 ? await unitsOf(db) : []
  return containsWords(engineOf(db), 'trazi', search, (word) => {
    const called = units.filter((unit) => searchText(unit) === searchText(word))
    return called.length > 0 ? [sql<SqlBool>`jedinica_mere in ${engineOf(db).list(called)}`] : []
  })
}

/** Units are free text (decisions/silent-spec), and few. */
async function unitsOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('proizvod').select('jedinica_mere').distinct().execute()
  return rows.map(({ jedinica_mere }) => jedinica_mere)
}

/**
 * A product with its normativ of a day (default today): the materials in the order in which they were saved, each with
 * its stock. Null when there is no such product.
 */
export async function findProduct(db: Db, id: string, datum?: CalendarDate): Promise<ProductSaved | null> {
  const product = await products(db).where('id', '=', id).executeTakeFirst()
  return product ? { ...product, normativ: await normativOfProduct(db, id, datum ?? dayOf(Date.now())) } : null
}

async function normativOfProduct(db: Db, id: string, datum: CalendarDate): Promise<NormativReply['normativ']> {
  const rows = await db
    .selectFrom('normativ')
    .innerJoin('materijal', 'materijal.id', 'normativ.materijal_id')
    .innerJoin('stanje', 'stanje.materijal_id', 'materijal.id')
    .select(['materijal.id as materijal_id', 'naziv', 'jedinica_mere', 'potrebna_kolicina'])
    .select(['otpad_procenat', 'gubitak_procenat'])
    .select(['total_input', 'total_consumed'])
    .select(osnovOtpada.as('osnov_otpada'))
    .where('proizvod_id', '=', id)
    .where('normativ.verzija', '=', versionOn('normativ.proizvod_id', datum))
    .orderBy('pozicija')
    .execute()
  return rows.map(({ total_input, total_consumed, ...row }) => ({
    ...row,
    na_stanju: subtract(total_input, total_consumed),
  }))
}

/** The columns of a product as they are written, with what search and sorting read. */
export const productColumns = ({ id, naziv, hs_code, jedinica_mere }: Omit<ProductBody, 'normativi'>) => ({
  id,
  naziv,
  hs_code,
  jedinica_mere,
  trazi: searchText(`${id} ${naziv} ${hs_code}`),
  naziv_red: sortKey(naziv),
})
