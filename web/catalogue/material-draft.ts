import { MATERIAL, MATERIAL_CHANGE, type MaterialBody, type MaterialRow, materialBody } from '#contract/materials.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { emptyIn, readIn, shapeIn, type TypedOf, typedIn } from '#web/drafts/typed-fields.ts'
import { type Checked, checkBy } from '#web/screens/form-errors.ts'

export type MaterialDraft = TypedOf<typeof MATERIAL>

/** The kind of form, under which drafts are kept. */
export const MATERIAL_KIND = 'materijal'

export const materialShape = shapeIn(MATERIAL)
export const NO_MATERIAL = emptyIn(MATERIAL)

/** A stored material as the form shows it. */
export const draftOf = (material: MaterialRow): MaterialDraft => typedIn(MATERIAL, material)

/** The body to be sent, or the sentences of spec §5. An edit sends it too: the path decides and the ID is not read. */
export const checkMaterial = (draft: MaterialDraft): Checked<MaterialBody> => checkBy(materialBody, draft)

/** The fields that an edit can change, as the form calls them. */
export const factsOf = (draft: MaterialDraft): RecordFacts => ({ facts: readIn(MATERIAL_CHANGE, draft), lines: [] })
