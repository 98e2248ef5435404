import { formatDate } from '#domain/calendar-date.ts'
import { SEALED_COLUMNS } from '#server/audit/sealed.ts'
import type { Db } from '#server/db/schema.ts'
import { expectSaid, refuseLost, type Trail } from './said-in-trail.ts'

const COLUMNS = Object.keys(SEALED_COLUMNS.zakljucenje) as (keyof (typeof SEALED_COLUMNS)['zakljucenje'])[]

/** Checks of each closing that it is as the trail says, and that none is missing. Throws the first Difference. */
export async function verifyZakljucenja(db: Db, { zakljucenje: said }: Trail): Promise<void> {
  const rows = await db
    .selectFrom('zakljucenje')
    .select([...COLUMNS, 'id'])
    .orderBy('id')
    .execute()
  for (const { id, ...row } of rows)
    expectSaid('zakljucenje', said.get(String(id)), row, `do ${formatDate(row.do_dana)}`)
  const ids = new Set(rows.map(({ id }) => String(id)))
  refuseLost('zakljucenje', said, (predmet) => ids.has(predmet))
}
