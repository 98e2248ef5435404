import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Schema } from '#server/db/schema.ts'
import { Difference, expectSame } from './difference.ts'
import { pages } from './pages.ts'

/** How many paths are read at a time; contents come one by one. */
const PAGE_ROWS = 1000

/**
 * Checks size and hash of every stored PDF and attachment, and that each has one document or is known to have none. Throws the first
 * Difference.
 */
export async function verifyPdfs(db: Db): Promise<number> {
  await refuseLostPdf(db)
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

async function refuseLostPdf(db: Db) {
  const { rows } = await sql<{ putanja: string; imaju: number; cekaju: number }>`
    select p.putanja, count(d.pdf_fajl) as imaju, count(b.putanja) as cekaju from pdf p
    left join (select pdf_fajl from c4 union all select pdf_fajl from c1 union all
      select pdf_fajl from ostalo_razduzenje union all select a.putanja from prilog a where exists
        (select 1 from c4 where a.uz = 'c4' and c4.id = a.predmet) or exists
        (select 1 from c1 where a.uz = 'c1' and c1.id = a.predmet) or exists
        (select 1 from ostalo_razduzenje o where a.uz = 'ostalo_razduzenje' and o.id = a.predmet)) d
      on d.pdf_fajl = p.putanja
    left join pdf_bez_dokumenta b on b.putanja = p.putanja
    group by p.putanja having count(d.pdf_fajl) + count(b.putanja) <> 1 order by p.putanja limit 1`.execute(db)
  const [lost] = rows
  if (!lost) return
  if (lost.imaju > 1) throw new Difference(`PDF ${lost.putanja} pripada dvama dokumentima.`)
  throw new Difference(
    `PDF ${lost.putanja} ${lost.imaju > 0 ? 'ima dokument, a vodi se kao da ga nema' : 'nema dokument, a ne vodi se kao takav'}.`,
  )
}
