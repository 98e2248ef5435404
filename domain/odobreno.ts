import { tariffKey } from './codes.ts'
import { type Micro, nearSum } from './decimal.ts'

/** The goods of a line of an authorisation: a number and a unit; null means any unit. */
type Line = { readonly tarifni_broj: string | null; readonly jedinica_mere: string | null }
/** Imports under one tariff number and in one unit. */
type Imported = {
  readonly tarifni_broj: string
  readonly jedinica_mere: string
  readonly uvezeno: Micro
  readonly preostalo: Micro
}

/** Whether a line names a tariff number: this begins with that of the line. */
export const namesTariff = ({ tarifni_broj }: Pick<Line, 'tarifni_broj'>, of: string): boolean =>
  tarifni_broj !== null && tariffKey(of).startsWith(tariffKey(tarifni_broj))

/** Whether a line is about such goods: it names their tariff number, and they are in its unit if it has one. */
export const isOfLine = (line: Line, of: Pick<Imported, 'tarifni_broj' | 'jedinica_mere'>): boolean =>
  namesTariff(line, of.tarifni_broj) && (line.jedinica_mere ?? of.jedinica_mere) === of.jedinica_mere

/**
 * Quantities that came in and are left under each line, in its unit; a line without one has those of the first goods
 * that it is about. `ostalo` are goods that no line is about.
 */
export function underLines<L extends Line>(lines: readonly L[], imported: readonly Imported[]) {
  const stavke = lines.map((line) => {
    const own = imported.filter((one) => isOfLine(line, one))
    const jedinica_mere = line.jedinica_mere ?? own[0]?.jedinica_mere ?? null
    const counted = own.filter((one) => one.jedinica_mere === jedinica_mere)
    const total = (name: 'uvezeno' | 'preostalo') => nearSum(counted.map((one) => one[name]))
    return { ...line, jedinica_mere, uvezeno: total('uvezeno'), preostalo: total('preostalo') }
  })
  return { stavke, ostalo: imported.filter((one) => !lines.some((line) => isOfLine(line, one))) }
}
