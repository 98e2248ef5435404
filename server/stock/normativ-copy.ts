import { sql } from 'kysely'
import { hasWaste, type Norm as Needed } from '#domain/bom.ts'
import { type Micro, NO_QUANTITY } from '#domain/decimal.ts'

/** What the percents of new exports are of. */
export const osnovOtpada = sql<Needed['osnov_otpada']>`coalesce((select osnov_otpada from podesavanja), 'neto')`

/** What one piece needs of a material. */
export type Norm = Needed & { readonly materijal_id: string }

type Pair = readonly [materijal_id: string, potrebna_kolicina: Micro]
type Stored = Pair | readonly [...Pair, otpad: Micro, gubitak: Micro] | readonly [...Pair, Micro, Micro, 'bruto']

/**
 * The normativ of a line as `c1_stavka` holds it: JSON pairs of material and quantity, by the material's ID. Behind them
 * stand the percents of waste and loss where there are any, and what they are of unless that is the net quantity.
 */
export const normativText = (norms: readonly Norm[]): string =>
  JSON.stringify(norms.map(storedOf).sort(([a], [b]) => (a < b ? -1 : 1)))

function storedOf({ materijal_id, potrebna_kolicina, ...waste }: Norm): Stored {
  const { otpad_procenat, gubitak_procenat, osnov_otpada } = waste
  if (!hasWaste(waste)) return [materijal_id, potrebna_kolicina]
  const row = [materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat] as const
  return osnov_otpada === 'neto' ? row : [...row, osnov_otpada]
}

/** Reads what `normativText` wrote, in its order. */
export const normativOf = (text: string): Norm[] =>
  (JSON.parse(text) as Stored[]).map(
    ([materijal_id, potrebna_kolicina, otpad = NO_QUANTITY, gubitak = NO_QUANTITY, osnov = 'neto' as const]) => ({
      materijal_id,
      potrebna_kolicina,
      otpad_procenat: otpad,
      gubitak_procenat: gubitak,
      osnov_otpada: osnov,
    }),
  )
