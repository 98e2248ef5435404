import { type MaterialRow, materialEndpoints } from '#contract/materials.ts'
import { findMaterial, lookupOf } from '#domain/sheet-catalogue.ts'
import { rowsLike, rowsMeantBy } from '#web/catalogue-rows.ts'
import type { SettledLine } from '#web/documents/draft-reducer.ts'
import type { Lookup, LookupKind } from '#web/documents/use-lookups.ts'
import type { Option } from '#web/ui/combobox.tsx'
import { type C4Line, unknownMaterial } from './c4-draft.ts'
import { c4Texts } from './c4-texts.ts'

export type MaterialOption = Option & { readonly material: MaterialRow }

/** Materials whose name or ID holds the text, over the whole catalogue. */
export async function searchMaterials(search: string, signal?: AbortSignal): Promise<MaterialOption[]> {
  const { results } = await rowsLike(materialEndpoints.listMaterials, search, signal)
  return results.map((material) => ({
    id: material.id,
    name: material.naziv,
    detail: material.jedinica_mere,
    material,
  }))
}

/**
 * The materials that are meant, by ID or else by name, as the import of invoices finds them. Of a text that was just
 * typed also the only one that the search offers: somebody was faster than the offer.
 */
export async function lookUpMaterials(lookups: readonly Lookup[]): Promise<Map<string, SettledLine<C4Line>>> {
  const texts = [...new Set(lookups.flatMap(({ id, naziv }) => [id, naziv]))]
  const rows = await rowsMeantBy(materialEndpoints.listMaterials, texts)
  const catalogue = new Map(rows.map((material) => [material.id, material]))
  const lookup = lookupOf(rows)
  const [only, ...others] = lookups.every(({ typed }) => typed) && texts.length === 1 ? rows : []
  return new Map(
    lookups.map(({ line, id, naziv }) => {
      const meant = findMaterial(id, naziv, lookup).material
      return [line, settledAs(id, (meant && catalogue.get(meant.id)) ?? (others.length === 0 ? only : undefined))]
    }),
  )
}

/** How the grid of a C4 looks materials up. */
export const C4_LOOKUP: LookupKind<C4Line> = {
  pendingText: ({ materijal_id, materijal }) => (materijal_id === '' ? materijal.trim() : ''),
  lookUp: lookUpMaterials,
  failed: c4Texts.lookupFailed,
}

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
