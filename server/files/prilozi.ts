import type { SaPrilozima } from '#contract/prilozi.ts'
import type { Tx } from '#server/db/schema.ts'
import { RESTORE_MS } from './pdfs.ts'

const pathsOf = (tx: Tx, uz: SaPrilozima, predmet: number) =>
  tx.selectFrom('prilog').where('uz', '=', uz).where('predmet', '=', predmet)

/** Keeps the attachments of a document `deleted` then (milliseconds since 1970) as long as it can be brought back. */
export async function letPriloziGo(tx: Tx, uz: SaPrilozima, predmet: number, deleted: number): Promise<void> {
  const rows = await pathsOf(tx, uz, predmet).select('putanja').execute()
  const od = deleted + RESTORE_MS
  if (rows.length > 0)
    await tx
      .insertInto('pdf_bez_dokumenta')
      .values(rows.map(({ putanja }) => ({ putanja, od })))
      .execute()
}

/** Keeps the attachments of a document that is brought back. */
export async function takePriloziBack(tx: Tx, uz: SaPrilozima, predmet: number): Promise<void> {
  await tx
    .deleteFrom('pdf_bez_dokumenta')
    .where('putanja', 'in', pathsOf(tx, uz, predmet).select('putanja'))
    .execute()
}
