import { sql } from 'kysely'
import { hasWaste, type Norm } from '#domain/bom.ts'
import { type Micro, NO_QUANTITY } from '#domain/decimal.ts'

// Two texts in JSON that a line of an export keeps: the normativ of its product on that day, and its directed draws.

/** The base of the percents of new exports: net or gross. */
export const osnovOtpada = sql<Norm['osnov_otpada']>`coalesce((select osnov_otpada from podesavanja), 'neto')`

/** The need of one piece for a material. */
export type MaterialNorm = Norm & { readonly materijal_id: string }

type Pair = readonly [materijal_id: string, potrebna_kolicina: Micro]
type StoredNorm =
  | Pair
  | readonly [...Pair, otpad: Micro, gubitak: Micro]
  | readonly [...Pair, Micro, Micro, osnov: 'bruto']

/**
 * The normativ as `c1_stavka` holds it: JSON pairs of material and quantity, by the material's ID. Behind them stand the
 * percents of waste and loss where there are any, and what they are of unless that is the net quantity.
 */
export const normativText = (norms: readonly MaterialNorm[]): string =>
  JSON.stringify(norms.map(storedNorm).sort(([a], [b]) => (a < b ? -1 : 1)))

function storedNorm({ materijal_id, potrebna_kolicina, ...waste }: MaterialNorm): StoredNorm {
  const { otpad_procenat, gubitak_procenat, osnov_otpada } = waste
  if (!hasWaste(waste)) return [materijal_id, potrebna_kolicina]
  const row = [materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat] as const
  return osnov_otpada === 'neto' ? row : [...row, osnov_otpada]
}

/** Reads what `normativText` wrote, in its order. */
export const normativOf = (text: string): MaterialNorm[] =>
  (JSON.parse(text) as StoredNorm[]).map(
    ([materijal_id, potrebna_kolicina, otpad = NO_QUANTITY, gubitak = NO_QUANTITY, osnov = 'neto' as const]) => ({
      materijal_id,
      potrebna_kolicina,
      otpad_procenat: otpad,
      gubitak_procenat: gubitak,
      osnov_otpada: osnov,
    }),
  )

/** A quantity that a line takes from a lot that it names, and why (customs §4.4). */
export type Usmerenje = {
  readonly materijal_id: string
  readonly ulaz_stavka_id: number
  readonly kolicina: Micro
  readonly razlog: string
}
type StoredUsmerenje = readonly [materijal_id: string, ulaz_stavka_id: number, kolicina: Micro, razlog: string]

/** The draws sorted by material and lot. They are stored and answered in that order. */
export const usmerenjaInOrder = <T extends Usmerenje>(usmerenja: readonly T[]): T[] =>
  usmerenja.toSorted((a, b) =>
    a.materijal_id === b.materijal_id ? a.ulaz_stavka_id - b.ulaz_stavka_id : a.materijal_id < b.materijal_id ? -1 : 1,
  )

/** The directed draws of a line as `c1_stavka` holds them: JSON by material and lot, '' for none. */
export function usmerenjaText(usmerenja: readonly Usmerenje[] = []): string {
  if (usmerenja.length === 0) return ''
  const rows = usmerenjaInOrder(usmerenja).map((one): StoredUsmerenje => {
    return [one.materijal_id, one.ulaz_stavka_id, one.kolicina, one.razlog]
  })
  return JSON.stringify(rows)
}

/** Reads what `usmerenjaText` wrote, in its order. */
export const usmerenjaOf = (text: string): Usmerenje[] =>
  text === ''
    ? []
    : (JSON.parse(text) as StoredUsmerenje[]).map(([materijal_id, ulaz_stavka_id, kolicina, razlog]) => {
        return { materijal_id, ulaz_stavka_id, kolicina, razlog }
      })
