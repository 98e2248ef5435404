import { type MaterialRow, materialEndpoints } from '#contract/materials.ts'
import { findMaterial, lookupOf } from '#domain/sheet-catalogue.ts'
import { call } from '#web/api.ts'
import type { SettledLine } from '#web/documents/draft-reducer.ts'
import type { Option } from '#web/ui/combobox.tsx'
import { type C4Line, unknownMaterial } from './c4-draft.ts'

const OFFERED_MAX = 20
/** More texts than this are looked up in the whole catalogue at once. */
const SINGLE_LOOKUPS_MAX = 4

export type MaterialOption = Option & { readonly material: MaterialRow }

/** Materials whose name or ID holds the text, over the whole catalogue. */
export async function searchMaterials(search: string, signal?: AbortSignal): Promise<MaterialOption[]> {
  const { results } = await call(materialEndpoints.listMaterials, { query: { search, limit: OFFERED_MAX }, signal })
  return results.map((material) => ({
    id: material.id,
    name: material.naziv,
    detail: material.jedinica_mere,
    material,
  }))
}

/** Text in the cell of a material and the line it stands in; `naziv` is the name that may come beside an ID. */
export type MaterialLookup = { readonly line: string; readonly id: string; readonly naziv: string }

/**
 * The materials that are meant, by ID or else by name, as the import of invoices finds them. `guess` also takes the only
 * one that the search offers: somebody typed faster than the offer came.
 */
export async function lookUpMaterials(
  lookups: readonly MaterialLookup[],
  { guess = false } = {},
): Promise<Map<string, SettledLine<C4Line>>> {
  const texts = [...new Set(lookups.flatMap(({ id, naziv }) => [id, naziv]))]
  const found = texts.length > SINGLE_LOOKUPS_MAX ? await allMaterials() : await Promise.all(texts.map(materialsLike))
  const catalogue = new Map(found.flat().map((material) => [material.id, material]))
  const lookup = lookupOf(catalogue.values())
  return new Map(
    lookups.map(({ line, id, naziv }) => {
      const only = guess && catalogue.size === 1 ? [...catalogue.values()][0] : undefined
      const meant = findMaterial(id, naziv, lookup).material
      return [line, settledAs(id, (meant && catalogue.get(meant.id)) ?? only)]
    }),
  )
}

const materialsLike = async (text: string): Promise<MaterialRow[]> =>
  (await searchMaterials(text)).map(({ material }) => material)

const allMaterials = async (): Promise<MaterialRow[][]> => [await call(materialEndpoints.allMaterials)]

const settledAs = (text: string, material: MaterialRow | undefined): SettledLine<C4Line> => ({
  isCurrent: (line) => line.materijal_id === '' && line.materijal === text,
  change: (line) => (material ? { ...withMaterial(line, material) } : {}),
  errors: material ? {} : { materijal_id: unknownMaterial(text) },
})

/** What a looked-up material fills in: what came with the row stays. */
const withMaterial = (line: C4Line, material: MaterialRow): Partial<C4Line> => ({
  ...chosenMaterial(material),
  tarifni_broj: line.tarifni_broj || material.tarifni_broj,
  zemlja_porekla: line.zemlja_porekla || material.zemlja_porekla,
})

/** What a chosen material fills in: with it its tariff number and country of origin. */
export const chosenMaterial = (material: MaterialRow): Partial<C4Line> => ({
  materijal_id: material.id,
  materijal: material.naziv,
  jedinica_mere: material.jedinica_mere,
  tarifni_broj: material.tarifni_broj,
  zemlja_porekla: material.zemlja_porekla,
})
