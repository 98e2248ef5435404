import { type RawBuilder, sql } from 'kysely'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { firmKey } from '#domain/partneri.ts'
import type { Db } from '#server/db/schema.ts'
import { NUMBERED } from '#server/documents/document-list.ts'
import { partnerColumns } from '#server/documents/partners.ts'
import { materialColumns } from '#server/materials/material-queries.ts'
import { productColumns } from '#server/products/product-queries.ts'
import { pages } from './all-in-pages.ts'
import { Difference, expectSame } from './difference.ts'

/** How many rows are read at a time. */
const PAGE_ROWS = 1000

/** Checks the columns of search and sorting of every material; answers their number. Throws the first Difference. */
export async function verifyMaterials(db: Db): Promise<number> {
  const read = (after: string) =>
    db.selectFrom('materijal').selectAll().where('id', '>', after).orderBy('id').limit(PAGE_ROWS).execute()
  let count = 0
  for await (const rows of pages('', read, ({ id }) => id)) {
    for (const { trazi, naziv_red, ...row } of rows) {
      const expected = materialColumns({ ...row, jedinica_mere: row.jedinica_mere as 'kg' })
      expectSame(`Materijal ${row.id}: tekst za pretragu`, trazi, expected.trazi)
      expectSame(`Materijal ${row.id}: ključ za sortiranje`, naziv_red, expected.naziv_red)
    }
    count += rows.length
  }
  return count
}

/** The same of every product, and that it counts the rows of its normativ right. */
export async function verifyProducts(db: Db): Promise<number> {
  const read = (after: string) =>
    db
      .selectFrom('proizvod')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('normativ')
          .whereRef('normativ.proizvod_id', '=', 'proizvod.id')
          .where('normativ.verzija', '=', 1)
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .as('normativa'),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute()
  let count = 0
  for await (const rows of pages('', read, ({ id }) => id)) {
    for (const { trazi, naziv_red, normativ_count, normativa, ...row } of rows) {
      const expected = productColumns(row)
      expectSame(`Proizvod ${row.id}: tekst za pretragu`, trazi, expected.trazi)
      expectSame(`Proizvod ${row.id}: ključ za sortiranje`, naziv_red, expected.naziv_red)
      expectSame(`Proizvod ${row.id}: broj stavki normativa`, normativ_count, normativa)
    }
    count += rows.length
  }
  return count
}

/**
 * Checks the columns of search and sorting of every partner, and that each document is tied to exactly its own
 * spellings. Throws the first Difference.
 */
export async function verifyPartners(db: Db): Promise<void> {
  const read = (after: number) =>
    db.selectFrom('partner').selectAll().where('id', '>', after).orderBy('id').limit(PAGE_ROWS).execute()
  for await (const rows of pages(0, read, ({ id }) => id)) {
    const zapisi = await db
      .selectFrom('partner_zapis')
      .selectAll()
      .where('partner_id', '>=', rows[0]?.id ?? 0)
      .where('partner_id', '<=', rows.at(-1)?.id ?? 0)
      .execute()
    const owned = Map.groupBy(zapisi, ({ partner_id }) => partner_id)
    for (const row of rows) {
      const name = `Partner ${row.naziv}`
      const expected = partnerColumns(row, owned.get(row.id) ?? [])
      expectSame(`${name}: ključ`, row.kljuc, expected.kljuc)
      expectSame(`${name}: ključ za sortiranje`, row.naziv_red, expected.naziv_red)
      expectSame(`${name}: tekst za pretragu`, row.trazi, expected.trazi)
      for (const zapis of owned.get(row.id) ?? []) expectSame(`${name}: ključ zapisa`, zapis.kljuc, firmKey(zapis))
    }
  }
  await verifyTies(db, 'c4')
  await verifyTies(db, 'c1')
}

async function verifyTies(db: Db, table: 'c4' | 'c1'): Promise<void> {
  const same = (zapis: string, texts: Readonly<Record<string, RawBuilder<unknown>>>) =>
    sql.join(
      Object.entries(texts).map(([name, text]) => sql`${sql.ref(`${zapis}.${name}`)} = ${text}`),
      sql` and `,
    )
  const of = (column: string) => sql.ref(`d.${column}`)
  const none = sql`''`
  const sender = { naziv: of('posiljalac_naziv'), grad: of('posiljalac_grad'), drzava: of('posiljalac_drzava') }
  const receiver = { naziv: of('primalac_naziv'), grad: of('primalac_grad'), drzava: none }
  const codes = { pib: sql`coalesce(d.primalac_pib, '')`, mb: sql`coalesce(d.primalac_mb, '')` }
  const { rows } = await sql<{ broj: string; datum: CalendarDate }>`
    select ${of(NUMBERED[table])} as broj, d.datum from ${sql.table(table)} d
    left join partner_zapis p on p.id = d.posiljalac_zapis and ${same('p', { ...sender, pib: none, mb: none })}
    left join partner_zapis r on r.id = d.primalac_zapis and ${same('r', { ...receiver, ...codes })}
    where p.id is null or r.id is null order by d.id limit 1`.execute(db)
  const [wrong] = rows
  if (!wrong) return
  const name = `${table.toUpperCase()} ${wrong.broj} od ${formatDate(wrong.datum)}`
  throw new Difference(`${name}: firma iz dokumenta nije vezana za svoj zapis u registru partnera.`)
}
