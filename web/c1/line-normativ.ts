import type { C1Stavka } from '#contract/c1.ts'
import type { NormativReply } from '#contract/products.ts'
import { requiredQuantity } from '#domain/bom.ts'
import { type Micro, NO_QUANTITY, parseSerbian } from '#domain/decimal.ts'
import { typedNumber } from '#web/ui/number-text.ts'
import type { C1Line } from './c1-draft.ts'

/** The need of an export line for one material. */
export type NormativRow = {
  readonly materijal_id: string
  readonly naziv: string
  readonly jedinica_mere: string
  /** Quantity × norm; null while the quantity is no number. */
  readonly kolicina: Micro | null
  /** The shortage; known only for a stored line that has not been changed. */
  readonly manjak: Micro
}

/** The unit of a material that has none. */
const DEFAULT_UNIT = 'kom'

/** Whether the normativ copied onto the stored line counts, not today's (decisions §1). */
export const hasStoredNormativ = ({ stored, proizvod_id }: Pick<C1Line, 'stored' | 'proizvod_id'>): boolean =>
  stored?.proizvod_id === proizvod_id

type Codes = Pick<C1Line, 'jedinica_mere' | 'hs_code'>
/** Unit and HS code of a line: those of the stored line win over those of the catalogue today. */
export const codesOf = (line: Pick<C1Line, 'stored' | 'proizvod_id' | keyof Codes>): Codes =>
  (hasStoredNormativ(line) && line.stored) || line

type Norm = Omit<NormativReply['normativ'][number], 'na_stanju'>

/** The material norm list of a line, for the quantity that is typed; `today` is the product's normativ of today. */
export function normativOf(
  line: Pick<C1Line, 'stored' | 'proizvod_id' | 'kolicina'>,
  today: readonly Norm[],
): NormativRow[] {
  const { stored, kolicina } = line
  const quantity = parseSerbian(kolicina)
  const copied: C1Stavka['normativ'] | null = stored && hasStoredNormativ(line) ? stored.normativ : null
  const unchanged = copied !== null && stored && typedNumber(stored.kolicina) === kolicina
  const shortages = new Map(unchanged ? copied.map(({ materijal_id, manjak }) => [materijal_id, manjak]) : [])
  return (copied ?? today).map((norm) => ({
    materijal_id: norm.materijal_id,
    naziv: norm.naziv,
    jedinica_mere: norm.jedinica_mere || DEFAULT_UNIT,
    kolicina: quantity === null || quantity <= 0 ? null : requiredQuantity(quantity, norm),
    manjak: shortages.get(norm.materijal_id) ?? NO_QUANTITY,
  }))
}
