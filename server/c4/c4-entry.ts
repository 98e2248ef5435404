import { C4_LINE, type C4Document } from '#contract/c4.ts'
import { namesIn } from '#contract/form-fields.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import { documentSummary } from '#server/documents/document-summary.ts'
import { C4_FIELDS } from './c4-queries.ts'

const HEAD = [...C4_FIELDS, 'kurs', 'kolicina_total', 'vrednost_total', 'pdf_fajl'] as const
const LINE = ['id', 'broj_fakture', ...namesIn(C4_LINE)] as const

/** The entry of the audit trail about an import document before and after; null is a document that is not there. */
export const c4Entry = entriesAbout<C4Document>({
  vrsta: 'c4',
  predmet: ({ id }) => id,
  opis: ({ broj_c4 }) => broj_c4,
  facts: (document) => factsWith(document, LINE),
  lastFacts: (document) => factsWith(document, [...LINE, 'materijal_naziv']),
  sazetak: (document) => documentSummary(document.posiljalac_naziv, document),
})

const factsWith = (document: C4Document, names: readonly ((typeof LINE)[number] | 'materijal_naziv')[]) => ({
  ...factsOf(document, HEAD),
  stavke: document.stavke.map((stavka) => factsOf(stavka, names)),
})
