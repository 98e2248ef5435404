import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { type Transact, transactions } from '#server/db/transactions.ts'
import { copyDatabase } from './copy-sqlite.ts'
import { databaseFile, openScratch } from './open-sqlite.ts'

/** Folders of copies begin so, in the folder of the database. */
const COPY = 'pregled-'

/** Answers what `work` answers, whose transactions run on a copy of the database in `dataDir`, which is then removed. */
export async function onCopy<T>(dataDir: string, work: (transact: Transact) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(dataDir, COPY))
  try {
    const file = databaseFile(folder)
    await copyDatabase(dataDir, file)
    const copy = openScratch(file)
    const db: Db = new Kysely({ dialect: copy.dialect })
    try {
      return await work(transactions(db, engineOf(db)).transact)
    } finally {
      await db.destroy()
      copy.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes what a program that was killed has left of its copies. */
export function removeCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(COPY)) rmSync(join(dataDir, name), { recursive: true, force: true })
}
