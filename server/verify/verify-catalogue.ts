import type { Db } from '#server/db/schema.ts'
import { materialColumns } from '#server/materials/material-queries.ts'
import { productColumns } from '#server/products/product-queries.ts'
import { pages } from './all-in-pages.ts'
import { expectSame } from './difference.ts'

/** How many rows are read at a time. */
const PAGE_ROWS = 1000

/** Checks what search and sorting read of every material; answers how many there are. Throws the first Difference. */
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
