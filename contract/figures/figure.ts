import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, type Para } from '#domain/decimal.ts'

/**
 * The kinds of figures, by which sheet, paper and screen show them. `code` is a number or a mark that nothing may
 * break, `of` the ordinal of a line within the document before it, `id` a code that the `name` behind it belongs to.
 */
export type Kind = 'code' | 'id' | 'name' | 'of' | 'unit' | 'day' | 'whole' | 'quantity' | 'percent' | 'money' | 'flag'

/** The heading of a column of materials, wherever one stands: on a screen, in a sheet, on a paper. */
export const MATERIJAL = 'Materijal'

/** A figure of the rows of a list: the field that holds it, its heading, its kind. A list of them is one table. */
export type Figure<Row> = {
  readonly id: keyof Row & string
  readonly heading: string
  readonly kind: Kind
  /** It is shown on screen and paper only where some row has one of these fields; always unless given. */
  readonly shown?: readonly (keyof Row & string)[]
  /** The field with the unit of a quantity; `jedinica_mere` unless given. */
  readonly unit?: keyof Row & string
  /** A quantity for one piece, or a price of one: on paper it has its own decimals and not those of the others. */
  readonly apiece?: boolean
}

/** The figures that these rows have; the others are empty throughout and left out of screen and paper. */
export const figuresIn = <Row>(figures: readonly Figure<Row>[], rows: readonly Row[]): Figure<Row>[] =>
  figures.filter(({ shown }) => isShown(shown, rows))

export const isShown = <Row>(shown: readonly (keyof Row)[] | undefined, rows: readonly Row[]): boolean =>
  !shown || rows.some((row) => shown.some((name) => row[name]))

const AMOUNTS: ReadonlySet<Kind> = new Set(['whole', 'quantity', 'percent', 'money'])
/** Whether a figure is a number that stands to the right. */
export const isAmount = ({ kind }: { readonly kind: Kind }): boolean => AMOUNTS.has(kind)

/** A value as it is read, quantities with as many places as they have; nothing where there is none. */
export function figureText(kind: Kind, value: unknown, minPlaces = 0): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'day') return formatDate(value as CalendarDate)
  if (kind === 'money') return formatPara(value as Para)
  if (kind === 'flag') return value ? 'DA' : 'NE'
  if (kind !== 'quantity' && kind !== 'percent') return String(value)
  return value === 0 ? '0' : formatMicro(value as Micro, { minPlaces })
}
