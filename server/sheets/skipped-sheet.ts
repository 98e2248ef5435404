import { XLSX_TYPE } from '#contract/endpoint.ts'
import { importTexts } from '#contract/imports.ts'
import { cellText, headerText, type SheetCell, sharedCell } from '#domain/sheet.ts'
import { REASON } from '#domain/sheet-fields.ts'
import type { FileReply } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { piecesOf, type SheetColumns } from './columns-kept.ts'
import type { ReadColumns } from './sheet-child.ts'
import { writtenInProcess } from './uploaded-sheet.ts'
import type { WrittenCell } from './write-sheet.ts'

/** A record that is left out, with all its rows. */
export type SkippedRecord = {
  readonly red: number
  readonly redovi?: readonly number[]
  readonly razlog: string | null
}

/**
 * The unchanged rows of a file that are left out, each with its reason beside it: an xlsx that can be mended and sent
 * again. Refuses (400) if there is none.
 */
export async function skippedSheet(
  { known }: Pick<SheetColumns, 'known'>,
  { header, rows, kolone }: ReadColumns,
  skipped: readonly SkippedRecord[],
): Promise<FileReply> {
  const reasonOf = new Map(skipped.flatMap((one) => reasonsByRow(one)))
  const left = rows.filter(({ red }) => reasonOf.has(red))
  if (left.length === 0) throw new Refusal('invalid', importTexts.nothingSkipped)
  const width = Math.max(header?.cells.length ?? 0, ...left.map(({ cells }) => cells.length))
  const names = new Map(known.fields.map(({ polje, naziv }) => [polje, naziv]))
  const headingAt = (at: number) =>
    header ? cellText(header.cells[at]) : (names.get(kolone.find(({ kolona }) => kolona === at + 1)?.polje ?? '') ?? '')
  const shown = Array.from({ length: width }, (_, at) => at).filter((at) => headerText(headingAt(at)) !== REASON)
  const table = {
    name: importTexts.skippedName,
    columns: [...shown.map((at) => ({ header: headingAt(at) })), { header: importTexts.reason, width: 80 }],
    rows: left.map((row) => [...shown.map((at) => writtenOf(sharedCell(row, at))), reasonOf.get(row.red) ?? '']),
  }
  return { name: 'preskoceni.xlsx', type: XLSX_TYPE, bytes: await writtenInProcess(table) }
}

const writtenOf = (cell: SheetCell): WrittenCell => (typeof cell === 'object' && cell !== null ? cell.text : cell)

/** The reasons for each row of the record; a row without one of its own has the full text. */
function reasonsByRow({ red, redovi = [red], razlog }: SkippedRecord): [number, string][] {
  const pieces = Map.groupBy(piecesOf(red, razlog ?? ''), ({ at }) => at)
  return redovi.map((one) => [
    one,
    pieces
      .get(one)
      ?.map(({ text }) => text)
      .join(' ') ??
      razlog ??
      '',
  ])
}
