import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DocumentQuery } from '#contract/documents.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { searchText } from '#domain/search-text.ts'
import { contains } from '#server/db/contains.ts'

/**
 * What a list query asks for, as conditions on the columns that C4 and C1 share. Each filter is read from either of
 * the two names under which clients send it (decisions §4); `partner` is the one this list has a filter for.
 */
export function documentFilters(query: DocumentQuery, partner: string | undefined): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  const compare = (
    column: string,
    operator: '=' | '>=' | '<=',
    value: string | CalendarDate | Micro | Para | undefined,
  ) => {
    if (value !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} ${sql.raw(operator)} ${value}`)
  }
  // The search of the table finds partners too, as that of the archive; `c4Number` is the number alone.
  for (const word of searchText(query.search ?? '')
    .split(' ')
    .filter(Boolean)) {
    conditions.push(sql<SqlBool>`(${contains('broj_trazi', word)} or ${contains('partner_trazi', word)})`)
  }
  const broj = query.c4Number ?? query.c1Number
  if (broj) conditions.push(contains('broj_trazi', broj))
  if (partner) conditions.push(contains('partner_trazi', partner))
  compare('tip_dokumenta', '=', query.tip_dokumenta ?? query.documentType)
  compare('zemlja_otpreme', '=', query.zemlja_otpreme ?? query.countryOfDispatch)
  compare('datum', '>=', query.datum_od ?? query.dateStart)
  compare('datum', '<=', query.datum_do ?? query.dateEnd)
  compare('vrednost_total', '>=', query.vrednost_min ?? query.valueMin)
  compare('vrednost_total', '<=', query.vrednost_max ?? query.valueMax)
  compare('kolicina_total', '>=', query.kolicina_min ?? query.quantityMin)
  compare('kolicina_total', '<=', query.kolicina_max ?? query.quantityMax)
  return conditions
}

const SORTED_BY = { broj: 'broj_kljuc', partner: 'partner_red', zemlja_otpreme: 'zemlja_red' } as const

/** Newest first unless the query names a column; the id decides between equals, in the same direction. */
export function documentOrder({ sort = 'datum', order }: DocumentQuery): RawBuilder<unknown> {
  const column = sql.ref(SORTED_BY[sort as 'broj'] ?? sort)
  const direction = sql.raw(order ?? (sort === 'datum' ? 'desc' : 'asc'))
  return sql`${column} ${direction}, id ${direction}`
}
