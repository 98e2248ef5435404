import { type MaterialBody, type MaterialRow, materialBody } from '#contract/materials.ts'
import { type Checked, checkBy } from '#web/shell/form-errors.ts'

/** What stands in the form; everything is text until it is checked. */
export type MaterialDraft = {
  id: string
  naziv: string
  zemlja_porekla: string
  jedinica_mere: string
  tarifni_broj: string
}

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
