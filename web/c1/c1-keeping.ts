import { z } from 'zod'
import type { C1Document } from '#contract/c1.ts'
import { documentFacts, type KeptLine, keptDocumentShape, keptName, type Labels } from '#web/documents/kept-document.ts'
import { PARTNER_LABELS, partnersShape } from '#web/documents/partners.ts'
import type { DocumentKeeping } from '#web/documents/use-kept-document.tsx'
import { type C1Head, type C1Line, openC1Draft } from './c1-draft.ts'

/** The stored line is not kept with it: it comes back with the document. */
export type KeptC1Line = KeptLine<C1Line, 'stored'>

const HEAD: Labels<C1Head> = {
  tip_dokumenta: 'Tip dokumenta',
  broj_c1: 'C1 broj',
  datum: 'Datum',
  ...PARTNER_LABELS,
}

const LINE: Labels<KeptC1Line> = {
  redni_broj: 'Redni broj',
  proizvod: 'Proizvod',
  kolicina: 'Količina',
  cena: 'Cena po jedinici',
}

const head: z.ZodType<C1Head> = partnersShape.extend({
  tip_dokumenta: z.string(),
  broj_c1: z.string(),
  datum: z.string(),
})

const line: z.ZodType<KeptC1Line> = z.object({
  id: z.number().nullable(),
  redni_broj: z.string(),
  proizvod_id: z.string(),
  proizvod: z.string(),
  jedinica_mere: z.string(),
  hs_code: z.string(),
  kolicina: z.string(),
  cena: z.string(),
})

/** How the form of a C1 is kept as a draft and compared with what somebody else saved. */
export const C1_KEEPING: DocumentKeeping<C1Document, C1Head, C1Line, KeptC1Line> = {
  kind: 'c1',
  shape: keptDocumentShape(head, line),
  openDraft: openC1Draft,
  keepLine: ({ key: _, stored: __, ...kept }) => kept,
  lineFrom: (kept, key, document) => ({
    ...kept,
    key,
    stored: document?.stavke.find(({ id }) => id === kept.id) ?? null,
  }),
  nameOf: (kept) => keptName(kept.head.broj_c1, kept),
  factsOf: (kept) => documentFacts(kept, { head: HEAD, line: LINE, lineName: ({ proizvod }) => proizvod }),
}
