import { materialShows } from '#server/catalogue/catalogue-search.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { text, UNIT, WIDE } from '#server/sheets/sheet-columns.ts'

type Row = { id: string; naziv: string; zemlja_porekla: string; jedinica_mere: string; tarifni_broj: string }

/** The materials that a search finds, in the columns that their import reads. */
export const materialsForImport = {
  name: 'Materijali',
  columns: () => [
    text<Row>('ID', ({ id }) => id),
    text<Row>('Naziv', ({ naziv }) => naziv, WIDE),
    text<Row>('Zemlja porekla', ({ zemlja_porekla }) => zemlja_porekla),
    text<Row>('Jedinica mere', ({ jedinica_mere }) => jedinica_mere, UNIT),
    text<Row>('Tarifni broj', ({ tarifni_broj }) => tarifni_broj),
  ],
  async read(db: Db, { search = '' }: { readonly search?: string | undefined }, limit: number): Promise<Row[] | null> {
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
