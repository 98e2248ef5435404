import { createHash } from 'node:crypto'
import { formatDate } from '#domain/calendar-date.ts'
import { codeKey } from '#domain/one-form.ts'
import { PAPER_HASH, SEALED_COLUMNS, SHEET_HASH } from '#server/audit/sealed.ts'
import type { Db } from '#server/db/schema.ts'
import { Difference, expectSame } from './difference.ts'
import { expectSaid, refuseLost, type Trail } from './said-in-trail.ts'

const OBRACUN_COLUMNS = Object.keys(SEALED_COLUMNS.obracun) as (keyof (typeof SEALED_COLUMNS)['obracun'])[]

/**
 * Compares each account with the trail. Of one that was handed in it checks the hashes of its rows, paper and
 * spreadsheet too; of a draft nothing may be frozen. Answers how many were handed in. Throws the first Difference.
 */
export async function verifyObracuni(db: Db, { obracun: said }: Trail): Promise<number> {
  const rows = await db
    .selectFrom('obracun')
    .leftJoin('obracun_podnet', 'obracun_id', 'id')
    .select([...OBRACUN_COLUMNS, 'id', 'broj_kljuc', 'obracun_id as frozen'])
    .orderBy('id')
    .execute()
  let count = 0
  for (const { id, broj_kljuc, frozen, ...row } of rows) {
    const { broj, stanje, sha256 } = row
    const isDraft = stanje === 'nacrt'
    if (isDraft && frozen !== null) throw new Difference(`Obračun ${broj} je nacrt, a ima podnete redove.`)
    if (!isDraft && frozen === null)
      throw new Difference(`Obračun ${broj} je ${stanje}, a nema podnetih redova i papira.`)
    const kept = isDraft ? null : await hashesOf(db, id)
    if (kept) expectSame(`Obračun ${broj}: kontrolni zbir SHA-256 redova`, sha256, kept.redovi)
    const paper = kept && { [PAPER_HASH]: kept.papir, ...(kept.tabela && { [SHEET_HASH]: kept.tabela }) }
    expectSaid('obracun', said.get(String(id)), { ...row, ...paper }, broj)
    if (kept && !kept.isPdf) throw new Difference(`Obračun ${broj}: podneti papir nije PDF.`)
    expectSame(`Obračun ${broj}: ključ broja`, broj_kljuc, codeKey(broj))
    if (!isDraft) count++
  }
  const ids = new Set(rows.map(({ id }) => String(id)))
  refuseLost('obracun', said, (predmet) => ids.has(predmet))
  return count
}

/** Of rows, paper and spreadsheet of one account; they have some MB. */
async function hashesOf(db: Db, id: number) {
  const { redovi, papir, tabela } = await db
    .selectFrom('obracun_podnet')
    .select(['redovi', 'papir', 'tabela'])
    .where('obracun_id', '=', id)
    .executeTakeFirstOrThrow()
  const isPdf = Buffer.from(papir).subarray(0, 5).equals(Buffer.from('%PDF-'))
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  return { redovi: hashOf(redovi), papir: hashOf(papir), tabela: tabela && hashOf(tabela), isPdf }
}

const ZAKLJUCENJE_COLUMNS = Object.keys(SEALED_COLUMNS.zakljucenje) as (keyof (typeof SEALED_COLUMNS)['zakljucenje'])[]

/** Compares each closing with the trail, and checks that none is missing. Throws the first Difference. */
export async function verifyZakljucenja(db: Db, { zakljucenje: said }: Trail): Promise<void> {
  const rows = await db
    .selectFrom('zakljucenje')
    .select([...ZAKLJUCENJE_COLUMNS, 'id'])
    .orderBy('id')
    .execute()
  for (const { id, ...row } of rows)
    expectSaid('zakljucenje', said.get(String(id)), row, `do ${formatDate(row.do_dana)}`)
  const ids = new Set(rows.map(({ id }) => String(id)))
  refuseLost('zakljucenje', said, (predmet) => ids.has(predmet))
}
