import { type MaterialRow, materialEndpoints } from '#contract/materials.ts'
import { findMaterial, lookupOf } from '#domain/sheet-catalogue.ts'
import { goodsLookup } from '#web/documents/goods-lookup.ts'
import { C4_FIELDS, type C4Line } from './c4-draft.ts'
import { c4Texts } from './c4-texts.ts'

/** What a chosen material fills in: with it its tariff number and country of origin. */
const chosenMaterial = (material: MaterialRow): Partial<C4Line> => ({
  materijal_id: material.id,
  materijal: material.naziv,
  jedinica_mere: material.jedinica_mere,
  tarifni_broj: material.tarifni_broj,
  zemlja_porekla: material.zemlja_porekla,
})

/** How the grid of a C4 looks materials up: by ID or else by name, as the import of invoices finds them. */
export const C4_LOOKUP = goodsLookup(C4_FIELDS, {
  endpoint: materialEndpoints.listMaterials,
  detailOf: ({ jedinica_mere }) => jedinica_mere,
  meantIn: (rows) => {
    const catalogue = new Map(rows.map((material) => [material.id, material]))
    const lookup = lookupOf(rows)
    return ({ id, naziv }) => catalogue.get(findMaterial(id, naziv, lookup).material?.id ?? '')
  },
  chosen: chosenMaterial,
  // What came with a pasted row stays.
  found: (line, material) => ({
    ...chosenMaterial(material),
    tarifni_broj: line.tarifni_broj || material.tarifni_broj,
    zemlja_porekla: line.zemlja_porekla || material.zemlja_porekla,
  }),
  failed: c4Texts.lookupFailed,
  emptyText: 'Nema takvog materijala u katalogu.',
})
