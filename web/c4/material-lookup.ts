import type { MaterialRow } from '#contract/materials.ts'
import { MaterialForm } from '#web/catalogue/material-form.tsx'
import { goodsLookup, MATERIALS } from '#web/grid/goods-lookup.ts'
import { C4_FIELDS, type C4Line } from './c4-draft.ts'
import { c4Texts } from './c4-texts.ts'

/** The fields that a chosen material fills in: with it its tariff number and country of origin. */
const chosenMaterial = (material: MaterialRow): Partial<C4Line> => ({
  materijal_id: material.id,
  materijal: material.naziv,
  jedinica_mere: material.jedinica_mere,
  tarifni_broj: material.tarifni_broj,
  zemlja_porekla: material.zemlja_porekla,
})

/** How the grid of a C4 looks materials up. */
export const C4_LOOKUP = goodsLookup<typeof MATERIALS.endpoint, C4Line>(C4_FIELDS.cell, {
  ...MATERIALS,
  chosen: chosenMaterial,
  // Values that came with a pasted row stay.
  found: (line, material) => ({
    ...chosenMaterial(material),
    tarifni_broj: line.tarifni_broj || material.tarifni_broj,
    zemlja_porekla: line.zemlja_porekla || material.zemlja_porekla,
  }),
  Form: MaterialForm,
  failed: c4Texts.lookupFailed,
})
