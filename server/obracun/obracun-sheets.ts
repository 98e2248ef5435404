import type { ObracunQuery } from '#contract/obracun.ts'
import type { Db } from '#server/db/schema.ts'
import { obracunTables } from '#server/print/obracun-tables.ts'
import type { WrittenTable } from '#server/sheets/sheet-columns.ts'
import { obracunOf } from './obracun.ts'
import { glavaOf } from './obracun-glava.ts'
import { handedInOf, withHandedIn } from './obracun-handed-in.ts'
import { scopeOf } from './obracun-scope.ts'

/** The account as it is now as a spreadsheet. */
export async function obracunSheets(db: Db, query: ObracunQuery): Promise<WrittenTable[]> {
  const scope = scopeOf(query)
  const obracun = withHandedIn(await obracunOf(db, scope), await handedInOf(db, scope))
  return obracunTables(await glavaOf(db, scope, obracun.stavke), obracun)
}
