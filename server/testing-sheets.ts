// Spreadsheets for tests: the samples of the project, and such as a test writes for itself.
import { readFileSync } from 'node:fs'
import * as XLSX from '@e965/xlsx'
import type { Upload } from './testing.ts'

/** A sample of e2e/fixtures; ocekivano.json there says what must come out of it. */
export const sample = (name: string): Upload => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`../e2e/fixtures/${name}`, import.meta.url))),
})

/** A workbook with one sheet of these rows. */
export function xlsx(...rows: (string | number)[][]): Upload {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'List1')
  return { name: 'podaci.xlsx', bytes: new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })) }
}

/** The rows of an import's answer as `row outcome ID`, e.g. `2 nov MAT01`. */
export const outcomes = ({ redovi }: { redovi: { red: number; ishod: string; id: string }[] }): string[] =>
  redovi.map(({ red, ishod, id }) => `${red} ${ishod} ${id}`)
