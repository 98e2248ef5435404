import type { Db } from '#server/db/schema.ts'

/** So many days before its end a deadline is said to end. */
const UPOZORENJE_DANA = 30

export async function upozorenjeDana(db: Db): Promise<number> {
  const set = await db.selectFrom('podesavanja').select('upozorenje_roka_dana').executeTakeFirst()
  return set?.upozorenje_roka_dana ?? UPOZORENJE_DANA
}
