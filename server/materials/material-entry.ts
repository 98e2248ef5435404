import type { MaterialRow } from '#contract/materials.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'

type Material = Pick<MaterialRow, 'id' | 'naziv' | 'zemlja_porekla' | 'jedinica_mere' | 'tarifni_broj'>

/** The entry of the audit trail about a material before and after; null is a material that is not there. */
export const materialEntry = entriesAbout<Material>({
  vrsta: 'materijal',
  predmet: ({ id }) => id,
  opis: ({ naziv }) => naziv,
  facts: (material) => factsOf(material, ['id', 'naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj']),
  sazetak: ({ zemlja_porekla, jedinica_mere, tarifni_broj }) =>
    [zemlja_porekla, jedinica_mere, tarifni_broj].join(' · '),
})
