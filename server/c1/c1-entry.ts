import { C1_LINE, type C1Document } from '#contract/c1.ts'
import { namesIn } from '#contract/form-fields.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import { documentSummary } from '#server/documents/document-summary.ts'
import { C1_FIELDS } from './c1-queries.ts'

const HEAD = [...C1_FIELDS, 'kurs', 'kolicina_total', 'vrednost_total', 'pdf_fajl'] as const
const LINE = ['id', 'broj_fakture', ...namesIn(C1_LINE)] as const

/** The entry of the audit trail about an export document before and after; null is a document that is not there. */
export const c1Entry = entriesAbout<C1Document>({
  vrsta: 'c1',
  predmet: ({ id }) => id,
  opis: ({ broj_c1 }) => broj_c1,
  facts: (document) => factsWith(document, LINE),
  lastFacts: (document) => factsWith(document, [...LINE, 'proizvod_naziv']),
  sazetak: (document) => documentSummary(document.primalac_naziv, document),
})

const factsWith = (document: C1Document, names: readonly ((typeof LINE)[number] | 'proizvod_naziv')[]) => ({
  ...factsOf(document, HEAD),
  stavke: document.stavke.map((stavka) => factsOf(stavka, names)),
})
