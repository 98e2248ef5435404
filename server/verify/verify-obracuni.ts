import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { Difference, expectSame } from './difference.ts'

/**
 * Checks of each account that was handed in that the hash is that of its rows and that its paper is there, and of a draft
 * that nothing is frozen. Answers how many were handed in. Throws the first Difference.
 */
export async function verifyObracuni(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
    broj: string
    stanje: string
    sha256: string | null
    frozen: number | null
  }>`
    select o.id, o.broj, o.stanje, o.sha256, f.obracun_id as frozen
    from obracun o left join obracun_podnet f on f.obracun_id = o.id order by o.id`.execute(db)
  let count = 0
  for (const { id, broj, stanje, sha256, frozen } of rows) {
    const isDraft = stanje === 'nacrt'
    if (isDraft && frozen !== null) throw new Difference(`Obračun ${broj} je nacrt, a ima podnete redove.`)
    if (isDraft) continue
    if (frozen === null) throw new Difference(`Obračun ${broj} je ${stanje}, a nema podnetih redova i papira.`)
    // One at a time: rows and papers have some MB.
    const { redovi, papir } = await db
      .selectFrom('obracun_podnet')
      .select(['redovi', 'papir'])
      .where('obracun_id', '=', id)
      .executeTakeFirstOrThrow()
    const hash = createHash('sha256').update(redovi).digest('hex')
    expectSame(`Obračun ${broj}: kontrolni zbir SHA-256 redova`, sha256, hash)
    if (!Buffer.from(papir).subarray(0, 5).equals(Buffer.from('%PDF-')))
      throw new Difference(`Obračun ${broj}: podneti papir nije PDF.`)
    count++
  }
  return count
}
