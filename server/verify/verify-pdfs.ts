import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Difference, expectSame } from './difference.ts'
import { pages } from './pages.ts'

/** How many paths are read at a time; contents come one by one. */
const PAGE_ROWS = 1000

/** Checks size and hash of every stored PDF, and that no two documents have the same. Throws the first Difference. */
export async function verifyPdfs(db: Db): Promise<number> {
  await refuseSharedPdf(db)
  const read = (after: string) =>
    db
      .selectFrom('pdf')
      .select(['putanja', 'naziv', 'velicina', 'sha256'])
      .where('putanja', '>', after)
      .orderBy('putanja')
      .limit(PAGE_ROWS)
      .execute()
  let count = 0
  for await (const rows of pages('', read, ({ putanja }) => putanja)) {
    for (const row of rows) await verifyPdf(db, row)
    count += rows.length
  }
  return count
}

async function verifyPdf(
  db: Db,
  { putanja, naziv, velicina, sha256 }: Pick<Schema['pdf'], 'putanja' | 'naziv' | 'velicina' | 'sha256'>,
) {
  const { sadrzaj } = await db
    .selectFrom('pdf')
    .select('sadrzaj')
    .where('putanja', '=', putanja)
    .executeTakeFirstOrThrow()
  expectSame(`PDF ${naziv} (${putanja}): veličina`, velicina, sadrzaj.byteLength)
  const hash = createHash('sha256').update(sadrzaj).digest('hex')
  expectSame(`PDF ${naziv} (${putanja}): kontrolni zbir SHA-256`, sha256, hash)
}

async function refuseSharedPdf(db: Db) {
  const { rows } = await sql<{ pdf_fajl: string }>`
    select pdf_fajl from (select pdf_fajl from c4 union all select pdf_fajl from c1) d
    where pdf_fajl is not null group by pdf_fajl having count(*) > 1 limit 1`.execute(db)
  if (rows[0]) throw new Difference(`PDF ${rows[0].pdf_fajl} pripada dvama dokumentima.`)
}
