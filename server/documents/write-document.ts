import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { Micro } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'
import { ANSWERED_FIELDS, type derivedColumns } from './document-columns.ts'

/** Which stored document a save rewrites, and the version that its editor saw (null: whatever is stored). */
export type Rewrite = { readonly id: number; readonly ifVersion: number | null }

/** What C4 and C1 alike store of a document beside what its user says of it. */
const STORED = [
  ...ANSWERED_FIELDS,
  'godina',
  'broj_kljuc',
  'broj_trazi',
  'partner_trazi',
  'partner_red',
  'zemlja_red',
] as const
type Stored = ReturnType<typeof derivedColumns> & { pdf_fajl: string | null; kurs: Micro }

/**
 * Answers a function that writes the row of a document, as a new one or over the one that is `stored`, and answers its
 * id. `fields` are what a user says of it. A number that is taken (decisions §3) is refused at `numberField`.
 */
export function documentWriter<Field extends string>(
  table: 'c4' | 'c1',
  fields: readonly Field[],
  numberField: NoInfer<Field>,
) {
  const names = [...fields, ...STORED]
  const insert = statement<{ id: number }, unknown[]>(
    () => sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map(() => null))}) returning id`,
  )
  return async (
    tx: Tx,
    stored: { id: number; verzija: number } | null,
    columns: { readonly [K in Field]: unknown } & Stored,
  ): Promise<number> => {
    const row: Record<string, unknown> = { ...columns, verzija: (stored?.verzija ?? 0) + 1 }
    try {
      if (stored) {
        const set = names.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
        await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${stored.id}`.execute(tx)
        return stored.id
      }
      const [inserted] = await insert(tx, ...names.map((name) => row[name]))
      return (inserted as { id: number }).id
    } catch (error) {
      if (!engineOf(tx).isUniqueViolation(error)) throw error
      const refusal = { field: numberField, message: sentences.documentExists }
      throw new Refusal('conflict', sentences.documentExists, [refusal])
    }
  }
}
