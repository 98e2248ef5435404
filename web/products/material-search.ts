import { materialEndpoints } from '#contract/materials.ts'
import { call } from '#web/api.ts'

const OFFERED_MAX = 20

/** Materials of the whole catalogue that match a text, as choices; the unit comes with them. */
export async function searchMaterials(search: string, signal: AbortSignal) {
  const { results } = await call(materialEndpoints.listMaterials, { query: { search, limit: OFFERED_MAX }, signal })
  return results.map(({ id, naziv, jedinica_mere }) => ({ id, name: naziv, jedinica_mere }))
}
