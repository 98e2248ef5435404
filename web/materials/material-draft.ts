import { z } from 'zod'
import { type MaterialBody, type MaterialRow, materialBody } from '#contract/materials.ts'
import type { Facts } from '#web/drafts/differences.ts'
import { type Checked, checkBy } from '#web/screens/form-errors.ts'

/** What stands in the form; everything is text until it is checked. */
export type MaterialDraft = {
  id: string
  naziv: string
  zemlja_porekla: string
  jedinica_mere: string
  tarifni_broj: string
}

/** The kind of form, under which drafts are kept. */
export const MATERIAL_KIND = 'materijal'

/** What a kept draft must look like to be offered. */
export const materialShape: z.ZodType<MaterialDraft> = z.object({
  id: z.string(),
  naziv: z.string(),
  zemlja_porekla: z.string(),
  jedinica_mere: z.string(),
  tarifni_broj: z.string(),
})

export const NO_MATERIAL: MaterialDraft = {
  id: '',
  naziv: '',
  zemlja_porekla: '',
  jedinica_mere: '',
  tarifni_broj: '',
}

/** A stored material as the form shows it. */
export const draftOf = ({ id, naziv, zemlja_porekla, jedinica_mere, tarifni_broj }: MaterialRow): MaterialDraft => ({
  id,
  naziv,
  zemlja_porekla,
  jedinica_mere,
  tarifni_broj,
})

/** The body to be sent, or the sentences of spec §5. An edit sends it too: the path decides and the ID is not read. */
export const checkMaterial = (draft: MaterialDraft): Checked<MaterialBody> => checkBy(materialBody, draft)

/** The fields that an edit can change, as the form calls them. */
export const factsOf = (draft: MaterialDraft): Facts => ({
  facts: [
    { field: 'naziv', label: 'Naziv', text: draft.naziv.trim() },
    { field: 'zemlja_porekla', label: 'Zemlja porekla', text: draft.zemlja_porekla.trim() },
    { field: 'jedinica_mere', label: 'Jedinica mere', text: draft.jedinica_mere },
    { field: 'tarifni_broj', label: 'Tarifni broj', text: draft.tarifni_broj.trim() },
  ],
  lines: [],
})
