import { materijalaOf } from '#domain/count-words.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'

/** `1 EUR = 117,50 RSD`; nothing for RSD itself. */
export const rateText = (valuta: string, kurs: Micro): string =>
  valuta === 'RSD' ? '' : `1\u00a0${valuta} = ${formatMicro(kurs, { minPlaces: 2 })}\u00a0RSD`

/** How many different materials these lots are of, in words: `3 materijala`. */
export const materialCountText = (lots: readonly { materijal_id: string }[]): string =>
  materijalaOf(new Set(lots.map(({ materijal_id }) => materijal_id)).size)
