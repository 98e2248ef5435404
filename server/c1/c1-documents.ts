import { C1_CURRENCY, C1_HEAD, C1_LINE, type C1Body, type C1Stavka, c1Body, c1Texts } from '#contract/c1.ts'
import type { DocumentKind } from '#server/documents/import-save.ts'
import { findC1 } from './c1-queries.ts'
import { saveC1 } from './c1-save.ts'

const isDirected = (line: object) => ((line as Partial<C1Stavka>).usmerenja ?? []).length > 0

/** C1 by spreadsheet. */
export const C1_DOCUMENTS: DocumentKind<C1Body> = {
  vrsta: 'c1',
  head: C1_HEAD,
  line: C1_LINE,
  schema: c1Body,
  example: {
    head: {
      ...{ tip_dokumenta: 'Izvozna deklaracija', broj_c1: 'C1-001/26', datum: '2026-02-20' },
      ...{ posiljalac_naziv: 'Naša firma', posiljalac_grad: 'Kragujevac', posiljalac_drzava: 'Srbija' },
      ...{ primalac_naziv: 'Beta Auto', primalac_grad: 'Zagreb', zemlja_otpreme: 'Srbija' },
    },
    lines: [
      { broj_fakture: 'F-1', proizvod_id: 'SNOP1', kolicina: 20, cena: 15 },
      { broj_fakture: 'F-1', proizvod_id: 'SNOP2', kolicina: 5, cena: 12.5 },
    ],
  },
  priceOf: ({ cena }) => cena,
  valutaOf: () => C1_CURRENCY,
  find: findC1,
  fixed: ({ stavke }) => (stavke.some(isDirected) ? c1Texts.directedFixed : null),
  save: (tx, log, { body, rewrite }, { look }) => saveC1(tx, log, body, { rewrite, ofFile: true, look }),
}
