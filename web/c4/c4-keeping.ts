import { z } from 'zod'
import type { C4Document } from '#contract/c4.ts'
import { documentFacts, type KeptLine, keptDocumentShape, keptName, type Labels } from '#web/documents/kept-document.ts'
import { PARTNER_LABELS, partnersShape } from '#web/documents/partners.ts'
import type { DocumentKeeping } from '#web/documents/use-kept-document.tsx'
import { type C4Head, type C4Line, openC4Draft } from './c4-draft.ts'

export type KeptC4Line = KeptLine<C4Line>

const HEAD: Labels<C4Head> = {
  tip_dokumenta: 'Tip dokumenta',
  broj_terminala: 'Broj terminala',
  broj_c4: 'C4 broj',
  datum: 'Datum',
  ...PARTNER_LABELS,
  valuta: 'Valuta',
  paritet: 'Paritet',
}

const LINE: Labels<KeptC4Line> = {
  redni_broj: 'Redni broj',
  materijal: 'Materijal',
  kolicina: 'Količina',
  cena_po_jedinici: 'Cena po jedinici',
  dokazuje_poreklo: 'Dokazuje poreklo',
  tarifni_broj: 'Tarifni broj',
  zemlja_porekla: 'Zemlja porekla',
}

const head: z.ZodType<C4Head> = partnersShape.extend({
  tip_dokumenta: z.string(),
  broj_terminala: z.string(),
  broj_c4: z.string(),
  datum: z.string(),
  valuta: z.string(),
  paritet: z.string(),
})

const line: z.ZodType<KeptC4Line> = z.object({
  id: z.number().nullable(),
  redni_broj: z.string(),
  materijal_id: z.string(),
  materijal: z.string(),
  jedinica_mere: z.string(),
  kolicina: z.string(),
  cena_po_jedinici: z.string(),
  dokazuje_poreklo: z.boolean(),
  tarifni_broj: z.string(),
  zemlja_porekla: z.string(),
})

/** How the form of a C4 is kept as a draft and compared with what somebody else saved. */
export const C4_KEEPING: DocumentKeeping<C4Document, C4Head, C4Line, KeptC4Line> = {
  kind: 'c4',
  shape: keptDocumentShape(head, line),
  openDraft: openC4Draft,
  keepLine: ({ key: _, ...kept }) => kept,
  lineFrom: (kept, key) => ({ ...kept, key }),
  nameOf: (kept) => keptName(kept.head.broj_c4, kept),
  factsOf: (kept) => documentFacts(kept, { head: HEAD, line: LINE, lineName: ({ materijal }) => materijal }),
}
