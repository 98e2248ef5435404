import { finderOf, searchText } from '#domain/search-text.ts'

/** One choice of a combobox: its name, its ID in quieter ink, and what else tells it apart. */
export type Option = {
  id: string
  name: string
  detail?: string | undefined
  /** The ID tells choices apart and says nothing to a person. */
  hidesId?: boolean
}

/** Most choices shown at once; typing on finds others. */
export const SHOWN_OPTIONS_MAX = 50

/** The options that hold every word of the text in name, ID or detail; those whose name or ID starts with it first. */
export function matchOptions<T extends Option>(options: readonly T[], text: string): T[] {
  const wanted = searchText(text)
  if (!wanted) return options.slice(0, SHOWN_OPTIONS_MAX)
  const finders = text.split(/\s+/).map(finderOf)
  const found = options.filter((option) => {
    const all = `${option.name} ${option.id} ${option.detail ?? ''}`
    return finders.every((isIn) => isIn(all))
  })
  const starts = (option: T) =>
    searchText(option.name).startsWith(wanted) || searchText(option.id).startsWith(wanted) ? 0 : 1
  return found.sort((a, b) => starts(a) - starts(b)).slice(0, SHOWN_OPTIONS_MAX)
}

/** One letter begins too many names. */
const SHORTEST_BEGINNING = 2

/** Place of the option with the text as its name, else of the first with a word that the text begins; -1 for none. */
export function begunAt(options: readonly Option[], text: string): number {
  const begun = searchText(text)
  if (begun.length < SHORTEST_BEGINNING) return -1
  const names = options.map(({ name }) => searchText(name))
  const whole = names.indexOf(begun)
  return whole >= 0 ? whole : names.findIndex((name) => ` ${name}`.includes(` ${begun}`))
}
