import { FACTS } from '#contract/audit.ts'
import type { ImportChanges } from '#contract/imports.ts'
import { type NormativStavka, PRODUCT_CHANGE, type ProductRow } from '#contract/products.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { rowChanges } from '#domain/row-changes.ts'
import { changedFields } from '#server/sheets/import-outcomes.ts'

export type Product = Pick<ProductRow, 'id' | keyof typeof PRODUCT_CHANGE> & {
  readonly normativ: readonly NormativStavka[]
}

/**
 * Changes by an import to a product and its normativ, which is in force from `vazi_od` on; null where there are none.
 */
export function productChanges(before: Product, after: Product, vazi_od: CalendarDate | null): ImportChanges | null {
  const gde = vazi_od ? `Normativ od ${formatDate(vazi_od)}` : 'Normativ'
  const rows = rowChanges(before.normativ, after.normativ, ['materijal_id'])
  const text = (item: NormativStavka) => `${before.id}: ${itemText(item)}`
  const dolazi = rows.flatMap(({ pre, posle }) => (posle && !pre ? [text(posle)] : []))
  const odlazi = rows.flatMap(({ pre, posle }) => (pre && !posle ? [text(pre)] : []))
  const menja = [
    ...changedFields('Proizvod', PRODUCT_CHANGE, before, after),
    ...rows.flatMap(({ pre, polja }) =>
      polja.map(({ polje, pre: staro, posle: novo }) => ({
        gde: `${gde}, ${pre?.materijal_id}`,
        polje: FACTS[polje as Exclude<keyof NormativStavka, 'materijal_id'>].label,
        staro: formatMicro(staro as Micro),
        novo: formatMicro(novo as Micro),
      })),
    ),
  ]
  const [staro, novo] = [before, after].map(({ normativ }) => normativ.map((item) => item.materijal_id).join(', '))
  if (rows.length === 0 && staro !== novo)
    menja.push({ gde, polje: 'Redosled materijala', staro: staro as string, novo: novo as string })
  return dolazi.length + menja.length + odlazi.length > 0 ? { dolazi, menja, odlazi, ostaje: null } : null
}

function itemText({ materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat }: NormativStavka): string {
  const percents = [
    ['otpad', otpad_procenat],
    ['gubitak', gubitak_procenat],
  ] as const
  const told = percents.flatMap(([name, percent]) => (percent > 0 ? [`${name} ${formatMicro(percent)} %`] : []))
  return `${materijal_id} ${formatMicro(potrebna_kolicina)}${told.length > 0 ? ` (${told.join(', ')})` : ''}`
}
