import type { NormativStavka, ProductRow } from '#contract/products.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'

type Product = Pick<ProductRow, 'id' | 'naziv' | 'hs_code' | 'jedinica_mere'> & {
  readonly normativ: readonly NormativStavka[]
}

/** Told of a norm that has any. */
const WASTE = ['otpad_procenat', 'gubitak_procenat'] as const

/** A normativ as an entry keeps it. */
export const normativFacts = (normativ: readonly NormativStavka[]) =>
  normativ.map((item) => ({
    ...factsOf(item, ['materijal_id', 'potrebna_kolicina']),
    ...factsOf(
      item,
      WASTE.filter((name) => item[name] !== 0),
    ),
  }))

/** The entry of the audit trail about a product with its normativ before and after; null is one that is not there. */
export const productEntry = entriesAbout<Product>({
  vrsta: 'proizvod',
  predmet: ({ id }) => id,
  opis: ({ naziv }) => naziv,
  facts: ({ normativ, ...product }) => ({
    ...factsOf(product, ['id', 'naziv', 'hs_code', 'jedinica_mere']),
    normativ: normativFacts(normativ),
  }),
  sazetak: ({ hs_code, jedinica_mere, normativ }) =>
    [hs_code, jedinica_mere, `normativ: ${normativ.length}`].join(' · '),
})
