import { C4_HEAD, C4_LINE, type C4Body, c4Body } from '#contract/c4.ts'
import type { DocumentKind } from '#server/documents/import-save.ts'
import { findC4 } from './c4-queries.ts'
import { saveC4 } from './c4-save.ts'

/** C4 by spreadsheet. */
export const C4_DOCUMENTS: DocumentKind<C4Body> = {
  vrsta: 'c4',
  head: C4_HEAD,
  line: C4_LINE,
  schema: c4Body,
  example: {
    head: {
      ...{ tip_dokumenta: 'Uvozna deklaracija', broj_terminala: 'T1', broj_c4: 'C4-001/26', datum: '2026-01-15' },
      ...{ posiljalac_naziv: 'Müller Kabel GmbH', posiljalac_grad: 'Nürnberg', posiljalac_drzava: 'Nemačka' },
      ...{ primalac_naziv: 'Naša firma', primalac_grad: 'Kragujevac', zemlja_otpreme: 'Nemačka' },
      ...{ valuta: 'EUR', paritet: 'EXW' },
    },
    lines: [
      {
        broj_fakture: 'F-1',
        materijal_id: 'PRV035CRN',
        kolicina: 1300,
        cena_po_jedinici: 0.225,
        dokazuje_poreklo: true,
      },
      { broj_fakture: 'F-1', materijal_id: 'KLP01', kolicina: 500, cena_po_jedinici: 0.05, dokazuje_poreklo: false },
    ],
  },
  priceOf: ({ cena_po_jedinici }) => cena_po_jedinici,
  valutaOf: ({ valuta }) => valuta,
  find: findC4,
  save: (tx, log, { body, rewrite }, how) => saveC4(tx, log, body, { rewrite, ofFile: true, ...how }),
}
