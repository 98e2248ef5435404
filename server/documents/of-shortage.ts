import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isShortage } from '#server/stock/no-lot.ts'

/** Exports that some material of is not covered. They are few, and an index holds them alone. */
const withShortage = sql`select r.c1_id from razduzenje r where ${isShortage}`
const OF_SHORTAGE = {
  true: [sql<SqlBool>`id in (${withShortage})`],
  false: [sql<SqlBool>`id not in (${withShortage})`],
} as const

/** The filter of exports that have a shortage, or none. */
export const ofShortage = ({
  ima_manjak,
}: {
  readonly ima_manjak?: 'true' | 'false' | undefined
}): readonly RawBuilder<SqlBool>[] => (ima_manjak ? OF_SHORTAGE[ima_manjak] : [])
