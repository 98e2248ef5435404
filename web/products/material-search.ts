import { type MaterialRow, materialEndpoints } from '#contract/materials.ts'
import { findMaterial, lookupOf } from '#domain/sheet-catalogue.ts'
import { rowsLike, rowsMeantBy } from '#web/catalogue-rows.ts'

const optionOf = ({ id, naziv, jedinica_mere }: MaterialRow) => ({ id, name: naziv, jedinica_mere })
export type MaterialOption = ReturnType<typeof optionOf>

/** Materials of the whole catalogue that match a text, as choices; the unit comes with them. */
export const searchMaterials = async (search: string, signal: AbortSignal): Promise<MaterialOption[]> =>
  (await rowsLike(materialEndpoints.listMaterials, search, signal)).results.map(optionOf)

/**
 * The material that is meant by a text which nobody chose, by ID or name. `seen`: the user sees what becomes of it, so
 * the only one that matches may be taken too.
 */
export async function lookUpMaterial(text: string, seen: boolean): Promise<MaterialOption | undefined> {
  const found = await rowsMeantBy(materialEndpoints.listMaterials, [text])
  const meant = findMaterial(text, text, lookupOf(found)).material ?? (seen && found.length === 1 ? found[0] : null)
  const material = found.find(({ id }) => id === meant?.id)
  return material && optionOf(material)
}
