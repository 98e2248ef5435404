import { sql } from 'kysely'
import { goingIn, type ImportReply, type ImportRow, importReplyOf, importTexts } from '#contract/imports.ts'
import { type materialEndpoints, materialTexts } from '#contract/materials.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { MaterialSheet, SheetMaterial } from '#domain/sheet-materials.ts'
import { importEntry } from '#server/audit/import-entry.ts'
import { lockRows, writeRows } from '#server/catalogue/catalogue-rows.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call } from '#server/http/call.ts'
import { nothingGood, refuseOtherGoing, rowsToWrite } from '#server/sheets/import-outcomes.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { NO_LOT } from '#server/stock/no-lot.ts'
import { lockMaterials, startStock } from '#server/stock/open-ledger.ts'
import { materialEntry } from './material-entry.ts'
import { materialColumns } from './material-queries.ts'

/**
 * Materials from a spreadsheet. With `dryRun` the answer says what would become of each row; else all good rows are
 * written in one transaction. A sheet without a single good row is refused with its reasons.
 */
export async function importMaterials(
  read: Db,
  { file, query, write }: Call<(typeof materialEndpoints)['importMaterials']>,
): Promise<ImportReply> {
  const excel = { formats: ['xlsx', 'xls', 'csv'], wrongType: importTexts.notExcel } as const
  const { list: sheet, napomena } = await readUploadedSheet(file, excel, 'materials', async () => null)
  if (query.dryRun) return importReplyOf(outcomes(sheet, await storedMaterials(read, sheet.ispravni)), null, napomena)
  return write(async (tx, log) => {
    await lock(tx, sheet)
    const stored = await storedMaterials(tx, sheet.ispravni)
    const redovi = outcomes(sheet, stored)
    if (redovi.every(({ ishod }) => ishod === 'preskocen')) throw nothingGood(redovi)
    refuseOtherGoing(query.odlazi, goingIn(redovi).length)
    const { added, changed } = await writeMaterials(tx, sheet, redovi)
    const reply = importReplyOf(redovi, materialTexts.imported, napomena)
    await log([
      ...added.map((material) => materialEntry(null, material)),
      ...changed.map((material) => materialEntry(stored.get(material.id) as Stored, material)),
      importEntry('materijal', file.name, reply),
    ])
    return reply
  })
}

type Stored = Omit<SheetMaterial, 'red' | 'jedinica_mere' | 'upozorenja'> & { jedinica_mere: string; koristi_se: 0 | 1 }

/** What becomes of each row of the sheet. */
function outcomes({ ispravni, neispravni }: MaterialSheet, stored: ReadonlyMap<string, Stored>): ImportRow[] {
  const good = ispravni.map((material): ImportRow => {
    const { upozorenja, ...said } = material
    const razlog = reasonOf(upozorenja)
    const before = stored.get(said.id)
    if (!before) return { ...said, ishod: 'nov', razlog, izmene: null }
    if (before.jedinica_mere !== said.jedinica_mere && before.koristi_se === 1) {
      return {
        ...said,
        ishod: 'preskocen',
        razlog: `Kolona D (Jedinica mere): ${materialTexts.unitFixed}`,
        izmene: null,
      }
    }
    return { ...said, ishod: isSame(before, material) ? 'nepromenjen' : 'izmenjen', razlog, izmene: null }
  })
  return [...good, ...neispravni.map((row): ImportRow => ({ ...row, ishod: 'preskocen', izmene: null }))]
}

async function storedMaterials(db: Db, materials: readonly SheetMaterial[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`
    select id, naziv, zemlja_porekla, jedinica_mere, tarifni_broj,
      case when exists (select 1 from c4_stavka s where s.materijal_id = materijal.id)
        or exists (select 1 from normativ n where n.materijal_id = materijal.id)
        or exists (select 1 from popis_stavka p where p.materijal_id = materijal.id)
        or exists (select 1 from razduzenje r where r.materijal_id = materijal.id and r.c4_stavka_id = ${sql.lit(NO_LOT)})
        then 1 else 0 end as koristi_se
    from materijal where id in ${engineOf(db).list(materials.map(({ id }) => id))}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const isSame = (a: Stored, b: SheetMaterial): boolean =>
  a.naziv === b.naziv &&
  a.zemlja_porekla === b.zemlja_porekla &&
  a.jedinica_mere === b.jedinica_mere &&
  a.tarifni_broj === b.tarifni_broj

/**
 * Until the end nobody else changes these materials or begins to use one. Documents lock the ledger first and refer to
 * the materials then, so the same order here keeps both from waiting for each other.
 */
async function lock(tx: Tx, { ispravni }: MaterialSheet) {
  const ids = ispravni.map(({ id }) => id)
  await lockMaterials(tx, ids)
  await lockRows(tx, 'materijal', ids)
}

async function writeMaterials(tx: Tx, { ispravni }: MaterialSheet, redovi: readonly ImportRow[]) {
  const written = rowsToWrite(ispravni, redovi)
  const added = written.added.map(materialColumns)
  await writeRows(tx, 'materijal', { added, changed: written.changed.map(materialColumns) })
  await startStock(
    tx,
    added.map(({ id }) => id),
  )
  return written
}
