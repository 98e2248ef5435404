import { roomy } from '#web/grid/line-grid.tsx'
import { invoiceKind } from '#web/grid/line-row.tsx'
import { WHOLE_STEP } from '#web/grid/typed-cell.ts'
import { C4_FIELDS } from './c4-draft.ts'
import { Discharged } from './discharged-lots.tsx'
import { C4_LOOKUP } from './material-lookup.ts'

const widths = (growing: (least: number, most: number) => string) => ({
  redni_broj: growing(44, 54),
  kolicina: growing(120, 158),
  cena_po_jedinici: growing(98, 124),
  iznos: growing(106, 144),
  dokazuje_poreklo: '76px',
  stopa_carine: growing(64, 98),
  carinska_vrednost_rsd: growing(84, 124),
  vec_razduzeno: growing(84, 124),
})

/** The grid of the items of a C4: each is a lot once it is saved, and then says how far it is discharged. */
export const C4_GRID = invoiceKind({
  fields: C4_FIELDS,
  lookup: C4_LOOKUP,
  ordinalHead: '#',
  widths: widths(roomy),
  // Below 1100 px a line stands in two rows; above, seven columns share what there is more with the name.
  wideWidths: widths((least, most) => roomy(least, most, 1100, 12)),
  unitOf: ({ jedinica_mere }) => jedinica_mere,
  priceStep: WHOLE_STEP,
  under: ({ id }) => id !== null && <Discharged id={id} />,
})
