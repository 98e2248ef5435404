import type { SheetReading } from '#contract/imports.ts'

/** Stands in a call for the column of a field that is not read, whatever its heading says. */
const NOT_READ = ''

/**
 * The user's choices for a sheet: which list, our field → the number of its column, or '' where it is not read, our
 * field → a value for all rows.
 */
export type SheetChoice = {
  readonly list: string | null
  readonly kolone: Readonly<Record<string, number | typeof NOT_READ>>
  readonly vrednosti: Readonly<Record<string, string>>
}
export const NO_CHOICE: SheetChoice = { list: null, kolone: {}, vrednosti: {} }

/** The fields that stand beside the file in a call. */
export function choiceFields({ list, kolone, vrednosti }: SheetChoice): Record<string, string> {
  const some = (of: object) => Object.keys(of).length > 0
  return {
    ...(list !== null && { list }),
    ...(some(kolone) && { kolone: JSON.stringify(kolone) }),
    ...(some(vrednosti) && { vrednosti: JSON.stringify(vrednosti) }),
  }
}

/** A field is the column of this number, null for no column at all, or has this value in all rows. */
export function saidOf(choice: SheetChoice, polje: string, said: number | string | null): SheetChoice {
  const { [polje]: _column, ...kolone } = choice.kolone
  const { [polje]: _value, ...vrednosti } = choice.vrednosti
  if (typeof said === 'string') return { ...choice, kolone, vrednosti: { ...vrednosti, [polje]: said } }
  return { ...choice, kolone: { ...kolone, [polje]: said ?? NOT_READ }, vrednosti }
}

type Asked = Pick<SheetReading, 'pitanja' | 'vrednosti'>

/** Values found for all rows that the user may want otherwise: those with a few choices, as the currency. */
export const foundToConfirm = ({ vrednosti }: Pick<Asked, 'vrednosti'>) =>
  vrednosti.flatMap(({ izbor = [], predlog = null, ...one }) =>
    one.kako === 'nađeno' && izbor.length > 0 ? [{ ...one, izbor, predlog }] : [],
  )

/** Whether a sheet, read with what was `said`, has to be read again before it is written. */
export const isAsking = (reading: Asked, choice: SheetChoice, said: SheetChoice | undefined): boolean =>
  reading.pitanja.length > 0 || choice !== said || foundToConfirm(reading).some(({ predlog }) => predlog !== null)

/** The choice, filled up with the proposals for questions that nobody answered, without empty values. */
export function withProposals(choice: SheetChoice, reading: Asked): SheetChoice {
  const asked = [...reading.pitanja, ...foundToConfirm(reading)]
  const open = asked.filter(({ polje }) => !(polje in choice.kolone) && !(polje in choice.vrednosti))
  const proposed = open.flatMap(({ polje, predlog }) => (predlog ? [[polje, predlog] as const] : []))
  const said = Object.entries(choice.vrednosti).filter(([, value]) => value.trim() !== '')
  return { ...choice, vrednosti: Object.fromEntries([...proposed, ...said]) }
}
