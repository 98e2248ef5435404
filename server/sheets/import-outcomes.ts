import { type ImportChanges, type ImportRow, importTexts } from '#contract/imports.ts'
import type { SkippedRow } from '#domain/sheet.ts'
import { Refusal } from '#server/refusal.ts'

/** The rows of a sheet that are new or changed (`redovi`), in the order of the sheet. */
export function rowsToWrite<T extends { readonly red: number }>(
  rows: readonly T[],
  redovi: readonly Pick<ImportRow, 'red' | 'ishod'>[],
) {
  const ishodOf = new Map(redovi.map(({ red, ishod }) => [red, ishod]))
  const having = (ishod: ImportRow['ishod']) => rows.filter(({ red }) => ishodOf.get(red) === ishod)
  return { added: having('nov'), changed: having('izmenjen') }
}

/** A row of the sheet that is left out, with its reason. */
export const skippedRow = (row: SkippedRow): ImportRow => {
  const { red, id, naziv, razlog } = row
  return { red, id, naziv, razlog, ishod: 'preskocen', izmene: null }
}

/** The text fields that differ between a stored record and a row; `gde` says which record it is. */
export const changedFields = <N extends string>(
  gde: string,
  fields: Readonly<Record<N, { readonly label: string }>>,
  before: Readonly<Record<NoInfer<N>, string>>,
  after: Readonly<Record<NoInfer<N>, string>>,
): ImportChanges['menja'] =>
  (Object.keys(fields) as N[])
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ gde, polje: fields[name].label, staro: before[name], novo: after[name] }))

/** The refusal of a sheet without a usable row: the fault of each row. */
export const nothingGood = (rows: readonly Pick<ImportRow, 'red' | 'razlog'>[]): Refusal =>
  new Refusal(
    'invalid',
    importTexts.nothingGood,
    rows.map(({ red, razlog }) => ({ field: `redovi.${red}`, message: razlog ?? '' })),
  )

/**
 * Refuses an import that would remove another number of things than the caller agreed to; without an agreed number any
 * number may go.
 */
export function refuseOtherGoing(agreed: number | undefined, going: number): void {
  if (agreed !== undefined && agreed !== going) throw new Refusal('conflict', importTexts.otherGoing(agreed, going))
}
