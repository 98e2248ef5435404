// Spreadsheets for tests: the samples of the project, and such as a test writes for itself.
import { readFileSync } from 'node:fs'
import * as XLSX from '@e965/xlsx'
import type { Upload } from './testing.ts'

const SAMPLES = new URL('../e2e/fixtures/', import.meta.url)

/** One of the samples. */
export const sample = (name: string): Upload => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, SAMPLES))) })

type Expected = {
  'materijali.xlsx': { materijala: number }
  'materijali-sa-greskama.xlsx': { ispravni: string[]; neispravni_redovi: number[] }
  'normativi-ifs.xlsx': { proizvoda: number; normativ_count: Record<string, number> }
  'normativi-ifs-sa-greskama.xlsx': { ispravni: string[]; neispravni_redovi: number[] }
  'fakture-c4.xlsx': { faktura: number; stavki: number; kolicina_total: number; vrednost_total: number }
  'fakture-c4-zamke.xlsx': { stavki: number }
  'fakture-c4-prazna.xlsx': { poruka: string }
}
/** The expected content of the samples. */
export const expected = JSON.parse(readFileSync(new URL('ocekivano.json', SAMPLES), 'utf8')) as Expected

/** A workbook with one sheet of these rows. */
export const xlsx = (...rows: (string | number)[][]): Upload => workbook({ List1: rows })

/** A workbook with sheets of these rows, by their names. */
export function workbook(sheets: Readonly<Record<string, (string | number)[][]>>): Upload {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name)
  return { name: 'podaci.xlsx', bytes: new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })) }
}

/** The rows of an import's answer as `row outcome ID`, e.g. `2 nov MAT01`. */
export const outcomes = ({ redovi }: { redovi: { red: number; ishod: string; id: string }[] }): string[] =>
  redovi.map(({ red, ishod, id }) => `${red} ${ishod} ${id}`)
