import { PODESAVANJA_AT_FIRST } from '#contract/podesavanja.ts'
import type { Db } from '#server/db/schema.ts'

/** So many days before its end a deadline is said to end. */
export async function upozorenjeDana(db: Db): Promise<number> {
  const set = await db.selectFrom('podesavanja').select('upozorenje_roka_dana').executeTakeFirst()
  return set?.upozorenje_roka_dana ?? PODESAVANJA_AT_FIRST.upozorenje_roka_dana
}
