import { divideHalfUp, type Micro } from './decimal.ts'
import { searchText } from './search-text.ts'

type Kind = 'masa' | 'dužina' | 'zapremina' | 'komad'
/**
 * Units by the names in which papers have them, the codes of customs among them (Recommendation 20 of the UNECE); `of`:
 * how many of the smallest of its kind each is (mg, mm, ml).
 */
const UNITS_OF: readonly (readonly [kind: Kind, of: bigint, names: string])[] = [
  ['masa', 1n, 'mg mgm miligram'],
  ['masa', 1_000n, 'g gr grm gram grama'],
  ['masa', 1_000_000n, 'kg kgm kgr kgs kilogram kilograma kilogrami kilogramm kilo'],
  ['masa', 1_000_000_000n, 't tne tona tone to tonne tonnen'],
  ['dužina', 1n, 'mm mmt milimetar milimetara'],
  ['dužina', 10n, 'cm cmt centimetar centimetara'],
  ['dužina', 1_000n, 'm met mtr metar metara metri meter metre metres meters laufmeter lfm'],
  ['dužina', 1_000_000n, 'km kmt kmtr kilometar kilometara'],
  ['zapremina', 1n, 'ml mlt mililitar mililitara'],
  ['zapremina', 1_000n, 'l ltr lit litar litara litri liter'],
  ['zapremina', 100_000n, 'hl hlt hektolitar hektolitara'],
  ['zapremina', 1_000_000n, 'm3 mtq kubik kubika'],
  ['komad', 1n, 'kom pce nar ea c62 h87 st stk stuck stueck kos pcs pc pza komad komada komadi piece pieces each'],
]
type Known = { readonly kind: Kind; readonly of: bigint; readonly name: string }
const BY_NAME: ReadonlyMap<string, Known> = new Map(
  UNITS_OF.flatMap(([kind, of, names]) => {
    const all = names.split(' ')
    return all.map((one) => [one, { kind, of, name: all[0] as string }])
  }),
)

/** No unit has a longer name. */
const MAX_UNIT_CHARACTERS = 50
const keyOf = (text: string): string =>
  text.length > MAX_UNIT_CHARACTERS ? text : searchText(text).replace(/[\s.]/g, '')

/** A unit in its one name (`KGM`, `kg.` → `kg`); of an unknown one its text as it is compared. */
export function unitName(text: string): string {
  const key = keyOf(text)
  return BY_NAME.get(key)?.name ?? key
}

/** Whether a text names a unit that the program knows. */
export const isKnownUnit = (text: string): boolean => BY_NAME.has(keyOf(text))

/** How many times `to` one `from` is, as a fraction; null where they are not of one kind. */
export function unitRatio(from: string, to: string): readonly [times: bigint, by: bigint] | null {
  if (unitName(from) === unitName(to)) return [1n, 1n]
  const [one, other] = [BY_NAME.get(keyOf(from)), BY_NAME.get(keyOf(to))]
  return one && other && one.kind === other.kind ? [one.of, other.of] : null
}

/** A value times such a fraction, half up to 6 places, and whether nothing was rounded. May exceed what may be entered. */
export function inUnit(value: Micro, [times, by]: readonly [bigint, bigint]): { value: Micro; exact: boolean } {
  const product = BigInt(value) * times
  return { value: Number(divideHalfUp(product, by)) as Micro, exact: product % by === 0n }
}
