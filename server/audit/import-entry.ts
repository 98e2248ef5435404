import { type ImportCounts, type ImportRow, importTexts } from '#contract/imports.ts'
import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { factsOf, type LogEntry } from './log.ts'

/** The rows of an import, each with what it is called. */
type Told = ImportCounts & { readonly redovi: readonly Pick<ImportRow, 'red' | 'id' | 'naziv' | 'ishod'>[] }

/**
 * The entry about an import: the file, the counts and what became of each row. Its changes to each thing have entries
 * of their own, so that they stand in the history of that thing too.
 */
export const importEntry = (vrsta: 'materijal' | 'proizvod' | 'kurs', file: string, reply: Told): LogEntry => ({
  radnja: 'import',
  vrsta,
  predmet: '',
  opis: file.slice(-MAX_NAME_CHARACTERS),
  sazetak: importTexts.preview(reply),
  posle: {
    ...factsOf(reply, ['novih', 'izmenjenih', 'nepromenjenih', 'preskocenih']),
    redovi: reply.redovi.map((row) => factsOf(row, ['red', 'id', 'naziv', 'ishod'])),
  },
})
