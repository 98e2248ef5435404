import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { goingIn, type ImportReply, type ImportRow, importReplyOf, importTexts } from '#contract/imports.ts'
import {
  MATERIAL_CHANGE,
  type MaterialBody,
  type MaterialRow,
  type materialEndpoints,
  materialTexts,
} from '#contract/materials.ts'
import { tariffOver } from '#domain/codes.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { MaterialSheet, SheetMaterial } from '#domain/sheet-materials.ts'
import { importEntry } from '#server/audit/log.ts'
import { lockRows, writeRows } from '#server/catalogue/catalogue-rows.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call, FileReply, UploadedFile } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { keepColumns, knownColumns, readingOf, refuseQuestions } from '#server/sheets/columns-kept.ts'
import {
  changedFields,
  nothingGood,
  refuseOtherGoing,
  rowsToWrite,
  skippedRow,
} from '#server/sheets/import-outcomes.ts'
import { skippedSheet } from '#server/sheets/skipped-sheet.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { lockMaterials } from '#server/stock/read-ledger.ts'
import { startStock } from '#server/stock/write-ledger.ts'
import { materialColumns } from './material-queries.ts'
import { keptMaterial, materialEntry } from './material-record.ts'

/**
 * Materials from a spreadsheet. `dryRun` answers the outcome of each row and saves nothing; else all good rows are
 * written in one transaction. A sheet without a single good row is refused with its reasons.
 */
export async function importMaterials(read: Db, { file, query, write, tryOut }: ImportCall): Promise<ImportReply> {
  const { columns, uploaded } = await sheetOf(read, file)
  const { list: sheet, napomena } = uploaded
  const reading = (redovi: readonly ImportRow[]) => readingOf(columns, uploaded, redovi)
  const { dryRun } = query
  if (!dryRun) refuseQuestions(reading([]).pitanja)
  // The preview runs the save and rolls it back.
  return (dryRun ? tryOut : write)(async (tx, log) => {
    await lock(tx, sheet)
    const stored = await storedMaterials(tx, sheet.ispravni)
    const { redovi, filled } = outcomes(sheet, stored)
    if (!dryRun && redovi.every(({ ishod }) => ishod === 'preskocen')) throw nothingGood(redovi)
    if (!dryRun) refuseOtherGoing(query.odlazi, goingIn(redovi).length)
    const { added, changed } = await writeMaterials(tx, filled, redovi)
    await keepColumns(tx, columns, uploaded.columns)
    const reply = importReplyOf(redovi, dryRun ? null : materialTexts.imported, napomena, reading(redovi))
    await log([
      ...added.map((material) => materialEntry(null, material)),
      ...changed.map((material) => {
        const before = stored.get(material.id) as Stored
        return { ...materialEntry(before, material), kept: keptMaterial(before) }
      }),
      importEntry('materijal', file.name, reply),
    ])
    return reply
  })
}

type ImportCall = Pick<Call<(typeof materialEndpoints)['importMaterials']>, 'file' | 'query' | 'write' | 'tryOut'>

/** The materials of a file, and the known columns; `rows`: also the rows as they stand in the file. */
async function sheetOf(read: Db, file: UploadedFile, rows = false) {
  const excel = { formats: ['xlsx', 'xls', 'csv'], wrongType: importTexts.notExcel, rows, unread: true } as const
  const columns = await knownColumns(read, file, 'materijali')
  const known = async () => (await read.selectFrom('materijal').select('id').execute()).map(({ id }) => id)
  return { columns, uploaded: await readUploadedSheet(file, { ...excel, columns }, 'materials', known) }
}

/** The rows of a file that would be left out, with the reasons, as a sheet that can be sent again. */
export async function skippedMaterials(read: Db, { file }: Pick<ImportCall, 'file'>): Promise<FileReply> {
  const { columns, uploaded } = await sheetOf(read, file, true)
  const { redovi } = outcomes(uploaded.list, await storedMaterials(read, uploaded.list.ispravni))
  const skipped = redovi.filter(({ ishod }) => ishod === 'preskocen')
  return skippedSheet(columns, uploaded.columns, skipped)
}

type Field = keyof typeof MATERIAL_CHANGE
const FIELDS = Object.keys(MATERIAL_CHANGE) as Field[]
type Stored = Pick<MaterialRow, 'id' | Field | 'verzija'> & { koristi_se: 0 | 1 }
type Filled = Pick<SheetMaterial, 'red'> & MaterialBody

/** The outcome of each row, and the materials as they would be written: a blank field keeps its value. */
function outcomes({ ispravni, neispravni }: MaterialSheet, stored: ReadonlyMap<string, Stored>) {
  const filled: Filled[] = []
  const good = ispravni.map(({ upozorenja, ...said }): ImportRow => {
    const before = stored.get(said.id)
    const blank = FIELDS.filter((name) => said[name] === '')
    // The material existed when the sheet was read.
    if (blank.length > 0 && !before) throw new Refusal('conflict', sentences.changedMeanwhile)
    const material = {
      ...{ ...said, tarifni_broj: tariffOver(before?.tarifni_broj, said.tarifni_broj) },
      ...Object.fromEntries(blank.map((name) => [name, before?.[name]])),
    } as Filled
    filled.push(material)
    const row = { ...material, razlog: reasonOf(upozorenja), izmene: null }
    if (!before) return { ...row, ishod: 'nov' }
    if (before.jedinica_mere !== material.jedinica_mere && before.koristi_se === 1)
      return { ...row, ishod: 'preskocen', razlog: `Kolona D (Jedinica mere): ${materialTexts.unitFixed}` }
    const menja = changedFields('Materijal', MATERIAL_CHANGE, before, material)
    if (menja.length === 0) return { ...row, ishod: 'nepromenjen' }
    return { ...row, ishod: 'izmenjen', izmene: { dolazi: [], menja, odlazi: [], ostaje: null } }
  })
  return { redovi: [...good, ...neispravni.map(skippedRow)], filled }
}

async function storedMaterials(db: Db, materials: readonly SheetMaterial[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`
    select id, naziv, zemlja_porekla, jedinica_mere, tarifni_broj, verzija,
      case when exists (select 1 from c4_stavka s where s.materijal_id = materijal.id)
        or exists (select 1 from normativ n where n.materijal_id = materijal.id)
        or exists (select 1 from popis_stavka p where p.materijal_id = materijal.id)
        or exists (select 1 from razduzenje r where r.materijal_id = materijal.id and r.c4_stavka_id = ${sql.lit(NO_LOT)})
        then 1 else 0 end as koristi_se
    from materijal where id in ${engineOf(db).list(materials.map(({ id }) => id))}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Nobody else changes these materials or begins to use one until the transaction ends. Documents lock the ledger before
 * they refer to materials, so the same order here keeps both from waiting for each other.
 */
async function lock(tx: Tx, { ispravni }: MaterialSheet) {
  const ids = ispravni.map(({ id }) => id)
  await lockMaterials(tx, ids)
  await lockRows(tx, 'materijal', ids)
}

async function writeMaterials(tx: Tx, filled: readonly Filled[], redovi: readonly ImportRow[]) {
  const written = rowsToWrite(filled, redovi)
  const added = written.added.map(materialColumns)
  await writeRows(tx, 'materijal', { added, changed: written.changed.map(materialColumns) })
  await startStock(
    tx,
    added.map(({ id }) => id),
  )
  return written
}
